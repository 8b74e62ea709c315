"""A game that a seat gives up: it ends there, the record says so, and the record can be checked."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

import korthus
from korthus.core.chance import seed_bytes
from korthus.core.errors import GameOver, IllegalAction, InvalidState
from korthus.core.record import decode_record, encode_record
from korthus.table import Player, Table, verify
from korthus.table.events import GivenUp, ShuffleRevealed
from korthus.table.replay import Replay
from korthus.table.resigning import outcome_of

GAMES = [info.name for info in korthus.catalogue()]


def table_of(name: str, moves: int = 3, **options: Any) -> Table:
    """A game of a kind after some moves."""
    game = korthus.game(name, **options)
    table = Table(game, [Player("Anna"), Player("Bo")], server_seed=seed_bytes(3), practice=True)
    table.start()
    for _ in range(moves):
        seat = table.to_act
        assert seat is not None
        table.submit(seat, game.pick(table.view(seat), random.Random(4)))
    return table


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_over_and_the_others_have_won(name: str) -> None:
    table = table_of(name)
    version = table.version
    table.resign(0)
    assert (table.over, table.to_act, table.version) == (True, None, version + 1)
    outcome = table.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.ranking, outcome.resigned) == ((1,), ((1,), (0,)), 0)
    told = [type(notice.event) for notice in table.told(None)][-2:]
    assert told == [GivenUp, ShuffleRevealed]
    assert table.choices(0) == table.choices(1) == ()
    assert [table.view(seat).to_act for seat in (0, 1, None)] == [None] * 3


@pytest.mark.parametrize("name", GAMES)
def test_the_record_says_who_gave_up_and_can_be_checked(name: str) -> None:
    table = table_of(name)
    table.resign(1)
    record = decode_record(encode_record(table.record()))
    assert record.resigned == 1
    assert record.outcome is not None
    assert record.outcome.winners == (0,)
    assert verify(record).ok
    replay = Replay(record)
    replay.goto(len(replay))
    assert outcome_of(record, replay.game, replay.state) == table.outcome
    other = replace(record, resigned=0, closing=None)
    assert {finding.code for finding in verify(other).findings} == {"BAD_WINNERS"}
    hidden = replace(record, resigned=None, closing=None)
    assert {finding.code for finding in verify(hidden).findings} == {"NOT_OVER", "SEED_TOO_EARLY"}


def test_the_record_of_a_game_that_ended_by_the_rules_says_nothing_of_it() -> None:
    table = table_of("eight", 0, hands=1)
    while not table.over:
        assert table.to_act is not None
        table.submit(table.to_act, table.choices(table.to_act)[0])
    record = table.record()
    assert b"resigned" not in encode_record(record)
    with pytest.raises(GameOver):
        table.resign(0)
    late = replace(record, resigned=0, closing=None)
    assert [finding.code for finding in verify(late).findings] == ["RESIGNED_TOO_LATE"]


def test_nothing_comes_after_it() -> None:
    table = table_of("mulle")
    seat = table.to_act
    assert seat is not None
    action = table.choices(seat)[0]
    table.resign(0)
    for act in (
        lambda: table.submit(seat, action),
        lambda: table.check(seat, action),
        lambda: table.undo(),
        lambda: table.resign(1),
    ):
        with pytest.raises(GameOver):
            act()
    assert Table.load(table.save()).record() == table.record()


def test_only_a_seat_of_a_game_that_goes_on_gives_up() -> None:
    table = Table(korthus.game("mus"), [Player("Anna"), Player("Bo")], server_seed=seed_bytes(1))
    with pytest.raises(IllegalAction, match="NOT_STARTED"):
        table.resign(0)
    table.start()
    with pytest.raises(InvalidState, match="NO_SUCH_SEAT"):
        table.resign(2)
