"""Positions as text.

A position is written in parts, and what follows from the others is left out::

    seats: 3; round: 2; hand 0: S9 HA; hand 1: C2 D10; hand 2: D4 DK; bids: 1 - 0; scores: 3/3 2/1 4/3

====== ===============================================================================================
hand N the cards of seat N
bids   by seat, ``-`` for none yet; left out once cards have been played, they count as 0
tricks the tricks of this round, each as its cards in order of play, with commas between
trick  the cards on the table, in order of play
won    tricks won in this round, by seat: needed only if earlier ones are not listed in ``tricks``
leader who led the first trick that is written: needed only if the bidding does not tell
scores the rounds before, each as bid/won by seat, with commas between; left out, nobody has points
====== ===============================================================================================
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from korthus.core.cards import Card, Suit, in_order
from korthus.core.errors import InvalidOptions, InvalidState
from korthus.core.text import read_int, read_parts, read_words, write_parts
from korthus.games.kachuful.errors import impossible
from korthus.games.kachuful.notation import find_card, write_cards, written
from korthus.games.kachuful.options import MAX_SEATS, KachufulRules
from korthus.games.kachuful.play import between_rounds, first_leader
from korthus.games.kachuful.rules import get_bidding_order, validate_bids, validate_results
from korthus.games.kachuful.scoring import score_round
from korthus.games.kachuful.setup import Setup, set_up
from korthus.games.kachuful.state import KachufulState, Phase, RoundScore, Trick
from korthus.games.kachuful.tricks import tricks_in_turn

_HANDS: Final = tuple(f"hand {seat}" for seat in range(MAX_SEATS))
_KEYS: Final = ("seats", "round", *_HANDS, "bids", "won", "leader", "tricks", "trick", "scores")
#: The keys as a person is told them.
_NAMED: Final = ("seats", "round", "hand N", *_KEYS[2 + MAX_SEATS :])
_NUMBER: Final = re.compile(r"[0-9]{1,3}")
_LINE: Final = re.compile(r"([0-9]{1,3})/([0-9]{1,3})")


def format_state(rules: KachufulRules, state: KachufulState) -> str:
    """The position in full, parts that follow from the others under these rules left out."""
    setup = set_up(rules, len(state.hands))
    parts = [("seats", str(setup.seats)), ("round", str(state.round))]
    parts += [(f"hand {seat}", write_cards(hand)) for seat, hand in enumerate(state.hands)]
    if any(bid is not None for bid in state.bids):
        parts.append(("bids", " ".join("-" if bid is None else str(bid) for bid in state.bids)))
    if state.phase is Phase.PLAY:
        listed = Counter(trick.winner for trick in state.tricks)
        if any(count != listed[seat] for seat, count in enumerate(state.won)):
            parts.append(("won", " ".join(map(str, state.won))))
        start = state.tricks[0].leader if state.tricks else state.leader
        if start != first_leader(setup, state.round, state.bids):
            parts.append(("leader", str(start)))
    parts.append(("tricks", ", ".join(write_cards(trick.cards) for trick in state.tricks)))
    parts.append(("trick", write_cards(state.trick)))
    parts.append(
        ("scores", ", ".join(" ".join(map("{}/{}".format, line.bids, line.won)) for line in state.sheet))
    )
    return write_parts(parts)


def parse_state(rules: KachufulRules, text: str) -> KachufulState:
    """The position of a text.

    Raises:
        InvalidState: it cannot be read, or cannot come up in a game under these rules.
    """
    parts = read_parts(text, _KEYS, _NAMED)
    setup = _read_setup(rules, parts)
    round_number = read_int(parts, "round", 1)
    if not 1 <= round_number <= setup.total_rounds + 1:
        raise InvalidState("BAD_ROUND", "round must be 1 to {last}.", last=setup.total_rounds + 1)
    sheet = _read_sheet(setup, parts, round_number)
    hands = tuple(in_order(_read_cards(parts.get(key, ""))) for key in _HANDS[: setup.seats])
    tricks = tuple(_read_cards(chunk) for chunk in parts.get("tricks", "").split(",") if chunk.strip())
    trick = _read_cards(parts.get("trick", ""))
    used = Counter(card for cards in (*hands, *tricks, trick) for card in cards)
    for card in used - Counter(setup.deck):
        raise InvalidState("TOO_MANY_OF", "{card} is there too often.", card=written(card))
    before = between_rounds(setup, round_number, sheet)
    if not used:
        for key in ("bids", "won", "leader"):
            if key in parts:
                raise InvalidState("NOT_DEALT", "There is {part}, but no cards are dealt.", part=key)
        return before
    if round_number > setup.total_rounds:
        raise InvalidState("GAME_IS_OVER", "After the last round there are no cards.")
    playing = bool(tricks or trick or "won" in parts or "leader" in parts)
    bids = _read_bids(setup, parts, round_number, playing)
    order = get_bidding_order(setup.dealer(round_number), setup.seats)
    if None in bids:
        _check_sizes(setup, round_number, hands, 0, ())
        turn = next(seat for seat in order if bids[seat] is None)
        return replace(before, phase=Phase.BID, turn=turn, hands=hands, bids=bids, leader=order[0])
    start = read_int(parts, "leader", first_leader(setup, round_number, bids))
    if not 0 <= start < setup.seats:
        raise InvalidState("BAD_LEADER", "leader must be 0 to {last}.", last=setup.seats - 1)
    if any(len(cards) != setup.seats for cards in tricks):
        raise InvalidState("BAD_TRICK", "A trick has {seats} cards.", seats=setup.seats)
    history = tricks_in_turn(tricks, start, round_number, setup.seats)
    leader = history[-1].winner if history else start
    won = _read_won(setup, parts, history)
    if len(trick) >= setup.seats:
        raise InvalidState("TRICK_FULL", "A complete trick belongs to tricks, not to trick.")
    begun = tuple((leader + index) % setup.seats for index in range(len(trick)))
    _check_sizes(setup, round_number, hands, sum(won), begun)
    if setup.rules.must_follow:
        _check_following(setup, hands, (*history, Trick(leader, trick, leader)))
    turn = (leader + len(trick)) % setup.seats
    return replace(
        before,
        phase=Phase.PLAY,
        turn=turn,
        hands=hands,
        bids=bids,
        leader=leader,
        trick=trick,
        tricks=history,
        won=won,
    )


def _read_setup(rules: KachufulRules, parts: Mapping[str, str]) -> Setup:
    hands = [seat for seat, key in enumerate(_HANDS) if key in parts]
    named = hands[-1] + 1 if hands else 0
    seats = read_int(
        parts, "seats", max(2, named, *(len(parts.get(key, "").split()) for key in ("bids", "won")))
    )
    if not 2 <= seats <= MAX_SEATS:
        raise InvalidState(
            "BAD_SEATS",
            "{game} is for {least} to {most} players, not {seats}.",
            game="kachuful",
            least=2,
            most=MAX_SEATS,
            seats=seats,
        )
    if hands and hands[-1] >= seats:
        raise InvalidState("NO_SUCH_SEAT", "There is no seat {seat}.", seat=hands[-1] + 1)
    try:
        return set_up(rules, seats)
    except InvalidOptions as error:
        raise InvalidState.of(error) from None


def _read_cards(text: str) -> tuple[Card, ...]:
    return read_words(text, find_card, lambda code: impossible("UNKNOWN_CARD", card=code))


def _read_numbers(setup: Setup, part: str, text: str) -> list[int | None]:
    words = text.split()
    if len(words) != setup.seats or not all(word == "-" or _NUMBER.fullmatch(word) for word in words):
        raise InvalidState(
            "BAD_NUMBERS", "{part} must be {seats} numbers, one for each seat.", part=part, seats=setup.seats
        )
    return [None if word == "-" else int(word) for word in words]


def _read_bids(
    setup: Setup, parts: Mapping[str, str], round_number: int, playing: bool
) -> tuple[int | None, ...]:
    tricks = setup.cards(round_number)
    if "bids" not in parts:
        return ((0 if playing else None),) * setup.seats
    bids = _read_numbers(setup, "bids", parts["bids"])
    dealer = setup.dealer(round_number)
    in_turn = [bids[seat] for seat in get_bidding_order(dealer, setup.seats)]
    made = [bid for bid in in_turn if bid is not None]
    if in_turn[: len(made)] != made:
        raise InvalidState("BIDS_OUT_OF_TURN", "Somebody has bid before their turn.")
    if len(made) < setup.seats and playing:
        raise InvalidState("BIDS_MISSING", "Cards have been played, but not everybody has bid.")
    if len(made) == setup.seats:
        verdict = validate_bids(
            made, tricks, setup.seats - 1, setup.seats, dealer_restriction=setup.rules.dealer_restriction
        )
    else:
        verdict = validate_bids([*made, 0], tricks, len(made), dealer_restriction=False)
    if not verdict.valid:
        if max(made) > tricks:
            raise InvalidState("BID_TOO_HIGH", "bids go from 0 to {tricks} in this round.", tricks=tricks)
        raise InvalidState(
            "BAD_BIDS",
            "The bids add up to the tricks ({tricks}), which the dealer cannot let be.",
            tricks=tricks,
        )
    return tuple(bids)


def _read_sheet(setup: Setup, parts: Mapping[str, str], round_number: int) -> tuple[RoundScore, ...]:
    if "scores" not in parts:
        return ()
    chunks = parts["scores"].split(",")
    if len(chunks) != round_number - 1:
        raise InvalidState(
            "BAD_SCORES",
            "scores must have {rounds} {rounds:round|rounds}, or be left out.",
            rounds=round_number - 1,
        )
    sheet = []
    for number, chunk in enumerate(chunks, start=1):
        found = [_LINE.fullmatch(word) for word in chunk.split()]
        pairs = [(int(each[1]), int(each[2])) for each in found if each]
        if len(pairs) != setup.seats or len(found) != setup.seats:
            raise InvalidState(
                "BAD_NUMBERS",
                "{part} must be {seats} numbers, one for each seat.",
                part="scores",
                seats=setup.seats,
            )
        bids, won = tuple(bid for bid, _ in pairs), tuple(tricks for _, tricks in pairs)
        cards = setup.cards(number)
        verdicts = (
            validate_bids(
                bids,
                cards,
                setup.dealer(number),
                setup.seats,
                dealer_restriction=setup.rules.dealer_restriction,
            ),
            validate_results(won, cards),
        )
        if not all(verdict.valid for verdict in verdicts):
            raise InvalidState(
                "BAD_ROUND_SCORES",
                "Round {number} of scores cannot have these bids and tricks.",
                number=number,
            )
        sheet.append(score_round(setup.rules, cards, bids, won))
    return tuple(sheet)


def _read_won(setup: Setup, parts: Mapping[str, str], history: tuple[Trick, ...]) -> tuple[int, ...]:
    listed = Counter(trick.winner for trick in history)
    if "won" not in parts:
        return tuple(listed[seat] for seat in range(setup.seats))
    won = tuple(count or 0 for count in _read_numbers(setup, "won", parts["won"]))
    if any(count < listed[seat] for seat, count in enumerate(won)):
        raise InvalidState("BAD_WON", "Somebody has won more tricks than won says.")
    return won


def _check_sizes(
    setup: Setup, round_number: int, hands: tuple[tuple[Card, ...], ...], done: int, begun: tuple[int, ...]
) -> None:
    left = setup.cards(round_number) - done
    if left < 1:
        raise InvalidState("ROUND_OVER", "All tricks of the round are won: no cards can be left.")
    for seat, hand in enumerate(hands):
        size = left - (seat in begun)
        if len(hand) != size:
            raise InvalidState(
                "HAND_SIZE",
                "hand {seat} must have {size} {size:card|cards}, not {given}.",
                seat=seat,
                size=size,
                given=len(hand),
            )


def _check_following(setup: Setup, hands: tuple[tuple[Card, ...], ...], tricks: tuple[Trick, ...]) -> None:
    void: list[set[Suit]] = [set() for _ in range(setup.seats)]

    def check(seat: int, card: Card) -> None:
        if card.suit in void[seat]:
            raise InvalidState(
                "REVOKE",
                "Seat {seat} did not follow suit before, yet has {card}.",
                seat=seat + 1,
                card=written(card),
            )

    for trick in tricks:
        for index, card in enumerate(trick.cards):
            seat = (trick.leader + index) % setup.seats
            check(seat, card)
            if card.suit is not trick.cards[0].suit:
                void[seat].add(trick.cards[0].suit)
    for seat, hand in enumerate(hands):
        for card in hand:
            check(seat, card)
