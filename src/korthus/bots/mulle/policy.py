"""How a sensible seat plays Mulle, compiled: what searches play out with, and how they judge a rond.

Every play is given a worth in points. A capture brings its mulles, its intake (a point of intake that one
seat takes moves the difference of the bonuses by about one) and a tabbe. A build promises what the reserved
card will take, if nobody else takes it first. A discard costs what the other may make of it, and is an
investment where its twin is in the same hand. Some luck is added, so that equals change places and no line is
never seen.

The state has words beyond those of the kernel: room to work in (``ROOM``), a list of plays (``MENU``) and
the lead where the search began (``START``). The kernel's verbs leave them alone.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from korthus.games.mulle.cards import LEAST_SPECIAL
from korthus.games.mulle.scoring import BONUS_FACTOR, BONUS_THRESHOLD
from korthus.kernels.bits import count, lowest
from korthus.kernels.compiled import compiled
from korthus.kernels.mulle import layout as at
from korthus.kernels.mulle.gain import mulle_points, points_and_intake
from korthus.kernels.mulle.gather import build_core, taken_by
from korthus.kernels.mulle.kernel import MAX_LEGAL, SIZE, WORK, apply_with, legal_with
from korthus.kernels.mulle.layout import Packed
from korthus.kernels.mulle.legal import BUILT, FACE_OF, STRIDE, TAKES, count_plays, list_builds, list_last
from korthus.kernels.mulle.packing import CARDS
from korthus.kernels.mulle.play import bonus_of, value_built
from korthus.kernels.mulle.random import _numbered
from korthus.kernels.mulle.table import (
    cards_in,
    direct,
    intake_of,
    joined,
    of_value,
    size,
    slots_of,
    smaller,
    takes_twin_only,
)
from korthus.kernels.rng import Stream, below, next_word

#: Work space, a list of plays, and the lead where a search begins (see ``lead``).
ROOM: Final = SIZE
MENU: Final = ROOM + WORK
START: Final = MENU + MAX_LEGAL
#: Words of a state with these.
WIDE: Final = START + 1

#: Worths are whole numbers: this many for a point.
ONE: Final = 1 << 10
#: Half the range of utilities, in points.
SCALE: Final = 40.0

# The numbers of the policy are the character of a player, set by hand: ``python -m bench.strength_mulle
# strong greedy`` measures it as a whole, in the play-outs of a search.

# What a point of intake, a tabbe and any other card are worth to whoever takes them, in points.
_INTAKE, _TABBE, _CARD = 1.1, 1.3, 0.08
# The chance, 0 to 1, that a build is taken by its owner: usually, and where the other is known to hold its
# value.
_SAFE, _SHARED = 0.55, 0.15
#: The part, 0 to 1, of what a play leaves for whoever has the card that the other is thought to get of it.
_FED: Final = 0.4
#: The part, 0 to 1, of a mulle's points that a card brings which is laid down while its twin is in the hand.
_PREPARED: Final = 0.5
# What it costs to lay a card down, in points: for each point of its intake, and for each step of its rank,
# since a large card takes more sums later.
_LAID_INTAKE, _LAID_RANK = 0.3, 0.04
# Luck in a choice: the most points that it adds to what a play promises; and one choice in _ANY is uniformly
# random.
_LUCK, _ANY = 0.8, 24

# What the table at the end of a rond is worth to the starter, who takes first: points for each point of
# intake on it, and for each pile.
_TABLE_INTAKE, _TABLE_PILE = 0.15, 0.1
# Of the intake that nobody has yet: the part that each seat gets, a little less than half, and the spread of
# that in points, times the square root of all of it.
_SHARE, _SPREAD = 0.49, 0.3
#: The spread below which a final intake is taken as certain, in points.
_CERTAIN: Final = 0.25


# -- what may be played ------------------------------------------------------------------------------


@compiled
def actor(s: Packed) -> int:
    """The seat to act, -2 when the rond is over: a search looks no further."""
    return s[at.TURN] if s[at.HANDS] | s[at.HANDS + 2] else at.OVER


@compiled
def legal(s: Packed, out: Packed) -> int:
    """The legal plays in the order of the rules.

    Where captures are too many to list, each card has one of its largest, and everything else.
    """
    w = s[ROOM : ROOM + WORK]
    number = legal_with(s, w, out)
    return number if number >= 0 else _list_some(s, w, out)


@compiled
def _list_some(s: Packed, w: Packed, out: Packed) -> int:
    count_plays(s, w, True)
    number = 0
    card = CARDS
    while w[card + FACE_OF] >= 0:
        if w[card + TAKES]:
            out[number] = _one_capture(s, w, w[card + FACE_OF])
            number += 1
        card += STRIDE
    card = CARDS
    while w[card + FACE_OF] >= 0:
        if w[card + BUILT]:
            number += list_builds(s, w, w[card + FACE_OF], out, number)
        number = list_last(w, card, out, number)
        card += STRIDE
    return number


@compiled
def _one_capture(s: Packed, w: Packed, face: int) -> int:
    code = at.CAPTURE | face << at.CARD_AT
    if takes_twin_only(s, face):
        return code
    value = at.HAND_VALUES[face]
    piles = _numbered(s, w, face, 0)
    whole = direct(s, value)
    among = smaller(s, value)
    rest = (piles[0] & ~whole[0], piles[1] & ~whole[1], piles[2] & ~whole[2])
    if rest[0] | rest[2] == 0:
        return code
    if size(among) > at.MOST_SLOTS:
        return code | at.RANKED
    return code | slots_of(rest, among) << at.SLOTS_AT


@compiled
def apply(s: Packed, action: int) -> None:
    """Play an action, unchecked."""
    apply_with(s, action, s[ROOM : ROOM + WORK])


# -- what a play is worth at first sight -------------------------------------------------------------


@compiled
def gain(s: Packed, first: int, second: int) -> float:
    """What a captured group brings: mulles, intake, and a little for every card."""
    points, intake = points_and_intake(s, first, second)
    return points + _INTAKE * intake + _CARD * (count(first) + count(second))


@compiled
def taker_of(first: int, second: int, face: int, value: int) -> int:
    """The best card of a hand, without one of ``face``, to take a build of a value with; -1 for none."""
    bit = 1 << face
    rest = first if second & bit else first & ~bit
    found = -1
    while rest:
        other = lowest(rest)
        rest &= rest - 1
        if at.HAND_VALUES[other] == value:
            found = other  # of a value spades are last, and they are intake
    return found


@compiled
def worth(s: Packed, w: Packed, action: int, unseen: float) -> float:
    """What a play is worth to the seat to act, in points; ``unseen``: how likely a card is the other's."""
    seat = s[at.TURN]
    face = action >> at.CARD_AT & 63
    kind = action & 3
    bit = 1 << face
    if kind == at.CAPTURE:
        piles = taken_by(s, w, action)
        first, second = cards_in(s, piles)
        first, second = joined(first, second, bit, 0)
        points = gain(s, first, second)
        if size(piles) == s[at.PILES]:
            points += _TABBE
        return points
    hand = at.HANDS + 2 * seat
    card = (face >> 2) + 1
    if kind == at.BUILDING:
        base = action >> at.REST_AT & 127
        value = value_built(face, base, action & at.DOWN != 0)
        first, second = build_core(s, face, base, value)
        faces = of_value(value)
        first, second = joined(first, second, s[at.SINGLES] & faces, s[at.SINGLES + 1] & faces)
    else:
        value = card
        own = s[at.OWNED + seat] >> card & 1
        if kind != at.TROTTA and (own == 0 or s[at.FLAGS] & at.NO_FEED):
            return _of_discard(s, face, unseen)
        first, second = joined(s[at.BUILDS + 2 * card], s[at.BUILDS + 2 * card + 1], bit, 0)
        if kind == at.TROTTA:
            faces = of_value(card)
            first, second = joined(first, second, s[at.SINGLES] & faces, s[at.SINGLES + 1] & faces)
    taker = taker_of(s[hand], s[hand + 1], face, value)
    if taker < 0:  # a trotta for whoever has the card
        return -_FED * gain(s, first, second)
    first, second = joined(first, second, 1 << taker, 0)
    known = s[at.HOLDS + 1 - seat] >> value & 1
    return (_SHARED if known else _SAFE) * gain(s, first, second)


