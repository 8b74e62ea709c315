"""The solver of Mulle's last rond against plain brute force on the readable rules, and what it may not do."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import korthus
from korthus.bots.mulle.endgame import Endgame
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.state import MulleState
from korthus.kernels.mulle import kernel as mulle

MANY = 1 << 40

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("complete", {}),
    ("draft", {}),
    ("complete", {"leftovers": "last_capturer", "tabbe_on_last_play": False}),
    ("complete", {"bonus_scope": "rond", "mulle_identity": "rank", "special_mulle_value": "hand"}),
    ("complete", {"intake_in_total": True, "identical_rule": "off", "builds_in_sums": "all"}),
]


def make(preset: str, **options: Any) -> Mulle:
    game = korthus.game("mulle", preset, omgangar=1, **options)
    assert isinstance(game, Mulle)
    return game


def position(game: Mulle, seed: int, cards: int) -> MulleState:
    """A random game, stopped when both seats have ``cards`` cards left in the last rond."""
    rng, chance, state = random.Random(seed), FairChance.seeded(seed), game.new()
    while (actor := game.to_act(state)) is not None:
        if state.rond == game.rules.ronder and len(state.sides[0].hand) == len(state.sides[1].hand) == cards:
            return state
        if actor == CHANCE:
            state = game.apply(state, game.draw(state, chance)).state
        else:
            state = game.apply(state, rng.choice(game.legal_actions(state))).state
    raise AssertionError("the game never came so far")


def brute_force(game: Mulle, state: MulleState) -> int:
    """The lead of seat 0 at the end with best play by both, found by trying everything."""
    if (outcome := game.outcome(state)) is not None:
        return outcome.scores[0] - outcome.scores[1]
    best = max if game.to_act(state) == 0 else min
    return best(brute_force(game, game.apply(state, each).state) for each in game.legal_actions(state))


def solved(
    game: Mulle, state: MulleState, nodes: int = MANY, *, all_values: bool = True
) -> list[float] | None:
    """What the solver says of every legal play, for the seat to act."""
    packed = mulle.pack(game, state)
    codes = [mulle.encode(game, packed, each) for each in game.legal_actions(state)]
    return Endgame(packed).solve(codes, nodes, all_values=all_values)


@pytest.mark.parametrize(("preset", "options"), TABLES)
@pytest.mark.parametrize("cards", [1, 2])
def test_every_value_is_what_brute_force_finds(preset: str, options: dict[str, Any], cards: int) -> None:
    game = make(preset, **options)
    for seed in range(12):
        state = position(game, seed, cards)
        sign = 1 if game.to_act(state) == 0 else -1
        plays = game.legal_actions(state)
        assert solved(game, state) == [
            sign * brute_force(game, game.apply(state, each).state) for each in plays
        ]


@pytest.mark.parametrize("preset", ["complete", "draft"])
def test_the_last_three_cards_of_a_hand_are_solved_too(preset: str) -> None:
    game = make(preset)
    for seed in range(3):
        state = position(game, 100 + seed, 3)
        sign = 1 if game.to_act(state) == 0 else -1
        values = solved(game, state)
        assert values is not None
        assert max(values) == sign * brute_force(game, state)


@pytest.mark.parametrize("preset", ["complete", "draft"])
def test_the_quick_answer_is_the_full_one(preset: str) -> None:
    """With cut-offs at the root the best play is the same, and no other is said to be better than it is."""
    game = make(preset)
    for seed in range(25):
        state = position(game, 200 + seed, 4)
        full = solved(game, state)
        quick = solved(game, state, all_values=False)
        assert full is not None
        assert quick is not None
        assert max(quick) == max(full)
        assert quick.index(max(quick)) == full.index(max(full))
        assert all(mine >= theirs for mine, theirs in zip(quick, full, strict=True))


def test_it_gives_up_in_time_and_goes_on_from_there() -> None:
    game = make("complete")
    state = position(game, 7, 5)
    packed = mulle.pack(game, state)
    codes = [mulle.encode(game, packed, each) for each in game.legal_actions(state)]
    whole = Endgame(packed)
    expected = whole.solve(codes, MANY)
    endgame = Endgame(packed)
    assert endgame.solve(codes, 100) is None
    assert endgame.nodes <= 101
    assert endgame.solve(codes, MANY) == expected
    # What the first try found out was not looked for again.
    assert endgame.nodes - 101 < whole.nodes


def test_asking_again_gives_the_same_and_the_position_stays_as_it_was() -> None:
    game = make("complete")
    state = position(game, 3, 4)
    packed = mulle.pack(game, state)
    before = packed.copy()
    codes = [mulle.encode(game, packed, each) for each in game.legal_actions(state)]
    endgame = Endgame(packed)
    first = endgame.solve(codes, MANY, all_values=True)
    assert endgame.solve(codes, MANY, all_values=True) == first
    assert np.array_equal(packed, before)
