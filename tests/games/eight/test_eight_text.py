"""Actions and positions as text."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.eight.helpers import (
    FIRST,
    FIRST_PLACES,
    FLOPS,
    SECOND,
    SECOND_PLACES,
    cards,
    deal,
    dealt,
    game,
    play,
    refused,
    walk,
)

from korthus.core.cards import Card
from korthus.core.errors import InvalidAction, InvalidState, KorthusError
from korthus.games.eight.actions import Deal, Lock, Place, PlaceCard, TakeBack
from korthus.games.eight.boards import Board
from korthus.games.eight.options import EightRules
from korthus.games.eight.state import Phase

HANDS = f"{FLOPS}; hand 0: {FIRST}; hand 1: {SECOND}"
DONE = (
    "board a: Qs Js Ts 3s 4d; board b: Ah Kh Qh Jh Th; board c: 2c 3h 5d Kd Kc;"
    "placed 0: A As 9d 8c 2h, B 2s 6d, C Ac 4h; placed 1: A 9s 5s 7d 7c, B 8d 8h, C Ks Qd"
)


@pytest.mark.parametrize(
    "text",
    [
        FIRST_PLACES,
        "PLACE a: as 9D 8c 2H, b: 2s 6d, c: ac 4h",
        "place A As 9d 8c 2h B 2s 6d C Ac 4h",
        "  place   C: 4h Ac,B: 6d 2s,  A: 2h 8c 9d As ",
        "place As 9d 8c 2h / 2s 6d / Ac 4h",
        "place As 9d 8c 2h/2s 6d/Ac 4h",
    ],
)
def test_E22_a_placement_may_be_written_in_several_ways(text: str) -> None:
    assert game().parse(text) == Place.of(cards("As 9d 8c 2h"), cards("2s 6d"), cards("Ac 4h"))


def test_E22_other_actions() -> None:
    rules = game()
    assert rules.parse("put 10d b") == rules.parse("put Td B") == PlaceCard(Card.DT, Board.B)
    assert rules.parse("take as") == TakeBack(Card.SA)
    assert rules.parse("Lock") == Lock()
    assert rules.parse("deal As Kd") == Deal(cards("As Kd"))
    assert str(rules.parse("place As / Kd /")) == "place A: As, B: Kd, C:"


@pytest.mark.parametrize("preset", EightRules.presets)
def test_E22_every_action_has_its_own_text(preset: str) -> None:
    rules = game(preset, hands=1)
    for before, _ in walk(rules, 2):
        legal = rules.legal_actions(before)
        assert [rules.parse(str(action)) for action in legal] == list(legal)
        assert len({str(action) for action in legal}) == len(legal)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "UNKNOWN_ACTION"),
        ("place", "UNKNOWN_ACTION"),
        ("fold", "UNKNOWN_ACTION"),
        ("lock now", "UNKNOWN_ACTION"),
        ("put As", "UNKNOWN_ACTION"),
        ("put As A B", "UNKNOWN_ACTION"),
        ("put As D", "UNKNOWN_BOARD"),
        ("place A: As, D: 2c", "UNKNOWN_BOARD"),
        ("place As / 2c / 3c / 4c", "UNKNOWN_BOARD"),
        ("put 1s A", "UNKNOWN_CARD"),
        ("place A: As Xx", "UNKNOWN_CARD"),
        ("take {card}", "UNKNOWN_CARD"),
        ("deal A", "UNKNOWN_CARD"),
        ("x" * 1_000_000, "TOO_LONG"),
    ],
)
def test_E19_text_that_is_no_action(text: str, code: str) -> None:
    with pytest.raises(InvalidAction) as caught:
        game().parse(text)
    assert caught.value.code == code
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("text", ["markdown", "Copy", "Edit"])
def test_EI21_the_copied_buttons_of_the_document_mean_nothing(text: str) -> None:
    with pytest.raises(InvalidAction):
        game().parse(text)


@given(st.text(max_size=60))
def test_E19_any_text_is_an_action_or_refused(text: str) -> None:
    rules = game()
    try:
        action = rules.parse(text)
    except KorthusError:
        return
    assert rules.parse(str(action)) == action


@pytest.mark.parametrize("preset", EightRules.presets)
@pytest.mark.parametrize("hidden", [True, False])
def test_E17_positions_round_trip(preset: str, hidden: bool) -> None:
    rules = game(preset, hands=2, hidden_placement=hidden)
    for seed in range(3):
        for _, step in walk(rules, seed):
            text = rules.format_state(step.state)
            assert rules.parse_state(text) == step.state
            assert rules.parse_state(text.replace("; ", "\n").lower()) == step.state


def test_E17_what_is_left_out_follows_from_the_rest() -> None:
    rules = game()
    assert rules.parse_state("") == rules.new()
    state = rules.parse_state(HANDS)
    assert (state.phase, state.turn, state.dealer, state.bankrolls, state.ante) == (
        Phase.PLACE,
        0,
        1,
        (950, 950),
        50,
    )
    placed = rules.parse_state(f"{FLOPS}; placed 0: A As 9d 8c 2h, B 2s 6d, C Ac 4h; hand 1: {SECOND}")
    assert placed == play(rules, dealt(rules), FIRST_PLACES).state
    both = play(rules, dealt(rules), FIRST_PLACES, SECOND_PLACES, deal("3s 4d")).state
    assert rules.parse_state(rules.format_state(both).replace("bankrolls: 950/984; ", "")) == both
    last = game(hands=1)
    end = last.parse_state(DONE)
    assert (end.phase, end.bankrolls, end.winners) == (Phase.OVER, (1000, 1000), ((1,), (0, 1), (0,)))


@pytest.mark.parametrize(
    ("preset", "text", "code"),
    [
        ("standard", "boards: As", "UNKNOWN_PART"),
        ("standard", "number: 0", "BAD_HAND_NUMBER"),
        ("standard", "number: 11", "BAD_HAND_NUMBER"),
        ("standard", "number: x", "BAD_NUMBER"),
        ("standard", "dealer: 2", "BAD_DEALER"),
        ("standard", "phase: place", "PHASE_WITHOUT_BOARDS"),
        ("standard", "hand 0: As", "NO_BOARDS"),
        ("standard", "bankrolls: 0/2000", "NO_CHIPS_LEFT"),
        ("standard", "bankrolls: 1000/1001", "BAD_CHIPS"),
        ("standard", "bankrolls: 2000", "TWO_NUMBERS"),
        ("standard", "bonus: 100/0", "SWEEP_BALANCE"),
        ("standard", f"{HANDS}; bonus: 100/-50", "SWEEP_BALANCE"),
        ("standard", "bankrolls: 1000/x", "BAD_NUMBER"),
        ("standard", f"{FLOPS}; hand 0: {FIRST}", "HAND_COUNT"),
        ("standard", f"{FLOPS}; hand 0: {FIRST} 3d; hand 1: {SECOND}", "HAND_COUNT"),
        ("standard", f"{FLOPS}; hand 0: {FIRST}; hand 1: Zz", "UNKNOWN_CARD"),
        ("standard", f"{FLOPS}; hand 0: {FIRST}; hand 1: {SECOND.replace('9s', 'As')}", "CARD_TWICE"),
        ("standard", f"{HANDS.replace('Qs Js Ts', 'Qs Js')}", "BOARD_COUNT"),
        ("standard", f"{HANDS.replace('Qs Js Ts', 'Qs Js Ts 3d 4d')}", "BOARD_TOO_EARLY"),
        ("standard", f"{HANDS}; locked: 0", "LOCKED_MISMATCH"),
        ("standard", f"{HANDS}; locked: 7", "BAD_LOCKED"),
        ("standard", f"{HANDS}; plo: A", "PLO_TOO_EARLY"),
        ("standard", f"{HANDS}; plo: D", "BAD_PLO"),
        ("standard", f"{HANDS}; to act: 1", "TURN_OF"),
        ("standard", f"{HANDS}; phase: runout", "BAD_PHASE"),
        ("standard", f"{HANDS}; ante: 0", "BAD_ANTE"),
        ("standard", f"{HANDS}; ante: 51", "BAD_ANTE"),
        ("standard", f"{HANDS}; bankrolls: 950/951", "BAD_CHIPS"),
        ("standard", f"{HANDS}; bankrolls: -50/1950", "NEGATIVE_CHIPS"),
        ("standard", f"{HANDS}; burnt: 3d", "BURN_COUNT"),
        ("standard", f"{HANDS}; taken: 1/0", "TOO_MANY_TAKE_BACKS"),
        ("standard", f"{HANDS}; shown 0: As", "KNOWN_NEEDS_OPEN"),
        ("standard", f"{HANDS}; shown 0: Ks", "SHOWN_NOT_HELD"),
        ("standard", f"{HANDS.replace('hand 0', 'placed 0')}", "BOARD_FIRST"),
        ("standard", f"{FLOPS}; placed 0: A {FIRST}; hand 1: {SECOND}", "SPLIT_IMPOSSIBLE"),
        ("standard", f"{FLOPS}; hand 0: {FIRST}; placed 1: A 9s 5s 7d 7c, B 8d 8h, C Ks Qd", "DEALER_LAST"),
        ("standard", DONE, "SESSION_GOES_ON"),
        ("standard", DONE.replace("Ah Kh Qh Jh Th", "Ah Ah Ah Ah Ah"), "CARD_TWICE"),
        ("standard", DONE.replace("C Ks Qd", "C Ks Qd; to act: 0"), "NOBODY_TO_ACT"),
        ("standard", DONE.replace("A 9s 5s 7d 7c, B 8d 8h", "A 9s 5s, B 8d 8h 7d 7c"), "TWO_PLO_BOARDS"),
        ("standard", DONE.replace("placed 0", "plo: B; placed 0"), "PLO_ELSEWHERE"),
        ("standard", DONE.replace("Qs Js Ts 3s 4d", "Qs Js Ts"), "BAD_RUNOUT"),
        ("alternating", f"{HANDS}; locked: 0", "LOCKED_TOO_EARLY"),
        ("alternating", f"{HANDS}; to act: 2", "TURN_OF"),
        ("alternating", f"{HANDS}; taken: 1625/0", "TOO_MANY_TAKE_BACKS"),
        ("alternating", f"{HANDS}; taken: -1/0", "TOO_MANY_TAKE_BACKS"),
        (
            "alternating",
            f"{FLOPS}; placed 0: A As 9d 8c, B 2h 2s 6d; hand 0: Ac 4h; hand 1: {SECOND}",
            "SPLIT_IMPOSSIBLE",
        ),
        (
            "alternating",
            f"{FLOPS}; placed 0: A As 9d 8c; hand 0: 2h 2s 6d Ac 4h; hand 1: {SECOND}; plo: B",
            "SPLIT_IMPOSSIBLE",
        ),
    ],
)
def test_E19_impossible_positions_are_refused(preset: str, text: str, code: str) -> None:
    with pytest.raises(InvalidState) as caught:
        game(preset).parse_state(text)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("preset", "text", "seat"),
    [
        ("standard", f"{FLOPS}; hand 0: {FIRST} 3d; hand 1: {SECOND}", "Seat 1 must have 8 cards"),
        ("standard", f"{FLOPS}; hand 0: {FIRST}", "Seat 2 must have 8 cards"),
        ("standard", f"{HANDS}; to act: 1", "turn of seat 1"),
        ("alternating", f"{HANDS}; to act: 2", "turn of seat 1"),
        ("standard", f"{FLOPS}; placed 0: A {FIRST}; hand 1: {SECOND}", "cards of seat 1"),
    ],
)
def test_what_is_wrong_with_a_position_counts_seats_from_one(preset: str, text: str, seat: str) -> None:
    with pytest.raises(InvalidState, match=seat):
        game(preset).parse_state(text)


def test_E19_where_the_house_pays_the_chips_need_not_add_up() -> None:
    rules = game(sweep_source="house")
    assert rules.parse_state("number: 2; bankrolls: 1150/950").bankrolls == (1150, 950)
    assert rules.parse_state(f"{HANDS}; bankrolls: 1100/900").bankrolls == (1100, 900)


def test_E19_things_that_are_no_positions_or_actions() -> None:
    rules = game()
    with pytest.raises(InvalidState):
        rules.parse_state("x" * 1_000_000)
    nonsense: Any = "a position"
    for ask in (
        rules.to_act,
        rules.legal_actions,
        rules.outcome,
        rules.format_state,
        lambda state: rules.view(state, 0),
        lambda view: rules.sample(view, random.Random(1)),
        lambda view: rules.choices(view),
    ):
        with pytest.raises(InvalidState):
            ask(nonsense)
    assert refused(rules, dealt(rules), "put As A").code == "WRONG_MODE"
