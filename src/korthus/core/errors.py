"""Narrow errors: each has a stable ``code`` for programs and a sentence for people.

Codes are part of the interface and tested: within a game, and within the rest of the house, a code has one
sentence with one set of values. The English sentence travels with the exception; the catalogue (see
``korthus.locale``) finds it in the other languages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Final, NamedTuple, Self, TypeVar

from korthus.core.wording import Wording, closest

_ENGLISH: Final = Wording()


#: Added to the refusal of a word that is almost one of those there are.
DID_YOU_MEAN: Final = "Did you mean {word}?"


class KorthusError(Exception):
    """The root of everything korthus refuses.

    ``sentence`` is English with ``{placeholders}``, ``params`` holds their values, so that it can be said in
    another language; a value that is a refusal itself is said in it too, with its code. ``meant`` is what a
    mistyped word may have been. ``reason`` is all of it in English.
    """

    meant: str | None = None

    def __init__(self, code: str, sentence: str, **params: object) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence
        self.params = params

    @property
    def reason(self) -> str:
        """Why, in English."""
        said = _ENGLISH.fill(self.sentence, self.params) if self.params else self.sentence
        return said if self.meant is None else f"{said} {DID_YOU_MEAN.format(word=self.meant)}"

    @classmethod
    def of(cls, error: KorthusError) -> Self:
        """The same refusal as one of this kind."""
        same = cls(error.code, error.sentence, **error.params)
        same.meant = error.meant
        return same

    def __str__(self) -> str:
        return f"{self.reason} [{self.code}]"

    def __reduce__(self) -> tuple[object, ...]:
        # Subclasses take other arguments than these, so a refusal from another process is put together anew.
        return _restore, (type(self), self.args, self.__dict__)


class CodedError(KorthusError):
    """A refusal whose English sentence stands in a table, by its code."""

    #: The sentences of a room, by code.
    reasons: ClassVar[Mapping[str, str]]

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, self.reasons[code], **params)


class Reason(str):
    """Why something is refused, without the code: for a sentence that has the code in another place.

    It is English, and said in another language where a phrase that holds it is.
    """

    __slots__ = ("error",)

    error: KorthusError

    def __new__(cls, error: KorthusError) -> Self:
        reason = super().__new__(cls, error.reason)
        reason.error = error
        return reason

    def __getnewargs__(self) -> tuple[KorthusError]:  # type: ignore[override]
        return (self.error,)


_Error = TypeVar("_Error", bound=KorthusError)


def unknown(error: _Error, text: object, known: tuple[str, ...]) -> _Error:
    """The refusal of a word that is none of those known, with the one that was probably meant."""
    error.meant = closest(text, known)
    return error


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
        super().__init__("NOT_YOUR_TURN", "It is not the turn of seat {seat}.", seat=seat + 1)
        self.to_act = to_act


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


class StepError(KorthusError):
    """Something that goes step by step is refused, as a whole or at one of its steps."""

    @property
    def step(self) -> int | None:
        """The step that it fails at, from 1, if it is one; the sentence mentions it."""
        step = self.params.get("step")
        return step if isinstance(step, int) else None


class InvalidRecord(StepError):
    """A record cannot be read, or does not replay."""


E = TypeVar("E", bound=KorthusError)


class Refusals(NamedTuple):
    """What makes the refusals of a game: from a code, with the values of its sentence by name."""

    #: An action that the rules do not allow now.
    illegal: Callable[..., IllegalAction]
    #: Something that is no action at all.
    invalid: Callable[..., InvalidAction]
    #: A position that cannot be.
    impossible: Callable[..., InvalidState]


def refusals(reasons: Mapping[str, str]) -> Refusals:
    """The refusals whose sentences are given by code."""

    def of(kind: type[E]) -> Callable[..., E]:
        def refuse(code: str, **params: object) -> E:
            return kind(code, reasons[code], **params)

        return refuse

    return Refusals(of(IllegalAction), of(InvalidAction), of(InvalidState))
