"""What a person is asked who chooses the game."""

from __future__ import annotations

from typing import Final

from korthus.web.brings import Asks

ASKS: Final = Asks(
    first=("omgangar",),
    unasked=("deck",),
    pictures={"complete": ("9c", "9c"), "draft": ("Kd", "7h")},
)
