"""Measures for the constants of Mus: lances that are solved at the table, and the match table."""

from __future__ import annotations

import random
import statistics
import time
from functools import cache, partial
from typing import Any, Final

import numpy as np
from bench.measures import Measured

from korthus.bots.mus import line
from korthus.bots.mus.line import Line, follower
from korthus.bots.mus.solved import SolvedBot
from korthus.bots.random import RandomBot
from korthus.bots.registry import make_bot
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE, visible
from korthus.games.mus.game import Mus
from korthus.games.mus.options import MusRules
from korthus.games.mus.state import Phase
from korthus.solve.core.backend import numpy_backend
from korthus.solve.live.lance import action_values, solve_lance, stage_of
from korthus.solve.live.tree import table_tree
from korthus.solve.mus.lookup import load_blueprint
from korthus.solve.mus.match import features, induction
from korthus.solve.mus.match.layers import Hand
from korthus.solve.mus.match.solver import MatchSolver
from korthus.solve.mus.match.stakes import Stakes
from korthus.solve.mus.match.table import match_table
from korthus.solve.mus.match.trees import Sides

_RULES: Final = MusRules.make("single_hand", ordago=True)
#: A pack of ten cards that has hands with and without pares, with juego and with punto.
_SMALL: Final = (2, 0, 2, 0, 2, 0, 0, 2)


@cache
def lances(games: int) -> tuple[Line, ...]:
    """The lances of hands in which both bet at random: whatever the ranges have come to."""
    game, found = Mus(_RULES), []
    for seed in range(games):
        ears = [SolvedBot(game, random.Random(seat)) for seat in (0, 1)]
        chance, state, bot = FairChance.seeded(seed), game.new(), RandomBot(game, random.Random(seed))
        while (seat := game.to_act(state)) is not None:
            action: Any
            if seat == CHANCE:
                action = game.draw(state, chance)
            else:
                view = game.view(state, seat)
                action = bot.choose(view)
                if view.phase is Phase.BET:
                    found.append(follower(_RULES, None).follow(ears[seat].hearing(view), anew=True))
            step = game.apply(state, action)
            state = step.state
            for ear_seat, ear in enumerate(ears):
                ear.observe(visible(step.events, ear_seat))
    return tuple(found)


def _lack(each: Line, iterations: int, hands: int = 24) -> tuple[float, float]:
    """Stones by which the first word of a solution falls short of its best one; processor seconds."""
    blueprint = load_blueprint("ordago")
    tree = table_tree(_RULES, each.said)
    start = time.process_time()
    solution = solve_lance(blueprint, each.situation, tree, iterations)
    seconds = time.process_time() - start
    own = blueprint.stages[stage_of(blueprint, each.situation)].hands[0]
    some = own[:: max(1, len(own) // hands)]
    total = weights = 0.0
    deal = blueprint.hand.hands.chance
    for hand in some.tolist():
        values = np.array(action_values(blueprint, each.situation, solution, (), hand))
        _, chances = solution.at((), hand)
        weight = float(each.situation.ranges[0][hand] * deal[hand].sum())
        total += weight * float(values.max() - chances @ values)
        weights += weight
    return total / weights, seconds


def solving() -> Measured:
    """Lances that are solved at the table with as many iterations as it is done there."""
    found = [_lack(each, line._ITERATIONS) for each in lances(6)[::2]]
    return Measured(sum(each[1] for each in found), [each[0] for each in found])


def kept() -> Measured:
    """The memory of the solutions that are kept, in MiB."""
    blueprint = load_blueprint("ordago")
    sizes = [
        sum(
            part.nbytes
            for part in solve_lance(blueprint, each.situation, table_tree(_RULES, each.said), 1).chances
        )
        for each in lances(6)
    ]
    mean, top = statistics.fmean(sizes), max(sizes)
    return Measured(
        0.0,
        [],
        {
            "KiB of a solution": round(mean / 1024, 1),
            "largest": round(top / 1024, 1),
            "MiB of all": round(line._KEPT * mean / 2**20, 1),
        },
    )


def near() -> Measured:
    """Matches of ``easy``: how often they end in the hand that begins so near the end, or in the next."""
    game, more, start = Mus(MusRules.make()), {}, time.process_time()
    ends: dict[int, list[float]] = {}
    for seed in range(40):
        bots = [make_bot("easy", game, f"{seed}/{seat}") for seat in (0, 1)]
        chance, state = FairChance.seeded(seed), game.new()
        begun: list[int] = []
        while (seat := game.to_act(state)) is not None:
            action: Any
            if seat == CHANCE:
                if state.phase is Phase.DEAL:
                    begun.append(40 - max(state.stones))
                action = game.draw(state, chance)
            else:
                action = bots[seat].choose(game.view(state, seat))
            state = game.apply(state, action).state
        for index, missing in enumerate(begun):
            ends.setdefault(missing // 5, []).append(float(index + 2 >= len(begun)))
    for fives, found in sorted(ends.items()):
        more[f"{5 * fives} to {5 * fives + 4} missing"] = round(statistics.fmean(found), 3)
    return Measured(time.process_time() - start, [], more)


def head_start() -> Measured:
    """Scores near the end solved one after the other on a pack of ten cards, eight iterations each."""
    solver = MatchSolver(Hand(Sides(), deck=_SMALL), numpy_backend(1))
    table, losses, start = match_table().array(), [], time.process_time()
    solver.play_for(Stakes((39, 39), table))
    solver.run(40)
    for missing in range(2, 14):
        for score in ((40 - missing, 39), (40 - missing, 40 - missing)):
            solver.play_for(Stakes(score, table))
            solver.restart(warm=induction._KEPT, begin=induction._HEAD_START)
            solver.run(8)
            losses.append(solver.judge().exploitability)
    return Measured(time.process_time() - start, losses)


def told() -> Measured:
    """How well the gains that the network is told say those between them: the largest errors of a straight
    line between two, as a chance to win; and how much more a stone is worth than the same stone further off.
    """
    table = match_table().array()
    target, gains = len(table), (0, *features._GAINS)
    errors = []
    for mine in range(target):
        for theirs in range(target):
            row = [1.0 if mine + gain >= target else float(table[mine + gain, theirs]) for gain in range(21)]
            between = np.interp(range(21), gains, [row[gain] for gain in gains])
            errors.append(float(np.abs(between - row).max()))
    far = target - features._FAR
    moved = [abs(float(table[a + 1, b] - table[a, b])) for a in range(far) for b in range(far)]
    return Measured(0.0, errors, {"most that a far stone is worth": round(max(moved), 4)})


def amounts() -> Measured:
    """Stones that ``normal`` loses to ``rules`` in a hand without órdago, on equal deals from both seats."""
    game, losses, start = Mus(MusRules.make("single_hand")), [], time.process_time()
    for deal in range(400):
        lost = 0.0
        for seat in (0, 1):
            bots = [make_bot("normal", game, f"{deal}/{seat}"), make_bot("rules", game, f"{deal}/{seat}")]
            if seat:
                bots.reverse()
            chance, state = FairChance.seeded(deal), game.new()
            while (actor := game.to_act(state)) is not None:
                action: Any
                if actor == CHANCE:
                    action = game.draw(state, chance)
                else:
                    action = bots[actor].choose(game.view(state, actor))
                state = game.apply(state, action).state
            outcome = game.outcome(state)
            assert outcome is not None
            lost += (outcome.scores[1 - seat] - outcome.scores[seat]) / 2
        losses.append(lost)
    return Measured(time.process_time() - start, losses)


#: What each measure looks at, found before the constant gets another value.
BEFORE: Final = {"solving": (partial(lances, 6),)}
