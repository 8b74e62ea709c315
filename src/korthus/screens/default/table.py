"""The table of any game, from the description of its views: seats in a grid, the table, the hand."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, StrEnum
from typing import Any, Final

from korthus.core.description import Kind, Shown, Whose, Zone, cards_of, label_of, shown
from korthus.core.protocol import AnyGame, View
from korthus.core.spans import Part, Text, joined, marked, text
from korthus.core.styles import Style
from korthus.locale import Translator
from korthus.screens.default.words import CardWords
from korthus.screens.drawing import Block, Column, Drawing, Grid

#: The longest name that is written out.
_NAME: Final = 16


class Drawer:
    """Draws one view of a game."""

    def __init__(
        self, game: AnyGame, deck: Sequence[StrEnum], view: View, tr: Translator, names: Sequence[str]
    ) -> None:
        self._game = game.name
        self._deck = deck
        self._view = view
        self._tr = tr
        self._names = names
        self._cards = CardWords(game.name, tr)
        self._shown = shown(view, game.describe(), len(names))

    def table(self, title: str) -> Drawing:
        """See ``Screen.table``."""
        blocks: list[Block] = [self._head(title), "", self._seats()]
        for each in self._of(Whose.TABLE, Kind.CARDS, Kind.PILE):
            blocks += ["", self._row(each)]
        for each in self._of(Whose.MINE):
            if self._view.seat is not None:
                blocks += ["", self._row(each)]
        return tuple(blocks)

    def _of(self, whose: Whose, *kinds: Kind) -> list[Shown]:
        return [
            each
            for each in self._shown
            if each.zone.whose is whose and (not kinds or each.zone.kind in kinds)
        ]

    def _label(self, zone: Zone) -> str:
        """What a zone is called in the language, if the game brings that."""
        key = f"{self._game}.zone.{zone.field}"
        return self._tr(key) if self._tr.has(key) else zone.label

    def _head(self, title: str) -> Text:
        """The title, and the numbers and words that belong to the whole table."""
        facts: list[Part] = [marked(Style.HEADING, title)]
        for each in self._of(Whose.TABLE, Kind.NUMBER, Kind.HIDDEN, Kind.TEXT):
            if each.values[0] is not None:
                facts.append(text(f"{self._label(each.zone)} ", marked(Style.STRONG, _plain(each.values[0]))))
        return joined(text(" ", marked(Style.SOFT, "·"), " "), facts)

    def _seats(self) -> Grid:
        columns = self._of(Whose.SEATS)
        heads = (marked(Style.SOFT, self._label(each.zone)) for each in columns)
        rows = (
            (
                marked(Style.STRONG, "▸") if seat == self._view.to_act else "",
                self._name(seat),
                *(self._cell(each, each.values[seat]) for each in columns),
            )
            for seat in range(len(self._names))
        )
        form = [Column(right=each.zone.kind in (Kind.NUMBER, Kind.HIDDEN)) for each in columns]
        return Grid((("", "", *heads), *rows), (Column(width=1), Column(wraps=False), *form))

    def _name(self, seat: int) -> Text:
        name = self._names[seat]
        short = name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"
        marks = [
            self._label(each.zone).lower()
            for each in self._of(Whose.TABLE, Kind.MARK)
            if each.values[0] == seat
        ]
        return text(short, marked(Style.SOFT, f" ({', '.join(marks)})")) if marks else text(short)

    def _cell(self, each: Shown, value: Any) -> Part:
        match each.zone.kind:
            case Kind.CARDS:
                return self._cards.row(cards_of(value, self._deck)) or "–"
            case Kind.PILE:
                return self._pile(cards_of(value, self._deck))
            case Kind.NUMBER:
                return marked(Style.STRONG, _plain(value))
            case _:
                return _plain(value)

    def _row(self, each: Shown) -> Text:
        """A line of cards with its label."""
        label = text(marked(Style.SOFT, f"{self._label(each.zone)}:"), " ")
        value = each.values[0]
        if each.zone.kind is Kind.PILE:
            return label + self._pile(cards_of(value, self._deck))
        if each.zone.kind is not Kind.CARDS:
            return label + _plain(value)
        return label + (self._lying(value) or "–")

    def _lying(self, value: Any) -> Text:
        """Cards in a row, each with the name of the seat that it says it is from, if it says one."""
        entries = value if isinstance(value, tuple) else () if value is None else (value,)
        words = []
        for entry in entries:
            cards, seat = cards_of(entry, self._deck), getattr(entry, "seat", None)
            if isinstance(seat, int) and 0 <= seat < len(self._names):
                words.append(text(self._cards.row(cards), marked(Style.SOFT, f" ({self._names[seat]})")))
            else:
                words.append(self._cards.row(cards))
        return joined(", " if any(" " in word.plain for word in words) else " ", words)

    def _pile(self, cards: tuple[StrEnum, ...]) -> Text:
        """How many cards, and the last one."""
        if not cards:
            return text("–")
        return self._tr.text("common.default.pile", n=len(cards), card=self._cards.one(cards[-1]))


def _plain(value: Any) -> str:
    """A value in words; a dash for none."""
    if value is None or value == ():
        return "–"
    if isinstance(value, Enum):
        return label_of(str(value.value))
    return " ".join(map(_plain, value)) if isinstance(value, tuple) else str(value)
