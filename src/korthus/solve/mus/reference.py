"""Reference games: small parts of Mus whose values are known exactly or solved in seconds.

When a figure looks wrong, the first of these that differs says where the fault is.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np

from korthus.games.mus.cards import PACK
from korthus.games.mus.options import MusRules
from korthus.games.mus.scoring import Lance
from korthus.games.mus.state import How
from korthus.solve.core.backend import Backend
from korthus.solve.core.best_response import Judgement
from korthus.solve.core.cfr import Solver
from korthus.solve.core.session import Session
from korthus.solve.core.variants import Variant
from korthus.solve.mus.hand_game import MusHand
from korthus.solve.mus.hands import hands_of
from korthus.solve.mus.menu import Menu
from korthus.solve.mus.tree import Result
from korthus.solve.mus.utility import Table

#: How many lances a hand has.
LANCES: Final = 4

_PASSED: Final = Result(How.PASS)


class Reference(NamedTuple):
    """A hand of the first ``lances`` lances: its value to the mano if all pass, and if both play well."""

    lances: int
    passing: Fraction
    judgement: Judgement
    iterations: int


def passing_value(lances: int, deck: tuple[int, ...] = PACK) -> Fraction:
    """What the mano is ahead on average when nobody ever bets, exactly."""
    hands = hands_of(deck)
    table = Table(hands, lances, MusRules(target_stones=None))
    stones = table.settled(Lance.GRANDE, _PASSED).copy()
    if lances >= 2:
        stones += table.settled(Lance.CHICA, _PASSED)
    if lances >= 3:
        pares = table.settled(Lance.PARES, _PASSED)
        both = table.declared(Lance.PARES, True, True)
        stones += np.where(both, pares, table.alone(Lance.PARES))
    if lances >= 4:
        both = table.declared(Lance.JUEGO, True, True)
        none = table.declared(Lance.JUEGO, False, False)
        stones += np.where(both, table.settled(Lance.JUEGO, _PASSED), table.alone(Lance.JUEGO))
        stones += np.where(none, table.settled(Lance.PUNTO, _PASSED), 0)
    return Fraction(int((stones * hands.ways).sum()), hands.deals)


def reference(
    lances: int, menu: Menu, variant: Variant, backend: Backend, target: float, deck: tuple[int, ...] = PACK
) -> Reference:
    """A hand of the first ``lances`` lances, solved to a target."""
    solver = Solver(MusHand(menu, deck=deck, lances=lances).game, variant, backend)
    *_, last = Session(solver, target).standings()
    return Reference(lances, passing_value(lances, deck), last.judgement, last.iteration)


def references(
    menu: Menu, variant: Variant, backend: Backend, target: float, deck: tuple[int, ...] = PACK
) -> Iterator[Reference]:
    """Grande alone; grande and chica; with pares; all four."""
    for lances in range(1, LANCES + 1):
        yield reference(lances, menu, variant, backend, target, deck)
