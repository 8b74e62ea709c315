"""What the computer players of this game are called."""

from __future__ import annotations

from typing import Final

from korthus.web.brings import People

PEOPLE: Final = People(
    names={"easy": "Bhavin", "normal": "Asha", "strong": "Vivek", "strongest": "Devika"},
    also=("Kiran", "Meera", "Rohan", "Tara", "Jaya", "Nisha", "Harsh", "Leela"),
)
