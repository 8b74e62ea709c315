"""Legal ids as bits: 64 in a word, the first id lowest. What is drawn and checked are these, not the masks.

A game's ``mask`` leaves them in the last words of its work space, behind the room for the kernel's actions,
and writes the numbers that the learner sees. So a thousand legal ids are sixteen words, and what somebody
writes into a mask changes no game.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from korthus.envs.vector_code import compiled, inlined
from korthus.envs.vector_rows import put, spread, take

Words = npt.NDArray[np.int64]


def words_for(width: int) -> int:
    """How many words have the ids of a mask of ``width`` numbers."""
    return -(-width // 64)


@inlined
def first_word(work: Words, width: int) -> int:
    """Where in a work space these words are."""
    return work.size - (width + 63 >> 6)


@compiled
def mark(words: Words, first: int, at: int, bits: int | np.int64) -> None:
    """Make the ids from ``at`` on legal whose bits are set; ``first`` is the word of id 0.

    A bit beyond the last word must not be set.
    """
    word, shift = first + (at >> 6), at & 63
    put(words, word, take(words, word) | bits << shift)
    above = bits >> 1 >> 63 - shift & (1 << shift) - 1
    if above:
        put(words, word + 1, take(words, word + 1) | above)


@compiled
def write_mask(row: npt.NDArray[np.int8], words: Words, first: int) -> None:
    """Write the numbers of a mask from the bits of its ids, of which there are at least 64."""
    last = row.size - 64
    for start in range(0, last, 64):
        spread(row, start, take(words, first + (start >> 6)), 64)
    # The last 64 numbers may begin within a word.
    word, shift = first + (last >> 6), last & 63
    bits = take(words, word)
    if shift:
        bits = bits >> shift & (1 << 64 - shift) - 1 | take(words, word + 1) << 64 - shift
    spread(row, last, bits, 64)
