"""Worlds that a seat of Kachuful can believe in: its view, packed, and hidden cards drawn to fit it.

What is certain (the cards seen, the suits that a seat could not follow) every world keeps to. What bids and
plays of others say about their cards is a matter of degree: ``imagine`` draws many worlds, keeps those more
often in which every hand was bid and played as a sensible seat would (``kachuful_odds``), and exchanges cards
in them so that those kept more than once part again. The better the sensible seat explains what the others
did, the more it is believed.

A packed view is a packed state without the hands of others, and these words after it:

============== ==============================================================================
UNSEEN         the cards that the seat has not seen
TIED           how many seats have shown that they lack a suit and still hold cards
OTHERS         how many other seats hold cards
ORDER          these, those tied first, and of them the ones who can hold least
NEED           by seat: hidden cards that it holds
LACKS          by seat: cards that it cannot have
PLAYED         by seat: cards that it has played in this round
LAST           by seat: the hidden hands of the last world drawn, if tied
TRIED          by seat: the same while a deal is tried
WORLDS         how many worlds follow; 0: every world is drawn afresh, all equally likely
FIT            how well the sensible seat can explain an act of the others, in thousandths of a logarithm
============== ==============================================================================

A world is as many words as there are seats: their hands.
"""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt
from numba import uint64

from korthus.games.kachuful.game import Kachuful
from korthus.games.kachuful.state import KachufulState
from korthus.games.kachuful.view import KachufulView
from korthus.kernels.bits import count, nth
from korthus.kernels.compiled import compiled
from korthus.kernels.kachuful_convert import _LANES, _bits, pack
from korthus.kernels.kachuful_layout import (
    BID_SUM,
    BIDS,
    CARDS,
    DEALER,
    HANDS,
    HEAD,
    LEADER,
    LEFT,
    LISTED,
    MAX_SEATS,
    ON_TABLE,
    PLAYS,
    SEATS,
    TO_BID,
    TURN,
    WON,
    Packed,
)
from korthus.kernels.kachuful_odds import (
    AIM,
    SEEN,
    VOIDS,
    WIDE,
    best_bid,
    best_card,
    merit_of_bid,
    merit_of_card,
    put,
)
from korthus.kernels.kachuful_play import AT_ONCE, _bid, _draw, _next_seat, _open_to_turn
from korthus.kernels.kachuful_policy import scale_of
from korthus.kernels.rng import Stream, below, next_word, stream

UNSEEN: Final = WIDE
TIED: Final = UNSEEN + 1
OTHERS: Final = TIED + 1
ORDER: Final = OTHERS + 1
NEED: Final = ORDER + MAX_SEATS
LACKS: Final = NEED + MAX_SEATS
PLAYED: Final = LACKS + MAX_SEATS
LAST: Final = PLAYED + MAX_SEATS
TRIED: Final = LAST + MAX_SEATS
WORLDS: Final = TRIED + MAX_SEATS
FIT: Final = WORLDS + 1
VIEW_SIZE: Final = FIT + 1

#: A moment that another seat chose in: a state, what it did, and the cards it has played from then on.
_WHAT: Final = WIDE
_LATER: Final = _WHAT + 1
_MOMENT: Final = _LATER + 1

#: Deals that are tried before the last world is changed instead; the first one is worth more of them.
_TRIES: Final = 40
_FIRST_TRIES: Final = 4_000
#: Cards that are exchanged in it then.
_SWAPS: Final = 30

#: How much less likely, as a logarithm, a bid or a card is than the sensible one, how much for each unit of
#: utility that it gives away, and the least that one of them can say.
_OTHER: Final = -1.0
_GIVEN_AWAY: Final = 40.0
_LEAST: Final = -4.0
#: How often cards are exchanged in each world that was kept.
_MOVES: Final = 64
#: How much what the sensible seat would not do counts, step by step, and how often cards are exchanged then.
BELIEFS: Final = (1.0, 2.0, 4.0, 6.0)
_SETTLING: Final = 40
#: If worlds can be found that explain the others so well (``FIT``), they act like the sensible seat, and it
#: is believed, a step further for so many acts: a bid or two can nearly always be explained. Else the first
#: step must do. Of the moments among players like it hardly one in fifty is below this border; late in a
#: round among players who search, nine of ten are.
ALIKE: Final = -20
_A_STEP: Final = 2
#: A world that is settled stands for so many, with so many exchanges between them.
_SETTLED: Final = 4
_BETWEEN: Final = 24


# -- what a seat knows -----------------------------------------------------------------------------


