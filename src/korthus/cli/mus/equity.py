"""``korthus equity mus``: the chance to win a match from a score."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from korthus.cli.folders import is_there, read_file, write_file
from korthus.cli.terminal import Terminal
from korthus.extras import check_extra
from korthus.games.mus.game import Mus
from korthus.solve.core.errors import SolveError
from korthus.solve.mus.equity import EquityTable, courses, equity_table
from korthus.solve.mus.match.table import MatchTable, match_table

TABLE: Final = "equity.json"


def show_equity(
    terminal: Terminal, game_name: str, mine: int, theirs: int, *, solved: Path | None = None
) -> None:
    """Say what a score is worth, by the table that comes with korthus or that of a solution.

    Args:
        solved: the folder of a solution; its table is worked out once and kept there.

    Raises:
        SolveError: there is no such table, or the score is not in it.
    """
    if game_name != "mus":
        raise SolveError("NOT_SOLVABLE", games=(Mus.name,))
    table = match_table() if solved is None else _table(terminal, solved)
    if not (0 <= mine < table.target and 0 <= theirs < table.target):
        raise SolveError("BAD_SCORE", most=table.target - 1)
    chances, tr = table.array(), terminal.tr
    terminal.say(
        "solve.equity",
        mine=mine,
        theirs=theirs,
        mano=tr.figure(100 * chances[mine, theirs], 2),
        other=tr.figure(100 * (1 - chances[theirs, mine]), 2),
    )
    if isinstance(table, MatchTable):
        points = tr.figure(100 * table.exploitability, 2)
        terminal.say("solve.equity.match", solved=table.solved, points=points)
    else:
        least = tr.figure(table.exploitability, 6)
        terminal.say("solve.equity.source", menu=table.menu, exploitability=least)


def _table(terminal: Terminal, folder: Path) -> EquityTable:
    path = folder / TABLE
    if is_there(path):
        return _kept_table(path)
    check_extra("solve", "equity --solution")
    from korthus.solve.mus import solution

    found, hand, strategy = solution.read(folder)
    with terminal.working(terminal.tr("solve.equity.working")):
        chances = equity_table(courses(hand, strategy))
    table = EquityTable.make(found.menu.name, found.exploitability, chances)
    write_file(path, msgspec.json.encode(table))
    return table


def _kept_table(path: Path) -> EquityTable:
    """A table that was worked out before.

    Raises:
        Refused: the file cannot be read.
        SolveError: it is something else.
    """
    try:
        return msgspec.json.decode(read_file(path), type=EquityTable)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise SolveError("NO_SOLUTION", file=str(path)) from None
