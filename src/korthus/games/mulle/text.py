"""Actions of Mulle in writing; ``position`` has whole positions.

    capture HJ 9: KL 9, SP 4, HJ 5, [6], (KL 2 + RU 4)
    build KL 3 on HJ 4          build HJ 3 on [6] up          build HJ 3 on [6] down
    trotta SP 4                 discard HJ Q

A build is named by its value in brackets, a plain pile by its cards. Words may also be Swedish or Spanish,
with or without accents: ``släng HJ Q``, ``construir KL 3 sobre HJ 4``.
"""

from __future__ import annotations

import re
from typing import Final

from korthus.core.cards import Card, in_order
from korthus.core.errors import InvalidAction, unknown
from korthus.core.wording import folded
from korthus.games.mulle.actions import Base, Build, Capture, Deal, Discard, MulleAction, Trotta
from korthus.games.mulle.cards import read_card

_VERBS: Final = {
    "capture": "capture",
    "take": "capture",
    "ta": "capture",
    "llevarse": "capture",
    "build": "build",
    "bygg": "build",
    "construir": "build",
    "trotta": "trotta",
    "discard": "discard",
    "throw": "discard",
    "släng": "discard",
    "tirar": "discard",
    "deal": "deal",
}
_FOLDED: Final = {folded(verb): meaning for verb, meaning in _VERBS.items()}
#: Verbs that somebody who mistyped may have meant; one of two letters is like too much.
_OFFERED: Final = tuple(verb for verb in _VERBS if len(verb) > 2)
_ON: Final = re.compile(r"\s(?:on|på|pa|sobre)\s", re.IGNORECASE)
_UP: Final = ("up", "upp", "arriba")
_DOWN: Final = ("down", "ner", "abajo")


def parse_action(text: str) -> MulleAction:
    """The action of a text; see ``Game.parse``."""
    verb, _, rest = text.partition(" ")
    match _FOLDED.get(folded(verb)):
        case "capture":
            return _parse_capture(rest)
        case "build":
            return _parse_build(rest)
        case "trotta":
            return Trotta(_card(rest))
        case "discard":
            return Discard(_card(rest))
        case "deal":
            return _parse_deal(rest)
        case _:
            refused = InvalidAction(
                "UNKNOWN_ACTION",
                "{verb} is not something one does in Mulle; there are capture, build, trotta and discard.",
                verb=repr(verb)[:40],
            )
            raise unknown(refused, verb, _OFFERED)


def no_such_place(number: int, count: int) -> InvalidAction:
    """The refusal of a card that is named by its number in a list that is shorter."""
    return InvalidAction(
        "NO_SUCH_PLACE",
        "There is no card {number} to throw: the list has {count} {count:card|cards}.",
        number=number,
        count=count,
    )


def _card(text: str) -> Card:
    card = read_card(text)
    if card is None:
        raise InvalidAction(
            "UNKNOWN_CARD", "{text} is no card; write it like SP 10 or HJ A.", text=repr(text)[:40]
        )
    return card


def _base(text: str) -> Base:
    text = text.strip()
    if text.startswith("[") and text.endswith("]"):
        value = text[1:-1].strip()
        if not value.isdecimal() or len(value) > 2:
            raise InvalidAction(
                "UNKNOWN_PILE", "{text} is no build; write its value: [7].", text=repr(text)[:40]
            )
        return int(value)
    if text.startswith("(") and text.endswith(")"):
        return tuple(_card(part) for part in text[1:-1].split("+"))
    return _card(text)


def _parse_capture(text: str) -> Capture:
    card, colon, piles = text.partition(":")
    if not colon:
        raise InvalidAction("NO_PILES", "Say what is taken: capture HJ 9: KL 9, SP 4, HJ 5.")
    bases = [_base(part) for part in piles.split(",")]
    return Capture(
        _card(card),
        in_order(base for base in bases if isinstance(base, Card)),
        tuple(sorted(base for base in bases if type(base) is int)),
        tuple(base for base in bases if isinstance(base, tuple)),
    )


def _parse_build(text: str) -> Build:
    card, on, base = _ON.sub(" on ", text, count=1).partition(" on ")
    if not on:
        raise InvalidAction("NO_BASE", "Say what is built on: build KL 3 on HJ 4.")
    down = False
    words = base.rsplit(" ", 1)
    if len(words) == 2 and words[1].lower() in (*_UP, *_DOWN):
        base, down = words[0], words[1].lower() in _DOWN
    return Build(_card(card), _base(base), down)


def _parse_deal(text: str) -> Deal:
    if text.lower().startswith("starter "):
        seat = text[8:].strip()
        if seat not in ("0", "1"):
            raise InvalidAction("NO_SUCH_SEAT", "There is no seat {seat}.", seat=repr(seat)[:40])
        return Deal((), int(seat))
    return Deal(tuple(_card(part) for part in text.split(",")) if text else ())
