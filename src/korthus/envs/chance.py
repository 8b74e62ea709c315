"""What chance can do at a chance node: every deal with its probability where they can be listed, else card by
card, and one at random.

>>> import korthus
>>> game = korthus.game("mulle", first_starter="random")
>>> [(str(each.deal), str(each.probability)) for each in deals(game, game.new())]
[('deal starter 0', '1/2'), ('deal starter 1', '1/2')]
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from math import perm
from typing import Any, Final, NamedTuple

import msgspec

from korthus.core.draws import Given, Luck, Wanted, draws, number_of_draws, wanted
from korthus.core.protocol import Action, AnyGame

#: Ordered draws that are looked through at most to list the deals of a node.
MOST_DRAWS: Final = 5_000


class Dealt(NamedTuple):
    """A deal and how likely it is."""

    deal: Action
    probability: Fraction


class Card(NamedTuple):
    """A card (or whatever else the game draws) that may come next, and how likely it is."""

    card: Any
    probability: Fraction


def deals(game: AnyGame, state: Any, *, most: int = MOST_DRAWS) -> tuple[Dealt, ...] | None:
    """Every deal of a chance node with its exact probability; None where there are too many to list.

    Deals that lead to the same state and tell everybody the same are one; the first of them stands for it.

    Args:
        most: how many different orders of cards are looked through.

    Raises:
        IllegalAction: no deal is due.
    """
    due = wanted(game, state)
    if number_of_draws(due.pool, due.size) > most:
        return None
    ways = perm(len(due.pool), due.size)
    found: dict[bytes, Dealt] = {}
    for cards, weight in draws(due.pool, due.size):
        deal = game.draw(state, Given(cards))
        key = msgspec.msgpack.encode(game.apply(state, deal))
        known = found.get(key, Dealt(deal, Fraction(0)))
        found[key] = Dealt(known.deal, known.probability + Fraction(weight, ways))
    return tuple(found.values())


def next_cards(due: Wanted, drawn: tuple[Any, ...]) -> tuple[Card, ...]:
    """What may come next after some cards of a deal, in canonical order; empty if the deal is complete."""
    if len(drawn) == due.size:
        return ()
    left = Counter(due.pool)
    left.subtract(drawn)
    rest = len(due.pool) - len(drawn)
    return tuple(Card(card, Fraction(copies, rest)) for card, copies in left.items() if copies)


def deal_of(game: AnyGame, state: Any, drawn: tuple[Any, ...]) -> Action:
    """The deal that some cards are, in the order in which they were drawn."""
    deal: Action = game.draw(state, Given(drawn))
    return deal


def sample_deal(game: AnyGame, state: Any, rng: random.Random) -> Action:
    """One deal of a chance node, as likely as it should be.

    Raises:
        IllegalAction: no deal is due.
    """
    deal: Action = game.draw(state, Luck(rng))
    return deal
