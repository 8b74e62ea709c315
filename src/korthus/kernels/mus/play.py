"""What a word or a discard of Mus leads to, compiled: dealing, betting, and counting a hand."""

from __future__ import annotations

import numpy as np
from numba import uint64

from korthus.kernels.bits import count, high_product
from korthus.kernels.compiled import compiled
from korthus.kernels.mus.hands import (
    ALL,
    DISCARD_COUNTS,
    EACH,
    FREE,
    GUARDS,
    LANE,
    POWERS,
    RANKING,
    STRENGTHS,
    VALUES,
    WIDTH,
    hand_number,
)
from korthus.kernels.mus.layout import (
    ACCEPT,
    ACCEPTED,
    ALONE,
    AT_END,
    BEFORE,
    BETTER,
    BY,
    CAP,
    CHICA,
    DEALING,
    DECK,
    DEJE_ONE,
    DISCARD,
    DISCARDS,
    ENVIDO,
    FIRST_MANO,
    FOR,
    GRANDE,
    HANDS,
    HOW,
    IN_BET,
    IN_DEAL,
    IN_DISCARD,
    IN_MUS,
    IN_REDRAW,
    IS_ORDAGO,
    JUEGO,
    LANCE,
    MANO,
    MENU,
    MOST_MUS,
    MUS,
    NO_MUS,
    NO_TARGET,
    NOBODY,
    NUMBER,
    OPENING,
    ORDAGO,
    OVER,
    PARES,
    PASS,
    PASSED,
    PHASE,
    POWER,
    PUNTO,
    PUNTO_BONUS,
    RAISED,
    REDEALS,
    REFUSED,
    SETTLED,
    SHOWN,
    STAKE,
    STONES,
    TALK,
    TALLY,
    TARGET,
    TURN,
    WITH_MUS,
    Packed,
)
from korthus.kernels.mus.legal import answers, menu_of_discards
from korthus.kernels.rng import Stream, next_word


@compiled
def actor(s: Packed) -> int:
    """The seat to act, -1 for chance, -2 when the game is over."""
    return s[TURN]


@compiled
def apply(s: Packed, action: int) -> None:
    """Do what the seat to act does; it is not checked."""
    if action > ORDAGO:
        _change(s, action)
    elif action == ORDAGO:
        _bet(s, s[CAP], 1)
    elif action > ACCEPT:
        _bet(s, s[STAKE] + action - ENVIDO, 0)
    elif action == ACCEPT:
        _accept(s)
    elif action == PASS:
        _pass(s)
    else:
        _refuse(s)


@compiled
def scores(s: Packed, out: Packed) -> None:
    """Write the stones of each seat; in a single hand, by how many it is ahead."""
    single = int(s[TARGET] == NO_TARGET)
    out[0] = s[STONES] - single * s[STONES + 1]
    out[1] = s[STONES + 1] - single * s[STONES]


@compiled
def deal(s: Packed, rng: Stream) -> None:
    """Deal what is due: a new hand, or new cards for some that were discarded."""
    if s[PHASE] == IN_REDRAW:
        _redraw(s, rng)
    else:
        _new_hand(s, rng)


@compiled
def _new_hand(s: Packed, rng: Stream) -> None:
    mano = s[MANO]
    deck = s[DECK]
    size = _how_many(deck)
    ahead = _draw(deck, size, 4, rng)
    s[HANDS + mano] = ahead
    s[HANDS + 1 - mano] = _draw(deck - ahead, size - 4, 4, rng)
    s[DISCARDS] = 0
    s[DISCARDS + 1] = 0
    s[REDEALS] = 0
    s[SHOWN] = 0
    s[TURN] = mano
    if s[WITH_MUS]:
        s[LANCE] = -1
        s[PHASE] = IN_MUS
        s[MENU] = TALK
    else:
        _begin_betting(s)


@compiled
def _how_many(cards: int) -> int:
    """The number of cards that a word counts: the sum of all ranks ends up in the topmost."""
    return ((cards * EACH) & ALL) >> 7 * WIDTH


