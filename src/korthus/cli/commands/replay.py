"""``korthus replay``: a recorded game, step by step, forward and back."""

from __future__ import annotations

from typing import Annotated

from korthus.cli.command import command
from korthus.cli.errors import Refused
from korthus.cli.folders import read_file
from korthus.cli.options import RecordFile, option
from korthus.cli.terminal import Leave, Terminal
from korthus.core.errors import InvalidRecord
from korthus.core.protocol import CHANCE
from korthus.core.record import Record, decode_record
from korthus.core.spans import marked, text
from korthus.core.styles import Style
from korthus.screens.base import Screen
from korthus.screens.load import screen_of
from korthus.screens.marked import read_refusal
from korthus.table.reopen import is_gone
from korthus.table.replay import Replay


@command("replay", examples=("korthus replay game.json", "korthus replay game.json --from 2"), draws=True)
def replay_command(
    terminal: Terminal,
    file: RecordFile,
    /,
    *,
    from_seat: Annotated[int | None, option("common.cli.arg.from", "--from")] = None,
) -> None:
    """Show a record: on a terminal one step at a time, through a pipe all of them.

    Args:
        from_seat: see only what this seat saw (counted from 1). Without it nothing is hidden: the table is
            drawn for whoever is to act.

    Raises:
        InvalidRecord: the file is no record, or the rules do not lead where it says. Where the package that
            brought the game is gone, the moves are listed instead.
        Refused: there is no such file or seat.
    """
    record = decode_record(read_file(file))
    try:
        replay = Replay(record)
    except InvalidRecord as error:
        if not is_gone(error):
            raise
        show_moves(terminal, record, error)
        return
    seats = len(replay.names)
    if from_seat is not None and not 1 <= from_seat <= seats:
        raise Refused("BAD_SEAT", seat=from_seat, seats=seats)
    show = Showing(terminal, replay, screen_of(replay.game), None if from_seat is None else from_seat - 1)
    if terminal.live:
        show.converse()
    else:
        show.everything()


def show_moves(terminal: Terminal, record: Record, why: InvalidRecord) -> None:
    """List a record's actions as they are written, because its game cannot be set up."""
    terminal.show(text(marked(Style.REFUSED, read_refusal(why, terminal.tr))))
    for step, entry in enumerate(record.actions, 1):
        who = terminal.tr("common.chance") if entry.seat == "deal" else record.seats[entry.seat].name
        played = f"{who}: {entry.text}"
        terminal.say("tools.replay.step", step=step, last=len(record.actions), action=played)
    if record.outcome is not None:
        names = (seat.name for seat in record.seats)
        scores = (f"{name} {score}" for name, score in zip(names, record.outcome.scores, strict=True))
        terminal.say("tools.replay.scores", scores=", ".join(scores))


class Showing:
    """A replay at a terminal; ``seat`` is whose eyes it is seen through, None for everybody's."""

    def __init__(self, terminal: Terminal, replay: Replay, screen: Screen, seat: int | None) -> None:
        self._terminal = terminal
        self._replay = replay
        self._screen = screen
        self._seat = seat

    def everything(self) -> None:
        """Show all steps, one below the other."""
        self.draw()
        while self._replay.forward():
            self.draw()

    def converse(self) -> None:
        """Show a step, ask which one comes next, and so on until the person leaves."""
        self.draw()
        while True:
            try:
                word = self._terminal.ask(self._terminal.tr("tools.replay.prompt")).lower()
            except Leave:
                return
            if word in ("q", "quit", "exit"):
                return
            if self._move(word):
                self.draw()

    def _move(self, word: str) -> bool:
        """Go where a word says; whether there is anything new to draw."""
        replay = self._replay
        if word in ("", "n"):
            moved = replay.forward()
        elif word == "p":
            moved = replay.back()
        elif word.isdecimal() and len(word) < 9:
            replay.goto(int(word))
            moved = True
        else:
            self._terminal.say("tools.replay.help", last=len(replay))
            return False
        if not moved:
            self._terminal.say("tools.replay.end" if replay.step else "tools.replay.start")
        return moved

    def draw(self) -> None:
        """The step: what was played, what came of it, and the table after it."""
        terminal, replay = self._terminal, self._replay
        terminal.fresh()
        terminal.say("tools.replay.step", step=replay.step, last=len(replay), action=self._played())
        for event in replay.all_events() if self._seat is None else replay.events(self._seat):
            # Without a seat nothing is hidden: a private fact is told as its own seat heard it.
            seat = event.audience if self._seat is None else self._seat
            sentence = self._screen.event(event, terminal.tr, replay.names, seat)
            if sentence is None:
                continue
            if self._seat is None and seat is not None:
                sentence = text(marked(Style.SOFT, f"{replay.names[seat]}:"), " ", sentence)
            terminal.show("  " + sentence)
        terminal.show(self._screen.table(replay.view(self._eyes()), terminal.tr, replay.names))
        outcome = replay.game.outcome(replay.state)
        if outcome is not None:
            scores = ", ".join(
                f"{name} {score}" for name, score in zip(replay.names, outcome.scores, strict=True)
            )
            terminal.say("tools.replay.scores", scores=scores)

    def _eyes(self) -> int | None:
        """Who the table is drawn for: the seat asked for, else the one to act, else the one who just did."""
        if self._seat is not None:
            return self._seat
        for seat in (self._replay.game.to_act(self._replay.state), self._replay.actor):
            if seat is not None and seat != CHANCE:
                return seat
        return None

    def _played(self) -> str:
        """The action of this step in words. A seat is not shown the notation of what it may not know."""
        replay, tr = self._replay, self._terminal.tr
        actor = replay.actor
        if actor is None:
            return tr("tools.replay.nothing")
        who = tr("common.chance") if actor == CHANCE else replay.names[actor]
        if self._seat in (None, actor):
            return f"{who}: {replay.action}"
        return who
