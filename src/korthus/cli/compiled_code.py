"""What a person is told about compiled code, in their language and beside the output proper.

That is where it goes, and whether players are compiled with other learnt numbers than the shipped ones.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from korthus.cli.drawn import line
from korthus.cli.terminal import make_console
from korthus.core.spans import marked
from korthus.core.styles import Style
from korthus.kernels.code_folders import Trouble, listen
from korthus.kernels.learnt_files import tell_once
from korthus.locale import Translator


def say_where(speak: Callable[[], Translator]) -> None:
    """Say once for each kind of trouble, on stderr, what became of compiled code."""

    def tell(trouble: Trouble, folder: str, reason: str) -> None:
        sentence = speak().text(f"tools.compiled.{trouble}", file=folder, trouble=reason)
        make_console(sys.stderr).print(line(marked(Style.SOFT, sentence)), soft_wrap=True)

    listen(tell)


def say_numbers(tr: Translator) -> None:
    """Say on stderr which folder of learnt numbers players use, if a person has named one.

    Raises:
        LearntFileError: it has no numbers.
    """

    def tell(folder: Path) -> None:
        sentence = tr.text("tools.learnt_numbers", file=str(folder))
        make_console(sys.stderr).print(line(marked(Style.SOFT, sentence)), soft_wrap=True)

    tell_once(tell)
