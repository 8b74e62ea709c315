"""What happens at a table beside the game itself; told in the same stream as the game's events."""

from __future__ import annotations

from korthus.core.protocol import Event


class TableEvent(Event, frozen=True, kw_only=True):
    """A fact about the table, the same in every game. A screen that draws a game need not know these."""


class ShuffleCommitted(TableEvent, frozen=True, kw_only=True):
    """Before the first card: the table has chosen its seed, and this is the SHA-256 of it."""

    scheme: str
    commitment: str


class SeedAdded(TableEvent, frozen=True, kw_only=True):
    """A seat mixed a seed of its own into the shuffle. The seed itself stands in the record."""

    seat: int


class UndoDone(TableEvent, frozen=True, kw_only=True):
    """The last actions were taken back; what was told about them is void."""

    #: Who asked for it, if anybody.
    seat: int | None
    #: How many actions went back, deals included, and how many are left.
    taken_back: int
    left: int


class GivenUp(TableEvent, frozen=True, kw_only=True):
    """A seat resigned: the game is over, and everybody else has won."""

    seat: int


class SeedHeldBack(TableEvent, frozen=True, kw_only=True):
    """The game is over, and its seed stays secret: other tables still play the same cards."""

    #: The hash of the whole record, seed included: it is promised now and can be checked later.
    closing: str


class ShuffleRevealed(TableEvent, frozen=True, kw_only=True):
    """The game is over, and here is the seed: every deal can be checked now."""

    server_seed: str
    seat_seeds: tuple[str, ...]
    #: The hash of the whole record: who keeps it knows if anything in the record is changed later.
    closing: str
