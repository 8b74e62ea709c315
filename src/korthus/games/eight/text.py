"""Actions as text. Positions are in ``position.py``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

from korthus.core.cards import Card
from korthus.games.eight.actions import Deal, EightAction, Lock, Place, PlaceCard, TakeBack
from korthus.games.eight.boards import BOARDS, Board
from korthus.games.eight.errors import invalid

T = TypeVar("T")

#: Cards by what people may write, in lower case.
CARDS: Final[dict[str, Card]] = {card.value.lower(): card for card in Card} | {
    "10" + card.suit: card for card in Card if card.rank == "T"
}
#: Boards by their letter in lower case.
LETTERS: Final[dict[str, Board]] = {board.value.lower(): board for board in BOARDS}


def _must_name(known: Mapping[str, T], code: str, *, text: str) -> T:
    """What a text names, in any case.

    Raises:
        InvalidAction: it names nothing that is known; ``code`` says so.
    """
    found = known.get(text.lower())
    if found is None:
        raise invalid(code, text=repr(text)[:40])
    return found


def _card(text: str) -> Card:
    return _must_name(CARDS, "UNKNOWN_CARD", text=text)


def _board(text: str) -> Board:
    return _must_name(LETTERS, "UNKNOWN_BOARD", text=text)


def parse_action(text: str) -> EightAction:
    """The action of a text such as ``place A: As 9d 8c 2h, B: 2s 6d, C: Ac 4h``.

    Colons, commas and case do not matter, and three groups between slashes are read as A, B and C:
    ``place As 9d 8c 2h / 2s 6d / Ac 4h``.

    Raises:
        InvalidAction: the text names no action.
    """
    verb, _, rest = text.partition(" ")
    words = rest.replace(":", " ").replace(",", " ").split()
    match verb.lower(), len(words):
        case "place", count if count:
            return _parse_place(words)
        case "put", 2:
            return PlaceCard(_card(words[0]), _board(words[1]))
        case "take", 1:
            return TakeBack(_card(words[0]))
        case "lock", 0:
            return Lock()
        case "deal", _:
            return Deal(tuple(map(_card, words)))
        case _:
            raise invalid("UNKNOWN_ACTION", text=repr(text)[:60])


def _parse_place(words: list[str]) -> Place:
    groups: tuple[list[Card], list[Card], list[Card]] = ([], [], [])
    if words[0].lower() in LETTERS:
        current = groups[0]
        for word in words:
            if len(word) == 1:
                current = groups[_board(word).number]
            else:
                current.append(_card(word))
    else:
        index = 0
        for word in " ".join(words).replace("/", " / ").split():
            if word != "/":
                groups[index].append(_card(word))
            elif index < 2:
                index += 1
            else:
                raise invalid("UNKNOWN_BOARD", text="'/'")
    return Place.of(*groups)
