"""What the server refuses, besides what the rules and the table refuse. Sentences: ``serve.error.*``."""

from __future__ import annotations

import math
from typing import Final

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


def no_such_table() -> ServerRefusal:
    """Nobody opened a table of that name."""
    return ServerRefusal(404, "NO_SUCH_TABLE", "There is no such table.")


def not_found() -> ServerRefusal:
    """Nothing is at that path."""
    return ServerRefusal(404, "NOT_FOUND", "There is no such page.")


def bad_token() -> ServerRefusal:
    """The secret opens nothing here."""
    return ServerRefusal(403, "BAD_TOKEN", "That link or token does not open a seat here.")


def seat_taken() -> ServerRefusal:
    """Somebody was quicker."""
    return ServerRefusal(409, "SEAT_TAKEN", "That seat is taken.")


def not_over() -> ServerRefusal:
    """What is asked for would show hidden cards."""
    return ServerRefusal(409, "NOT_OVER", "The game is not over yet.")


def in_tournament() -> ServerRefusal:
    """What would make one game of a tournament another one."""
    return ServerRefusal(409, "IN_TOURNAMENT", "That cannot be done in a game of a tournament.")


def held_back() -> ServerRefusal:
    """What is asked for would show cards that somebody still has to play."""
    return ServerRefusal(
        409,
        "HELD_BACK",
        "Other tables of the tournament still play these cards; all is shown when the last has ended.",
    )


def not_full() -> ServerRefusal:
    """The deal waits for somebody."""
    return ServerRefusal(409, "NOT_FULL", "Not all seats are taken yet.")


def watching() -> ServerRefusal:
    """Spectators look, players act."""
    return ServerRefusal(403, "WATCHING", "You are watching; only players can do that.")


def too_many() -> ServerRefusal:
    """A limit is reached."""
    return ServerRefusal(429, "TOO_MANY", "That is too much at once; try again in a moment.")


def too_large() -> ServerRefusal:
    """A body, or a message, that nobody needs."""
    return ServerRefusal(413, "TOO_LARGE", "That is too large.")


def head_too_large() -> ServerRefusal:
    """A request whose head does not end."""
    return ServerRefusal(431, "HEAD_TOO_LARGE", "The head of that request is too large.")


def too_slow() -> ServerRefusal:
    """Half a request, and then nothing."""
    return ServerRefusal(408, "TOO_SLOW", "The request took too long to arrive.")


def bad_method() -> ServerRefusal:
    """The address is right, the method is not."""
    return ServerRefusal(405, "BAD_METHOD", "That cannot be done here.")


def bad_request(trouble: str) -> ServerRefusal:
    """It cannot be read. ``trouble`` names what is wrong, never a value."""
    return ServerRefusal(400, "BAD_REQUEST", "That cannot be read: {trouble}", trouble=trouble[:300])


def line_full() -> ServerRefusal:
    """Too many wait for the same."""
    return ServerRefusal(429, "LINE_FULL", "Too much waits for the computer already; try again in a moment.")


def too_costly() -> ServerRefusal:
    """The rules take too long to work out."""
    return ServerRefusal(503, "TOO_COSTLY", "Working that out takes too long for this server.")


def table_closed() -> ServerRefusal:
    """A table that would hold up all others."""
    return ServerRefusal(
        503,
        "TABLE_CLOSED",
        "This table is closed: with so many cards on it the rules take too long to work out. "
        "What was played is kept.",
    )


def bad_message(trouble: str) -> ServerRefusal:
    """It cannot be read. ``trouble`` names what is wrong, in a phrase; fields, never values."""
    return ServerRefusal(400, "BAD_MESSAGE", "That message cannot be read: {trouble}", trouble=trouble)


def not_ready(seconds: float) -> ServerRefusal:
    """The adviser is being compiled."""
    return ServerRefusal(
        503, "NOT_READY", "The adviser is still getting ready, about {seconds} s.", seconds=math.ceil(seconds)
    )


def no_database() -> ServerRefusal:
    """Nothing can be looked up or written down now."""
    return ServerRefusal(
        503, "NO_DATABASE", "The tables cannot be read or written at the moment; try again in a moment."
    )


def review_lost() -> ServerRefusal:
    """Whoever made it did not live to finish it."""
    return ServerRefusal(503, "REVIEW_LOST", "The review was broken off. Ask for it again in a moment.")


def damaged_table() -> ServerRefusal:
    """What is kept of it cannot be trusted."""
    return ServerRefusal(
        410, "DAMAGED_TABLE", "What is kept of this table is damaged, so it cannot be opened any more."
    )


#: Why the game of a table cannot be set up any more.
_NOT_PLAYABLE: Final = frozenset({"GAME_GONE", "BROKEN_GAME", "RULES_CHANGED"})


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


def server_error() -> ServerRefusal:
    """Our fault."""
    return ServerRefusal(500, "SERVER_ERROR", "Something went wrong here. It is written down.")
