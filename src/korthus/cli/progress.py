"""How far a long job has come: in words where it goes on, and then by a bar on a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from korthus.cli.stopping import displayed
from korthus.cli.terminal import Terminal

#: Hears how many units are done, and how many there are.
Report = Callable[[int, int], None]


def say_standing(terminal: Terminal, file: Path, done: int, total: int) -> None:
    """Say that a kept job was done before, all of it or a part; nothing of a new one."""
    if done == total:
        terminal.say("tools.job.complete", file=str(file))
    elif done:
        terminal.say("tools.job.going_on", done=done, all=total)


@contextmanager
def progress_bar(console: Console, words: str = "", *, shown: bool = True) -> Iterator[Report]:
    """A bar with the time that is left, below what it is about, for as long as the work takes."""
    if not shown or not console.is_terminal:
        yield lambda done, total: None
        return
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(30),
        MofNCompleteColumn(),
        TimeRemainingColumn(compact=True),
    )
    with displayed(Progress(*columns[0 if words else 1 :], console=console, transient=True)) as progress:
        task = progress.add_task(words, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
