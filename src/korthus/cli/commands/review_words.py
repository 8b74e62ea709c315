"""The decisions of a review in the words of the game's screen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from korthus.arena.review.data import Decision
from korthus.arena.review.page import Told
from korthus.bots.advice import Reason
from korthus.cli.drawn import laid_out
from korthus.core.spans import Text
from korthus.locale import Translator
from korthus.screens.load import screen_of
from korthus.table.replay import Replay

#: How wide a table is drawn on a page, in signs.
_WIDTH: Final = 72


class Teller:
    """Tells the decisions of one record."""

    def __init__(self, replay: Replay, tr: Translator) -> None:
        self._replay = replay
        self._screen = screen_of(replay.game)
        self._tr = tr

    def action(self, decision: Decision, text: str) -> Text:
        """What an action of the seat that decides does, in words."""
        self._replay.goto(decision.index)
        action = self._replay.game.parse(text)
        return self._screen.action(action, self._replay.view(decision.seat), self._tr)

    def reasons(self, reasons: Sequence[Reason]) -> tuple[str, ...]:
        """The facts behind a value."""
        return tuple(self._tr(each.key, **each.params) for each in reasons)

    def tell(self, decision: Decision) -> Told:
        """A decision for a page."""
        return Told(
            played=self._sentence(decision, decision.text),
            better=self._sentence(decision, decision.best),
            reasons=self.reasons(decision.reasons),
            better_reasons=self.reasons(decision.best_reasons),
            position=self._position(decision),
        )

    def _sentence(self, decision: Decision, text: str) -> str:
        """An action as a sentence: what a list sets apart with spaces, a sentence sets apart with a dot."""
        return re.sub(r"\s{2,}", " · ", self.action(decision, text).plain.strip())

    def _position(self, decision: Decision) -> Text:
        """The table as the seat saw it just before."""
        self._replay.goto(decision.index)
        view = self._replay.view(decision.seat)
        return laid_out(self._screen.table(view, self._tr, self._replay.names), _WIDTH)
