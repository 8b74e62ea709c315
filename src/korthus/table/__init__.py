"""One game being played: who sits where, whose turn it is, what each seat is told, and the record of it."""

from korthus.table.events import (
    SeedAdded,
    SeedHeldBack,
    ShuffleCommitted,
    ShuffleRevealed,
    TableEvent,
    UndoDone,
)
from korthus.table.findings import Finding
from korthus.table.kept import Kept
from korthus.table.notices import Listener, Notice
from korthus.table.replay import Replay
from korthus.table.seats import Player
from korthus.table.table import Receipt, Table
from korthus.table.verify import Report, verify

__all__ = [
    "Finding",
    "Kept",
    "Listener",
    "Notice",
    "Player",
    "Receipt",
    "Replay",
    "Report",
    "SeedAdded",
    "SeedHeldBack",
    "ShuffleCommitted",
    "ShuffleRevealed",
    "Table",
    "TableEvent",
    "UndoDone",
    "verify",
]
