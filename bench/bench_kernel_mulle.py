"""The kernel of Mulle against the readable rules: random omgångar, moves per second.

Deals are included, and every legal action is equally likely in both. Bars, on one core: 100 times the rules,
and 2 million moves a second. Both cores together give at least 1.8 times one.
"""

from __future__ import annotations

import os
import random
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from bench.measure import Turn, rates, report

from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.options import MulleRules
from korthus.kernels.mulle import kernel as mulle
from korthus.kernels.rng import stream

OMGANGAR = 1_000
MILLION = 1_000_000


def moves_of(game: Mulle) -> int:
    """How many moves an omgång has."""
    return 2 * game.rules.hand_size * game.rules.ronder


def compiled(game: Mulle, number: int) -> Turn:
    """Random omgångar in the kernel, in a stream of their own."""

    def turn(seconds: float) -> int:
        start = mulle.pack(game, game.new())
        work = np.zeros(mulle.SIZE, dtype=np.int64)
        sums = np.zeros(2, dtype=np.int64)
        rng = stream(1, number)
        played = 0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            mulle.rollouts(start, work, OMGANGAR, rng, sums)
            played += OMGANGAR
        return played * moves_of(game)

    return turn


def two_at_once(game: Mulle) -> Turn:
    """The same in two threads, a stream for each."""

    def turn(seconds: float) -> int:
        with ThreadPoolExecutor(2) as pool:
            return sum(pool.map(lambda number: compiled(game, number)(seconds), range(2)))

    return turn


def readable(game: Mulle) -> Turn:
    """Random omgångar by the rules, through the public calls."""

    def turn(seconds: float) -> int:
        rng = random.Random(1)
        luck = FairChance.seeded(1)
        moves = 0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            state = game.new()
            while (actor := game.to_act(state)) is not None:
                if actor == CHANCE:
                    state = game.apply(state, game.draw(state, luck)).state
                else:
                    state = game.apply(state, rng.choice(game.legal_actions(state))).state
                    moves += 1
        return moves

    return turn


def main() -> None:
    """Print the lines of both presets, then of both cores."""
    for preset in MulleRules.presets:
        game = Mulle(MulleRules.make(preset, omgangar=1))
        found = rates({"kernel": compiled(game, 0), "rules": readable(game)}, seconds=1.0)
        ratio = found["kernel"] / found["rules"]
        report(
            f"Mulle {preset}, random omgångar: moves per second of the kernel against the readable rules",
            ours=round(found["kernel"]),
            peer=round(found["rules"]),
            ratio=round(ratio, 1),
            bar=100,
            met=ratio >= 100,
        )
        report(
            f"Mulle {preset}, random omgångar: moves per second of the kernel",
            ours=round(found["kernel"]),
            bar=2 * MILLION,
            met=found["kernel"] >= 2 * MILLION,
        )
    if (os.cpu_count() or 1) > 1:
        game = Mulle(MulleRules(omgangar=1))
        cores = rates({"one": compiled(game, 0), "two": two_at_once(game)}, seconds=1.0)
        ratio = cores["two"] / cores["one"]
        report(
            "Mulle random omgångar: moves per second of two cores against one",
            ours=round(cores["two"]),
            one_core=round(cores["one"]),
            ratio=round(ratio, 2),
            bar=1.8,
            met=ratio >= 1.8,
        )


if __name__ == "__main__":
    main()
