"""The signs of the Spanish suits, each in a box of 100 by 100 around its middle."""

from __future__ import annotations

from math import cos, radians, sin

from tools.cards.draw import BLUE, GOLD, GREEN, INK, PAPER, RED, circle, number, path, stroke


def coin() -> str:
    """A gold piece with a rosette."""
    return (
        circle(0, 0, 46, GOLD, stroke=INK, stroke_width=2.5)
        + circle(
            0, 0, 38, "none", stroke=RED, stroke_width=3, stroke_dasharray="1 6.8", stroke_linecap="round"
        )
        + circle(0, 0, 30, PAPER, stroke=INK, stroke_width=2)
        + path(star(8, 27, 11), fill=RED)
        + circle(0, 0, 8, GOLD, stroke=INK, stroke_width=2)
    )


def star(points: int, outer: float, inner: float) -> str:
    """A star around the middle."""
    corners = []
    for step in range(2 * points):
        radius = inner if step % 2 else outer
        angle = radians(180 * step / points - 90)
        corners.append(f"{number(radius * cos(angle))} {number(radius * sin(angle))}")
    return f"M{' '.join(corners)}Z"


def cup() -> str:
    """A goblet."""
    return (
        path(
            "M-34-44H34C36-12 26 8 8 14V26C20 28 28 34 30 44H-30C-28 34-20 28-8 26V14C-26 8-36-12-34-44Z",
            fill=RED,
        )
        + path("M-36-46H36L34.5-32H-34.5Z", fill=GOLD)
        + path("M-13 12H13V22H-13Z", fill=GOLD)
        + path("M-32 38H32V47H-32Z", fill=GOLD)
        + stroke("M-24-22C-22-6-14 2-4 6", PAPER, 4)
        + stroke("M-36-46H36L34-32H-34ZM-32 38H32V47H-32ZM-13 12H13V22H-13Z", INK, 2)
    )


def sword() -> str:
    """A short straight sword, point down."""
    return (
        path("M-8-18H8V32L0 49-8 32Z", fill=BLUE)
        + stroke("M0-14V34", PAPER, 2.5)
        + path("M-27-27Q-27-18-20-18H20Q27-18 27-27L22-25H-22Z", fill=GOLD)
        + path("M-5-40H5V-22H-5Z", fill=RED)
        + circle(0, -43, 6.5, GOLD)
        + stroke("M-27-27Q-27-18-20-18H20Q27-18 27-27L22-25H-22ZM-8-18V32L0 49 8 32V-18", INK, 2)
        + circle(0, -43, 6.5, "none", stroke=INK, stroke_width=2)
    )


def club() -> str:
    """A cudgel of green wood with cut twigs."""
    return (
        path("M-15-38Q0-50 15-38L9 44Q0 50-9 44Z", fill=GREEN)
        + path("M11-16 27-28 31-19 12-4ZM-12 6-28-4-32 6-11 19ZM9 20 22 12 25 20 8 31Z", fill=GREEN)
        + path("M27-28 31-19 34-25ZM-28-4-32 6-35-2Z", fill=GOLD)
        + path("M-15-38Q0-50 15-38 0-27-15-38Z", fill=GOLD)
        + stroke("M-4-24-3 0M3 6 2 34M4-22 5-10", PAPER, 2.5)
        + stroke("M-15-38Q0-50 15-38 0-27-15-38L-13-10M15-38 14-19", INK, 2)
    )
