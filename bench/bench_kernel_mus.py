"""The kernel of Mus: random hands, actions per second, deals included but not counted.

No peer plays Mus, so our readable rules through the public calls stand beside it. Bars: 20 million actions a
second on one core for matches with órdago and for single hands without, and both cores together at least
1.8 times one.
"""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor

from bench.bench_readable_rules import ours as readable
from bench.measure import Turn, rates, report

from korthus.games.mus.game import Mus
from korthus.games.mus.options import MusRules
from korthus.kernels.mus import kernel as mus
from korthus.kernels.rng import stream

BAR = 20_000_000
BAR_TWO = 1.8
HANDS = 20_000


def hands(game: Mus, number: int = 0) -> Turn:
    """Random hands, match after match, in a stream of its own."""

    def turn(seconds: float) -> int:
        packed = mus.pack(game, game.new())
        rng = stream(1, number)
        actions = 0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            actions += mus.play_hands(packed, HANDS, rng)
        return actions

    return turn


def two_at_once(game: Mus) -> Turn:
    """The same in two threads, a stream for each."""

    def turn(seconds: float) -> int:
        with ThreadPoolExecutor(2) as pool:
            return sum(pool.map(lambda number: hands(game, number)(seconds), range(2)))

    return turn


def main() -> None:
    """Print one line per claim."""
    games = {preset: Mus(MusRules.make(preset)) for preset in MusRules.presets}
    turns = {preset: hands(game) for preset, game in games.items()}
    rules = {f"rules of {preset}": readable(game, 2) for preset, game in games.items()}
    found = rates({**turns, **rules}, seconds=1.0)
    for preset in games:
        report(
            f"Mus random hands, preset {preset}: actions per second of the kernel",
            ours=round(found[preset]),
            rules=round(found[f"rules of {preset}"]),
            bar=BAR,
            met=found[preset] >= BAR,
        )
    if (os.cpu_count() or 1) > 1:
        standard = games["standard"]
        cores = rates({"one": hands(standard), "two": two_at_once(standard)}, seconds=1.0)
        ratio = cores["two"] / cores["one"]
        report(
            "Mus random hands: actions per second of two cores against one",
            ours=round(cores["two"]),
            one_core=round(cores["one"]),
            ratio=round(ratio, 2),
            bar=BAR_TWO,
            met=ratio >= BAR_TWO,
        )


if __name__ == "__main__":
    main()
