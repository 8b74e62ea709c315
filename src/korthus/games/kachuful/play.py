"""The course of a game: deal, bid, play, score, and again."""

from __future__ import annotations

from collections import Counter
from typing import cast

from msgspec.structs import asdict, replace

from korthus.core.cards import Card, in_order
from korthus.core.protocol import CHANCE, Event, Step
from korthus.games.kachuful.actions import Bid, Deal, KachufulAction, Play
from korthus.games.kachuful.errors import illegal, invalid
from korthus.games.kachuful.events import (
    BidMade,
    CardPlayed,
    CardsDealt,
    GameEnded,
    HandDealt,
    RoundScored,
    RoundStarted,
    TrickWon,
)
from korthus.games.kachuful.legal import open_bids, open_cards
from korthus.games.kachuful.notation import written
from korthus.games.kachuful.options import KachufulRules
from korthus.games.kachuful.rules import get_bidding_order, get_trump_suit, is_game_complete
from korthus.games.kachuful.scoring import leading, needed, outcome, score_round, totals
from korthus.games.kachuful.setup import Setup, set_up
from korthus.games.kachuful.state import KachufulState, Phase, RoundScore, Trick
from korthus.games.kachuful.tricks import trick_winner


def first_state(rules: KachufulRules, seats: int) -> KachufulState:
    """The game before its first deal.

    Raises:
        InvalidOptions: these rules do not suit that many seats.
    """
    return between_rounds(set_up(rules, seats), 1, ())


def to_act(rules: KachufulRules, state: KachufulState) -> int | None:
    """Whose turn it is: a seat, ``CHANCE``, or None when the game is over."""
    return state.turn


def deal_size(rules: KachufulRules, state: KachufulState) -> int:
    """How many cards the deal of this round has."""
    seats = len(state.hands)
    return set_up(rules, seats).cards(state.round) * seats


def undealt(rules: KachufulRules, state: KachufulState) -> tuple[Card, ...]:
    """What a deal is drawn from: the whole deck, as every round begins with all cards gathered."""
    return set_up(rules, len(state.hands)).deck


def located(state: KachufulState) -> tuple[Card, ...]:
    """Every card that lies somewhere: in a hand, in the trick, in the tricks before it."""
    played = [card for trick in state.tricks for card in trick.cards]
    return (*(card for hand in state.hands for card in hand), *played, *state.trick)


def apply(rules: KachufulRules, state: KachufulState, action: KachufulAction) -> Step[KachufulState]:
    """What an action leads to.

    Raises:
        IllegalAction: the rules do not allow it now.
    """
    match action:
        case Play():
            return _play(rules, state, action)
        case Bid():
            return _bid(set_up(rules, len(state.hands)), state, action)
        case Deal():
            return _deal(set_up(rules, len(state.hands)), state, action)


def between_rounds(setup: Setup, round_number: int, sheet: tuple[RoundScore, ...]) -> KachufulState:
    """Nothing is dealt; either a round is about to begin or the game is over."""
    over = is_game_complete(round_number, setup.total_rounds)
    return KachufulState(
        phase=Phase.OVER if over else Phase.DEAL,
        turn=None if over else CHANCE,
        round=round_number,
        hands=((),) * setup.seats,
        bids=(None,) * setup.seats,
        leader=0,
        trick=(),
        tricks=(),
        won=(0,) * setup.seats,
        sheet=sheet,
    )


def _deal(setup: Setup, state: KachufulState, action: Deal) -> Step[KachufulState]:
    """Give out the cards of a round."""
    count = setup.cards(state.round)
    seats = setup.seats
    cards = action.cards
    if (
        type(cards) is not tuple
        or len(cards) != count * seats
        or any(type(card) is not Card for card in cards)
        or not Counter(cards) <= Counter(setup.deck)
    ):
        raise illegal("BAD_DEAL", count=count * seats)
    dealer = setup.dealer(state.round)
    order = get_bidding_order(dealer, seats)
    hands: list[tuple[Card, ...]] = [()] * seats
    for index, seat in enumerate(order):
        hands[seat] = in_order(cards[index::seats])
    events: list[Event] = [
        RoundStarted(state.round, count, get_trump_suit(state.round), dealer),
        CardsDealt(count),
    ]
    events += [HandDealt(seat, hands[seat], audience=seat) for seat in order]
    after = replace(state, phase=Phase.BID, turn=order[0], hands=tuple(hands), leader=order[0])
    return Step(after, tuple(events))


