"""What the environments refuse; the sentences in other languages are in the catalogue's part ``envs``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeGuard

import numpy as np

from korthus.core.errors import CodedError, GameOver, InvalidOptions, KorthusError
from korthus.core.phrases import Phrase

REASONS: Final[dict[str, str]] = {
    "NOT_AN_ID": "{action} is not the id of a legal action now; legal {ids:is|are} {ids}.",
    "NO_ID": "{action} is not legal now and has no id.",
    "NO_NUMBERS": "{field} of {game} cannot be put into numbers; bring envs/encoding for it.",
    "BEYOND_BOUNDS": "{field} is {value}, and an observation takes {low} to {high} there.",
    "TOO_FEW_IDS": "There are {count} legal actions and only {ids} ids.",
    "LONG_STORY": "Seat {seat} has been told {count} things, and the tensor has room for {most}.",
    "SAMPLED_SEAT": "In a sampled world only the seat it was sampled for has an information state tensor.",
    "NO_STORY": "On its kernel a game keeps no history; make the environment with compiled=False.",
    "NOT_RESET": "Reset the environment first.",
    "NO_RENDER_MODE": "There is no way to render called {mode}; there {modes:is|are} {modes}.",
}
#: Legal ids that are named at most when another one is refused.
_NAMED: Final = 12


class EnvError(CodedError):
    """An environment cannot be made, or cannot go on."""

    reasons = REASONS


def refusal_of(action_id: object, legal: Sequence[int]) -> KorthusError:
    """Why an id is not taken where only ``legal`` ones are; nothing is legal when a game is over."""
    if not legal:
        return GameOver()
    named = (*map(str, legal[:_NAMED]), *["…"] * (len(legal) > _NAMED))
    return EnvError("NOT_AN_ID", action=repr(action_id)[:40], ids=named)


def bad_option(option: str, value: object, values: str) -> InvalidOptions:
    """The refusal of a value that an environment cannot have; ``values`` says what it takes."""
    return InvalidOptions(
        "BAD_OPTION",
        "{option} cannot be {value}; it takes {values}.",
        option=option,
        value=repr(value)[:60],
        values=values,
    )


def is_whole(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number, of Python or of NumPy."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def check_whole(option: str, value: object, low: int | None = None) -> None:
    """See that a value is a whole number, and not below ``low``.

    Raises:
        InvalidOptions: it is not.
    """
    if is_whole(value) and (low is None or value >= low):
        return
    if low is None:
        raise bad_option(option, value, Phrase("common.values.whole", "a whole number"))
    raise bad_option(option, value, Phrase("common.values.from", "a whole number from {low}", low=low))
