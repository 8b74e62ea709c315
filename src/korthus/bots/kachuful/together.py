"""Worlds of Kachuful that explain what the others did, drawn and changed as a whole.

Many worlds are drawn, those kept more often in which every hand was bid and played as a certain seat would,
and cards exchanged in them so that those kept more than once part again: in steps, with a belief that grows
sharper from step to step.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from numba import uint64

from korthus.bots.kachuful.apart import Fits, Hands
from korthus.bots.kachuful.explain import A_STEP, BELIEFS, HOPELESS, Told, fit, retell
from korthus.bots.kachuful.worlds import LACKS, ORDER, OTHERS, UNSEEN, VIEW_SIZE, WORLDS, draw_world
from korthus.kernels.bits import count, nth
from korthus.kernels.compiled import compiled
from korthus.kernels.kachuful.layout import HANDS, SEATS, TURN, Packed
from korthus.kernels.rng import Stream, below, next_word

# ``bench/constants.py`` measures the first three (kachuful.moves, .settled, .between).

#: Exchanges of two cards that each world tries in a step.
_MOVES: Final = 40
#: Worlds taken from each settled world.
_SETTLED: Final = 8
#: Exchanges of two cards that are tried between one of these and the next.
_BETWEEN: Final = 24
#: Remembered hands of a seat, as a power of two: each with how well it explains the seat's acts. At 17 bytes
#: a hand, four seats take 0.28 MB, which stays in the cache of a core.
SLOTS: Final = 12

#: Hands, how well they explain what their seat did, and whether that is known to the end: by seat and slot.
Memory: TypeAlias = tuple[Hands, Fits, npt.NDArray[np.bool_]]


class Together:
    """Worlds that are settled as a whole."""

    def __init__(self, view: Packed, luck: Stream, acts: int) -> None:
        """Begin with a view that has room for its worlds."""
        self._view, self._luck, self._acts = view, luck, acts
        room = (-(-int(view[WORLDS]) // _SETTLED), int(view[SEATS]))
        self._drawn, self._fits = np.empty(room, dtype=np.int64), np.empty(room)
        self._belief = 1.0
        self._told, self._memory = retell(view), _nothing(room[1])

    def sensible(self) -> int:
        """See ``Way``."""
        enough = BELIEFS[: self._acts // A_STEP + 1][-1]
        settled, found = (self._belief, self._drawn, self._fits), 0
        self._begin()
        for before, belief in pairwise((0.0, *BELIEFS)):
            self._settle(before, belief)
            if belief == enough:
                settled = belief, self._drawn.copy(), self._fits.copy()
            found = round(1000 * self._fits.sum() / (len(self._fits) * self._acts))
            if before and found < HOPELESS:
                break
        self._belief, self._drawn, self._fits = settled
        return found

    def learnt(self) -> None:
        """See ``Way``."""
        self._begin()
        self._settle(0.0, 1.0)

    def write(self) -> bool:
        """See ``Way``."""
        settled = []
        for _ in range(_SETTLED):
            self._move_on(_BETWEEN)
            settled.append(self._drawn.copy())
        worlds = np.concatenate(settled)[: int(self._view[WORLDS])]
        self._view[VIEW_SIZE:] = worlds.ravel()
        return True

    def _begin(self) -> None:
        self._told, self._memory = retell(self._view), _nothing(int(self._view[SEATS]))
        _weigh(self._view, self._luck, self._drawn, self._fits, self._told)

    def _settle(self, before: float, belief: float) -> None:
        """Go over to the next belief: keep worlds in proportion to what it changes, and let copies part."""
        weights = (belief - before) * self._fits.sum(axis=1)
        weights = np.exp(weights - weights.max())
        # Systematic resampling: a world comes up in proportion to its weight, give or take one.
        number = len(self._drawn)
        steps = (np.arange(number) + below(self._luck, 1 << 16) / (1 << 16)) * (weights.sum() / number)
        kept = np.minimum(np.searchsorted(np.cumsum(weights), steps), number - 1)
        self._drawn, self._fits = self._drawn[kept], self._fits[kept]
        self._belief = belief
        self._move_on(_MOVES)

    def _move_on(self, moves: int) -> None:
        _move_on(
            self._view, self._luck, self._drawn, self._fits, self._told, moves, self._belief, self._memory
        )


def _nothing(seats: int) -> Memory:
    room = (seats, 1 << SLOTS)
    return np.zeros(room, dtype=np.int64), np.zeros(room), np.zeros(room, dtype=np.bool_)


@compiled
def _weigh(view: Packed, rng: Stream, drawn: Hands, fits: Fits, told: Told) -> None:
    """Draw worlds and say, as a logarithm, how well each explains what each seat did."""
    s = told[view[TURN], 0]  # room
    for number in range(len(drawn)):
        draw_world(view, rng, s)
        for seat in range(view[SEATS]):
            drawn[number, seat] = s[HANDS + seat]
            fits[number, seat] = 0.0
        for index in range(view[OTHERS]):
            seat = view[ORDER + index]
            fits[number, seat] = fit(view, told, seat, drawn[number, seat], -np.inf)


@compiled
def _move_on(
    view: Packed, rng: Stream, drawn: Hands, fits: Fits, told: Told, moves: int, belief: float, memory: Memory
) -> None:
    """Try ``moves`` exchanges of two cards in every world, keeping what the acts of the others speak for.

    A hidden card of one seat is exchanged for one of another or of none. It stays so if that explains what
    was seen better, else with a chance in proportion: so that worlds that were drawn in proportion to how
    well they explain it remain so, but copies part (Metropolis). How well counts ``belief`` times.
    """
    for number in range(len(drawn)):
        for _ in range(moves):
            one = view[ORDER + below(rng, view[OTHERS])]
            mine = drawn[number, one]
            pool = view[UNSEEN] & ~mine
            if mine == 0 or pool == 0:
                continue
            give = nth(mine, below(rng, count(mine)))
            take = nth(pool, below(rng, count(pool)))
            if take & view[LACKS + one]:
                continue
            two = -1
            for index in range(view[OTHERS]):
                if take & drawn[number, view[ORDER + index]]:
                    two = view[ORDER + index]
            if two >= 0 and give & view[LACKS + two]:
                continue
            change = give | take
            # Acts only take away from a fit, so it can be seen early that an exchange does not stay.
            luck = np.log(1.0 - (next_word(rng) >> uint64(11)) * 2.0**-53)
            least = fits[number, one] + luck / belief
            if two >= 0:
                least += fits[number, two]
            fit_one = _recall(view, told, one, mine ^ change, least, memory)
            if fit_one < least:
                continue
            if two >= 0:
                fit_two = _recall(view, told, two, drawn[number, two] ^ change, least - fit_one, memory)
                if fit_one + fit_two < least:
                    continue
                drawn[number, two] ^= change
                fits[number, two] = fit_two
            drawn[number, one] = mine ^ change
            fits[number, one] = fit_one


@compiled
def _recall(view: Packed, told: Told, who: int, hand: int, least: float, memory: Memory) -> float:
    """``fit``, looked up where the hand has been asked about before.

    A hand is kept with its fit, or where that was not known to the end, with what it cannot be above.
    """
    hands, known, whole = memory
    slot = np.int64((np.uint64(hand) * uint64(0x9E3779B97F4A7C15)) >> uint64(64 - SLOTS))
    if hands[who, slot] == hand and (whole[who, slot] or known[who, slot] < least):
        return known[who, slot]
    found = fit(view, told, who, hand, least)
    hands[who, slot] = hand
    known[who, slot] = found
    whole[who, slot] = found >= least
    return found