@compiled
def _draw(cards: int, size: int, number: int, rng: Stream) -> int:
    """Up to eight of ``size`` cards, every choice equally likely.

    One word of the generator serves all: as a fraction, times the size it gives a card and the next
    fraction. A word that would favour some cards is thrown away (Brackett-Rozinsky and Lemire 2024).
    """
    while True:
        upto = cards * EACH & ALL  # by rank: the cards of this and all higher ranks
        drawn = 0
        fraction = next_word(rng)
        ways = uint64(1)
        for index in range(number):
            bound = uint64(size - index)
            card = int(np.int64(high_product(fraction, bound)))
            # The ranks whose cards all come before this one keep their free bit.
            shift = WIDTH * count(((card * EACH | FREE) - upto) & FREE)
            drawn += 1 << shift
            upto -= EACH << shift & ALL
            fraction *= bound
            ways *= bound
        if fraction >= ways or fraction >= (uint64(0) - ways) % ways:
            return drawn


@compiled
def _redraw(s: Packed, rng: Stream) -> None:
    """Cards for the mano, then for the other. The stock gives what it has, then the discards do (UI-2)."""
    mano = s[MANO]
    seat = mano if _how_many(s[HANDS + mano]) < 4 else 1 - mano
    stock = s[DECK] - s[HANDS] - s[HANDS + 1]
    thrown = s[DISCARDS] + s[DISCARDS + 1]
    if stock == thrown:
        s[DISCARDS] = 0
        s[DISCARDS + 1] = 0
    else:
        stock -= thrown
    size = _how_many(stock)
    s[HANDS + seat] += _draw(stock, size, min(4 - _how_many(s[HANDS + seat]), size), rng)
    if _how_many(s[HANDS] + s[HANDS + 1]) < 8:
        return
    s[REDEALS] += 1
    s[TURN] = mano
    if s[REDEALS] == s[MOST_MUS]:
        _begin_betting(s)
    else:
        s[PHASE] = IN_MUS
        s[MENU] = TALK


@compiled
def _change(s: Packed, action: int) -> None:
    """Mus, no mus, or a discard."""
    seat, mano = s[TURN], s[MANO]
    if action == NO_MUS:
        _begin_betting(s)
    elif action == MUS:
        s[TURN] = 1 - seat
        if seat != mano:
            _ask_for_discards(s)
    else:
        cards = DISCARD_COUNTS[hand_number(s[HANDS + seat]), action - DISCARD]
        s[HANDS + seat] -= cards
        s[DISCARDS + seat] += cards
        s[TURN] = 1 - seat
        if seat == mano:
            _ask_for_discards(s)
        else:
            s[PHASE] = IN_REDRAW
            s[TURN] = DEALING


@compiled
def _ask_for_discards(s: Packed) -> None:
    s[PHASE] = IN_DISCARD
    s[MENU] = menu_of_discards(s)


@compiled
def _begin_betting(s: Packed) -> None:
    s[PHASE] = IN_BET
    for lance in range(5):
        s[SETTLED + lance] = 0
    compare_hands(s)
    _open(s, GRANDE)


@compiled
def compare_hands(s: Packed) -> None:
    """Look both hands up and compare them in all lances at once; the mano wins ties."""
    mano = s[MANO]
    s[POWER] = POWERS[hand_number(s[HANDS])]
    s[POWER + 1] = POWERS[hand_number(s[HANDS + 1])]
    s[BETTER] = ((s[POWER + mano] & STRENGTHS | GUARDS) - (s[POWER + 1 - mano] & STRENGTHS)) & GUARDS


@compiled
def _open(s: Packed, lance: int) -> None:
    s[LANCE] = lance
    s[TURN] = s[MANO]
    s[STAKE] = 0
    s[RAISED] = -1  # The first bet makes it 0.
    s[MENU] = s[OPENING]


@compiled
def _bet(s: Packed, stake: int, is_ordago: int) -> None:
    s[BEFORE] = s[STAKE]
    s[STAKE] = stake
    s[RAISED] += 1
    s[IS_ORDAGO] = is_ordago
    s[TURN] = 1 - s[TURN]
    s[MENU] = answers(s)


@compiled
def _pass(s: Packed) -> None:
    if s[TURN] == s[MANO]:
        s[TURN] = 1 - s[MANO]
    else:
        _settle(s, PASSED)


