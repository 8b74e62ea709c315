"""What the solution does with a hand after what was said: the blueprints that come with korthus, opened.

``load_blueprint`` opens one, ``mix`` asks it. History is what was said, word by word as at the table
(``pass``, ``envido 2``, ``quiero``, ``no quiero``, ``ordago``), the mano first in every lance, and what was
declared.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import NamedTuple

from korthus.games.mus.cards import Hand
from korthus.games.mus.scoring import Lance
from korthus.solve.core.errors import SolveError
from korthus.solve.mus.hand_game import Declared, MusHand
from korthus.solve.mus.packed import Blueprint, read
from korthus.solve.mus.ranges import reach_of
from korthus.solve.mus.worth import action_values

#: The menus whose solutions come with korthus.
SHIPPED = ("plain", "ordago")


class Option(NamedTuple):
    """An action, how often the solution takes it, and what it is worth.

    ``value`` is what the seat gains more than the other from here to the end of the hand, in stones, if both
    play the solution after it: lances before that are still to be counted too, dejes already taken not.
    """

    action: str
    chance: float
    value: float


class History(NamedTuple):
    """What was said, lance by lance, the present one last; who has pares and juego, the mano first."""

    said: tuple[tuple[str, ...], ...] = ((),)
    pares: Declared = None
    juego: Declared = None


@cache
def load_blueprint(menu: str) -> Blueprint:
    """The solution of a menu that comes with korthus, read once.

    Raises:
        SolveError: none comes with it for that menu.
    """
    if menu not in SHIPPED:
        raise SolveError("NO_MENU", name=menu, names=tuple(SHIPPED))
    return read((resources.files("korthus.solve.mus") / "data" / f"mus_{menu}.bin").read_bytes())


def history_of(
    blueprint: Blueprint, words: Sequence[str], pares: Declared = None, juego: Declared = None
) -> History:
    """Words in a row as a history: a lance ends where its betting does.

    Raises:
        KeyError: that cannot have been said with this menu.
    """
    said: list[tuple[str, ...]] = [()]
    for word in words:
        said[-1] = (*said[-1], word)
        lance = list(Lance)[min(len(said), 4) - 1]
        if blueprint.hand.tree(lance).betting.paths[said[-1]] < 0:
            said.append(())
    return History(tuple(said), pares, juego)


def seat_to_speak(hand: MusHand, history: History) -> int:
    """Who is to speak after a history: 0 is the mano.

    Raises:
        KeyError: that cannot have been said with this menu.
    """
    stage, _, node = hand.locate(*history)
    return hand.tree(hand.spots[stage].lance).betting.nodes[node].seat


def mix(blueprint: Blueprint, hand: Hand, history: History | Sequence[str] = ()) -> list[Option]:
    """What the solution does with a hand after a ``History``, or just the words of grande and chica.

    Raises:
        KeyError: that cannot have been said with this menu, or not with this hand.
    """
    if not isinstance(history, History):
        history = history_of(blueprint, history)
    stage, instance, node = blueprint.hand.locate(*history)
    found = blueprint.stages[stage]
    seat = found.tree.betting.nodes[node].seat
    number = blueprint.hand.hands.number[hand]
    columns = found.hands[seat].tolist()
    if number not in columns:
        raise KeyError(hand)
    chances = blueprint.chances(stage, node, slice(instance, instance + 1))[:, 0, columns.index(number)]
    reach = reach_of(blueprint, history)
    values = action_values(blueprint, history, number, reach[1 - seat])
    actions = found.tree.betting.nodes[node].actions
    return [
        Option(action, float(chance), value)
        for action, chance, value in zip(actions, chances, values, strict=True)
    ]
