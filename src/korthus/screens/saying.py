"""Sentences about seats: the seat itself is told "you", everybody else its name."""

from __future__ import annotations

from collections.abc import Sequence

from korthus.core.spans import Text
from korthus.locale import Translator


class Say:
    """Says sentences of one part of the catalogue to one seat (None: to everybody).

    A sentence with ``{player}`` has a sister with the ending ``.you``.
    """

    def __init__(self, part: str, tr: Translator, names: Sequence[str], seat: int | None) -> None:
        self.tr = tr
        self.names = names
        self.seat = seat
        self._part = part

    def __call__(self, key: str, who: int, **params: object) -> Text:
        """The sentence of a key about the seat ``who``."""
        if who == self.seat:
            return self.tr.text(f"{self._part}.{key}.you", **params)
        return self.tr.text(f"{self._part}.{key}", player=self.names[who], **params)

    def plainly(self, key: str, **params: object) -> Text:
        """The sentence of a key that is the same for everybody."""
        return self.tr.text(f"{self._part}.{key}", **params)
