"""Tables of high card for tests."""

from __future__ import annotations

import random

from tests.support.high_card import HighCard, HighCardRules

from korthus.core.chance import seed_bytes
from korthus.core.protocol import AnyGame
from korthus.core.record import Record
from korthus.table import Player, Table

GAME = HighCard(HighCardRules())
NAMES = ("Anna", "Bo", "Cleo", "Dag")


def open_table(
    seats: int = 2, *, seed: int = 7, practice: bool = False, start: bool = True, game: AnyGame = GAME
) -> Table:
    """A table of people, cards dealt unless ``start`` is false."""
    players = [Player(name) for name in NAMES[:seats]]
    table = Table(game, players, server_seed=seed_bytes(seed), practice=practice)
    if start:
        table.start()
    return table


def act(table: Table, rng: random.Random) -> None:
    """One random action of the seat to act."""
    seat = table.to_act
    assert seat is not None
    table.submit(seat, rng.choice(table.choices(seat)), table.version)


def play_out(table: Table, seed: int = 1) -> Table:
    """Random actions until the game is over."""
    rng = random.Random(seed)
    while not table.over:
        act(table, rng)
    return table


def finished_record(seats: int = 2, *, seed: int = 7, seat_seeds: tuple[str, ...] = ()) -> Record:
    """The record of a whole game."""
    table = open_table(seats, seed=seed, start=False)
    for seat, text in enumerate(seat_seeds):
        table.add_seed(seat, text)
    table.start()
    return play_out(table).record()
