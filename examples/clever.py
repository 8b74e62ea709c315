"""A player of Kachuful in one file: it bids what its cards will win, then sees to it that it was right."""

from __future__ import annotations

from korthus.bots.protocol import Bot, Budget
from korthus.core.cards import Card, Rank
from korthus.core.protocol import Action, View
from korthus.games.kachuful import Bid, Kachuful, KachufulView, Play, RuleEngine

LOW_TO_HIGH = list(Rank)


class Clever(Bot):
    """Takes tricks as cheaply as it can while it needs them, and gets rid of high cards when it does not."""

    about = "bids what its cards will win"
    games = ("kachuful",)
    game: Kachuful

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``."""
        assert isinstance(view, KachufulView)
        assert view.seat is not None
        choices = self.game.choices(view)
        bids = [each for each in choices if isinstance(each, Bid)]
        if bids:
            tricks = sum(chance(card, view) for card in view.hand)
            return min(bids, key=lambda bid: abs(bid.count - tricks))
        plays = sorted(
            (each for each in choices if isinstance(each, Play)), key=lambda play: chance(play.card, view)
        )
        winners = [play for play in plays if wins(play.card, view)]
        losers = [play for play in plays if play not in winners]
        if (view.needs[view.seat] or 0) > 0:
            return winners[-1 if not view.trick else 0] if winners else plays[0]
        return losers[-1] if losers else plays[0]


def is_trump(card: Card, view: KachufulView) -> bool:
    """Whether a card is a trump of this round."""
    return view.trump is not None and card.suit is view.trump.suit


def chance(card: Card, view: KachufulView) -> float:
    """About how likely a card is to win a trick: it has to beat a card of each of the others."""
    rank = LOW_TO_HIGH.index(card.rank) / len(LOW_TO_HIGH)
    beats_one = 0.5 + rank / 2 if is_trump(card, view) else 0.8 * rank
    return float(beats_one ** (view.seats - 1))


def wins(card: Card, view: KachufulView) -> bool:
    """Whether a card would be the best of the trick so far; whoever leads hopes so."""
    assert view.trump is not None
    cards = [*(each.card for each in view.trick), card]
    return RuleEngine.get_trick_winner(cards, cards[0].suit, view.trump) == len(cards) - 1
