"""Every game keeps the protocol: under every preset, with more seats, under odd options, and over a table.

``bench/conformance.py`` plays many more games than fit here.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st
from tests.conformance.options import make, options

import korthus
from korthus.testing import check_game

PRESETS = [(info.name, preset) for info in korthus.catalogue() for preset in info.presets]
#: Games played per preset: each preset takes a second or two. ``make conformance`` plays 1,000.
GAMES = {"mulle": 6, "kachuful": 7, "mus": 50, "eight": 6}

VARIATIONS: list[tuple[str, dict[str, Any]]] = [
    ("mulle", {"capture_choice": "maximal", "omgangar": 1}),
    ("mulle", {"capture_choice": "free", "omgangar": 1}),
    ("mulle", {"open_build_modifiable_by": "owner", "opponent_same_value": "merge", "omgangar": 1}),
    ("mulle", {"builds_in_sums": "all", "special_capture": "any_sum", "omgangar": 1}),
    (
        "mulle",
        {"identical_rule": "off", "mulle_identity": "rank", "leftovers": "last_capturer"},
    ),
    ("mulle", {"first_starter": "random", "trotta_joins": "own", "bonus_scope": "rond", "omgangar": 1}),
    ("mulle", {"decks": 4, "omgangar": 1}),
    ("kachuful", {"must_follow": False, "dealer_restriction": False}),
    ("kachuful", {"decks": 2, "first_leader": "highest_bidder"}),
    ("kachuful", {"schedule": "zigzag", "start_cards": 3, "total_rounds": 11, "first_leader": "dealer"}),
    ("mus", {"ordago": False}),
    ("mus", {"ordago": False, "mus_phase": True, "bets": (2,), "raises": (2, 5)}),
    ("mus", {"ordago": False, "deje_after_raise": "one", "target_stones": 30, "max_raises": 1}),
    ("eight", {"hands": None, "bankroll": 200, "ante": 50}),
    ("eight", {"sweep_source": "house", "hands": 5}),
    ("eight", {"hidden_placement": False, "assignment": "alternating", "hands": 2}),
    ("eight", {"hidden_placement": False, "assignment": "simultaneous", "hands": 3}),
    ("eight", {"burn_cards": "classic", "runout_order": ("C", "A", "B"), "ante": 33, "hands": 5}),
]


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_every_preset_keeps_the_protocol(name: str, preset: str) -> None:
    """Proves: X-3, X-5."""
    # Whoever chooses alike from all that is legal takes back and puts down again for long (EI-5).
    games = 1 if preset == "alternating" else GAMES[name]
    report = check_game(korthus.game(name, preset), games=games, seed=1)
    assert report.worlds > report.different > 0
    assert report.refused > report.thorough > 0


@pytest.mark.parametrize(
    ("preset", "seats"),
    [("standard", 3), ("standard", 4), ("standard", 7), ("eight_players", 8), ("clamped", 10)],
)
def test_kachuful_keeps_the_protocol_with_more_seats(preset: str, seats: int) -> None:
    check_game(korthus.game("kachuful", preset), games=2, seed=2, seats=seats, thorough=0.2 / seats)


@pytest.mark.parametrize(("name", "changed"), VARIATIONS, ids=lambda value: str(value)[:60])
def test_variations_keep_the_protocol(name: str, changed: dict[str, Any]) -> None:
    check_game(korthus.game(name, **changed), games=2, seed=3)


@pytest.mark.no_cover
@pytest.mark.parametrize("name", GAMES)
def test_any_options_keep_the_protocol(name: str) -> None:
    kind = type(korthus.game(name))
    played = 0

    @settings(
        max_examples=40,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
    )
    # Larger tables have a test of their own; here most of them would only be refused.
    @given(options(kind), st.integers(0, 1000), st.integers(kind.min_seats, min(kind.max_seats, 13)))
    def check(chosen: dict[str, Any], seed: int, seats: int) -> None:
        nonlocal played
        game = make(kind, chosen, seats)
        if game is None:
            reject()
        check_game(game, games=1, seed=seed, seats=seats, tries=6, hidden=False)
        played += 1

    check()
    assert played >= 12
