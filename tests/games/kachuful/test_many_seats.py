"""More than ten at the table, as far as the cards go: rules, text forms, records and screen."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.kachuful.test_play import make
from tests.support.drawing import drawn

from korthus.cli.setup import names_for
from korthus.core.chance import seed_bytes
from korthus.core.errors import InvalidState
from korthus.core.record import decode_record, encode_record
from korthus.games.kachuful import Phase
from korthus.locale import LANGUAGES, Translator
from korthus.screens.kachuful.screen import SCREEN
from korthus.table import Player, Replay, Table, verify
from korthus.testing import check_game

#: Seats, and the most cards in the first round.
CROWDS = [(11, 4), (13, 4), (26, 2), (52, 1)]


def begun(seats: int, cards: int) -> Table:
    table = Table(
        make(start_cards=cards), [Player(name) for name in names_for(seats)], server_seed=seed_bytes(1)
    )
    table.start()
    return table


def play_on(table: Table, moves: int | None = None) -> None:
    """Everybody does the first thing that is allowed."""
    while (seat := table.to_act) is not None and table.moves != moves:
        table.submit(seat, table.choices(seat)[0])


@pytest.mark.parametrize(("seats", "cards"), CROWDS)
def test_KI11_a_crowd_keeps_the_protocol(seats: int, cards: int) -> None:
    game = make(start_cards=cards)
    assert game.new(seats).round == 1
    check_game(game, games=1, seed=1, seats=seats, thorough=0.3 / seats, tries=4, worlds=2)


@pytest.mark.parametrize(("seats", "cards"), CROWDS)
def test_KI11_records_and_saved_games_of_a_crowd(seats: int, cards: int) -> None:
    table = begun(seats, cards)
    play_on(table, moves=seats + seats // 2)
    table = Table.load(table.save())
    play_on(table)
    record = table.record()
    assert record.outcome is not None
    assert len(record.outcome.scores) == len(record.seats) == seats
    assert {entry.seat for entry in record.actions} == {"deal", *range(seats)}
    assert decode_record(encode_record(record)) == record
    assert verify(record).ok
    replay = Replay(record)
    replay.goto(len(replay))
    assert replay.state == table.whole_state()


def test_KI11_positions_have_hands_with_two_digits() -> None:
    game = make(start_cards=4)
    table = begun(11, 4)
    play_on(table, moves=15)
    text = table.position()
    assert "hand 10: " in text
    assert game.parse_state(text) == table.whole_state()
    # Without the number of seats the last hand tells it.
    assert game.parse_state(text.removeprefix("seats: 11; ")) == table.whole_state()
    with pytest.raises(InvalidState, match="NO_SUCH_SEAT"):
        game.parse_state(text.replace("seats: 11", "seats: 10"))
    with pytest.raises(InvalidState) as refused:
        make(start_cards=1).parse_state("seats: 52; hand 52: HA")
    assert refused.value.code == "UNKNOWN_PART"
    assert "seats, round, hand N, bids" in str(refused.value)


def test_KI11_the_longest_position_can_be_read() -> None:
    game = make(start_cards=1, schedule="zigzag", total_rounds=500)
    line = " ".join(["0/1", *["0/0"] * 51])
    state = game.parse_state(f"seats: 52; round: 501; scores: {', '.join([line] * 500)}")
    assert state.phase is Phase.OVER
    assert game.parse_state(game.format_state(state)) == state


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("seats", "cards"), CROWDS)
def test_KI11_a_crowd_fits_the_screen(seats: int, cards: int, language: str) -> None:
    tr, table, names = Translator(language), begun(seats, cards), names_for(seats)
    play_on(table, moves=seats + 2)
    for chair in (None, 0, seats - 1):
        picture: list[str] = drawn(SCREEN.table(table.view(chair), tr, names)).splitlines()
        assert max(map(len, picture)) <= 80
        for name in names:
            assert sum(f" {name} " in line for line in picture) >= 1
    notices: list[Any] = [notice.event for notice in table.told(0)]
    for event in notices:
        SCREEN.event(event, tr, names, 0)
