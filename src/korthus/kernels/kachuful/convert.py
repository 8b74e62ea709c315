"""Kachuful from the rules to the kernel and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from korthus.core.cards import DECK, ORDER, Card, Suit
from korthus.core.phrases import Phrase
from korthus.games.kachuful.actions import BIDS as BID_ACTIONS
from korthus.games.kachuful.actions import PLAYS as PLAY_ACTIONS
from korthus.games.kachuful.actions import Bid, Deal, KachufulAction, Play
from korthus.games.kachuful.game import Kachuful
from korthus.games.kachuful.options import KachufulRules
from korthus.games.kachuful.play import between_rounds
from korthus.games.kachuful.rules import ScoringVariant, get_trump_suit
from korthus.games.kachuful.scoring import score_round
from korthus.games.kachuful.setup import Setup
from korthus.games.kachuful.state import KachufulState, Phase, RoundScore
from korthus.games.kachuful.tricks import tricks_in_turn
from korthus.kernels.kachuful import layout as at
from korthus.kernels.kachuful.layout import Packed
from korthus.kernels.kachuful.play import apply
from korthus.kernels.known_rules import empty_state

_BIT: Final[dict[Card, int]] = {card: 16 * (order // 13) + order % 13 for card, order in ORDER.items()}
_CARD: Final[dict[int, Card]] = {bit: card for card, bit in _BIT.items()}
_LANES: Final[dict[Suit, int]] = {suit: at.LANE << 16 * number for number, suit in enumerate(Suit)}

_SCORINGS: Final = {
    ScoringVariant.STANDARD: at.STANDARD,
    ScoringVariant.HIGH_INCENTIVE: at.HIGH_INCENTIVE,
    ScoringVariant.MEDIUM_INCENTIVE: at.MEDIUM_INCENTIVE,
    ScoringVariant.POINT_PER_TRICK: at.POINT_PER_TRICK,
}
_LEADERS: Final = {
    "left_of_dealer": at.LEFT_OF_DEALER,
    "highest_bidder": at.HIGHEST_BIDDER,
    "dealer": at.DEALER_LEADS,
}
_ACCURACIES: Final = {"exact_hits": at.EXACT_HITS, "total_deviation": at.TOTAL_DEVIATION}
_SCHEDULES: Final = {"spec": at.SPEC, "zigzag": at.ZIGZAG, "descending": at.DESCENDING}


def supports(rules: KachufulRules) -> str | None:
    """None, or the sentence that says which option the kernel does not know."""
    if rules.decks > 1:
        return Phrase(
            "tools.kernel.one_deck",
            "Compiled Kachuful plays with one deck, not with {decks}.",
            decks=rules.decks,
        )
    return None


def pack(game: Kachuful, state: KachufulState) -> Packed:
    """The state as an array of ``SIZE`` numbers.

    Raises:
        ValueError: the kernel does not know these rules, or has no room for so many seats.
    """
    s = empty_state(at.SIZE, supports(game.rules))
    if len(state.hands) > at.MAX_SEATS:
        raise ValueError(f"the kernel has room for {at.MAX_SEATS} seats, not for {len(state.hands)}")
    setup = game.setup(len(state.hands))
    _pack_rules(s, setup)
    s[at.BIDS : at.BIDS + at.MAX_SEATS] = -1
    s[at.ROUND] = state.round
    _pack_sheet(s, setup.seats, state.sheet)
    match state.phase:
        case Phase.DEAL:
            s[at.TURN] = at.DEALING
        case Phase.OVER:
            s[at.TURN] = at.OVER
        case Phase.BID | Phase.PLAY:
            assert state.turn is not None
            s[at.TURN] = state.turn
            _pack_round(s, setup, state)
    return s


def _pack_rules(s: Packed, setup: Setup) -> None:
    rules = setup.rules
    s[at.SEATS] = setup.seats
    s[at.SCORING] = _SCORINGS[rules.scoring]
    s[at.FIRST_LEADER] = _LEADERS[rules.first_leader]
    s[at.RESTRICTED] = rules.dealer_restriction
    s[at.FREE] = 0 if rules.must_follow else at.ALL_CARDS
    s[at.ACCURACY] = _ACCURACIES[rules.bid_accuracy]
    s[at.SCHEDULE] = _SCHEDULES[rules.schedule]
    # Too many players may have made both smaller than the options say.
    s[at.START] = setup.schedule[0]
    s[at.ROUNDS] = setup.total_rounds
    s[at.FIRST_DEALER] = rules.starting_dealer
    s[at.DECK] = _bits(setup.deck)
    s[at.WIDTH] = (52 // setup.seats).bit_length()


def _pack_round(s: Packed, setup: Setup, state: KachufulState) -> None:
    seats = setup.seats
    trump = get_trump_suit(state.round).suit
    s[at.CARDS] = setup.cards(state.round)
    s[at.TRUMP] = 0 if trump is None else _LANES[trump]
    s[at.LIFT] = 0 if trump is None else 48 - 16 * [*Suit].index(trump)
    s[at.DEALER] = setup.dealer(state.round)
    s[at.TO_BID] = state.bids.count(None)
    s[at.BID_SUM] = sum(bid for bid in state.bids if bid is not None)
    s[at.LEADER] = state.leader
    s[at.LEFT] = s[at.CARDS] - sum(state.won)
    s[at.HANDS : at.HANDS + seats] = [_bits(hand) for hand in state.hands]
    s[at.BIDS : at.BIDS + seats] = [-1 if bid is None else bid for bid in state.bids]
    s[at.WON : at.WON + seats] = state.won
    listed = [_BIT[card] for trick in state.tricks for card in trick.cards]
    s[at.FIRST] = state.tricks[0].leader if state.tricks else state.leader
    s[at.LISTED] = len(listed)
    s[at.PLAYS : at.PLAYS + len(listed)] = listed
    # The trick being played is put back into the hands and played again, one card after the other.
    if state.trick:
        s[at.TURN] = state.leader
        for index, card in enumerate(state.trick):
            s[at.HANDS + (state.leader + index) % seats] |= _bits([card])
        for card in state.trick:
            apply(s, _BIT[card])


def _pack_sheet(s: Packed, seats: int, sheet: tuple[RoundScore, ...]) -> None:
    width = int(s[at.WIDTH])
    s[at.LINES] = len(sheet)
    for number, line in enumerate(sheet):
        word = 0
        for each in reversed((*line.bids, *line.won)):
            word = word << width | each
        s[at.SHEET + number] = word
    for seat in range(seats):
        s[at.POINTS + seat] = sum(line.points[seat] for line in sheet)
        s[at.HITS + seat] = sum(line.hits[seat] for line in sheet)
        s[at.OFF + seat] = sum(abs(line.bids[seat] - line.won[seat]) for line in sheet)


def unpack(game: Kachuful, packed: Packed) -> KachufulState:
    """The state of the rules that an array holds; ``game`` is the one it was packed for."""
    s: list[int] = packed.tolist()
    seats = s[at.SEATS]
    setup = game.setup(seats)
    sheet = _unpack_sheet(s, setup)
    turn = s[at.TURN]
    if turn < 0:
        return between_rounds(setup, s[at.ROUND], sheet)
    bids = tuple([None if bid < 0 else bid for bid in s[at.BIDS : at.BIDS + seats]])
    played = tuple([_CARD[index] for index in s[at.PLAYS : at.PLAYS + s[at.LISTED]]])
    done = len(played) - s[at.ON_TABLE]
    tricks = [played[start : start + seats] for start in range(0, done, seats)]
    return KachufulState(
        phase=Phase.BID if s[at.TO_BID] else Phase.PLAY,
        turn=turn,
        round=s[at.ROUND],
        hands=tuple([_cards(bits) for bits in s[at.HANDS : at.HANDS + seats]]),
        bids=bids,
        leader=s[at.LEADER],
        trick=played[done:],
        tricks=tricks_in_turn(tricks, s[at.FIRST], s[at.ROUND], seats),
        won=tuple(s[at.WON : at.WON + seats]),
        sheet=sheet,
    )


def _unpack_sheet(s: list[int], setup: Setup) -> tuple[RoundScore, ...]:
    width, seats, lines = s[at.WIDTH], setup.seats, s[at.LINES]
    # A position written without its scores has no lines for the rounds before it.
    first = s[at.ROUND] - lines
    sheet = []
    for number, word in enumerate(s[at.SHEET : at.SHEET + lines]):
        values = [word >> width * index & (1 << width) - 1 for index in range(2 * seats)]
        cards = setup.cards(first + number)
        sheet.append(score_round(setup.rules, cards, tuple(values[:seats]), tuple(values[seats:])))
    return tuple(sheet)


def encode(game: Kachuful, packed: Packed, action: KachufulAction) -> int:
    """The number of a bid or a play.

    Raises:
        ValueError: a deal has no number; ``deal`` draws it.
    """
    match action:
        case Play(card=card):
            return _BIT[card]
        case Bid(count=count):
            return at.BID + count
        case Deal():
            raise ValueError("a deal is drawn by the kernel and has no number")


def decode(game: Kachuful, packed: Packed, code: int) -> Bid | Play:
    """The action of a number."""
    return BID_ACTIONS[code - at.BID] if code >= at.BID else PLAY_ACTIONS[_CARD[code]]


def _bits(cards: Iterable[Card]) -> int:
    return sum(1 << _BIT[card] for card in cards)


def _cards(bits: int) -> tuple[Card, ...]:
    return tuple([card for card in DECK if bits >> _BIT[card] & 1])
