"""``korthus run``: games without a screen, one JSON line each, and a summary."""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table as Grid

import korthus
from korthus.arena.batch import Batch, GameLine, cycle, run_batch
from korthus.arena.learning import Lessons
from korthus.arena.script import Script, ScriptError, read_script
from korthus.arena.summary import Tally
from korthus.cli.errors import Refused
from korthus.cli.folders import read_file
from korthus.cli.setup import settings as read_settings
from korthus.cli.terminal import Terminal, make_console

#: A seed that nobody chose is short enough to be typed.
_SEED_BITS: Final = 32


def run_batch_command(
    terminal: Terminal,
    game_name: str | None = None,
    *,
    preset: str | None = None,
    settings: Sequence[str] = (),
    seats: int | None = None,
    script: Path | None = None,
    seed: int | None = None,
    games: int = 1,
    bots: Sequence[str] = (),
    jobs: int = 1,
    out: Path | None = None,
    rotate: bool = False,
    records: bool = False,
    memory: Path | None = None,
) -> None:
    """Play games and write a line for each, to ``out`` or to the terminal; then say how it went.

    The summary goes where the lines do not: to the terminal beside a file, else to the error stream.

    Args:
        game_name: may be left out if the script names its game.
        settings: ``option=value`` pairs; they win over those of the script.
        bots: the players, repeated over the seats. Without a script, ``random`` if none is given.
        rotate: give every player every seat in turn.
        records: put the record of each game into its line.
        memory: where the one player that learns keeps what it knows; the games are then played in order.

    Raises:
        KorthusError: something cannot be set up, or the script does not fit the game.
    """
    steps = None if script is None else read_script(read_file(script))
    name, preset, options = _game_asked_for(game_name, preset, settings, steps)
    game = korthus.game(name, preset, **options)
    if seats is None:
        seats = game.min_seats if steps is None or steps.seats is None else steps.seats
    if seed is None:
        seed = secrets.randbits(_SEED_BITS) if steps is None or steps.seed is None else steps.seed
    names = tuple(bots) or (("random",) if steps is None else ())
    batch = Batch(
        game=game,
        preset=preset,
        seats=seats,
        players=cycle(names, seats),
        seed=seed,
        games=games,
        rotate=rotate,
        script=steps,
        records=records,
    )
    lessons = None if memory is None else Lessons(batch, memory)
    if lessons is not None and jobs != 1:
        raise Refused("MEMORY_IN_ORDER")
    notes = make_console(sys.stderr) if out is None else terminal.console
    tally = Tally(batch.players or tuple(f"player {seat + 1}" for seat in range(seats)))
    began = time.perf_counter()
    position = None
    with _lines(terminal, out) as write, _progress(notes, games, shown=out is not None) as advance:
        for line in run_batch(batch, jobs) if lessons is None else _lessons(lessons, memory):
            write(line.encode().decode() + "\n")
            tally.add(line)
            position = line.position
            advance()
    if position is not None:
        notes.print(f"The script ends here: {position}", markup=False, soft_wrap=True)
    _summarise(notes, batch, tally, time.perf_counter() - began)
    if lessons is not None:
        notes.print(f"{lessons.learner.name}: {lessons.learner.report()}", markup=False, soft_wrap=True)


def _game_asked_for(
    name: str | None, preset: str | None, settings: Sequence[str], script: Script | None
) -> tuple[str, str | None, dict[str, object]]:
    """The game, preset and options of the command line and the script together."""
    options: dict[str, object] = dict(read_settings(settings))
    if script is not None:
        if name is not None and script.game not in (None, name):
            raise ScriptError(
                "WRONG_GAME", "The script is for {script}, not for {game}.", script=script.game, game=name
            )
        name = name or script.game
        preset = preset or script.preset
        options = {**script.options, **options}
    if name is None:
        raise ScriptError("NO_GAME", "Name a game: neither the command nor the script does.")
    return name, preset, options


def _lessons(lessons: Lessons, memory: Path | None) -> Iterator[GameLine]:
    try:
        yield from lessons.play()
    except OSError as error:
        raise Refused("FILE_TROUBLE", file=str(memory), trouble=error.strerror or str(error)) from error


@contextmanager
def _lines(terminal: Terminal, out: Path | None) -> Iterator[Callable[[str], object]]:
    """Where the lines go."""
    if out is None:
        yield terminal.console.file.write
        return
    try:
        file: TextIO = out.open("w", encoding="utf-8")
    except OSError as error:
        raise Refused("FILE_TROUBLE", file=str(out), trouble=error.strerror or str(error)) from error
    with file:
        yield file.write


@contextmanager
def _progress(console: Console, games: int, *, shown: bool) -> Iterator[Callable[[], None]]:
    """A bar on a terminal; nothing elsewhere, and nothing between lines that go to the same terminal."""
    if not shown or not console.is_terminal:
        yield lambda: None
        return
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("games", total=games)
        yield lambda: progress.advance(task)


def _summarise(console: Console, batch: Batch, tally: Tally, seconds: float) -> None:
    last = batch.seed + batch.games - 1
    seeds = f"seed {batch.seed}" if batch.games == 1 else f"seeds {batch.seed} to {last}"
    rate = tally.moves / seconds if seconds > 0 else 0.0
    console.print(
        f"{batch.game.name}: {tally.games} games ({seeds}), {tally.moves} moves in {seconds:.2f} s, "
        f"{rate:,.0f} moves per second",
        markup=False,
        soft_wrap=True,
    )
    if not tally.finished:
        return
    grid = Grid(box=box.SIMPLE_HEAD, header_style="quiet", pad_edge=False)
    grid.add_column("player")
    for heading in ("wins", "shared", "mean score", "± error", "spread"):
        grid.add_column(heading, justify="right")
    for number, player in enumerate(tally.players(), 1):
        grid.add_row(
            f"{number} {escape(player.name)}",
            f"{player.wins} ({100 * player.wins / player.games:.1f} %)",
            str(player.shared),
            f"{player.mean:.2f}",
            f"{player.error:.2f}",
            f"{player.spread:.2f}",
        )
    console.print(grid)
