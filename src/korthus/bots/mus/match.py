"""Words chosen by the network that was taught by hands solved for the match (``solve.mus.match``)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final

from korthus.bots.mus.line import Hearing
from korthus.games.mus.actions import Accept, Envido, MusAction, Ordago
from korthus.games.mus.betting import declared_before, deje
from korthus.games.mus.legal import words
from korthus.games.mus.options import MusRules
from korthus.games.mus.state import Bet
from korthus.games.mus.view import MusView
from korthus.solve.core.staged import Floats
from korthus.solve.mus.match.features import Row, knowledge, stakes_row
from korthus.solve.mus.match.network import load_network
from korthus.solve.mus.match.rows import COLUMNS
from korthus.solve.mus.match.stakes import Stakes
from korthus.solve.mus.match.table import match_table
from korthus.solve.mus.match.trees import USUAL

#: Raises in a lance over which the network was not taught to raise.
_RAISES: Final = 1


@cache
def _equity() -> Floats:
    return match_table().array()


def stakes_of(rules: MusRules, stones: tuple[int, int]) -> Stakes:
    """What a hand is played for that begins at a score, the mano's stones first."""
    if rules.target_stones is None:
        return Stakes()
    short = match_table().target - rules.target_stones
    return Stakes((stones[0] + short, stones[1] + short), _equity())


def known(rules: MusRules, hearing: Hearing, me: int) -> Row:
    """What a seat knows besides its cards; of lines that may have been said, the first is taken."""
    said = [(lance, lines[0]) for lance, lines in hearing.told]
    lance, _ = said[-1]
    return knowledge(
        stakes_row(stakes_of(rules, hearing.stones), me),
        said,
        me,
        *declared_before(lance, hearing.pares, hearing.juego),
    )


def offered(rules: MusRules, bet: Bet | None, have: int) -> Mapping[MusAction, int]:
    """The words that the network weighs among those that may be said, with their columns.

    Of all amounts it says the smallest from two stones on. It never refuses what would lose the match:
    ``have`` are the stones of the seat that bet.
    """
    target = rules.target_stones
    loses_all = bet is not None and target is not None and have + deje(rules, bet) >= target
    return _offered(rules, bet, loses_all)


@lru_cache(maxsize=4096)
def _offered(rules: MusRules, bet: Bet | None, loses_all: bool) -> Mapping[MusAction, int]:
    found: dict[MusAction, int] = {}
    choices = words(rules, bet)
    for action in choices:
        if isinstance(action, Accept | Ordago):
            found[action] = COLUMNS[str(action)]
        elif not isinstance(action, Envido) and not loses_all:
            found[action] = COLUMNS["pass"]
    amounts = [action for action in choices if isinstance(action, Envido) and action.amount >= USUAL]
    if amounts and (bet is None or bet.raises < _RAISES):
        found[min(amounts, key=lambda action: action.amount)] = COLUMNS[f"envido {USUAL}"]
    return MappingProxyType(found)


def mix(rules: MusRules, hearing: Hearing, view: MusView, hand: int) -> dict[str, float]:
    """How likely each word is. ``hand`` is the number of the own hand in the pack."""
    weighed = offered(rules, view.bet, 0 if view.bet is None else view.stones[view.bet.seat])
    me = int(view.seat != view.mano)
    lance, _ = hearing.told[-1]
    chances = load_network().mix(known(rules, hearing, me), lance.number, hand, tuple(weighed.values()))
    return dict(zip(map(str, weighed), map(float, chances), strict=True))
