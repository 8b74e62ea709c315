"""Texts and drawings in a terminal: spans and blocks as Rich lays them out. Rich reads no markup here."""

from __future__ import annotations

from functools import cache
from io import StringIO

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.style import Style as Look
from rich.table import Table
from rich.text import Text as Line

from korthus.cli.paper import Paper
from korthus.cli.theme import LOOKS
from korthus.core.spans import Part, Span, Text, joined, text, text_of
from korthus.core.styles import Style
from korthus.screens.drawing import Block, Column, Drawing, Ends, Frame, Grid


def line(*parts: Part) -> Line:
    """A text as Rich wraps and colours it."""
    found = Line()
    for span in text(*parts).spans:
        found.append(span.text, _look(span.styles))
    return found


@cache
def _look(styles: tuple[Style, ...]) -> Look:
    return Look.combine((Look.null(), *(LOOKS[style] for style in styles)))


def shown(thing: Block | Drawing) -> RenderableType:
    """A text, a block or a whole drawing."""
    match thing:
        case tuple():
            return Group(*map(shown, thing))
        case Grid():
            return _grid(thing)
        case Ends():
            return _ends(thing)
        case Frame():
            return _frame(thing)
        case _:
            return line(thing)


def _grid(grid: Grid) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    widest = max((len(row) for row in grid.rows), default=0)
    for column in (*grid.columns, *[Column()] * (widest - len(grid.columns))):
        table.add_column(
            justify="right" if column.right else "left",
            style=LOOKS[column.style] if column.style is not None else None,
            no_wrap=not column.wraps,
            width=column.width,
            min_width=column.least,
            max_width=column.most,
        )
    for row in grid.rows:
        table.add_row(*map(line, row))
    return table


def _ends(ends: Ends) -> Table:
    table = Table.grid(expand=True)
    table.add_column()
    table.add_column(justify="right")
    table.add_row(line(ends.left), line(ends.right))
    return table


def _frame(frame: Frame) -> Panel:
    return Panel(
        Group(*map(shown, frame.blocks)),
        title=line(frame.title),
        title_align="left",
        box=box.ROUNDED,
        border_style=LOOKS[Style.SOFT],
        padding=(0, 1),
    )


def laid_out(drawing: Drawing, width: int) -> Text:
    """A drawing as lines of a given width, without spaces at their ends and empty lines around them."""
    paper = Paper(file=StringIO(), width=width)
    lines = [
        _without_end(text_of(Span(part.text, _styles(part.style)) for part in row))
        for row in paper.render_lines(shown(drawing), pad=False)
    ]
    filled = [number for number, each in enumerate(lines) if each]
    return joined("\n", lines[filled[0] : filled[-1] + 1] if filled else ())


def _styles(look: Look | None) -> tuple[Style, ...]:
    """The styles that a look was made of."""
    return () if look is None else tuple(map(Style, look.meta))


def _without_end(row: Text) -> Text:
    """A line without the spaces at its end."""
    spans = list(row.spans)
    while spans:
        last = spans.pop()
        if kept := last.text.rstrip():
            return text_of([*spans, Span(kept, last.styles)])
    return Text()
