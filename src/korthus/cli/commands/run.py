"""``korthus run``: games without a screen, one JSON line each, and a summary."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

from rich.console import Console

from korthus.arena.batch import Batch, GameLine, cycle, run_batch
from korthus.arena.batch_file import BatchPlan, keep_batch
from korthus.arena.budgets import budget_of
from korthus.arena.errors import ArenaError
from korthus.arena.kept import KeptJob, decode_game, kept_seed
from korthus.arena.learning import Lessons
from korthus.arena.script import Script, ScriptError, read_script
from korthus.arena.summary import Tally
from korthus.cli.command import command
from korthus.cli.compiling import compile_players
from korthus.cli.errors import Refused
from korthus.cli.folders import file_trouble, read_file
from korthus.cli.grids import figures
from korthus.cli.lost_turns import lost_turns
from korthus.cli.options import (
    BatchSeed,
    BudgetMs,
    Games,
    Jobs,
    Memory,
    Preset,
    Ray,
    Seats,
    Settings,
    Simulations,
    option,
)
from korthus.cli.progress import progress_bar, say_standing
from korthus.cli.setup import new_seed
from korthus.cli.setup import settings as read_settings
from korthus.cli.stopping import ending, held
from korthus.cli.terminal import Terminal, make_console
from korthus.games.catalogue import game_with
from korthus.locale import Translator


@command("run", examples=("korthus run mulle --games 10 --bots greedy,random --out games.jsonl",))
def run_command(
    terminal: Terminal,
    game: Annotated[str | None, option("common.cli.arg.game_or_script")] = None,
    /,
    *,
    script: Annotated[Path | None, option("common.cli.arg.script")] = None,
    seed: BatchSeed = None,
    games: Games = 1,
    bots: Annotated[str, option("common.cli.arg.bots")] = "",
    seats: Seats = None,
    budget_ms: BudgetMs = None,
    simulations: Simulations = None,
    jobs: Jobs = 1,
    ray: Ray = None,
    out: Annotated[Path | None, option("common.cli.arg.out")] = None,
    rotate: Annotated[bool, option("common.cli.arg.rotate")] = False,
    records: Annotated[bool, option("common.cli.arg.records")] = False,
    memory: Memory = None,
    preset: Preset = None,
    settings: Settings = (),
) -> None:
    """Play games and write a line for each, to ``out`` or to the terminal; then say how it went.

    Args:
        game: may be left out if the script names its game.
        settings: ``option=value`` pairs; they win over those of the script.
        bots: the players with commas between them, repeated over the seats. Without a script, ``random`` if
            none is given.
        rotate: give every player every seat in turn.
        records: put the record of each game into its line.
        out: a file that is new, or that the same command began: then what is left is played.
        ray: the address of a Ray cluster that plays instead of ``jobs`` processes.
        memory: where the one player that learns keeps what it knows; the games are then played in order.

    Raises:
        KorthusError: something cannot be set up, the script does not fit the game, or the run was stopped.
    """
    steps = None if script is None else read_script(read_file(script))
    name, preset, options = _game_asked_for(game, preset, settings, steps)
    playing = game_with(name, preset, options)
    if seats is None:
        seats = playing.min_seats if steps is None or steps.seats is None else steps.seats
    names = tuple(word.strip() for word in bots.split(",") if word.strip())
    batch = Batch(
        game=playing,
        preset=preset,
        seats=seats,
        players=cycle(names or (("random",) if steps is None else ()), seats),
        seed=_seed(out, steps) if seed is None else seed,
        games=games,
        budget=budget_of(budget_ms, simulations),
        rotate=rotate,
        script=steps,
        records=records,
    )
    lessons = None if memory is None else _lessons(batch, memory)
    if lessons is not None and (jobs != 1 or ray is not None):
        raise Refused("MEMORY_IN_ORDER")
    _run_batch(terminal, _Run(batch, jobs, ray, lessons), out, memory)


def _run_batch(terminal: Terminal, run: _Run, out: Path | None, memory: Path | None) -> None:
    """Play what is left of a batch, and say how it went, also when it is stopped.

    The summary goes where the lines do not: to the terminal beside a file, else to the error stream.
    """
    notes = make_console(sys.stderr) if out is None else terminal.console
    with nullcontext() if out is None else keep_batch(out, run.batch, memory) as job:
        if job is not None:
            run.restore(job)
            say_standing(terminal, job.path, job.done, run.batch.games)
        began, before = time.perf_counter(), run.tally.moves
        try:
            run.compile(terminal)
            began = time.perf_counter()
            _play(terminal, notes, run, job)
        except KeyboardInterrupt as stop:
            with ending():
                _summarise(notes, terminal.tr, run, before, time.perf_counter() - began)
                code = "STOPPED_UNSAVED" if job is None else "STOPPED"
                raise ArenaError(code, done=run.tally.games, all=run.batch.games) from stop
    if run.position is not None:
        notes.print(terminal.tr("tools.run.ends", position=run.position), soft_wrap=True)
    _summarise(notes, terminal.tr, run, before, time.perf_counter() - began)
    if run.lessons is not None:
        learner = run.lessons.learner
        notes.print(f"{learner.name}: {learner.report()}", soft_wrap=True)


def _lessons(batch: Batch, memory: Path) -> Lessons:
    with file_trouble(memory):
        return Lessons(batch, memory)


class _Run:
    """A batch that is being played: what is left of it, and how it went so far."""

    def __init__(self, batch: Batch, jobs: int, ray: str | None, lessons: Lessons | None) -> None:
        self.batch = batch
        self._jobs, self._ray = jobs, ray
        self.lessons = lessons
        self.tally = Tally(batch.players or tuple(f"player {seat + 1}" for seat in range(batch.seats)))
        #: Where the script left the last game, if that is not over.
        self.position: str | None = None

    def restore(self, job: KeptJob) -> None:
        """Count what was played before."""
        for number, line in enumerate(job.lines()):
            self.add(decode_game(job.path, GameLine, self.batch.seed, line, number))

    def add(self, line: GameLine) -> None:
        """Count a game."""
        self.tally.add(line)
        self.position = line.position

    def compile(self, terminal: Terminal) -> None:
        """Have the players compiled before the clock starts, unless they play elsewhere."""
        if self._ray is None and self.tally.games < self.batch.games:
            compile_players(terminal, self.batch.game, self.batch.seats, self.batch.players)

    def lines(self) -> Iterator[GameLine]:
        """Play what is left."""
        if self.lessons is None:
            if self.tally.games < self.batch.games:
                yield from run_batch(self.batch, self._jobs, self.tally.games, self._ray)
            return
        with file_trouble(self.lessons.memory):
            yield from self.lessons.play(self.tally.games)


def _seed(out: Path | None, script: Script | None) -> int:
    """The seed of a batch that goes on, or of its script, or one that nobody knows."""
    kept = None if out is None else kept_seed(out, BatchPlan)
    if kept is not None:
        return kept
    return new_seed() if script is None or script.seed is None else script.seed


def _play(terminal: Terminal, notes: Console, run: _Run, job: KeptJob | None) -> None:
    """Play what is left. A game that a player learns from is finished before the run is stopped."""
    shown = job is not None or not terminal.console.is_terminal
    with (
        progress_bar(notes, shown=shown) as report,
        held() if run.lessons is not None else nullcontext(lambda: None) as check,
    ):
        report(run.tally.games, run.batch.games)
        for line in run.lines():
            if job is None:
                terminal.console.file.write(line.encode().decode() + "\n")
            else:
                job.append(line.encode())
            run.add(line)
            report(run.tally.games, run.batch.games)
            check()


def _game_asked_for(
    name: str | None, preset: str | None, settings: Sequence[str], script: Script | None
) -> tuple[str, str | None, dict[str, object]]:
    """The game, preset and options of the command line and the script together."""
    options: dict[str, object] = dict(read_settings(settings))
    if script is not None:
        if name is not None and script.game not in (None, name):
            raise ScriptError(
                "WRONG_SCRIPT_GAME",
                "The script is for {script}, not for {game}.",
                script=script.game,
                game=name,
            )
        name = name or script.game
        preset = preset or script.preset
        options = {**script.options, **options}
    if name is None:
        raise ScriptError("NO_GAME", "Name a game: neither the command nor the script does.")
    return name, preset, options


def _summarise(notes: Console, tr: Translator, run: _Run, before: int, seconds: float) -> None:
    """How it went; ``before`` moves were made earlier, in other seconds."""
    batch, tally = run.batch, run.tally
    now = tally.moves - before
    rate = now / seconds if seconds > 0 else 0.0
    pace = {"seconds": tr.written(f"{seconds:.2f}"), "rate": tr.figure(rate)}
    said = tr(
        f"tools.run.{'kept' if before else 'done'}{'' if tally.games <= 1 else '_many'}",
        game=batch.game.name,
        games=tally.games,
        first=batch.seed,
        last=batch.seed + tally.games - 1,
        moves=tally.moves,
        **pace,
    )
    notes.print(said, soft_wrap=True)
    if before and now:
        notes.print(tr("tools.run.pace", moves=now, **pace), soft_wrap=True)
    if not tally.finished:
        return
    keys = ("run.wins", "run.shared", "simulate.mean", "simulate.error", "simulate.spread")
    grid = figures(tr("tools.arena.player"), *(tr(f"tools.{key}") for key in keys))
    for number, player in enumerate(tally.players(), 1):
        grid.add_row(
            f"{number} {player.name}" if batch.players else str(number),
            tr.written(f"{player.wins} ({100 * player.wins / player.games:.1f} %)"),
            str(player.shared),
            tr.written(f"{player.mean:.2f}"),
            tr.written(f"{player.error:.2f}"),
            tr.written(f"{player.spread:.2f}"),
        )
    notes.print(grid, *lost_turns(tr, tally.lost.rows()), sep="\n")
