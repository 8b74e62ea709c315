"""What one seat, or a spectator, may know."""

from __future__ import annotations

import msgspec

from korthus.core.cards import Card, Suit
from korthus.core.protocol import View
from korthus.games.kachuful.rules import ScoringVariant, TrumpSuit
from korthus.games.kachuful.state import Phase, RoundScore, Trick


class Played(msgspec.Struct, frozen=True):
    """A card on the table and who played it."""

    seat: int
    card: Card


class KachufulView(View, frozen=True, kw_only=True):
    """The table as a seat sees it; tuples without another word are by seat."""

    phase: Phase
    seats: int
    scoring: ScoringVariant
    #: The round, counted from 1; one more than there are when the game is over.
    round: int
    #: The cards each player gets, round by round.
    schedule: tuple[int, ...]
    #: The trump and the dealer of this round; None when the game is over.
    trump: TrumpSuit | None
    dealer: int | None
    #: The seat's own cards; a spectator has none.
    hand: tuple[Card, ...]
    hand_sizes: tuple[int, ...]
    bids: tuple[int | None, ...]
    #: The one bid that the seat to bid may not make, if there is one.
    barred_bid: int | None
    won: tuple[int, ...]
    leader: int
    #: The trick being played, in order.
    trick: tuple[Played, ...]
    #: The tricks of this round before it, in order.
    tricks: tuple[Trick, ...]
    #: The suits each seat has shown that it does not have (where suit must be followed).
    voids: tuple[tuple[Suit, ...], ...]
    #: The rounds that are over, in order.
    sheet: tuple[RoundScore, ...]
    totals: tuple[int, ...]

    @property
    def cards(self) -> int:
        """The cards each player gets in this round; 0 when the game is over."""
        return self.schedule[self.round - 1] if self.round <= len(self.schedule) else 0

    @property
    def last_trick(self) -> Trick | None:
        """The trick before the one being played, if this round has one."""
        return self.tricks[-1] if self.tricks else None

    def played(self, seat: int) -> tuple[Card, ...]:
        """The cards a seat has played in this round, in order."""
        before = [trick.cards[(seat - trick.leader) % self.seats] for trick in self.tricks]
        return (*before, *(each.card for each in self.trick if each.seat == seat))


def shown_voids(
    seats: int, leader: int, trick: tuple[Card, ...], tricks: tuple[Trick, ...]
) -> tuple[tuple[Suit, ...], ...]:
    """The suits each seat could not follow in this round."""
    found: list[set[Suit]] = [set() for _ in range(seats)]
    for first, cards in (*((each.leader, each.cards) for each in tricks), (leader, trick)):
        for place, card in enumerate(cards):
            if card.suit is not cards[0].suit:
                found[(first + place) % seats].add(cards[0].suit)
    return tuple([tuple([suit for suit in Suit if suit in each]) for each in found])
