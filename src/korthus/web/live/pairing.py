"""Finding somebody to play with: who waits for a stranger gets the next one who asks for the same game."""

from __future__ import annotations

from typing import Final

import korthus
from korthus.web.bots.line import Person
from korthus.web.brings import asks_of
from korthus.web.facts import HeldSeat
from korthus.web.http.refusals import ServerRefusal
from korthus.web.live.known_games import make_game
from korthus.web.live.live_table import LiveTable
from korthus.web.live.opening import Friend, Me, NewTable, open_table
from korthus.web.live.services import Services
from korthus.web.live.sitting import Newcomer
from korthus.web.pages.ratings import NEWCOMER
from korthus.web.store.store import SeatRow, TableRow, now
from korthus.web.store.tokens import hashed, new_token

#: How long somebody may take from asking for a table to coming there, in milliseconds.
_ON_THE_WAY: Final = 10_000


async def find_partner(services: Services, game: str, name: str, player: str, person: Person) -> HeldSeat:
    """A seat opposite somebody who is there and waits, or at a table that waits for the next who asks.

    Raises:
        InvalidOptions: there is no such game.
    """
    mine = hashed(player)
    async with services.pairing:  # two who ask at the same moment shall meet, not wait for each other
        waiting = [
            (row, sitting)
            for row, sitting in await services.store.open_tables()
            if _is_plain(row, sitting, game)
        ]
        for row in await _nearest_first(services, game, mine, waiting):
            found = await _sit_down(await services.live_tables.get(row.code), name, mine)
            if found is not None:
                return found
        seats: list[Me | Friend] = [Me(name), *[Friend()] * (korthus.game(game).min_seats - 1)]
        made = await open_table(
            services,
            NewTable(game=game, preset=asks_of(game).preset, seats=[*seats], open=True, player=player),
            person,
        )
        assert made.seat is not None
        assert made.token is not None
        return HeldSeat(made.code, made.seat, made.token)


async def _nearest_first(
    services: Services, game: str, player: bytes, waiting: list[tuple[TableRow, list[SeatRow]]]
) -> list[TableRow]:
    """The tables at which strangers wait: my own first, then those of people about as strong as I am."""
    people = [next((seat.player for seat in sitting if seat.taken), None) for _, sitting in waiting]
    mine, *others = [
        NEWCOMER if found is None else found.rating
        for found in await services.ratings.shown(game, [player, *people])
    ]
    far = [
        -1.0 if person == player else abs(other - mine) for person, other in zip(people, others, strict=True)
    ]
    return [waiting[index][0] for index in sorted(range(len(waiting)), key=lambda index: far[index])]


def _is_plain(row: TableRow, sitting: list[SeatRow], game: str) -> bool:
    """Whether a table is for two strangers by the usual rules."""
    if row.game != game or row.practice or row.clock is not None:
        return False
    usual = make_game(game, asks_of(game).preset, {}).changed
    return row.options == usual and len(sitting) == korthus.game(game).min_seats


def _is_here(live: LiveTable, seat: int) -> bool:
    """Whether a person waits at a table, or is about to come."""
    return live.present(seat) or (seat not in live.came and now() - live.row.created < _ON_THE_WAY)


async def _sit_down(live: LiveTable, name: str, player: bytes) -> HeldSeat | None:
    """Take the free seat of a table at which somebody waits; my own again if I wait there myself."""
    token = new_token()
    own = next((seat.seat for seat in live.seats if seat.player == player), None)
    if own is not None:
        await live.claim(own, hashed(token), player)
        return HeldSeat(live.code, own, token)
    if not any(seat.taken and _is_here(live, seat.seat) for seat in live.seats):
        return None
    try:
        return HeldSeat(live.code, await live.join(Newcomer(name, hashed(token), player, None, None)), token)
    except ServerRefusal:
        return None  # somebody was quicker, at another server
