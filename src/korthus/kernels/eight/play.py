"""What a placement of Eight Cards leads to, compiled: dealing, the run-out, and the chips."""

from __future__ import annotations

from korthus.kernels.bits import lowest, nth
from korthus.kernels.compiled import compiled
from korthus.kernels.eight.layout import (
    ALL_CARDS,
    ANTE,
    AT_ONCE,
    BANKROLLS,
    BOARDS,
    BONUS,
    BURNS,
    BURNT,
    BUTTON,
    DEAL,
    DEALER,
    HANDS,
    HOUSE,
    LOCKED,
    LONGEST,
    NEAREST_TO_BUTTON,
    NOBODY,
    NUMBER,
    ODD_CHIPS,
    ORDER,
    OUT,
    OVER,
    PHASE,
    PLACE,
    PLACED,
    PLO,
    RUNOUT,
    SPLITS_OF_BOARD,
    STAKE,
    SWEEP,
    THIRDS,
    TURN,
    UNKNOWN,
    WINNERS,
    Packed,
)
from korthus.kernels.eight.placements import SPLIT
from korthus.kernels.eight.poker import omaha_strength, strength7
from korthus.kernels.rng import Stream, below

#: ``WINNERS`` of a shared board.
BOTH = 3


@compiled
def actor(s: Packed) -> int:
    """The seat that is to place, -1 for chance, -2 when the session is over."""
    if s[PHASE] == PLACE:
        return s[TURN]
    return -2 if s[PHASE] == OVER else -1


@compiled
def scores(s: Packed, out: Packed) -> None:
    """Write each seat's bankroll."""
    out[0] = s[BANKROLLS]
    out[1] = s[BANKROLLS + 1]


@compiled
def _draw(s: Packed, left: int, rng: Stream) -> int:
    """One of the ``left`` cards in the deck, each as likely, as a bit; it is in the deck no longer."""
    card = nth(ALL_CARDS & ~s[OUT], below(rng, left))
    s[OUT] |= card
    return card


@compiled
def _append(row: int, card: int) -> int:
    """A row of cards with one more, given as a bit."""
    return row << 6 | (lowest(card) + 1)


@compiled
def deal(s: Packed, rng: Stream) -> None:
    """Deal hands and flops, or turn and river of the next board."""
    if s[PHASE] == DEAL:
        _deal_hand(s, rng)
    else:
        run_out(s, draw_run_out(s, rng))


@compiled
def _deal_hand(s: Packed, rng: Stream) -> None:
    starter = 1 - s[DEALER]
    left = 52
    for index in range(16):
        s[HANDS + (starter ^ (index & 1))] |= _draw(s, left, rng)
        left -= 1
    for board in range(3):
        if s[BURNS]:
            s[BURNT] = _append(s[BURNT], _draw(s, left, rng))
            left -= 1
        for _ in range(3):
            s[BOARDS + board] = _append(s[BOARDS + board], _draw(s, left, rng))
            left -= 1
    ante = min(s[STAKE], s[BANKROLLS], s[BANKROLLS + 1])
    s[ANTE] = ante
    s[BANKROLLS] -= ante
    s[BANKROLLS + 1] -= ante
    s[TURN] = starter
    s[PHASE] = PLACE


@compiled
def draw_run_out(s: Packed, rng: Stream) -> int:
    """Draw what comes for the next board, burns included, as a row; the cards leave the deck."""
    left = 27 - 3 * s[BURNS]
    for board in range(3):
        if s[WINNERS + board]:
            left -= 2 + 2 * s[BURNS]
    row = 0
    for _ in range(2 + 2 * s[BURNS]):
        row = _append(row, _draw(s, left, rng))
        left -= 1
    return row


@compiled
def apply(s: Packed, action: int) -> None:
    """Place the eight cards of the seat to act by a split; that is not checked."""
    seat = s[TURN]
    plo = action // SPLITS_OF_BOARD
    other_ready = s[LOCKED + 1 - seat] == 1
    if s[AT_ONCE] and other_ready and s[PLO] == UNKNOWN:
        fixed = _board_of_four(s, 1 - seat)
        s[PLO] = fixed
        if plo != fixed:  # EI-4: the starter's choice stands, and this seat places again
            return
    elif not s[AT_ONCE]:
        s[PLO] = plo
    _put(s, seat, action)
    s[LOCKED + seat] = 1
    if other_ready:
        s[TURN] = NOBODY
        s[PHASE] = RUNOUT
    else:
        s[TURN] = 1 - seat


@compiled
def _put(s: Packed, seat: int, action: int) -> None:
    a, b = int(SPLIT[action, 0]), int(SPLIT[action, 1])
    left = s[HANDS + seat]
    for index in range(8):
        card = left & -left
        left ^= card
        board = 0 if (a >> index) & 1 else 1 if (b >> index) & 1 else 2
        s[PLACED + 3 * seat + board] |= card
    s[HANDS + seat] = 0


@compiled
def _board_of_four(s: Packed, seat: int) -> int:
    """The board on which a seat that has placed has more than two cards."""
    for board in range(3):
        rest = s[PLACED + 3 * seat + board]
        rest &= rest - 1
        rest &= rest - 1
        if rest:
            return board
    return UNKNOWN


