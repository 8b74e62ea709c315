"""What the environments refuse; the sentences in other languages are in the catalogue's part ``envs``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from korthus.core.errors import CodedError, GameOver, KorthusError

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
