"""Actions as text: ``bid 3``, ``play HA``, ``deal HA SK …``. Positions are in ``position.py``."""

from __future__ import annotations

import re
from typing import Final

from korthus.core.cards import Card
from korthus.core.errors import InvalidAction
from korthus.games.kachuful.actions import Bid, Deal, KachufulAction, Play
from korthus.games.kachuful.errors import invalid
from korthus.games.kachuful.notation import find_card

_NUMBER: Final = re.compile(r"-?[0-9]{1,4}")


def parse_action(text: str) -> KachufulAction:
    """The action of a text in any case; a card alone is a play.

    Raises:
        InvalidAction: the text names no action.
    """
    match text.lower().split():
        case [("bid" | "b"), count] if _NUMBER.fullmatch(count):
            return Bid(int(count))
        case [("play" | "p"), code] | [code] if (card := find_card(code)) is not None:
            return Play(card)
        case ["deal", *codes]:
            return Deal(tuple([_known_card(code) for code in codes]))
        case [("play" | "p"), code]:
            raise _unknown_card(code)
        case _:
            raise invalid("UNKNOWN_ACTION", text=repr(text)[:60])


def _known_card(code: str) -> Card:
    card = find_card(code)
    if card is None:
        raise _unknown_card(code)
    return card


def _unknown_card(code: str) -> InvalidAction:
    return invalid("UNKNOWN_CARD", card=repr(code)[:20])
