"""``korthus arena``: duplicate matches between computer players, with intervals, a ladder and a report."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Annotated, Final

import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text as Line

from korthus.arena.budgets import budget_of
from korthus.arena.crews import Crew
from korthus.arena.errors import ArenaError
from korthus.arena.executors import Alone, OnRay, Processes, play_plan
from korthus.arena.figures import duration, percent, points
from korthus.arena.kept import is_kept
from korthus.arena.ladder import REACH, ladder
from korthus.arena.match import DealLine, Pace, PaceLine, Played
from korthus.arena.page import is_page
from korthus.arena.plan import Plan, make_plan
from korthus.arena.runs import PLAN, REPORT, RunFolder, read_plan, read_times
from korthus.arena.stats import Scoreboard
from korthus.cli.command import command
from korthus.cli.compiling import compile_players
from korthus.cli.drawn import line
from korthus.cli.folders import check_place, write_file
from korthus.cli.grids import figures
from korthus.cli.lost_turns import lost_turns
from korthus.cli.options import BudgetMs, GameName, Jobs, Preset, Ray, Seats, Settings, Simulations, option
from korthus.cli.setup import make_game, new_seed
from korthus.cli.stopping import closing_in_the_end, ending
from korthus.cli.terminal import Terminal
from korthus.core.spans import marked
from korthus.core.styles import Style

#: How often the running result is counted anew, in seconds.
_REFRESH: Final = 0.5


@command(
    "arena",
    about="tools.arena.about",
    examples=(
        "korthus arena mulle --bots greedy random --matches 20 --seed 1",
        "korthus arena kachuful --bots rules random --seats 4 --hero rules --matches 4 --jobs 2",
    ),
    extra="arena",
)
def arena_command(
    terminal: Terminal,
    game: GameName,
    /,
    *,
    bots: Annotated[tuple[str, ...], option("tools.arena.arg.bots", consume_multiple=True)] = (),
    matches: Annotated[int, option("tools.arena.arg.matches")] = 100,
    seed: Annotated[int | None, option("tools.arena.arg.seed")] = None,
    seats: Seats = None,
    hero: Annotated[str | None, option("tools.arena.arg.hero")] = None,
    budget_ms: BudgetMs = None,
    simulations: Simulations = None,
    jobs: Jobs = 1,
    ray: Ray = None,
    out: Annotated[Path | None, option("tools.arena.arg.out")] = None,
    preset: Preset = None,
    settings: Settings = (),
) -> None:
    """Play the matches, or the rest of them, and say how they stand.

    Args:
        bots: names of players, several in a word with commas between them.
        seed: if it is not given, that of the run in ``out``, or one that nobody knows.
        ray: the address of a Ray cluster that does the work instead of ``jobs`` processes.
        out: the folder of the run: its plan, its results and its report. Without one nothing is kept.

    Raises:
        KorthusError: something cannot be set up, or the run was stopped.
    """
    if seed is None:
        kept = out is not None and is_kept(out / PLAN)
        seed = read_plan(out).seed if out is not None and kept else new_seed()
    rules = make_game(game, preset, settings)
    plan = make_plan(
        rules,
        tuple(name for word in bots for name in word.split(",") if name),
        deals=matches,
        seed=seed,
        preset=preset,
        seats=seats,
        budget=budget_of(budget_ms, simulations),
        hero=hero,
    )
    standing = _Standing(plan)
    with nullcontext() if out is None else RunFolder(out, plan) as folder:
        if folder is not None:
            check_place(folder.path / REPORT, is_page)
            standing.restore(folder)
        try:
            if ray is None and standing.board.units < plan.units:
                compile_players(terminal, rules, plan.seats, plan.bots)
            _play(terminal, standing, folder, lambda: _crew(plan, jobs, ray))
        except KeyboardInterrupt as stop:
            with ending():
                _show(terminal, standing)
                code = "STOPPED_UNSAVED" if out is None else "STOPPED"
                raise ArenaError(code, done=standing.board.units, all=plan.units) from stop
        _show(terminal, standing)
        if folder is not None:
            _report(terminal, standing, folder.path / REPORT)


class _Standing:
    """What is known so far: the scores, and how long the players thought."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.board = Scoreboard(plan)
        self.paces = {name: Pace() for name in plan.names}

    def restore(self, folder: RunFolder) -> None:
        """Count what was played before."""
        for played in folder.lines():
            self.board.add(played)
        for times in read_times(folder.path):
            self._count(times)

    def add(self, played: Played) -> None:
        """Count the next unit."""
        self.board.add(msgspec.json.decode(played.result, type=DealLine))
        self._count(msgspec.json.decode(played.times, type=PaceLine))

    def _count(self, times: PaceLine) -> None:
        for name, pace in times.players.items():
            self.paces[name].merge(pace)


