"""Who wins a board, and where the chips of the pot go."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple, TypeAlias

from korthus.core.cards import Card
from korthus.core.protocol import Outcome, rank_scores
from korthus.games.eight.boards import BOARDS, FLOP_SIZE, NLHE_SIZE, Board, Kind, kind_of
from korthus.games.eight.evaluate import HandName, describe, five, holdem, holdem_five, omaha, omaha_five
from korthus.games.eight.options import EightRules
from korthus.games.eight.state import EightState

Pair: TypeAlias = tuple[int, int]
#: The five cards that make each seat's hand.
Fives: TypeAlias = tuple[tuple[Card, ...], tuple[Card, ...]]
Winners: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


def strength(kind: Kind, hole: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    """How strong a seat's cards are on a full board."""
    return omaha(hole, board) if kind is Kind.PLO else holdem(hole, board)


def name_so_far(hole: tuple[Card, ...], board: tuple[Card, ...]) -> HandName | None:
    """What a seat's cards make with the cards of a board as it lies now; None if there are too few.

    Two cards are looked at as hold'em, more as Omaha.
    """
    if len(hole) < NLHE_SIZE or len(board) < FLOP_SIZE:
        return None
    if len(hole) == NLHE_SIZE:
        return describe(max(map(five, combinations((*hole, *board), 5))))
    return describe(omaha(hole, board))


def names_of(state: EightState, board: Board) -> tuple[HandName, HandName] | None:
    """What each seat has on a board that is run out; None on one that is not."""
    if state.plo is None or not state.winners[board.number]:
        return None
    kind, full = kind_of(board, state.plo), state.boards[board.number]
    first, second = (describe(strength(kind, placed[board.number], full)) for placed in state.placed)
    return (first, second)


def best_five(kind: Kind, hole: tuple[Card, ...], board: tuple[Card, ...]) -> tuple[int, tuple[Card, ...]]:
    """How strong a seat's cards are on a full board, and the five that make it; of equal ones the first.

    >>> full = (Card.HA, Card.HK, Card.HQ, Card.C2, Card.D3)
    >>> " ".join(map(str, best_five(Kind.NLHE, (Card.HJ, Card.HT), full)[1]))
    'Jh Th Ah Kh Qh'
    """
    return omaha_five(hole, board) if kind is Kind.PLO else holdem_five(hole, board)


def fives_of(state: EightState, board: Board) -> Fives | None:
    """The cards that make each seat's hand on a board that is run out; None on one that is not."""
    if state.plo is None or not state.winners[board.number]:
        return None
    kind, full = kind_of(board, state.plo), state.boards[board.number]
    first, second = (best_five(kind, placed[board.number], full)[1] for placed in state.placed)
    return (first, second)


def best_seats(strengths: Pair) -> tuple[int, ...]:
    """The seat with the stronger hand, or both."""
    first, second = strengths
    if first == second:
        return (0, 1)
    return (0,) if first > second else (1,)


def subpots(rules: EightRules, pot: int) -> tuple[int, int, int]:
    """What boards A, B and C are worth.

    A third each, rounded down. What is left goes one chip each to the first boards of the run-out, or, under
    ``thirds_remainder = odd_chip_player``, to no board at all (see ``remainder``).
    """
    third, left = divmod(pot, 3)
    if rules.thirds_remainder == "odd_chip_player":
        left = 0
    if not left:
        return (third, third, third)
    extra = rules.runout_order[:left]
    a, b, c = BOARDS
    return (third + (a in extra), third + (b in extra), third + (c in extra))


def remainder(rules: EightRules, pot: int) -> int:
    """The chips of a pot that belong to no board: they are paid when the hand ends."""
    return pot % 3 if rules.thirds_remainder == "odd_chip_player" else 0


def odd_chip_seat(rules: EightRules, dealer: int) -> int:
    """Who gets a chip that cannot be shared: by default the first seat after the button (EI-11)."""
    match rules.odd_chips_rule:
        case "nearest_to_button":
            return 1 - dealer
        case "button":
            return dealer
        case "p1_default":
            return 0


