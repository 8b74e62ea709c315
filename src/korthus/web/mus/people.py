"""What the computer players of this game are called."""

from __future__ import annotations

from typing import Final

from korthus.web.brings import People

PEOPLE: Final = People(
    names={"easy": "Iker", "normal": "Ane", "strong": "Patxi", "strongest": "Maite"},
    also=("Nerea", "Unai", "Amaia"),
    beats={"easy": None, "normal": 0.565, "strong": 0.574, "strongest": 0.495},
)
