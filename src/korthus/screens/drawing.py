"""What a table is drawn with: lines of text, grids and frames below each other.

A screen says what stands where; how wide a column becomes and where a line breaks is up to the face that
shows it (``korthus.cli.drawn`` for the terminal).
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from korthus.core.spans import Part, Text
from korthus.core.styles import Style


class Column(msgspec.Struct, frozen=True, kw_only=True):
    """A column of a grid. Widths are in signs; one that is not given follows from the cells."""

    right: bool = False
    style: Style | None = None
    #: Whether a cell that is too wide goes on in the next line; otherwise it is cut, with a … at its end.
    wraps: bool = True
    width: int | None = None
    least: int | None = None
    most: int | None = None


class Grid(msgspec.Struct, frozen=True):
    """Cells in rows, two spaces apart. Columns that are not described are plain."""

    rows: tuple[tuple[Part, ...], ...]
    columns: tuple[Column, ...] = ()


class Ends(msgspec.Struct, frozen=True):
    """A line with something at its left end and something at its right end."""

    left: Text
    right: Text


class Frame(msgspec.Struct, frozen=True):
    """A frame as wide as the face, with a title in its upper edge and blocks in it."""

    title: Text
    blocks: Drawing


Block: TypeAlias = "Text | str | Grid | Ends | Frame"
#: Blocks from top to bottom. A string is a line as it stands; it may be empty.
Drawing: TypeAlias = tuple[Block, ...]
