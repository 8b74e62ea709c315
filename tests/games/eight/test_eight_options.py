"""Options, presets and what they refuse."""

from __future__ import annotations

import pytest
from tests.games.eight.helpers import game

import korthus
from korthus.core.cards import DECK
from korthus.core.errors import InvalidOptions
from korthus.games.eight.boards import Board
from korthus.games.eight.game import EightCards
from korthus.games.eight.options import LONGEST_SESSION, EightRules


def test_E1_two_players_and_one_deck() -> None:
    rules = korthus.game("eight")
    assert isinstance(rules, EightCards)
    assert (rules.min_seats, rules.max_seats) == (2, 2)
    assert rules.deck() == DECK
    assert len(set(rules.deck())) == 52
    with pytest.raises(InvalidOptions):
        rules.new(3)


def test_EI16_defaults() -> None:
    """Proves: E-4, E-20, EI-2, EI-10, EI-12."""
    rules = EightRules()
    assert (rules.ante, rules.bankroll) == (50, 1000)
    assert rules.assignment == "sequential"
    assert rules.odd_chips_rule == "nearest_to_button"
    assert rules.burn_cards == "none"
    assert rules.runout_order == (Board.A, Board.B, Board.C)
    assert rules.first_dealer == 1
    assert rules.hidden_placement
    assert EightRules.make("document_cli").odd_chips_rule == "p1_default"


@pytest.mark.parametrize("preset", EightRules.presets)
def test_E20_presets_are_option_sets(preset: str) -> None:
    rules = EightRules.make(preset)
    assert rules.changed() == dict(EightRules.presets[preset])


@pytest.mark.parametrize("order", ["A,A,B", "A,B", "A,B,D", "", ("A", "B", "B")])
def test_EI15_a_runout_order_names_each_board_once(order: object) -> None:
    with pytest.raises(InvalidOptions):
        EightRules.make(runout_order=order)


def test_EI15_any_permutation_is_a_runout_order() -> None:
    assert EightRules.make(runout_order="C,A,B").runout_order == (Board.C, Board.A, Board.B)


@pytest.mark.parametrize(
    "option",
    [
        {"ante": 0},
        {"ante": -5},
        {"ante": 2.5},
        {"bankroll": 0},
        {"bankroll": "many"},
        {"hands": 0},
        {"hands": LONGEST_SESSION + 1},
        {"assignment": "whenever"},
        {"burn_cards": "some"},
        {"odd_chips_rule": "p2"},
        {"sweep_multiplier": 0},
        {"sweep_source": "bank"},
        {"first_dealer": 2},
        {"take_backs": -1},
        {"take_backs": 65},
        {"thirds_remainder": None},
    ],
)
def test_E20_bad_values_are_refused(option: dict[str, object]) -> None:
    with pytest.raises(InvalidOptions) as caught:
        game(**option)
    assert caught.value.code == "BAD_OPTION"


def test_E20_every_option_says_what_it_is_for() -> None:
    for option in EightRules.options():
        assert option.about.endswith(".")
        assert option.source.startswith("E")


def test_EI17_a_session_until_somebody_is_broke_still_ends() -> None:
    assert EightRules.make(hands="none").longest == LONGEST_SESSION
