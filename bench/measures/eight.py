"""Measures for the constants of Eight Cards' players."""

from __future__ import annotations

import math
import random
import statistics
import time
from collections.abc import Iterator
from functools import cache, partial
from typing import Any, Final

import numpy as np
from bench.measures import Measured

from korthus.bots.eight import thinking, values
from korthus.bots.eight.policy import best_split
from korthus.bots.eight.thinking import study
from korthus.bots.protocol import Budget
from korthus.bots.registry import make_bot
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE
from korthus.games.eight.actions import Place
from korthus.games.eight.game import EightCards
from korthus.games.eight.options import EightRules
from korthus.games.eight.state import EightState
from korthus.games.eight.view import EightView
from korthus.kernels.eight.placements import SETS
from korthus.kernels.rng import stream

_GAME: Final = EightCards(EightRules.make(None))
#: Half a pot to win and half to lose, as with three boards and an ante each.
_EVEN: Final = thinking.Stakes(0.0, 0.0)


def dealt(number: int) -> Iterator[tuple[EightState, EightView]]:
    """Hands as the starter meets them."""
    for seed in range(number):
        state = _GAME.new(2)
        while _GAME.to_act(state) == CHANCE:
            state = _GAME.apply(state, _GAME.draw(state, FairChance.seeded(seed))).state
        yield state, _GAME.view(state, state.starter)


def _promises(view: EightView, stakes: thinking.Stakes) -> list[float]:
    """What each Omaha board promises the starter by the tables, in pots."""
    flops = [thinking._set(board[:3]) for board in view.boards]
    tables = study((flops[0], flops[1], flops[2]), True, stakes, stakes, thinking._PASSES)
    taken = flops[0] | flops[1] | flops[2]
    hand = np.zeros((4, SETS), dtype=np.int64)
    own = thinking._set(view.hand)
    numbers = [(~taken & (1 << card) - 1).bit_count() for card in range(52) if own >> card & 1]
    hand[0, : len(numbers)] = numbers
    none, even = np.zeros(3, dtype=np.int64), np.array(stakes, dtype=np.float64)
    return [
        float(best_split(hand, board, tables.worth, tables.worth_four, even, none)[1]) for board in range(3)
    ]


@cache
def choices(number: int) -> tuple[tuple[tuple[float, ...], int], ...]:
    """What the boards promise, and the one that ``equity`` and ``strong`` chose for Omaha."""
    found = []
    for seed, (_, view) in enumerate(dealt(number)):
        promises = _promises(view, _EVEN)
        for name in ("equity", "strong"):
            bot = make_bot(name, _GAME, f"{seed}")
            action: Any = bot.choose(view, Budget(simulations=400))
            assert isinstance(action, Place)
            omaha = next(board for board, cards in enumerate(action.boards) if len(cards) == 4)
            found.append((tuple(promises), omaha))
    return tuple(found)


def slack() -> Measured:
    """Minus the logarithm of the chance given to the board that others chose, and the chance of a hand to be
    kept with a board that it was not dealt for: ``_PATIENCE`` draws fail together with what is said here.
    """
    losses, kept, start = [], [], time.process_time()
    for promises, omaha in choices(60):
        weights = [math.exp((each - max(promises)) / values._SLACK) for each in promises]
        losses.append(-math.log(weights[omaha] / sum(weights)))
        kept += weights
    share = statistics.fmean(kept)
    more = {"share kept": round(share, 3), "patience runs out": (1 - share) ** values._PATIENCE}
    return Measured(time.process_time() - start, losses, more)


def _other_luck(shift: int, seed: int, by: int = 0) -> Any:
    return stream(seed ^ shift << 40, by)


def tables() -> Measured:
    """How far one study of the flops is from the mean of eight with other luck, in shares of a board."""
    losses, seconds = [], 0.0
    for _, view in dealt(6):
        flops = [thinking._set(board[:3]) for board in view.boards]
        found = []
        for shift in range(8):
            vars(thinking)["stream"] = partial(_other_luck, shift)
            study.cache_clear()
            start = time.process_time()
            found.append(study((flops[0], flops[1], flops[2]), True, _EVEN, _EVEN, 1).worth)
            seconds += time.process_time() - start
        vars(thinking)["stream"] = stream
        all_ = np.stack(found)
        losses.append(float(all_.std(axis=0, ddof=1).mean()))
    return Measured(seconds, losses)


def looks() -> Measured:
    """The processor time of the worlds between two looks at the clock, in milliseconds."""
    (_, view), times = next(dealt(1)), []
    mind = thinking.Mind(_GAME)
    for seed in range(30):
        start = time.process_time()
        mind.values(view, Budget(simulations=thinking._ROUND), random.Random(seed))
        times.append(1000 * (time.process_time() - start))
    return Measured(0.0, [], {"milliseconds": round(statistics.median(times), 2)})


def taking_back() -> Measured:
    """Three standard errors of the best placement by worlds, in pots: what else taking back must promise."""
    more = {}
    for worlds in (400, 4_000, 40_000):
        found = []
        for seed, (_, view) in enumerate(dealt(6)):
            known = thinking.Mind(_GAME).values(view, Budget(simulations=worlds), random.Random(seed))
            best = int(np.argmax(known.chips))
            found.append(3 * float(known.errors[best]) / (2 * view.ante))
        more[f"{worlds} worlds: pots"] = round(statistics.fmean(found), 4)
    return Measured(0.0, [], more)
