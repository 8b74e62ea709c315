"""Which turns computer players lost, and why, below what many games came to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import RenderableType

from korthus.arena.lost import LostRow, reason_of
from korthus.cli.drawn import line
from korthus.cli.grids import figures
from korthus.locale import Translator

#: Reasons that are shown; a player that says something else each time has thousands.
MOST: Final = 10


def lost_turns(tr: Translator, rows: Sequence[LostRow]) -> Iterator[RenderableType]:
    """A heading and a table; nothing if no turn was lost."""
    if not rows:
        return
    yield line(tr.text("tools.lost.about"))
    grid = figures(tr("tools.arena.player"), tr("tools.lost.turns"))
    grid.add_column(tr("tools.lost.why"), overflow="fold")
    for row in rows[:MOST]:
        grid.add_row(row.player, tr.figure(row.turns), reason_of(row, tr))
    yield grid
    if len(rows) > MOST:
        yield line(tr.text("tools.lost.more", n=len(rows) - MOST))
