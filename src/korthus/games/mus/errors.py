"""Why an action is refused: one code and one sentence each."""

from __future__ import annotations

from typing import Final

from korthus.core.errors import InvalidAction, refusals

REASONS: Final[dict[str, str]] = {
    "UNKNOWN_ACTION": "{text} is not something to say or do in mus.",
    "BAD_DEAL": "That deal does not fit: {count} {count:card|cards} of the stock are due.",
    "BET_TOO_SMALL": "A first bet is at least {least} {least:stone|stones}.",
    "DISCARD_FIRST": "Both wanted mus: discard one to four cards.",
    "MUS_FIRST": "First say whether you want other cards: mus or no mus.",
    "NOT_IN_HAND": "You do not hold {cards}.",
    "NOT_OFFERED": "{amount} is not one of the amounts at this table: {amounts}.",
    "NO_BET": "There is no bet to answer.",
    "NO_DISCARD_NOW": "Cards can be discarded only when both want mus.",
    "NO_MORE_RAISES": "No more raises in this lance: {limit} is the limit.",
    "NO_MUS_NOW": "Mus can be asked for only before the betting, where it is played at all.",
    "NO_ORDAGO": "There is no órdago at this table.",
    "ONLY_ANSWER": "Órdago is answered with quiero or no quiero, nothing else.",
    "RAISE_TOO_SMALL": "A raise is at least {least} {least:stone|stones}.",
    "UNKNOWN_CARD": "{card} is no card of mus.",
    "STAKE_TOO_HIGH": (
        "The stake can be {cap} {cap:stone|stones} at most; {stake} {stake:is|are} bet already."
    ),
}

illegal, invalid, impossible = refusals(REASONS)


def unreadable(text: str) -> InvalidAction:
    """The refusal of something that names no action."""
    return invalid("UNKNOWN_ACTION", text=text)
