"""The pictures of a review: SVG to be put into a page, whose colours they take.

Each picture is drawn for a given width, so that its letters are as large on a phone as on a desk.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

from korthus.arena.figures import signed
from korthus.arena.review_data import Review, SeatReview

#: The colours of the seats, by the names that the page gives them, and their dashes: never colour alone.
COLOURS: Final = ("lake", "lingon", "moss", "brass")
DASHES: Final = ("", "7 4", "2 3", "9 3 2 3")

_LETTER: Final = 13
_HEIGHT: Final = 300
_TOP: Final = 16
_BOTTOM: Final = 30


def stroke(seat: int) -> str:
    """The attributes of a seat's line. Every fifth seat has the colour of the first, but other dashes."""
    colour = COLOURS[seat % len(COLOURS)]
    dash = DASHES[(seat + seat // len(COLOURS)) % len(DASHES)]
    return f'stroke="var(--{colour})"' + (f' stroke-dasharray="{dash}"' if dash else "")


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round figures from below ``low`` to above ``high``, at most so many steps apart.

    >>> ticks(-3.2, 11)
    [-5.0, 0.0, 5.0, 10.0, 15.0]
    """
    reach = max(high - low, 1e-6)
    size = 10.0 ** math.floor(math.log10(reach / most))
    step = next(size * each for each in (1, 2, 2.5, 5, 10, 20) if reach / (size * each) <= most - 1)
    return [step * n for n in range(math.floor(low / step), math.ceil(high / step) + 1)]


def curve_svg(review: Review, marks: Mapping[int, int], label: str, step_label: str, width: int) -> str:
    """The prospects of all seats over the steps of the game.

    Args:
        marks: by the place of a decision among the actions, the number that marks it.
    """
    values = [value for row in review.curve for value in row]
    grid = ticks(min(values), max(values))
    left = 14 + 7.5 * max(len(_figure(value)) for value in grid)
    right, last = width - 14, max(1, len(review.curve) - 1)
    floor = _HEIGHT - _BOTTOM

    def x(step: float) -> float:
        return left + (right - left) * step / last

    def y(value: float) -> float:
        return floor - (floor - _TOP) * (value - grid[0]) / (grid[-1] - grid[0])

    parts = []
    for value in grid:
        zero = ' class="zero"' if value == 0 else ""
        parts.append(f'<line{zero} x1="{left:.1f}" x2="{right}" y1="{y(value):.1f}" y2="{y(value):.1f}"/>')
        parts.append(
            f'<text x="{left - 8:.1f}" y="{y(value) + 4.5:.1f}" text-anchor="end">{_figure(value)}</text>'
        )
    for step in ticks(0, last, 5 if width < 500 else 8):
        if 0 <= step <= last and step == int(step):
            parts.append(f'<text x="{x(step):.1f}" y="{_HEIGHT - 9}" text-anchor="middle">{int(step)}</text>')
    for seat in range(len(review.seats)):
        line = " ".join(f"{x(step):.1f},{y(value):.1f}" for step, value in _bends(review.curve, seat))
        parts.append(f'<polyline class="seat" {stroke(seat)} points="{line}"/>')
    for index, number in sorted(marks.items()):
        decision = review.decision(index)
        assert decision.value is not None  # a mistake has been judged
        at = f"{x(index + 1):.1f}", f"{y(decision.value):.1f}"
        colour = COLOURS[decision.seat % len(COLOURS)]
        parts.append(
            f'<a href="#m{number}"><circle class="mark" cx="{at[0]}" cy="{at[1]}" r="9" '
            f'stroke="var(--{colour})"/><text x="{at[0]}" y="{float(at[1]) + 4:.1f}" text-anchor="middle" '
            f'class="mark">{number}</text></a>'
        )
    title = f"<title>{escape(label)} ({escape(step_label)})</title>"
    return _svg(width, _HEIGHT, label, title + "".join(parts))


def bars_svg(review: Review, words: tuple[str, str], label: str, width: int) -> str:
    """Luck and play of each seat, side by side around nothing. ``words`` are what the two are called."""
    seats = review.seats
    reach = max(max(abs(each.luck or 0), abs(each.play or 0)) for each in seats) or 1.0
    indent = 12 + 7.2 * max(len(word) for word in words)
    room = 118  # for the figure at either end
    middle = indent + (width - indent) / 2
    scale = ((width - indent) / 2 - room) / reach
    rows, parts = 74, []
    for place, each in enumerate(seats):
        top = place * rows + 6
        parts.append(f'<text class="name" x="0" y="{top + 14}">{escape(each.name)}</text>')
        parts += _bar(top + 24, middle, scale, each.luck or 0.0, "brass", words[0], _luck(each))
        colour = "moss" if (each.play or 0) >= 0 else "lingon"
        parts += _bar(top + 45, middle, scale, each.play or 0.0, colour, words[1], signed(each.play or 0.0))
        error = scale * (each.luck_error or 0.0)
        at = middle + scale * (each.luck or 0.0)
        parts.append(
            f'<line class="whisker" x1="{at - error:.1f}" x2="{at + error:.1f}" y1="{top + 32}" '
            f'y2="{top + 32}"/>'
        )
    height = rows * len(seats)
    axis = f'<line class="zero" x1="{middle:.1f}" x2="{middle:.1f}" y1="20" y2="{height - 4}"/>'
    return _svg(width, height, label, axis + "".join(parts))


def _bar(
    top: float, middle: float, scale: float, value: float, colour: str, word: str, figure: str
) -> list[str]:
    size = abs(scale * value)
    start = middle if value >= 0 else middle - size
    anchor, at = ("start", middle + size + 8) if value >= 0 else ("end", middle - size - 8)
    return [
        f'<text x="0" y="{top + 12}">{escape(word)}</text>',
        f'<rect x="{start:.1f}" y="{top}" width="{max(size, 1):.1f}" height="16" rx="3" '
        f'fill="var(--{colour})"/>',
        f'<text x="{at:.1f}" y="{top + 12.5}" text-anchor="{anchor}">{figure}</text>',
    ]


def _luck(seat: SeatReview) -> str:
    return f"{signed(seat.luck or 0.0)} ± {abs(seat.luck_error or 0.0):.1f}"


def _bends(curve: Sequence[Sequence[float]], seat: int) -> list[tuple[int, float]]:
    """Where a seat's prospect changes, and both ends: a line from one to the next is calmer than steps."""
    found = [(0, curve[0][seat])]
    for step in range(1, len(curve)):
        if curve[step][seat] != found[-1][1] or step == len(curve) - 1:
            found.append((step, curve[step][seat]))
    return found


def _figure(value: float) -> str:
    return f"{value:+g}".replace("-", "−") if value else "0"


def _svg(width: float, height: float, label: str, content: str) -> str:
    kind = "narrow" if width < 500 else "wide"
    return (
        f'<svg class="{kind}" role="img" aria-label="{escape(label)}" viewBox="0 0 {width} {height}" '
        f'font-size="{_LETTER}">{content}</svg>'
    )
