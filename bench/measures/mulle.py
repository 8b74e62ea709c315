"""Measures for the constants of Mulle's players."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import numpy as np
from bench.measures import Measured

from korthus.bots.mulle import belief, thinking
from korthus.bots.mulle.endgame import Endgame
from korthus.bots.mulle.learnt import SPACE
from korthus.bots.mulle.policy import WIDE
from korthus.bots.mulle.worlds import pack_view
from korthus.bots.protocol import Budget
from korthus.bots.registry import make_bot
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.state import MulleState
from korthus.games.mulle.view import MulleView
from korthus.kernels.mulle import kernel as mulle
from korthus.kernels.mulle import packing
from korthus.kernels.mulle.layout import Packed

_GAME: Final = Mulle(MulleRules.make(omgangar=1))


def played(seed: int, bot: str, budget: Budget) -> Iterator[tuple[MulleState, Any]]:
    """The positions of an omgång between two of the same, and what was done in each."""
    bots = [make_bot(bot, _GAME, f"{seed}/{seat}") for seat in range(2)]
    chance, state = FairChance.seeded(seed), _GAME.new(2)
    while (seat := _GAME.to_act(state)) is not None:
        action: Any
        if seat == CHANCE:
            action = _GAME.draw(state, chance)
        else:
            action = bots[seat].choose(_GAME.view(state, seat), budget)
            yield state, action
        state = _GAME.apply(state, action).state


@cache
def last_rond(games: int, cards: int) -> tuple[MulleState, ...]:
    """Positions of the last rond with a choice, both hands of ``cards`` cards, from games of ``greedy``."""
    found = []
    for seed in range(games):
        for state, _ in played(seed, "greedy", Budget()):
            sizes = {len(side.hand) for side in state.sides}
            if state.rond == _GAME.rules.ronder and sizes == {cards} and len(_GAME.legal_actions(state)) > 1:
                found.append(state)
    return tuple(found)


def _seen(state: MulleState) -> tuple[MulleView, Packed, Any, list[int]]:
    """What the seat to act sees, the same packed, and its choices, also as numbers."""
    view = _GAME.view(state, _GAME.to_act(state))
    packed, choices = pack_view(_GAME, view), _GAME.choices(view)
    return view, packed, choices, [mulle.encode(_GAME, packed, each) for each in choices]


def regret() -> Measured:
    """A search of 400 simulations in ronds that can be solved."""
    losses, seconds = [], 0.0
    for number, state in enumerate(last_rond(160, thinking.ALWAYS_SOLVED)):
        view, packed, choices, codes = _seen(state)
        exact = Endgame(mulle.pack(_GAME, state)).solve(codes, 1 << 40, all_values=True)
        assert exact is not None
        values = dict(zip(choices, exact, strict=True))
        start = time.process_time()
        advice = thinking.Mind(_GAME)._search(view, packed, choices, codes, number, Budget(simulations=400))
        seconds += time.process_time() - start
        losses.append(max(exact) - values[advice[0].action])
    return Measured(seconds, losses)


def habit() -> Measured:
    """The plays of ``normal`` by what the learnt habits say of them."""
    losses, room = [], np.zeros(SPACE)
    start = time.process_time()
    for seed in range(4):
        for state, action in played(seed, "normal", Budget(simulations=100)):
            s = np.zeros(WIDE, dtype=np.int64)
            packed = mulle.pack(_GAME, state)
            s[: len(packed)] = packed
            code = mulle.encode(_GAME, packed, action)
            if len(_GAME.legal_actions(state)) > 1:
                losses.append(-belief.likelihood(s, code, belief.STRAY, room))
    return Measured(time.process_time() - start, losses)


def unsolved() -> Measured:
    """Attempts to solve with the budget of 2,000 simulations, beside the time of such a search."""
    losses, seconds, searching = [], 0.0, 0.0
    budget = Budget(simulations=2_000)
    for state in (*last_rond(40, 6), *last_rond(40, 7)):
        view, packed, choices, codes = _seen(state)
        start = time.process_time()
        solved = thinking.Mind(_GAME)._solve(view, packed, choices, codes, budget, False)
        middle = time.process_time()
        thinking.Mind(_GAME)._search(view, packed, choices, codes, 1, budget)
        seconds += middle - start
        searching += time.process_time() - middle
        losses.append(float(solved is None))
    return Measured(seconds, losses, {"seconds_of_searches": round(searching, 2)})


def patience() -> Measured:
    """Solving with tries of growing length, as it is done by the clock."""
    losses, start = [], time.process_time()
    for state in (*last_rond(20, 6), *last_rond(20, 7)):
        packed = mulle.pack(_GAME, state)
        codes = [mulle.encode(_GAME, packed, each) for each in _GAME.legal_actions(state)]
        whole, tries, nodes = Endgame(packed), Endgame(packed), thinking._FIRST_PATIENCE
        whole.solve(codes, 1 << 40)
        while tries.solve(codes, nodes) is None:
            nodes *= 2
        losses.append(tries.nodes / whole.nodes)
    return Measured(time.process_time() - start, losses)


def crowded() -> Measured:
    """Tables of eight to sixteen cards below fourteen, and what makes fourteen: the time of those whose
    largest sets are listed, and how many are not, whatever it is that was too much.
    """
    rng, times, tables = random.Random(1), [], 0
    for number in range(600):
        w, first, second = np.zeros(packing.WORK, dtype=np.int64), 0, 0
        for _ in range(8 + number % 9):
            bit = 1 << rng.randrange(4 * 13)
            first, second = (first, second | bit) if first & bit else (first | bit, second)
        slots, _, _, copies = packing.fill_slots(w, first, second, 0)
        if not int(w[packing.SUMS_OF + slots]) >> 14 & 1:
            continue
        tables += 1
        start = time.process_time()
        for _ in range(20):
            found = packing.largest_sets(w, slots, copies, 14, packing.ROOM)
        if found != packing.CROWDED:
            times.append(1e6 * (time.process_time() - start) / 20)
    more = {"tables": tables, "listed": len(times), "median": statistics.median(times), "most": max(times)}
    return Measured(0.0, [], {name: round(value, 1) for name, value in more.items()})
