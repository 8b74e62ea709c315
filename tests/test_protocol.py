"""What the base class itself promises, shown on the smallest game there is."""

from __future__ import annotations

import random

import msgspec
import pytest
from tests.support.high_card import CardPlayed, Deal, HandDealt, HighCard, HighCardRules, Play, TrickWon

from korthus.core.cards import Card
from korthus.core.chance import FairChance
from korthus.core.errors import (
    GameOver,
    IllegalAction,
    InvalidAction,
    InvalidOptions,
    InvalidRecord,
    InvalidState,
    KorthusError,
    NotYourTurn,
    StaleVersion,
    TooManyActions,
)
from korthus.core.protocol import CHANCE, MAX_STATE_TEXT, Action, rank_scores, visible

GAME = HighCard(HighCardRules(hand=1, rounds=1))
START = GAME.new()
DEALT = GAME.apply(START, GAME.parse("deal 9s As")).state
OVER = GAME.apply(GAME.apply(DEALT, Play(Card.S9)).state, Play(Card.SA)).state


class Other(Action, frozen=True):
    """No action of high card."""


@pytest.mark.parametrize("seats", [1, 5, 0, -1, True, 2.0, "2"])
def test_a_game_is_for_so_many_seats(seats: int) -> None:
    with pytest.raises(InvalidOptions, match="BAD_SEATS"):
        GAME.new(seats)


def test_a_new_game_has_the_least_number_of_seats_unless_told() -> None:
    assert len(GAME.new().hands) == 2
    assert len(GAME.new(4).hands) == 4


def test_to_act_is_a_seat_or_chance_or_nobody() -> None:
    assert (GAME.to_act(START), GAME.to_act(DEALT), GAME.to_act(OVER)) == (CHANCE, 0, None)


def test_legal_actions_are_empty_unless_a_seat_is_to_act() -> None:
    assert GAME.legal_actions(START) == ()
    assert GAME.legal_actions(DEALT) == (Play(Card.S9),)
    assert GAME.legal_actions(OVER) == ()


def test_apply_checks_in_this_order() -> None:
    with pytest.raises(GameOver):
        GAME.apply(OVER, Other(), seat=7)  # type: ignore[arg-type]
    with pytest.raises(NotYourTurn) as caught:
        GAME.apply(DEALT, Other(), seat=1)  # type: ignore[arg-type]
    assert (caught.value.params, caught.value.to_act) == ({"seat": 2}, 0)  # people count from one
    with pytest.raises(InvalidAction, match="WRONG_ACTION"):
        GAME.apply(DEALT, Other())  # type: ignore[arg-type]
    with pytest.raises(IllegalAction, match="NO_DEAL_NOW"):
        GAME.apply(DEALT, Deal(()))
    with pytest.raises(IllegalAction, match="DEAL_FIRST"):
        GAME.apply(START, Play(Card.S9))
    with pytest.raises(IllegalAction, match="NOT_IN_HAND"):
        GAME.apply(DEALT, Play(Card.S2))


def test_nobody_can_deal_from_a_seat() -> None:
    with pytest.raises(NotYourTurn, match="not the turn of seat 1") as caught:
        GAME.apply(START, Deal(()), seat=0)
    assert caught.value.to_act == CHANCE


def test_draw_needs_a_deal_to_be_due() -> None:
    assert GAME.draw(START, FairChance.seeded(1)) == GAME.draw(START, FairChance.seeded(1))
    for state in (DEALT, OVER):
        with pytest.raises(IllegalAction, match="NO_DEAL_NOW"):
            GAME.draw(state, FairChance.seeded(1))


def test_a_foreign_state_or_view_is_refused() -> None:
    for wrong in (None, GAME.view(START, 0), "state"):
        with pytest.raises(InvalidState, match="WRONG_STATE"):
            GAME.to_act(wrong)  # type: ignore[arg-type]
    with pytest.raises(InvalidState, match="WRONG_VIEW"):
        GAME.choices(START)  # type: ignore[arg-type]


