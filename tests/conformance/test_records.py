"""Every preset survives the table: its record reads back and verifies, and a saved game goes on."""

from __future__ import annotations

import random

import msgspec
import pytest

import korthus
from korthus.core.chance import seed_bytes
from korthus.core.record import decode_record, encode_record
from korthus.table.seats import Player
from korthus.table.table import Table
from korthus.table.verify import verify

PRESETS = [(info.name, preset) for info in korthus.catalogue() for preset in info.presets]


def opened(name: str, preset: str) -> Table:
    """A table of the fewest players that the game allows."""
    game = korthus.game(name, preset)
    players = [Player(f"Player {seat}") for seat in range(game.min_seats)]
    table = Table(game, players, server_seed=seed_bytes(7))
    table.start()
    return table


def play(table: Table, rng: random.Random, most: int = 1_000_000) -> None:
    """Random legal actions until the game is over, ``most`` at most."""
    for _ in range(most):
        seat = table.to_act
        if seat is None:
            return
        view = table.view(seat)
        table.submit(seat, table.game.pick(view, rng), version=table.version)


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_a_record_reads_back_and_verifies(name: str, preset: str) -> None:
    table = opened(name, preset)
    play(table, random.Random(3))
    assert table.over
    record = table.record()
    raw = encode_record(record)
    back = decode_record(raw)
    assert back == record
    assert encode_record(back) == raw
    report = verify(back)
    assert report.ok, report
    for cut in (1, len(raw) // 2, len(raw) - 2):
        with pytest.raises(korthus.InvalidRecord):
            decode_record(raw[:cut])


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_a_saved_game_goes_on_as_it_would_have(name: str, preset: str) -> None:
    table = opened(name, preset)
    play(table, random.Random(4), most=5)
    twin = Table.load(table.save())
    assert (twin.version, twin.to_act, twin.position()) == (table.version, table.to_act, table.position())
    for seat in (None, 0, 1):
        assert msgspec.json.encode(twin.view(seat)) == msgspec.json.encode(table.view(seat))
        assert twin.told(seat) == table.told(seat)
    play(table, random.Random(5))
    play(twin, random.Random(5))
    assert twin.outcome == table.outcome
    assert encode_record(twin.record()) == encode_record(table.record())
