"""How strong the Eight Cards players are against each other, on the same deals with seats swapped.

``python -m bench.strength_eight strong rules --deals 300`` plays every deal twice, each player once with
either hand. A player may be given a budget: ``strong@2000`` worlds, ``strong@0.2s``. When both have placed,
the hand is run out ``--runouts`` times and the chips are averaged: the luck of turn and river is taken out.
``raw`` is the same with the first run-out alone. Prints one JSON line: chips per hand in pots, with a 95 %
interval over deals, how often each player was ahead in a deal, and the share of deals won (equal ones half).
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import numpy as np
from bench.measure import report
from msgspec.structs import replace
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from korthus.bots.protocol import Budget
from korthus.bots.registry import make_bot
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE
from korthus.games.eight.game import EightCards
from korthus.games.eight.options import EightRules
from korthus.games.eight.state import EightState, Phase
from korthus.kernels.eight import kernel as eight
from korthus.kernels.eight.layout import BANKROLLS, WINNERS
from korthus.kernels.rng import stream


def contestant(text: str) -> tuple[str, Budget | None]:
    """The name and the budget of ``name``, ``name@worlds`` or ``name@seconds s``."""
    name, _, limit = text.partition("@")
    if not limit:
        return name, None
    if limit.endswith("s"):
        return name, Budget(seconds=float(limit[:-1]))
    return name, Budget(simulations=int(limit))


def place_all(game: EightCards, names: tuple[str, str], deal: int) -> EightState:
    """A hand that both players have placed."""
    players = [contestant(name) for name in names]
    bots = [make_bot(name, game, f"{deal}/{name}") for name, _ in players]
    chance, state = FairChance.seeded(deal), game.new()
    while state.phase is not Phase.RUNOUT:
        seat = game.to_act(state)
        assert seat is not None
        if seat == CHANCE:
            state = game.apply(state, game.draw(state, chance)).state
        else:
            action = bots[seat].choose(game.view(state, seat), players[seat][1])
            state = game.apply(state, action).state  # type: ignore[arg-type]  # a bot of this game
    return state


def run_out(game: EightCards, state: EightState, runouts: int, deal: int) -> list[float]:
    """What seat 0 wins in each of some run-outs, in pots."""
    packed, rng = eight.pack(EightCards(_whole(game.rules)), state), stream(deal)
    found = []
    for _ in range(runouts):
        work = packed.copy()
        for _board in range(3):
            eight.deal(work, rng)
        found.append((int(work[BANKROLLS]) - state.bankrolls[0] - state.ante) / (2 * state.ante))
    assert not np.any(packed[WINNERS : WINNERS + 3])
    return found


def _whole(rules: EightRules) -> EightRules:
    """The same rules with whole placements: once both have placed, there is no difference."""
    if rules.assignment != "alternating":
        return rules
    return replace(rules, assignment="sequential")


def play_deal(game: EightCards, first: str, second: str, runouts: int, deal: int) -> tuple[float, float]:
    """What ``first`` wins per hand at a deal with both hands of it: averaged, and by one run-out."""
    one = run_out(game, place_all(game, (first, second), deal), runouts, deal)
    two = run_out(game, place_all(game, (second, first), deal), runouts, deal)
    return (statistics.fmean(one) - statistics.fmean(two)) / 2, (one[0] - two[0]) / 2


def interval(values: list[float]) -> tuple[float, list[float]]:
    """Mean and 95 % interval."""
    mean = statistics.fmean(values)
    half = 1.96 * statistics.stdev(values) / math.sqrt(len(values))
    return round(mean, 4), [round(mean - half, 4), round(mean + half, 4)]


def _watched(results: Iterable[tuple[float, float]], deals: int) -> Iterator[tuple[float, float]]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    total = 0.0
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("", total=deals)
        for done, each in enumerate(results, 1):
            total += each[0]
            progress.update(task, advance=1, description=f"{total / done:+.3f} pot")
            yield each


def main() -> None:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--from", type=int, default=1, dest="start", help="the first deal")
    parser.add_argument("--runouts", type=int, default=500)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--preset", default=None)
    args = parser.parse_args()
    game = EightCards(EightRules.make(args.preset, hands=1))
    task = partial(play_deal, game, args.first, args.second, args.runouts)
    deals = range(args.start, args.start + args.deals)
    start = time.perf_counter()
    if args.jobs > 1:
        with ProcessPoolExecutor(args.jobs) as pool:
            found = list(_watched(pool.map(task, deals, chunksize=4), args.deals))
    else:
        found = list(_watched(map(task, deals), args.deals))
    pots, bounds = interval([mean for mean, _ in found])
    raw, raw_bounds = interval([one for _, one in found])
    won, won_bounds = interval([0.5 + 0.5 * ((mean > 0) - (mean < 0)) for mean, _ in found])
    report(
        f"Eight Cards: {args.first} v {args.second}, chips per hand in pots",
        pots=pots,
        interval=bounds,
        raw=raw,
        raw_interval=raw_bounds,
        won=won,
        won_interval=won_bounds,
        ahead=sum(mean > 0 for mean, _ in found),
        behind=sum(mean < 0 for mean, _ in found),
        hands=2 * args.deals,
        runouts=args.runouts,
        preset=args.preset or "standard",
        seconds=round(time.perf_counter() - start, 1),
    )


if __name__ == "__main__":
    main()
