"""Pots, odd chips, sweeps and sessions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.eight.helpers import FIRST_PLACES, deal, dealt, game, of_kind, play, walk

from korthus.core.chance import FairChance
from korthus.core.errors import GameOver
from korthus.games.eight.boards import Board
from korthus.games.eight.events import GameEnded, HandResult, HandStarted, Sweep
from korthus.games.eight.options import LONGEST_SESSION, EightRules
from korthus.games.eight.scoring import Winners, odd_chip_seat, paid, remainder, settle, share, subpots
from korthus.games.eight.state import EightState, Phase

SIDES = st.sampled_from([(0,), (1,), (0, 1)])


def ended(winners: Winners, ante: int = 50, dealer: int = 0) -> EightState:
    return EightState(Phase.RUNOUT, 1, dealer, (0, 0), ante=ante, winners=winners)


def test_EI9_thirds_and_what_is_left() -> None:
    """Proves: E-15."""
    rules = EightRules()
    assert subpots(rules, 100) == (34, 33, 33)
    assert subpots(rules, 98) == (33, 33, 32)
    assert subpots(rules, 90) == (30, 30, 30)
    other = EightRules.make(runout_order="C,A,B")
    assert subpots(other, 100) == (33, 33, 34)
    assert subpots(other, 98) == (33, 32, 33)
    whole = EightRules.make(thirds_remainder="odd_chip_player")
    assert subpots(whole, 100) == (33, 33, 33)
    assert (remainder(whole, 100), remainder(rules, 100)) == (1, 0)


def test_EI9_the_chips_of_no_board_go_to_the_odd_chip_player_or_the_sweeper() -> None:
    rules = EightRules.make(thirds_remainder="odd_chip_player")
    # Dealer 0, so odd chips are seat 1's: 33 + 33 to seat 0, 33 and the chip to seat 1.
    assert settle(rules, ended(((0,), (0,), (1,))), (1016, 983)).payouts == (66, 34)
    swept = settle(rules, ended(((0,), (0,), (0,))), (1049, 950))
    assert swept.payouts == (200, 0)
    assert swept.bankrolls == (1150, 850)


@pytest.mark.parametrize("dealer", [0, 1])
def test_EI11_who_gets_the_odd_chip(dealer: int) -> None:
    """Proves: E-14, EI-10."""
    near, button, first = (
        odd_chip_seat(EightRules.make(odd_chips_rule=rule), dealer)
        for rule in ("nearest_to_button", "button", "p1_default")
    )
    assert (near, button, first) == (1 - dealer, dealer, 0)


@pytest.mark.parametrize(
    ("winners", "odd", "shares"),
    [((0,), 1, (33, 0)), ((1,), 0, (0, 33)), ((0, 1), 0, (17, 16)), ((0, 1), 1, (16, 17))],
)
def test_EI10_only_a_shared_board_has_an_odd_chip(
    winners: tuple[int, ...], odd: int, shares: tuple[int, int]
) -> None:
    assert share(33, winners, odd) == shares


@given(
    st.integers(1, 10**6),
    SIDES,
    SIDES,
    SIDES,
    st.sampled_from(["nearest_to_button", "p1_default", "button"]),
    st.sampled_from(["runout_order", "odd_chip_player"]),
    st.integers(1, 4),
    st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)),
    st.integers(0, 1),
)
def test_EI7_chips_are_conserved(
    ante: int,
    a: tuple[int, ...],
    b: tuple[int, ...],
    c: tuple[int, ...],
    odd: str,
    thirds: str,
    multiplier: int,
    before: tuple[int, int],
    dealer: int,
) -> None:
    """Whatever is said about odd chips, all chips go somewhere, and nobody pays what he has not.

    Proves: EI-18.
    """
    rules = EightRules.make(odd_chips_rule=odd, thirds_remainder=thirds, sweep_multiplier=multiplier)
    state = ended((a, b, c), ante, dealer)
    boards = paid(rules, state.pot, dealer, state.winners)
    end = settle(rules, state, (before[0] + boards[0], before[1] + boards[1]))
    assert sum(end.bankrolls) == sum(before) + 2 * ante
    assert min(end.bankrolls) >= 0
    assert sum(end.net) == 0
    assert sum(end.payouts) == 2 * ante + end.bonus
    assert end.bankrolls == (before[0] + ante + end.net[0], before[1] + ante + end.net[1])
    assert (end.sweeper is not None) == (a == b == c and len(a) == 1)


def test_EI7_the_loser_of_a_sweep_pays_what_he_has() -> None:
    rules = EightRules()
    poor = settle(rules, ended(((0,), (0,), (0,))), (1070, 30))
    assert (poor.payouts, poor.bonus, poor.bankrolls, poor.net) == ((130, 0), 30, (1100, 0), (80, -80))


def test_EI7_the_house_may_pay_and_the_multiplier_may_differ() -> None:
    """Proves: E-16."""
    house = EightRules.make(sweep_source="house")
    end = settle(house, ended(((1,), (1,), (1,))), (0, 100))
    assert (end.payouts, end.bankrolls, end.net) == ((0, 200), (0, 200), (-50, 150))
    triple = EightRules.make(sweep_multiplier=3)
    assert settle(triple, ended(((1,), (1,), (1,))), (900, 1050)).payouts == (0, 300)
    none = EightRules.make(sweep_bonus=False)
    assert settle(none, ended(((1,), (1,), (1,))), (900, 1050)).payouts == (0, 100)


@pytest.mark.parametrize("shared", range(3))
def test_EI8_a_shared_board_is_no_sweep(shared: int) -> None:
    a, b, c = ((0, 1) if place == shared else (0,) for place in range(3))
    end = settle(EightRules(), ended((a, b, c)), (1000, 1000))
    assert (end.sweeper, end.bonus) == (None, 0)


SWEEP = (
    FIRST_PLACES,
    "place A: 7d 7c 8d 8h, B: 9s 5s, C: Ks Qd",
    deal("Ad Kc"),
    deal("2d 6h"),
    deal("Td Tc"),
)


def test_EI18_payouts_are_gross_and_net_comes_along() -> None:
    rules = game()
    state = dealt(rules, "dealer: 1; bankrolls: 1880/20")
    step = play(rules, state, *SWEEP)
    (result,) = of_kind(step.events, HandResult)
    assert result.payouts == (120, 0)
    assert result.net == (70, -70)
    assert sum(result.payouts) == 100 + of_kind(step.events, Sweep)[0].bonus


def test_EI17_a_session_ends_when_a_bankroll_is_empty() -> None:
    rules = game()
    step = play(rules, dealt(rules, "dealer: 1; bankrolls: 1880/20"), *SWEEP)
    assert step.state.phase is Phase.OVER
    assert of_kind(step.events, GameEnded) == [GameEnded(bankrolls=(2000, 0), winners=(0,))]
    outcome = rules.outcome(step.state)
    assert outcome is not None
    assert (outcome.scores, outcome.winners, outcome.ranking) == ((2000, 0), (0,), ((0,), (1,)))
    assert outcome.breakdown == (
        {"start": 1000, "boards": 980, "sweeps": 20},
        {"start": 1000, "boards": -980, "sweeps": -20},
    )
    assert rules.legal_actions(step.state) == ()
    with pytest.raises(GameOver):
        rules.apply(step.state, rules.parse("lock"))


def test_EI17_the_ante_is_what_both_can_pay() -> None:
    rules = game()
    state = rules.parse_state("number: 4; bankrolls: 1970/30")
    state, events = rules.apply(state, rules.draw(state, FairChance.seeded(1)))
    assert (state.ante, state.pot, state.bankrolls) == (30, 60, (1940, 0))
    assert of_kind(events, HandStarted)[0].ante == 30
    assert rules.chips(state) == 2000


@pytest.mark.parametrize("preset", EightRules.presets)
def test_E5_dealer_and_starter_alternate_and_chips_are_conserved(preset: str) -> None:
    """Proves: E-4, EI-12."""
    rules = game(preset, hands=5)
    dealers = []
    state = rules.new()
    for before, step in walk(rules, 8):
        state = step.state
        assert rules.chips(state) == 2000
        for started in of_kind(step.events, HandStarted):
            dealers.append(started.dealer)
            assert rules.to_act(state) == 1 - started.dealer
        assert rules.outcome(before) is None
    assert dealers == [1, 0, 1, 0, 1]
    outcome = rules.outcome(state)
    assert outcome is not None
    assert sum(outcome.scores) == 2000
    assert [sum(parts.values()) for parts in outcome.breakdown] == list(outcome.scores)


def test_EI17_a_session_without_a_number_of_hands_ends() -> None:
    rules = game(hands=None, ante=400)
    states = [step.state for _, step in walk(rules, 1)]
    assert states[-1].phase is Phase.OVER
    assert 0 in states[-1].bankrolls
    assert states[-1].number <= LONGEST_SESSION


def test_EI7_chips_are_not_counted_where_the_house_pays() -> None:
    rules = game(sweep_source="house")
    assert rules.chips(rules.new()) is None
    step = play(rules, dealt(rules), *SWEEP)
    assert step.state.bankrolls == (1150, 950)
    assert step.state.bonus == (100, 0)


def test_EI17_equal_chips_are_shared_first_place() -> None:
    rules = game(hands=1, sweep_bonus=False, ante=45, runout_order="B,A,C")
    assert rules.rules.runout_order[0] is Board.B
    step = play(
        rules,
        dealt(rules),
        FIRST_PLACES,
        "place A: 9s 5s 7d 7c, B: 8d 8h, C: Ks Qd",
        deal("Jh Th"),
        deal("3s 4d"),
        deal("Kd Kc"),
    )
    outcome = rules.outcome(step.state)
    assert outcome is not None
    assert (outcome.scores, outcome.winners, outcome.ranking) == ((1000, 1000), (0, 1), ((0, 1),))
