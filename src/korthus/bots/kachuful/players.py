"""A Kachuful player with rules of thumb: how likely is each card to win a trick?

From that one estimate everything else follows. The tricks of a hand are a sum of such chances; a bid is good
if it is likely to come out and pays well when it does, and a card is good to play if what then remains is
likely to bring exactly the tricks that are missing. So the bot wins when it must, as cheaply as it can
afford, gets rid of its dangerous cards when it has enough, and follows the scoring of the table. Once its own
bid is lost, it does what it can against those of the others.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from typing import Final, cast

from korthus.bots.kachuful.search import SEARCH_BOTS
from korthus.bots.protocol import Bot, Budget
from korthus.core.cards import Card, Suit
from korthus.core.protocol import Action, AnyGame, View
from korthus.games.kachuful import Bid, Kachuful, KachufulView, Phase, Play
from korthus.games.kachuful.rules import HEIGHT, calculate_score, get_trick_winner
from korthus.games.kachuful.sample import unseen

# What the player goes by, and ``odds``, which is the same player compiled: its character, set by hand.
# ``python -m bench.strength_kachuful rules random`` measures it as a whole.

#: The chance, 0 to 1, that a seat which wants no more tricks takes one that it could leave.
UNWILLING: Final = 0.55
#: The chance, 0 to 1, that a trick to come is led in a certain side suit.
SUIT_COMES_UP: Final = 0.3
#: The chance, 0 to 1, that a trump which is not the highest wins a trick by ruffing: with a side suit of one
#: card or none, and without.
RUFF_SHORT: Final = 0.45
RUFF_LONG: Final = 0.2
#: How tight a table may count as when a seat bids, from the least to the most: the square root of the tricks
#: that all seats want for each there is. Each chance of a card to win a trick is taken to the power of that.
LEAST_TIGHT: Final = 0.8
MOST_TIGHT: Final = 1.25


class RulesBot(Bot):
    """Bids what its cards are worth and plays to win exactly that."""

    name = "rules"
    about = "bids by the strength of its cards and plays for exactly its bid"

    def __init__(self, game: AnyGame, rng: random.Random) -> None:
        super().__init__(game, rng)
        self._kachuful = cast(Kachuful, game)

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``. It does not search, so a budget changes nothing."""
        table = cast(KachufulView, view)
        actions = self._kachuful.choices(table)
        if table.phase is Phase.BID:
            return self._bid(table, [action for action in actions if isinstance(action, Bid)])
        return self._play(table, [action for action in actions if isinstance(action, Play)])

    def _bid(self, view: KachufulView, bids: Sequence[Bid]) -> Bid:
        odds = Odds(self._kachuful, view)
        tightness = self._demand(view)
        tricks = spread(odds.later(card, view.hand, view.cards) ** tightness for card in view.hand)
        return max(bids, key=lambda bid: self._worth(bid.count, 0, tricks))

    def _demand(self, view: KachufulView) -> float:
        """How many tricks the table wants for each there is, everybody who has not bid counted as average."""
        fair = view.cards / view.seats
        wanted = sum(fair if bid is None else bid for bid in view.bids)
        return min(MOST_TIGHT, max(LEAST_TIGHT, math.sqrt(wanted / view.cards)))

    def _worth(self, bid: int, won: int, tricks: Sequence[float]) -> float:
        """The points to expect from a bid with ``won`` tricks so far and these chances of 0, 1, 2 … more."""
        scoring = self._kachuful.rules.scoring
        return sum(chance * calculate_score(bid, won + more, scoring) for more, chance in enumerate(tricks))

    def _play(self, view: KachufulView, plays: Sequence[Play]) -> Play:
        if len(plays) == 1:
            return plays[0]
        odds = Odds(self._kachuful, view)
        seat = view.seat
        assert seat is not None  # only a seat has choices
        bid, won = view.bids[seat] or 0, view.won[seat]
        left = len(view.hand) - 1

        def merit(play: Play) -> tuple[float, float, int]:
            rest = list(view.hand)
            rest.remove(play.card)
            now = odds.now(play.card)
            tricks = spread([now, *(odds.later(card, rest, left) for card in rest)])
            own = round(self._worth(bid, won, tricks), 6)
            return own, self._spite(view, now), -HEIGHT[play.card]

        return max(plays, key=merit)

    def _spite(self, view: KachufulView, now: float) -> float:
        """What winning the trick with chance ``now`` does to the seat that would have it, or to all."""
        if view.trick:
            assert view.winning is not None  # a card lies there
            return now if _wants(view, view.winning) else -now
        others = [seat for seat in range(view.seats) if seat != view.seat]
        return now * sum(1 if _wants(view, seat) else -1 for seat in others)