def pack_view(game: Kachuful, view: KachufulView, rng: random.Random) -> Packed:
    """What a seat knows, as ``determinise`` reads it: every world that it allows is equally likely."""
    hands = tuple(view.hand if seat == view.seat else () for seat in range(view.seats))
    shown = KachufulState(
        view.phase,
        view.to_act,
        view.round,
        hands,
        view.bids,
        view.leader,
        tuple(each.card for each in view.trick),
        view.tricks,
        view.won,
        view.sheet,
    )
    packed = np.zeros(VIEW_SIZE, dtype=np.int64)
    own = pack(game, shown)
    packed[: len(own)] = own
    played = [_bits(view.played(seat)) for seat in range(view.seats)]
    unseen = _bits(game.setup(view.seats).deck) ^ _bits(view.hand) ^ sum(played)
    lacks = [sum(_LANES[suit] for suit in each) for each in view.voids]
    others = [seat for seat in range(view.seats) if seat != view.seat and view.hand_sizes[seat]]
    others.sort(key=lambda seat: (lacks[seat] & unseen == 0, (unseen & ~lacks[seat]).bit_count()))
    packed[SEEN] = sum(played)
    packed[VOIDS : VOIDS + view.seats] = lacks
    packed[UNSEEN] = unseen
    packed[TIED] = sum(lacks[seat] & unseen != 0 for seat in others)
    packed[OTHERS] = len(others)
    packed[ORDER : ORDER + len(others)] = others
    packed[NEED : NEED + view.seats] = view.hand_sizes
    packed[LACKS : LACKS + view.seats] = lacks
    packed[PLAYED : PLAYED + view.seats] = played
    # A first world must be there to go on from. Counting all deals finds one where trying does not.
    if packed[TIED] and not _finds_one(packed, stream(rng.getrandbits(63))):
        world = game.sample(view, rng)
        packed[LAST : LAST + view.seats] = [_bits(hand) for hand in world.hands]
    return packed


