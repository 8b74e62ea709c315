"""Numbered lists in a terminal: one column for long lines, several for short ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from rich.table import Table as Grid

from korthus.cli.choices import Node
from korthus.cli.drawn import line
from korthus.cli.terminal import Terminal
from korthus.core.spans import Part, marked, text
from korthus.core.styles import Style

#: How many choices of one question are shown at a time.
PAGE: Final = 24


def show_choices(terminal: Terminal, node: Node, *, notation: bool, first: int, example: str) -> int:
    """Show a page of the choices of a node, from ``first`` on; gives the place after the last one shown.

    ``notation`` adds what may be typed instead of the number; ``example`` is a move in notation.
    """
    children = node.children
    last = min(first + PAGE, len(children))
    counts = {child.leaves() for child in children}
    entries = []
    for index in range(first, last):
        child = children[index]
        label = text(child.label)
        if child.action is None and len(counts) > 1 and child.leaves() <= PAGE:
            label += "  " + marked(Style.SOFT, terminal.tr("common.play.ways", n=child.leaves()))
        elif notation:
            label += "  " + marked(Style.SOFT, str(child.action))
        entries.append((node.number(index), label))
    terminal.show(in_columns(entries, terminal.console.width))
    if last < len(children):
        terminal.say("common.play.more", n=len(children) - last, example=example)
    return last


def in_columns(entries: Sequence[tuple[str, Part]], width: int, *, most: int = 4) -> Grid:
    """Numbers and labels, read down the columns: as many as fit into ``width``, or ``most``."""
    number_width = max((cell_len(number) for number, _ in entries), default=1)
    label_width = max((line(label).cell_len for _, label in entries), default=1)
    columns = max(1, min(most, (width + 2) // (number_width + label_width + 4)))
    if len(entries) < 5:
        columns = 1
    rows = -(-len(entries) // columns)
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for _ in range(columns):
        grid.add_column(justify="right", style="number", no_wrap=True)
        grid.add_column(overflow="fold")
    for row in range(rows):
        grid.add_row(*(line(cell) for entry in entries[row::rows] for cell in entry))
    return grid
