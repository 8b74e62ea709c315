"""What a person is asked who chooses the game."""

from __future__ import annotations

from typing import Final

from korthus.web.brings import BACK, Asks

ASKS: Final = Asks(
    first=("target_stones",),
    unasked=("deck", "bets", "raises"),
    pictures={
        "standard": ("Ro", "Re", "Cc", "1b"),
        "mus": ("Ro", BACK, BACK, "1b"),
        "single_hand": ("1o",),
    },
    preset="mus",
)
