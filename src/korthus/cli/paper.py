"""What korthus writes on: a terminal or a pipe, by way of Rich."""

from __future__ import annotations

import errno
import os
from typing import Any

from rich.console import Console

from korthus.cli.theme import THEME


class Paper(Console):
    """A Rich console that shows people's text as they wrote it.

    Rich reads ``[b]`` as a style and ``a:b:c`` as a picture, and ends the program with 1 when nobody reads
    on. This one does none of that: what has a style is a text with spans (``drawn.line``), and the caller
    hears of the reader who left, as of any other trouble.
    """

    def __init__(self, **settings: Any) -> None:
        super().__init__(theme=THEME, highlight=False, markup=False, emoji=False, **settings)

    def on_broken_pipe(self) -> None:
        """Tell the caller that nobody reads any more."""
        self.quiet = True
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))
