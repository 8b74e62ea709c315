"""Many games at once as a user has them: seeds, threads, parts, refusals, memory that is shared, copies."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from typing import Any

import numpy as np
import pytest
from tests.envs.vector_games import TABLES
from tests.support.high_card import HighCard, HighCardRules

import korthus.envs
from korthus.core.errors import IllegalAction, InvalidAction, InvalidOptions
from korthus.envs import vector_shares
from korthus.envs.pettingzoo import env as table_env
from korthus.envs.vector_env import VectorEnv, smallest_type

#: A game of each kind, by its name.
FIRST = {table.game.name: table for table in reversed(TABLES)}


def course(env: VectorEnv, steps: int) -> list[list[Any]]:
    """Everything that is shown during a number of random steps."""
    seen = []
    for _ in range(steps):
        env.step(env.random_actions())
        seen.append([each.copy() for each in env.batch])
    return seen


def assert_same(one: list[list[Any]], other: list[list[Any]]) -> None:
    """Two courses show the same."""
    assert len(one) == len(other) > 0
    for mine, yours in zip(one, other, strict=True):
        for array, like in zip(mine, yours, strict=True):
            np.testing.assert_array_equal(array, like)


@pytest.fixture
def small_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads for a handful of games."""
    monkeypatch.setattr(vector_shares, "LEAST_SHARE", 1)


@pytest.mark.parametrize("name", FIRST)
@pytest.mark.usefixtures("small_shares")
def test_any_number_of_threads_plays_the_same_games(name: str) -> None:
    alone = course(korthus.envs.vector(name, n=7, seed=3, threads=1), 300)
    assert any(moment[4].any() for moment in alone)  # some game has ended
    for threads in (2, 3, 7, 20):
        assert_same(alone, course(korthus.envs.vector(name, n=7, seed=3, threads=threads), 300))


@pytest.mark.parametrize("name", FIRST)
def test_slots_can_be_shared_out_among_environments(name: str) -> None:
    whole = course(korthus.envs.vector(name, n=5, seed=9), 300)
    parts = [
        course(korthus.envs.vector(name, n=3, seed=9), 300),
        course(korthus.envs.vector(name, n=2, seed=9, first=3), 300),
    ]
    together = [
        [np.concatenate(pair) for pair in zip(*moments, strict=True)] for moments in zip(*parts, strict=True)
    ]
    assert_same(whole, together)


def test_seeds_slots_and_games_have_luck_of_their_own() -> None:
    env = korthus.envs.vector("kachuful", n=50, seats=2, seed=1, start_cards=2)
    hands = env.encoding.slices["hand"]
    seen: Counter[bytes] = Counter()
    for seed in range(20):
        env.reset(seed)
        seen.update(row.tobytes() for row in env.batch.observations[:, hands])
    # 1,326 hands of two cards, each as likely: 1,000 draws show some 700 of them, and none often.
    assert 600 < len(seen) < 800
    assert max(seen.values()) < 10


def test_reset_begins_the_same_games_again() -> None:
    env = korthus.envs.vector("kachuful", n=4, seats=3, seed=2)
    first = course(env, 50)
    env.reset()
    assert_same(first, course(env, 50))
    env.reset(seed=3)
    assert not np.array_equal(first[0][0], course(env, 1)[0][0])


@pytest.mark.parametrize("threads", [1, 4])
@pytest.mark.usefixtures("small_shares")
def test_an_illegal_id_is_refused_before_anything_changes(threads: int) -> None:
    env = korthus.envs.vector("kachuful", n=6, seats=3, threads=threads)
    for bad in (env.encoding.actions, -1, 2**40, int(np.flatnonzero(env.batch.masks[4] == 0)[0])):
        before = [each.copy() for each in env.batch], [env.state(slot) for slot in range(6)]
        actions = env.random_actions()
        actions[4] = bad
        with pytest.raises(IllegalAction) as refused:
            env.step(actions)
        assert refused.value.code == "ILLEGAL_ID"
        assert refused.value.reason == f"Action {bad} is not legal in slot 4."
        assert [env.state(slot) for slot in range(6)] == before[1]
        assert_same([before[0]], [[*env.batch]])


def test_without_the_check_legal_ids_do_the_same() -> None:
    checked = korthus.envs.vector("kachuful", n=3, seats=4, seed=1)
    unchecked = korthus.envs.vector("kachuful", n=3, seats=4, seed=1, checked=False)
    assert_same(course(checked, 100), course(unchecked, 100))


