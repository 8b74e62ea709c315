"""The decisions of a review in the words of the game's screen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import StringIO
from typing import Final

from korthus.arena.review.data import Decision
from korthus.arena.review.page import Told
from korthus.bots.advice import Reason
from korthus.cli.paper import Paper, marked
from korthus.locale import Translator
from korthus.screens.load import screen_of
from korthus.table.replay import Replay

#: How wide a table is drawn on a page.
_WIDTH: Final = 72
#: The colours of the terminal, and what the page calls them.
_NAMES: Final = {"#b8862f": "brass", "#d3424a": "lingon", "#3f8bc4": "lake", "#5a9a58": "moss"}


class Teller:
    """Tells the decisions of one record."""

    def __init__(self, replay: Replay, tr: Translator) -> None:
        self._replay = replay
        self._screen = screen_of(replay.game)
        self._tr = tr

    def action(self, decision: Decision, text: str) -> str:
        """What an action of the seat that decides does, in words (with markup)."""
        self._replay.goto(decision.index)
        action = self._replay.game.parse(text)
        return self._screen.action(action, self._replay.view(decision.seat), self._tr)

    def reasons(self, reasons: Sequence[Reason]) -> tuple[str, ...]:
        """The facts behind a value."""
        return tuple(self._tr(each.key, **each.params) for each in reasons)

    def tell(self, decision: Decision) -> Told:
        """A decision for a page."""
        return Told(
            played=self._plain(decision, decision.text),
            better=self._plain(decision, decision.best),
            reasons=self.reasons(decision.reasons),
            better_reasons=self.reasons(decision.best_reasons),
            position=self._position(decision),
        )

    def _plain(self, decision: Decision, text: str) -> str:
        """An action without markup; what a list sets apart with spaces, a sentence sets apart with a dot."""
        return re.sub(r"\s{2,}", " · ", marked(self.action(decision, text)).plain.strip())

    def _position(self, decision: Decision) -> str:
        """The table as the seat saw it just before, as HTML in the colours of the page."""
        self._replay.goto(decision.index)
        console = Paper(
            file=StringIO(),
            record=True,
            width=_WIDTH,
            force_terminal=True,
            color_system="truecolor",
        )
        view = self._replay.view(decision.seat)
        console.print(self._screen.table(view, self._tr, self._replay.names))
        html = console.export_html(inline_styles=True, code_format="{code}")
        lines = [line.rstrip() for line in re.sub(r'style="([^"]*)"', _restyled, html).splitlines()]
        return "\n".join(lines).strip("\n")


def _restyled(match: re.Match[str]) -> str:
    """A style without the terminal's own colours, but for those that the page has too."""
    kept = []
    for part in match[1].split(";"):
        name, _, value = part.strip().partition(": ")
        if name == "color":
            kept.append(f"color:var(--{_NAMES[value]})" if value in _NAMES else "opacity:.72")
        elif name in ("font-weight", "font-style"):
            kept.append(f"{name}:{value}")
    return f'style="{";".join(kept)}"'