def _bid(setup: Setup, state: KachufulState, action: Bid) -> Step[KachufulState]:
    """Write down a bid; after the dealer's, the first trick begins."""
    if state.phase is not Phase.BID:
        raise illegal("BIDDING_OVER")
    count = action.count
    tricks = setup.cards(state.round)
    if type(count) is not int or not 0 <= count <= tricks:
        raise illegal("BID_RANGE", tricks=tricks)
    if count not in open_bids(setup, state.round, state.bids):
        raise illegal("DEALER_BID", bid=count, tricks=tricks)
    seat = state.turn
    assert seat is not None
    bids = (*state.bids[:seat], count, *state.bids[seat + 1 :])
    if None in bids:
        after = replace(state, bids=bids, turn=(seat + 1) % setup.seats)
    else:
        leader = first_leader(setup, state.round, bids)
        after = replace(state, bids=bids, phase=Phase.PLAY, turn=leader, leader=leader)
    return Step(after, (BidMade(seat, count, needed(bids, state.won)),))


def first_leader(setup: Setup, round_number: int, bids: tuple[int | None, ...]) -> int:
    """Who leads to the first trick."""
    dealer = setup.dealer(round_number)
    match setup.rules.first_leader:
        case "left_of_dealer":
            return (dealer + 1) % setup.seats
        case "dealer":
            return dealer
        case "highest_bidder":  # max keeps the first of equals: the one who bid first
            return max(get_bidding_order(dealer, setup.seats), key=lambda seat: bids[seat] or 0)


def _play(rules: KachufulRules, state: KachufulState, action: Play) -> Step[KachufulState]:
    """Put a card on the table; the last one of a trick decides it, the last trick scores the round."""
    if state.phase is not Phase.PLAY:
        raise illegal("BID_FIRST")
    card = action.card
    seat = state.turn
    assert seat is not None
    hands = state.hands
    hand = hands[seat]
    trick = state.trick
    led = trick[0].suit if trick else None
    if type(card) is not Card:
        raise invalid("BAD_CARDS")
    if card not in hand:
        raise illegal("NOT_IN_HAND", card=written(card))
    # A card of the suit led always follows it: most plays need not list what else is open.
    if led is not None and card.suit is not led and card not in open_cards(rules, hand, led):
        raise illegal("MUST_FOLLOW", suit=led.symbol)
    index = hand.index(card)
    hands = (*hands[:seat], hand[:index] + hand[index + 1 :], *hands[seat + 1 :])
    trick = (*trick, card)
    played = CardPlayed(seat, card)
    if len(trick) < len(hands):
        after = replace(state, turn=(seat + 1) % len(hands), hands=hands, trick=trick)
        return Step(after, (played,))
    return _end_trick(rules, state, hands, trick, played)


def _end_trick(
    rules: KachufulRules,
    state: KachufulState,
    hands: tuple[tuple[Card, ...], ...],
    trick: tuple[Card, ...],
    played: CardPlayed,
) -> Step[KachufulState]:
    """Give a complete trick to its winner, who leads to the next."""
    leader = state.leader
    winner = trick_winner(leader, trick, get_trump_suit(state.round), len(hands))
    won = (*state.won[:winner], state.won[winner] + 1, *state.won[winner + 1 :])
    bids = cast("tuple[int, ...]", state.bids)  # cards are played after the last bid
    events = (played, TrickWon(winner, leader, trick, won, needed(bids, won)))
    if not hands[0]:
        return _end_round(set_up(rules, len(hands)), state, won, events)
    tricks = (*state.tricks, Trick(leader=leader, cards=trick, winner=winner))
    after = replace(state, turn=winner, hands=hands, leader=winner, trick=(), tricks=tricks, won=won)
    return Step(after, events)


def _end_round(
    setup: Setup, state: KachufulState, won: tuple[int, ...], events: tuple[Event, ...]
) -> Step[KachufulState]:
    bids = cast("tuple[int, ...]", state.bids)
    line = score_round(setup.rules, setup.cards(state.round), bids, won)
    sheet = (*state.sheet, line)
    scores = totals(sheet, setup.seats)
    after = between_rounds(setup, state.round + 1, sheet)
    scored = RoundScored(**asdict(line), round=state.round, totals=scores, ahead=leading(scores))
    events = (*events, scored)
    if after.phase is Phase.OVER:
        events = (*events, GameEnded(outcome(setup.rules, after).winners, scores))
    return Step(after, events)
