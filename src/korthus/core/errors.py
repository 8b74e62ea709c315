"""Narrow errors: each has a stable ``code`` for programs and a sentence for people.

Codes are part of the interface and tested. The English sentence travels with the exception; other
languages are made from ``code`` and ``params`` by the catalogue (see ``korthus.locale``).
"""

from __future__ import annotations


class KorthusError(Exception):
    """The root of everything korthus refuses.

    ``params`` holds the values that the sentence mentions, so that it can be said in another language.
    """

    def __init__(self, code: str, reason: str, **params: object) -> None:
        super().__init__(code, reason)
        self.code = code
        self.params = params
        self.reason = reason.format(**params) if params else reason

    def __str__(self) -> str:
        return f"{self.reason} [{self.code}]"

    def __reduce__(self) -> tuple[object, ...]:
        # Subclasses take other arguments than these, so a refusal from another process is put together anew.
        return _restore, (type(self), self.args, self.__dict__)


def _restore(kind: type[KorthusError], args: tuple[object, ...], fields: dict[str, object]) -> KorthusError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(fields)
    return error


class InvalidAction(KorthusError):
    """The action cannot be read: malformed text, a wrong type, an unknown card."""


class IllegalAction(KorthusError):
    """The action can be read, but the rules do not allow it now."""


class NotYourTurn(KorthusError):
    """Somebody else, or nobody, is to act."""

    def __init__(self, seat: int, to_act: int) -> None:
        who = "chance" if to_act < 0 else f"seat {to_act}"
        super().__init__("NOT_YOUR_TURN", f"It is not the turn of seat {seat}: {who} is to act.")
        self.params = {"seat": seat, "to_act": to_act}


class GameOver(KorthusError):
    """The game has ended; nothing more can be played."""

    def __init__(self) -> None:
        super().__init__("GAME_OVER", "The game is over.")


class StaleVersion(KorthusError):
    """The action was meant for an earlier position of the table."""

    def __init__(self, given: int, current: int) -> None:
        super().__init__(
            "STALE_VERSION",
            "That was meant for position {given}, but the table is at {current}.",
            given=given,
            current=current,
        )


class TooManyActions(KorthusError):
    """The legal actions of this position are too many to list. ``apply`` still judges any given one."""

    def __init__(self, limit: int) -> None:
        super().__init__(
            "TOO_MANY_ACTIONS", "This position has more than {limit} legal actions.", limit=limit
        )


class InvalidState(KorthusError):
    """A position cannot be read, or is not one of this game."""


class InvalidOptions(KorthusError):
    """An option or a combination of options cannot be played. The sentence says what would work."""


class InvalidRecord(KorthusError):
    """A record cannot be read, or does not replay. ``step`` is the action it fails at, if any."""

    def __init__(self, code: str, reason: str, *, step: int | None = None, **params: object) -> None:
        super().__init__(code, reason, **params)
        self.step = step
