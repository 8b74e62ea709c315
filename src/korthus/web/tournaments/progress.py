"""How far a tournament has come: which games can be played, and which cards may be shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from korthus.core.protocol import Outcome
from korthus.web.store.store import SeatRow, TableRow
from korthus.web.tournaments.document import Tournament
from korthus.web.tournaments.schedule import Fixture
from korthus.web.tournaments.standing import Result

#: The tables of a tournament with their seats, by code.
Rows = Mapping[str, tuple[TableRow, list[SeatRow]]]
#: ``open``: can be begun. ``waits``: its players have the same cards on another table. ``playing``: its table
#: is there. ``ended``: it was played. ``closed``: it will not be played, for all its players were put away.
State = Literal["open", "waits", "playing", "ended", "closed"]


def states(it: Tournament, rows: Rows) -> dict[int, State]:
    """The state of each fixture, by its number."""
    found: dict[int, State] = {}
    before: dict[tuple[int, frozenset[int]], bool] = {}
    for fixture in it.fixtures:
        state = _state(it, fixture, rows, before.get((fixture.deal, frozenset(fixture.players)), True))
        found[fixture.number] = state
        before[fixture.deal, frozenset(fixture.players)] = state in ("ended", "closed")
    return found


def _state(it: Tournament, fixture: Fixture, rows: Rows, is_next: bool) -> State:
    """``is_next``: whether the group has no earlier game with these cards to finish.

    With two games of one deal at a time everybody would see the hands of the others.
    """
    table = it.tables.get(fixture.number)
    if table is not None:
        found = rows.get(table)
        # What is damaged cannot be played to its end, and shall not keep the others waiting.
        return "closed" if found is None else "playing" if found[0].ended is None else "ended"
    if fixture.deal in it.revealed or all(it.entrants[each].away for each in fixture.players):
        return "closed"
    return "open" if is_next else "waits"


def due(it: Tournament, rows: Rows) -> list[int]:
    """The deals that everybody has played, and that are not revealed yet.

    A deal that nobody has begun is kept: its players may be brought back.
    """
    now = states(it, rows)
    deals: dict[int, list[Fixture]] = {}
    for fixture in it.fixtures:
        deals.setdefault(fixture.deal, []).append(fixture)
    return [
        deal
        for deal, fixtures in deals.items()
        if deal not in it.revealed
        and any(each.number in it.tables for each in fixtures)
        and all(now[each.number] in ("ended", "closed") for each in fixtures)
    ]


def plays(it: Tournament, rows: Rows, fixture: Fixture, player: int) -> bool:
    """Whether somebody plays a fixture themselves: no computer has taken their seat meanwhile."""
    if player not in fixture.players or it.entrants[player].away:
        return False
    table = rows.get(it.tables.get(fixture.number, ""))
    return table is None or table[1][fixture.players.index(player)].bot is None


def next_for(it: Tournament, rows: Rows, now: Mapping[int, State], player: int) -> int | None:
    """The fixture that a player should play next: one whose table is there, else the first that is open."""
    mine = [fixture.number for fixture in it.fixtures if plays(it, rows, fixture, player)]
    for wanted in ("playing", "open"):
        for number in mine:
            if now[number] == wanted:
                return number
    return None


def results(it: Tournament, rows: Rows) -> list[Result]:
    """How the games ended whose cards are open. The others are still to be played by somebody."""
    found = []
    for fixture in it.fixtures:
        kept = rows.get(it.tables.get(fixture.number, ""))
        if fixture.deal not in it.revealed or kept is None or kept[0].outcome is None:
            continue
        row, sitting = kept
        people = tuple(
            None if seat.bot is not None else player
            for seat, player in zip(sitting, fixture.players, strict=True)
        )
        outcome = msgspec.json.decode(row.outcome or b"", type=Outcome)
        found.append(Result(fixture.number, fixture.deal, people, outcome))
    return found
