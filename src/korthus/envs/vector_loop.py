"""One step in many games at once: the loops, compiled once for each game.

The names below that stand for verbs mean those of a game (``vector_code.compiled_for``). Every game has a
slot: a row in each array. Whatever happens in a slot depends on its own row alone, so slots can be shared out
among threads in any way.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import uint64

from korthus.envs.vector_code import compiled
from korthus.envs.vector_masks import first_word
from korthus.envs.vector_rows import fetch, put, take
from korthus.kernels.bits import count, high_product, lowest, nth
from korthus.kernels.rng import Stream, restart

Words = npt.NDArray[np.int64]
Mask = npt.NDArray[np.int8]

#: Words at the beginning of a game that most steps use, beside the last ones. They are brought
#: near while the games before it are played, so that a hundred thousand games, which lie in no cache, are
#: played nearly as fast as a thousand: ``bench/bench_envs_vector.py`` plays such batches.
NEAR: Final = 96
#: How many games before it (measured by the same); and the words that come at once: a line of the cache.
AHEAD: Final = 2
LINE: Final = 8


class Batch(NamedTuple):
    """What there is to see of all games after a step, a row for each. The arrays stay the same for ever."""

    #: What the seat to act sees.
    observations: npt.NDArray[Any]
    #: 1 for each action id that it may choose, else 0.
    masks: Mask
    #: The seat to act.
    to_act: npt.NDArray[np.int8]
    #: By seat: what the step has brought (see ``rewards``); those of a game add up to its outcome.
    rewards: npt.NDArray[np.float32]
    #: Whether the step ended a game. The rest of the row is then about the one that follows.
    done: npt.NDArray[np.bool_]


class Slots(NamedTuple):
    """The games themselves, a row for each."""

    states: Words
    #: The luck of each game.
    streams: npt.NDArray[np.uint64]
    #: How many games were over in a slot before this one.
    numbers: Words
    #: The points of each seat so far.
    totals: Words
    #: Which ids are legal: the mask as bits (``vector_masks``).
    legal: Words


class Start(NamedTuple):
    """How every game begins."""

    #: The first state, and the points in it.
    state: Words
    points: Words
    seed: np.uint64
    #: The number of the first slot.
    offset: int


class Scratch(NamedTuple):
    """Where a thread works."""

    #: For the kernel; ``mask`` leaves the legal ids behind that (``brings.Compiled``).
    work: Words
    points: Words


def _verb(*_args: Any) -> Any:
    raise NotImplementedError("this name means the verb of a game")


# Of the kernel.
actor = apply = deal = scores = _verb
# Of the encoding; ``note`` comes before ``apply``.
observe = mask = code_of = note = _verb
# From below, for the game.
begin_game = show = _verb


@compiled
def no_notes(s: Words, action: int) -> None:
    """For an encoding that can be read from the packed state alone."""


def first_game(s: Words, rng: Stream, totals: Words, start: Start, slot: int, number: int) -> None:
    """Begin a game in a slot. Every slot and every game in it has luck of its own."""
    restart(rng, start.seed, uint64(number) << uint64(32) | uint64(start.offset + slot))
    for index in range(s.size):
        s[index] = start.state[index]
    for seat in range(totals.size):
        totals[seat] = start.points[seat]
    while actor(s) == -1:
        deal(s, rng)


def take_turn(s: Words, rng: Stream, action: int, work: Words, points: Words) -> int:
    """Take an action in a single game, deal, and write the points; who is to act then, as ``actor`` says."""
    code = code_of(s, action, work)
    note(s, code)
    apply(s, code)
    while actor(s) == -1:
        deal(s, rng)
    scores(s, points)
    return actor(s)  # type: ignore[no-any-return]


def show_slot(s: Words, scratch: Scratch, batch: Batch, legal: Words, slot: int) -> None:
    """Write what the seat to act sees and may do."""
    seat = actor(s)
    batch.to_act[slot] = seat
    observe(s, seat, batch.observations[slot])
    mask(s, scratch.work, batch.masks[slot])
    first = first_word(scratch.work, batch.masks.shape[1])
    for part in range(legal.size):
        put(legal, part, take(scratch.work, first + part))


def reset_slots(slots: Slots, start: Start, scratch: Scratch, batch: Batch, begin: int, end: int) -> None:
    """Begin the first game of each slot from ``begin`` on, before ``end``."""
    for slot in range(begin, end):
        s = slots.states[slot]
        slots.numbers[slot] = 0
        batch.done[slot] = False
        batch.rewards[slot, :] = 0
        begin_game(s, slots.streams[slot], slots.totals[slot], start, slot, 0)
        show(s, scratch, batch, slots.legal[slot], slot)


def step_slots(
    slots: Slots, start: Start, scratch: Scratch, batch: Batch, actions: Words, begin: int, end: int
) -> None:
    """Take an action in each slot from ``begin`` on, before ``end``; a game that is over gives way."""
    near = min(NEAR, slots.states.shape[1])
    for slot in range(begin, end):
        for word in range(0, near, LINE):
            fetch(slots.states, slot + AHEAD, word)
        fetch(slots.states, slot + AHEAD + 1, -1)
        s = slots.states[slot]
        rng = slots.streams[slot]
        totals = slots.totals[slot]
        code = code_of(s, actions[slot], scratch.work)
        note(s, code)
        apply(s, code)
        while actor(s) == -1:
            deal(s, rng)
        scores(s, scratch.points)
        for seat in range(totals.size):
            batch.rewards[slot, seat] = scratch.points[seat] - totals[seat]
            totals[seat] = scratch.points[seat]
        over = actor(s) == -2
        batch.done[slot] = over
        if over:
            slots.numbers[slot] += 1
            begin_game(s, rng, totals, start, slot, slots.numbers[slot])
        show(s, scratch, batch, slots.legal[slot], slot)


@compiled
def first_illegal(legal: Words, actions: Words, width: int, begin: int, end: int) -> int:
    """The first slot from ``begin`` on, before ``end``, whose action is illegal; -1 if there is none."""
    for slot in range(begin, end):
        action = actions[slot]
        if not 0 <= action < width or legal[slot, action >> 6] >> (action & 63) & 1 == 0:
            return slot
    return -1


@compiled
def pick_actions(legal: Words, actions: Words, key: np.uint64, first: int, begin: int, end: int) -> None:
    """Pick one of the legal ids of some slots, each as likely but for less than 2**-50.

    Where none is legal, -1 is picked.

    Args:
        legal: as in ``Slots``.
        key: says which luck; every slot has its own.
        first: the number of the first slot.
        begin: where to begin, and ``end``, before which to end.
    """
    for slot in range(begin, end):
        word = key + uint64(first + slot) * uint64(0xD1342543DE82EF95)
        word = (word ^ (word >> uint64(32))) * uint64(0xD6E8FEB86659FD93)
        word = (word ^ (word >> uint64(32))) * uint64(0xD6E8FEB86659FD93)
        word ^= word >> uint64(32)
        number = 0
        for part in range(legal.shape[1]):
            number += count(legal[slot, part])
        if number == 0:
            actions[slot] = -1
            continue
        chosen = np.int64(high_product(word, uint64(number)))
        part = 0
        while chosen >= count(legal[slot, part]):
            chosen -= count(legal[slot, part])
            part += 1
        actions[slot] = 64 * part + lowest(nth(legal[slot, part], chosen))
