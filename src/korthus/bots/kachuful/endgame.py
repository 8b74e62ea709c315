"""The end of a round of Kachuful with all hands open, solved: every seat plays for itself, to the last card.

That is max^n: at each card the seat to play takes what is best for itself, knowing that all after it do the
same; of equals the first is taken. Of cards between which no other seat holds any, only the lowest is tried.
``solve_worlds`` solves worlds that a seat imagines and adds up what each of its cards is worth.
"""

from __future__ import annotations

from typing import Final

from korthus.bots.kachuful.odds import Values
from korthus.bots.kachuful.policy import utilities
from korthus.bots.kachuful.worlds import determinise
from korthus.kernels.compiled import compiled
from korthus.kernels.kachuful.layout import (
    ALL_CARDS,
    BEST,
    FREE,
    HANDS,
    LED,
    LEFT,
    LIFT,
    MAX_SEATS,
    ON_TABLE,
    SEATS,
    TRUMP,
    TURN,
    WINNER,
    WON,
    Packed,
)
from korthus.kernels.kachuful.legal import open_cards
from korthus.kernels.kachuful.play import lane_of, next_seat, strength_of, turned_by
from korthus.kernels.rng import Stream

#: What is known about a card to be chosen: the suit led, the best card, who played it; cards to try, the
#: hand, the seat, cards in the trick, tricks left, cards not gone, whether one was tried, who took the trick.
_LANE_LED, _TOP, _TAKES, _TO_TRY, _HAND, _SEAT, _INDEX, _LEFT, _HELD, _TRIED, _TOOK, _FRAME = range(12)

#: The most tricks that may be left, and room for every card of them.
MOST_LEFT: Final = 6
STACK: Final = _FRAME * (MAX_SEATS * MOST_LEFT + 1)
ROOM: Final = MAX_SEATS * (MAX_SEATS * MOST_LEFT + 2)


@compiled
def _distinct(cards: int, others: int) -> int:
    """The cards without those that have a lower one below them and nothing of ``others`` in between."""
    above = cards << 1 & ALL_CARDS
    while True:
        further = above | (above & ~others) << 1 & ALL_CARDS
        if further == above:
            return cards & ~above
        above = further


@compiled
def _enter(s: Packed, stack: Packed, at: int, seat: int, index: int, left: int, held: int) -> None:
    """Begin with the cards of a seat: ``index`` cards lie in the trick, ``held`` are all cards not gone."""
    hand = s[HANDS + seat]
    legal = open_cards(hand, stack[at + _LANE_LED] | s[FREE]) if index else hand
    stack[at + _TO_TRY] = _distinct(legal, held & ~hand)
    stack[at + _HAND] = hand
    stack[at + _SEAT] = seat
    stack[at + _INDEX] = index
    stack[at + _LEFT] = left
    stack[at + _HELD] = held
    stack[at + _TRIED] = 0


@compiled
def _solve(s: Packed, stack: Packed, values: Values) -> None:
    """Write what each seat comes to, to the start of ``values``, when all play on for themselves.

    The hands in ``s`` are turned so that trump lies on top, and the first frame of ``stack`` is entered. A
    frame is a card to be chosen; its row of ``values`` is the best line found for its seat so far.
    """
    seats = s[SEATS]
    trump = turned_by(s[TRUMP], s[LIFT])
    depth = 0
    while depth >= 0:
        at = depth * _FRAME
        seat = stack[at + _SEAT]
        if stack[at + _TO_TRY] == 0:
            s[HANDS + seat] = stack[at + _HAND]
            depth -= 1
            if depth >= 0:
                _absorb(s, stack, values, depth)
            continue
        card = stack[at + _TO_TRY] & -stack[at + _TO_TRY]
        stack[at + _TO_TRY] ^= card
        s[HANDS + seat] = stack[at + _HAND] ^ card
        led = stack[at + _LANE_LED] if stack[at + _INDEX] else lane_of(card)
        strength = strength_of(card, led | trump, 0)
        wins = strength > stack[at + _TOP]
        winner = seat if wins else stack[at + _TAKES]
        stack[at + _TOOK] = -1
        following = at + _FRAME
        stack[following + _LANE_LED] = led
        stack[following + _TOP] = strength if wins else stack[at + _TOP]
        stack[following + _TAKES] = winner
        if stack[at + _INDEX] + 1 < seats:
            _enter(
                s,
                stack,
                following,
                next_seat(seat, seats),
                stack[at + _INDEX] + 1,
                stack[at + _LEFT],
                stack[at + _HELD],
            )
            depth += 1
            continue
        stack[at + _TOOK] = winner
        s[WON + winner] += 1
        if stack[at + _LEFT] == 1:
            utilities(s, values[(depth + 1) * seats :])
            _absorb(s, stack, values, depth)
            continue
        rest = 0
        for each in range(seats):
            rest |= s[HANDS + each]
        stack[following + _TOP] = 0
        _enter(s, stack, following, winner, 0, stack[at + _LEFT] - 1, rest)
        depth += 1


@compiled
def _absorb(s: Packed, stack: Packed, values: Values, depth: int) -> None:
    """Take back a card whose line is known, and keep the line if it is the best for its seat."""
    seats = s[SEATS]
    at = depth * _FRAME
    seat = stack[at + _SEAT]
    if stack[at + _TOOK] >= 0:
        s[WON + stack[at + _TOOK]] -= 1
    row = depth * seats
    if stack[at + _TRIED] == 0 or values[row + seats + seat] > values[row + seat]:
        for each in range(seats):
            values[row + each] = values[row + seats + each]
    stack[at + _TRIED] = 1


@compiled
def solve(s: Packed, action: int, stack: Packed, values: Values) -> float:
    """What playing a card comes to for the seat to act, when all hands are as in ``s``.

    ``stack`` and ``values`` are room for ``STACK`` and ``ROOM`` numbers.
    """
    seat = s[TURN]
    lift = s[LIFT]
    for each in range(s[SEATS]):
        s[HANDS + each] = turned_by(s[HANDS + each], lift)
    leads = s[ON_TABLE] == 0
    stack[_LANE_LED] = 0 if leads else turned_by(s[LED], lift)
    stack[_TOP] = 0 if leads else s[BEST]
    stack[_TAKES] = seat if leads else s[WINNER]
    # Which cards lie on the table is not looked up: in this trick nothing counts as gone.
    _enter(s, stack, 0, seat, s[ON_TABLE], s[LEFT], ALL_CARDS)
    stack[_TO_TRY] = turned_by(1 << action, lift)
    _solve(s, stack, values)
    for each in range(s[SEATS]):
        s[HANDS + each] = turned_by(s[HANDS + each], -lift & 63)
    return values[seat]


@compiled
def solve_worlds(
    view: Packed,
    worlds: int,
    rng: Stream,
    s: Packed,
    menu: Packed,
    sums: Values,
    stack: Packed,
    values: Values,
) -> None:
    """Solve ``worlds`` worlds for each card of ``menu``; add values and their squares to ``sums``."""
    for _ in range(worlds):
        determinise(view, view[TURN], rng, s)
        for index in range(len(menu)):
            value = solve(s, menu[index], stack, values)
            sums[2 * index] += value
            sums[2 * index + 1] += value * value
