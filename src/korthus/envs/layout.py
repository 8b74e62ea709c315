"""Drawings as lines of a given width, each sign with its styles; what is too wide goes on in the next line.

The terminal has a library for this (``korthus.cli.drawn``), which belongs to the terminal alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest
from typing import Final, NamedTuple

from korthus.core.spans import Part, Span, Text, text, text_of
from korthus.core.styles import Style
from korthus.screens.drawing import Block, Column, Drawing, Ends, Frame, Grid


class Sign(NamedTuple):
    """One sign of a line."""

    sign: str
    styles: tuple[Style, ...] = ()


Line = tuple[Sign, ...]
#: Between two columns of a grid.
_GAP: Final[Line] = (Sign(" "),) * 2
#: Wider than any line.
_ANY: Final = 1 << 20
#: A column is not made narrower than this.
_LEAST: Final = 4


def laid_out(drawing: Drawing, width: int = 80) -> tuple[Text, ...]:
    """The lines of a drawing, without spaces at their ends."""
    return tuple(_text(line) for block in drawing for line in _lines(block, width))


def _text(line: Line) -> Text:
    end = len(line)
    while end and line[end - 1].sign == " ":
        end -= 1
    return text_of(
        Span("".join(each.sign for each in signs), styles)
        for styles, signs in groupby(line[:end], key=lambda each: each.styles)
    )


def _signs(part: Part, *styles: Style) -> Line:
    return tuple(Sign(sign, (*styles, *span.styles)) for span in text(part).spans for sign in span.text)


def _lines(block: Block, width: int) -> Iterator[Line]:
    match block:
        case Grid():
            yield from _grid(block, width)
        case Ends():
            left, right = _signs(block.left), _signs(block.right)
            yield (*left, *_padding(max(1, width - len(left) - len(right))), *right)
        case Frame():
            yield from _frame(block, width)
        case _:
            yield from _wrapped(_signs(block), width)


def _padding(count: int) -> Line:
    return (Sign(" "),) * count


def _frame(frame: Frame, width: int) -> Iterator[Line]:
    head = (*_signs("╭─ ", Style.SOFT), *_signs(frame.title), Sign(" "))
    yield (*head, *_signs(f"{'─' * (width - len(head) - 1)}╮", Style.SOFT))
    edge = _signs("│", Style.SOFT)
    for block in frame.blocks:
        for line in _lines(block, width - 4):
            yield (*edge, Sign(" "), *line, *_padding(width - 3 - len(line)), *edge)
    yield _signs(f"╰{'─' * (width - 2)}╯", Style.SOFT)


def _wrapped(line: Line, width: int) -> list[Line]:
    """A line in pieces that fit, broken at its line breaks and, where it is too wide, at spaces."""
    pieces: list[Line] = []
    for broken, signs in groupby(line, key=lambda each: each.sign == "\n"):
        if broken:
            pieces += [()] * (len(tuple(signs)) - 1)
            continue
        rest = tuple(signs)
        while len(rest) > width:
            spaces = [index for index in range(1, width + 1) if rest[index].sign == " "]
            end = spaces[-1] if spaces else width
            pieces.append(rest[:end])
            rest = rest[end + bool(spaces) :]
        pieces.append(rest)
    return pieces or [()]


def _grid(grid: Grid, width: int) -> Iterator[Line]:
    rows = [[_signs(cell) for cell in row] for row in grid.rows]
    count = max(map(len, rows), default=0)
    columns = (*grid.columns, *[Column()] * (count - len(grid.columns)))[:count]
    widths = _widths(rows, columns, width)
    for row in rows:
        cells = [
            _wrapped(cell, most) if column.wraps else [_cut(piece, most) for piece in _wrapped(cell, _ANY)]
            for cell, column, most in zip(row, columns, widths, strict=False)
        ]
        for parts in zip_longest(*cells, fillvalue=()):
            line: Line = ()
            for index, (part, column) in enumerate(zip(parts, columns, strict=False)):
                space = _padding(widths[index] - len(part))
                line += _GAP * bool(index) + (space + part if column.right else part + space)
            yield line


def _cut(cell: Line, most: int) -> Line:
    return cell if len(cell) <= most else (*cell[: max(0, most - 1)], Sign("…"))


def _widths(rows: Sequence[Sequence[Line]], columns: Sequence[Column], width: int) -> list[int]:
    """As wide as the cells are; if that is too wide in all, the widest gives way."""
    widths = []
    for index, column in enumerate(columns):
        pieces = [piece for row in rows if index < len(row) for piece in _wrapped(row[index], _ANY)]
        natural = max(map(len, pieces), default=0) if column.width is None else column.width
        natural = max(natural, column.least or 0)
        widths.append(natural if column.most is None else min(natural, column.most))
    room = width - len(_GAP) * (len(widths) - 1)
    while sum(widths) > room and max(widths) > _LEAST:
        widths[widths.index(max(widths))] -= 1
    return widths
