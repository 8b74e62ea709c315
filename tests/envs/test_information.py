"""What a seat knows with perfect recall: each word, and nothing that it was not told."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Iterator

import msgspec
import numpy as np
import pytest
from tests.envs.courses import GAMES, Moment, course

import korthus
from korthus.core.draws import Given
from korthus.core.protocol import AnyGame, Event, View
from korthus.envs.errors import EnvError
from korthus.envs.information import (
    InformationTensor,
    Told,
    information_string,
    nothing_told,
    sampled,
    tell,
)

NINE = korthus.game("mus", "single_hand", deck=(4, 0, 0, 2, 0, 0, 2, 1), bets=(2, 4), raises=(2,))


def stories(game: AnyGame, seats: int, seed: int = 1) -> Iterator[tuple[Moment, Told]]:
    """A random game with what everybody has been told at each moment."""
    told = nothing_told(seats)
    for moment in course(game, seats, seed):
        if moment.action is not None:
            assert moment.actor is not None
            told = tell(told, moment.actor, moment.action, moment.events)
        yield moment, told


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_knows_its_own_actions_and_what_it_was_told_in_order(name: str) -> None:
    game, seats = GAMES[name]
    expected: list[list[str]] = [[f"seat {seat}"] for seat in range(seats)]
    for moment, told in stories(game, seats):
        for seat in range(seats):
            if moment.actor == seat:
                expected[seat].append(f"> {moment.action}")
            for event in moment.events:
                if event.audience in (None, seat):
                    expected[seat].append(written(event))
            assert information_string(told[seat], seat).split("\n") == expected[seat]
        assert all(isinstance(entry, Event) and entry.audience is None for entry in told[-1])


def written(event: Event) -> str:
    """An event as JSON, by another library."""
    return json.dumps(msgspec.to_builtins(event), separators=(",", ":"), ensure_ascii=False)


def played(*words: str) -> tuple[AnyGame, object, Told]:
    """A hand of nine cards after some words: both players hold the same in every such hand."""
    state = NINE.new()
    told = nothing_told(2)
    deal = NINE.draw(state, Given(NINE.deck()[:8]))
    for actor, action in ((-1, deal), *((None, NINE.parse(word)) for word in words)):
        seat = NINE.to_act(state) if actor is None else actor
        assert seat is not None
        state, events = NINE.apply(state, action)
        told = tell(told, seat, action, events)
    return NINE, state, told


def test_a_view_forgets_words_that_the_information_state_keeps() -> None:
    game, first, told = played("envido 2", "envido 2", "quiero")
    _, second, other = played("pass", "envido 4", "quiero")
    tensors = InformationTensor(game, 2)
    for seat in (0, 1):
        assert game.view(first, seat) == game.view(second, seat)
        assert information_string(told[seat], seat) != information_string(other[seat], seat)
        assert (tensors.tensor(told[seat], seat) != tensors.tensor(other[seat], seat)).any()


@pytest.mark.parametrize("name", ["nine", "high card", "scopa", "eight in turn", "kachuful"])
def test_what_a_seat_was_told_decides_what_it_sees(name: str) -> None:
    game, seats = (NINE, 2) if name == "nine" else GAMES[name]
    views: dict[str, View] = {}
    again = 0
    for seed in range(40 if name == "nine" else 5):
        for moment, told in stories(game, seats, seed):
            for seat in range(seats):
                view = game.view(moment.state, seat)
                known = views.setdefault(information_string(told[seat], seat), view)
                assert known == view
                again += known is not view
    assert again, "nothing was seen twice, so nothing was compared"


@pytest.mark.parametrize("name", GAMES)
def test_tensors_differ_where_texts_do_and_keep_their_bounds(name: str) -> None:
    game, seats = GAMES[name]
    tensors = InformationTensor(game, seats, most=256)
    low = np.concatenate([np.full(field.size, field.low) for field in tensors.fields])
    high = np.concatenate([np.full(field.size, field.high) for field in tensors.fields])
    seen: dict[bytes, str] = {}
    for number, (_, told) in enumerate(stories(game, seats)):
        for seat in range(seats) if number % 5 == 0 else ():
            tensor = tensors.tensor(told[seat], seat)
            assert tensor.shape == (tensors.size,)
            assert (low <= tensor).all()
            assert (tensor <= high).all()
            text = information_string(told[seat], seat)
            assert seen.setdefault(tensor.tobytes(), text) == text


def test_who_was_told_more_than_there_is_room_for_is_told_so() -> None:
    game, seats = GAMES["high card"]
    tensors = InformationTensor(game, seats, most=5)
    long = next(told[1] for _, told in stories(game, seats) if len(told[1]) > 5)
    with pytest.raises(EnvError, match=r"Seat 1 has been told \d+ things, .* room for 5") as refused:
        tensors.tensor(long, 1)
    assert refused.value.code == "LONG_STORY"


@pytest.mark.parametrize("name", GAMES)
def test_in_a_sampled_world_the_others_know_nothing_of_the_true_one(name: str) -> None:
    game, seats = GAMES[name]
    rng = random.Random(5)
    for number, (moment, told) in enumerate(stories(game, seats)):
        actor = game.to_act(moment.state)
        if actor is None or actor < 0 or number % 7:
            continue
        world = game.sample(game.view(moment.state, actor), rng)
        views = [game.view(world, seat) for seat in range(seats)]
        told_there = sampled(told, actor, views)
        assert told_there[actor] == told[actor]
        for seat in range(seats):
            if seat != actor:
                assert told_there[seat] == (*told[-1], views[seat])
                with pytest.raises(EnvError, match="only the seat it was sampled for"):
                    InformationTensor(game, seats).tensor(told_there[seat], seat)


def test_tensors_can_be_copied() -> None:
    game, seats = GAMES["mus"]
    tensors = InformationTensor(game, seats)
    *_, (_, told) = stories(game, seats)
    for same in (copy.deepcopy(tensors), pickle.loads(pickle.dumps(tensors))):
        assert (same.tensor(told[0], 0) == tensors.tensor(told[0], 0)).all()