class Odds:
    """The chances of cards to win, from what a seat can see."""

    def __init__(self, game: Kachuful, view: KachufulView) -> None:
        self.view = view
        self.trump = view.trump.suit if view.trump else None
        hidden = unseen(game.rules, view)
        self._heights = {suit: [HEIGHT[card] for card in hidden if card.suit is suit] for suit in Suit}
        self._hidden = max(1, len(hidden))
        self._others = [seat for seat in range(view.seats) if seat != view.seat]

    def lacks(self, seat: int, suit: Suit | None, above: int = 0) -> float:
        """The chance that a seat has no card of a suit higher than ``above``."""
        if suit is None or suit in self.view.voids[seat]:
            return 1.0
        cards = sum(height > above for height in self._heights[suit])
        return float((1 - self.view.hand_sizes[seat] / self._hidden) ** cards)

    def stands(self, card: Card, led: Suit, seats: Iterable[int]) -> float:
        """The chance that none of these seats, still to play, beats a card when ``led`` is led."""
        chance = 1.0
        for seat in seats:
            void = self.lacks(seat, led)
            if card.suit is led:
                beaten = 1 - self.lacks(seat, led, HEIGHT[card])
                if led is not self.trump:
                    beaten += void * (1 - self.lacks(seat, self.trump))
            else:
                beaten = void * (1 - self.lacks(seat, self.trump, HEIGHT[card]))
            chance *= 1 - beaten * (1.0 if _wants(self.view, seat) else UNWILLING)
        return chance

    def now(self, card: Card) -> float:
        """The chance that a card wins the trick on the table."""
        view = self.view
        led = view.led
        if led is None:
            return self.stands(card, card.suit, self._others)
        assert view.trump is not None  # a round is played
        trick = [*(each.card for each in view.trick), card]
        if get_trick_winner(trick, led, view.trump) != len(view.trick):
            return 0.0
        played = {each.seat for each in view.trick}
        return self.stands(card, led, [seat for seat in self._others if seat not in played])

    def later(self, card: Card, hand: Sequence[Card], tricks: int) -> float:
        """The chance that a card of a hand wins one of the tricks to come."""
        chance = self.stands(card, card.suit, self._others)
        if card.suit is self.trump:
            sides = [sum(each.suit is suit for each in hand) for suit in Suit if suit is not self.trump]
            ruff = RUFF_SHORT if min(sides) < 2 else RUFF_LONG
            return chance + (1 - chance) * ruff * (1 - 1 / (1 + tricks))
        leads = self.view.phase is Phase.BID and self.view.leader == self.view.seat
        comes_up = 1.0 if leads and len(hand) == 1 else 1 - (1 - SUIT_COMES_UP) ** tricks
        return chance * comes_up


def spread(chances: Iterable[float]) -> list[float]:
    """The chances of 0, 1, 2 … successes among independent trials.

    >>> spread([0.5, 0.5])
    [0.25, 0.5, 0.25]
    """
    counts = [1.0]
    for chance in chances:
        counts = [
            stay * (1 - chance) + come * chance
            for stay, come in zip([*counts, 0.0], [0.0, *counts], strict=True)
        ]
    return counts


def _wants(view: KachufulView, seat: int) -> bool:
    """Whether a seat, as far as one can see, is after tricks."""
    needs = view.needs[seat]
    return needs is None or needs > 0


#: From weak to strong.
BOTS: dict[str, type[Bot]] = {RulesBot.name: RulesBot, **SEARCH_BOTS}
AUTOMATIC = ""
