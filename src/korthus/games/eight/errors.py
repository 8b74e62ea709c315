"""Why Eight Cards refuses an action: one code and one sentence each.

The codes of a whole placement are looked at in the order in which they stand here (EI-23).
"""

from __future__ import annotations

from typing import Final

from korthus.core.errors import refusals

REASONS: Final[dict[str, str]] = {
    "NOT_OWN_CARD": "You do not have {card} in your hand.",
    "DUPLICATE": "{card} is placed twice.",
    "COUNT": "All 8 cards must be placed; this places {count}.",
    "BAD_SPLIT": "One board takes 4 cards and the other two take 2 each; {a}/{b}/{c} cannot become that.",
    "WRONG_PLO_BOARD": "Board {board} is the PLO board of this hand: your 4 cards must go there.",
    "WRONG_MODE": "Cards are placed differently here: {assignment}.",
    "NOT_PLACED": "You have not placed {card}.",
    "REPEATED": (
        "{card} has lain on board {board} in this hand, and {limit} placements in a row have repeated "
        "earlier ones: put a card where it has not lain yet, or take one back to make room for that."
    ),
    "NOTHING_NEW": (
        "Every card has lain on every board, and {limit} placements in a row have repeated earlier ones: "
        "nothing more can be taken back in this hand."
    ),
    "NO_TAKE_BACKS": "You may take back {limit} {limit:card|cards} in a hand, and you have.",
    "BAD_DEAL": "This deal needs {count} different cards that are still in the deck.",
    "BAD_CARDS": "Cards are given as a tuple of cards, one tuple per board.",
    "UNKNOWN_CARD": "{text} is no card; cards are written like As, Td or 9c.",
    "UNKNOWN_BOARD": "{text} is no board; the boards are A, B and C.",
    "UNKNOWN_ACTION": (
        "{text} is no action; write place A: As 9d 8c 2h, B: 2s 6d, C: Ac 4h, or put As A, take As, lock."
    ),
}

illegal, invalid, impossible = refusals(REASONS)
