"""What the computer players of this game are called."""

from __future__ import annotations

from typing import Final

from korthus.web.brings import People

PEOPLE: Final = People(
    names={"easy": "Ture", "normal": "Märta", "strong": "Sixten", "strongest": "Greta"},
    also=("Alva", "Nils", "Saga"),
)
