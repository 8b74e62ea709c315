"""The worked positions of the rules."""

from __future__ import annotations

import pytest
from tests.games.eight.helpers import (
    FIRST_PLACES,
    SECOND_PLACES,
    deal,
    dealt,
    game,
    of_kind,
    place,
    play,
    refused,
)

from korthus.core.cards import Rank
from korthus.games.eight.boards import Board, Kind
from korthus.games.eight.evaluate import Category
from korthus.games.eight.events import BoardResult, HandResult, Sweep
from korthus.games.eight.state import Phase


@pytest.mark.parametrize(
    ("rule", "payouts"), [("nearest_to_button", (49, 51)), ("p1_default", (50, 50)), ("button", (50, 50))]
)
def test_EW1_flush_split_and_wheel(rule: str, payouts: tuple[int, int]) -> None:
    """Proves: E-11, E-14, EI-11, EI-19, EI-20."""
    rules = game(odd_chips_rule=rule, hands=1)
    step = play(
        rules,
        dealt(rules, "dealer: 0"),
        SECOND_PLACES,
        FIRST_PLACES,
        deal("3s 4d"),
        deal("Jh Th"),
        deal("Kd Kc"),
    )
    a, b, c = of_kind(step.events, BoardResult)
    assert (a.kind, b.kind, c.kind) == (Kind.PLO, Kind.NLHE, Kind.NLHE)
    assert (a.subpot, b.subpot, c.subpot) == (34, 33, 33)
    assert (a.winner_ids, b.winner_ids, c.winner_ids) == ((1,), (0, 1), (0,))
    assert [name.category for name in a.hands] == [Category.STRAIGHT, Category.FLUSH]
    assert [name.ranks[0] for name in a.hands] == [Rank.QUEEN, Rank.QUEEN]
    assert b.hand_desc.category is Category.STRAIGHT_FLUSH
    assert sorted(b.shares) == [16, 17]
    assert [name.category for name in c.hands] == [Category.STRAIGHT, Category.THREE_OF_A_KIND]
    assert c.hand_desc.ranks == (Rank.FIVE,)
    (result,) = of_kind(step.events, HandResult)
    assert result.payouts == payouts
    assert not of_kind(step.events, Sweep)


def test_EW2_a_sweep_is_worth_two_pots() -> None:
    """Proves: E-16, EI-7, EI-18."""
    rules = game()
    step = play(
        rules,
        dealt(rules),
        "place A: As 9d 8c 2h, B: 2s 6d, C: Ac 4h",
        "place A: 7d 7c 8d 8h, B: 9s 5s, C: Ks Qd",
        deal("Ad Kc"),  # A: a straight to the queen beats a pair
        deal("2d 6h"),  # B: two pair beats ace high
        deal("Td Tc"),  # C: the wheel
    )
    (sweep,) = of_kind(step.events, Sweep)
    assert (sweep.player, sweep.bonus, sweep.source) == (0, 100, "opponent")
    (result,) = of_kind(step.events, HandResult)
    assert result.payouts == (200, 0)
    assert result.net == (150, -150)
    assert result.bankrolls == step.state.bankrolls == (1150, 850)
    assert step.state.bonus == (100, -100)


@pytest.mark.parametrize(
    ("a", "b", "c", "code"),
    [
        ("As 9d 8c", "2h 2s 6d", "Ac 4h", "BAD_SPLIT"),
        ("As 9d 8c 2h", "2s 6d Ac", "4h", "BAD_SPLIT"),
        ("As 9d 8c 2h", "2s 6d", "Ac", "COUNT"),
        ("As 9d 8c 2h", "2s 6d", "As 4h", "DUPLICATE"),
    ],
)
def test_EW3_bad_placements(a: str, b: str, c: str, code: str) -> None:
    """Proves: E-3, E-19, E-21, EI-23."""
    rules = game()
    assert refused(rules, dealt(rules), place(a, b, c)).code == code


@pytest.mark.parametrize("dealer", [0, 1])
def test_EW4_the_second_player_must_use_the_same_board(dealer: int) -> None:
    """Proves: E-8, E-21, EI-22."""
    rules = game()
    starts_on_b = ["place As 9d / 8c 2h 2s 6d / Ac 4h", "place 9s 5s / 7d 7c 8d 8h / Ks Qd"]
    goes_to_c = ["place As 9d / 8c 2h / 2s 6d Ac 4h", "place 9s 5s / 7d 7c / 8d 8h Ks Qd"]
    state = play(rules, dealt(rules, f"dealer: {dealer}"), starts_on_b[1 - dealer]).state
    assert state.plo is Board.B
    error = refused(rules, state, goes_to_c[dealer])
    assert (error.code, error.params) == ("WRONG_PLO_BOARD", {"board": Board.B})
    assert play(rules, state, starts_on_b[dealer]).state.phase is Phase.RUNOUT


def test_EW7_two_boards_and_half_of_the_third() -> None:
    """Proves: EI-8."""
    rules = game(ante=45)
    step = play(
        rules,
        dealt(rules),
        "place A: As 9d 8c 2h, B: 2s 6d, C: Ac 4h",
        "place A: 7d 7c 8d 8h, B: 9s 5s, C: Ks Qd",
        deal("Ad Kc"),
        deal("2d 6h"),
        deal("4d 6c"),  # C: 2 3 4 5 6 lies on the board
    )
    assert [result.winner_ids for result in of_kind(step.events, BoardResult)] == [(0,), (0,), (0, 1)]
    (result,) = of_kind(step.events, HandResult)
    assert result.payouts == (75, 15)
    assert not of_kind(step.events, Sweep)
