"""Options: what can be set, what is refused, and what the sentence advises."""

from __future__ import annotations

from typing import Any

import pytest

import korthus
from korthus.core.cards import DECK, Card
from korthus.core.errors import InvalidOptions
from korthus.games.kachuful import Kachuful, KachufulRules, ScoringVariant


def make(preset: str | None = None, **options: Any) -> Kachuful:
    return Kachuful(KachufulRules.make(preset, **options))


def code(call: Any) -> str:
    with pytest.raises(InvalidOptions) as refused:
        call()
    assert "{" not in refused.value.reason
    return refused.value.code


def test_K2_the_default_is_standard() -> None:
    """Proves: K-32. The game is in the catalogue and can be had by name."""
    game = korthus.game("kachuful")
    assert game == Kachuful(KachufulRules())
    assert game.rules.scoring is ScoringVariant.STANDARD
    assert (game.min_seats, game.max_seats) == (2, 52)
    assert make(scoring="high_incentive").rules.scoring is ScoringVariant.HIGH_INCENTIVE


@pytest.mark.parametrize("preset", KachufulRules.presets)
def test_K2_presets_begin(preset: str) -> None:
    assert make(preset).new(4).round == 1


def test_every_option_names_its_clause() -> None:
    for option in KachufulRules.options():
        assert option.about.endswith(".")
        assert option.source.startswith("K")


def test_KI8_schedules_that_run_out_are_refused() -> None:
    assert code(lambda: make(start_cards=5, total_rounds=13)) == "BAD_SCHEDULE"
    assert make(start_cards=5, total_rounds=10).setup(4).schedule == (5, 4, 3, 2, 1, 2, 3, 4, 5, 6)
    zigzag = make(start_cards=5, total_rounds=13, schedule="zigzag").setup(4)
    assert zigzag.schedule == (5, 4, 3, 2, 1, 2, 3, 4, 5, 4, 3, 2, 1)
    assert make(start_cards=5).setup(4).total_rounds == 9


def test_KI8_no_round_deals_more_than_there_are() -> None:
    assert code(lambda: make(total_rounds=14).new(7)) == "TOO_MANY_CARDS"  # the last round would have 8
    assert make(total_rounds=14).new(6)
    assert make(total_rounds=14, too_many_cards="clamp").setup(7).schedule == make().setup(7).schedule


def test_KI9_descending_needs_as_many_cards_as_rounds() -> None:
    """Proves: K-18."""
    assert code(lambda: make(schedule="descending", total_rounds=13)) == "BAD_SCHEDULE"
    assert make("descending").setup(4).schedule == (7, 6, 5, 4, 3, 2, 1)
    assert make("descending", total_rounds=3).setup(4).schedule == (7, 6, 5)


def test_KI10_error_says_what_would_work() -> None:
    with pytest.raises(InvalidOptions) as refused:
        make().new(8)
    assert refused.value.code == "TOO_MANY_CARDS"
    assert refused.value.params["start"] == 6
    assert refused.value.params["rounds"] == 11
    assert make(start_cards=6, total_rounds=11).new(8)
    assert make("eight_players").setup(8).total_rounds == 11


@pytest.mark.parametrize(("seats", "start"), [(7, 7), (8, 6), (9, 5), (10, 5), (11, 4), (26, 2), (52, 1)])
def test_KI10_clamp(seats: int, start: int) -> None:
    schedule = make("clamped").setup(seats).schedule
    assert schedule[0] == schedule[-1] == max(schedule) == start
    assert len(schedule) == 2 * start - 1


def test_KI10_clamp_changes_nothing_that_fits() -> None:
    assert make("clamped", total_rounds=5).setup(4) != make("clamped").setup(4)
    assert make("clamped", total_rounds=5).setup(4).schedule == make(total_rounds=5).setup(4).schedule
    assert make("clamped", schedule="descending").setup(10).schedule == (5, 4, 3, 2, 1)


@pytest.mark.parametrize(
    ("seats", "most"),
    [
        *((2, 26), (3, 17), (4, 13), (5, 10), (6, 8), (7, 7), (8, 6), (9, 5), (10, 5)),
        *((11, 4), (13, 4), (14, 3), (17, 3), (18, 2), (26, 2), (27, 1), (52, 1)),
    ],
)
def test_KI11_the_most_cards_for_each_number_of_players(seats: int, most: int) -> None:
    assert make(start_cards=most).new(seats)
    assert code(lambda: make(start_cards=most + 1).new(seats)) == "TOO_MANY_CARDS"


@pytest.mark.parametrize("seats", [1, 53, 0, -1, True, "4", 2.0])
def test_KI11_limits(seats: Any) -> None:
    assert code(lambda: make("clamped").new(seats)) == "BAD_SEATS"


def test_KI11_the_refusal_names_the_round() -> None:
    for rounds, seats, round_number, cards in ((13, 8, 1, 7), (14, 7, 14, 8)):
        with pytest.raises(InvalidOptions) as refused:
            make(total_rounds=rounds).new(seats)
        told = f"{seats} players cannot get {cards} cards each from 52 in round {round_number};"
        assert told in str(refused.value)


def test_KI11_the_first_dealer_may_sit_anywhere() -> None:
    game = make(start_cards=1, starting_dealer=51)
    assert game.setup(52).dealer(1) == 51
    assert code(lambda: game.new(51)) == "BAD_DEALER"
    assert code(lambda: make(starting_dealer=52)) == "BAD_OPTION"


def test_KI16_two_decks() -> None:
    game = make(decks=2, start_cards=10)
    assert game.deck() == tuple(card for card in DECK for _ in range(2))
    assert game.new(10)
    assert code(lambda: make(decks=2, start_cards=11).new(10)) == "TOO_MANY_CARDS"


def test_K19_first_dealer() -> None:
    """Proves: KI-22."""
    game = make(starting_dealer=3)
    assert [game.setup(4).dealer(number) for number in (1, 2, 3)] == [3, 0, 1]
    assert code(lambda: game.new(3)) == "BAD_DEALER"


def test_KI24_a_deck_of_ones_own() -> None:
    small = (Card.SA, Card.H2, Card.HA, Card.S2)
    game = make(deck=small, start_cards=2)
    assert game.deck() == (Card.H2, Card.HA, Card.S2, Card.SA)
    assert make(deck="As,2h,Ah,2s", start_cards=2) == game
    assert code(lambda: game.new(3)) == "TOO_MANY_CARDS"
    assert code(lambda: make("clamped", deck=small).new(5)) == "DECK_TOO_SMALL"
    assert code(lambda: make(deck=(Card.SA, Card.SA))) == "BAD_DECK"
    assert code(lambda: make(deck=(Card.SA,))) == "BAD_DECK"


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("scoring", "lots"),
        ("start_cards", 0),
        ("start_cards", True),
        ("start_cards", 2.5),
        ("total_rounds", 0),
        ("schedule", "up"),
        ("too_many_cards", "yes"),
        ("must_follow", "maybe"),
        ("first_leader", "me"),
        ("dealer_restriction", 2),
        ("bid_accuracy", None),
        ("decks", 0),
        ("starting_dealer", -1),
        ("deck", ("Zz",)),
        ("deck", 3),
    ],
)
def test_bad_values_are_refused(option: str, value: Any) -> None:
    assert code(lambda: make(None, **{option: value})) == "BAD_OPTION"
