"""Sentences made from actions and events: what they say of themselves, else their names and fields.

They are English, as the rules are, unless the game brings words in the language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, StrEnum
from typing import Any, Final

from korthus.core.cards import Card
from korthus.core.description import MARKS, cards_of, label_of
from korthus.core.protocol import Action, Event
from korthus.core.spans import Part, Text, joined, marked, text
from korthus.core.styles import Style
from korthus.core.wording import Wording
from korthus.locale import Translator
from korthus.screens.cards import card_text

#: Fields that a sentence begins with or does not need.
_KNOWN: Final = frozenset({"seat", "audience"})
#: Fields whose name says no more than the cards in them.
_PLAIN: Final = frozenset({"card", "cards"})
_WORDING: Final = Wording()


class CardWords:
    """The cards of a game as they are read in a language: ``10♥``, or what the game calls them there."""

    def __init__(self, game: str, tr: Translator) -> None:
        self._game = game
        self._tr = tr

    def one(self, card: StrEnum) -> Text:
        """A card. What the game does not name in the language is called what its own ``pretty`` says."""
        if isinstance(card, Card):
            return card_text(card)
        key = f"{self._game}.card.{card.value}"
        known = self._tr(key) if self._tr.has(key) else getattr(card, "pretty", card.value)
        return marked(Style.CARD, str(known))

    def row(self, cards: Iterable[StrEnum]) -> Text:
        """Some cards in a row; those with long names with commas between them."""
        words = [self.one(card) for card in cards]
        return joined(", " if any(" " in word.plain for word in words) else " ", words)


class Teller:
    """Tells about a game in a language. ``deck`` is its cards, ``names`` those of the seats."""

    def __init__(self, game: str, deck: Sequence[StrEnum], tr: Translator, names: Sequence[str] = ()) -> None:
        self._game = game
        self._deck = deck
        self._tr = tr
        self._names = names
        self._cards = CardWords(game, tr)

    def action(self, action: Action) -> Text:
        """What an action does: ``Take 3♣ 4♦ with 7♥``."""
        if said := self._said(action):
            return said
        fields = joined(", ", self._fields(action))
        return joined(" ", filter(None, (label_of(type(action).__name__), fields)))

    def event(self, event: Event) -> Text:
        """What has come about: ``Anna: card played 7♥.``"""
        if said := self._said(event):
            return said
        words = label_of(type(event).__name__)
        seat = getattr(event, "seat", None)
        who = "" if seat is None else f"{self._names[seat]}: "
        head = who + (words.lower() if who else words)
        fields = list(self._fields(event))
        if not fields:
            return text(head, ".")
        between = ": " if len(fields) > 1 or not who else " "
        return text(head, between, joined(", ", fields), ".")

    def _said(self, value: Action | Event) -> Text | None:
        """The sentence that a game has for it, in the language or in English; None if it has none."""
        params = {name: self._value(name, getattr(value, name)) for name in value.__struct_fields__}
        key = f"{self._game}.says.{type(value).__name__}"
        if self._tr.has(key):
            return self._tr.text(key, **params)
        return _WORDING.fill_text(text(value.says), params) if value.says else None

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
            return self._cards.row(cards)
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
