"""What a person is asked who chooses the game."""

from __future__ import annotations

from typing import Final

from korthus.web.brings import BACK, Asks

ASKS: Final = Asks(
    first=("hands",),
    unasked=("first_dealer",),
    pictures={
        "standard": ("As", "Kh", "8d"),
        "document_cli": ("As", "2h", "2d"),
        "alternating": ("As", BACK),
        "simultaneous": (BACK, BACK, BACK),
        "classic_burns": (BACK, "Qh"),
    },
)