def imagine(view: Packed, worlds: int, seed: int) -> Packed:
    """The view with so many worlds to choose from, those that explain what the others did more than once.

    As long as nobody else has bid, there is nothing to explain, and the view stays one whose worlds are
    drawn afresh.
    """
    seats = int(view[SEATS])
    others = view[ORDER : ORDER + view[OTHERS]]
    if not len(others) or view[BIDS + others].max() < 0:
        return view
    chains = -(-worlds // _SETTLED)
    full = np.zeros(VIEW_SIZE + worlds * seats, dtype=np.int64)
    full[:VIEW_SIZE] = view
    drawn = np.empty((chains, seats), dtype=np.int64)
    fits = np.empty((chains, seats), dtype=np.float64)
    luck = stream(seed)
    told = retell(view)
    _weigh(full, luck, drawn, fits, told)
    steps: list[tuple[float, npt.NDArray[np.int64], npt.NDArray[np.float64]]] = []
    for before, belief in pairwise((0.0, *BELIEFS)):
        _settle(full, luck, drawn, fits, told, (before, belief), _SETTLING if steps else _MOVES)
        steps.append((belief, drawn.copy(), fits.copy()))
    acts = (view[BIDS + others] >= 0).sum() + sum(int(view[PLAYED + seat]).bit_count() for seat in others)
    full[FIT] = round(1000 * fits[:, others].sum() / (chains * acts))
    belief, drawn, fits = steps[min(acts // _A_STEP, len(steps) - 1) if full[FIT] >= ALIKE else 0]
    settled = []
    for _ in range(_SETTLED):
        _move_on(full, luck, drawn, fits, told, _BETWEEN, belief)
        settled.append(drawn.copy())
    full[VIEW_SIZE:] = np.concatenate(settled)[:worlds].ravel()
    full[WORLDS] = worlds
    return full


@compiled
def determinise(view: Packed, seat: int, rng: Stream, out: Packed) -> None:
    """Write a world that the view allows to ``out``: one of those imagined, or one drawn afresh."""
    if view[WORLDS] == 0:
        _draw_world(view, rng, out)
        return
    _copy_known(view, out)
    world = VIEW_SIZE + below(rng, view[WORLDS]) * view[SEATS]
    for other in range(view[SEATS]):
        out[HANDS + other] = view[world + other]


@compiled
def _copy_known(view: Packed, out: Packed) -> None:
    for place in range(HEAD):
        out[place] = view[place]
    for place in range(AIM, VOIDS + view[SEATS]):
        out[place] = view[place]


# -- worlds, all equally likely --------------------------------------------------------------------


@compiled
def _draw_world(view: Packed, rng: Stream, out: Packed) -> None:
    """Write a world to ``out``, each one that the view allows equally likely.

    Seats that lack suits draw first, from what they can have. That alone would favour some deals, so a deal
    is kept with a chance in proportion to the choices that its later seats had. If none is kept in many
    tries (only tables with hardly a card left over come to that), cards are exchanged in the last world: it
    was a fair draw, and fair exchanges leave it one.
    """
    _copy_known(view, out)
    tied = view[TIED]
    rest = view[UNSEEN]
    if tied:
        for _ in range(_TRIES):
            rest = _deal_tied(view, tied, rng)
            if rest >= 0:
                break
        if rest < 0:
            rest = _exchange(view, tied, rng)
        for place in range(tied):
            other = view[ORDER + place]
            out[HANDS + other] = view[LAST + other]
    size = count(rest)
    for place in range(tied, view[OTHERS]):
        other = view[ORDER + place]
        left = _take(rest, size, view[NEED + other], rng)
        out[HANDS + other] = rest ^ left
        size -= view[NEED + other]
        rest = left


@compiled
def _take(cards: int, size: int, number: int, rng: Stream) -> int:
    """What is left of ``size`` cards when any ``number`` are drawn."""
    for done in range(0, number, AT_ONCE):
        cards = _draw(cards, size - done, min(AT_ONCE, number - done), rng)
    return cards


@compiled
def _finds_one(view: Packed, rng: Stream) -> bool:
    tries = _FIRST_TRIES
    while tries and _deal_tied(view, view[TIED], rng) < 0:
        tries -= 1
    return tries > 0


@compiled
def _deal_tied(view: Packed, tied: int, rng: Stream) -> int:
    """Deal to the seats that lack suits, into ``LAST``; the cards left over, or -1 for a deal not kept."""
    unseen = view[UNSEEN]
    rest = unseen
    chance = 1.0
    for place in range(tied):
        seat = view[ORDER + place]
        need = view[NEED + seat]
        can = rest & ~view[LACKS + seat]
        size = count(can)
        if size < need:
            return -1
        most = min(count(unseen & ~view[LACKS + seat]), count(rest))
        for step in range(need):
            chance *= (size - step) / (most - step)
        left = _take(can, size, need, rng)
        view[TRIED + seat] = can ^ left
        rest ^= can ^ left
    if (next_word(rng) >> uint64(11)) * 2.0**-53 >= chance:
        return -1
    for place in range(tied):
        seat = view[ORDER + place]
        view[LAST + seat] = view[TRIED + seat]
    return rest


@compiled
def _exchange(view: Packed, tied: int, rng: Stream) -> int:
    """Exchange cards of the last world at random where both places allow it; the cards of nobody tied."""
    rest = view[UNSEEN]
    for place in range(tied):
        rest &= ~view[LAST + view[ORDER + place]]
    for _ in range(_SWAPS):
        one = view[ORDER + below(rng, tied)]
        mine = view[LAST + one]
        give = nth(mine, below(rng, count(mine)))
        pool = view[UNSEEN] & ~mine
        if pool == 0:
            return rest
        take = nth(pool, below(rng, count(pool)))
        if take & view[LACKS + one]:
            continue
        if take & rest:
            rest ^= take | give
            view[LAST + one] ^= take | give
            continue
        for place in range(tied):
            other = view[ORDER + place]
            if take & view[LAST + other] and give & view[LACKS + other] == 0:
                view[LAST + other] ^= take | give
                view[LAST + one] ^= take | give
                break
    return rest


# -- worlds that explain what was seen -------------------------------------------------------------


def retell(view: Packed) -> npt.NDArray[np.int64]:
    """The moments of this round in which another seat chose, as that seat saw them: by seat, in order."""
    told = np.zeros((int(view[SEATS]), int(view[CARDS]) + 1, _MOMENT), dtype=np.int64)
    _tell(view, told)
    return told


@compiled
def _tell(view: Packed, told: npt.NDArray[np.int64]) -> None:
    seats = view[SEATS]
    s = told[view[TURN], 0]  # the seat itself has nothing to explain
    for place in range(HEAD):
        s[place] = view[place]
    s[TURN] = s[LEADER] = _next_seat(view[DEALER], seats)
    s[TO_BID] = seats
    s[BID_SUM] = s[SEEN] = s[ON_TABLE] = 0
    s[LEFT] = view[CARDS]
    for seat in range(seats):
        s[BIDS + seat] = -1
        s[WON + seat] = s[VOIDS + seat] = 0
    for _ in range(seats - view[TO_BID]):
        bid = view[BIDS + s[TURN]]
        _note(view, told, s, 0, bid)
        _bid(s, bid)
    for place in range(view[LISTED]):
        card = 1 << view[PLAYS + place]
        _note(view, told, s, 1 + view[CARDS] - s[LEFT], card)
        put(s, card)


@compiled
def _note(view: Packed, told: npt.NDArray[np.int64], s: Packed, act: int, what: int) -> None:
    """Keep a moment, unless it is the seat's own."""
    seat = s[TURN]
    if seat == view[TURN]:
        return
    moment = told[seat, act]
    for place in range(VOIDS + s[SEATS]):
        moment[place] = s[place]
    moment[_WHAT] = what
    moment[_LATER] = view[PLAYED + seat] & ~s[SEEN]


@compiled
def _weigh(
    view: Packed,
    rng: Stream,
    drawn: npt.NDArray[np.int64],
    fits: npt.NDArray[np.float64],
    told: npt.NDArray[np.int64],
) -> None:
    """Draw worlds and say, as a logarithm, how well each explains what each seat did."""
    s = told[view[TURN], 0]  # room
    for number in range(len(drawn)):
        _draw_world(view, rng, s)
        for seat in range(view[SEATS]):
            drawn[number, seat] = s[HANDS + seat]
            fits[number, seat] = 0.0
        for place in range(view[OTHERS]):
            seat = view[ORDER + place]
            fits[number, seat] = fit(view, told, seat, drawn[number, seat], -np.inf)


def _settle(
    view: Packed,
    rng: Stream,
    drawn: npt.NDArray[np.int64],
    fits: npt.NDArray[np.float64],
    told: npt.NDArray[np.int64],
    beliefs: tuple[float, float],
    moves: int,
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
    _move_on(view, rng, drawn, fits, told, moves, belief)


@compiled
def _move_on(
    view: Packed,
    rng: Stream,
    drawn: npt.NDArray[np.int64],
    fits: npt.NDArray[np.float64],
    told: npt.NDArray[np.int64],
    moves: int,
    belief: float,
) -> None:
    """Exchange cards in every world so many times, keeping what the acts of the others speak for.

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
            for place in range(view[OTHERS]):
                if take & drawn[number, view[ORDER + place]]:
                    two = view[ORDER + place]
            if two >= 0 and give & view[LACKS + two]:
                continue
            change = give | take
            # Acts only take away from a fit, so it can be seen early that an exchange does not stay.
            luck = np.log(1.0 - (next_word(rng) >> uint64(11)) * 2.0**-53)
            least = fits[number, one] + luck / belief
            if two >= 0:
                least += fits[number, two]
            fit_one = fit(view, told, one, mine ^ change, least)
            if fit_one < least:
                continue
            if two >= 0:
                fit_two = fit(view, told, two, drawn[number, two] ^ change, least - fit_one)
                if fit_one + fit_two < least:
                    continue
                drawn[number, two] ^= change
                fits[number, two] = fit_two
            drawn[number, one] = mine ^ change
            fits[number, one] = fit_one


@compiled
def fit(view: Packed, told: npt.NDArray[np.int64], who: int, hand: int, least: float) -> float:
    """How well a hidden hand explains what its seat did in the moments that ``retell`` gives.

    What is below ``least`` need not be known further.
    """
    total = 0.0
    if view[BIDS + who] < 0:
        return total
    s = told[who, 0]
    s[HANDS + who] = hand | s[_LATER]
    total += _bid_fits(s, s[_WHAT])
    for act in range(1, 1 + count(view[PLAYED + who])):
        if total < least:
            break
        s = told[who, act]
        s[HANDS + who] = hand | s[_LATER]
        total += _card_fits(s, s[_WHAT])
    return total


@compiled
def _bid_fits(s: Packed, bid: int) -> float:
    best = best_bid(s)
    if best == bid:
        return 0.0
    gap = (merit_of_bid(s, best) - merit_of_bid(s, bid)) * scale_of(s)
    return max(_OTHER - gap * _GIVEN_AWAY, _LEAST)


@compiled
def _card_fits(s: Packed, card: int) -> float:
    cards = _open_to_turn(s)
    if cards & cards - 1 == 0:
        return 0.0
    best = best_card(s)
    if best == card:
        return 0.0
    gap = (merit_of_card(s, cards, best) - merit_of_card(s, cards, card)) * scale_of(s)
    return max(_OTHER - gap * _GIVEN_AWAY, _LEAST)
