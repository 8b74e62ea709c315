"""Who may sit down: by an invitation, at an open table, or with the token of the seat.

A secret that opens a seat is exchanged for a new one, and the answer may be lost on its way: the server dies,
the line breaks. So the row keeps what the new token was given for (``previous``) until somebody comes by that
token. As long as nobody has, and this server does not remember giving it, the old secret can be exchanged
again. It opens nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import update

from korthus.web.http.refusals import ServerRefusal
from korthus.web.store.chain import seal_of
from korthus.web.store.log_writer import Change
from korthus.web.store.schema import seats
from korthus.web.store.store import SeatRow
from korthus.web.store.tokens import hashed, matches


class Newcomer(NamedTuple):
    """Somebody who wants to sit down."""

    name: str
    #: The hash of the token they will hold the seat by.
    token: bytes
    #: The hash of their player token, if they have one.
    player: bytes | None
    #: None at an open table.
    invite: str | None
    seed: str | None


def seat_for(
    sitting: Sequence[SeatRow],
    invite: str | None,
    *,
    player: bytes | None,
    open: bool,
    given: Collection[bytes],
) -> int:
    """The seat that an invitation opens, or the first free one of an open table.

    An invitation may open several seats. Who asks again, because the answer was lost, gets the seat they had.

    Raises:
        ServerRefusal: there is none.
    """
    if invite is not None:
        spent = _spent(invite, player)
        for seat in sitting:
            if matches(spent, seat.previous) and seat.previous not in given:
                return seat.seat
        for seat in sitting:
            if matches(invite, seat.invite):
                return seat.seat
        raise ServerRefusal("BAD_TOKEN")
    if not open:
        raise ServerRefusal("BAD_TOKEN")
    for seat in sitting:
        if not seat.taken:
            return seat.seat
    raise ServerRefusal("SEAT_TAKEN")


def seat_to_move(sitting: Sequence[SeatRow], token: str, *, given: Collection[bytes]) -> int:
    """The seat that may go on to another device by this token.

    Raises:
        ServerRefusal: there is none.
    """
    for seat in sitting:
        again = matches(token, seat.previous) and seat.previous not in given
        if again or matches(token, seat.token):
            return seat.seat
    raise ServerRefusal("BAD_TOKEN")


def _spent(invite: str, player: bytes | None) -> str:
    """What stands for an invitation that a person used: nothing that could be taken for a token."""
    return f"invitation {invite}" if player is None else f"invitation {invite} of {player.hex()}"


def with_person(seat: SeatRow, who: Newcomer) -> SeatRow:
    """The row of a seat once somebody has sat down."""
    spent = None if who.invite is None else hashed(_spent(who.invite, who.player))
    return _sealed(seat, invite=None, name=who.name, token=who.token, player=who.player, previous=spent)


def with_claim(seat: SeatRow, token: bytes, player: bytes | None) -> SeatRow:
    """The row of a seat that was kept for its person, who has come or comes again."""
    return _sealed(seat, token=token, player=player, previous=None)


def with_computer(seat: SeatRow, level: str, name: str) -> SeatRow:
    """The row of a free seat that a computer player takes: no invitation opens it any more."""
    return _sealed(seat, bot=level, name=name, invite=None)


def with_token(seat: SeatRow, token: bytes, spent: bytes) -> SeatRow:
    """The row of a seat that goes on to another device."""
    return _sealed(seat, token=token, previous=spent)


def with_person_here(seat: SeatRow) -> SeatRow:
    """The row of a seat whose person has come by the token: what it was given for is void for good."""
    return _sealed(seat, previous=None)


def reseat(old: SeatRow, new: SeatRow) -> Change:
    """Write the new row of a seat where the old one still stands."""
    row = seats.c
    changed = {
        name: getattr(new, name) for name in ("bot", "invite", "name", "token", "player", "previous", "seal")
    }
    where = (row.code == old.code, row.seat == old.seat, row.seal == old.seal)
    return Change(update(seats).where(*where).values(changed), 1)


def _sealed(seat: SeatRow, **changes: object) -> SeatRow:
    new = msgspec.structs.replace(seat, **changes)
    new.seal = seal_of(new)
    return new
