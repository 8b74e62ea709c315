"""Information states have room for all that a seat can be told, and not for much more."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from tests.envs.courses import GAMES
from tests.support.scopa import scopa, visit_with_scopa

import korthus
from korthus.core.draws import Luck
from korthus.core.protocol import CHANCE, Action, AnyGame
from korthus.envs import brings
from korthus.envs.brings import most_told
from korthus.envs.information import MOST_NUMBERS, UNKNOWN, InformationTensor, nothing_told, tell
from korthus.games.mus.actions import AskMus, Discard, Envido, Ordago, Pass, Refuse
from korthus.games.mus.game import Mus

Chooser = Callable[[Sequence[Action], random.Random], Action]


def anything(legal: Sequence[Action], rng: random.Random) -> Action:
    """Any legal action, each as likely: where cards are placed in turn, most are taken back."""
    return rng.choice(legal)


def told_in_game(game: AnyGame, seats: int | None, seed: int, choose: Chooser | None = None) -> int:
    """Play a game and see that all information states of its end have room; the length of the longest."""
    rng = random.Random(seed)
    luck = Luck(rng)
    state = game.new(seats)
    number = game.seats(state)
    told = nothing_told(number)
    while (actor := game.to_act(state)) is not None:
        action: Any
        if actor == CHANCE:
            action = game.draw(state, luck)
        else:
            view = game.view(state, actor)
            action = game.pick(view, rng) if choose is None else choose(game.choices(view), rng)
        state, events = game.apply(state, action)
        told = tell(told, actor, action, events)
    tensors = InformationTensor(game, number)
    for seat in range(number):
        tensors.tensor(told[seat], seat)
    return max(map(len, told))


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        *((seats, {}) for seats in (2, 6, 7)),
        (52, {"start_cards": 1}),
        (52, {"too_many_cards": "clamp"}),
        (26, {"start_cards": 4, "decks": 2}),
        (4, {"schedule": "zigzag", "total_rounds": 30, "start_cards": 5}),
        (3, {"schedule": "descending"}),
    ],
    ids=str,
)
def test_every_game_of_kachuful_tells_each_seat_as_much_as_the_schedule_says(
    seats: int, options: dict[str, object]
) -> None:
    game = korthus.game("kachuful", None, **options)
    assert told_in_game(game, seats, seed=1) == most_told(game, seats)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("mulle", {}),
        ("mulle", {"preset": "draft"}),
        ("mulle", {"omgangar": 1, "mulle_identity": "rank", "first_starter": "random", "decks": 4}),
        ("mulle", {"omgangar": 1, "hand_size": 20, "table_cards": 0, "allow_dead_builds": True}),
        ("eight", {}),
        ("eight", {"preset": "simultaneous"}),
        ("eight", {"preset": "simultaneous", "hidden_placement": False}),
        ("eight", {"preset": "alternating", "take_backs": 3, "hands": 3}),
        ("eight", {"preset": "alternating", "take_backs": 0, "hidden_placement": False}),
    ],
    ids=str,
)
def test_no_game_tells_a_seat_more_than_there_is_room_for(name: str, options: dict[str, Any]) -> None:
    preset = options.pop("preset", None)
    game = korthus.game(name, preset, **options)
    most = most_told(game, 2)
    assert most is not None
    choose = anything if options.get("take_backs") else None
    longest = max(told_in_game(game, 2, seed, choose) for seed in range(3))
    assert most / 3 < longest <= most


def passes(legal: Sequence[Action], rng: random.Random) -> Action:
    """Mus with as little at stake as can be; cards are changed whenever they may be."""
    asked = [action for action in legal if isinstance(action, AskMus | Discard | Pass)]
    return rng.choice(asked or legal)


def raises(legal: Sequence[Action], rng: random.Random) -> Action:
    """The smallest bet and the smallest raise as long as there is one; no bet is taken."""
    bets = [action for action in legal if isinstance(action, Envido)]
    if bets:
        return min(bets, key=lambda action: action.amount)
    quiet = [action for action in legal if isinstance(action, AskMus | Discard | Pass | Refuse)]
    return rng.choice(quiet or [action for action in legal if not isinstance(action, Ordago)])


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("standard", {}),
        ("standard", {"deje_after_raise": "one", "min_raise": 1}),
        ("standard", {"bets": (4, 8), "raises": (6,), "target_stones": 30}),
        ("standard", {"raises": ()}),
        ("mus", {"max_mus": 3}),
        ("mus", {"deck": (2, 1, 1, 1, 1, 1, 1, 1)}),
        ("single_hand", {"ordago": True}),
    ],
    ids=str,
)
def test_no_match_of_mus_tells_a_seat_more_than_there_is_room_for(
    preset: str, options: dict[str, Any]
) -> None:
    game = korthus.game("mus", preset, **options)
    assert isinstance(game, Mus)
    most = most_told(game, 2)
    assert most is not None
    found = [
        told_in_game(game, 2, seed, choose) for seed in range(3) for choose in (passes, raises, anything)
    ]
    assert most / 5 < max(found) <= most


def test_of_mus_without_end_no_most_is_known() -> None:
    game = korthus.game("mus", "mus", max_mus=None)
    assert most_told(game, 2) is None
    assert InformationTensor(game, 2).most == UNKNOWN


def test_a_game_of_a_package_says_how_much_a_seat_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    visit_with_scopa(monkeypatch)
    game = scopa()
    assert InformationTensor(game, 2).most == UNKNOWN
    told = SimpleNamespace(most_told=lambda game, seats: 100 * game.rules.target + seats)
    monkeypatch.setattr(brings, "brought", lambda name, *place: told if place == ("envs", "told") else None)
    assert InformationTensor(game, 2).most == 1102
    assert InformationTensor(game, 2, most=5).most == 5


def test_a_tensor_that_nobody_asked_room_for_is_not_larger_than_its_bound() -> None:
    """Card by card, with cards taken back as often as a player likes, a hand may be very long."""
    game, seats = GAMES["eight in turn"]
    most = most_told(korthus.game("eight", "alternating"), seats)
    assert most is not None
    tensors = InformationTensor(korthus.game("eight", "alternating"), seats)
    assert tensors.size <= MOST_NUMBERS + seats < most * tensors.width
    assert told_in_game(game, seats, seed=1) < tensors.most
