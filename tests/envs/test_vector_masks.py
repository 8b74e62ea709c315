"""Legal ids as bits, and masks from them; what is legal is what the masks say, whoever writes into these."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.envs.test_vector_env import UNKNOWN, assert_same, course
from tests.envs.vector_games import TABLES, Table

import korthus.envs
from korthus.core.errors import IllegalAction
from korthus.envs.compiled_episode import CompiledEpisode
from korthus.envs.vector_engine import CompiledEngine
from korthus.envs.vector_env import VectorEnv
from korthus.envs.vector_loop import pick_actions
from korthus.envs.vector_masks import mark, words_for, write_mask
from korthus.kernels.bulk import kernel_of

UNTOUCHED = 7


def as_bits(masks: npt.NDArray[np.int8]) -> list[int]:
    """The ids that are legal in each row, a bit for each."""
    return [sum(1 << int(number) for number in np.flatnonzero(row)) for row in masks]


def as_ints(words: npt.NDArray[np.int64]) -> list[int]:
    """The same from words of 64 ids."""
    return [sum(int(word) % 2**64 << 64 * index for index, word in enumerate(row)) for row in words]


@given(width=st.integers(64, 300), data=st.data())
def test_a_mask_is_written_from_its_bits(width: int, data: st.DataObject) -> None:
    legal = data.draw(st.sets(st.integers(0, width - 1)))
    words = np.zeros(3 + words_for(width), dtype=np.int64)
    for number in legal:
        mark(words, 3, number, np.int64(1))
    row = np.full(width + 20, UNTOUCHED, dtype=np.int8)
    write_mask(row[:width], words, 3)
    assert set(np.flatnonzero(row[:width] == 1).tolist()) == legal
    assert ((row[:width] == 0) | (row[:width] == 1)).all()
    assert (row[width:] == UNTOUCHED).all()
    assert not words[:3].any()


@given(at=st.integers(0, 200), bits=st.integers(0, 2**63 - 1), before=st.integers(0, 2**63 - 1))
def test_bits_are_marked_across_two_words(at: int, bits: int, before: int) -> None:
    words = np.full(6, before, dtype=np.int64)
    mark(words, 1, at, bits)
    everywhere = sum(before << 64 * index for index in range(6))
    assert as_ints(words.reshape(1, -1)) == [everywhere | bits << 64 + at]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_legal_ids_are_those_of_the_masks(table: Table) -> None:
    env = VectorEnv(table.game, 3, table.seats, seed=4)
    for _ in range(150):
        assert as_ints(env.engine.legal) == as_bits(env.batch.masks)
        env.step(env.random_actions())


def test_where_nothing_is_legal_nothing_is_picked() -> None:
    legal = np.array([[0, 0], [0, 1 << 5], [0, 0]], dtype=np.int64)
    actions = np.zeros(3, dtype=np.int64)
    pick_actions(legal, actions, np.uint64(1), 0, 0, 3)
    assert actions.tolist() == [-1, 64 + 5, -1]


@pytest.mark.parametrize("name", ["kachuful", "mus", "mulle", "eight"])
def test_bits_of_legal_ids_lie_behind_the_room_of_the_kernel(name: str) -> None:
    env = korthus.envs.vector(name, n=2, threads=1)
    assert isinstance(env.engine, CompiledEngine)
    width = env.encoding.actions
    room = kernel_of(korthus.game(name)).MAX_LEGAL + words_for(width)
    assert [scratch.work.size for scratch in env.engine._rooms] == [room]
    assert CompiledEpisode(korthus.game(name))._legal.size == room


@pytest.mark.parametrize("options", UNKNOWN[:2], ids=str)
def test_legal_ids_are_those_of_the_masks_on_the_rules(options: dict[str, Any]) -> None:
    env = korthus.envs.vector(**options, n=2, seed=4)
    assert not env.compiled
    for _ in range(20):
        assert as_ints(env.engine.legal) == as_bits(env.batch.masks)
        env.step(env.random_actions())


@pytest.mark.parametrize("name", ["kachuful", "mus", "mulle", "eight"])
def test_what_is_written_into_the_arrays_changes_no_game_and_is_gone_afterwards(name: str) -> None:
    clean = korthus.envs.vector(name, n=5, seed=6)
    other = korthus.envs.vector(name, n=5, seed=6)
    for _ in range(60):
        illegal = [int(np.flatnonzero(row == 0)[-1]) if not row.all() else -1 for row in clean.batch.masks]
        for array in other.batch:
            array[...] = 1
        with pytest.raises(IllegalAction):
            other.step(illegal)
        assert_same(course(clean, 1), course(other, 1))
