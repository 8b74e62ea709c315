"""What the server refuses, besides what the rules and the table refuse. Sentences: ``serve.error.*``."""

from __future__ import annotations

from korthus.core.errors import KorthusError


class ServerRefusal(KorthusError):
    """A refusal with the HTTP status that fits it."""

    def __init__(self, status: int, code: str, reason: str, **params: object) -> None:
        super().__init__(code, reason, **params)
        self.status = status


def no_such_table() -> ServerRefusal:
    """Nobody opened a table of that name."""
    return ServerRefusal(404, "NO_SUCH_TABLE", "There is no such table.")


def bad_token() -> ServerRefusal:
    """The secret opens nothing here."""
    return ServerRefusal(403, "BAD_TOKEN", "That link or token does not open a seat here.")


def seat_taken() -> ServerRefusal:
    """Somebody was quicker."""
    return ServerRefusal(409, "SEAT_TAKEN", "That seat is taken.")


def not_over() -> ServerRefusal:
    """What is asked for would show hidden cards."""
    return ServerRefusal(409, "NOT_OVER", "The game is not over yet.")


def not_full() -> ServerRefusal:
    """The deal waits for somebody."""
    return ServerRefusal(409, "NOT_FULL", "Not all seats are taken yet.")


def watching() -> ServerRefusal:
    """Spectators look, players act."""
    return ServerRefusal(403, "WATCHING", "You are watching; only players can do that.")


def too_many() -> ServerRefusal:
    """A limit is reached."""
    return ServerRefusal(429, "TOO_MANY", "That is too much at once; try again in a moment.")


def bad_message(trouble: str) -> ServerRefusal:
    """It cannot be read. ``trouble`` is what the decoder says, which names fields, never values."""
    return ServerRefusal(400, "BAD_MESSAGE", "That message cannot be read: {trouble}", trouble=trouble[:200])


def server_error() -> ServerRefusal:
    """Our fault."""
    return ServerRefusal(500, "SERVER_ERROR", "Something went wrong here. It is written down.")
