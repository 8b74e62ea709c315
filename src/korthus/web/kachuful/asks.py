"""What a person is asked who chooses the game."""

from __future__ import annotations

from typing import Final

from korthus.web.brings import Asks

#: The ranks are the numbers of cards in a round, or what is won.
ASKS: Final = Asks(
    first=("start_cards",),
    unasked=("deck", "starting_dealer"),
    pictures={
        "standard": ("7s", "Ah", "7d"),
        "clamped": ("9s", "8h", "7c"),
        "eight_players": ("6s", "Ah", "6d"),
        "descending": ("7s", "4h", "Ac"),
        "high_incentive": ("Ks", "Ah"),
        "medium": ("Td", "Tc"),
        "point_per_trick": ("As", "Ah", "Ad"),
    },
)
