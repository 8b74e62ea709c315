"""The mark of the house: two cards leaning on each other, a roof and an A."""

from __future__ import annotations

from korthus.palette import DARK
from tools.cards.draw import element, path


def leaning(near: str, far: str, pip: str | None = None) -> str:
    """The mark in a box of 48 by 48. The near card leans on the far one; a small pip is the bar of the A."""

    def card(x: float, angle: int, colour: str) -> str:
        stand = f"translate({x} 5) rotate({angle})"
        return element("rect", x=-4.4, y=0, width=8.8, height=40, rx=1.8, fill=colour, transform=stand)

    return (
        card(21.2, -22, far)
        + card(26.8, 22, near)
        + (path("M24 30 27.6 35.5 24 41 20.4 35.5z", fill=pip) if pip else "")
    )


def icon() -> str:
    """The mark on a dark ground, as the browser's icon."""
    return (
        element(
            "svg",
            element("rect", width=48, height=48, rx=9, fill=DARK["table"]),
            element(
                "g",
                leaning(DARK["linen"], DARK["brass"], DARK["lingon"]),
                transform="translate(4.8 4.8) scale(.8)",
            ),
            xmlns="http://www.w3.org/2000/svg",
            viewBox="0 0 48 48",
        )
        + "\n"
    )
