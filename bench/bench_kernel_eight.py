"""Eight Cards on the kernel: random sessions against the readable rules, two cores against one, placements.

    python -m bench.bench_kernel_eight [--seconds 1]

Medians of 5, deals and payment included. A session of the default rules has 10 hands, a hand two moves. The
second core is also measured by the processor time of the threads, which others on the machine change less.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from bench.measure import rates, report

from korthus.core.chance import FairChance, seed_bytes
from korthus.core.protocol import CHANCE
from korthus.games.eight.game import EightCards
from korthus.games.eight.options import EightRules
from korthus.kernels.eight import kernel as eight
from korthus.kernels.eight.layout import SPLITS, UNKNOWN
from korthus.kernels.eight.placements import RANKS, SETS
from korthus.kernels.rng import stream

GAME = EightCards(EightRules.make())
#: Sessions per call of compiled code.
SESSIONS = 5_000
CORES_BAR = 1.8


def by_rules(seconds: float) -> int:
    """Hands played by the readable rules."""
    rng = random.Random(1)
    end = time.perf_counter() + seconds
    hands = session = 0
    while time.perf_counter() < end:
        chance = FairChance(seed_bytes(session))
        session += 1
        state = GAME.new(2)
        while (actor := GAME.to_act(state)) is not None:
            if actor == CHANCE:
                action = GAME.draw(state, chance)
            else:
                action = GAME.pick(GAME.view(state, actor), rng)
            state = GAME.apply(state, action).state
        hands += state.number
    return hands


def by_kernel(number: int) -> Callable[[float], int]:
    """Hands played by the kernel, in a stream of luck of its own."""
    start = eight.pack(GAME, GAME.new(2))
    work, sums = np.zeros_like(start), np.zeros(2, dtype=np.int64)
    rng = stream(1, number)

    def play(seconds: float) -> int:
        end = time.perf_counter() + seconds
        hands = 0
        while time.perf_counter() < end:
            hands += eight.playouts(start, work, SESSIONS, rng, sums)
        return hands

    return play


def by_two(pool: ThreadPoolExecutor) -> Callable[[float], int]:
    """Hands played by two threads at once."""
    players = [by_kernel(2), by_kernel(3)]

    def play(seconds: float) -> int:
        return sum(pool.map(lambda player: player(seconds), players))

    return play


def by_cpu_time(pool: ThreadPoolExecutor, seconds: float) -> float:
    """Hands per second of processor time: two threads at once, both added, against one alone."""

    def rate(player: Callable[[float], int]) -> float:
        started = time.thread_time()
        hands = player(seconds)
        return hands / (time.thread_time() - started)

    one, two, three = by_kernel(4), by_kernel(5), by_kernel(6)
    return statistics.median(sum(pool.map(rate, (two, three))) / rate(one) for _ in range(5))


def all_placements(seconds: float) -> int:
    """How often two hands are ranked on three boards and all 1,260 placements are judged."""
    rng = random.Random(2)
    cards = [rng.sample(range(52), 31) for _ in range(256)]
    sets = [
        [
            sum(1 << card for card in deal[start:end])
            for start, end in ((0, 8), (8, 16), (16, 21), (21, 26), (26, 31))
        ]
        for deal in cards
    ]
    boards = [np.array(each[2:], dtype=np.int64) for each in sets]
    mine, theirs = np.zeros(RANKS, dtype=np.uint16), np.zeros(RANKS, dtype=np.uint16)
    marks, out = np.zeros((3, SETS), dtype=np.uint8), np.zeros(SPLITS, dtype=np.uint8)
    answers = np.array([100, 600, 1000], dtype=np.int64)
    end = time.perf_counter() + seconds
    done = 0
    while time.perf_counter() < end:
        for (hand, other, *_), full in zip(sets, boards, strict=True):
            eight.rank_sets(hand, full, mine)
            eight.rank_sets(other, full, theirs)
            eight.outcomes(mine, theirs, answers, UNKNOWN, marks, out)
        done += len(sets)
    return done


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds of one turn")
    options = parser.parse_args()
    with ThreadPoolExecutor(2) as pool:
        found = rates(
            {
                "rules": by_rules,
                "kernel": by_kernel(1),
                "two": by_two(pool),
                "placements": all_placements,
            },
            seconds=options.seconds,
        )
        together = by_cpu_time(pool, options.seconds)
    report(
        "eight: random sessions, deals and payment included",
        kernel_hands_per_s=round(found["kernel"]),
        kernel_moves_per_s=round(2 * found["kernel"]),
        rules_hands_per_s=round(found["rules"]),
        ratio=round(found["kernel"] / found["rules"], 1),
    )
    report(
        "eight: two cores against one",
        hands_per_s=round(found["two"]),
        ratio=round(found["two"] / found["kernel"], 2),
        ratio_by_cpu_time=round(together, 2),
        bar=CORES_BAR,
        met=found["two"] / found["kernel"] >= CORES_BAR,
    )
    report(
        "eight: two hands ranked on three boards and 1,260 placements judged",
        per_s=round(found["placements"]),
        placements_per_s=round(SPLITS * found["placements"]),
    )


if __name__ == "__main__":
    main()
