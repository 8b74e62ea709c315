"""The backs: the mark of the house, small and many times."""

from __future__ import annotations

from tools.cards.draw import HEIGHT, WIDTH, element, stroke, symbol

GROUND = "var(--card-back)"
LINE = "var(--card-back-line)"


def back(deck: str, *, turned: bool) -> str:
    """The back of a deck; the two decks differ in how the pattern lies."""
    roof = "M1 13 7 1.5 13 13"
    cell = 14
    shift = " rotate(45)" if turned else ""
    tile = element(
        "pattern",
        element(
            "g",
            stroke(roof, LINE, 1.3),
            stroke("M-6 6 0-5.5 6 6M8 6 14-5.5 20 6", LINE, 1.3),
            stroke("M-6 20 0 8.5 6 20M8 20 14 8.5 20 20", LINE, 1.3),
        ),
        id=f"{deck}-weave",
        width=cell,
        height=cell,
        patternUnits="userSpaceOnUse",
        patternTransform=f"translate(7 1){shift}",
    )
    inner = {"x": 18, "y": 18, "width": WIDTH - 36, "height": HEIGHT - 36, "rx": 7}
    return symbol(
        f"{deck}-back",
        element("defs", tile),
        element("rect", width=WIDTH, height=HEIGHT, rx=12.6, fill="var(--card-paper)"),
        element("rect", x=9, y=9, width=WIDTH - 18, height=HEIGHT - 18, rx=9, fill=GROUND),
        element("rect", **inner, fill=f"url(#{deck}-weave)", opacity=0.55),
        element("rect", **inner, fill="none", stroke=LINE, stroke_width=2),
        medallion(),
    )


def medallion() -> str:
    """The mark in the middle, on a clear ground, the same from both sides."""
    x, y = WIDTH / 2, HEIGHT / 2
    up = stroke(f"M{x - 19:.0f} {y - 5:.0f} {x:.0f} {y - 41:.0f} {x + 19:.0f} {y - 5:.0f}", LINE, 6)
    down = element("g", up, transform=f"rotate(180 {x:.0f} {y:.0f})")
    ground = element("ellipse", cx=x, cy=y, rx=40, ry=60, fill=GROUND, stroke=LINE, stroke_width=2)
    return ground + up + down
