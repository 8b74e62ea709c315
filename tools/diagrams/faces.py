"""The drawings of the cards of a deck, each as text that can stand in a picture of its own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from korthus.palette import LIGHT, THINGS
from tools.cards.__main__ import STATIC

#: The suits in four colours, as the page shows them unless somebody asks for two.
_SUITS: Final = {"suit-s": "card-ink", "suit-h": "card-red", "suit-d": "card-blue", "suit-c": "card-green"}
_COLOURS: Final = {**LIGHT, **THINGS, **{suit: THINGS[colour] for suit, colour in _SUITS.items()}}
_SPANISH_SUITS: Final = "oceb"


@cache
def _pieces(deck: str) -> dict[str, str]:
    """Every named piece of a deck's drawing, by its id, in the colours of the palette."""
    drawn = (STATIC / "cards" / f"{deck}.svg").read_text(encoding="utf-8")
    coloured = re.sub(r"var\(--([a-z-]+)\)", lambda name: _COLOURS[name[1]], drawn)
    found = re.finditer(r'<(symbol|clipPath) id="([^"]+)".*?</\1>', coloured, flags=re.DOTALL)
    return {piece[2]: piece[0] for piece in found}


def definitions(deck: str, cards: Iterable[str]) -> str:
    """The drawings of some cards and all that these point to, each once.

    Raises:
        KeyError: the deck has no such card.
    """
    pieces = _pieces(deck)
    kept: set[str] = set()
    missing = {f"{deck}-{card}" for card in cards}
    while missing:
        kept |= missing
        drawn = "".join(pieces[name] for name in sorted(kept))
        pointed_to = set(re.findall(r'(?:href="|url\()#([^")]+)', drawn))
        missing = pointed_to - set(re.findall(r' id="([^"]+)"', drawn))
    return "".join(pieces[name] for name in sorted(kept))


class Faces:
    """Which card is drawn for a name of a diagram.

    Mus has ranks only: equal ranks get different suits, and what lies in one place keeps its face, as on the
    page (``js/pages/rules.js``).
    """

    def __init__(self, deck: str) -> None:
        self.deck = deck
        self._used: Counter[str] = Counter()
        self._kept: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}

    def of(self, place: str, cards: Sequence[str]) -> tuple[str, ...]:
        """The faces of cards that lie together in one place of a diagram."""
        names = tuple(cards)
        if self.deck != "spanish":
            return names
        if (place, names) not in self._kept:
            self._kept[place, names] = tuple(map(self._pick, names))
        return self._kept[place, names]

    def _pick(self, rank: str) -> str:
        number = self._used[rank]
        self._used[rank] += 1
        return rank + _SPANISH_SUITS[(number + ord(rank)) % len(_SPANISH_SUITS)]
