"""Dealing, burning and running out."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.eight.helpers import (
    FIRST_PLACES,
    SECOND_PLACES,
    cards,
    dealt,
    game,
    of_kind,
    play,
    refused,
    walk,
)

from korthus.core.cards import DECK, in_order
from korthus.core.chance import FairChance
from korthus.core.errors import IllegalAction
from korthus.core.protocol import CHANCE, visible
from korthus.games.eight.actions import Deal
from korthus.games.eight.boards import BOARDS, Board
from korthus.games.eight.events import BoardResult, CardsDealt, FlopDealt, HandStarted, TurnRiverDealt
from korthus.games.eight.state import Phase


@pytest.mark.parametrize("dealer", [0, 1])
def test_EI13_one_card_at_a_time_from_the_non_dealer_then_the_flops(dealer: int) -> None:
    """Proves: E-2, E-6, EI-12."""
    rules = game(first_dealer=dealer)
    state, events = rules.apply(rules.new(), Deal(DECK[:25]))
    starter = 1 - dealer
    assert state.hands[starter] == in_order(DECK[0:16:2])
    assert state.hands[dealer] == in_order(DECK[1:16:2])
    assert state.boards == (DECK[16:19], DECK[19:22], DECK[22:25])
    assert state.burnt == ()
    assert rules.to_act(state) == starter
    assert [(flop.board, flop.cards) for flop in of_kind(events, FlopDealt)] == list(
        zip(BOARDS, state.boards, strict=True)
    )
    (started,) = of_kind(events, HandStarted)
    assert (started.dealer, started.number, started.pot) == (dealer, 1, 100)


def test_EI14_classic_burns_one_card_before_every_flop_turn_and_river() -> None:
    rules = game("classic_burns", hands=1)
    state = rules.apply(rules.new(), Deal(DECK[:28])).state
    assert state.burnt == (DECK[16], DECK[20], DECK[24])
    assert state.boards == (DECK[17:20], DECK[21:24], DECK[25:28])
    for _ in range(2):
        state = rules.apply(state, rules.legal_actions(state)[0]).state
    for start in (28, 32, 36):
        state = rules.apply(state, Deal(DECK[start : start + 4])).state
    assert state.burnt[3:] == (DECK[28], DECK[30], DECK[32], DECK[34], DECK[36], DECK[38])
    assert [board[3:] for board in state.boards] == [
        (DECK[29], DECK[31]),
        (DECK[33], DECK[35]),
        (DECK[37], DECK[39]),
    ]
    assert len(rules.located(state)) == 40


def test_EI14_without_burns_a_hand_uses_31_cards() -> None:
    rules = game(hands=1)
    states = [step.state for _, step in walk(rules, 5)]
    assert all(state.burnt == () for state in states)
    assert states[-1].phase is Phase.OVER
    assert len(rules.located(states[-1])) == 31


@pytest.mark.parametrize("order", ["A,B,C", "C,A,B", "B,C,A"])
def test_EI15_each_board_gets_turn_and_river_and_its_result_before_the_next(order: str) -> None:
    """Proves: E-11."""
    rules = game(runout_order=order, hands=1)
    state = play(rules, dealt(rules), FIRST_PLACES, SECOND_PLACES).state
    chance = FairChance.seeded(3)
    seen = []
    while rules.to_act(state) == CHANCE:
        state, events = rules.apply(state, rules.draw(state, chance))
        (runout,), (result,) = of_kind(events, TurnRiverDealt), of_kind(events, BoardResult)
        assert events[:2] == (runout, result)
        assert runout.board is result.board
        assert state.boards[runout.board.number][3:] == (runout.turn, runout.river)
        seen.append(runout.board)
    assert seen == [Board(letter) for letter in order.split(",")]


BAD_DEALS: list[Any] = [
    DECK[:24],
    DECK[:26],
    (*DECK[:24], DECK[0]),
    list(DECK[:25]),
    tuple(card.value for card in DECK[:25]),
    "As Kd",
    None,
    ([],) * 25,
]


@pytest.mark.parametrize("bad", BAD_DEALS)
def test_E19_a_deal_must_be_of_different_cards_from_the_deck(bad: Any) -> None:
    assert refused(game(), game().new(), Deal(bad)).code == "BAD_DEAL"


def test_E19_a_run_out_cannot_bring_a_card_that_is_out() -> None:
    rules = game()
    state = play(rules, dealt(rules), FIRST_PLACES, SECOND_PLACES).state
    assert refused(rules, state, Deal(cards("As 3c"))).code == "BAD_DEAL"
    assert refused(rules, state, Deal(cards("3c"))).code == "BAD_DEAL"


def test_E19_nobody_deals_while_a_seat_is_to_place() -> None:
    rules = game()
    state = dealt(rules)
    assert refused(rules, state, Deal(cards("3c 4c"))).code == "NO_DEAL_NOW"
    with pytest.raises(IllegalAction):
        rules.draw(state, FairChance.seeded(1))
    assert refused(rules, rules.new(), FIRST_PLACES).code == "DEAL_FIRST"


def test_E6_the_same_seed_deals_the_same_session() -> None:
    """Proves: EI-13."""
    first, again, other = (
        [rules.format_state(step.state) for _, step in walk(rules, seed)]
        for rules, seed in ((game(), 1), (game(), 1), (game(), 2))
    )
    assert first == again != other


def test_EI6_cards_dealt_are_known_to_their_owner_only() -> None:
    rules = game()
    state, events = rules.apply(rules.new(), Deal(DECK[:25]))
    for seat in (0, 1):
        seen = [event for event in visible(events, seat) if isinstance(event, CardsDealt) and event.cards]
        assert [(event.to, event.cards) for event in seen] == [(seat, state.hands[seat])]
    assert all(event.cards is None for event in of_kind(visible(events, None), CardsDealt))
    assert {(event.to, event.count) for event in of_kind(events, CardsDealt)} == {(0, 8), (1, 8)}
