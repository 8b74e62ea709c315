"""Bits into rows, for every type of number and every width, and nothing beside them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

from korthus.envs.vector_rows import fetch, put, put_bytes, spread, take

TYPES = (np.int8, np.int16, np.int32, np.float32)
WORDS = st.integers(-(2**63), 2**63 - 1)
UNTOUCHED = 7


def spread_by(width: int) -> Any:
    """Spreading ``width`` bits, compiled."""

    def spreading(row: Any, at: int, bits: int) -> None:
        spread(row, at, bits, width)

    return njit(spreading)


SPREADS = {width: spread_by(width) for width in (1, 3, 17, 32, 52, 64)}


@njit
def put_in(row: Any, at: int, number: int) -> None:
    put(row, at, number)


@njit
def put_bytes_in(row: Any, at: int, word: int) -> None:
    put_bytes(row, at, word)


@njit
def taken(words: Any, at: int) -> int:
    return take(words, at)  # type: ignore[no-any-return]


@njit
def fetched(table: Any, row: int, at: int) -> None:
    fetch(table, row, at)


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("width", SPREADS)
@given(bits=WORDS, at=st.integers(0, 5))
def test_bits_are_spread_over_as_many_numbers(width: int, kind: Any, bits: int, at: int) -> None:
    row = np.full(80, UNTOUCHED, dtype=kind)
    SPREADS[width](row, at, bits)
    assert row[at : at + width].tolist() == [bits >> place & 1 for place in range(width)]
    assert (row[:at] == UNTOUCHED).all()
    assert (row[at + width :] == UNTOUCHED).all()


@pytest.mark.parametrize("kind", TYPES)
@given(number=st.integers(-128, 127), at=st.integers(0, 9))
def test_a_number_is_put_where_it_belongs(kind: Any, number: int, at: int) -> None:
    row = np.zeros(10, dtype=kind)
    put_in(row, at, number)
    expected = np.zeros(10, dtype=kind)
    expected[at] = number
    assert np.array_equal(row, expected)


@pytest.mark.parametrize("kind", TYPES)
@given(numbers=st.lists(st.integers(-128, 127), min_size=8, max_size=8))
def test_bytes_of_a_word_become_numbers(kind: Any, numbers: list[int]) -> None:
    row = np.full(12, UNTOUCHED, dtype=kind)
    put_bytes_in(row, 2, int(np.array(numbers, dtype=np.int8).view(np.int64)[0]))
    assert row.tolist() == [UNTOUCHED] * 2 + numbers + [UNTOUCHED] * 2


def test_a_word_is_taken_and_fetching_changes_nothing() -> None:
    words = np.arange(12, dtype=np.int64)
    assert [taken(words, at) for at in range(12)] == words.tolist()
    table = words.reshape(3, 4)
    fetched(table, 100, -1)
    assert table.tolist() == np.arange(12).reshape(3, 4).tolist()
