"""Whole matches: the mano, the target, the outcome, the options."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.mus.helpers import mus, only, passes, play

import korthus
from korthus.core.chance import FairChance
from korthus.core.errors import InvalidOptions, InvalidState
from korthus.core.protocol import CHANCE
from korthus.games.mus.events import (
    CardsDealt,
    CardsDiscarded,
    GameEnded,
    HandEnded,
    HandStarted,
    Passed,
    StonesScored,
)
from korthus.games.mus.options import MusRules
from korthus.games.mus.state import Phase
from korthus.testing import TreeCount, check_game, tree_count

A, B = "R R C 1", "R R S 1"


def test_UI4_the_mano_alternates() -> None:
    game = mus()
    state, _ = play(game, game.parse_state(f"cards 0: {A}; cards 1: {B}"), passes(4))
    assert (state.number, state.mano, state.phase) == (2, 1, Phase.DEAL)
    state, events = play(game, state, "deal R R C 1 R R S 1")
    assert only(events, HandStarted) == [HandStarted(number=2, mano=1, stones=(5, 1))]
    assert game.to_act(state) == 1
    assert state.hands == (game.parse_state(f"cards 0: {B}; cards 1: {A}").hands)
    state, _ = play(game, state, passes(4))
    assert (state.number, state.mano, state.stones) == (3, 0, (6, 6))


def test_UI4_the_first_mano_is_an_option() -> None:
    game = mus(first_mano=1)
    state, _ = play(game, game.new(), "deal R R C 1 R R S 1")
    assert (state.mano, state.turn) == (1, 1)
    assert [" ".join(cards) for cards in state.hands] == [B, A]


@pytest.mark.parametrize("target", [40, 35, 30])
def test_UI5_a_match_ends_at_the_target(target: int) -> None:
    game = mus(target_stones=target)
    state = game.parse_state(f"cards 0: {A}; cards 1: {B}; stones: {target - 5}, 2")
    state, events = play(game, state, passes(4))
    assert only(events, GameEnded) == [GameEnded(seat=0, stones=(target, 3))]
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.scores == (target, 3)
    assert outcome.ranking == ((0,), (1,))
    assert outcome.breakdown[0] == {
        "grande": 1, "chica": 0, "pares": 1, "juego": 3, "punto": 0, "brought": target - 5,
    }  # fmt: skip


def test_UI5_a_single_hand_counts_the_difference() -> None:
    """Proves: U-1."""
    game = mus("single_hand")
    state, events = play(game, game.new(), f"deal {A} {B}, {passes(4)}")
    assert only(events, HandEnded) == [HandEnded(number=1, gained=(5, 1), stones=(5, 1))]
    assert only(events, GameEnded) == []
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.scores == (4, -4)
    assert outcome.winners == (0,)
    assert outcome.breakdown[1] == {"grande": -1, "chica": 1, "pares": -1, "juego": -3, "punto": 0}


def test_UI5_a_single_hand_can_be_drawn() -> None:
    game = mus("single_hand", first_mano=1)
    state = game.parse_state("cards 0: 7 6 5 4; cards 1: S 6 5 1")
    state, _ = play(game, state, passes(3))
    outcome = game.outcome(state)
    assert outcome is not None
    assert sum(outcome.scores) == 0


def test_UI23_the_deck_is_eight_and_eight_unless_studied_with_another() -> None:
    assert MusRules().deck == (8, 4, 4, 4, 4, 4, 4, 8)
    assert len(mus().deck()) == 40
    small = mus(deck=(4, 0, 0, 0, 0, 0, 0, 4))
    assert "".join(small.deck()) == "RRRR1111"


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"target_stones": 41}, "BAD_OPTION"),
        ({"target_stones": "many"}, "BAD_OPTION"),
        ({"deck": (1, 1, 1, 1, 1, 1, 1, 0)}, "SMALL_DECK"),
        ({"deck": (8, 8)}, "BAD_OPTION"),
        ({"bets": (1,)}, "BAD_AMOUNTS"),
        ({"bets": (36,), "target_stones": 35}, "BAD_AMOUNTS"),
        ({"raises": (1,)}, "BAD_AMOUNTS"),
        ({"min_raise": 0}, "BAD_OPTION"),
        ({"first_mano": 2}, "BAD_OPTION"),
        ({"max_mus": 0}, "BAD_OPTION"),
        ({"deje_after_raise": "two"}, "BAD_OPTION"),
        ({"ordago": "perhaps"}, "BAD_OPTION"),
        ({"windy": True}, "UNKNOWN_OPTION"),
    ],
)
def test_options_are_checked(options: dict[str, object], code: str) -> None:
    with pytest.raises(InvalidOptions) as refusal:
        korthus.game("mus", None, **options)
    assert refusal.value.code == code


def test_options_are_read_from_text() -> None:
    rules = mus(target_stones="none", bets="2,5", ordago="false", deck="8,4,4,4,4,4,4,8").rules
    assert (rules.target_stones, rules.bets, rules.ordago, rules.cap) == (None, (2, 5), False, 40)
    assert mus(target_stones="30").rules.cap == 30
    assert all(option.about and option.source.startswith("UI-") for option in MusRules.options())


def test_no_outcome_before_the_end_and_no_third_seat() -> None:
    game = mus()
    assert game.outcome(game.new()) is None
    for seat in (2, -1, True, "0"):
        with pytest.raises(InvalidState):
            game.view(game.new(), seat)  # type: ignore[arg-type]  # junk on purpose


@settings(max_examples=60)
@given(
    st.integers(0, 10**6),
    st.sampled_from(["standard", "mus", "single_hand"]),
    st.integers(1, 41),
)
def test_UI6_scores_add_up_in_any_match(seed: int, preset: str, width: int) -> None:
    """Whatever is played: events explain every stone, and nothing is counted after the target."""
    game = mus(preset)
    chance, rng = FairChance.seeded(seed), random.Random(seed)
    state = game.new()
    stones = [0, 0]
    while (actor := game.to_act(state)) is not None:
        assert game.rules.target_stones is None or max(stones) < game.rules.target_stones
        if actor == CHANCE:
            action = game.draw(state, chance)
        else:
            action = rng.choice(game.legal_actions(state)[:width])
        state, events = game.apply(state, action)
        for event in only(events, StonesScored):
            assert game.rules.target_stones is None or max(stones) < game.rules.target_stones
            stones[event.seat] += event.stones
            assert event.total == stones[event.seat]
        assert state.stones == tuple(stones)
        assert [sum(each) for each in state.tally] == stones
    outcome = game.outcome(state)
    assert outcome is not None
    if preset == "single_hand":
        assert outcome.scores == (stones[0] - stones[1], stones[1] - stones[0])
    else:
        assert outcome.scores == tuple(stones)
        assert [score >= 40 for score in stones].count(True) == 1
        assert len(outcome.winners) == 1


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("standard", {}),
        ("mus", {}),
        ("single_hand", {}),
        ("single_hand", {"ordago": True, "bets": (2, 5), "raises": (2, 5), "max_raises": 2}),
        ("mus", {"deck": (3, 1, 1, 1, 1, 1, 1, 2)}),
        ("mus", {"deck": (4, 0, 0, 0, 0, 1, 1, 2), "max_mus": 2, "first_mano": 1}),
    ],
)
def test_U1_the_promises_of_a_game_are_kept(preset: str, options: dict[str, object]) -> None:
    report = check_game(mus(preset, **options), games=30, seed=5, thorough=0.4)
    assert report.games == 30


def test_UI15_the_betting_tree_is_finite() -> None:
    """Every end of a hand with one size of bet, on a deck of eight cards: the count never changes."""
    game = mus("single_hand", deck=(4, 0, 0, 0, 0, 0, 0, 4), bets=(2,), raises=(2,), max_raises=1)
    tree = tree_count(game)
    # A lance has 6 decisions and 9 ways to end. Of the five deals, one is played over four lances and four
    # over three, because there one seat alone has juego.
    three, four = 1 + 9 + 81, 1 + 9 + 81 + 729
    assert tree == TreeCount(chance=1, decision=6 * (4 * three + four), terminal=4 * 9**3 + 9**4)


@pytest.mark.parametrize("preset", ["standard", "mus", "single_hand"])
def test_events_tell_what_faces_would_have_to_count(preset: str) -> None:
    """Stones by lance, cards held, and that two passes end a lance."""
    game, rng, chance = mus(preset, ordago=False), random.Random(preset), FairChance.seeded(preset)
    ends = 0
    for _ in range(10):
        state, brought = game.new(), Counter[tuple[int, int, str]]()
        while (actor := game.to_act(state)) is not None:
            some = game.legal_actions(state)[:3]
            action = game.draw(state, chance) if actor == CHANCE else rng.choice(some)
            before = state
            state, events = game.apply(state, action)
            for event in only(events, StonesScored):
                key = (before.number, event.seat, event.lance)
                brought[key] += event.stones
                assert event.in_lance == brought[key]
            held = {
                event.seat: event.held for event in events if isinstance(event, CardsDealt | CardsDiscarded)
            }
            assert all(len(state.hands[seat]) == number for seat, number in held.items())
            for passed in only(events, Passed):
                assert bool(passed.settled) == (before.turn != before.mano)
                ends += bool(passed.settled)
    assert ends > 3