@pytest.mark.parametrize("actions", [0, [0], [0, 0, 0], [0.0, 1.0], ["a", "b"], [[0, 0]]], ids=str)
def test_what_is_no_number_for_each_slot_is_refused(actions: Any) -> None:
    env = korthus.envs.vector("kachuful", n=2)
    with pytest.raises(InvalidAction) as refused:
        env.step(actions)
    assert refused.value.code == "BAD_BATCH"


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.uint16, np.int64])
def test_ids_come_in_any_whole_numbers(kind: Any) -> None:
    env = korthus.envs.vector("kachuful", n=3, seed=4)
    like = korthus.envs.vector("kachuful", n=3, seed=4)
    for _ in range(20):
        like.step(like.random_actions())
        env.step(env.random_actions().astype(kind))
        assert_same([[*like.batch]], [[*env.batch]])


def test_random_actions_are_legal_and_all_alike() -> None:
    env = korthus.envs.vector("kachuful", n=1, seats=2, start_cards=26, total_rounds=2)
    legal = np.flatnonzero(env.batch.masks[0]).tolist()
    assert len(legal) == 27
    assert env.encoding.actions > 64  # so that a mask has several pieces
    seen = Counter(int(env.random_actions()[0]) for _ in range(27 * 400))
    assert sorted(seen) == legal
    assert sum((each - 400) ** 2 / 400 for each in seen.values()) < 60  # chi-squared, 26 degrees: p < 0.0002


def test_memory_is_shared_with_whoever_knows_dlpack() -> None:
    env = korthus.envs.vector("kachuful", n=4, seats=3)
    for array in env.batch:
        other = np.from_dlpack(array)
        assert np.shares_memory(array, other)
        assert array.flags.c_contiguous
        assert array.flags.writeable
    seen = np.from_dlpack(env.batch.observations)
    env.step(env.random_actions())
    assert np.array_equal(seen, env.batch.observations)


@pytest.mark.parametrize("how", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("name", [*FIRST, "high card"])
def test_a_copy_goes_on_alike_and_alone(name: str, how: Any) -> None:
    if name in FIRST:
        env = korthus.envs.vector(name, n=3, seed=8)
    else:
        env = VectorEnv(HighCard(HighCardRules()), 3, 3, seed=8)
    course(env, 20)
    other = how(env)
    assert not any(np.shares_memory(one, two) for one, two in zip(env.batch, other.batch, strict=True))
    assert_same([[*env.batch]], [[*other.batch]])
    ahead = course(env, 100)
    assert_same(ahead, course(other, 100))


def test_the_numbers_of_an_observation_are_as_small_as_they_can_be() -> None:
    small = korthus.envs.vector("kachuful", n=1, seats=4)
    long = korthus.envs.vector("kachuful", n=1, seats=2, start_cards=2, total_rounds=300, schedule="zigzag")
    wished = korthus.envs.vector("kachuful", n=1, seats=4, dtype=np.float32)
    assert small.batch.observations.dtype == np.int8
    assert long.batch.observations.dtype == smallest_type(long.encoding) == np.int16
    assert wished.batch.observations.dtype == np.float32
    for _ in range(100):
        small.step(small.random_actions())
        wished.step(wished.random_actions())
        assert np.array_equal(small.batch.observations, wished.batch.observations)


#: A Kachuful whose totals need 16 bits.
LONG: dict[str, Any] = {"start_cards": 2, "total_rounds": 300, "schedule": "zigzag"}


@pytest.mark.parametrize("dtype", ["int8", "uint8", "bool", "float16", object, "nonsense", 3, ">i4", "M8[s]"])
def test_a_type_that_cannot_hold_an_observation_is_refused(dtype: Any) -> None:
    with pytest.raises(InvalidOptions) as refused:
        korthus.envs.vector("kachuful", n=2, dtype=dtype, **LONG)
    assert refused.value.code == "BAD_OPTION"
    assert refused.value.reason == (
        f"dtype cannot be {dtype!r}; it takes int16, int32, int64, float32, float64."
    )


@pytest.mark.parametrize("dtype", ["int64", np.float64])
def test_a_type_that_holds_it_shows_the_same(dtype: Any) -> None:
    usual = korthus.envs.vector("kachuful", n=3, **LONG)
    other = korthus.envs.vector("kachuful", n=3, dtype=dtype, **LONG)
    assert other.batch.observations.dtype == dtype
    assert_same(course(usual, 60), course(other, 60))


@pytest.mark.parametrize("seed", ["x", 1.5, True])
def test_a_seed_that_is_none_changes_nothing(seed: Any) -> None:
    env = korthus.envs.vector("kachuful", n=3, seed=4)
    first = course(env, 20)
    with pytest.raises(InvalidOptions, match=r"seed cannot be .* it takes a whole number"):
        env.reset(seed=seed)
    env.reset()
    assert_same(first, course(env, 20))


def test_a_game_that_is_made_already_is_taken() -> None:
    made = korthus.envs.vector(korthus.game("kachuful", start_cards=3), n=3, seed=4)
    assert_same(course(made, 20), course(korthus.envs.vector("kachuful", n=3, seed=4, start_cards=3), 20))


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"game": "chess"}, "UNKNOWN_GAME"),
        ({"n": 0}, "BAD_OPTION"),
        ({"n": 2.5}, "BAD_OPTION"),
        ({"n": "4"}, "BAD_OPTION"),
        ({"n": True}, "BAD_OPTION"),
        ({"threads": 0}, "BAD_OPTION"),
        ({"threads": 1.5}, "BAD_OPTION"),
        ({"first": -1}, "BAD_OPTION"),
        ({"seed": "x"}, "BAD_OPTION"),
        ({"game": korthus.game("mus"), "n": 1, "preset": "mus"}, "BAD_OPTION"),
        ({"seats": 1}, "BAD_SEATS"),
        ({"seats": 53, "start_cards": 1}, "BAD_SEATS"),
        ({"decks": 0}, "BAD_OPTION"),
        ({"colour": "blue"}, "UNKNOWN_OPTION"),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused(options: dict[str, Any], code: str) -> None:
    with pytest.raises(InvalidOptions) as refused:
        korthus.envs.vector(**{"game": "kachuful", **options})
    assert refused.value.code == code


