"""The generator of the kernels."""

from collections import Counter

import numpy as np

from korthus.kernels.rng import below, next_word, stream


def test_the_stream_is_xoshiro256_starstar() -> None:
    """Against the definition, in Python's own integers."""
    mask = 2**64 - 1
    state = [int(word) for word in stream(1)]
    fast = stream(1)

    def turn(word: int, by: int) -> int:
        return (word << by | word >> (64 - by)) & mask

    for _ in range(100):
        expected = turn(state[1] * 5 & mask, 7) * 9 & mask
        shifted = state[1] << 17 & mask
        state[2] ^= state[0]
        state[3] ^= state[1]
        state[1] ^= state[2]
        state[0] ^= state[3]
        state[2] ^= shifted
        state[3] = turn(state[3], 45)
        assert int(next_word(fast)) == expected


def test_streams_differ_and_repeat() -> None:
    assert np.array_equal(stream(1), stream(1))
    words = {int(next_word(stream(seed, number))) for seed in range(10) for number in range(10)}
    assert len(words) == 100


def test_bounded_draws_are_even() -> None:
    rng = stream(5)
    for bound in (1, 2, 7, 52):
        seen = Counter(int(below(rng, bound)) for _ in range(500 * bound))
        assert set(seen) == set(range(bound))
        chi = sum((number - 500) ** 2 / 500 for number in seen.values())
        assert chi < bound + 5 * (2 * bound) ** 0.5
