"""What a seat of Kachuful sees, as numbers, and the ids of bids and plays.

Ids 0 to 51 play a card, in the order of ``DECK`` (clubs from two to ace, then diamonds, hearts, spades); id
``FIRST_BID`` + n bids n, up to the most cards that a seat gets in any round.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Final, cast

from korthus.core.cards import DECK, ORDER, Card, Suit
from korthus.core.protocol import Action, AnyGame, View
from korthus.envs.encoding import Encoding, Field, Row
from korthus.games.kachuful.actions import BIDS, PLAYS, Bid, Play
from korthus.games.kachuful.game import Kachuful
from korthus.games.kachuful.rules import calculate_score
from korthus.games.kachuful.setup import Setup
from korthus.games.kachuful.state import Phase
from korthus.games.kachuful.view import KachufulView

#: The id of bidding 0; below it are the cards.
FIRST_BID: Final = len(DECK)
#: A card on the table is its suit among four, then its rank among thirteen.
SUITS: Final = 4
CARD_PARTS: Final = SUITS + 13
#: Points are written in hundreds and the rest, so that they fit into small numbers.
HUNDRED: Final = 100

_SUIT_INDEX: Final = {suit: index for index, suit in enumerate(Suit)}


class KachufulEncoding(Encoding):
    """The numbers of Kachuful, for any number of seats and all options."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        super().__init__(game, seats)
        setup = cast("Kachuful", game).setup(seats)
        self._most = max(setup.schedule)
        self.fields = _fields(setup, self._most)
        self.actions = FIRST_BID + self._most + 1

    def write(self, view: View, row: Row) -> None:
        """See ``Encoding.write``."""
        assert isinstance(view, KachufulView)
        assert view.seat is not None
        at = self.slices
        self._write_flags(view, row)
        self._write_numbers(view, row)
        trick = row[at["trick"]]
        for seat, card in ((each.seat, each.card) for each in view.trick):
            here = CARD_PARTS * self._round_from(view, seat)
            suit, rank = divmod(ORDER[card], 13)
            trick[here + suit] = trick[here + SUITS + rank] = 1
        _count(row[at["hand"]], view.hand)
        for trick_before in view.tricks:
            _count(row[at["seen"]], trick_before.cards)
        _count(row[at["seen"]], [each.card for each in view.trick])

    def _write_flags(self, view: KachufulView, row: Row) -> None:
        at = self.slices
        row[at["bidding"]] = view.phase is Phase.BID
        if view.trump is not None and view.trump.suit is not None:
            row[at["trump"].start + _SUIT_INDEX[view.trump.suit]] = 1
        if view.led is not None:
            row[at["led"].start + _SUIT_INDEX[view.led]] = 1
        for name, seat in (("dealer", view.dealer), ("leader", view.leader), ("winning", view.winning)):
            if seat is not None:
                row[at[name].start + self._round_from(view, seat)] = 1
        for seat, suits in enumerate(view.voids):
            for suit in suits:
                row[at["voids"].start + SUITS * self._round_from(view, seat) + _SUIT_INDEX[suit]] = 1

    def _write_numbers(self, view: KachufulView, row: Row) -> None:
        at = self.slices
        for index in range(self.seats):
            seat = (cast("int", view.seat) + index) % self.seats
            bid = view.bids[seat]
            row[at["has_bid"].start + index] = bid is not None
            row[at["bids"].start + index] = bid or 0
            row[at["won"].start + index] = view.won[seat]
            row[at["needs"].start + index] = view.needs[seat] or 0
            points = at["points"].start + 2 * index
            row[points : points + 2] = divmod(view.totals[seat], HUNDRED)
        row[at["cards"]] = view.cards
        row[at["tricks_left"]] = view.cards - sum(view.won)
        row[at["bid_sum"]] = view.bid_sum
        row[at["barred"]] = -1 if view.barred_bid is None else view.barred_bid
        row[at["round"]] = view.round
        row[at["rounds_left"]] = max(len(view.schedule) - view.round, 0)

    def _round_from(self, view: KachufulView, seat: int) -> int:
        """A seat counted from the one that looks."""
        return (seat - cast("int", view.seat)) % self.seats

    def ids(self, view: View) -> Mapping[int, Action]:
        """See ``Encoding.ids``."""
        choices = cast("tuple[Bid | Play, ...]", self.game.choices(view))
        return {_id_of(action): action for action in choices}

    def text(self, action_id: int) -> str:
        """See ``Encoding.text``."""
        return str(PLAYS[DECK[action_id]] if action_id < FIRST_BID else BIDS[action_id - FIRST_BID])


def _id_of(action: Bid | Play) -> int:
    return ORDER[action.card] if isinstance(action, Play) else FIRST_BID + action.count


def _count(counts: Row, cards: Iterable[Card]) -> None:
    for card in cards:
        counts[ORDER[card]] += 1


def _fields(setup: Setup, most: int) -> tuple[Field, ...]:
    seats, decks, rounds = setup.seats, setup.rules.decks, setup.total_rounds
    least_points, most_points = points_of(setup)
    hundreds = (min(least_points // HUNDRED, 0), max(most_points // HUNDRED, HUNDRED - 1))
    return (
        Field("bidding", (1,), 0, 1, "1 while bids are made, 0 while cards are played."),
        Field("trump", (SUITS,), 0, 1, "The trump suit: clubs, diamonds, hearts, spades; none is no trump."),
        Field("led", (SUITS,), 0, 1, "The suit led to the trick on the table."),
        Field("dealer", (seats,), 0, 1, "Who deals this round."),
        Field("leader", (seats,), 0, 1, "Who leads the trick being played."),
        Field("winning", (seats,), 0, 1, "Who would have the trick if it ended here."),
        Field("voids", (seats, SUITS), 0, 1, "The suits that each seat has shown not to have."),
        Field("has_bid", (seats,), 0, 1, "Who has bid in this round."),
        Field("bids", (seats,), 0, most, "The bid of each seat, 0 until it has bid."),
        Field("won", (seats,), 0, most, "Tricks won by each seat in this round."),
        Field("needs", (seats,), -most, most, "Tricks that each seat still needs; below 0, it has too many."),
        Field("points", (seats, 2), *hundreds, "Points of each seat: hundreds, and the rest from 0 to 99."),
        Field("trick", (seats, CARD_PARTS), 0, 1, "The card of each seat in the trick: its suit, its rank."),
        Field("hand", (FIRST_BID,), 0, decks, "The own cards, in the order of the ids."),
        Field("seen", (FIRST_BID,), 0, decks, "The cards played in this round, those on the table included."),
        Field("cards", (1,), 0, most, "Cards for each seat in this round."),
        Field("tricks_left", (1,), 0, most, "Tricks of this round that are not complete."),
        Field("bid_sum", (1,), 0, most * seats, "What the bids made so far add up to."),
        Field("barred", (1,), -1, most, "The bid that the seat to bid may not make, -1 if there is none."),
        Field("round", (1,), 1, rounds + 1, "The round, counted from 1."),
        Field("rounds_left", (1,), 0, rounds - 1, "Rounds after this one."),
    )


def points_of(setup: Setup) -> tuple[int, int]:
    """The fewest and the most points that a game can give to a seat."""
    worth = {
        cards: [
            calculate_score(bid, won, setup.rules.scoring) for bid, won in product(range(cards + 1), repeat=2)
        ]
        for cards in {*setup.schedule}
    }
    least = sum(min(worth[cards]) for cards in setup.schedule)
    most = sum(max(worth[cards]) for cards in setup.schedule)
    return least, most


ENCODING = KachufulEncoding
