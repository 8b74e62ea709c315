"""``korthus puzzles``: find the one best action, one position after the other; and how puzzles are made."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Final

from korthus.arena.errors import ArenaError
from korthus.arena.kept import KeptJob, kept_seed
from korthus.cli.command import command
from korthus.cli.commands.shelf import title
from korthus.cli.errors import Refused
from korthus.cli.options import BatchSeed, GameName, option
from korthus.cli.progress import progress_bar
from korthus.cli.puzzle_memory import Memory
from korthus.cli.setup import NAMES
from korthus.cli.stopping import held
from korthus.cli.terminal import Leave, Terminal
from korthus.cli.turn import Turn
from korthus.core.errors import KorthusError
from korthus.core.protocol import Action, View
from korthus.core.spans import marked
from korthus.core.styles import Style
from korthus.puzzles.judge import Verdict, judge
from korthus.puzzles.kept import count_puzzles, keep_puzzles
from korthus.puzzles.maker import Maker, plan_for
from korthus.puzzles.puzzle import Plan, Puzzle, view_of
from korthus.puzzles.shelf import Shelf, puzzle_of_the_day, shelf_of
from korthus.screens.load import screen_of

_DAY: Final = 86_400
#: What ends the puzzles, and what shows the answer.
_LEAVE: Final = frozenset({"q", "quit"})
_SHOW: Final = frozenset({"s", "solution"})


@command("puzzles", examples=("korthus puzzles", "korthus puzzles mulle"), draws=True)
def puzzles_command(
    terminal: Terminal, game: Annotated[str | None, option("puzzles.arg.game")] = None, /
) -> None:
    """Show puzzles of a game until the person leaves; without a game, the one of the day.

    Raises:
        KorthusError: the game has no puzzles, or what is remembered cannot be read or written.
    """
    memory = Memory()
    if game is None:
        day = int(time.time()) // _DAY
        name, puzzle = puzzle_of_the_day(day)
        terminal.say("puzzles.daily", game=title(terminal, name))
        _Question(terminal, shelf_of(name), puzzle, memory, day).ask()
        return
    shelf = shelf_of(game.lower())
    while True:
        puzzle = shelf.nearest(memory.person.rating, memory.seen)
        if not _Question(terminal, shelf, puzzle, memory, None).ask():
            return
        terminal.blank()


class _Question:
    """One puzzle at a terminal."""

    def __init__(
        self, terminal: Terminal, shelf: Shelf, puzzle: Puzzle, memory: Memory, day: int | None
    ) -> None:
        self._terminal, self._shelf, self._puzzle = terminal, shelf, puzzle
        self._memory, self._day = memory, day
        self._screen = screen_of(shelf.game)

    def ask(self) -> bool:
        """Show it and wait for an answer; whether the person wants to go on."""
        game, terminal = self._shelf.game, self._terminal
        view = view_of(game, self._puzzle)
        assert view.seat is not None
        terminal.say("puzzles.number", id=self._puzzle.id, rating=self._puzzle.rating)
        terminal.show(self._screen.table(view, terminal.tr, NAMES[: self._shelf.plan.seats]))
        terminal.say("puzzles.question")
        turn = Turn(terminal, game, self._screen, view, view.seat)
        turn.show()
        while True:
            try:
                line = terminal.ask()
            except Leave:
                return False
            if line.lower() in _LEAVE:
                return False
            try:
                action = self._best() if line.lower() in _SHOW else turn.read(line) if line else None
                if action is None:
                    turn.show()
                    continue
                verdict = judge(game, self._puzzle, str(action))
            except KorthusError as error:
                terminal.refuse(error)
                continue
            self._tell(verdict, view, shown=line.lower() in _SHOW)
            return True

    def _best(self) -> Action:
        best: Action = self._shelf.game.parse(self._puzzle.best)
        return best

    def _tell(self, verdict: Verdict, view: View, *, shown: bool) -> None:
        """What the answer is worth, and what it does to the person's rating."""
        terminal, plan, puzzle = self._terminal, self._shelf.plan, self._puzzle
        tr = terminal.tr
        best = self._screen.action(self._best(), view, tr)
        unit = f"puzzles.unit.{plan.unit}"
        if verdict.right and not shown:
            gap = tr.number(puzzle.gap)
            terminal.say("puzzles.right", gap=gap, unit=tr(unit, n=gap))
        else:
            terminal.show(tr.text("puzzles.best") + " " + marked(Style.STRONG, best))
            if not verdict.right:
                key = "puzzles.cost" if verdict.cost is not None else "puzzles.cost_least"
                cost = tr.number(verdict.least if verdict.cost is None else verdict.cost)
                terminal.say(key, cost=cost, unit=tr(unit, n=cost))
        margin = tr.number(plan.margin)
        terminal.say(
            f"puzzles.proof.{plan.kind}",
            n=tr.number(plan.simulations or 0),
            margin=margin,
            unit=tr(unit, n=margin),
        )
        if self._memory.answer(puzzle, right=verdict.right and not shown, day=self._day):
            person = self._memory.person
            terminal.say("puzzles.standing", rating=round(person.rating), streak=person.streak)
        else:
            terminal.say("puzzles.seen_before")


@command(
    "puzzles make", about="puzzles.make", examples=("korthus puzzles make mus --count 5 --out mus.jsonl",)
)
def make_command(
    terminal: Terminal,
    game: GameName,
    /,
    *,
    out: Annotated[Path, option("puzzles.arg.out")],
    count: Annotated[int, option("puzzles.arg.count")] = 50,
    seed: BatchSeed = None,
) -> None:
    """Play games and prove positions of them until a file has ``count`` puzzles.

    Args:
        out: a file that is new, or that the same command began: then what is left is made.

    Raises:
        KorthusError: there is no such game, the file cannot be used, or the work was stopped.
    """
    if count < 1:
        raise Refused("BAD_AMOUNT")
    kept = kept_seed(out, Plan)
    plan = plan_for(game.lower(), seed if seed is not None else 1 if kept is None else kept)
    with keep_puzzles(out, plan) as job:
        made = count_puzzles(job, plan.seed)
        if made:
            terminal.say("puzzles.going_on", made=made, games=job.done)
        try:
            made = _make(terminal, Maker(plan), job, made, count)
        except KeyboardInterrupt as stop:
            raise ArenaError("STOPPED", done=count_puzzles(job, plan.seed), all=count) from stop
        terminal.say("puzzles.made", made=made, games=job.done, file=str(out))


def _make(terminal: Terminal, maker: Maker, job: KeptJob, made: int, count: int) -> int:
    """Make what is left; a game that is being looked through is given up when somebody stops it."""
    with progress_bar(terminal.console) as report, held() as check:
        report(made, count)
        while made < count:
            found = maker.play(job.done, check)
            job.append(found.encode())
            made += len(found.puzzles)
            report(min(made, count), count)
            check()
    return made
