"""The match table that comes with korthus: the chance to win from every score, hands solved for the match."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Final

import msgspec
import numpy as np

from korthus.solve.core.staged import Floats

#: The stones that end the match which the table that comes with korthus is for.
TARGET: Final = 40


class MatchTable(msgspec.Struct, frozen=True, kw_only=True):
    """``chances[a][b]``: the chance of the mano who has ``a`` stones against ``b``.

    ``solved`` scores were solved, so far from perfect as ``exploitability`` says on average, as a chance to
    win that a perfect opponent gains in one hand; the others lie between them.
    """

    solved: int
    exploitability: float
    chances: tuple[tuple[float, ...], ...]

    @property
    def target(self) -> int:
        """The stones that win the match."""
        return len(self.chances)

    def array(self) -> Floats:
        """The chances as an array."""
        return np.array(self.chances)

    @classmethod
    def make(cls, solved: int, exploitability: float, table: Floats) -> MatchTable:
        """A table in five digits, in which more stones are never worse.

        Solving leaves errors of some thousandths, which may turn two neighbours far behind around.
        """
        even = np.maximum.accumulate(table, axis=0)
        even = np.minimum.accumulate(even, axis=1)
        rows = tuple(tuple(round(float(chance), 5) for chance in row) for row in even)
        return cls(solved=solved, exploitability=exploitability, chances=rows)


@cache
def match_table() -> MatchTable:
    """The table that comes with korthus."""
    content = (resources.files("korthus.solve.mus") / "data" / "mus_match.json").read_bytes()
    found = msgspec.json.decode(content, type=MatchTable)
    assert found.target == TARGET
    return found
