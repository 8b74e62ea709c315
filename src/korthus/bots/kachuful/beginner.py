"""What a beginner does in Kachuful: ``easy`` bids by its aces and does not count trumps.

- a bid is its aces, and its trumps from the jack up: short suits, long trumps and the bids of others are not
  thought of
- who needs tricks leads an ace as soon as it can, as if nobody could trump it
"""

from __future__ import annotations

from collections.abc import Sequence

from korthus.core.cards import Card, Rank
from korthus.core.protocol import Action
from korthus.games.kachuful import Bid, KachufulView, Phase, Play
from korthus.games.kachuful.rules import HEIGHT

_HIGH = (Rank.JACK, Rank.QUEEN, Rank.KING)


def by_habit(view: KachufulView, choices: Sequence[Action]) -> Action | None:
    """What a beginner does without a thought; None where it thinks."""
    if view.phase is Phase.BID:
        return _bid(view, [each for each in choices if isinstance(each, Bid)])
    assert view.seat is not None
    if view.trick or (view.needs[view.seat] or 0) <= 0:
        return None
    trump = None if view.trump is None else view.trump.suit
    aces = [
        each
        for each in choices
        if isinstance(each, Play) and each.card.rank is Rank.ACE and each.card.suit is not trump
    ]
    return min(aces, key=lambda each: HEIGHT[each.card], default=None)


def _bid(view: KachufulView, bids: Sequence[Bid]) -> Bid:
    tricks = sum(_counts(view, card) for card in view.hand)
    return min(bids, key=lambda bid: (abs(bid.count - tricks), bid.count))


def _counts(view: KachufulView, card: Card) -> bool:
    trump = None if view.trump is None else view.trump.suit
    return card.rank is Rank.ACE or (card.suit is trump and card.rank in _HIGH)
