"""What the server refuses, besides what the rules and the table refuse. Sentences: ``serve.error.*``."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from korthus.core.errors import KorthusError
from korthus.web.store.trouble import DamagedTable, DatabaseAway


class ServerRefusal(KorthusError):
    """A refusal with the HTTP status that fits it."""

    def __init__(self, status: int, code: str, sentence: str, **params: object) -> None:
        super().__init__(code, sentence, **params)
        self.status = status

    @classmethod
    def passing_on(cls, status: int, error: KorthusError) -> ServerRefusal:
        """What somebody else refuses, with the HTTP status that fits it here."""
        return cls(status, error.code, error.sentence, **error.params)


class Refusal(NamedTuple):
    """A refusal that is always said in the same words; a call makes the error to raise."""

    status: int
    code: str
    sentence: str

    def __call__(self) -> ServerRefusal:
        """The error that says so."""
        return ServerRefusal(self.status, self.code, self.sentence)


#: Nobody opened a table of that name.
no_such_table: Final = Refusal(404, "NO_SUCH_TABLE", "There is no such table.")
#: Nothing is at that path.
not_found: Final = Refusal(404, "NOT_FOUND", "There is no such page.")
#: The secret opens nothing here.
bad_token: Final = Refusal(403, "BAD_TOKEN", "That link or token does not open a seat here.")
#: Somebody was quicker.
seat_taken: Final = Refusal(409, "SEAT_TAKEN", "That seat is taken.")
#: What is asked for would show hidden cards.
not_over: Final = Refusal(409, "NOT_OVER", "The game is not over yet.")
#: What would make one game of a tournament another one.
in_tournament: Final = Refusal(409, "IN_TOURNAMENT", "That cannot be done in a game of a tournament.")
#: What is asked for would show cards that somebody still has to play.
held_back: Final = Refusal(
    409,
    "HELD_BACK",
    "Other tables of the tournament still play these cards; all is shown when the last has ended.",
)
#: The deal waits for somebody.
not_full: Final = Refusal(409, "NOT_FULL", "Not all seats are taken yet.")
#: Spectators look, players act.
watching: Final = Refusal(403, "WATCHING", "You are watching; only players can do that.")
#: A limit is reached.
too_many: Final = Refusal(429, "TOO_MANY", "That is too much at once; try again in a moment.")
#: A body, or a message, that nobody needs.
too_large: Final = Refusal(413, "TOO_LARGE", "That is too large.")
#: A request whose head does not end.
head_too_large: Final = Refusal(431, "HEAD_TOO_LARGE", "The head of that request is too large.")
#: Half a request, and then nothing.
too_slow: Final = Refusal(408, "TOO_SLOW", "The request took too long to arrive.")
#: The address is right, the method is not.
bad_method: Final = Refusal(405, "BAD_METHOD", "That cannot be done here.")
#: Too many wait for the same.
line_full: Final = Refusal(
    429, "LINE_FULL", "Too much waits for the computer already; try again in a moment."
)
#: The rules take too long to work out.
too_costly: Final = Refusal(503, "TOO_COSTLY", "Working that out takes too long for this server.")
#: A table that would hold up all others.
table_closed: Final = Refusal(
    503,
    "TABLE_CLOSED",
    "This table is closed: with so many cards on it the rules take too long to work out. "
    "What was played is kept.",
)
#: Nothing can be looked up or written down now.
no_database: Final = Refusal(
    503, "NO_DATABASE", "The tables cannot be read or written at the moment; try again in a moment."
)
#: Whoever made it did not live to finish it.
review_lost: Final = Refusal(503, "REVIEW_LOST", "The review was broken off. Ask for it again in a moment.")
#: What is kept of it cannot be trusted.
damaged_table: Final = Refusal(
    410, "DAMAGED_TABLE", "What is kept of this table is damaged, so it cannot be opened any more."
)
#: Our fault.
server_error: Final = Refusal(500, "SERVER_ERROR", "Something went wrong here. It is written down.")

#: Why the game of a table cannot be set up any more.
_NOT_PLAYABLE: Final = frozenset({"GAME_GONE", "BROKEN_GAME", "RULES_CHANGED"})


def bad_request(trouble: str) -> ServerRefusal:
    """It cannot be read. ``trouble`` names what is wrong, never a value."""
    return ServerRefusal(400, "BAD_REQUEST", "That cannot be read: {trouble}", trouble=trouble[:300])


def bad_message(trouble: str) -> ServerRefusal:
    """It cannot be read. ``trouble`` names what is wrong, in a phrase; fields, never values."""
    return ServerRefusal(400, "BAD_MESSAGE", "That message cannot be read: {trouble}", trouble=trouble)


def not_ready(seconds: float) -> ServerRefusal:
    """The adviser is being compiled."""
    return ServerRefusal(
        503, "NOT_READY", "The adviser is still getting ready, about {seconds} s.", seconds=math.ceil(seconds)
    )


def not_playable(error: KorthusError) -> ServerRefusal:
    """A table whose game cannot be set up any more; ``moves`` still tells what was played."""
    return ServerRefusal.passing_on(410, error)


def is_not_playable(error: KorthusError) -> bool:
    """Whether it says that the game of a table cannot be set up any more."""
    return error.code in _NOT_PLAYABLE


def refusal_of(error: Exception) -> ServerRefusal:
    """What to say of an error that nobody asked for."""
    if isinstance(error, DamagedTable):
        return damaged_table()
    return no_database() if isinstance(error, DatabaseAway) else server_error()
