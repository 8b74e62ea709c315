"""The cards that stand for the game where it is offered."""

from __future__ import annotations

from typing import Final

from korthus.screens.emblem import Emblem

EMBLEM: Final = Emblem("french", ("2h", "Ks", "7c"))
