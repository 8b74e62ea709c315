"""Measures for constants that no single game has: search, solves, the scale, the line for the workers."""

from __future__ import annotations

import asyncio
import heapq
import math
import random
import statistics
import time
from typing import Any, Final

import numpy as np
from bench.measures import Measured
from bench.measures import kachuful as kachuful_positions
from bench.measures import mulle as mulle_positions

import korthus
from korthus.arena import scale
from korthus.arena.scale import Met, measured
from korthus.bots import rules_search
from korthus.bots import search as searching
from korthus.bots.kachuful import belief
from korthus.bots.kachuful import search as kachuful_search
from korthus.bots.kachuful import thinking as kachuful_thinking
from korthus.bots.kachuful.worlds import pack_view as kachuful_view
from korthus.bots.mulle import thinking as mulle_thinking
from korthus.bots.mulle.worlds import pack_view as mulle_view
from korthus.bots.protocol import Budget
from korthus.bots.search import Search
from korthus.bots.search_tree import FREE
from korthus.core.chance import FairChance
from korthus.kernels.kachuful.layout import TURN
from korthus.solve.core.backend import numpy_backend
from korthus.solve.core.cfr import Solver
from korthus.solve.core.leduc import leduc
from korthus.solve.core.session import Session, iterations_left
from korthus.solve.core.variants import VARIANTS
from korthus.web.bots import line as web_line
from korthus.web.bots.line import Line, Person

_LEDUC: Final = (0.05, 0.02, 0.01, 0.005, 0.002)


def trees() -> Measured:
    """The memory of the largest tree, the nodes of a simulation and the time of a call of ``simulate``."""
    more: dict[str, float] = {}
    _, view, _ = kachuful_positions.moments(7, 1, ("rules",))[0]
    game: Any = korthus.game("kachuful")
    packed = belief.imagine(kachuful_view(game, view, random.Random(1)), 256, 1, 0)
    state = mulle_positions.last_rond(1, 7)[0]
    own = mulle_view(mulle_positions._GAME, mulle_positions._GAME.view(state, state.turn))
    tasks = {
        "Kachuful": Search(kachuful_thinking.SEARCHED, packed, int(packed[TURN]), 1,
                           settings=kachuful_thinking.FOLLOWED),
        "Mulle": Search(mulle_thinking.SEARCHED, own, state.turn, 1, settings=mulle_thinking.SETTINGS),
    }  # fmt: skip
    for name, task in tasks.items():
        arrays = (task._parents, task._actions, task._stats)
        more[f"{name}: MiB"] = round(sum(each.nbytes for each in arrays) / 2**20, 1)
        task.run(100)
        start = time.process_time()
        task.run(searching._AT_ONCE)
        more[f"{name}: seconds"] = round(time.process_time() - start, 3)
        nodes = int(np.count_nonzero(task._parents[:-1] != FREE))
        more[f"{name}: nodes a simulation"] = round(nodes / (100 + searching._AT_ONCE), 2)
    return Measured(0.0, [], more)


def by_rules() -> Measured:
    """The processor time of searches on the readable rules, in milliseconds a simulation."""
    more: dict[str, float] = {}
    for name, seats in (("kachuful", 4), ("kachuful", 7), ("mulle", 2), ("mus", 2)):
        game: Any = korthus.game(name)
        state = game.new(seats)
        state = game.apply(state, game.draw(state, FairChance.seeded(1))).state
        view = game.view(state, game.to_act(state))
        horizon = kachuful_search.ROUND if name == "kachuful" else _horizon(game)
        start = time.process_time()
        found = rules_search.search(
            game, view, game.choices(view)[:8], horizon, Budget(simulations=100), random.Random(1)
        )
        made = sum(each.visits for each in found)
        more[f"{name}, {seats} seats"] = round(1000 * (time.process_time() - start) / made, 3)
    return Measured(0.0, [], more)


def _horizon(game: Any) -> Any:
    from korthus.bots.default.players import horizon_of

    return horizon_of(game)


