"""What a seat of Kachuful believes: worlds that explain what the others bid and played.

``imagine`` draws many worlds, keeps those more often in which every hand was bid and played as a certain seat
would, and exchanges cards in them so that those kept more than once part again. The seat is the sensible one
(``odds``) if it explains nearly all that the others did, else the learnt one (``learnt``).
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from numba import uint64

from korthus.bots.kachuful.learnt import likely_bid, likely_card
from korthus.bots.kachuful.odds import (
    LEARNT,
    SEEN,
    STYLES,
    VOIDS,
    WIDE,
    best_bid,
    best_card,
    merit_of_bid,
    merit_of_card,
    put,
    scale_of,
)
from korthus.bots.kachuful.worlds import (
    FIT,
    LACKS,
    ORDER,
    OTHERS,
    PLAYED,
    READS,
    UNSEEN,
    VIEW_SIZE,
    WORLDS,
    draw_world,
)
from korthus.kernels.bits import count, nth
from korthus.kernels.compiled import compiled
from korthus.kernels.kachuful.layout import (
    BID_SUM,
    BIDS,
    CARDS,
    DEALER,
    HANDS,
    HEAD,
    LEADER,
    LEFT,
    LISTED,
    ON_TABLE,
    PLAYS,
    SEATS,
    TO_BID,
    TURN,
    WON,
    Packed,
)
from korthus.kernels.kachuful.legal import open_to_turn
from korthus.kernels.kachuful.play import make_bid, next_seat
from korthus.kernels.rng import Stream, below, next_word, stream

#: A moment that another seat chose in: a state, what it did, and the cards it has played from then on.
_WHAT, _LATER, _MOMENT = range(WIDE, WIDE + 3)

# How well a world explains a bid or a card is the logarithm of its chance. An act that is not the sensible
# one costs _OTHER, and _GIVEN_AWAY for each unit of utility below it; one act never costs more than _LEAST.
# Chosen with ``bench/strength_kachuful.py``.
_OTHER: Final = -1.0
_GIVEN_AWAY: Final = 40.0
_LEAST: Final = -4.0
# Worlds are moved in steps: the weight of the explanation in each step (no unit), and the exchanges of two
# cards that each world tries in a step.
BELIEFS: Final = (1.0, 2.0, 4.0, 6.0)
_MOVES: Final = 40
#: The least fit (``FIT``, a logarithm) at which the others count as sensible seats; below it the learnt seat
#: speaks for them. ``docs/decisions.md`` 21 has the measurement.
ALIKE: Final = -20
#: Acts of the others for each further step of ``BELIEFS``: few acts can nearly always be explained.
_A_STEP: Final = 2
#: Acts needed before the fit is tested, for players about whom nothing is known.
PROOF: Final = 9
#: What ``FIT`` is before it has been tested.
UNASKED: Final = -1_000_000
#: A fit below this after the second step is given up: it would not rise to ``ALIKE``.
_HOPELESS: Final = -300
# Worlds taken from each settled world, and exchanges of two cards between one and the next.
_SETTLED: Final = 8
_BETWEEN: Final = 24
#: Remembered hands of a seat, as a power of two: each with how well it explains the seat's acts.
_SLOTS: Final = 12

#: The hands of worlds and how well each explains what its seat did: by world and seat.
Hands: TypeAlias = npt.NDArray[np.int64]
Fits: TypeAlias = npt.NDArray[np.float64]
#: Moments in which a seat chose (``_MOMENT``): by seat, in order.
Told: TypeAlias = npt.NDArray[np.int64]
#: Hands, how well they explain what their seat did, and whether that is known to the end: by seat and slot.
Memory: TypeAlias = tuple[Hands, Fits, npt.NDArray[np.bool_]]


def imagine(view: Packed, worlds: int, seed: int, proof: int = PROOF, reads: bool = True) -> Packed:
    """The view with ``worlds`` worlds to choose from; one that explains the others well is there repeatedly.

    It says, too, who speaks for the seats in them (``STYLES``), and how well the sensible seat explains what
    the others did (``FIT``). As long as nobody else has bid there is nothing to explain: worlds are drawn
    afresh.

    Args:
        proof: acts of the others needed before the fit is tested; 0 if they count as sensible until the fit
            says otherwise.
        reads: whether of acts that the learnt seat must explain cards are weighed, too, or bids alone.
    """
    seats = int(view[SEATS])
    others = view[ORDER : ORDER + view[OTHERS]]
    acts = acts_seen(view)
    full = np.zeros(VIEW_SIZE + (worlds if acts else 0) * seats, dtype=np.int64)
    full[:VIEW_SIZE] = view
    full[FIT] = UNASKED
    if not acts:
        if proof:
            full[STYLES : STYLES + seats] = LEARNT
        else:
            full[FIT] = 0
        return full
    chains = -(-worlds // _SETTLED)
    drawn = np.empty((chains, seats), dtype=np.int64)
    fits = np.empty((chains, seats), dtype=np.float64)
    luck = stream(seed)
    if not proof or (view[TO_BID] == 0 and acts >= proof):
        told, memory = retell(full), _nothing(seats)
        _weigh(full, luck, drawn, fits, told)
        steps: list[tuple[float, Hands, Fits]] = []
        for before, belief in pairwise((0.0, *BELIEFS)):
            _settle(full, luck, drawn, fits, told, (before, belief), memory)
            steps.append((belief, drawn.copy(), fits.copy()))
            full[FIT] = round(1000 * fits[:, others].sum() / (chains * acts))
            if len(steps) > 1 and full[FIT] < _HOPELESS:
                break
    if full[FIT] >= ALIKE:
        belief, drawn, fits = steps[min(acts // _A_STEP, len(steps) - 1)]
    else:
        full[STYLES : STYLES + seats] = LEARNT
        full[READS] = int(reads)
        belief = 1.0
        told, memory = retell(full), _nothing(seats)
        _weigh(full, luck, drawn, fits, told)
        _settle(full, luck, drawn, fits, told, (0.0, belief), memory)
    settled = []
    for _ in range(_SETTLED):
        _move_on(full, luck, drawn, fits, told, _BETWEEN, belief, memory)
        settled.append(drawn.copy())
    full[VIEW_SIZE:] = np.concatenate(settled)[:worlds].ravel()
    full[WORLDS] = worlds
    return full


def acts_seen(view: Packed) -> int:
    """How many bids and cards of others who still hold cards there are to explain."""
    others = view[ORDER : ORDER + view[OTHERS]]
    cards = sum(int(view[PLAYED + seat]).bit_count() for seat in others)
    return int((view[BIDS + others] >= 0).sum()) + cards


def _nothing(seats: int) -> Memory:
    room = (seats, 1 << _SLOTS)
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


def _settle(
    view: Packed,
    rng: Stream,
    drawn: Hands,
    fits: Fits,
    told: Told,
    beliefs: tuple[float, float],
    memory: Memory,
) -> None:
    """Go over to the next belief: keep worlds in proportion to what it changes, and let copies part."""
    before, belief = beliefs
    weights = (belief - before) * fits.sum(axis=1)
    weights = np.exp(weights - weights.max())
    # Systematic resampling: a world comes up in proportion to its weight, give or take one.
    number = len(drawn)
    steps = (np.arange(number) + below(rng, 1 << 16) / (1 << 16)) * (weights.sum() / number)
    kept = np.minimum(np.searchsorted(np.cumsum(weights), steps), number - 1)
    drawn[:], fits[:] = drawn[kept], fits[kept]
    _move_on(view, rng, drawn, fits, told, _MOVES, belief, memory)


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


# -- what was seen, and what explains it -----------------------------------------------------------


def retell(view: Packed) -> Told:
    """The moments of this round in which another seat chose, as that seat saw them: by seat, in order."""
    told = np.zeros((int(view[SEATS]), int(view[CARDS]) + 1, _MOMENT), dtype=np.int64)
    _tell(view, told)
    return told


@compiled
def _tell(view: Packed, told: Told) -> None:
    seats = view[SEATS]
    s = told[view[TURN], 0]  # the seat itself has nothing to explain
    for index in range(HEAD):
        s[index] = view[index]
    s[TURN] = s[LEADER] = next_seat(view[DEALER], seats)
    s[TO_BID] = seats
    s[BID_SUM] = s[SEEN] = s[ON_TABLE] = 0
    s[LEFT] = view[CARDS]
    for seat in range(seats):
        s[BIDS + seat] = -1
        s[WON + seat] = s[VOIDS + seat] = 0
        s[STYLES + seat] = view[STYLES + seat]
    for _ in range(seats - view[TO_BID]):
        bid = view[BIDS + s[TURN]]
        _note(view, told, s, 0, bid)
        make_bid(s, bid)
    for index in range(view[LISTED]):
        card = 1 << view[PLAYS + index]
        _note(view, told, s, 1 + view[CARDS] - s[LEFT], card)
        put(s, card)


@compiled
def _note(view: Packed, told: Told, s: Packed, act: int, what: int) -> None:
    """Keep a moment, unless it is the seat's own."""
    seat = s[TURN]
    if seat == view[TURN]:
        return
    moment = told[seat, act]
    for index in range(VOIDS + s[SEATS]):
        moment[index] = s[index]
    moment[_WHAT] = what
    moment[_LATER] = view[PLAYED + seat] & ~s[SEEN]


