"""A tournament as it is kept: one document, written anew with each change by who has read the last one."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace
from sqlalchemy import insert, update

from korthus.core.chance import commitment
from korthus.web.store.chain import seal_of_document
from korthus.web.store.log_writer import Change
from korthus.web.store.schema import entrants, tournaments
from korthus.web.store.store import TournamentRow
from korthus.web.tournaments.schedule import Fixture, schedule


class Entrant(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A place, and who has it."""

    #: None as long as anybody may take it.
    name: str | None = None
    #: The hash of the player token of who has it, in hex; None before somebody comes.
    player: str | None = None
    #: Whether a computer plays the games that are opened from now on.
    away: bool = False


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a tournament. **Private**: whoever knows a seed knows the cards of a deal."""

    game: str
    preset: str | None
    options: dict[str, Any]
    rules_version: int
    #: Seats of each table, and deals of each round.
    seats: int
    deals: int
    #: The hash of the player token of who made it, and of the secret in the link, in hex.
    owner: str
    invite: str
    entrants: tuple[Entrant, ...]
    #: Whether the players are known and games can be played.
    begun: bool = False
    #: The seed of each deal, in hex.
    seeds: tuple[str, ...]
    #: The table of each fixture that was opened, by the fixture's number.
    tables: dict[int, str] = {}
    #: Deals that all have played: seeds and results are open, and no more table is opened for them.
    revealed: tuple[int, ...] = ()

    @property
    def fixtures(self) -> tuple[Fixture, ...]:
        """All games; none before the players are known."""
        return schedule(len(self.entrants), self.seats, self.deals) if self.begun else ()

    @property
    def commitments(self) -> list[str]:
        """What is promised of each deal."""
        return [commitment(bytes.fromhex(seed)) for seed in self.seeds]

    def number_of(self, player: bytes | None) -> int | None:
        """Which of the players somebody is, by the hash of their player token."""
        key = None if player is None else player.hex()
        return next((each for each, one in enumerate(self.entrants) if key and one.player == key), None)

    def with_entrant(self, number: int, **changes: Any) -> Tournament:
        """The same with another entrant at a place."""
        new = replace(self.entrants[number], **changes)
        return replace(self, entrants=(*self.entrants[:number], new, *self.entrants[number + 1 :]))


class Kept(NamedTuple):
    """A tournament and the row that it was read from."""

    row: TournamentRow
    it: Tournament


def read(row: TournamentRow) -> Kept:
    """The tournament of a row."""
    return Kept(row, msgspec.json.decode(row.document, type=Tournament))


def new_row(code: str, it: Tournament, created: int) -> tuple[TournamentRow, Change]:
    """The row of a new tournament, and what writes it."""
    row = _row(code, 1, it, created)
    return row, Change(insert(tournaments).values(_fields(row)))


def changed(kept: Kept, it: Tournament) -> tuple[Kept, Change]:
    """A tournament after a change, and what writes it if nobody else has changed it meanwhile."""
    row = _row(kept.row.code, kept.row.version + 1, it, kept.row.created)
    where = (tournaments.c.code == row.code, tournaments.c.version == kept.row.version)
    return Kept(row, it), Change(update(tournaments).where(*where).values(_fields(row)), 1)


def entered(code: str, player: bytes) -> Change:
    """Writes down that a player is in a tournament."""
    return Change(insert(entrants).values(player=player, code=code))


def _row(code: str, version: int, it: Tournament, created: int) -> TournamentRow:
    document = msgspec.json.encode(it)
    seal = seal_of_document(code, version, document, created)
    return TournamentRow(code=code, version=version, document=document, created=created, seal=seal)


def _fields(row: TournamentRow) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__struct_fields__}