@compiled
def _of_discard(s: Packed, face: int, unseen: float) -> float:
    """What a card laid on the table costs, or what it prepares."""
    seat = s[at.TURN]
    bit = 1 << face
    intake = intake_of(s, bit, 0)
    points = mulle_points(s, bit)
    price = _LAID_INTAKE * intake + _LAID_RANK * (face >> 2)
    if s[at.HANDS + 2 * seat + 1] & bit:
        if at.HAND_VALUES[face] < LEAST_SPECIAL:
            return _PREPARED * points - price
        return -price
    if s[at.SINGLES] & bit:  # whoever has a card of the value takes both
        return -_FED * points - price
    gone = s[at.TAKEN] | s[at.TAKEN + 2]
    hidden = s[at.UNDEALT] | s[at.HANDS + 2 * (1 - seat)]
    if gone & bit == 0 and hidden & bit and at.HAND_VALUES[face] < LEAST_SPECIAL:
        price += unseen * points
    return -price


@compiled
def chance_unseen(s: Packed) -> float:
    """How likely the other holds a card that the seat to act has not seen."""
    other = at.HANDS + 2 * (1 - s[at.TURN])
    held = count(s[other]) + count(s[other + 1])
    rest = count(s[at.UNDEALT]) + count(s[at.UNDEALT + 1])
    return held / max(1.0, held + rest)


