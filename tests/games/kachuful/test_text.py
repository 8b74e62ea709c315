"""Actions and positions as text: they read back, and nonsense is refused with a code."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.games.kachuful.test_play import GAME, OPTIONS, THREE, make, playout

from korthus.core.cards import DECK, Card
from korthus.core.errors import InvalidAction, InvalidState, KorthusError
from korthus.games.kachuful import Bid, Deal, Kachuful, KachufulRules, Phase, Play


@given(st.sampled_from(DECK))
def test_plays_read_back(card: Card) -> None:
    action = Play(card)
    assert GAME.parse(str(action)) == action
    for text in (card.value, card.pretty, card.value.upper(), f"  PLAY   {card.value}  ", f"p {card.value}"):
        assert GAME.parse(text) == action


@given(st.integers(-99, 999))
def test_bids_read_back(count: int) -> None:
    assert GAME.parse(str(Bid(count))) == Bid(count)


@given(st.lists(st.sampled_from(DECK), max_size=104))
def test_deals_read_back(cards: list[Card]) -> None:
    deal = Deal(tuple(cards))
    assert GAME.parse(str(deal)) == deal


def test_the_suit_comes_first() -> None:
    assert [str(Play(card)) for card in (Card.HA, Card.ST, Card.D2)] == ["play HA", "play S10", "play D2"]
    for text in ("HT", "th", "10h", "h10", "10♥", "♥10", "T♥"):
        assert GAME.parse(text) == Play(Card.HT)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "UNKNOWN_ACTION"),
        ("3", "UNKNOWN_ACTION"),
        ("bid", "UNKNOWN_ACTION"),
        ("bid three", "UNKNOWN_ACTION"),
        ("bid 3 4", "UNKNOWN_ACTION"),
        ("bid 99999", "UNKNOWN_ACTION"),
        ("bid ٣", "UNKNOWN_ACTION"),
        ("bid 1.5", "UNKNOWN_ACTION"),
        ("play", "UNKNOWN_ACTION"),
        ("play HH", "UNKNOWN_CARD"),
        ("play H1", "UNKNOWN_CARD"),
        ("play HA HK", "UNKNOWN_ACTION"),
        ("deal HA ZZ", "UNKNOWN_CARD"),
        ("fold", "UNKNOWN_ACTION"),
        ("x" * 1_000_000, "TOO_LONG"),
    ],
)
def test_nonsense_is_refused(text: str, code: str) -> None:
    with pytest.raises(InvalidAction) as refused:
        GAME.parse(text)
    assert refused.value.code == code
    assert len(refused.value.reason) < 200


@given(st.text())
@example("deal")
def test_any_text_is_an_action_or_refused(text: str) -> None:
    try:
        action = GAME.parse(text)
    except InvalidAction:
        return
    assert GAME.parse(str(action)) == action


@settings(max_examples=30)
@given(OPTIONS, st.integers(2, 10), st.integers(0, 10**6))
def test_positions_read_back(options: dict[str, Any], seats: int, seed: int) -> None:
    game = make(**options)
    trace, over = playout(game, seats, seed)
    states = [state for state, _, _ in trace]
    for state in (*random.Random(seed).sample(states, min(len(states), 25)), over):
        assert game.parse_state(game.format_state(state)) == state


def test_short_positions() -> None:
    state = THREE.parse_state("hand 0: S2 H3 D4; hand 1: C5 C6 C7; hand 2: HA HK HQ")
    assert (state.phase, state.turn, state.round, state.bids) == (Phase.BID, 1, 1, (None,) * 3)
    state = THREE.parse_state("hand 0: S2 H3 D4; hand 1: C5 C6 C7; hand 2: HA HK HQ; bids: - 2 -")
    assert (state.turn, state.bids) == (2, (None, 2, None))
    assert THREE.parse_state("seats: 4") == THREE.new(4)
    assert THREE.parse_state("") == THREE.new(2)
    state = THREE.parse_state("hand 0: S2 H3; hand 1: C6 C7; hand 2: HA HK; tricks: C5 HQ D4")
    assert (state.phase, state.bids, state.won, state.turn) == (Phase.PLAY, (0, 0, 0), (0, 1, 0), 1)
    state = THREE.parse_state("round: 5; won: 0 2 0; leader: 1; hand 0: S2; hand 2: C7; trick: HA")
    assert (state.turn, state.trick, state.tricks, state.won) == (2, (Card.HA,), (), (0, 2, 0))
    assert "won: 0 2 0; leader: 1" in THREE.format_state(state)
    assert THREE.parse_state(THREE.format_state(state)) == state
    assert THREE.parse_state("seats: 2; round: 6").phase is Phase.OVER


HANDS = "hand 0: S2 H3 D4; hand 1: C5 C6 C7; hand 2: HA HK HQ"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("hand 0 S2", "UNKNOWN_PART"),
        ("flop: S2", "UNKNOWN_PART"),
        ("round: 1; round: 2", "TWICE"),
        ("round: x", "BAD_NUMBER"),
        ("round: 0", "BAD_ROUND"),
        ("round: 7", "BAD_ROUND"),
        ("seats: 1", "BAD_SEATS"),
        ("seats: 53", "BAD_SEATS"),
        ("seats: 2; hand 2: HA", "NO_SUCH_SEAT"),
        ("hand 0: ZZ", "UNKNOWN_CARD"),
        ("hand 0: S2 S2 H3; hand 1: C5 C6 C7; hand 2: HA HK HQ", "TOO_MANY_OF"),
        ("bids: 1 1", "NOT_DEALT"),
        ("seats: 3; won: 0 0 0", "NOT_DEALT"),
        ("seats: 3; leader: 0", "NOT_DEALT"),
        ("seats: 3; round: 6; hand 0: S2", "GAME_IS_OVER"),
        (f"{HANDS}; bids: 1 1", "BAD_NUMBERS"),
        (f"{HANDS}; bids: 1 x -", "BAD_NUMBERS"),
        (f"{HANDS}; bids: 1 1111 -", "BAD_NUMBERS"),
        (f"{HANDS}; bids: 1 - -", "BIDS_OUT_OF_TURN"),
        (f"{HANDS}; bids: - 4 -", "BID_TOO_HIGH"),
        (f"{HANDS}; bids: 1 1 1", "BAD_BIDS"),
        ("hand 0: S2 H3 D4; hand 1: C6 C7; hand 2: HA HK HQ; bids: - 1 -; trick: C5", "BIDS_MISSING"),
        (f"{HANDS}; bids: 1 1 0; leader: 3", "BAD_LEADER"),
        ("hand 0: S2 H3; hand 1: C5 C6; hand 2: HA HK HQ", "HAND_SIZE"),
        ("hand 0: S2 H3 D4; hand 1: C6 C7; hand 2: HA HK; trick: C5", "HAND_SIZE"),
        ("hand 0: S2 H3; hand 1: C6 C7; hand 2: HA HK; tricks: C5 HQ", "BAD_TRICK"),
        ("hand 0: S2 H3; hand 1: C6 C7; hand 2: HA HK; trick: C5 HQ D4", "TRICK_FULL"),
        ("hand 0: S2 H3; hand 1: C6 C7; hand 2: HA HK; tricks: C5 HQ D4; won: 1 0 0", "BAD_WON"),
        ("hand 0: S2 C3; hand 1: C6 C7; hand 2: HA HK; tricks: C5 HQ D4", "REVOKE"),
        ("hand 0: S2; hand 1: C7; hand 2: HA; tricks: C5 HQ D4, C6 CK C3", "REVOKE"),
        ("seats: 3; tricks: C5 HQ D4, C6 HK S2, C7 HA H3; won: 2 1 0", "ROUND_OVER"),
        ("seats: 3; round: 2", ""),
        ("seats: 3; round: 2; scores: 1/1 1/1", "BAD_NUMBERS"),
        ("seats: 3; round: 2; scores: 1/1 1/1 1", "BAD_NUMBERS"),
        ("seats: 3; round: 2; scores: 1/1 1/1 1/1", "BAD_ROUND_SCORES"),
        ("seats: 3; round: 2; scores: 1/1 1/1 0/0", "BAD_ROUND_SCORES"),
        ("seats: 3; round: 2; scores: 1/1 1/1 0/1, 1/1 1/1 0/1", "BAD_SCORES"),
        ("seats: 3; round: 2; scores: 1/1 1/1 0/1", ""),
        ("x" * 1_000_000, "TOO_LONG"),
    ],
)
def test_impossible_positions_are_refused(text: str, code: str) -> None:
    if not code:
        state = THREE.parse_state(text)
        assert THREE.parse_state(THREE.format_state(state)) == state
        return
    with pytest.raises(InvalidState) as refused:
        THREE.parse_state(text)
    assert refused.value.code == code
    assert "{" not in refused.value.reason


def test_what_is_wrong_with_a_position_counts_seats_from_one() -> None:
    with pytest.raises(InvalidState, match="Seat 1 did not follow suit"):
        THREE.parse_state("hand 0: S2 C3; hand 1: C6 C7; hand 2: HA HK; tricks: C5 HQ D4")
    with pytest.raises(InvalidState, match="There is no seat 3"):
        THREE.parse_state("seats: 2; hand 2: HA")


def test_a_table_that_is_too_big_is_refused() -> None:
    with pytest.raises(InvalidState, match="TOO_MANY_CARDS"):
        GAME.parse_state("seats: 9")


def test_without_following_a_revoke_is_none() -> None:
    text = "hand 0: S2 C3; hand 1: C6 C7; hand 2: HA HK; tricks: C5 HQ D4"
    assert make(start_cards=3, must_follow=False).parse_state(text).turn == 1


@given(st.text(alphabet="0123456789ACDHKQSJacdhs :;,-/handbidswotrickleascxound\n"))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    try:
        state = THREE.parse_state(text)
    except InvalidState:
        return
    assert THREE.parse_state(THREE.format_state(state)) == state


def test_actions_sort_by_number_and_by_card() -> None:
    mixed: list[Bid | Play] = [*map(Play, DECK[::-1]), Bid(10), Bid(9)]
    assert sorted(mixed, key=GAME.sort_key) == [Bid(9), Bid(10), *map(Play, DECK)]
    assert GAME.sort_key(Deal(())) > GAME.sort_key(Play(Card.SA))


def test_wrong_types_are_refused() -> None:
    junk: Any
    for junk in (None, 3, b"bid 1", ["bid"]):
        with pytest.raises(KorthusError):
            GAME.parse(junk)
        with pytest.raises(KorthusError):
            GAME.parse_state(junk)
        with pytest.raises(KorthusError):
            GAME.format_state(junk)
        with pytest.raises(KorthusError):
            GAME.sample(junk, random.Random(1))
    with pytest.raises(KorthusError):
        Kachuful(object())  # type: ignore[arg-type]  # what is tested
    assert repr(Kachuful(KachufulRules(start_cards=3))) == "korthus.game('kachuful', start_cards=3)"
