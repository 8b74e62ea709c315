"""What a person is told about where compiled code goes, in their language and beside the output proper."""

from __future__ import annotations

import sys
from collections.abc import Callable

from rich.markup import escape

from korthus.cli.terminal import make_console
from korthus.kernels.code_folders import Trouble, listen
from korthus.locale import Translator


def say_where(speak: Callable[[], Translator]) -> None:
    """Say once for each kind of trouble, on stderr, what became of compiled code."""

    def tell(trouble: Trouble, folder: str, reason: str) -> None:
        sentence = speak()(f"tools.compiled.{trouble}", file=escape(folder), trouble=escape(reason))
        make_console(sys.stderr).print(f"[quiet]{sentence}[/]", soft_wrap=True)

    listen(tell)
