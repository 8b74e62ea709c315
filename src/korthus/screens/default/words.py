"""Sentences made from actions and events: what they say of themselves, else their names and fields.

They are English, as the rules are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, StrEnum
from typing import Any, Final

from korthus.core.cards import Card
from korthus.core.description import MARKS, cards_of, label_of
from korthus.core.protocol import Action, Event
from korthus.core.spans import Part, Style, Text, joined, marked, text
from korthus.core.wording import Wording
from korthus.screens.cards import card_text

#: Fields that a sentence begins with or does not need.
_KNOWN: Final = frozenset({"seat", "audience"})
#: Fields whose name says no more than the cards in them.
_PLAIN: Final = frozenset({"card", "cards"})
_WORDING: Final = Wording()


def card_words(card: StrEnum) -> Text:
    """A card as it is read: ``10♥``, or what its own ``pretty`` says."""
    if isinstance(card, Card):
        return card_text(card)
    return marked(Style.CARD, str(getattr(card, "pretty", card.value)))


def cards_words(cards: Iterable[StrEnum]) -> Text:
    """Some cards in a row; those with long names with commas between them."""
    words = [card_words(card) for card in cards]
    return joined(", " if any(" " in word.plain for word in words) else " ", words)


class Teller:
    """Tells about one game. ``deck`` is its cards, ``names`` those of the seats."""

    def __init__(self, deck: Sequence[StrEnum], names: Sequence[str] = ()) -> None:
        self._deck = deck
        self._names = names

    def action(self, action: Action) -> Text:
        """What an action does: ``Take 3♣ 4♦ with 7♥``."""
        if action.says:
            return self._filled(action.says, action)
        fields = joined(", ", self._fields(action))
        return joined(" ", filter(None, (label_of(type(action).__name__), fields)))

    def event(self, event: Event) -> Text:
        """What has come about: ``Anna: card played 7♥.``"""
        if event.says:
            return self._filled(event.says, event)
        words = label_of(type(event).__name__)
        seat = getattr(event, "seat", None)
        who = "" if seat is None else f"{self._names[seat]}: "
        head = who + (words.lower() if who else words)
        fields = list(self._fields(event))
        if not fields:
            return text(head, ".")
        between = ": " if len(fields) > 1 or not who else " "
        return text(head, between, joined(", ", fields), ".")

    def _filled(self, template: str, value: Any) -> Text:
        params = {name: self._value(name, getattr(value, name)) for name in value.__struct_fields__}
        return _WORDING.fill_text(text(template), params)

    def _fields(self, value: Any) -> Iterator[Part]:
        for name in value.__struct_fields__:
            held = getattr(value, name)
            if name in _KNOWN or held is None or held is False or held == ():
                continue
            said = self._value(name, held)
            label = label_of(name).lower()
            if held is True:
                yield label
            elif name in _PLAIN and cards_of(held, self._deck):
                yield said if isinstance(said, Text) else str(said)
            else:
                yield text(f"{label} ", said if isinstance(said, Text) else str(said))

    def _value(self, name: str, value: Any) -> Text | str | int:
        """A field's value: cards, a seat's name, a number for each seat, or as it is written."""
        if cards := cards_of(value, self._deck):
            return cards_words(cards)
        if isinstance(value, Enum):
            return label_of(str(value.value)).lower()
        if isinstance(value, tuple):
            return self._each(value)
        if isinstance(value, int) and (name in MARKS or name == "seat") and 0 <= value < len(self._names):
            return self._names[value]
        return value if isinstance(value, int) else str(value)

    def _each(self, values: tuple[Any, ...]) -> Text:
        words = [str(self._value("", value)) for value in values]
        if self._names and len(values) == len(self._names):
            words = [f"{name} {word}" for name, word in zip(self._names, words, strict=True)]
        return text(", ".join(words) or "–")
