"""Hands of Kachuful seats that explain what they did, found for each seat apart and put together into worlds.

Any two hands without a common card can be in one deal, all such deals are equally likely, and what a seat did
depends on its own hand. So worlds come up as often as they should if the hands of each seat do, and those
that have a card in common are left out.

Hands are drawn evenly and kept by the chance that their seat would have done what it did. If few are kept,
cards are exchanged in them (Metropolis). If next to none are, they are led there in steps, with a belief that
grows sharper from step to step.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from numba import uint64

from korthus.bots.kachuful.explain import A_STEP, ALIKE, BELIEFS, HOPELESS, Told, fit, retell
from korthus.bots.kachuful.worlds import LACKS, NEED, ORDER, OTHERS, READS, UNSEEN, VIEW_SIZE, WORLDS, take
from korthus.kernels.bits import count, nth
from korthus.kernels.compiled import compiled
from korthus.kernels.kachuful.layout import BIDS, HANDS, SEATS, TURN, Packed
from korthus.kernels.rng import Stream, below, next_word

# ``bench/constants.py`` measures these (kachuful.wanted, .tries, .seeds, .between_hands, .led,
# .moves_of_a_hand, .weighed, .patience).

#: Hands of a seat that are wanted for each world.
_WANTED: Final = 0.5
#: Hands of a seat that are drawn for each world at most.
_TRIES: Final = 6
#: Hands of a seat that are wanted at least, however few the worlds: what 64 want, the fewest of a search.
_FEWEST: Final = 32
#: Hands that must be found by drawing, or else hands are led in steps.
_SEEDS: Final = 4
#: Exchanges of two cards that are tried between one hand and the next that is made from it.
_BETWEEN: Final = 8
#: Hands that are led in steps.
_LED: Final = 32
#: Exchanges of two cards that each of these tries in a step.
_MOVES: Final = 24
#: Hands drawn for one that is wanted where the learnt seat explains: bids alone, and cards, too.
_WEIGHED: Final = (3, 8)
#: Times that hands are put together for one world, on average, before it is given up.
_PATIENCE: Final = 1_000

#: Hands of one seat, or of all by seat, and how well they explain what it did.
Hands: TypeAlias = npt.NDArray[np.int64]
Fits: TypeAlias = npt.NDArray[np.float64]


class Apart:
    """Worlds put together from hands of seats that have bid; the others get what is left."""

    def __init__(self, view: Packed, luck: Stream, acts: int) -> None:
        """Begin with a view that has room for its worlds."""
        seats, worlds = int(view[SEATS]), int(view[WORLDS])
        self._view, self._luck, self._acts = view, luck, acts
        others = view[ORDER : ORDER + view[OTHERS]].tolist()
        self._explained = [seat for seat in others if view[BIDS + seat] >= 0]
        room = (seats, max(_FEWEST, int(worlds * _WANTED)))
        self._hands, self._fits = np.zeros(room, dtype=np.int64), np.zeros(room)

    def sensible(self) -> int:
        """See ``Way``. A seat that is not sensible settles it: the others are not asked."""
        told = retell(self._view)
        beliefs = BELIEFS[: self._acts // A_STEP + 1]
        total = 0.0
        for seat in self._explained:
            self._find(told, seat, beliefs)
            total += _sharpened(self._fits[seat], BELIEFS[-1] - beliefs[-1])
            if 1000 * total / self._acts < ALIKE - 1:
                break
        return round(1000 * total / self._acts)

    def _find(self, told: Told, seat: int, beliefs: tuple[float, ...]) -> None:
        view, luck, hands, fits = self._view, self._luck, self._hands[seat], self._fits[seat]
        tries = _TRIES * int(view[WORLDS])
        found = _draw_fitting(view, luck, told, seat, beliefs[-1], tries, hands, fits)
        if found < _SEEDS:
            found = min(_LED, len(hands))
            self._lead(told, seat, beliefs, hands[:found], fits[:found])
        _extend(view, luck, told, seat, beliefs[-1], _BETWEEN, found, hands, fits)

    def _lead(self, told: Told, seat: int, beliefs: tuple[float, ...], hands: Hands, fits: Fits) -> None:
        """Draw hands and lead them to the last of the beliefs."""
        view, luck = self._view, self._luck
        before, weights = 0.0, np.empty(len(hands))
        _draw(view, luck, told, seat, hands, fits)
        for belief in beliefs:
            _keep(luck, hands.copy(), fits.copy(), belief - before, weights, hands, fits)
            _exchange(view, luck, told, seat, belief, _MOVES, hands, fits)
            if before and 1000 * fits.mean() / self._acts < HOPELESS:
                return
            before = belief

    def learnt(self) -> None:
        """See ``Way``."""
        view, luck, told = self._view, self._luck, retell(self._view)
        number = self._hands.shape[1] * _WEIGHED[int(view[READS])]
        hands, fits, weights = np.empty(number, dtype=np.int64), np.empty(number), np.empty(number)
        for seat in self._explained:
            _draw(view, luck, told, seat, hands, fits)
            _keep(luck, hands, fits, 1.0, weights, self._hands[seat], self._fits[seat])

    def write(self) -> bool:
        """See ``Way``. Hands that nearly always have cards in common give no worlds."""
        return _put_together(self._view, self._luck, self._hands, _PATIENCE)


def _sharpened(fits: Fits, power: float) -> float:
    """The mean of fits if hands counted by a belief that is sharper by ``power``."""
    weights = np.exp(power * (fits - fits.max()))
    return float((weights * fits).sum() / weights.sum())


@compiled
def _luck_of(rng: Stream) -> float:
    """The logarithm of a number between 0 and 1, each equally likely."""
    return np.log(1.0 - (next_word(rng) >> uint64(11)) * 2.0**-53)


@compiled
def _draw(view: Packed, rng: Stream, told: Told, who: int, hands: Hands, fits: Fits) -> None:
    """Draw hands evenly and weigh them."""
    can = view[UNSEEN] & ~view[LACKS + who]
    size = count(can)
    for index in range(len(hands)):
        hands[index] = can ^ take(can, size, view[NEED + who], rng)
        fits[index] = fit(view, told, who, hands[index], -np.inf)


@compiled
def _draw_fitting(
    view: Packed, rng: Stream, told: Told, who: int, belief: float, tries: int, hands: Hands, fits: Fits
) -> int:
    """Draw up to ``tries`` hands and keep them by the chance of what their seat did; how many were kept."""
    can = view[UNSEEN] & ~view[LACKS + who]
    size = count(can)
    found = 0
    for _ in range(tries):
        if found == len(hands):
            break
        hand = can ^ take(can, size, view[NEED + who], rng)
        least = _luck_of(rng) / belief
        value = fit(view, told, who, hand, least)
        if value >= least:
            hands[found] = hand
            fits[found] = value
            found += 1
    return found


@compiled
def _keep(
    rng: Stream, drawn: Hands, known: Fits, power: float, weights: Fits, hands: Hands, fits: Fits
) -> None:
    """Fill ``hands`` with those drawn, each in proportion to its weight, give or take one."""
    top = known[0]
    for index in range(1, len(drawn)):
        top = max(top, known[index])
    total = 0.0
    for index in range(len(drawn)):
        weights[index] = np.exp(power * (known[index] - top))
        total += weights[index]
    step = total / len(hands)
    at = step * (below(rng, 1 << 16) / (1 << 16))
    source = 0
    upto = weights[0]
    for index in range(len(hands)):
        while at >= upto and source + 1 < len(drawn):
            source += 1
            upto += weights[source]
        hands[index] = drawn[source]
        fits[index] = known[source]
        at += step


@compiled
def _exchange_in(
    view: Packed, rng: Stream, told: Told, who: int, belief: float, moves: int, hand: int, value: float
) -> tuple[int, float]:
    """Try ``moves`` exchanges of a card for another hidden one, keeping what the acts of the seat speak for.

    An exchange stays if the hand then explains what was seen better, else with a chance in proportion: so
    that a hand that was drawn in proportion to how well it explains it remains so.
    """
    can = view[UNSEEN] & ~view[LACKS + who]
    for _ in range(moves):
        pool = can & ~hand
        if pool == 0:
            break
        after = hand ^ (nth(hand, below(rng, count(hand))) | nth(pool, below(rng, count(pool))))
        least = value + _luck_of(rng) / belief
        found = fit(view, told, who, after, least)
        if found >= least:
            hand = after
            value = found
    return hand, value


@compiled
def _exchange(
    view: Packed, rng: Stream, told: Told, who: int, belief: float, moves: int, hands: Hands, fits: Fits
) -> None:
    for index in range(len(hands)):
        hand, value = _exchange_in(view, rng, told, who, belief, moves, hands[index], fits[index])
        hands[index] = hand
        fits[index] = value


@compiled
def _extend(
    view: Packed,
    rng: Stream,
    told: Told,
    who: int,
    belief: float,
    moves: int,
    found: int,
    hands: Hands,
    fits: Fits,
) -> None:
    """Fill the rest of ``hands`` with what comes of the first ``found`` when cards are exchanged in them."""
    for index in range(found, len(hands)):
        hand, value = hands[index - found], fits[index - found]
        hand, value = _exchange_in(view, rng, told, who, belief, moves, hand, value)
        hands[index] = hand
        fits[index] = value


@compiled
def _put_together(view: Packed, rng: Stream, hands: Hands, patience: int) -> bool:
    """Write worlds of hands that have no card in common behind the view; whether all were found."""
    seats = view[SEATS]
    tries = patience * view[WORLDS]
    for number in range(view[WORLDS]):
        world = view[VIEW_SIZE + number * seats : VIEW_SIZE + (number + 1) * seats]
        rest = -1
        while rest < 0:
            if tries == 0:
                return False
            tries -= 1
            rest = _pick(view, rng, hands, world)
        size = count(rest)
        for index in range(view[OTHERS]):
            seat = view[ORDER + index]
            if view[BIDS + seat] < 0:
                left = take(rest, size, view[NEED + seat], rng)
                world[seat] = rest ^ left
                size -= view[NEED + seat]
                rest = left
        world[view[TURN]] = view[HANDS + view[TURN]]
    return True


@compiled
def _pick(view: Packed, rng: Stream, hands: Hands, world: Packed) -> int:
    """Pick a hand for each seat that has bid; the cards left over, or -1 if two have one in common."""
    rest = view[UNSEEN]
    for index in range(view[OTHERS]):
        seat = view[ORDER + index]
        if view[BIDS + seat] >= 0:
            hand = hands[seat, below(rng, hands.shape[1])]
            if hand & ~rest:
                return -1
            rest ^= hand
            world[seat] = hand
    return rest