def _crew(plan: Plan, jobs: int, ray: str | None) -> Crew[Played]:
    if ray is not None:
        return OnRay(plan, ray)
    return Alone(plan) if jobs == 1 else Processes(plan, jobs)


def _play(
    terminal: Terminal, standing: _Standing, folder: RunFolder | None, hire: Callable[[], Crew[Played]]
) -> None:
    """Play what is left. The crew is hired only if there is something."""
    first = standing.board.units
    if first == standing.plan.units:
        terminal.say("tools.arena.complete", file=str(folder.path if folder else ""))
        return
    if first:
        terminal.say("tools.arena.going_on", done=first, all=standing.plan.units)
    with closing_in_the_end(hire()) as crew, _progress(terminal, standing) as advance:
        for played in play_plan(standing.plan, crew, first):
            if folder is not None:
                folder.append(played)
            standing.add(played)
            advance()


@contextmanager
def _progress(terminal: Terminal, standing: _Standing) -> Iterator[Callable[[], None]]:
    """A bar with the running result on a terminal; nothing elsewhere."""
    if not terminal.console.is_terminal:
        yield lambda: None
        return
    columns = (
        BarColumn(20),
        MofNCompleteColumn(),
        TimeRemainingColumn(compact=True),
        TextColumn("{task.description}", markup=False),
    )
    with Progress(*columns, console=terminal.console, transient=True) as progress:
        task = progress.add_task("", total=standing.plan.units, completed=standing.board.units)
        counted = 0.0

        def advance() -> None:
            nonlocal counted
            progress.advance(task)
            if time.monotonic() - counted >= _REFRESH:
                counted = time.monotonic()
                progress.update(task, description=running(standing.board))

        yield advance


def running(board: Scoreboard) -> str:
    """How it stands, in a few words: the one match, or the top of the ladder where there are several."""
    result = board.result(board.plan.matches[0])
    if result is not None and len(board.plan.matches) == 1:
        return f"{result.title}: {percent(result.games_won)}"
    return " > ".join(standing.name for standing in ladder(board)[:3])


def _show(terminal: Terminal, standing: _Standing) -> None:
    """The matches and the ladder as tables."""
    tr, plan, board = terminal.tr, standing.plan, standing.board
    if not board.units:
        return
    moves = sum(pace.moves for pace in standing.paces.values())
    seconds = sum(pace.seconds for pace in standing.paces.values())
    terminal.say(
        "tools.arena.summary",
        game=plan.game,
        deals=board.units,
        games=board.units * plan.games_per_unit,
        moves=tr.figure(moves),
        seconds=tr.figure(seconds, 1),
        seed=plan.seed,
    )
    grid = figures(
        tr("tools.arena.match"),
        *(tr(f"tools.arena.{key}") for key in ("deals", "difference", "games_won", "deals_won")),
    )
    for result in board.results():
        grid.add_row(
            result.title,
            str(result.deals),
            *(
                _stacked(tr.written(text))
                for text in (points(result.difference), percent(result.games_won), percent(result.deals_won))
            ),
        )
    terminal.show(grid)
    if plan.seats > 2:
        terminal.say("tools.arena.fair", share=tr.figure(100 * plan.fair_share, 1), seats=plan.seats)
    grid = figures(
        tr("tools.arena.player"),
        *(tr(f"tools.arena.{key}") for key in ("rating", "score", "median", "slow", "longest")),
    )
    for rated in ladder(board):
        pace = standing.paces[rated.name]
        grid.add_row(
            rated.name,
            tr.written(f"{rated.mu:.1f} ± {REACH * rated.sigma:.1f}"),
            tr.written(f"{board.mean_score(rated.name):.1f}"),
            *(tr.written(duration(pace.quantile(part))) for part in (0.5, 0.95)),
            tr.written(duration(pace.longest)),
        )
    terminal.show(grid, *lost_turns(tr, board.lost.rows()))


def _stacked(figures: str) -> Line:
    """A figure above its interval, which is quieter."""
    figure, _, interval = figures.partition(" [")
    return line(f"{figure}\n", marked(Style.SOFT, f"[{interval}"))


def _report(terminal: Terminal, standing: _Standing, path: Path) -> None:
    # Plotting is slow to load and only needed here.
    from korthus.arena.report import report

    html = report(standing.board, standing.paces, terminal.tr.language, terminal.tr)
    write_file(path, html.encode(), is_page)
    terminal.say("tools.arena.report", file=str(path))
