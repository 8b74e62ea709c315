"""What may be done: bids in range that the dealer may make, and cards that follow suit.

One body answers for a state and for a view of it: what is open follows from the round, the bids, the suit led
and the own hand.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from korthus.core.cards import DECK, Card, Suit
from korthus.games.kachuful.actions import BIDS, PLAYS, Bid, Play
from korthus.games.kachuful.options import KachufulRules
from korthus.games.kachuful.rules import legal_bids
from korthus.games.kachuful.setup import Setup, set_up
from korthus.games.kachuful.state import KachufulState, Phase

if TYPE_CHECKING:  # a view says which bid is barred, and asks here
    from korthus.games.kachuful.view import KachufulView


class Duty(StrEnum):
    """What the suit led asks of a hand."""

    #: A card of that suit must be played.
    FOLLOW = "follow"
    #: The hand has that suit; any card may be played all the same.
    ANY = "any"
    #: The hand has none of it, so any card may be played.
    FREE = "free"


def legal_actions(rules: KachufulRules, state: KachufulState) -> tuple[Bid | Play, ...]:
    """What the seat to act may do."""
    if state.phase is Phase.BID:
        return _bids(set_up(rules, len(state.hands)), state.round, state.bids)
    assert state.turn is not None
    return _plays(rules, state.hands[state.turn], state.trick[0].suit if state.trick else None)


def choices(rules: KachufulRules, view: KachufulView) -> tuple[Bid | Play, ...]:
    """The same, from what the seat to act sees."""
    if view.phase is Phase.BID:
        return _bids(set_up(rules, view.seats), view.round, view.bids)
    return _plays(rules, view.hand, view.led)


def open_bids(setup: Setup, round_number: int, bids: tuple[int | None, ...]) -> tuple[int, ...]:
    """What the seat that is to bid may say."""
    return legal_bids(
        [bid for bid in bids if bid is not None],
        setup.cards(round_number),
        setup.seats,
        dealer_restriction=setup.rules.dealer_restriction,
    )


def barred_bid(setup: Setup, round_number: int, bids: tuple[int | None, ...]) -> int | None:
    """The number that the seat that is to bid may not say, if there is one."""
    allowed = open_bids(setup, round_number, bids)
    return next((count for count in range(setup.cards(round_number) + 1) if count not in allowed), None)


def open_cards(rules: KachufulRules, hand: tuple[Card, ...], led: Suit | None) -> tuple[Card, ...]:
    """The cards of a hand that may be played when ``led`` was led (None: to lead), copies included."""
    if led is None:
        return hand
    following = tuple([card for card in hand if card.suit is led])
    return following if following and rules.must_follow else hand


def duty(rules: KachufulRules, hand: tuple[Card, ...], led: Suit) -> Duty:
    """What the suit led asks of a hand: whether a card of another suit, held beside it, would be open."""
    if all(card.suit is not led for card in hand):
        return Duty.FREE
    other = next(card for card in DECK if card.suit is not led)
    return Duty.ANY if other in open_cards(rules, (*hand, other), led) else Duty.FOLLOW


def _bids(setup: Setup, round_number: int, bids: tuple[int | None, ...]) -> tuple[Bid, ...]:
    return tuple([BIDS[count] for count in open_bids(setup, round_number, bids)])


def _plays(rules: KachufulRules, hand: tuple[Card, ...], led: Suit | None) -> tuple[Play, ...]:
    """The legal plays as actions, equal cards once."""
    cards = open_cards(rules, hand, led)
    if rules.decks > 1:
        cards = tuple(dict.fromkeys(cards))
    return tuple([PLAYS[card] for card in cards])
