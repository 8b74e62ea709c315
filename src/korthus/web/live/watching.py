"""How a table of computers only is watched: whoever looks on may let it wait, or change its pace."""

from __future__ import annotations

from typing import Final, NamedTuple

#: How many times longer than usual a move takes.
PACES: Final = {"half": 2.0, "usual": 1.0, "double": 0.5, "fast": 0.0}


class Watching(NamedTuple):
    """What the spectators have asked for. It is not kept: a server that starts anew plays as usual."""

    paused: bool = False
    speed: str = "usual"

    @property
    def pace(self) -> float:
        """How many times longer than usual a move takes."""
        return PACES[self.speed]
