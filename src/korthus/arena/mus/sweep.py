"""Many hands of Mus to solve, and many players to judge, as units of work for processes and clusters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import msgspec

from korthus.arena.mus.coded_bots import coded_bot
from korthus.arena.pieces import InPieces
from korthus.core.version import __version__
from korthus.games.mus.game import Mus
from korthus.solve.core.backend import Backend, backend_for, numpy_backend
from korthus.solve.core.best_response import Judgement, judge
from korthus.solve.core.variants import VARIANTS
from korthus.solve.mus.coded import tabulate
from korthus.solve.mus.hand_game import MusHand
from korthus.solve.mus.menu import MENUS
from korthus.solve.mus.reference import LANCES, reference


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """A hand to solve: menu and algorithm by name, how closely, and how many lances of it."""

    menu: str
    algorithm: str
    #: Stones a hand that a perfect opponent may still win.
    target: float
    lances: int = LANCES


class Solved(msgspec.Struct, frozen=True):
    """A hand that is solved. Nothing in it depends on the machine or on time."""

    problem: Problem
    iterations: int
    judgement: Judgement


class SweepPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be solved."""

    format: Literal["korthus solve"] = "korthus solve"
    korthus: str = __version__
    device: str
    #: Cards of each rank.
    deck: tuple[int, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class Solves(InPieces):
    """The hands of a sweep as a task."""

    plan: SweepPlan
    #: Threads of the processor that solve a hand; None: one for each of its cores.
    threads: int | None

    def do(self, unit: int) -> Solved:
        """See ``Task.do``."""
        problem = self.plan.problems[unit]
        backend = _backend(self.plan.device, self.threads)
        menu, variant = MENUS[problem.menu], VARIANTS[problem.algorithm]
        found = reference(problem.lances, menu, variant, backend, problem.target, self.plan.deck)
        return Solved(problem, found.iterations, found.judgement)


class Judged(msgspec.Struct, frozen=True):
    """A player, what a perfect opponent wins from it, and in how many situations it was asked."""

    judgement: Judgement
    asked: int


@dataclass(frozen=True, kw_only=True)
class Judges(InPieces):
    """Players to be judged as a task; menu and players by name."""

    menu: str
    names: tuple[str, ...]
    simulations: int
    seed: int
    device: str
    deck: tuple[int, ...]
    threads: int | None

    def check(self) -> None:
        """Raise InvalidOptions if there is no such player."""
        game = Mus(self._hand().rules)
        for name in self.names:
            coded_bot(name, game, simulations=self.simulations, seed=self.seed)

    def _hand(self) -> MusHand:
        return MusHand(MENUS[self.menu], deck=self.deck)

    def do(self, unit: int) -> Judged:
        """See ``Task.do``."""
        hand = self._hand()
        asked = 0

        def tick(count: int) -> None:
            nonlocal asked
            asked = count

        coded = coded_bot(self.names[unit], Mus(hand.rules), simulations=self.simulations, seed=self.seed)
        found = judge(tabulate(hand, coded, tick), _backend(self.device, self.threads))
        return Judged(found, asked)


def _backend(device: str, threads: int | None) -> Backend:
    return numpy_backend(threads) if device == "cpu" else backend_for(device)
