"""What one seat, or a spectator, may know."""

from __future__ import annotations

import msgspec

from korthus.core.cards import Card, Suit
from korthus.core.protocol import View
from korthus.games.kachuful.legal import barred_bid
from korthus.games.kachuful.options import KachufulRules
from korthus.games.kachuful.rules import ScoringVariant, TrumpSuit, get_trump_suit
from korthus.games.kachuful.scoring import leading, needed, totals
from korthus.games.kachuful.setup import set_up
from korthus.games.kachuful.state import KachufulState, Phase, RoundScore, Trick
from korthus.games.kachuful.tricks import trick_winner


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
    #: The cards each player gets in this round; 0 when the game is over.
    cards: int
    #: The seat's own cards; a spectator has none.
    hand: tuple[Card, ...]
    hand_sizes: tuple[int, ...]
    bids: tuple[int | None, ...]
    #: What the bids made so far add up to.
    bid_sum: int
    #: The one bid that the seat to bid may not make, if there is one.
    barred_bid: int | None
    won: tuple[int, ...]
    #: Tricks that each seat needs to keep its bid: below 0, it has too many; None until it has bid.
    needs: tuple[int | None, ...]
    leader: int
    #: The trick being played, in order.
    trick: tuple[Played, ...]
    #: Who would have it if it ended here; None before its first card.
    winning: int | None
    #: The trick before, in order; empty if this round has none.
    last_played: tuple[Played, ...]
    #: The tricks of this round before it, in order.
    tricks: tuple[Trick, ...]
    #: The suits each seat has shown that it does not have (where suit must be followed).
    voids: tuple[tuple[Suit, ...], ...]
    #: The rounds that are over, in order.
    sheet: tuple[RoundScore, ...]
    totals: tuple[int, ...]
    #: The seats with the most points; nobody before the first round is scored.
    ahead: tuple[int, ...]

    @property
    def led(self) -> Suit | None:
        """The suit led to the trick being played; None before its first card."""
        return self.trick[0].card.suit if self.trick else None

    @property
    def last_trick(self) -> Trick | None:
        """The trick before the one being played, if this round has one."""
        return self.tricks[-1] if self.tricks else None

    def played(self, seat: int) -> tuple[Card, ...]:
        """The cards a seat has played in this round, in order."""
        before = [trick.cards[(seat - trick.leader) % self.seats] for trick in self.tricks]
        return (*before, *(each.card for each in self.trick if each.seat == seat))

    def ruffs(self, card: Card) -> bool | None:
        """Whether a card would trump the suit led; None if it leads or follows suit."""
        if self.led is None or card.suit is self.led:
            return None
        return self.trump is not None and card.suit is self.trump.suit


def make_view(rules: KachufulRules, state: KachufulState, seat: int | None) -> KachufulView:
    """What a seat, or a spectator, may know of a state."""
    seats = len(state.hands)
    setup = set_up(rules, seats)
    over = state.phase is Phase.OVER
    leader, trick, bids, won = state.leader, state.trick, state.bids, state.won
    trump = None if over else get_trump_suit(state.round)
    points = totals(state.sheet, seats)
    last = state.tricks[-1] if state.tricks else None
    return KachufulView(
        seat=seat,
        to_act=state.turn,
        phase=state.phase,
        seats=seats,
        scoring=rules.scoring,
        round=state.round,
        schedule=setup.schedule,
        trump=trump,
        dealer=None if over else setup.dealer(state.round),
        cards=setup.cards(state.round),
        hand=() if seat is None else state.hands[seat],
        hand_sizes=tuple([len(hand) for hand in state.hands]),
        bids=bids,
        bid_sum=sum([bid for bid in bids if bid is not None]),
        barred_bid=barred_bid(setup, state.round, bids) if state.phase is Phase.BID else None,
        won=won,
        needs=needed(bids, won),
        leader=leader,
        trick=_played(leader, trick, seats),
        winning=trick_winner(leader, trick, trump, seats) if trick and trump else None,
        last_played=_played(last.leader, last.cards, seats) if last else (),
        tricks=state.tricks,
        voids=shown_voids(seats, leader, trick, state.tricks) if rules.must_follow else ((),) * seats,
        sheet=state.sheet,
        totals=points,
        ahead=leading(points) if state.sheet else (),
    )


def _played(leader: int, cards: tuple[Card, ...], seats: int) -> tuple[Played, ...]:
    return tuple([Played((leader + index) % seats, card) for index, card in enumerate(cards)])


def shown_voids(
    seats: int, leader: int, trick: tuple[Card, ...], tricks: tuple[Trick, ...]
) -> tuple[tuple[Suit, ...], ...]:
    """The suits each seat could not follow in this round."""
    found: list[set[Suit]] = [set() for _ in range(seats)]
    for first, cards in (*((each.leader, each.cards) for each in tricks), (leader, trick)):
        for index, card in enumerate(cards):
            if card.suit is not cards[0].suit:
                found[(first + index) % seats].add(cards[0].suit)
    return tuple([tuple([suit for suit in Suit if suit in each]) for each in found])
