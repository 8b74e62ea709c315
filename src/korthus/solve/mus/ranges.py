"""How likely each hand has played to where we are: the ranges of both seats, from public words alone."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from korthus.solve.core.staged import Floats
from korthus.solve.mus.hand_game import Declared
from korthus.solve.mus.packed import Blueprint


def reach_of(
    blueprint: Blueprint, history: tuple[Sequence[Sequence[str]], Declared, Declared]
) -> tuple[Floats, Floats]:
    """For each seat: how likely each hand of the pack says what that seat has said; 0 where it cannot be.

    Raises:
        KeyError: that cannot have been said with this menu.
    """
    said, pares, juego = history
    size = len(blueprint.hand.hands.all)
    reach = [np.ones(size), np.ones(size)]
    for lances in range(1, len(said) + 1):
        last = lances == len(said)
        # Until the third lance nothing has been declared; pares are bet on before juego is declared.
        both_bet = pares == (True, True) and lances == 3 and not last
        stage, instance, _ = blueprint.hand.locate(
            [*said[: lances - 1], ()], pares, None if both_bet else juego
        )
        for seat, each in enumerate(lance_reach(blueprint, stage, instance, said[lances - 1])):
            reach[seat] = reach[seat] * each
    return reach[0], reach[1]


def lance_reach(
    blueprint: Blueprint, stage: int, instance: int, words: Sequence[str]
) -> tuple[Floats, Floats]:
    """The same for what was said in one lance."""
    found = blueprint.stages[stage]

    def chances(node: int, action: int) -> Floats:
        here: Floats = blueprint.chances(stage, node, slice(instance, instance + 1))[action, 0]
        return here

    return found.tree.betting.reach(words, found.hands, len(blueprint.hand.hands.all), chances)
