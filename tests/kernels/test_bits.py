"""Sets of cards as bits: counted, searched, and their n-th member found, on machines of either kind."""

from __future__ import annotations

import random

import numpy as np
import pytest

from korthus.kernels import bits

WORDS = [1, 1 << 62, (1 << 63) - 1, 0x1FFF1FFF1FFF1FFF, 0xFF, 0x100, 0x8000]
WORDS += [
    random.Random(n).getrandbits(63) & random.Random(n + 500).getrandbits(63) | 1 << n % 63
    for n in range(500)
]


def places(word: int) -> list[int]:
    return [place for place in range(63) if word >> place & 1]


def test_bits_are_counted_and_the_lowest_and_highest_are_found() -> None:
    for word in WORDS:
        assert bits.count(word) == word.bit_count()
        assert bits.lowest(word) == places(word)[0]
        assert bits.highest(word) == places(word)[-1]
    assert bits.count(0) == 0


def test_the_nth_bit_has_n_set_bits_below_it() -> None:
    for word in WORDS:
        for number, place in enumerate(places(word)):
            assert bits.nth(word, number) == 1 << place
            assert bits._nth_by_bytes(word, number) == 1 << place


def test_the_quick_instruction_is_used_only_where_numba_aims_at_this_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert bits.nth is (bits._nth_by_pdep if bits.HAS_PDEP else bits._nth_by_bytes)
    monkeypatch.setattr("numba.config.CPU_NAME", "generic")
    assert not bits._has_pdep()


def test_the_upper_half_of_a_product() -> None:
    rng = random.Random(3)
    for _ in range(200):
        one, other = rng.getrandbits(64), rng.getrandbits(64)
        assert bits.high_product(np.uint64(one), np.uint64(other)) == one * other >> 64
