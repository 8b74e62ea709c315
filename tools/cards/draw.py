"""The few words in which cards are drawn."""

from __future__ import annotations

from typing import Final

WIDTH: Final = 252
HEIGHT: Final = 352

#: The custom properties that the page's theme defines.
PAPER: Final = "var(--card-paper)"
RIM: Final = "var(--card-rim)"
INK: Final = "var(--card-ink)"
RED: Final = "var(--card-red)"
BLUE: Final = "var(--card-blue)"
GREEN: Final = "var(--card-green)"
GOLD: Final = "var(--card-gold)"
SKIN: Final = "var(--card-skin)"

#: The lower half of a card is the upper one, turned.
TURN: Final = f"rotate(180 {WIDTH // 2} {HEIGHT // 2})"


def number(value: float) -> str:
    """A coordinate as short as it can be written.

    >>> number(12.50), number(3.0), number(-0.04)
    ('12.5', '3', '0')
    """
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(name: str, *inside: str, **attributes: str | float) -> str:
    """An element; an underscore in an attribute's name stands for a hyphen, one at its end for nothing."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{number(value) if isinstance(value, int | float) else value}"'
        for key, value in attributes.items()
    )
    content = "".join(inside)
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def path(d: str, fill: str = "none", **attributes: str | float) -> str:
    """A path; filled with nothing unless a colour is given."""
    return element("path", d=d, fill=fill, **attributes)


def stroke(d: str, colour: str, width: float) -> str:
    """A line with round ends."""
    return path(d, stroke=colour, stroke_width=width, stroke_linecap="round", stroke_linejoin="round")


def circle(x: float, y: float, radius: float, fill: str, **attributes: str | float) -> str:
    """A disc."""
    return element("circle", cx=x, cy=y, r=radius, fill=fill, **attributes)


def use(symbol: str, x: float, y: float, width: float, height: float, *, turned: bool = False) -> str:
    """A symbol in a box around a point, upright or upside down."""
    turn: dict[str, str | float] = {"transform": f"rotate(180 {number(x)} {number(y)})"} if turned else {}
    return element(
        "use", href=f"#{symbol}", x=x - width / 2, y=y - height / 2, width=width, height=height, **turn
    )


def symbol(name: str, *inside: str, box: str = f"0 0 {WIDTH} {HEIGHT}") -> str:
    """Something that can be used by its name."""
    return element("symbol", *inside, id=name, viewBox=box)


def paper() -> str:
    """The empty face of a card."""
    return element(
        "rect",
        x=0.75,
        y=0.75,
        width=WIDTH - 1.5,
        height=HEIGHT - 1.5,
        rx=12,
        fill=PAPER,
        stroke=RIM,
        stroke_width=1.5,
    )


def twice(drawing: str) -> str:
    """A drawing of the upper half, and the same upside down below."""
    return element("g", drawing) + element("g", drawing, transform=TURN)


def sheet(*symbols: str) -> str:
    """A file of symbols."""
    return element("svg", *(f"\n{each}" for each in symbols), "\n", xmlns="http://www.w3.org/2000/svg") + "\n"
