"""What a game's screen is: views, events and actions as people read them in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from rich.console import RenderableType

from korthus.core.protocol import Action, Event, View
from korthus.locale import Translator


class Screen(Protocol):
    """Draws one game. It is given views and events only, and knows no rule."""

    def table(self, view: Any, tr: Translator, names: Sequence[str]) -> RenderableType:
        """The whole table as the seat sees it. Must be readable without colour and in 80 columns."""
        ...

    def event(self, event: Event, tr: Translator, names: Sequence[str], seat: int | None) -> str | None:
        """One sentence for the log (rich markup allowed), or None if it needs no saying to ``seat``."""
        ...

    def action(self, action: Action, view: Any, tr: Translator) -> str:
        """What an action does, as a line of the numbered list (without the notation itself)."""
        ...

    def help(self, view: View, tr: Translator) -> str:
        """The rules of the moment: what this seat can do now, and what it leads to."""
        ...
