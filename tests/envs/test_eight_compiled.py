"""Eight Cards as numbers from packed states is Eight Cards as numbers from views, step by step."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernels.eight_pair import tables

from korthus.core.draws import Luck
from korthus.core.protocol import CHANCE
from korthus.envs.eight import compiled
from korthus.envs.eight.encoding import SPLITS, EightEncoding
from korthus.envs.vector_masks import words_for
from korthus.games.eight.game import EightCards
from korthus.games.eight.options import EightRules
from korthus.games.eight.state import EightState, Phase
from korthus.kernels.eight import kernel

MOVES = 3_000

WORK = np.zeros(kernel.MAX_LEGAL + words_for(len(SPLITS)), dtype=np.int64)
PRESETS = [name for name in EightRules.presets if kernel.supports(EightRules.make(name)) is None]


def told(write: Any, size: int, kind: Any) -> npt.NDArray[Any]:
    """What compiled code writes over a row full of something else, and not a number beyond it."""
    room = np.full(size + 64, 77, dtype=kind)
    write(room[:size])
    assert (room[size:] == 77).all()
    return room[:size]


def check(game: EightCards, encoding: EightEncoding, state: EightState) -> None:
    """Hold both forms against each other in one state, for both seats."""
    s = kernel.pack(game, state)
    where = game.format_state(state)
    for seat in (0, 1):
        row = encoding.observe(game.view(state, seat))
        for kind in (np.float32, np.int8):
            found = told(lambda room, seat=seat: compiled.observe(s, seat, room), encoding.size, kind)
            if not np.array_equal(found, row):
                parts = encoding.named(found.astype(np.float32))
                wrong = [
                    name
                    for name, part in encoding.named(row).items()
                    if not np.array_equal(part, parts[name])
                ]
                raise AssertionError(f"{wrong} of {where}")
    actor = game.to_act(state)
    if actor is None or actor == CHANCE:
        return
    view = game.view(state, actor)
    mask = told(lambda room: compiled.mask(s, WORK, room), encoding.actions, np.int8)
    assert np.array_equal(mask, encoding.mask(view)), where
    ids = encoding.ids(view)
    for number in list(ids)[::41]:
        assert kernel.decode(game, s, compiled.code_of(s, number, WORK)) == ids[number]


def play(game: EightCards, rng: random.Random) -> int:
    """Check every state of a random game; how many moves it had."""
    encoding = EightEncoding(game)
    luck = Luck(rng)
    state = game.new()
    moves = 0
    check(game, encoding, state)
    while (actor := game.to_act(state)) is not None:
        action = game.draw(state, luck) if actor == CHANCE else game.pick(game.view(state, actor), rng)
        state = game.apply(state, action).state
        moves += actor != CHANCE
        check(game, encoding, state)
    assert state.phase is Phase.OVER
    return moves


@pytest.mark.parametrize("preset", PRESETS)
def test_the_compiled_form_is_the_readable_one_in_every_preset(preset: str) -> None:
    assert play(EightCards(EightRules.make(preset)), random.Random(preset)) > 0


def test_the_compiled_form_is_the_readable_one_under_all_kinds_of_options() -> None:
    rng = random.Random("compiled")
    moves = 0
    for game in tables():
        moves += play(game, rng)
        if moves >= MOVES:
            break


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 10**9),
    st.integers(1, 10**9),
    st.integers(1, 1000),
    st.booleans(),
    st.booleans(),
    st.integers(),
)
def test_any_chips_are_told_alike(
    bankroll: int, ante: int, hands: int, at_once: bool, hidden: bool, seed: int
) -> None:
    rules = EightRules.make(
        bankroll=bankroll,
        ante=ante,
        hands=min(hands, 3) if seed % 2 else hands,
        assignment="simultaneous" if at_once else "sequential",
        hidden_placement=hidden,
    )
    game = EightCards(rules)
    encoding = EightEncoding(game)
    rng = random.Random(seed)
    luck = Luck(rng)
    state = game.new()
    for _ in range(14):
        check(game, encoding, state)
        actor = game.to_act(state)
        if actor is None:
            break
        action = game.draw(state, luck) if actor == CHANCE else game.pick(game.view(state, actor), rng)
        state = game.apply(state, action).state
