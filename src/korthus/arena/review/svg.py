"""The pictures of a review: SVG to be put into a page, whose colours they take.

Each picture is drawn for a given width, so that its letters are as large on a phone as on a desk.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

from korthus.arena.figures import signed
from korthus.arena.page import Say
from korthus.arena.review.data import Review, SeatReview

#: The colours of the seats, by the names that the page gives them, and their dashes: never colour alone.
COLOURS: Final = ("lake", "lingon", "moss", "brass")
DASHES: Final = ("", "7 4", "2 3", "9 3 2 3")

_LETTER: Final = 13
_HEIGHT: Final = 300
_TOP: Final = 16
_FLOOR: Final = _HEIGHT - 34
#: Below this width a picture is for a phone.
_NARROW: Final = 500
_RADIUS: Final = 9
#: Where a mark is tried, above and below its point.
_SHIFTS: Final = (0, -21, 21, -42, 42, -63, 63)


def stroke(seat: int) -> str:
    """The attributes of a seat's line. Every fifth seat has the colour of the first, but other dashes."""
    colour = COLOURS[seat % len(COLOURS)]
    dash = DASHES[(seat + seat // len(COLOURS)) % len(DASHES)]
    return f'stroke="var(--{colour})"' + (f' stroke-dasharray="{dash}"' if dash else "")


def ticks(low: float, high: float, most: int = 7) -> list[float]:
    """Round figures from below ``low`` to above ``high``, at most ``most`` of them or a few more.

    >>> ticks(-3.2, 11)
    [-5.0, -2.5, 0.0, 2.5, 5.0, 7.5, 10.0, 12.5]
    """
    reach = max(high - low, 1e-6)
    size = 10.0 ** math.floor(math.log10(reach / most))
    step = next(size * each for each in (1, 2, 2.5, 5, 10, 20) if reach / (size * each) <= most - 1)
    return [step * n for n in range(math.floor(low / step), math.ceil(high / step) + 1)]


def curve_svg(review: Review, marks: Mapping[int, int], width: int, say: Say) -> str:
    """The prospects of all seats over the steps of the game.

    Args:
        marks: by the index of a decision among the actions, the number that marks it.
    """
    values = [value for row in review.curve for value in row]
    lines = ticks(min(values), max(values))
    frame = _Frame(
        left=14 + 7.5 * max(len(_figure(value, say)) for value in lines),
        right=width - 14,
        last=max(1, len(review.curve) - 1),
        low=min(values),
        high=max(max(values), min(values) + 1e-6),
    )
    parts = []
    for value in lines:
        y = frame.y(value)
        if _TOP - 2 <= y <= _FLOOR + 2:
            zero = ' class="zero"' if value == 0 else ""
            parts.append(f'<line{zero} x1="{frame.left:.1f}" x2="{frame.right}" y1="{y:.1f}" y2="{y:.1f}"/>')
            parts.append(
                f'<text x="{frame.left - 8:.1f}" y="{y + 4.5:.1f}" text-anchor="end">'
                f"{_figure(value, say)}</text>"
            )
    for step in ticks(0, frame.last, 5 if width < _NARROW else 8):
        if 0 <= step <= frame.last and step == int(step):
            parts.append(
                f'<text x="{frame.x(step):.1f}" y="{_HEIGHT - 9}" text-anchor="middle">{int(step)}</text>'
            )
    for seat in range(len(review.seats)):
        line = " ".join(
            f"{frame.x(step):.1f},{frame.y(value):.1f}" for step, value in _bends(review.curve, seat)
        )
        parts.append(f'<polyline class="seat" {stroke(seat)} points="{line}"/>')
    parts += _marks(review, marks, frame)
    return _svg(width, _HEIGHT, say("review.curve"), "".join(parts))


class _Frame(NamedTuple):
    """Where steps and values lie in the picture."""

    left: float
    right: float
    last: int
    low: float
    high: float

    def x(self, step: float) -> float:
        return self.left + (self.right - self.left) * step / self.last

    def y(self, value: float) -> float:
        return _FLOOR - (_FLOOR - _TOP) * (value - self.low) / (self.high - self.low)


def _marks(review: Review, marks: Mapping[int, int], frame: _Frame) -> list[str]:
    """Numbers on the curve; where one would cover another it moves up or down, on a thin stem."""
    parts: list[str] = []
    placed: list[tuple[float, float]] = []
    for index, number in sorted(marks.items()):
        decision = review.decision(index)
        assert decision.value is not None  # a mistake has been judged
        x, y = frame.x(index + 1), frame.y(decision.value)
        heights = [y + shift for shift in _SHIFTS if _RADIUS <= y + shift <= _FLOOR + _RADIUS]
        free = (each for each in heights if all(math.dist((x, each), at) > 2 * _RADIUS for at in placed))
        at = next(free, y)
        placed.append((x, at))
        ink = f'stroke="var(--{COLOURS[decision.seat % len(COLOURS)]})"'
        stem = "" if at == y else f'<path d="M{x:.1f} {y:.1f}V{at:.1f}" {ink}/>'
        parts.append(
            f'<a href="#m{number}">{stem}'
            f'<circle class="mark" cx="{x:.1f}" cy="{at:.1f}" r="{_RADIUS}" {ink}/>'
            f'<text class="mark" x="{x:.1f}" y="{at + 4:.1f}" text-anchor="middle">{number}</text></a>'
        )
    return parts


def bars_svg(review: Review, width: int, say: Say) -> str:
    """Luck and play of each seat, side by side around nothing."""
    seats, words = review.seats, (say("review.luck"), say("review.play"))
    reach = (
        max(max(abs(each.luck or 0) + (each.luck_error or 0), abs(each.play or 0)) for each in seats) or 1.0
    )
    indent = 12 + 7.2 * max(len(word) for word in words)
    room = 84 if width < _NARROW else 118  # for the figure at either end
    middle = indent + (width - indent) / 2
    scale = ((width - indent) / 2 - room) / reach
    rows, parts = 74, []
    for index, each in enumerate(seats):
        top = index * rows + 6
        parts.append(f'<text class="name" x="0" y="{top + 14}">{escape(each.name)}</text>')
        error = scale * (each.luck_error or 0.0)
        parts += _bar(top + 24, middle, scale, each.luck or 0.0, "brass", words[0], _luck(each, say), error)
        colour = "moss" if (each.play or 0) >= 0 else "lingon"
        played = say.written(signed(each.play or 0.0))
        parts += _bar(top + 45, middle, scale, each.play or 0.0, colour, words[1], played)
        at = middle + scale * (each.luck or 0.0)
        parts.append(
            f'<line class="whisker" x1="{at - error:.1f}" x2="{at + error:.1f}" y1="{top + 32}" '
            f'y2="{top + 32}"/>'
        )
    height = rows * len(seats)
    axis = f'<line class="zero" x1="{middle:.1f}" x2="{middle:.1f}" y1="20" y2="{height - 4}"/>'
    return _svg(width, height, say("review.luck_play"), axis + "".join(parts))


def _bar(
    top: float,
    middle: float,
    scale: float,
    value: float,
    colour: str,
    word: str,
    figure: str,
    error: float = 0.0,
) -> list[str]:
    size = abs(scale * value)
    start = middle if value >= 0 else middle - size
    anchor, at = ("start", middle + size + error + 8) if value >= 0 else ("end", middle - size - error - 8)
    return [
        f'<text x="0" y="{top + 12}">{escape(word)}</text>',
        f'<rect x="{start:.1f}" y="{top}" width="{max(size, 1):.1f}" height="16" rx="3" '
        f'fill="var(--{colour})"/>',
        f'<text x="{at:.1f}" y="{top + 12.5}" text-anchor="{anchor}">{figure}</text>',
    ]


def _luck(seat: SeatReview, say: Say) -> str:
    return say.written(f"{signed(seat.luck or 0.0)} ± {abs(seat.luck_error or 0.0):.1f}")


def _bends(curve: Sequence[Sequence[float]], seat: int) -> list[tuple[int, float]]:
    """Where a seat's prospect changes, and both ends: a line from one to the next is calmer than steps."""
    found = [(0, curve[0][seat])]
    for step in range(1, len(curve)):
        if curve[step][seat] != found[-1][1] or step == len(curve) - 1:
            found.append((step, curve[step][seat]))
    return found


def _figure(value: float, say: Say) -> str:
    return say.written(f"{value:+g}".replace("-", "−")) if value else "0"


def _svg(width: float, height: float, label: str, content: str) -> str:
    kind = "narrow" if width < _NARROW else "wide"
    return (
        f'<svg class="{kind}" role="img" aria-label="{escape(label)}" viewBox="0 0 {width} {height}" '
        f'font-size="{_LETTER}">{content}</svg>'
    )
