"""The prospects of a game as a few lines of text."""

from __future__ import annotations

from typing import Final

from korthus.arena.figures import signed
from korthus.arena.review.data import Review
from korthus.core.spans import Text, marked, text
from korthus.core.styles import Style
from korthus.locale import Translator

#: Eighths of a line, from the bottom.
_BLOCKS: Final = " ▁▂▃▄▅▆▇█"
_WIDEST: Final = 72
_NAME: Final = 12


def plot(review: Review, tr: Translator, width: int) -> list[Text]:
    """For each seat a band of blocks on one scale, and below it a mark for each mistake."""
    rows = 3 if len(review.seats) == 2 else 2
    low = min(value for row in review.curve for value in row)
    high = max(value for row in review.curve for value in row)
    columns = min(len(review.curve), min(width, _WIDEST + _NAME) - _NAME - 8)
    last = len(review.curve) - 1
    steps = [round(column * last / max(1, columns - 1)) for column in range(columns)]
    lines = []
    for seat, each in enumerate(review.seats):
        heights = [
            1 + round((8 * rows - 1) * (review.curve[step][seat] - low) / ((high - low) or 1.0))
            for step in steps
        ]
        for row in reversed(range(rows)):
            band = "".join(_BLOCKS[max(0, min(8, height - 8 * row))] for height in heights)
            name = _fit(each.name) if row == rows - 1 else " " * _NAME
            end = " " + marked(Style.STRONG, tr.written(signed(each.result))) if row == rows - 1 else ""
            lines.append(text(name, marked(Style.PLOT, band), end))
        marks = [" "] * columns
        for index in each.mistakes:
            marks[round((index + 1) * (columns - 1) / max(1, last))] = "x"
        lines.append(" " * _NAME + marked(Style.BAD, "".join(marks).rstrip()))
    scale = tr("review.curve_scale", low=tr.written(signed(low)), high=tr.written(signed(high)))
    return [*lines, marked(Style.SOFT, scale)]


def _fit(name: str) -> str:
    return f"{name if len(name) < _NAME else name[: _NAME - 2] + '…':<{_NAME}}"
