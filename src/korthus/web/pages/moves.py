"""``GET /api/tables/{code}/moves``: what was played at a table, as text, whether its game is there or not.

It is read from the log alone, so a table stays readable when the package that brought its game is gone. Of
a game that is not over a seat is shown its own moves only: which of the others' are open, only the game
could say. The same holds while other tables of a tournament play the same cards.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from litestar import get
from litestar.datastructures import State

from korthus.core.protocol import Outcome
from korthus.core.record import PackageEntry
from korthus.web.http.refusals import ServerRefusal
from korthus.web.http.routes import Bearer, Code, services_of
from korthus.web.store.entries import (
    Acted,
    Entry,
    InTournament,
    Joined,
    Released,
    Undone,
    decode_entry,
    package_of,
)
from korthus.web.store.store import SeatRow
from korthus.web.store.tokens import hashed, is_code


class Move(msgspec.Struct, frozen=True):
    """An action of a seat as it is written. Deals follow from the seeds, and only the game can draw them."""

    seat: int
    text: str


class TableMoves(msgspec.Struct, frozen=True, kw_only=True):
    """A table as its log tells it."""

    code: str
    game: str
    #: The package that brought the game; None for the games of the house.
    package: PackageEntry | None
    #: None for a seat that nobody took.
    players: list[str | None]
    over: bool
    scores: list[int] | None
    moves: list[Move]


@get("/api/tables/{code:str}/moves", tags=["after the game"])
async def read_moves(code: Code, state: State, authorization: Bearer = None) -> TableMoves:
    """What was played, as text; while the game goes on, only what the seat of the bearer's token played."""
    found = await services_of(state).store.table(code) if is_code(code) else None
    if found is None:
        raise ServerRefusal("NO_SUCH_TABLE")
    row, seats = found.row, found.news.seats
    entries = [decode_entry(payload) for _, payload in found.news.entries]
    shown = row.outcome is not None and not _is_held_back(entries)
    outcome = msgspec.json.decode(row.outcome, type=Outcome) if row.outcome is not None and shown else None
    mine = _seat_of(authorization, seats)
    return TableMoves(
        code=code,
        game=row.game,
        package=package_of(entries),
        players=_names(seats, entries),
        over=row.outcome is not None,
        scores=None if outcome is None else list(outcome.scores),
        moves=[move for move in played(entries) if outcome is not None or move.seat == mine],
    )


def played(entries: Sequence[Entry]) -> list[Move]:
    """The moves of a log without those that were taken back."""
    moves: list[Move] = []
    for entry in entries:
        if isinstance(entry, Acted):
            moves.append(Move(entry.seat, entry.text))
        elif isinstance(entry, Undone):
            own = [index for index, move in enumerate(moves) if entry.seat in (None, move.seat)]
            del moves[own[-1] :]
    return moves


def _is_held_back(entries: Sequence[Entry]) -> bool:
    """Whether other tables play the same cards, and not all of them have ended."""
    kinds = {type(entry) for entry in entries}
    return InTournament in kinds and Released not in kinds


def _names(seats: Sequence[SeatRow], entries: Sequence[Entry]) -> list[str | None]:
    names = [seat.name or seat.bot for seat in seats]
    for entry in entries:
        if isinstance(entry, Joined):
            names[entry.seat] = entry.name
    return names


def _seat_of(authorization: str | None, seats: Sequence[SeatRow]) -> int | None:
    """The seat that a token opens, if any."""
    kind, _, token = (authorization or "").partition(" ")
    if kind.lower() != "bearer":
        return None
    return next((seat.seat for seat in seats if seat.token == hashed(token)), None)
