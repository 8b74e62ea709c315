"""``korthus train``: self-play, teaching, a match against the shipped numbers, and a file of numbers."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

import msgspec
from rich.console import Console

from korthus.arena.hiring import check_jobs
from korthus.cli.command import command
from korthus.cli.drawn import line
from korthus.cli.folders import is_there
from korthus.cli.options import GameName, Jobs, option
from korthus.cli.progress import progress_bar
from korthus.cli.setup import make_game
from korthus.cli.stopping import held
from korthus.cli.terminal import Terminal, make_console
from korthus.learn.errors import LearnError
from korthus.learn.progress import Tell
from korthus.locale import Translator
from korthus.solve.core.errors import SolveError

if TYPE_CHECKING:
    from korthus.learn.brings import Course
    from korthus.learn.pipeline import Report, Training

#: The most of anything that is counted.
_MOST: Final = 10_000_000
#: Seconds between two lines on how far it is, where there is no terminal to draw a bar on.
_EACH: Final = 30.0

_Device = Literal["auto", "cpu", "cuda"]


@command(
    "train",
    about="tools.train.about",
    examples=(
        "korthus train kachuful --out seat --steps 20 --gate 0",
        "korthus train kachuful --out seat --steps 20 --gate 0 --jobs 2",
    ),
)
def train_command(
    terminal: Terminal,
    game: GameName,
    /,
    *,
    out: Annotated[Path, option("tools.train.arg.out")],
    course: Annotated[str | None, option("tools.train.arg.course")] = None,
    games: Annotated[int | None, option("tools.train.arg.games")] = None,
    epochs: Annotated[int | None, option("tools.train.arg.epochs")] = None,
    steps: Annotated[int | None, option("tools.train.arg.steps")] = None,
    simulations: Annotated[int | None, option("tools.train.arg.simulations")] = None,
    gate: Annotated[int | None, option("tools.train.arg.gate")] = None,
    seed: Annotated[int, option("tools.train.arg.seed")] = 1,
    jobs: Jobs = 1,
    device: Annotated[_Device, option("tools.train.arg.device")] = "auto",
) -> None:
    """Train a player, or go on with it; the last line on stdout is the report as JSON.

    Args:
        out: the folder of the training; it is new, or that of the same command.
        gate: deals of the match against the numbers that players use now; 0 for no match.

    Raises:
        KorthusError: something cannot be set up, failed, or was stopped.
    """
    from korthus.learn.brings import course_of  # these load NumPy and the compiler
    from korthus.learn.pipeline import Training, sum_of_numbers
    from korthus.learn.run_folder import TrainFolder, TrainPlan, result_of

    playing = make_game(game, None, ())
    name, taught = course_of(playing.name, course)
    rounds = _rounds(name, taught, {"epochs": epochs, "steps": steps})
    if games is not None and not taught.usual.games:
        raise LearnError("NO_SELF_PLAY", course=name)
    check_jobs(jobs)
    plan = TrainPlan(
        game=playing.name,
        course=name,
        rules_version=playing.rules_version,
        games=_amount("--games", games, taught.usual.games, low=min(1, taught.usual.games)),
        rounds=_amount(f"--{taught.counts}", rounds, taught.usual.rounds),
        simulations=_amount("--simulations", simulations, taught.usual.simulations),
        deals=_amount("--gate", gate, taught.usual.deals, low=0),
        seed=_amount("--seed", seed, 1),
        against=sum_of_numbers(taught, playing.name, name),
    )
    if plan.deals == 1:  # a single deal has no interval
        raise LearnError("ONE_DEAL")
    finished = is_there(result_of(out, plan).with_suffix(".json"))  # shown without its libraries, too
    where = "" if finished else _device(playing.name, name, taught, device)
    with TrainFolder(out, plan) as folder:
        training = Training(plan, taught, folder)
        report = training.finished()
        notes = make_console(sys.stderr)
        if report is None:
            report = training.run(jobs, where, _Watcher(notes, terminal.tr))
        else:
            _say(notes, terminal.tr, "tools.train.complete", file=str(folder.path))
        _conclude(notes, terminal.tr, report, training)
    print(msgspec.json.encode(report).decode(), flush=True)


def _rounds(name: str, course: Course, given: dict[str, int | None]) -> int | None:
    """How many rounds were asked for, in the word of the course."""
    for word, number in given.items():
        if number is not None and word != course.counts:
            raise LearnError("OTHER_COUNT", course=name, counts=course.counts, option=f"--{word}")
    return given[course.counts]


def _amount(name: str, given: int | None, usual: int, low: int = 1) -> int:
    number = usual if given is None else given
    if not low <= number <= _MOST:
        raise LearnError("TRAIN_AMOUNT", option=name, low=low, high=_MOST)
    return number


def _device(game: str, name: str, course: Course, asked: _Device) -> str:
    """Where the course learns: a graphics card if it can use one and there is one, unless somebody says.

    Raises:
        MissingExtra: its libraries are not installed.
        LearnError: the course learns on the processor.
        SolveError: there is no graphics card.
    """
    from korthus.learn.pipeline import check_course  # loads the compiler

    check_course(course, game)
    if not course.needs:
        if asked == "cuda":
            raise LearnError("ONLY_CPU", course=name)
        return "cpu"
    import torch  # the course needs it, and it is there

    there = torch.cuda.is_available()
    if asked == "cuda" and not there:
        raise SolveError("NO_DEVICE", device=asked)
    return "cuda" if there and asked != "cpu" else "cpu"


class _Watcher:
    """See ``Watcher``: a bar on a terminal, a line now and then elsewhere, both on stderr."""

    def __init__(self, notes: Console, tr: Translator) -> None:
        self._notes, self._tr = notes, tr

    @contextmanager
    def stage(self, name: str) -> Iterator[Tell]:
        """See ``Watcher.stage``."""
        words = self._tr(f"tools.train.stage.{name}")
        with progress_bar(self._notes, words) as bar:
            yield bar if self._notes.is_terminal else _Lines(self._notes, self._tr, words)

    def held(self) -> AbstractContextManager[Callable[[], None]]:
        """See ``Watcher.held``."""
        return held()


class _Lines:
    """Says how far a stage is and how long it will take: at its beginning, at its end, and now and then."""

    def __init__(self, notes: Console, tr: Translator, words: str) -> None:
        self._notes, self._tr, self._words = notes, tr, words
        self._began = self._said = time.monotonic()
        self._first: int | None = None

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        begins = self._first is None
        if self._first is None:
            self._first = done
        if not begins and done < total and now - self._said < _EACH:
            return
        self._said = now
        where = {"stage": self._words, "done": done, "all": total}
        if self._first < done < total:
            left = (now - self._began) / (done - self._first) * (total - done)
            minutes = self._tr.written(f"{left / 60:.1f}")
            _say(self._notes, self._tr, "tools.train.left", **where, minutes=minutes)
        elif total:
            _say(self._notes, self._tr, "tools.train.standing", **where)


def _say(notes: Console, tr: Translator, key: str, **params: object) -> None:
    notes.print(line(tr.text(key, **params)), soft_wrap=True)


def _conclude(notes: Console, tr: Translator, report: Report, training: Training) -> None:
    """What the training came to, in sentences."""
    if report.losses is not None:
        figures = ", ".join(f"{name} {value:g}" for name, value in report.losses.figures.items())
        _say(notes, tr, "tools.train.losses", round=report.losses.round, figures=figures)
    gate = report.gate
    if gate is None:
        _say(notes, tr, "tools.train.no_gate")
    else:
        value, low, high = (tr.written(f"{number:+.2f}") for number in gate.ahead)
        ahead = f"{value} [{low}, {high}]"
        key = f"tools.train.verdict.{gate.verdict.replace(' ', '_')}"
        _say(notes, tr, key, ahead=ahead, deals=gate.deals, games=gate.games)
    file = training.folder.result
    _say(notes, tr, "tools.train.written", file=str(file), size=report.bytes, folder=str(file.parent))
