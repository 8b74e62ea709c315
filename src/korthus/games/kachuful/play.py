"""The course of a game: deal, bid, play, score, and again."""

from __future__ import annotations

from collections import Counter

from korthus.core.cards import Card, Suit, in_order
from korthus.core.protocol import CHANCE, Event, Step
from korthus.games.kachuful.actions import BIDS, PLAYS, Bid, Deal, Play
from korthus.games.kachuful.errors import illegal
from korthus.games.kachuful.events import (
    BidMade,
    CardPlayed,
    CardsDealt,
    GameWon,
    HandDealt,
    RoundScored,
    RoundStarted,
    TrickWon,
)
from korthus.games.kachuful.notation import CARD_TEXT
from korthus.games.kachuful.rules import (
    get_bidding_order,
    get_trick_winner,
    get_trump_suit,
    is_game_complete,
    legal_bids,
)
from korthus.games.kachuful.scoring import final_outcome, score_round, totals
from korthus.games.kachuful.setup import Setup
from korthus.games.kachuful.state import KachufulState, Phase, RoundScore, Trick


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


# -- what is legal ---------------------------------------------------------------------------------


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


def open_cards(setup: Setup, hand: tuple[Card, ...], led: Suit | None) -> tuple[Card, ...]:
    """The cards of a hand that may be played when ``led`` was led (None: to lead), copies included."""
    if led is not None and setup.rules.must_follow:
        following = tuple([card for card in hand if card.suit is led])
        if following:
            return following
    return hand


def bid_choices(setup: Setup, round_number: int, bids: tuple[int | None, ...]) -> tuple[Bid, ...]:
    """The legal bids as actions."""
    return tuple([BIDS[count] for count in open_bids(setup, round_number, bids)])


def play_choices(setup: Setup, hand: tuple[Card, ...], led: Suit | None) -> tuple[Play, ...]:
    """The legal plays as actions, equal cards once."""
    cards = open_cards(setup, hand, led)
    if setup.rules.decks > 1:
        return tuple([PLAYS[card] for card in dict.fromkeys(cards)])
    return tuple([PLAYS[card] for card in cards])


# -- what happens ----------------------------------------------------------------------------------


def deal(setup: Setup, state: KachufulState, action: Deal) -> Step[KachufulState]:
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
    for place, seat in enumerate(order):
        hands[seat] = in_order(cards[place::seats])
    events: list[Event] = [
        RoundStarted(state.round, count, get_trump_suit(state.round), dealer),
        CardsDealt(count),
    ]
    events += [HandDealt(seat, hands[seat], audience=seat) for seat in order]
    return Step(
        KachufulState(
            Phase.BID,
            order[0],
            state.round,
            tuple(hands),
            state.bids,
            order[0],
            (),
            (),
            state.won,
            state.sheet,
        ),
        tuple(events),
    )


def bid(setup: Setup, state: KachufulState, action: Bid) -> Step[KachufulState]:
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
    phase, turn, leader = Phase.BID, (seat + 1) % setup.seats, state.leader
    if None not in bids:
        phase, turn = Phase.PLAY, first_leader(setup, state.round, bids)
        leader = turn
    return Step(
        KachufulState(phase, turn, state.round, state.hands, bids, leader, (), (), state.won, state.sheet),
        (BidMade(seat, count),),
    )


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


def play(setup: Setup, state: KachufulState, action: Play) -> Step[KachufulState]:
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
        raise illegal("NO_CARD")
    if card not in open_cards(setup, hand, led):
        if card not in hand:
            raise illegal("NOT_IN_HAND", card=CARD_TEXT[card])
        assert led is not None
        raise illegal("MUST_FOLLOW", suit=led.symbol)
    place = hand.index(card)
    hands = (*hands[:seat], hand[:place] + hand[place + 1 :], *hands[seat + 1 :])
    trick = (*trick, card)
    played = CardPlayed(seat, card)
    if len(trick) < setup.seats:
        return Step(
            KachufulState(
                Phase.PLAY,
                (seat + 1) % setup.seats,
                state.round,
                hands,
                state.bids,
                state.leader,
                trick,
                state.tricks,
                state.won,
                state.sheet,
            ),
            (played,),
        )
    leader = state.leader
    trump = get_trump_suit(state.round)
    winner = (leader + get_trick_winner(trick, trick[0].suit, trump)) % setup.seats
    won = (*state.won[:winner], state.won[winner] + 1, *state.won[winner + 1 :])
    events = (played, TrickWon(winner, leader, trick))
    if hands[0]:
        tricks = (*state.tricks, Trick(leader, trick, winner))
        return Step(
            KachufulState(
                Phase.PLAY, winner, state.round, hands, state.bids, winner, (), tricks, won, state.sheet
            ),
            events,
        )
    return _end_round(setup, state, won, events)


def _end_round(
    setup: Setup, state: KachufulState, won: tuple[int, ...], events: tuple[Event, ...]
) -> Step[KachufulState]:
    bids = tuple([bid for bid in state.bids if bid is not None])
    line = score_round(setup.rules, setup.cards(state.round), bids, won)
    sheet = (*state.sheet, line)
    scores = totals(sheet, setup.seats)
    after = between_rounds(setup, state.round + 1, sheet)
    events = (*events, RoundScored(state.round, bids, won, line.points, scores))
    if after.phase is Phase.OVER:
        events = (*events, GameWon(final_outcome(setup.rules, sheet, setup.seats).winners, scores))
    return Step(after, events)
