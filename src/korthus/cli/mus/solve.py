"""``korthus solve mus``: solve a hand of Mus, judge players exactly, and print reference values."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table as Grid

from korthus.arena.mus.coded_bots import coded_bot
from korthus.cli.grids import figures
from korthus.cli.stopping import held
from korthus.cli.terminal import Terminal
from korthus.core.troubles import trouble_with_file
from korthus.games.mus.game import Mus
from korthus.solve.core import checkpoint
from korthus.solve.core.backend import Backend, backend_for
from korthus.solve.core.best_response import Judgement, judge
from korthus.solve.core.cfr import Solver
from korthus.solve.core.errors import SolveError
from korthus.solve.core.session import Session, Standing
from korthus.solve.core.variants import VARIANTS, Variant
from korthus.solve.mus import solution
from korthus.solve.mus.coded import tabulate
from korthus.solve.mus.hand_game import MusHand
from korthus.solve.mus.menu import MENUS, Menu
from korthus.solve.mus.reference import LANCES, references

#: Seconds between two checkpoints, at least.
_SAVE_EVERY: Final = 60.0


class Problem(NamedTuple):
    """What is solved, by which algorithm, on which device and how closely."""

    menu: Menu
    variant: Variant
    backend: Backend
    #: Stones a hand that a perfect opponent may still win.
    target: float


def read_problem(game: str, menu: str, algorithm: str, target: float, device: str) -> Problem:
    """A problem as it is typed.

    Raises:
        SolveError: there is no such game, menu, algorithm or device, or the target is no positive number.
    """
    if game != "mus":
        raise SolveError("NOT_SOLVABLE", games=(Mus.name,))
    if menu not in MENUS:
        raise SolveError("NO_MENU", name=menu[:40], names=tuple(MENUS))
    if algorithm not in VARIANTS:
        raise SolveError("NO_ALGORITHM", name=algorithm[:40], names=tuple(VARIANTS))
    if not (math.isfinite(target) and target > 0):
        raise SolveError("BAD_TARGET")
    return Problem(MENUS[menu], VARIANTS[algorithm], backend_for(device), target)


def solve(terminal: Terminal, problem: Problem, *, out: Path | None, resume: bool) -> None:
    """Solve to the target, or with ``resume`` what is left to it, and say what was found.

    Raises:
        SolveError: the folder ``out`` cannot be used, or the solve was stopped.
    """
    menu, variant, backend, target = problem
    if resume and out is None:
        raise SolveError("NOTHING_TO_RESUME", file="--out")
    if out is not None and not resume:
        _check_folder(out)
    try:
        hand = MusHand(menu)
        solver = Solver(hand.game, variant, backend)
    except KeyboardInterrupt as stop:
        raise SolveError("SOLVE_NOT_BEGUN") from stop
    seconds = checkpoint.load(out, solver) if out is not None and resume else 0.0
    terminal.say(
        "solve.start",
        menu=menu.name,
        sets=f"{hand.game.information_sets:,}",
        algorithm=variant.name,
        device=backend.device,
        iteration=solver.iteration,
    )
    work = _Work(solver, target, seconds, out)
    before = solver.iteration
    last = work.run(terminal)
    if last.iteration == before:
        terminal.say("solve.finished", n=last.iteration)
    _show_value(terminal, last.judgement)
    rate = hand.game.information_sets * last.iteration / last.seconds
    terminal.say("solve.work", n=last.iteration, seconds=f"{last.seconds:,.1f}", rate=f"{rate / 1e6:,.1f}")
    if out is not None:
        with _trouble(out):
            size = solution.write(out, hand, variant.name, last, solver.strategy())
        terminal.say("solve.written", file=str(out), size=f"{size / 1e6:.1f}")


def _check_folder(out: Path) -> None:
    """Make the folder of a new solve; refuse one that holds a solve or a solution."""
    with _trouble(out):
        out.mkdir(parents=True, exist_ok=True)
        if (out / checkpoint.NAME).exists():
            raise SolveError("FOLDER_EXISTS", file=str(out))
        if (out / solution.RESULT).exists() or (out / solution.BLUEPRINT).exists():
            raise SolveError("RESULT_EXISTS", file=str(out))


@contextmanager
def _trouble(out: Path) -> Iterator[None]:
    """Say what the system says about a folder."""
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
        try:
            with held() as self._check, _progress(terminal) as self._show:
                return self._solve()
        except KeyboardInterrupt as stop:
            done = self._solver.iteration
            if self._out is None:
                raise SolveError("SOLVE_STOPPED_UNSAVED", done=done) from stop
            if self._whole:
                self._save()
                raise SolveError("SOLVE_STOPPED", done=done) from stop
            if self._kept:
                raise SolveError("SOLVE_CUT", done=done, kept=self._kept) from stop
            raise SolveError("SOLVE_LOST", done=done) from stop

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
                terminal.say("solve.progress", iteration=standing.iteration, **_figures(standing))

        yield write
        return
    columns = (SpinnerColumn(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=terminal.console, transient=True) as progress:
        task = progress.add_task("", total=None)
        known = {"exploitability": "-", "rate": "-", "left": "-"}

        def update(iteration: int, standing: Standing | None) -> None:
            if standing is not None:
                known.update(_figures(standing))
            progress.update(task, description=tr("solve.progress", iteration=iteration, **known))

        yield update


def _figures(standing: Standing) -> dict[str, str]:
    left = standing.seconds_left
    return {
        "exploitability": f"{standing.judgement.exploitability:.6f}",
        "rate": f"{standing.rate:.2f}",
        "left": "-" if math.isinf(left) else f"{int(left) // 60}:{int(left) % 60:02d}",
    }


def _show_value(terminal: Terminal, judgement: Judgement) -> None:
    low, high = judgement.bounds
    terminal.say(
        "solve.value",
        value=f"{judgement.value:+.6f}",
        low=f"{low:+.6f}",
        high=f"{high:+.6f}",
        exploitability=f"{judgement.exploitability:.6f}",
    )


def show_reference(terminal: Terminal, problem: Problem) -> None:
    """Solve the lances alone and together, beside what they are worth when nobody bets.

    Raises:
        SolveError: it was stopped; what was found by then is shown.
    """
    menu, variant, backend, target = problem
    tr = terminal.tr
    headings = (tr(f"solve.{key}") for key in ("solved", "at_least", "at_most"))
    grid = figures(tr("solve.lances"), tr("solve.passing"), "", *headings)
    words = tr("solve.reference", menu=menu.name, target=target)
    with _table(terminal, words, grid, LANCES), terminal.working(words):
        for each in references(menu, variant, backend, target):
            low, high = each.judgement.bounds
            grid.add_row(
                tr(f"solve.lances.{each.lances}"),
                str(each.passing),
                f"{float(each.passing):+.4f}",
                *(f"{number:+.5f}" for number in (each.judgement.value, low, high)),
            )


@contextmanager
def _table(terminal: Terminal, words: str, grid: Grid, rows: int) -> Iterator[None]:
    """Show a table when all its rows are there, or those that are when somebody stops."""
    try:
        yield
    except KeyboardInterrupt as stop:
        terminal.show(words, grid)
        raise SolveError("SOLVE_PARTLY", done=grid.row_count, all=rows) from stop
    terminal.show(words, grid)


def compare(
    terminal: Terminal,
    problem: Problem,
    names: Sequence[str],
    *,
    simulations: int,
    seed: int,
    out: Path | None,
) -> None:
    """Show how much players lose to a perfect opponent, and the solution in ``out`` beside them.

    Raises:
        SolveError: there is no such player or solution, or it was stopped.
    """
    menu, backend = problem.menu, problem.backend
    hand = MusHand(menu)
    game = Mus(hand.rules)
    bots = {name: coded_bot(name, game, simulations=simulations, seed=seed) for name in names}
    tr = terminal.tr
    grid = figures(
        tr("solve.player"), *(tr(f"solve.{key}") for key in ("loses", "to_mano", "to_other", "asked"))
    )
    words = tr("solve.against", menu=menu.name, simulations=simulations, seed=seed)
    with _table(terminal, words, grid, len(bots) + (out is not None)):
        if out is not None:
            solved, its, strategy = solution.read(out)
            if solved.menu != menu:
                raise SolveError("OTHER_SOLVE", file=str(out), field="menu")
            _add(grid, tr("solve.solution"), judge(strategy, backend), its.game.information_sets)
        for name, coded in bots.items():
            asked = 0

            def tick(count: int) -> None:
                nonlocal asked
                asked = count

            with terminal.working(tr("solve.asking", player=name)):
                strategy = tabulate(hand, coded, tick)
                found = judge(strategy, backend)
            _add(grid, name, found, asked)


def _add(grid: Grid, name: str, found: Judgement, asked: int) -> None:
    grid.add_row(
        name,
        f"{found.exploitability:.6f}",
        f"{found.best[0]:+.5f}",
        f"{found.best[1]:+.5f}",
        f"{asked:,}",
    )
