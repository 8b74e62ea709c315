"""The colours of the terminal: ink, brass, one red. Middle tones, so that they read on dark and on light."""

from __future__ import annotations

from typing import Final

from rich.style import Style as Look
from rich.theme import Theme

from korthus.core.styles import Style
from korthus.palette import TERMINAL

THEME: Final = Theme(
    {
        **TERMINAL,
        "quiet": "dim",
        "number": f"bold {TERMINAL['brass']}",
        "refused": TERMINAL["lingon"],
        "heading": f"bold {TERMINAL['brass']}",
    }
)

_NAMES: Final = {
    Style.HEADING: "heading",
    Style.STRONG: "brass",
    Style.SOFT: "quiet",
    Style.NUMBER: "number",
    Style.NAME: "bold",
    Style.CARD: "bold",
    Style.SPADES: "bold",
    Style.HEARTS: "lingon",
    Style.DIAMONDS: "lake",
    Style.CLUBS: "moss",
    Style.GOOD: "moss",
    Style.BAD: "lingon",
    Style.PLOT: "lake",
    Style.REFUSED: "refused",
    Style.TERMINAL: "quiet",
}
#: How each style of a text looks. A look remembers its style, so that what Rich laid out can be read back.
LOOKS: Final = {style: THEME.styles[name] + Look(meta={style.value: True}) for style, name in _NAMES.items()}
