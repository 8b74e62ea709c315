"""``korthus solve mus``: solve a hand of Mus. ``sweep`` has what solves several, and judges players."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Final

from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from korthus.arena.mus.sweep import Problem
from korthus.cli.stopping import displayed, ending, held
from korthus.cli.terminal import Terminal
from korthus.core.troubles import trouble_with_file
from korthus.games.mus.game import Mus
from korthus.locale import Translator
from korthus.places import is_there
from korthus.solve.core import checkpoint
from korthus.solve.core.backend import backend_for
from korthus.solve.core.best_response import Judgement
from korthus.solve.core.cfr import Solver
from korthus.solve.core.errors import SolveError
from korthus.solve.core.session import Session, Standing
from korthus.solve.core.variants import VARIANTS
from korthus.solve.mus import solution
from korthus.solve.mus.hand_game import MusHand
from korthus.solve.mus.menu import MENUS

#: Seconds between two checkpoints, at least.
_SAVE_EVERY: Final = 60.0


def read_problems(game: str, menus: str, algorithms: str, target: float, device: str) -> tuple[Problem, ...]:
    """Problems as they are typed: each menu by each algorithm, several with commas between them.

    Raises:
        SolveError: there is no such game, menu, algorithm or device, or the target is no positive number.
    """
    if game != "mus":
        raise SolveError("NOT_SOLVABLE", games=(Mus.name,))
    for menu in menus.split(","):
        if menu not in MENUS:
            raise SolveError("NO_MENU", name=menu[:40], names=tuple(MENUS))
    for algorithm in algorithms.split(","):
        if algorithm not in VARIANTS:
            raise SolveError("NO_ALGORITHM", name=algorithm[:40], names=tuple(VARIANTS))
    if not (math.isfinite(target) and target > 0):
        raise SolveError("BAD_TARGET")
    backend_for(device)
    pairs = dict.fromkeys(product(menus.split(","), algorithms.split(",")))
    return tuple(Problem(menu=menu, algorithm=algorithm, target=target) for menu, algorithm in pairs)


def solve(terminal: Terminal, problem: Problem, device: str, *, out: Path | None, resume: bool) -> None:
    """Solve to the target, or with ``resume`` what is left to it, and say what was found.

    Raises:
        SolveError: the folder ``out`` cannot be used, or the solve was stopped.
    """
    menu, variant, backend = MENUS[problem.menu], VARIANTS[problem.algorithm], backend_for(device)
    tr = terminal.tr
    if resume and out is None:
        raise SolveError("NOTHING_TO_RESUME", file="--out")
    if out is not None and not resume:
        _check_folder(out)
    try:
        hand = MusHand(menu)
        solver = Solver(hand.game, variant, backend)
    except KeyboardInterrupt as stop:
        raise SolveError("SOLVE_NOT_BEGUN") from stop
    seconds = 0.0
    if out is not None and resume:
        with _trouble(out):
            seconds = checkpoint.load(out, solver)
    terminal.say(
        "solve.start",
        menu=menu.name,
        sets=tr.figure(hand.game.information_sets),
        algorithm=variant.name,
        device=backend.device,
        iteration=solver.iteration,
    )
    work = _Work(solver, problem.target, seconds, out)
    before = solver.iteration
    last = work.run(terminal)
    if last.iteration == before:
        terminal.say("solve.finished", n=last.iteration)
    _show_value(terminal, last.judgement)
    rate = hand.game.information_sets * last.iteration / last.seconds
    pace = {"seconds": tr.figure(last.seconds, 1), "rate": tr.figure(rate / 1e6, 1)}
    terminal.say("solve.work", n=last.iteration, **pace)
    if out is not None:
        with _trouble(out):
            size = solution.write(out, hand, variant.name, last, solver.strategy())
        terminal.say("solve.written", file=str(out), size=tr.written(f"{size / 1e6:.1f}"))


def _check_folder(out: Path) -> None:
    """Make the folder of a new solve; refuse one that holds a solve or a solution."""
    with _trouble(out):
        out.mkdir(parents=True, exist_ok=True)
        if is_there(out / checkpoint.NAME):
            raise SolveError("FOLDER_EXISTS", file=str(out))
        if is_there(out / solution.RESULT) or is_there(out / solution.BLUEPRINT):
            raise SolveError("RESULT_EXISTS", file=str(out))


@contextmanager
def _trouble(out: Path) -> Iterator[None]:
    """Turn an error of the system into a ``SolveError`` that names the file."""
    try:
        yield
    except OSError as error:
        where = str(error.filename or out)
        raise SolveError("SOLVE_TROUBLE", file=where, trouble=trouble_with_file(error)) from error


class _Work:
    """A solve that keeps what it has done: from time to time, in the end, and when it is stopped."""

    def __init__(self, solver: Solver, target: float, seconds: float, out: Path | None) -> None:
        self._solver = solver
        self._target = target
        self._out = out
        self._session = Session(solver, target, seconds=seconds, tick=self._tick)
        #: How many iterations, and seconds, the checkpoint holds.
        self._kept = solver.iteration
        self._saved = seconds
        #: Whether nothing is half done, so that a checkpoint could be written.
        self._whole = True
        self._show: Callable[[int, Standing | None], None] = lambda iteration, standing: None
        self._check: Callable[[], None] = lambda: None

    def run(self, terminal: Terminal) -> Standing:
        """Solve to the target.

        Raises:
            SolveError: it was stopped; what was done is kept, if there is a folder for it.
        """
        with held() as self._check:
            try:
                with _progress(terminal) as self._show:
                    return self._solve()
            except KeyboardInterrupt as stop:
                with ending():
                    raise self._keep() from stop

    def _keep(self) -> SolveError:
        """Keep what can be kept of a solve that was stopped; how much that is says the error.

        Raises:
            SolveError: it cannot be written.
        """
        done = self._solver.iteration
        if self._out is None:
            return SolveError("SOLVE_STOPPED_UNSAVED", done=done)
        if self._whole:
            self._save()
            return SolveError("SOLVE_STOPPED", done=done)
        if self._kept:
            return SolveError("SOLVE_CUT", done=done, kept=self._kept)
        return SolveError("SOLVE_LOST", done=done)

    def _solve(self) -> Standing:
        self._whole = False
        for standing in self._session.standings():
            self._show(standing.iteration, standing)
            if standing.reached(self._target):
                self._save()
                break
            self._pause()
        return standing

    def _tick(self, iteration: int) -> None:
        self._show(iteration, None)
        self._pause()

    def _pause(self) -> None:
        """Between two iterations, when nothing is half done: keep what is old, and stop if somebody asked."""
        self._whole = True
        if self._session.seconds - self._saved >= _SAVE_EVERY:
            self._save()
        self._check()
        self._whole = False

    def _save(self) -> None:
        if self._out is not None and self._kept < self._solver.iteration:
            with _trouble(self._out):
                checkpoint.save(self._out, self._solver, self._session.seconds)
            self._kept = self._solver.iteration
        self._saved = self._session.seconds


@contextmanager
def _progress(terminal: Terminal) -> Iterator[Callable[[int, Standing | None], None]]:
    """A line that keeps up with the solve on a terminal; elsewhere a line for every judgement."""
    tr = terminal.tr
    if not terminal.console.is_terminal:

        def write(_: int, standing: Standing | None) -> None:
            if standing is not None:
                terminal.say("solve.progress", iteration=standing.iteration, **_figures(standing, tr))

        yield write
        return
    columns = (SpinnerColumn(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False))
    with displayed(Progress(*columns, console=terminal.console, transient=True)) as progress:
        task = progress.add_task("", total=None)
        known = {"exploitability": "-", "rate": "-", "left": "-"}

        def update(iteration: int, standing: Standing | None) -> None:
            if standing is not None:
                known.update(_figures(standing, tr))
            progress.update(task, description=tr("solve.progress", iteration=iteration, **known))

        yield update


def _figures(standing: Standing, tr: Translator) -> dict[str, str]:
    left = standing.seconds_left
    return {
        "exploitability": tr.written(f"{standing.judgement.exploitability:.6f}"),
        "rate": tr.written(f"{standing.rate:.2f}"),
        "left": "-" if math.isinf(left) else f"{int(left) // 60}:{int(left) % 60:02d}",
    }


def _show_value(terminal: Terminal, judgement: Judgement) -> None:
    (low, high), tr = judgement.bounds, terminal.tr
    terminal.say(
        "solve.value",
        value=tr.written(f"{judgement.value:+.6f}"),
        low=tr.written(f"{low:+.6f}"),
        high=tr.written(f"{high:+.6f}"),
        exploitability=tr.written(f"{judgement.exploitability:.6f}"),
    )
