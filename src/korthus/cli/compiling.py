"""Compiling while somebody waits, with the time that is left."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from typing import Final

from rich.console import Console
from rich.text import Text as Line

from korthus.bots.warm import AT_RANDOM, Piece, cold, compile_all, compiled_levels
from korthus.cli.drawn import line
from korthus.cli.stopping import displayed
from korthus.cli.terminal import Terminal, make_console
from korthus.core.protocol import AnyGame
from korthus.kernels.brings import most_seats

#: Less than this is never said to be left, in seconds.
_SHORTEST: Final = 1.0


class Countdown:
    """The seconds that something still takes, about: they run down by themselves and never rise."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._from = math.inf
        self._pace = 1.0
        self._since = clock()

    def expect(self, seconds: float) -> None:
        """Set the seconds left. If there are more than were said, the count goes on more slowly."""
        said = self.left()
        self._from = min(said, max(seconds, _SHORTEST))
        self._pace = self._from / max(seconds, self._from)
        self._since = self._clock()

    def left(self) -> float:
        """Seconds that are left; endless as long as nobody has said."""
        return max(_SHORTEST, self._from - self._pace * (self._clock() - self._since))


class _Line:
    """What is being compiled and how long all of it will take, as it is whenever it is drawn."""

    def __init__(self, terminal: Terminal, piece: Piece, left: Countdown) -> None:
        self._terminal = terminal
        self._left = left
        self.piece = piece

    def __rich__(self) -> Line:
        tr = self._terminal.tr
        part = tr("tools.warm.at_random") if self.piece.part == AT_RANDOM else self.piece.part
        name = f"{tr(f'{self.piece.game}.title')}, {part}"
        return line(tr.text("tools.warm.piece", name=name, seconds=math.ceil(self._left.left())))


def players_pieces(game: AnyGame, seats: int, names: Iterable[str]) -> list[Piece]:
    """What some players need compiled at a table of that size, compiled already or not."""
    if seats > most_seats(game):
        return []  # they play on the rules
    return [Piece(game.name, level) for level in sorted({*names} & {*compiled_levels(game.name)})]


def compile_players(terminal: Terminal, game: AnyGame, seats: int, names: Iterable[str]) -> None:
    """Compile here what some players still need, so that their first move takes no longer than the others."""
    compile_here(terminal, cold(players_pieces(game, seats, names)))


def compile_here(terminal: Terminal, todo: Sequence[Piece], console: Console | None = None) -> None:
    """Compile pieces now and say how long all of it will take: a line that counts down on a terminal,
    elsewhere a line for each piece.

    It goes to stderr unless a console is given: it is not what the command was asked for.
    """
    notes = make_console(sys.stderr) if console is None else console
    counts = notes.is_terminal and not notes.is_dumb_terminal
    left = Countdown()
    with ExitStack() as shown:
        line: _Line | None = None
        for ahead in compile_all(todo):
            for piece in list(ahead)[:1]:
                left.expect(max(ahead.values()))
                if line is not None:
                    line.piece = piece
                else:
                    line = _Line(terminal, piece, left)
                    if counts:
                        shown.enter_context(displayed(notes.status(line)))
                if not counts:
                    notes.print(line)
