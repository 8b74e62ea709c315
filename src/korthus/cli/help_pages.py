"""How the help of a command is laid out: Cyclopts' panels, with every word of them from the catalogue."""

from __future__ import annotations

import re
from typing import Any, Final

from cyclopts.help import DefaultFormatter, HelpEntry, HelpPanel
from rich.console import Console, ConsoleOptions
from rich.text import Text

from korthus.cli.complaints import label
from korthus.locale import Translator

#: Words of a usage line that stand for something else.
_PLACE: Final = re.compile(r"[A-Z]{2,}")


class HelpPages(DefaultFormatter):
    """Draws help in one language."""

    def __init__(self, tr: Translator) -> None:
        super().__init__()
        self._tr = tr

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        """Draw a panel."""
        entries = [self._entry(entry) for entry in panel.entries]
        super().__call__(console, options, panel.copy(entries=entries))

    def render_usage(self, console: Console, options: ConsoleOptions, usage: Any) -> None:
        """Draw the line that says how a command is written."""
        words = str(usage).rstrip()
        console.print(Text(f"{self._tr('parser.usage')} {_PLACE.sub(self._place, words)}\n", style="bold"))

    def _entry(self, entry: HelpEntry) -> HelpEntry:
        """An entry in this language. What it may be is said in its text; that it must be, behind it."""
        description = entry.description
        if entry.required:
            description = Text(f"{_plain(description)} {self._tr('parser.required')}".strip())
        return entry.copy(
            description=description,
            required=False,
            choices=None,
            metavar=None if entry.metavar is None else _PLACE.sub(self._place, entry.metavar),
            positional_label=entry.positional_label and label(entry.positional_label, self._tr),
        )

    def _place(self, found: re.Match[str]) -> str:
        return label(found.group(), self._tr)


def _plain(description: Any) -> str:
    """The words of a description that Cyclopts has wrapped."""
    inner = getattr(description, "primary_renderable", description)
    return inner.plain if isinstance(inner, Text) else "" if inner is None else str(inner)
