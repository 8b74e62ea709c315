"""What a seat may know, and the worlds that fit it."""

from __future__ import annotations

import operator
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from tests.games.eight.helpers import FIRST, FIRST_PLACES, FLOPS, cards, dealt, game, play, walk

from korthus.core.cards import DECK, Card
from korthus.core.chance import FairChance
from korthus.core.errors import InvalidState
from korthus.core.protocol import CHANCE, visible
from korthus.games.eight.actions import PlaceCard
from korthus.games.eight.boards import Board, all_cards, counts_of, omaha_board, room_of
from korthus.games.eight.events import BoardResult
from korthus.games.eight.game import EightCards
from korthus.games.eight.options import EightRules
from korthus.games.eight.state import EightState
from korthus.games.eight.view import EightView

MODES = [(preset, hidden) for preset in EightRules.presets for hidden in (True, False)]


@pytest.mark.parametrize(("preset", "hidden"), MODES)
def test_EI6_sampled_worlds_have_the_same_view_and_the_same_choices(preset: str, hidden: bool) -> None:
    rules = game(preset, hands=2, hidden_placement=hidden)
    rng = random.Random(preset)
    for before, _ in walk(rules, 11):
        for seat in (0, 1, None):
            view = rules.view(before, seat)
            world = rules.sample(view, rng)
            assert msgspec.json.encode(rules.view(world, seat)) == msgspec.json.encode(view)
            located = rules.located(world)
            assert len(located) == len(set(located)) == len(rules.located(before))
            assert rules.parse_state(rules.format_state(world)) == world
            if seat is not None and seat == rules.to_act(before):
                assert rules.choices(view) == rules.legal_actions(before) == rules.legal_actions(world)
            else:
                assert rules.choices(view) == ()


@pytest.mark.parametrize("preset", EightRules.presets)
def test_EI6_hidden_cards_are_in_no_event_or_view_of_the_other_seat(preset: str) -> None:
    rules = game(preset, hands=2)
    for before, step in walk(rules, 12):
        if step.state.locked == (True, True) or before.locked == (True, True):
            continue
        for owner in (0, 1):
            secret = {*step.state.hands[owner], *all_cards(step.state.placed[owner])}
            for seat in (1 - owner, None):
                told = msgspec.to_builtins((rules.view(step.state, seat), visible(step.events, seat)))
                assert not secret & set(_strings(told))


def _strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [word for each in value.values() for word in _strings(each)]
    if isinstance(value, (list, tuple)):
        return [word for each in value for word in _strings(each)]
    return []


def test_E10_burnt_cards_are_seen_by_nobody() -> None:
    rules = game("classic_burns")
    state = dealt(rules)
    for seat in (0, 1, None):
        assert rules.view(state, seat).burnt == 3
        words = _strings(msgspec.to_builtins(rules.view(state, seat)))
        assert not {"3c", "4c", "5c"} & set(words)


def chi_square(counts: Counter[Any], outcomes: list[Any], trials: int) -> float:
    expected = trials / len(outcomes)
    assert set(counts) <= set(outcomes)
    return sum((counts[outcome] - expected) ** 2 / expected for outcome in outcomes)


def sampled(
    rules: EightCards, view: EightView, trials: int, fact: Callable[[EightState], Any], seed: int = 1
) -> Counter[Any]:
    rng = random.Random(seed)
    return Counter(fact(rules.sample(view, rng)) for _ in range(trials))


def test_EI6_every_unseen_card_is_as_likely_in_every_place() -> None:
    """35 unseen cards: a chi-square on which one is burnt first, and on one card's whereabouts."""
    rules = game("classic_burns")
    state = play(rules, dealt(rules), FIRST_PLACES).state
    view = rules.view(state, 1)
    unseen = [card for card in DECK if card not in {*view.hand, *all_cards(view.boards)}]
    assert len(unseen) == 35
    trials = 7_000
    counts = sampled(rules, view, trials, lambda world: world.burnt[0])
    assert chi_square(counts, unseen, trials) < 65.2  # 34 degrees of freedom, one in a thousand

    def whereabouts(world: EightState) -> str:
        for board in Board:
            if Card.SA in world.placed[0][board.number]:
                return board
        return "burnt" if Card.SA in world.burnt else "deck"

    counts = sampled(rules, view, trials, whereabouts)
    weights = {"A": 4, "B": 2, "C": 2, "burnt": 3, "deck": 24}
    distance = sum(
        (counts[place] - trials * weight / 35) ** 2 / (trials * weight / 35)
        for place, weight in weights.items()
    )
    assert distance < 18.5  # 4 degrees of freedom


