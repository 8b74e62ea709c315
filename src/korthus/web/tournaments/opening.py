"""Making a tournament: the game, its rules, the places, and the seeds of all deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from korthus.core.errors import InvalidOptions
from korthus.web.bounds import MAX_DEALS, MAX_FIXTURES, MAX_PLACES, MAX_SEATS
from korthus.web.live.known_games import make_game
from korthus.web.live.names import clean_name
from korthus.web.live.opening import Name, Token, check_size
from korthus.web.store.store import now
from korthus.web.store.tokens import hashed, new_code, new_seed, new_token
from korthus.web.tournaments.document import Entrant, Tournament, entered, new_row
from korthus.web.tournaments.schedule import deals_of, schedule

if TYPE_CHECKING:
    from korthus.web.live.services import Services


class NewTournament(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is wanted."""

    game: Annotated[str, Meta(max_length=64)]
    preset: Annotated[str, Meta(max_length=64)] | None = None
    options: dict[str, Any] = {}
    #: How many sit at a table, and how many deals each group plays in a round.
    seats: Annotated[int, Meta(ge=2, le=MAX_SEATS)] = 2
    deals: Annotated[int, Meta(ge=1, le=MAX_DEALS)] = 1
    #: My own name, and my secret.
    name: Name
    player: Token
    #: The other places: a name that it is kept for, or None for whoever comes.
    others: Annotated[list[Name | None], Meta(min_length=1, max_length=MAX_PLACES - 1)]


class MadeTournament(msgspec.Struct, frozen=True):
    """A tournament, and the secret of the link that lets friends in."""

    code: str
    invite: str


async def open_tournament(services: Services, wish: NewTournament) -> MadeTournament:
    """Make a tournament; its seeds are chosen now, so that what they promise can be seen from the beginning.

    Raises:
        InvalidOptions: it cannot be played like that.
    """
    game, options = make_game(wish.game, wish.preset, wish.options)
    check_size(services, game, wish.seats)
    places = 1 + len(wish.others)
    _check_length(places, wish.seats, wish.deals)
    names = [clean_name(wish.name), *(None if name is None else clean_name(name) for name in wish.others)]
    given = [name for name in names if name is not None]
    if len({*given}) != len(given):
        raise InvalidOptions("SAME_NAME", "Everybody in a tournament needs a name of their own.")
    invite, player, code = new_token(), hashed(wish.player), new_code()
    # Whoever begins with fewer players may need more rounds than with all of them.
    most = max(deals_of(each, wish.seats, wish.deals) for each in range(wish.seats, places + 1))
    it = Tournament(
        game=game.name,
        preset=wish.preset,
        options=options,
        rules_version=game.rules_version,
        seats=wish.seats,
        deals=wish.deals,
        owner=player.hex(),
        invite=hashed(invite).hex(),
        entrants=(
            Entrant(name=names[0], player=player.hex()),
            *(Entrant(name=name) for name in names[1:]),
        ),
        seeds=tuple(new_seed().hex() for _ in range(most)),
    )
    _, change = new_row(code, it, now())
    await services.writer.write(changes=[change, entered(code, player)])
    return MadeTournament(code, invite)


def _check_length(places: int, seats: int, deals: int) -> None:
    if places < seats:
        raise InvalidOptions("TOO_FEW", "At least {n} players are needed for a table.", n=seats)
    games = max(len(schedule(each, seats, deals)) for each in range(seats, places + 1))
    if games > MAX_FIXTURES:
        raise InvalidOptions(
            "TOURNAMENT_TOO_LONG",
            "That would be {games} games, and the most is {most}; choose fewer deals or players.",
            games=games,
            most=MAX_FIXTURES,
        )
