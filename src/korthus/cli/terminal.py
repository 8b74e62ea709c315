"""Where words come out and lines come in: a real terminal, or a pipe.

Through a pipe there are no colours and no cursor control, and each line that was read is written back after
its prompt, so that the output reads like the conversation it was.
"""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext, suppress
from importlib import import_module
from typing import Final, TextIO

from rich.console import Console, RenderableType

from korthus.cli.drawn import line, shown
from korthus.cli.letters import has_suits, write_letters
from korthus.cli.paper import Paper
from korthus.cli.stopping import Terminated, displayed
from korthus.core.errors import KorthusError
from korthus.core.spans import Part, Text, marked
from korthus.core.styles import Style
from korthus.locale import Translator
from korthus.screens.drawing import Drawing, Ends, Frame, Grid
from korthus.screens.marked import read_refusal

#: The longest line that is looked at; more than any action or command needs.
MAX_LINE: Final = 2_000
#: The width of the table when nobody says how wide the terminal is.
_WIDTH: Final = 80
#: What screens give; everything else that is shown is Rich's.
_OURS: Final = (Text, Grid, Ends, Frame, tuple)


class Leave(Exception):
    """The person is gone: the input has ended, or Ctrl-C was pressed."""


def make_console(stream: TextIO, *, ascii_only: bool = False) -> Console:
    """A console that draws for people on a terminal, and plain text of a fixed width elsewhere.

    What the stream's encoding has no sign for is written in letters; with ``ascii_only`` all of it.
    """
    write_letters(stream, ascii_only=ascii_only)
    if stream.isatty():
        return Paper(file=stream)
    return Paper(file=stream, width=_WIDTH, force_terminal=False, color_system=None)


class Terminal:
    """The person's side of the conversation, in one language that can be changed at any time."""

    def __init__(
        self,
        language: str = "en",
        *,
        stdin: TextIO | None = None,
        stdout: TextIO | None = None,
        ascii_only: bool = False,
    ) -> None:
        self.tr = Translator(language)
        self._stdin = sys.stdin if stdin is None else stdin
        self.console = make_console(sys.stdout if stdout is None else stdout, ascii_only=ascii_only)
        reconfigure = getattr(self._stdin, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
        #: Whether a person types here, whatever becomes of the output.
        self.attended = self._stdin.isatty()
        #: Whether a person sits at both ends, so that the screen may be cleared and lines edited.
        self.live = self.console.is_terminal and self.attended
        if self.live:
            with suppress(ImportError):  # gives input() history and line editing where there is one
                import_module("readline")

    @property
    def has_suits(self) -> bool:
        """Whether ♠ is shown as ♠ here, not as a letter."""
        return has_suits(self.console.encoding)

    def speak(self, language: str) -> None:
        """Change the language."""
        self.tr = Translator(language)

    # -- out ---------------------------------------------------------------------------------------

    def show(self, *things: RenderableType | Text | Grid | Ends | Frame | Drawing) -> None:
        """Draw things below each other: texts and drawings, or what Rich can draw."""
        for thing in things:
            self.console.print(shown(thing) if isinstance(thing, _OURS) else thing)

    def say(self, key: str, /, **params: object) -> None:
        """A sentence of the catalogue. What is filled in is shown as it is, whatever it contains.

        A sentence with a ``file`` is one line however long, so that the path can be copied.
        """
        self.console.print(line(self.tr.text(key, **params)), soft_wrap="file" in params)

    def refuse(self, error: KorthusError) -> None:
        """Why something cannot be, with its code."""
        sentence = marked(Style.REFUSED, read_refusal(error, self.tr))
        self.console.print(line(sentence, " ", marked(Style.SOFT, f"[{error.code}]")))

    def lines_of(self, *texts: Part) -> int:
        """How many lines some texts take."""
        width = self.console.width
        return sum(len(line(text).wrap(self.console, width)) for text in texts)

    def blank(self) -> None:
        """An empty line."""
        self.console.print()

    def fresh(self) -> None:
        """A new screen on a terminal; through a pipe, a line across."""
        if self.live:
            self.console.clear()
        else:
            self.console.rule(style="quiet")

    def hide(self) -> None:
        """Wipe what was shown, as far back as the terminal lets us: the next person must not read it."""
        if self.live:
            self.console.clear()  # some terminals keep what is cleared in their history: forget that after it
            self.console.file.write("\x1b[3J")
            self.console.file.flush()

    def working(self, words: Part) -> AbstractContextManager[object]:
        """A line on a terminal that says what is being done, for as long as it takes."""
        return displayed(self.console.status(line(words))) if self.console.is_terminal else nullcontext()

    # -- in ----------------------------------------------------------------------------------------

    def ask(self, prompt: str = ">") -> str:
        """The next line, stripped. A line that is too long is refused and asked for again.

        Raises:
            Leave: no more lines come.
        """
        while True:
            line = self._line(prompt)
            if len(line) <= MAX_LINE:
                return line.strip()
            self.refuse(KorthusError("TOO_LONG", "That is too long."))

    def forget_typed(self) -> None:
        """Throw away what a person typed before they were asked anything."""
        if not self.attended:
            return
        if sys.platform == "win32":
            import msvcrt

            while msvcrt.kbhit():
                msvcrt.getwch()
        else:
            import termios

            termios.tcflush(self._stdin, termios.TCIFLUSH)

    def _line(self, prompt: str) -> str:
        try:
            if self.live:
                self.console.file.flush()
                return input(f"{prompt} ")
            line = self._stdin.readline(MAX_LINE + 2)
            if not line:
                raise Leave
            rest = line
            while rest and not rest.endswith("\n"):  # what is left of an endless line is read and dropped
                rest = self._stdin.readline(65_536)
        except Terminated:  # somebody else ends the program, whoever sits here
            raise
        except (EOFError, KeyboardInterrupt):
            raise Leave from None
        line = line.rstrip("\r\n")
        self.console.print(f"{prompt} {line[:200]}", soft_wrap=True)
        return line
