"""From what a person wishes to a table with people and computers around it, new or saved."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from korthus.bots.registry import make_bot
from korthus.cli.errors import Refused
from korthus.cli.folders import path_of
from korthus.cli.opponents import usual_opponent
from korthus.cli.play import Play, introduce
from korthus.cli.saves import Keeping, SaveFile, saved_games
from korthus.cli.setup import check_name, game_names, make_game, names_for
from korthus.cli.terminal import Terminal
from korthus.core.chance import seed_bytes
from korthus.core.protocol import AnyGame
from korthus.table.seats import Player
from korthus.table.table import Table

#: What stands for another person at the same keyboard in the place of a computer player's name.
HUMAN: Final = "human"


class Wishes(msgspec.Struct, frozen=True, kw_only=True):
    """What a person asked for. ``seat`` counts from 1, as people do."""

    game: str
    preset: str | None = None
    settings: tuple[str, ...] = ()
    seat: int = 1
    seats: int | None = None
    vs: str | None = None
    seed: str | None = None
    practice: bool = False
    name: str | None = None
    #: Where the computer player that learns keeps what it knows.
    memory: Path | None = None


def new_game(terminal: Terminal, wishes: Wishes) -> None:
    """Open a table as somebody wishes, and play.

    Raises:
        KorthusError: a wish cannot be granted.
    """
    game = make_game(wishes.game, wishes.preset, wishes.settings)
    table = Table(
        game,
        _players(game, wishes),
        server_seed=secrets.token_bytes(32) if wishes.seed is None else seed_bytes(wishes.seed),
        preset=wishes.preset,
        practice=wishes.practice,
    )
    luck, seeded = random.Random(wishes.seed), wishes.seed is not None
    play = Play(terminal, table, Keeping(game.name), luck, wishes.memory, waits=seeded)
    introduce(terminal, table)
    table.start()
    play.run()


def _players(game: AnyGame, wishes: Wishes) -> tuple[Player, ...]:
    seats = usual_seats(game.min_seats, game.max_seats) if wishes.seats is None else wishes.seats
    game.new(seats)  # refuses a number of seats the game has no place for, before seats are counted
    if not 1 <= wishes.seat <= seats:
        raise Refused("BAD_SEAT", seat=wishes.seat, seats=seats)
    person = wishes.seat - 1
    own_name = [] if wishes.name is None else [(person, check_name(wishes.name))]
    names = names_for(seats, own_name)
    vs = usual_opponent(game.name) if wishes.vs is None else _player_named(wishes.vs)
    if vs == HUMAN:
        return tuple(Player(name) for name in names)
    make_bot(vs, game, 0)  # refuses a name that is no player's
    return tuple(Player(name, None if seat == person else vs) for seat, name in enumerate(names))


def _player_named(text: str) -> str:
    """The name of a player as it is typed: small or large letters are the same, but not in a module's."""
    return text if ":" in text else text.lower()


def usual_seats(least: int, most: int) -> int:
    """How many sit at a table unless somebody says otherwise: four, where the game allows it."""
    return max(least, min(4, most))


def resume_game(terminal: Terminal, which: str | None) -> None:
    """Go on with a saved game: the latest, the latest of a game, or that of a file.

    Raises:
        Refused: there is none, or its file cannot be read.
        InvalidRecord: the file is no saved table.
    """
    files: Sequence[Path]
    if which is None or which.lower() in game_names():
        files = saved_games(None if which is None else which.lower())
    else:
        files = [path_of(which)]
    if not files:
        raise Refused("NO_SAVED_GAME")
    file = SaveFile(files[0])
    table = file.open()
    for player in table.players:
        check_name(player.name)
    terminal.say("common.play.resumed", file=str(file.path))
    introduce(terminal, table)
    Play(terminal, table, Keeping(table.game.name, file.path.absolute()), random.Random()).run()
