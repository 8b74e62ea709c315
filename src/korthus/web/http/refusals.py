"""What the server refuses, besides what the rules and the table refuse, by HTTP status.

In other languages the sentences are those of ``serve.error.*`` in the catalogue.
"""

from __future__ import annotations

import math
from typing import Final

from korthus.core.errors import KorthusError
from korthus.core.phrases import Phrase
from korthus.core.troubles import ended
from korthus.web.store.trouble import DamagedTable, DatabaseAway

_BY_STATUS: Final[dict[int, dict[str, str]]] = {
    400: {
        "BAD_REQUEST": "That cannot be read: {trouble}",
        "BAD_MESSAGE": "That message cannot be read: {trouble}",
    },
    401: {
        "NO_SUCH_PLAYER": "Nobody has that player token.",
    },
    403: {
        "BAD_ORIGIN": "That page does not belong to this server.",
        "BAD_TOKEN": "That link or token does not open a seat here.",
        "NOT_YOURS": "Only whoever made the tournament can do that.",
        "PUT_AWAY": "A computer plays for you now; whoever made the tournament can bring you back.",
        "WATCHING": "You are watching; only players can do that.",
    },
    404: {
        "NOT_FOUND": "There is no such page.",
        "NO_SUCH_ENTRANT": "There is no such player in the tournament.",
        "NO_SUCH_TABLE": "There is no such table.",
        "NO_SUCH_TOURNAMENT": "There is no such tournament.",
        "UNKNOWN_LANGUAGE": "There is no such language; there are en, sv and es.",
    },
    405: {
        "BAD_METHOD": "That cannot be done here.",
    },
    408: {
        "TOO_SLOW": "The request took too long to arrive.",
    },
    409: {
        "HELD_BACK": (
            "Other tables of the tournament still play these cards; all is shown when the last has ended."
        ),
        "IN_TOURNAMENT": "That cannot be done in a game of a tournament.",
        "NAME_TAKEN": "Somebody is called that already.",
        "NOTHING_TO_PLAY": "There is no game for you to play now.",
        "NOT_BEGUN": "The tournament has not begun yet.",
        "NOT_FULL": "Not all seats are taken yet.",
        "NOT_OVER": "The game is not over yet.",
        "NO_PLACE": "That place is taken.",
        "NO_REVIEW": "This game cannot be reviewed.",
        "SAME_CARDS": "You have a game with the same cards on the table; finish that one first.",
        "SEAT_TAKEN": "That seat is taken.",
        "TOO_FEW": "At least {n} players are needed for a table.",
        "TOURNAMENT_BEGUN": "The tournament has begun without you.",
    },
    410: {
        "DAMAGED_TABLE": "What is kept of this table is damaged, so it cannot be opened any more.",
    },
    413: {
        "TOO_LARGE": "That is too large.",
    },
    429: {
        "LINE_FULL": "Too much waits for the computer already; try again in a moment.",
        "TOO_MANY": "That is too much at once; try again in a moment.",
    },
    431: {
        "HEAD_TOO_LARGE": "The head of that request is too large.",
    },
    500: {
        "SERVER_ERROR": "Something went wrong here. It is written down.",
    },
    503: {
        "NOT_READY": "The adviser is still getting ready, about {seconds} s.",
        "NO_DATABASE": "The tables cannot be read or written at the moment; try again in a moment.",
        "REVIEW_LOST": "The review was broken off. Ask for it again in a moment.",
        "TABLE_CLOSED": (
            "This table is closed: with so many cards on it the rules take too long to work out. "
            "What was played is kept."
        ),
        "TOO_COSTLY": "Working that out takes too long for this server.",
    },
}
REASONS: Final[dict[str, str]] = {
    code: sentence for sentences in _BY_STATUS.values() for code, sentence in sentences.items()
}
_STATUS: Final = {code: status for status, sentences in _BY_STATUS.items() for code in sentences}

#: Why the game of a table cannot be set up any more.
_NOT_PLAYABLE: Final = frozenset({"GAME_GONE", "BROKEN_GAME", "RULES_CHANGED"})


class ServerRefusal(KorthusError):
    """A refusal with the HTTP status that fits it; its sentence stands in the table, by its code."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, REASONS[code], **params)
        self.status = _STATUS[code]


class PassedOn(ServerRefusal):
    """What somebody else refuses, with the HTTP status that fits it here."""

    def __init__(self, status: int, error: KorthusError) -> None:
        KorthusError.__init__(self, error.code, error.sentence, **error.params)
        self.status = status


def bad_request(trouble: str) -> ServerRefusal:
    """It cannot be read. ``trouble`` names what is wrong, in a phrase where it is known; never a value."""
    known = trouble if isinstance(trouble, Phrase) else trouble[:300]
    return ServerRefusal("BAD_REQUEST", trouble=ended(known))


def bad_message(trouble: str) -> ServerRefusal:
    """It cannot be read. ``trouble`` names what is wrong, in a phrase; fields, never values."""
    return ServerRefusal("BAD_MESSAGE", trouble=ended(trouble))


def not_ready(seconds: float) -> ServerRefusal:
    """The adviser is being compiled."""
    return ServerRefusal("NOT_READY", seconds=math.ceil(seconds))


def not_playable(error: KorthusError) -> ServerRefusal:
    """A table whose game cannot be set up any more; ``moves`` still tells what was played."""
    return PassedOn(410, error)


def is_not_playable(error: KorthusError) -> bool:
    """Whether it says that the game of a table cannot be set up any more."""
    return error.code in _NOT_PLAYABLE


def refusal_of(error: Exception) -> ServerRefusal:
    """What to say of an error that nobody asked for."""
    if isinstance(error, DamagedTable):
        return ServerRefusal("DAMAGED_TABLE")
    return ServerRefusal("NO_DATABASE" if isinstance(error, DatabaseAway) else "SERVER_ERROR")