@compiled
def _accept(s: Packed) -> None:
    if s[IS_ORDAGO]:
        seat = _winner(s, s[LANCE])
        stones = s[CAP] if s[TARGET] == NO_TARGET else s[TARGET] - s[STONES + seat]
        _score(s, seat, s[LANCE], stones)
        _end(s, 1)
    else:
        _settle(s, ACCEPTED | (2 - s[TURN]) << BY | s[STAKE] << FOR)


@compiled
def _refuse(s: Packed) -> None:
    """The deje counts at once (U-14)."""
    seat = 1 - s[TURN]
    deje = 1 if s[DEJE_ONE] or s[BEFORE] == 0 else s[BEFORE]
    if _score(s, seat, s[LANCE], deje):
        _end(s, 0)
    else:
        _settle(s, REFUSED | (seat + 1) << BY | deje << FOR)


@compiled
def _settle(s: Packed, result: int) -> None:
    """A lance is decided: on to the next one that has betting, or to the count."""
    lance = s[LANCE]
    s[SETTLED + lance] = result
    if lance == GRANDE:
        _open(s, CHICA)
        return
    if lance == CHICA:
        holders = _holders(s, PARES)
        if holders == 3:
            _open(s, PARES)
            return
        s[SETTLED + PARES] = _unbet(holders)
    if lance <= PARES:
        holders = _holders(s, JUEGO)
        if holders in (0, 3):
            _open(s, JUEGO if holders else PUNTO)
            return
        s[SETTLED + JUEGO] = _unbet(holders)
    _showdown(s)


@compiled
def _holders(s: Packed, lance: int) -> int:
    """Who has pares or juego: 1 for seat 0, plus 2 for seat 1."""
    having = RANKING << LANE * lance
    return int(s[POWER] & having != 0) | int(s[POWER + 1] & having != 0) << 1


@compiled
def _unbet(holders: int) -> int:
    """How a lance is settled that one seat or nobody can play (UI-10)."""
    return ALONE | holders << BY if holders else NOBODY


@compiled
def _winner(s: Packed, lance: int) -> int:
    return s[MANO] ^ 1 ^ (s[BETTER] >> LANE * lance + LANE - 1 & 1)


@compiled
def _score(s: Packed, seat: int, lance: int, stones: int) -> bool:
    """Score some stones; whether that wins the match."""
    s[STONES + seat] += stones
    s[TALLY + 5 * seat + lance] += stones
    return s[STONES + seat] >= s[TARGET]


@compiled
def _showdown(s: Packed) -> None:
    """Count the lances in order until somebody has won (UI-6)."""
    won = False
    for lance in range(5):
        if s[SETTLED + lance] and not won:
            won = _count(s, lance, s[SETTLED + lance])
    if won or s[TARGET] == NO_TARGET:
        _end(s, 1)
    else:
        s[PHASE] = IN_DEAL
        s[TURN] = DEALING
        s[NUMBER] += 1
        s[MANO] = 1 - s[MANO]
        s[SHOWN] = 1


@compiled
def _count(s: Packed, lance: int, result: int) -> bool:
    """Score a settled lance; whether that wins the match."""
    how = result & HOW
    if how == NOBODY:
        return False
    if how in (REFUSED, ALONE):
        seat = (result >> BY & 3) - 1
        return _score(s, seat, lance, _worth(s, seat, lance))
    seat = _winner(s, lance)
    worth = _worth(s, seat, lance)
    if how == PASSED:
        return _score(s, seat, lance, max(worth, 1))
    if lance == PUNTO:
        worth &= s[PUNTO_BONUS]
    # Once the stake has won the match, nothing is added to it.
    return _score(s, seat, lance, result >> FOR) or _score(s, seat, lance, worth)


@compiled
def _worth(s: Packed, seat: int, lance: int) -> int:
    return s[POWER + seat] >> VALUES + 2 * lance & 3


@compiled
def _end(s: Packed, shown: int) -> None:
    s[PHASE] = AT_END
    s[TURN] = OVER
    s[STAKE] = 0
    s[SHOWN] = shown


@compiled
def begin(s: Packed) -> None:
    """Back to the start of the match."""
    s[TURN] = DEALING
    s[PHASE] = IN_DEAL
    s[NUMBER] = 1
    s[MANO] = s[FIRST_MANO]
    s[SHOWN] = 0
    for index in range(STONES, SHOWN):
        s[index] = 0