#: Tables that the kernels do not know: an option of each game, and more seats than there is room for.
UNKNOWN: tuple[dict[str, Any], ...] = (
    {"game": "kachuful", "decks": 2, "start_cards": 2},
    {"game": "kachuful", "seats": 11, "start_cards": 1, "total_rounds": 1},
    {"game": "eight", "preset": "alternating", "hands": 1, "take_backs": 1},
    {"game": "mulle", "capture_choice": "free", "omgangar": 1},
    {"game": "mus", "deck": (9,) * 8},
)


@pytest.mark.parametrize("options", UNKNOWN, ids=str)
def test_what_the_kernel_does_not_know_is_played_on_the_rules(options: dict[str, Any]) -> None:
    env = korthus.envs.vector(**options, n=2, seed=4)
    assert not env.compiled
    assert env.batch.observations.dtype == smallest_type(env.encoding)
    for _ in range(40):
        for slot in range(2):
            state: Any = env.state(slot)
            seat = env.game.to_act(state)
            assert seat == env.batch.to_act[slot]
            view = env.game.view(state, seat)
            assert np.array_equal(env.batch.observations[slot], env.encoding.observe(view))
            assert np.array_equal(env.batch.masks[slot], env.encoding.mask(view))
        env.step(env.random_actions())
    other = pickle.loads(pickle.dumps(env))
    assert not other.compiled
    assert_same(course(env, 10), course(other, 10))


@pytest.mark.parametrize("options", UNKNOWN, ids=str)
def test_who_asks_for_compiled_code_is_told_what_it_does_not_know(options: dict[str, Any]) -> None:
    asked = dict(options)
    with pytest.raises(InvalidOptions) as refused:
        table_env(asked.pop("game"), **asked, compiled=True)
    assert refused.value.code == "NO_KERNEL"
    assert refused.value.reason.startswith("Compiled ")


def test_a_game_without_compiled_numbers_is_played_on_its_rules() -> None:
    game = HighCard(HighCardRules())
    env = VectorEnv(game, 4, 3, seed=1)
    assert not env.compiled
    ended = 0
    for _ in range(60):
        for slot in range(4):
            state: Any = env.state(slot)
            seat = game.to_act(state)
            assert seat == env.batch.to_act[slot]
            view = game.view(state, seat)
            assert np.array_equal(env.batch.observations[slot], env.encoding.observe(view))
            assert np.array_equal(env.batch.masks[slot], env.encoding.mask(view))
        env.step(env.random_actions())
        ended += int(env.batch.done.sum())
        assert env.batch.rewards[~env.batch.done].any() == 0
    assert ended > 0
    whole = course(VectorEnv(game, 4, 3, seed=1), 30)
    part = course(VectorEnv(game, 2, 3, seed=1, first=2), 30)
    assert_same([[array[2:] for array in moment] for moment in whole], part)
