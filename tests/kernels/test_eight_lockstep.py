"""The kernel of Eight Cards plays what the rules play: move by move, in every preset and many options."""

from __future__ import annotations

import random

import pytest
from tests.kernels.eight_pair import play_both, play_long, tables

import korthus
from korthus.games.eight.game import EightCards
from korthus.games.eight.options import EightRules
from korthus.kernels.eight import kernel as eight

PRESET_MOVES = 500
OPTION_MOVES = 800
LONG_MOVES = 6_000

PRESETS = [name for name in EightRules.presets if eight.supports(EightRules.make(name)) is None]


def test_only_placing_card_by_card_is_unknown() -> None:
    assert set(EightRules.presets) - set(PRESETS) == {"alternating"}


@pytest.mark.parametrize("preset", PRESETS)
def test_the_kernel_keeps_step_in_every_preset(preset: str) -> None:
    rng = random.Random(f"lockstep {preset}")
    game = korthus.game("eight", preset)
    assert isinstance(game, EightCards)
    moves = 0
    while moves < PRESET_MOVES:
        moves += play_both(game, rng)


def test_the_kernel_keeps_step_under_all_kinds_of_options() -> None:
    rng = random.Random("lockstep options")
    moves = 0
    for game in tables():
        moves += play_both(game, rng)
        if moves >= OPTION_MOVES:
            break


def test_the_kernel_keeps_step_for_long() -> None:
    rng = random.Random("lockstep for long")
    moves = 0
    for game in tables():
        moves += play_long(game, rng, every=20)
        if moves >= LONG_MOVES:
            break