def test_EI4_an_unseen_placement_may_be_any_of_1260() -> None:
    rules = game("simultaneous")
    state = play(rules, dealt(rules), FIRST_PLACES).state
    view = rules.view(state, 1)
    trials = 6_000

    def four(world: EightState) -> Board | None:
        return omaha_board(world.placed[0])

    counts = sampled(rules, view, trials, four)
    assert chi_square(counts, list(Board), trials) < 13.8  # 2 degrees of freedom
    assert counts_of(view.placed[1] or ((), (), ())) == (0, 0, 0)


def test_EI6_known_cards_stay_where_they_are() -> None:
    rules = game("alternating", hidden_placement=False)
    state = play(rules, dealt(rules), "put As A", "put 9s A", "take As", "put 2h B").state
    view = rules.view(state, 1)
    rng = random.Random(2)
    for _ in range(50):
        world = rules.sample(view, rng)
        assert Card.SA in world.hands[0]
        assert world.placed[0] == ((), cards("2h"), ())


def test_E10_a_spectator_sees_no_hand() -> None:
    rules = game()
    view = rules.view(dealt(rules), None)
    assert view.hand == ()
    assert view.hand_sizes == (8, 8)
    assert rules.choices(view) == ()


@pytest.mark.parametrize("seat", [2, -1, True, "0", 1.0])
def test_E19_there_are_two_seats(seat: Any) -> None:
    rules = game()
    with pytest.raises(InvalidState):
        rules.view(rules.new(), seat)


def test_E3_a_random_pick_is_a_legal_placement() -> None:
    rules = game()
    state = rules.parse_state(f"{FLOPS}; hand 0: {FIRST}; hand 1: 9s 5s 7d 7c 8d 8h Ks Qd")
    legal = set(rules.legal_actions(state))
    rng = random.Random(4)
    picks = {rules.pick(rules.view(state, 0), rng) for _ in range(300)}
    assert picks <= legal
    assert len(picks) > 200


def test_a_view_lists_the_splits_that_a_placement_may_come_to() -> None:
    rules = game(assignment="alternating")
    state = dealt(rules)
    view = rules.view(state, 0)
    assert view.splits == ((4, 2, 2), (2, 4, 2), (2, 2, 4))
    assert view.take_backs_left == (None if rules.rules.take_backs is None else (rules.rules.take_backs,) * 2)
    rng = random.Random(3)
    seen = set()
    while rules.to_act(state) in (0, 1):
        actor = rules.to_act(state)
        assert actor is not None
        view = rules.view(state, actor)
        counts = view.counts[actor]
        assert counts is not None
        fit = [each for each in view.splits if all(map(operator.le, counts, each))]
        room = tuple(map(max, *fit)) if len(fit) > 1 else fit[0]
        assert room == room_of(counts, view.plo)
        put = {action.board for action in rules.choices(view) if isinstance(action, PlaceCard)}
        assert put <= {board for board in Board if counts[board.number] < room[board.number]}
        if view.plo is not None:
            assert view.splits == (room,)
            assert room[view.plo.number] == 4
        seen.add(room)
        state = rules.apply(state, rules.pick(view, rng)).state
    assert {(4, 4, 4), (4, 2, 2), (2, 4, 2), (2, 2, 4)} & seen > {(4, 4, 4)}


def test_a_view_says_what_hands_are_called_on_boards_that_are_run_out() -> None:
    rules = game()
    told: dict[Board, object] = {}
    state = rules.new()
    chance = FairChance.seeded("names")
    rng = random.Random(1)
    while state.number == 1:
        actor = rules.to_act(state)
        action = rules.draw(state, chance) if actor == CHANCE else rules.pick(rules.view(state, actor), rng)
        state, events = rules.apply(state, action)
        for event in events:
            if isinstance(event, BoardResult):
                told[event.board] = event.hands
                assert state.number == 2 or event.pot == rules.view(state, None).pot
                assert state.number == 2 or event.bankrolls == state.bankrolls
        if state.number == 1:
            names = rules.view(state, None).names
            assert {board: names[board.number] for board in Board if names[board.number]} == told
    assert len(told) == 3
