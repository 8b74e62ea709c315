"""The tables behind the batch poker evaluator: made from the readable rules, kept in the user's cache folder.

A strength here is dense: the 7,462 different poker hands are numbered from 0 (seven high) to 7461 (royal
flush) in the order of ``games/eight/evaluate.py``, which alone says what beats what.

Ranks are added up. Each rank has a key such that the keys of any seven cards with at most four of a rank give
a sum of their own, and so do five. The sums are sparse, so they are kept as rows of 512 that are laid over
each other where their gaps allow (``offsets``): the place of a sum is ``sum + offsets[sum >> 9]``.
"""

from __future__ import annotations

import hashlib
import io
import os
import tempfile
from collections.abc import Mapping
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from korthus.core.cards import DECK
from korthus.games.eight.evaluate import five
from korthus.places import NoHome, cache_folder

#: Raised when the content of the tables changes, so that an old file is never read.
VERSION: Final = 1

#: The smallest keys, found one after the other, under which all sums of seven cards differ.
RANK_KEYS: Final = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)

#: A sum is looked up by the row of 2**ROW_BITS that it lies in.
ROW_BITS: Final = 9

#: Numbers of a board's row in ``omaha``: 91 pairs of ranks, and room up to a whole cache line.
PAIR_ROOM: Final = 96

#: How many boards have no three cards of a rank.
COMMON_BOARDS: Final = 5005

#: Set in the sum of ``words`` as soon as one number is no card.
NO_CARD: Final = 1 << 60

_RANKS: Final = 13


class Tables(NamedTuple):
    """Everything that the evaluator looks up."""

    #: Per number of a card, to be added up: the key of its rank, and from bit 32 on four bits for each suit's
    #: count. Numbers from 52 on are no cards: they have ``NO_CARD``.
    words: npt.NDArray[np.uint64]
    #: Per set of ranks in one suit: the sum of their keys, and from bit 32 on the strength of the best flush.
    suits: npt.NDArray[np.uint64]
    #: Seven cards without a flush: from the sum of their keys to a place, and the strength there.
    seven_offsets: npt.NDArray[np.uint32]
    sevens: npt.NDArray[np.uint16]
    #: Five cards: from the sum of their keys to a place, and the number of their ranks there.
    five_offsets: npt.NDArray[np.uint32]
    rows: npt.NDArray[np.uint16]
    #: Five cards without a flush: the strength, by the number of their ranks.
    fives: npt.NDArray[np.uint16]
    #: The number of a pair of ranks, by 16 times one rank plus the other.
    pairs: npt.NDArray[np.uint8]
    #: The best of two cards in hand with three of five on the board, flushes apart: by board, then by pair.
    omaha: npt.NDArray[np.uint16]
    #: The same for boards with three of a rank or more, which are rare and have the highest numbers. (Numba
    #: caches no function with a constant of more than a million bytes.)
    omaha_rare: npt.NDArray[np.uint16]
    #: The strength in ``games/eight/evaluate.py``, by the dense one.
    readable: npt.NDArray[np.int32]


def build() -> Tables:
    """The tables, made anew."""
    keys = np.array(RANK_KEYS, dtype=np.int64)
    fives = _hands_of(5)
    fives = fives[np.argsort((fives[:, 2:] == fives[:, :-2]).any(axis=1), kind="stable")]
    plain = [five([DECK[card] for card in _mixed(hand)]) for hand in fives]
    suited_ranks = list(combinations(range(_RANKS), 5))
    suited = [five([DECK[rank] for rank in ranks]) for ranks in suited_ranks]
    readable = np.unique(np.array(plain + suited, dtype=np.int32))
    dense_plain = np.searchsorted(readable, plain).astype(np.uint16)

    five_sums = keys[fives].sum(axis=1)
    by_sum = np.argsort(five_sums)
    sorted_sums, sorted_strengths = five_sums[by_sum], dense_plain[by_sum]

    def judge(sums: npt.NDArray[np.int64]) -> npt.NDArray[np.uint16]:
        """The strengths of five ranks in mixed suits; where there are five of a rank, nothing."""
        index = np.minimum(np.searchsorted(sorted_sums, sums), len(sorted_sums) - 1)
        return np.where(sorted_sums[index] == sums, sorted_strengths[index], np.uint16(0))

    sevens = _hands_of(7)
    strengths = np.zeros(len(sevens), dtype=np.uint16)
    for some in combinations(range(7), 5):
        np.maximum(strengths, judge(keys[sevens[:, some]].sum(axis=1)), out=strengths)
    seven_offsets, seven_table = _overlay(keys[sevens].sum(axis=1), strengths)
    five_offsets, rows = _overlay(five_sums, np.arange(len(fives), dtype=np.uint16))

    pairs = np.zeros(256, dtype=np.uint8)
    omaha = np.zeros((len(fives), PAIR_ROOM), dtype=np.uint16)
    for number, (low, high) in enumerate(combinations_with_replacement(range(_RANKS), 2)):
        pairs[16 * low + high] = pairs[16 * high + low] = number
        for three in combinations(range(5), 3):
            sums = keys[fives[:, three]].sum(axis=1) + keys[low] + keys[high]
            np.maximum(omaha[:, number], judge(sums), out=omaha[:, number])
    return Tables(
        words=_words(),
        suits=_suits(dict(zip(suited_ranks, np.searchsorted(readable, suited).tolist(), strict=True))),
        seven_offsets=seven_offsets,
        sevens=seven_table,
        five_offsets=five_offsets,
        rows=rows,
        fives=dense_plain,
        pairs=pairs,
        omaha=omaha[:COMMON_BOARDS].reshape(-1),
        omaha_rare=omaha[COMMON_BOARDS:].reshape(-1),
        readable=readable,
    )


