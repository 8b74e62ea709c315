"""What the computer players of this game are called."""

from __future__ import annotations

from typing import Final

from korthus.web.brings import People

PEOPLE: Final = People(
    names={"easy": "Walt", "normal": "Nell", "strong": "Cole", "strongest": "Ruby"},
    also=("June", "Hank", "Pearl"),
)