@compiled
def run_out(s: Packed, cards: int) -> None:
    """Complete the next board with a row of cards, burns included, and pay it."""
    board = s[ORDER]
    for index in range(1, 3):
        if s[WINNERS + board]:
            board = s[ORDER + index]
    s[OUT] |= set_of(cards)
    if s[BURNS]:
        s[BURNT] = s[BURNT] << 12 | (cards >> 18 & 63) << 6 | (cards >> 6 & 63)
        cards = (cards >> 12 & 63) << 6 | (cards & 63)
    full = s[BOARDS + board] << 12 | cards
    s[BOARDS + board] = full
    on_board = set_of(full)
    first = _strength(s, board, s[PLACED + board], on_board)
    second = _strength(s, board, s[PLACED + 3 + board], on_board)
    winners = BOTH if first == second else 1 if first > second else 2
    s[WINNERS + board] = winners
    for_first, for_second = _shares(s, board, winners)
    s[BANKROLLS] += for_first
    s[BANKROLLS + 1] += for_second
    if s[WINNERS] and s[WINNERS + 1] and s[WINNERS + 2]:
        _end_hand(s)


@compiled
def set_of(row: int) -> int:
    """The cards of a row as a set."""
    found = 0
    while row:
        found |= 1 << ((row & 63) - 1)
        row >>= 6
    return found


@compiled
def _strength(s: Packed, board: int, placed: int, on_board: int) -> int:
    return omaha_strength(placed, on_board) if board == s[PLO] else strength7(placed | on_board)


@compiled
def _odd_chip_seat(s: Packed) -> int:
    """EI-10, EI-11: who gets a chip that cannot be shared."""
    if s[ODD_CHIPS] == NEAREST_TO_BUTTON:
        return 1 - s[DEALER]
    return s[DEALER] if s[ODD_CHIPS] == BUTTON else 0


@compiled
def subpot_of(s: Packed, board: int) -> int:
    """What is played for on one board, in chips: a third of the pot, and of odd chips its own."""
    pot = 2 * s[ANTE]
    odd = pot % 3 if s[THIRDS] else 0
    return pot // 3 + int(odd > 0 and s[ORDER] == board) + int(odd > 1 and s[ORDER + 1] == board)


@compiled
def _shares(s: Packed, board: int, winners: int) -> tuple[int, int]:
    """What each seat gets for one board."""
    subpot = subpot_of(s, board)
    if winners == 1:
        return subpot, 0
    if winners == 2:
        return 0, subpot
    half, odd = subpot // 2, subpot % 2
    return (half + odd, half) if _odd_chip_seat(s) == 0 else (half, half + odd)


@compiled
def _settle(s: Packed, a: int, b: int, c: int, first: int, second: int) -> tuple[int, int, int, int]:
    """The end of a hand: what both seats have then, and what each gained or lost by a sweep.

    Args:
        a, b, c: who won the boards, as in ``WINNERS``.
        first, second: what the seats have, the boards paid already.
    """
    pot = 2 * s[ANTE]
    sweeper = -1
    if s[SWEEP] and a == b and b == c and a != BOTH:  # EI-8: a shared board is no sweep
        sweeper = a - 1
    bonus = 0
    to_first = to_second = 0
    if sweeper >= 0:
        bonus = (s[SWEEP] - 1) * pot
        if not s[HOUSE]:  # EI-7: an opponent pays only as far as their chips go
            bonus = min(bonus, second if sweeper == 0 else first)
        paid = 0 if s[HOUSE] else -bonus
        to_first, to_second = (bonus, paid) if sweeper == 0 else (paid, bonus)
    if not s[THIRDS]:
        lucky = _odd_chip_seat(s) if sweeper < 0 else sweeper
        if lucky == 0:
            first += pot % 3
        else:
            second += pot % 3
    return first + to_first, second + to_second, to_first, to_second


@compiled
def _end_hand(s: Packed) -> None:
    first, second, to_first, to_second = _settle(
        s, s[WINNERS], s[WINNERS + 1], s[WINNERS + 2], s[BANKROLLS], s[BANKROLLS + 1]
    )
    s[BANKROLLS] = first
    s[BANKROLLS + 1] = second
    s[BONUS] += to_first
    s[BONUS + 1] += to_second
    if first == 0 or second == 0 or s[NUMBER] >= s[LONGEST]:
        s[PHASE] = OVER
        return
    s[PHASE] = DEAL
    s[NUMBER] += 1
    s[DEALER] = 1 - s[DEALER]
    s[TURN] = NOBODY
    s[PLO] = UNKNOWN
    s[ANTE] = s[OUT] = s[BURNT] = 0
    for index in range(HANDS, BURNS):
        s[index] = 0


@compiled
def outcome_chips(s: Packed, seat: int, out: Packed) -> None:
    """Write what a hand that is being played brings a seat in the end, for each of the 27 outcomes.

    Net of the ante, by the outcome's number in ``placements``.
    """
    base_first, base_second = s[BANKROLLS], s[BANKROLLS + 1]
    for board in range(3):
        if s[WINNERS + board]:
            for_first, for_second = _shares(s, board, s[WINNERS + board])
            base_first -= for_first
            base_second -= for_second
    for outcome in range(27):
        a = _winners_of(outcome // 9, seat)
        b = _winners_of(outcome // 3 % 3, seat)
        c = _winners_of(outcome % 3, seat)
        first, second = base_first, base_second
        for board in range(3):
            for_first, for_second = _shares(s, board, a if board == 0 else b if board == 1 else c)
            first += for_first
            second += for_second
        first, second, _, _ = _settle(s, a, b, c, first, second)
        gain = first - base_first if seat == 0 else second - base_second
        out[outcome] = gain - s[ANTE]


@compiled
def _winners_of(digit: int, seat: int) -> int:
    """``WINNERS`` of a board that a seat has lost (0), shared (1) or won (2)."""
    if digit == 1:
        return BOTH
    return 1 + seat if digit == 2 else 2 - seat