def judging() -> Measured:
    """Leduc solved to five targets: iterations beyond the first that would have been enough, as a share; the
    loss is how far what was said to be left was from what was, as the absolute logarithm of their ratio.
    """
    losses, share, seconds, judged = [], [], 0.0, 0.0
    for target in _LEDUC:
        solver = Solver(leduc(), VARIANTS["dcfr"], numpy_backend(1))
        start = time.process_time()
        standings = list(Session(solver, target).standings())
        seconds += time.process_time() - start
        done = standings[-1].iteration
        single = Solver(leduc(), VARIANTS["dcfr"], numpy_backend(1))
        while single.judge().exploitability > target:
            single.run(1)
        share.append(done / single.iteration - 1)
        start = time.process_time()
        for _ in range(len(standings)):
            solver.judge()
        judged += time.process_time() - start

        seen: list[tuple[int, float]] = []
        for standing in standings[:-1]:
            seen.append((standing.iteration, standing.judgement.exploitability))
            told = iterations_left(seen, target)
            real = single.iteration - standing.iteration
            if 0 < told < 1e9 and real > 0 and len(seen) > 2:
                losses.append(abs(math.log(told / real)))
    more = {
        "iterations too many": round(statistics.fmean(share), 3),
        "share of time that judging takes": round(judged / seconds, 3),
    }
    return Measured(seconds, losses, more)


def intervals() -> Measured:
    """Intervals of a scale of three players whose strengths are known: how often they hold the truth."""
    rng, held, widths = random.Random(1), [], []
    truth = {"a": 0.0, "b": 100.0, "c": 250.0}
    start = time.process_time()
    for _ in range(60):
        met = []
        for hero, other in (("a", "b"), ("b", "c"), ("a", "c")):
            chance = 1 / (1 + 10 ** ((truth[other] - truth[hero]) / scale.DECADE))
            shares = [statistics.fmean(rng.random() < chance for _ in range(2)) for _ in range(100)]
            met.append(Met(hero, other, 1, tuple(shares), 2))
        for rung in measured(met, "a", seed=rng.getrandbits(30)):
            if rung.name != "a":
                held.append(float(rung.low - 1000 <= truth[rung.name] <= rung.high - 1000))
                widths.append(rung.high - rung.low)

    more = {
        "held": round(statistics.fmean(held), 3),
        "mean width in points": round(statistics.fmean(widths), 1),
    }
    return Measured(time.process_time() - start, [], more)


def chain() -> Measured:
    """Eight players of whom each met the next two: how far their points are from those of more rounds."""
    rng, names, met = random.Random(1), [f"p{number}" for number in range(8)], []
    for one, other in ((a, b) for a in range(7) for b in range(a + 1, min(8, a + 3))):
        chance = 1 / (1 + 10 ** (150 * (other - one) / scale.DECADE))
        shares = [statistics.fmean(rng.random() < chance for _ in range(2)) for _ in range(100)]
        met.append(Met(names[one], names[other], 1, tuple(shares), 2))
    start = time.process_time()
    found = scale._points(tuple(names), met, names[0])
    seconds = time.process_time() - start
    setattr(scale, "_ROUNDS", 100_000)  # noqa: B010
    setattr(scale, "_STILL", 1e-12)  # noqa: B010
    exact = scale._points(tuple(names), met, names[0])
    return Measured(seconds, [abs(found[name] - exact[name]) for name in names])


def waiting() -> Measured:
    """A line of two workers: somebody asks for a quarter of a second every five, beside an address that asks
    for a second and a half without end and one that does so for a minute. The loss is the light one's wait.
    """
    return asyncio.run(_waits())


async def _waits() -> Measured:
    now, waits = 0.0, []
    line = Line(2, turns=vars(web_line)["TURNS_OF_AN_ADDRESS"], clock=lambda: now)
    events: list[tuple[float, int, str, Any]] = []
    number = 0

    def plan(when: float, what: str, about: Any = None) -> None:
        nonlocal number
        number += 1
        heapq.heappush(events, (when, number, what, about))

    for each in range(120):
        plan(5.0 * each, "asks", ("light", 0.25))
    for each in range(8):
        plan(0.0, "asks", (f"heavy/{each}", 1.5))
        plan(200.0, "asks", (f"once/{each}", 1.5))
    waiting_: dict[Any, tuple[str, float, float]] = {}
    while events and now < 600:
        now, _, what, about = heapq.heappop(events)
        if what == "asks":
            address, _, name = about[0].partition("/")
            wish = line.join(Person(address, name))
            waiting_[wish] = (about[0], about[1], now)
        else:
            line.leave(about)
        for wish in [each for each in waiting_ if each.turn.done()]:
            who, takes, since = waiting_.pop(wish)
            if who == "light":
                waits.append(now - since)
            plan(now + takes, "leaves", wish)
            if who.startswith("heavy") or (who.startswith("once") and now < 260):
                plan(now + takes, "asks", (who, 1.5))
    return Measured(0.0, waits, {"most": round(max(waits), 2)})
