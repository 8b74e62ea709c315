"""Grids of figures in a terminal: what each row is about, and numbers under their headings."""

from __future__ import annotations

from rich import box
from rich.table import Table as Grid


def figures(first: str, *headings: str) -> Grid:
    """A grid whose first column is words, on the left, and whose others are numbers, on the right."""
    grid = Grid(box=box.SIMPLE_HEAD, header_style="quiet", pad_edge=False)
    grid.add_column(first)
    for heading in headings:
        grid.add_column(heading, justify="right")
    return grid