def _hands_of(size: int) -> npt.NDArray[np.int64]:
    """All multisets of ranks with at most four of each, every one in rising order."""
    hands = np.array(list(combinations_with_replacement(range(_RANKS), size)), dtype=np.int64)
    too_many = (hands[:, 4:] == hands[:, :-4]).any(axis=1)
    return hands[~too_many]


def _mixed(hand: npt.NDArray[np.int64]) -> list[int]:
    """Five ranks as places in the deck, in suits that make no flush and no card twice."""
    return [rank + 13 * (index % 4) for index, rank in enumerate(hand.tolist())]


def _words() -> npt.NDArray[np.uint64]:
    found = np.full(256, NO_CARD, dtype=np.uint64)
    for card in range(52):
        found[card] = RANK_KEYS[card % 13] + (1 << 32 + 4 * (card // 13))
    return found


def _suits(flushes: Mapping[tuple[int, ...], int]) -> npt.NDArray[np.uint64]:
    found = np.zeros(1 << _RANKS, dtype=np.uint64)
    for ranks in range(1 << _RANKS):
        held = [rank for rank in range(_RANKS) if ranks >> rank & 1]
        best = 0
        if 5 <= len(held) <= 7:
            best = max(flushes[some] for some in combinations(held, 5))
        found[ranks] = sum(RANK_KEYS[rank] for rank in held) + (best << 32)
    return found


def _overlay(
    sums: npt.NDArray[np.int64], values: npt.NDArray[np.uint16]
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint16]]:
    """Rows of sums laid over each other, the fullest first, each at the first shift where it hits nothing."""
    row_of, column_of = sums >> ROW_BITS, sums & (1 << ROW_BITS) - 1
    room = 4 * len(sums) + (1 << ROW_BITS)
    taken = np.zeros(room + (1 << ROW_BITS), dtype=np.bool_)
    table = np.zeros(len(taken), dtype=values.dtype)
    offsets = np.zeros(int(row_of.max()) + 1, dtype=np.uint32)
    rows, counts = np.unique(row_of, return_counts=True)
    for row in rows[np.argsort(-counts, kind="stable")].tolist():
        here = np.flatnonzero(row_of == row)
        columns = column_of[here]
        blocked = np.zeros(room, dtype=np.bool_)
        for column in columns.tolist():
            blocked |= taken[column : column + room]
        shift = int(np.argmin(blocked))
        taken[shift + columns] = True
        table[shift + columns] = values[here]
        offsets[row] = (shift - (row << ROW_BITS)) % (1 << 32)
    return offsets, table[: int(np.flatnonzero(taken)[-1]) + 1].copy()


# -- the file --------------------------------------------------------------------------------------


def load(folder: Path | None = None) -> Tables:
    """The tables from the cache folder; made, and kept there for the next time, where they are missing.

    A file that is cut off or changed is made anew. A folder that cannot be written only costs the time.
    """
    try:
        path = (cache_folder() if folder is None else folder) / f"poker-{VERSION}.tables"
    except NoHome:  # there is no folder to keep anything in
        return build()
    try:
        tables = _decoded(path.read_bytes())
    except OSError:
        tables = None
    if tables is None:
        tables = build()
        _keep(path, _encoded(tables))
    return tables


def _encoded(tables: Tables) -> bytes:
    """The tables as bytes, after the digest that tells whether they are whole."""
    out = io.BytesIO()
    np.savez(out, allow_pickle=False, **tables._asdict())
    content = out.getvalue()
    return hashlib.sha256(content).digest() + content


def _decoded(data: bytes) -> Tables | None:
    """The tables in a file's bytes; None if these are not what was written."""
    digest, content = data[:32], data[32:]
    if hashlib.sha256(content).digest() != digest:
        return None
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        if set(arrays.files) != set(Tables._fields):
            return None
        return Tables(**{name: arrays[name] for name in Tables._fields})


def _keep(path: Path, data: bytes) -> None:
    """Write a file whole or not at all; without a place to write, not at all."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as part:
            try:
                part.write(data)
                part.close()
                os.replace(part.name, path)
            except OSError:
                part.close()
                os.unlink(part.name)
    except OSError:  # a full disk or a folder of somebody else: the tables are made again next time
        return