def test_pick_takes_one_of_the_choices() -> None:
    assert GAME.pick(GAME.view(DEALT, 0), random.Random(1)) == Play(Card.S9)
    assert GAME.choices(GAME.view(DEALT, 1)) == GAME.choices(GAME.view(DEALT, None)) == ()


def test_text_is_limited() -> None:
    with pytest.raises(InvalidAction, match="TOO_LONG"):
        GAME.parse("x" * 2001)
    with pytest.raises(InvalidAction, match="WRONG_TYPE"):
        GAME.parse(b"play 9s")  # type: ignore[arg-type]
    with pytest.raises(InvalidState, match="TOO_LONG"):
        GAME.parse_state("x" * (MAX_STATE_TEXT + 1))
    with pytest.raises(InvalidState, match="WRONG_TYPE"):
        GAME.parse_state(None)  # type: ignore[arg-type]
    assert GAME.parse("  PLAY   9S ") == Play(Card.S9)


@pytest.mark.parametrize("raw", [b"", b"\xff\xfe", b"{", "7", b"[" * 100_000, '{"type":"no"}'])
def test_broken_json_is_refused(raw: bytes | str) -> None:
    for decode, error in (
        (GAME.decode_action, InvalidAction),
        (GAME.decode_event, InvalidState),
        (GAME.decode_view, InvalidState),
        (GAME.decode_state, InvalidState),
    ):
        with pytest.raises(error, match="BAD_JSON"):
            decode(raw)


def test_json_comes_back() -> None:
    for state in (START, DEALT, OVER):
        assert GAME.decode_state(msgspec.json.encode(state)) == state
        assert GAME.decode_view(msgspec.json.encode(GAME.view(state, 1))) == GAME.view(state, 1)
    assert GAME.decode_action('{"type":"play","card":"9s"}') == Play(Card.S9)
    event = TrickWon(seat=1)
    assert GAME.decode_event(msgspec.json.encode(event)) == event


def test_visible_keeps_what_a_seat_may_know() -> None:
    events = (
        CardPlayed(seat=0, card=Card.S9),
        HandDealt(cards=(), audience=0),
        HandDealt(cards=(), audience=1),
    )
    assert visible(events, None) == events[:1]
    assert visible(events, 0) == events[:2]
    assert visible(events, 1) == (events[0], events[2])


def test_ranks_group_equal_scores() -> None:
    assert rank_scores([0, 5, 5, -1]) == ((1, 2), (0,), (3,))


def test_games_are_values() -> None:
    assert HighCard(HighCardRules(hand=1, rounds=1)) == GAME
    assert HighCard(HighCardRules()) != GAME
    assert len({GAME, HighCard(HighCardRules(hand=1, rounds=1)), HighCard(HighCardRules())}) == 2
    assert repr(GAME) == "korthus.game('high_card', hand=1, rounds=1)"
    with pytest.raises(InvalidOptions, match="takes HighCardRules"):
        HighCard(None)  # type: ignore[arg-type]


def test_errors_carry_a_code_a_sentence_and_its_values() -> None:
    error = IllegalAction("CODE", "The {thing} is {state}.", thing="door", state="shut")
    assert (error.code, error.reason, str(error)) == ("CODE", "The door is shut.", "The door is shut. [CODE]")
    assert error.params == {"thing": "door", "state": "shut"}
    assert KorthusError("CODE", "A {brace} stays.").reason == "A {brace} stays."
    assert str(StaleVersion(3, 5)) == "That was meant for position 3, but the table is at 5. [STALE_VERSION]"
    assert TooManyActions(10).params == {"limit": 10}
    assert InvalidRecord("CODE", "No.", step=4).step == 4
    assert InvalidRecord("CODE", "No.").step is None
    assert str(NotYourTurn(0, 1)) == "It is not the turn of seat 1. [NOT_YOUR_TURN]"


def test_default_sort_key_and_chips() -> None:
    class Plain(HighCard):
        sort_key = HighCard.__mro__[1].sort_key  # type: ignore[attr-defined]

    assert Plain(HighCardRules()).sort_key(Play(Card.S9)) == "play 9s"
    assert GAME.chips(START) is None
