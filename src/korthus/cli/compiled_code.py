"""What a person is told about where compiled code goes, in their language and beside the output proper."""

from __future__ import annotations

import sys
from collections.abc import Callable

from korthus.cli.drawn import line
from korthus.cli.terminal import make_console
from korthus.core.spans import marked
from korthus.core.styles import Style
from korthus.kernels.code_folders import Trouble, listen
from korthus.locale import Translator


def say_where(speak: Callable[[], Translator]) -> None:
    """Say once for each kind of trouble, on stderr, what became of compiled code."""

    def tell(trouble: Trouble, folder: str, reason: str) -> None:
        sentence = speak().text(f"tools.compiled.{trouble}", file=folder, trouble=reason)
        make_console(sys.stderr).print(line(marked(Style.SOFT, sentence)), soft_wrap=True)

    listen(tell)
