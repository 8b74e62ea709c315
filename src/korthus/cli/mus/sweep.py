"""``korthus solve mus`` for more than one thing: hands of several menus, the lances one by one, players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import msgspec
from rich.table import Table as Grid

from korthus.arena.crews import Task, in_order
from korthus.arena.errors import ArenaError
from korthus.arena.hiring import hire
from korthus.arena.kept import KeptJob, bad_line, decode_line, trouble_with
from korthus.arena.mus.sweep import Judges, Problem, Solved, Solves, SweepPlan
from korthus.cli.grids import figures
from korthus.cli.progress import progress_bar, say_standing
from korthus.cli.stopping import closing_in_the_end, ending
from korthus.cli.terminal import Terminal
from korthus.games.mus.cards import PACK
from korthus.locale import Translator
from korthus.solve.core.backend import backend_for
from korthus.solve.core.best_response import Judgement, judge
from korthus.solve.core.errors import SolveError
from korthus.solve.mus import solution
from korthus.solve.mus.menu import MENUS
from korthus.solve.mus.reference import LANCES, passing_value

#: The file of a sweep in its folder; its plan lies beside it.
SWEEP: Final = "sweep.jsonl"

R = TypeVar("R")


class Workers(NamedTuple):
    """Who does the work: processes of this machine, or a Ray cluster."""

    jobs: int
    ray: str | None

    @property
    def threads(self) -> int | None:
        """Threads of each: all cores for one process alone."""
        return None if self.jobs == 1 and self.ray is None else 1


def sweep(
    terminal: Terminal, problems: Sequence[Problem], device: str, workers: Workers, out: Path | None
) -> None:
    """Solve hands, and show them in one table.

    Raises:
        ArenaError: the folder ``out`` cannot be used, or it was stopped and can go on.
        SolveError: it was stopped, and nothing is kept.
    """
    tr = terminal.tr
    headings = (tr(f"solve.{key}") for key in ("algorithm", "solved", "at_least", "at_most", "iterations"))
    grid = figures(tr("solve.menu"), *headings)
    words = tr("solve.sweep", target=problems[0].target)

    def add(solved: Solved) -> None:
        name = solved.problem.algorithm
        grid.add_row(solved.problem.menu, name, *_bounds(solved.judgement, tr), tr.figure(solved.iterations))

    plan = SweepPlan(device=device, deck=PACK, problems=tuple(problems))
    _solve(terminal, plan, workers, out, _Shown(words, grid, add))


def show_reference(
    terminal: Terminal, problems: Sequence[Problem], device: str, workers: Workers, out: Path | None
) -> None:
    """Solve the lances alone and together, beside what they are worth when nobody bets.

    Raises:
        ArenaError, SolveError: as ``sweep``; or there are several menus or algorithms.
    """
    tr = terminal.tr
    problem = _the_one(problems)
    headings = (tr(f"solve.{key}") for key in ("solved", "at_least", "at_most"))
    grid = figures(tr("solve.lances"), tr("solve.passing"), "", *headings)
    words = tr("solve.reference", menu=problem.menu, target=problem.target)

    def add(solved: Solved) -> None:
        lances = solved.problem.lances
        passing = passing_value(lances, PACK)
        row = (str(passing), tr.written(f"{float(passing):+.4f}"), *_bounds(solved.judgement, tr))
        grid.add_row(tr(f"solve.lances.{lances}"), *row)

    parts = tuple(msgspec.structs.replace(problem, lances=lances) for lances in range(1, LANCES + 1))
    plan = SweepPlan(device=device, deck=PACK, problems=parts)
    _solve(terminal, plan, workers, out, _Shown(words, grid, add))


def _the_one(problems: Sequence[Problem]) -> Problem:
    if len(problems) > 1:
        raise SolveError("ONE_MENU")
    return problems[0]


class _Shown(NamedTuple):
    """A table that is filled row by row."""

    words: str
    grid: Grid
    add: Callable[[Solved], None]


def _solve(terminal: Terminal, plan: SweepPlan, workers: Workers, out: Path | None, shown: _Shown) -> None:
    """Solve what is left of a plan, and show all of it."""
    count = len(plan.problems)
    with _kept(out, plan) as job, _table(terminal, shown.words, shown.grid, count, job):
        done = 0
        if job is not None:
            for number, line in enumerate(job.lines()):
                shown.add(_read(job.path, plan, line, number))
            done = job.done
            say_standing(terminal, job.path, done, count)
        task = Solves(plan, workers.threads)
        for solved in _done(terminal, shown.words, task, workers, range(done, count)):
            if job is not None:
                job.append(msgspec.json.encode(solved))
            shown.add(solved)


def _done(
    terminal: Terminal, words: str, task: Task[R], workers: Workers, units: range, players: Sequence[str] = ()
) -> Iterator[R]:
    """Units of a task in order, with a bar on a terminal; nobody is hired if there are none."""
    if not units:
        return
    hired = hire(task, len(units), jobs=workers.jobs, ray=workers.ray, players=players)
    with closing_in_the_end(hired) as crew, progress_bar(terminal.console, words) as report:
        report(units.start, units.stop)
        for number, found in enumerate(in_order(crew, units), units.start + 1):
            yield found
            report(number, units.stop)


@contextmanager
def _kept(out: Path | None, plan: SweepPlan) -> Iterator[KeptJob | None]:
    """The file of a sweep, if there is a folder for it."""
    if out is None:
        yield None
        return
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise trouble_with(out, error) from error
    path = out / SWEEP
    with KeptJob(path, plan, partial(_read, path, plan)) as job:
        yield job


def _read(path: Path, plan: SweepPlan, line: bytes, number: int) -> Solved:
    """The line of a hand, counted from 0.

    Raises:
        ArenaError: it does not belong there.
    """
    found = decode_line(path, Solved, line, number)
    if number >= len(plan.problems) or found.problem != plan.problems[number]:
        raise bad_line(path, number)
    return found


@contextmanager
def _table(
    terminal: Terminal, words: str, grid: Grid, rows: int, job: KeptJob | None = None
) -> Iterator[None]:
    """Show a table when all its rows are there, or those that are when somebody stops."""
    try:
        yield
    except KeyboardInterrupt as stop:
        with ending():
            terminal.show(words, grid)
            if job is not None:
                raise ArenaError("STOPPED", done=job.done, all=rows) from stop
            raise SolveError("SOLVE_PARTLY", done=grid.row_count, all=rows) from stop
    terminal.show(words, grid)


def _bounds(judgement: Judgement, tr: Translator) -> tuple[str, str, str]:
    """The value and between what it lies."""
    low, high = judgement.bounds
    value, least, most = (tr.written(f"{number:+.5f}") for number in (judgement.value, low, high))
    return value, least, most


class Asked(NamedTuple):
    """Players to be judged, and how much those that simulate may think."""

    names: tuple[str, ...]
    simulations: int
    seed: int


def compare(
    terminal: Terminal,
    problems: Sequence[Problem],
    asked: Asked,
    device: str,
    workers: Workers,
    out: Path | None,
) -> None:
    """Show how much players lose to a perfect opponent, and the solution in ``out`` beside them.

    Raises:
        SolveError: there are several menus or algorithms, there is no such solution, or it was stopped.
        InvalidOptions: there is no such player.
    """
    tr, menu = terminal.tr, _the_one(problems).menu
    task = Judges(**asked._asdict(), menu=menu, device=device, deck=PACK, threads=workers.threads)
    task.check()
    grid = figures(
        tr("solve.player"), *(tr(f"solve.{key}") for key in ("loses", "to_mano", "to_other", "asked"))
    )
    words = tr("solve.against", menu=menu, simulations=asked.simulations, seed=asked.seed)
    with _table(terminal, words, grid, len(asked.names) + (out is not None)):
        if out is not None:
            solved, its, strategy = solution.read(out)
            if solved.menu != MENUS[menu]:
                raise SolveError("OTHER_SOLVE", file=str(out), field="menu")
            found = judge(strategy, backend_for(device))
            _add(grid, tr("solve.solution"), found, its.game.information_sets, tr)
        judged = _done(terminal, words, task, workers, range(len(asked.names)), asked.names)
        for name, each in zip(asked.names, judged, strict=True):
            _add(grid, name, each.judgement, each.asked, tr)


def _add(grid: Grid, name: str, found: Judgement, asked: int, tr: Translator) -> None:
    grid.add_row(
        name,
        tr.figure(found.exploitability, 6),
        tr.written(f"{found.best[0]:+.5f}"),
        tr.written(f"{found.best[1]:+.5f}"),
        tr.figure(asked),
    )