# -- choosing ----------------------------------------------------------------------------------------


@compiled
def policy(s: Packed, rng: Stream) -> int:
    """A sensible play of the seat to act."""
    menu = s[MENU : MENU + MAX_LEGAL]
    number = legal(s, menu)
    if number == 1:
        return menu[0]
    if below(rng, _ANY) == 0:
        return menu[below(rng, number)]
    w = s[ROOM : ROOM + WORK]
    unseen = chance_unseen(s)
    best = menu[0]
    record = -1e300
    for index in range(number):
        luck = np.int64(next_word(rng) >> np.uint64(44)) * (_LUCK * 2.0**-20)
        points = worth(s, w, menu[index], unseen) + luck
        if points > record:
            record = points
            best = menu[index]
    return best


@compiled
def rollout(s: Packed, rng: Stream) -> None:
    """Play to the end of the rond by the policy."""
    w = s[ROOM : ROOM + WORK]
    while s[at.HANDS] | s[at.HANDS + 2]:
        apply_with(s, policy(s, rng), w)


@compiled
def random_rollout(s: Packed, rng: Stream) -> None:
    """Play to the end of the rond, every play equally likely: what the policy is measured against."""
    w = s[ROOM : ROOM + WORK]
    menu = s[MENU : MENU + MAX_LEGAL]
    while s[at.HANDS] | s[at.HANDS + 2]:
        number = legal(s, menu)
        apply_with(s, menu[below(rng, number)], w)


# -- what a rond is worth ----------------------------------------------------------------------------


@compiled
def _bonus_ahead(intake: float, spread: float) -> float:
    """The bonus to expect where the final intake is ``intake``, give or take ``spread``."""
    over = intake - BONUS_THRESHOLD
    if spread < _CERTAIN:
        return BONUS_FACTOR * max(0.0, over)
    if over > 20.0 * spread:  # so far up the logarithm is the number itself, to nine digits
        return BONUS_FACTOR * over
    return BONUS_FACTOR * spread * np.log1p(np.exp(over / spread))


@compiled
def lead(s: Packed) -> float:
    """By how much seat 0 is ahead in the omgång: points made, the bonus to come, and what the table offers.

    Intake that nobody has yet is expected to be shared. When the omgång is over this is the difference of
    the points, exactly (but for a bonus over a session that goes on).
    """
    flags = s[at.FLAGS]
    over = s[at.WRITTEN] == s[at.OMGANG]
    rest = 0.0 if over else float(intake_of(s, s[at.DECK], s[at.DECK + 1]) - s[at.INTAKE] - s[at.INTAKE + 1])
    difference = 0.0
    for seat in range(2):
        points = float(s[at.MULLE_POINTS + seat] + s[at.TABBE + seat])
        intake = float(s[at.INTAKE + seat])
        if flags & at.BONUS_ROND:
            points += s[at.BONUS + seat] + bonus_of(s[at.INTAKE + seat] - s[at.BEFORE + seat])
        else:
            ahead = rest
            if flags & at.BONUS_SESSION:
                ahead += (s[at.OMGANGAR] - s[at.OMGANG]) * intake_of(s, s[at.DECK], s[at.DECK + 1])
                for line in range(s[at.OMGANG] - 1):
                    intake += s[at.SHEET + 2 * line + seat] >> 32 & 0xFFFF
            points += _bonus_ahead(intake + _SHARE * ahead, _SPREAD * np.sqrt(ahead))
        if flags & at.INTAKE_TOTAL:
            points += s[at.INTAKE + seat]
        difference += points if seat == 0 else -points
    if over:
        return difference
    first, second = cards_in(s, (s[at.SINGLES], s[at.SINGLES + 1], s[at.OWNED] | s[at.OWNED + 1]))
    table = _TABLE_INTAKE * intake_of(s, first, second) + _TABLE_PILE * s[at.PILES]
    return difference + (table if s[at.STARTER] == 0 else -table)


@compiled
def utilities(s: Packed, out: npt.NDArray[np.float64]) -> None:
    """How each seat did in the rond since the search began, about 0 to 1."""
    gained = (lead(s) - s[START] / ONE) / (2.0 * SCALE)
    out[0] = 0.5 + gained
    out[1] = 0.5 - gained
