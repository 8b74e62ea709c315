"""How long a game can be and what it can bring: no game goes beyond, and OpenSpiel is promised just that."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest
from tests.envs.test_openspiel import play
from tests.envs.test_told import Chooser, anything, passes, raises
from tests.support.scopa import scopa, visit_with_scopa

import korthus
from korthus.core.draws import Luck
from korthus.core.protocol import CHANCE, AnyGame
from korthus.envs import brings
from korthus.envs.brings import Bounds, bounds_of
from korthus.envs.openspiel import load, register
from korthus.envs.openspiel.game import MAX_MOVES
from korthus.envs.parts import LARGEST
from korthus.envs.rewards import points

#: Tables of every kind: the game, its seats, its preset and options.
TABLES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("mulle", 2, {}),
    ("mulle", 2, {"preset": "draft"}),
    ("mulle", 2, {"omgangar": 1, "bonus_scope": "rond", "intake_in_total": True, "mulle_identity": "rank"}),
    ("kachuful", 2, {}),
    ("kachuful", 7, {}),
    ("kachuful", 3, {"scoring": "high_incentive", "schedule": "zigzag", "total_rounds": 9, "start_cards": 4}),
    ("kachuful", 52, {"start_cards": 1}),
    ("mus", 2, {}),
    ("mus", 2, {"preset": "single_hand", "ordago": True}),
    ("mus", 2, {"preset": "mus", "max_mus": 3}),
    ("mus", 2, {"deje_after_raise": "one", "min_raise": 1}),
    ("eight", 2, {}),
    ("eight", 2, {"sweep_source": "house", "sweep_multiplier": 10}),
    ("eight", 2, {"preset": "simultaneous"}),
    ("eight", 2, {"preset": "alternating", "take_backs": 3, "hands": 3}),
)


def played(game: AnyGame, seats: int, seed: int, choose: Chooser) -> tuple[int, list[float]]:
    """Play a game: how many actions it had, and what it has brought each seat."""
    rng = random.Random(seed)
    luck = Luck(rng)
    state = game.new(seats)
    start = points(game, state)
    moves = 0
    while (actor := game.to_act(state)) is not None:
        action: Any
        if actor == CHANCE:
            action = game.draw(state, luck)
        else:
            action = choose(game.choices(game.view(state, actor)), rng)
            moves += 1
        state = game.apply(state, action).state
    return moves, [late - early for early, late in zip(start, points(game, state), strict=True)]


@pytest.mark.parametrize(("name", "seats", "options"), TABLES, ids=str)
def test_no_game_goes_beyond_its_bounds(name: str, seats: int, options: dict[str, Any]) -> None:
    game: AnyGame = korthus.game(name, **options)
    found = bounds_of(game, seats)
    assert found is not None
    assert found.moves is not None
    ways = (passes, raises, anything) if name == "mus" else (anything,)
    longest = 0
    for seed in range(2):
        for choose in ways:
            moves, gains = played(game, seats, seed, choose)
            assert all(found.low <= gain <= found.high for gain in gains)
            longest = max(longest, moves)
    assert found.moves / 8 < longest <= found.moves < MAX_MOVES
    assert longest == found.moves or name != "kachuful", "every game of these rules is as long"


def test_openspiel_is_promised_the_bounds_of_the_rules() -> None:
    game = load("kachuful", players=3, start_cards=2)
    known = bounds_of(korthus.game("kachuful", start_cards=2), 3)
    assert known is not None
    assert (game.max_game_length(), game.min_utility(), game.max_utility()) == (*known,)
    assert game.max_game_length() == 3 * (3 + 2 + 3), "two cards, one, two; and the bids"
    margin = load("kachuful", players=3, start_cards=2, margin=True)
    assert margin.max_utility() == -margin.min_utility() == (known.high - known.low) * 2 / 3
    asked = load("kachuful", players=3, start_cards=2, max_moves=500, max_points=77)
    assert (asked.max_game_length(), asked.min_utility(), asked.max_utility()) == (500, -77, 77)


def test_where_nobody_knows_much_is_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    endless = load("mus", preset="mus", max_mus=None)
    assert endless.max_game_length() == MAX_MOVES
    assert endless.max_utility() < 1_000
    visit_with_scopa(monkeypatch)
    register()
    unknown = load("scopa", target=2)
    assert bounds_of(unknown.table.game, 2) is None
    assert (unknown.max_game_length(), unknown.min_utility(), unknown.max_utility()) == (
        MAX_MOVES,
        -LARGEST,
        LARGEST,
    )


def test_a_game_of_a_package_says_its_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    said = SimpleNamespace(bounds=lambda game, seats: Bounds(36 * seats, 0, game.rules.target + 20))
    monkeypatch.setattr(brings, "brought", lambda name, *place: said if place == ("envs", "bounds") else None)
    assert bounds_of(scopa(target=11), 2) == (72, 0, 31)


@pytest.mark.parametrize(
    ("name", "options"),
    [("mulle", {"omgangar": 1}), ("kachuful", {"start_cards": 3}), ("mus", {"preset": "mus"}), ("eight", {})],
    ids=str,
)
def test_chance_has_no_more_nodes_than_openspiel_is_promised(name: str, options: dict[str, Any]) -> None:
    game = load(name, **options)
    state = game.new_initial_state()
    rng = random.Random(5)
    nodes = 0
    while not state.is_terminal():
        nodes += state.is_chance_node()
        play(state, rng)
    assert 0 < nodes <= game.max_chance_nodes_in_history()
