"""Work in pieces that people count from 1: what is said of a piece that cannot be done."""

from __future__ import annotations

from korthus.arena.crews import RETRIES, trouble_of
from korthus.arena.errors import ArenaError
from korthus.core.errors import KorthusError


class InPieces:
    """Half of a ``Task``: what it says of its units. The other half is ``do``."""

    def failed(self, unit: int, error: Exception) -> KorthusError:
        """See ``Task.failed``. What korthus refuses is said as it is."""
        if isinstance(error, KorthusError):
            return error
        return ArenaError("PIECE_FAILED", piece=self.told(unit), trouble=trouble_of(error))

    def died(self, unit: int) -> KorthusError:
        """See ``Task.died``."""
        return ArenaError("PIECE_DIES", piece=self.told(unit), times=RETRIES + 1)

    def told(self, unit: int) -> int:
        """The number of a unit as people are told it."""
        return unit + 1