@compiled
def _recall(view: Packed, told: Told, who: int, hand: int, least: float, memory: Memory) -> float:
    """The same, looked up where the hand has been asked about before.

    A hand is kept with its fit, or where that was not known to the end, with what it cannot be above.
    """
    hands, known, whole = memory
    slot = np.int64((np.uint64(hand) * uint64(0x9E3779B97F4A7C15)) >> uint64(64 - _SLOTS))
    if hands[who, slot] == hand and (whole[who, slot] or known[who, slot] < least):
        return known[who, slot]
    found = fit(view, told, who, hand, least)
    hands[who, slot] = hand
    known[who, slot] = found
    whole[who, slot] = found >= least
    return found


@compiled
def fit(view: Packed, told: Told, who: int, hand: int, least: float) -> float:
    """How well a hidden hand explains what its seat did in the moments that ``retell`` gives.

    What is below ``least`` need not be known further.
    """
    total = 0.0
    if view[BIDS + who] < 0:
        return total
    for act in range(count(view[PLAYED + who]) if view[READS] else 0, 0, -1):
        s = told[who, act]
        s[HANDS + who] = hand | s[_LATER]
        total += _card_fits(s, s[_WHAT])
        if total < least:
            return total
    s = told[who, 0]
    s[HANDS + who] = hand | s[_LATER]
    total += _bid_fits(s, s[_WHAT])
    return total


@compiled
def _bid_fits(s: Packed, bid: int) -> float:
    if s[STYLES + s[TURN]] == LEARNT:
        return likely_bid(s, bid)
    best = best_bid(s)
    if best == bid:
        return 0.0
    gap = (merit_of_bid(s, best) - merit_of_bid(s, bid)) * scale_of(s)
    return max(_OTHER - gap * _GIVEN_AWAY, _LEAST)


@compiled
def _card_fits(s: Packed, card: int) -> float:
    if s[STYLES + s[TURN]] == LEARNT:
        return likely_card(s, card)
    cards = open_to_turn(s)
    if cards & cards - 1 == 0:
        return 0.0
    best = best_card(s)
    if best == card:
        return 0.0
    gap = (merit_of_card(s, cards, best) - merit_of_card(s, cards, card)) * scale_of(s)
    return max(_OTHER - gap * _GIVEN_AWAY, _LEAST)