def share(subpot: int, winners: tuple[int, ...], odd_seat: int) -> Pair:
    """A board's chips for each seat."""
    if len(winners) == 1:
        return (subpot, 0) if winners[0] == 0 else (0, subpot)
    half, odd = divmod(subpot, 2)
    return (half + odd, half) if odd_seat == 0 else (half, half + odd)


def board_share(rules: EightRules, pot: int, dealer: int, board: Board, winners: tuple[int, ...]) -> Pair:
    """What each seat gets for one board."""
    return share(subpots(rules, pot)[board.number], winners, odd_chip_seat(rules, dealer))


def paid(rules: EightRules, pot: int, dealer: int, winners: Winners) -> Pair:
    """What each seat has got for the boards that are run out."""
    odd_seat = odd_chip_seat(rules, dealer)
    first = second = 0
    for subpot, seats in zip(subpots(rules, pot), winners, strict=True):
        if seats:
            shares = share(subpot, seats, odd_seat)
            first, second = first + shares[0], second + shares[1]
    return (first, second)


def unpaid(rules: EightRules, pot: int, dealer: int, winners: Winners) -> int:
    """What still lies in the pot of a hand that goes on."""
    return pot - sum(paid(rules, pot, dealer, winners))


class Settlement(NamedTuple):
    """How a finished hand is paid."""

    #: Gross chips of each seat, bonus included.
    payouts: Pair
    #: What each seat has won or lost by the hand.
    net: Pair
    #: What lies in the pot after it.
    pot: int
    #: What each seat has after it.
    bankrolls: Pair
    #: The seat that won all three boards outright, under ``sweep_bonus``.
    sweeper: int | None
    #: What the sweeper got for that, and each seat's gain or loss by it.
    bonus: int
    bonus_net: Pair


def settle(rules: EightRules, state: EightState, behind: Pair) -> Settlement:
    """The end of a hand whose boards are all run out.

    Args:
        behind: what each seat has, the boards paid already. An opponent pays a bonus only as far as that
            goes (EI-7).
    """
    gross = list(paid(rules, state.pot, state.dealer, state.winners))
    bankrolls = list(behind)
    sweeper = _sweeper(rules, state.winners)
    # A sweep is worth whole pots (E-16), so its winner also takes the chips that no board had.
    lucky = odd_chip_seat(rules, state.dealer) if sweeper is None else sweeper
    left = remainder(rules, state.pot)
    gross[lucky] += left
    bankrolls[lucky] += left
    bonus = 0
    bonus_net = [0, 0]
    if sweeper is not None:
        loser = 1 - sweeper
        bonus = (rules.sweep_multiplier - 1) * state.pot
        if rules.sweep_source == "opponent":
            bonus = min(bonus, behind[loser])
            bonus_net[loser] = -bonus
        bonus_net[sweeper] = bonus
        gross[sweeper] += bonus
    return Settlement(
        payouts=(gross[0], gross[1]),
        net=(gross[0] - state.ante + min(bonus_net[0], 0), gross[1] - state.ante + min(bonus_net[1], 0)),
        pot=unpaid(rules, state.pot, state.dealer, state.winners) - left,
        bankrolls=(bankrolls[0] + bonus_net[0], bankrolls[1] + bonus_net[1]),
        sweeper=sweeper,
        bonus=bonus,
        bonus_net=(bonus_net[0], bonus_net[1]),
    )


def outcome(rules: EightRules, state: EightState) -> Outcome:
    """How a session ended: bankrolls are scores, made of the first bankroll, the boards and the sweeps."""
    ranking = rank_scores(state.bankrolls)
    start = rules.bankroll
    return Outcome(
        scores=state.bankrolls,
        winners=ranking[0],
        ranking=ranking,
        breakdown=tuple(
            {"start": start, "boards": chips - start - bonus, "sweeps": bonus}
            for chips, bonus in zip(state.bankrolls, state.bonus, strict=True)
        ),
    )


def _sweeper(rules: EightRules, winners: Winners) -> int | None:
    """EI-8: a shared board is no sweep."""
    if rules.sweep_bonus and len(winners[0]) == 1 and winners[0] == winners[1] == winners[2]:
        return winners[0][0]
    return None
