"""The match that judges new numbers: the same player with them and with the shipped ones, on the same deals.

It is a match of the arena: each deal is played once with the new player in every seat, both sides think
equally long, and the interval is over deals. Points per game ahead decide. If their 95 % interval lies above
0 the new numbers are stronger, if below, weaker; else the deals do not tell them apart.
"""

from __future__ import annotations

import math
import shutil
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

import korthus
from korthus.arena.match import DealLine, Played, make_player, play_unit
from korthus.arena.pieces import InPieces
from korthus.arena.plan import Plan, make_plan
from korthus.arena.runs import RunFolder
from korthus.arena.stats import Estimate, Scoreboard
from korthus.bots.protocol import Bot, Budget
from korthus.core.phrases import Phrase
from korthus.core.protocol import AnyGame
from korthus.learn.brings import Pairing
from korthus.learn.candidate import Candidate, with_numbers
from korthus.learn.errors import LearnError
from korthus.learn.progress import Tell
from korthus.learn.run_folder import TrainFolder
from korthus.learn.self_play import results

#: Verdicts. A file may be read by programs, so they are the same in every language.
STRONGER: Final = "stronger"
NOT_TOLD_APART: Final = "not told apart"
WEAKER: Final = "weaker"
#: Why a turn was lost, in words.
_WHY: Final = {
    "raised": Phrase("tools.lost.raised", "an error"),
    "illegal": Phrase("tools.lost.illegal", "no legal action"),
    "late": Phrase("tools.lost.late", "too late"),
}


class Gate(msgspec.Struct, frozen=True, kw_only=True):
    """The result of the match between the new numbers and the shipped ones."""

    verdict: str
    #: Points per game of the new player ahead of the shipped one, with the 95 % interval.
    ahead: tuple[float, float, float]
    #: The share of games that it won, likewise, and the share among equals.
    won: tuple[float, float, float]
    fair: float
    player: str
    seats: int
    simulations: int
    deals: int
    games: int


@dataclass(frozen=True)
class Judging(InPieces):
    """The deals of the match as a task. Each worker has a process with the new numbers beside it."""

    plan: Plan
    numbers: Path
    code: Path

    def do(self, unit: int) -> Played:
        """See ``Task.do``."""
        played = play_unit(self.plan, unit, partial(_make, self.numbers, self.code))
        line = msgspec.json.decode(played.result, type=DealLine)
        for lost in (lost for game in line.games for lost in game.lost):
            trouble = Phrase("tools.lost.given", "{action}: {why}", action=_WHY[lost.why], why=lost.words())
            raise LearnError("GATE_LOST", deal=unit + 1, trouble=trouble)
        return played


#: The process of this one that plays with new numbers, by their folder. It ends when this process does.
_candidates: dict[Path, Candidate] = {}


def _make(numbers: Path, code: Path, plan: Plan, index: int, game: AnyGame, seed: str) -> Bot:
    """A player of the plan; the first one plays with the new numbers."""
    if index:
        return make_player(plan, index, game, seed)
    if numbers not in _candidates:
        _candidates[numbers] = Candidate(with_numbers(numbers, code))
    return _candidates[numbers].seat(game, plan.bots[index], seed)


def _dismiss() -> None:
    """End the processes with new numbers that this one has started."""
    while _candidates:
        _candidates.popitem()[1].close()


def judge(folder: TrainFolder, pairing: Pairing, jobs: int, tell: Tell) -> Gate | None:
    """Play the match, or the rest of it, and give its result; None if no deals are asked for.

    Raises:
        KorthusError: a deal cannot be played or kept.
    """
    asked = folder.plan
    if not asked.deals:
        return None
    plan = make_plan(
        korthus.game(asked.game, None, **pairing.options),
        (pairing.player, pairing.player),
        deals=asked.deals,
        seed=asked.seed,
        seats=pairing.seats,
        budget=Budget(simulations=asked.simulations),
        hero=pairing.player,
    )
    board = Scoreboard(plan)
    task = Judging(plan, folder.candidate.parent, folder.code)
    try:
        with RunFolder(folder.match, plan) as kept:
            for line in kept.lines():
                board.add(line)
            tell(board.units, plan.units)
            for played in results(task, range(board.units, plan.units), jobs):
                kept.append(played)
                board.add(msgspec.json.decode(played.result, type=DealLine))
                tell(board.units, plan.units)
    finally:
        _dismiss()
    shutil.rmtree(folder.code, ignore_errors=True)  # it can be made again
    return gate_of(board, asked.simulations)


def gate_of(board: Scoreboard, simulations: int) -> Gate:
    """The verdict and the figures of a match that has been played."""
    plan = board.plan
    result = board.result(plan.matches[0])
    assert result is not None, "at least one deal was played"
    return Gate(
        verdict=verdict_of(result.difference),
        player=plan.bots[0],
        seats=plan.seats,
        simulations=simulations,
        deals=result.deals,
        games=result.games,
        ahead=_rounded(result.difference),
        won=_rounded(result.games_won),
        fair=result.fair,
    )


def verdict_of(ahead: Estimate) -> str:
    """The verdict that an interval of points ahead allows.

    >>> verdict_of(Estimate(1.0, 0.1, 1.9)), verdict_of(Estimate(1.0, -0.1, 2.1))
    ('stronger', 'not told apart')
    """
    if ahead.low > 0:
        return STRONGER
    return WEAKER if ahead.high < 0 else NOT_TOLD_APART


def _rounded(figure: Estimate) -> tuple[float, float, float]:
    assert all(map(math.isfinite, (figure.low, figure.high))), "one deal alone has no interval"
    return round(figure.value, 4), round(figure.low, 4), round(figure.high, 4)
