"""The letters and figures of the indices: strokes in a box of 40 by 58, so that no font is needed."""

from __future__ import annotations

from typing import Final

from tools.cards.draw import element, number, stroke

#: The pen goes along the middle of the stroke.
STROKES: Final = {
    "A": "M4.5 53.5 20 4.5 35.5 53.5M10.5 37H29.5",
    "1": "M9 14 21 5V53.5M9 53.5H33",
    "2": "M5 17.5C5-.5 35-.5 35 17.5 35 31 5.5 40 5 53.5H36",
    "3": "M6 4.5H34L18.5 23.5C43 21 42 53.5 19 53.5 11 53.5 5.5 50 4 43.5",
    "4": "M28.5 53.5V4.5L4 40H37",
    "5": "M33 4.5H10L7.5 27C16 19 36 20 36 37.5 36 58 9 58.5 4 46",
    "6": "M30 4.5C12 13 4.5 26 4.5 38A15.7 15.7 0 1 0 36 38 15.7 15.7 0 0 0 5 35.5",
    "7": "M4.5 4.5H36C25 19 18 35 17 53.5",
    "8": "M20 4.5A12.2 11.3 0 1 1 19.9 4.5ZM20 27.1A15.6 13.2 0 1 1 19.9 27.1Z",
    "9": "M10 53.5C28 45 35.5 32 35.5 20A15.7 15.7 0 1 0 4 20 15.7 15.7 0 0 0 35 22.5",
    "10": "M-5.5 13 3.5 5V53.5M31 4.5A13.5 24.5 0 1 1 30.9 4.5Z",
    "J": "M14 4.5H36M28 4.5V39C28 58 5 58 4.5 41",
    "Q": "M20 4.5A15.7 24.5 0 1 1 19.9 4.5ZM23 41 36.5 55.5",
    "K": "M6 4.5V53.5M35 4.5 6 34.5M16.5 24 36 53.5",
    "R": "M6 53.5V4.5H19C41 4.5 41 32 19 32H6M20 32 36 53.5",
    "C": "M36 15C30-1 5-1 5 29 5 59 30 59 36 43",
    "S": "M34.5 14C31-.5 6-.5 6 17 6 33 35 25 35 41 35 58.5 6 58.5 4 43.5",
}


def glyph(label: str, x: float, top: float, height: float, colour: str, pen: float = 8.5) -> str:
    """A letter or number of a height, centred on ``x``."""
    scale = height / 58
    squeeze = 0.8 if label == "10" else 1.0
    shift = x - 20 * scale * squeeze
    move = f"translate({number(shift)} {number(top)}) scale({scale * squeeze:.3g} {scale:.3g})"
    return element("g", stroke(STROKES[label], colour, pen), transform=move)
