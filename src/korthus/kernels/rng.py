"""Random numbers for kernels: one small generator per stream, its state in an array of four words.

xoshiro256** by Blackman and Vigna, seeded by splitmix64, with Lemire's unbiased bounded draw.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import uint64

from korthus.kernels.compiled import allocating, inlined

Stream = npt.NDArray[np.uint64]


def stream(seed: int, number: int = 0) -> Stream:
    """A generator of its own for each pair of seed and number."""
    state = np.empty(4, dtype=np.uint64)
    restart(state, np.uint64(seed % 2**64), np.uint64(number % 2**64))
    return state


@allocating
def restart(state: Stream, seed: int | np.uint64, number: int | np.uint64) -> None:
    """Begin the stream of a pair of seed and number in place of another one."""
    _fill(state, uint64(seed) * uint64(0x9E3779B97F4A7C15) + uint64(number) * uint64(0xD1342543DE82EF95))


@allocating
def _fill(state: Stream, seed: np.uint64) -> None:
    word = uint64(seed)
    for index in range(4):
        word += uint64(0x9E3779B97F4A7C15)
        mixed = word
        mixed = (mixed ^ (mixed >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> uint64(27))) * uint64(0x94D049BB133111EB)
        state[index] = mixed ^ (mixed >> uint64(31))


@inlined
def next_word(state: Stream) -> np.uint64:
    """The next 64 random bits."""
    turned = state[1] * uint64(5)
    result = ((turned << uint64(7)) | (turned >> uint64(57))) * uint64(9)
    shifted = state[1] << uint64(17)
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = (state[3] << uint64(45)) | (state[3] >> uint64(19))
    return result


@inlined
def below(state: Stream, bound: int) -> np.int64:
    """A number from 0 to ``bound`` - 1 (``bound`` up to 2**31), every one equally likely."""
    limit = uint64(bound)
    product = (next_word(state) >> uint64(32)) * limit
    low = product & uint64(0xFFFFFFFF)
    if low < limit:
        threshold = (uint64(1 << 32) - limit) % limit
        while low < threshold:
            product = (next_word(state) >> uint64(32)) * limit
            low = product & uint64(0xFFFFFFFF)
    return np.int64(product >> uint64(32))
