"""Many games at once: steps a second on one core, observations and masks written, against Pgx on the CPU.

One line for each game that brings compiled numbers, over batches from 1 to 100,000 games. A step of ours is
``env.step(env.random_actions())``: a Python call that draws legal actions, checks them, plays, deals, begins
new games and fills observations, masks, rewards and ends. Pgx's Leduc hold'em plays the same batches in the
same run, once with a thousand steps in one compiled call (``peer``), once with a call for each step as ours
(``peer_by_call``). Rates are by processor time, the median of turns taken one after the other.

Bars at a batch of 1,000: Kachuful 10 million steps a second and 5 times Leduc; Mus 5 million; Eight Cards and
Mulle 1 million. They were set where Leduc made 2.08 million, so on a slower or faster machine they are as
many times what Leduc makes there in the same run. A second line for each game has them as they were asked
for, in steps a second.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from bench.measure import report
from bench.pgx_peer import NoPeer, Peer

import korthus.envs
from korthus.envs.brings import compiled_of
from korthus.envs.vector_env import VectorEnv

BATCHES = (1, 100, 1_000, 10_000, 100_000)
#: The batch that the bars are about.
AT = 1_000
SECONDS = 0.5
REPEATS = 5
LEDUC = "leduc_holdem"

#: Seats, steps a second, and times Leduc.
BARS: dict[str, tuple[int, float, float | None]] = {
    "kachuful": (4, 10e6, 5.0),
    "mus": (2, 5e6, None),
    "eight": (2, 1e6, None),
    "mulle": (2, 1e6, None),
}
#: What Leduc made at that batch where the bars were set, in steps a second.
LEDUC_THERE = 2.08e6
#: Measured on another machine (an NVIDIA H200, Pgx 2.6 on JAX), random play with auto-reset, by batch.
ON_A_GPU = {
    "leduc_holdem": {1_000: 16e6, 100_000: 551e6, 1_000_000: 745e6},
    "sparrow_mahjong": {1_000: 0.73e6, 10_000: 6.5e6, 100_000: 25e6},
    "bridge_bidding": {1_000: 0.37e6, 100_000: 6.4e6},
}


def our_rate(env: VectorEnv) -> Callable[[], float]:
    """Takes a turn of ours: steps a second of processor time."""

    def turn() -> float:
        steps = 0
        begin = time.process_time()
        while (spent := time.process_time() - begin) < SECONDS:
            for _ in range(max(10_000 // env.n, 1)):
                env.step(env.random_actions())
            steps += max(10_000 // env.n, 1) * env.n
        return steps / spent

    return turn


def peer_rate(peer: Peer, batch: int, way: str) -> Callable[[], float]:
    """Takes a turn of the peer."""
    return lambda: peer.rate(LEDUC, batch, way, SECONDS)


def medians(turns: dict[str, Callable[[], float]]) -> dict[str, float]:
    """The median rate of each; all take a turn in every round, and the first round is not counted."""
    seen: dict[str, list[float]] = {name: [] for name in turns}
    for repeat in range(REPEATS + 1):
        for name, turn in turns.items():
            rate = turn()
            if repeat:
                seen[name].append(rate)
    return {name: statistics.median(rates) for name, rates in seen.items()}


def measure(names: list[str], peer: Peer | None) -> dict[str, dict[int, float]]:
    """Rates by contestant and batch."""
    found: dict[str, dict[int, float]] = {}
    for batch in BATCHES:
        turns = {
            name: our_rate(korthus.envs.vector(name, batch, BARS[name][0], seed=1, threads=1))
            for name in names
        }
        if peer is not None:
            turns |= {way: peer_rate(peer, batch, way) for way in ("scan", "call")}
        for name, rate in medians(turns).items():
            found.setdefault(name, {})[batch] = round(rate)
    return found


def verdicts(ours: float, least: float, times: float | None, leduc: float | None) -> dict[str, object]:
    """The bars at the batch that they are about, and whether they are met.

    ``bar`` is in steps a second where there is no peer, and else in times what the peer makes in the same
    run.
    """
    if leduc is None:
        return {"bar": {AT: least}, "met": {AT: ours >= least}}
    bar = max(times or 0, least / LEDUC_THERE)
    return {"bar": {AT: round(bar, 2)}, "met": {AT: ours / leduc >= bar}}


def main() -> None:
    """Print a line for each game."""
    names = [name for name in BARS if compiled_of(korthus.game(name)) is not None]
    try:
        peer = Peer()
    except NoPeer as error:
        peer = None
        print(f"Pgx cannot be installed here, so there is no peer: {error}", flush=True)
    found = measure(names, peer)
    for name in names:
        seats, least, times = BARS[name]
        ours = found[name]
        figures: dict[str, object] = {"seats": seats, "steps_per_second": ours}
        if peer is not None:
            ratios = {batch: round(rate / found["scan"][batch], 2) for batch, rate in ours.items()}
            figures |= {"peer": found["scan"], "peer_by_call": found["call"], "ratio": ratios}
            figures |= {"versions": peer.versions}
        report(
            f"vectorised {name}: steps per second of one core, observations and masks written, by batch; "
            "peer: Pgx leduc_holdem on the CPU",
            **figures,
            **verdicts(ours[AT], least, times, None if peer is None else found["scan"][AT]),
            measured_elsewhere_pgx_on_h200=ON_A_GPU,
        )
        report(
            f"vectorised {name}: steps per second at {AT:,} games, as they were asked for",
            steps_a_second=ours[AT],
            bar=round(least),
            met=ours[AT] >= least,
        )
    if peer is not None:
        peer.close()


if __name__ == "__main__":
    main()
