"""Taking back, putting away and going on: in any order, to the same continuation."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.high_card import HighCard, HighCardRules
from tests.support.tables import GAME, act, open_table, play_out

from korthus.core.errors import IllegalAction, InvalidRecord, InvalidState, StaleVersion
from korthus.core.record import MAX_BYTES
from korthus.table import Table, UndoDone, verify


def seen(table: Table) -> tuple[object, ...]:
    """Everything that anybody can learn from a table."""
    told = [table.told(seat) for seat in (None, *range(table.seats))]
    views = [table.view(seat) for seat in (None, *range(table.seats))]
    return table.version, table.position(), table.record(), told, views, table.players, table.practice


def test_undo_is_for_practice_games() -> None:
    table = open_table()
    act(table, random.Random(1))
    with pytest.raises(IllegalAction) as caught:
        table.undo()
    assert caught.value.code == "NOT_PRACTICE"


def test_undo_takes_the_last_action_back() -> None:
    table = open_table(practice=True)
    before = (table.position(), table.record())
    act(table, random.Random(1))
    receipt = table.undo(version=2)
    assert (table.position(), table.record()) == before
    assert table.version == receipt.version == 3
    undone = UndoDone(seat=None, taken_back=1, left=1)
    assert table.told(0)[-1].event == table.told(1)[-1].event == undone
    assert receipt.notices[-1].event == undone


def test_undo_for_a_seat_goes_back_through_its_own_last_action() -> None:
    table = open_table(3, practice=True)
    rng = random.Random(1)
    before = table.position()
    for _ in range(3):
        act(table, rng)
    table.undo(0)
    assert table.position() == before
    assert table.to_act == 0
    assert table.told(None)[-1].event == UndoDone(seat=0, taken_back=3, left=1)


def test_a_deal_that_was_taken_back_comes_again() -> None:
    table = open_table(practice=True)
    rng = random.Random(1)
    for _ in range(6):
        act(table, rng)
    deals = [entry.text for entry in table.record().actions if entry.seat == "deal"]
    assert len(deals) == 2
    table.undo()
    assert [entry.seat for entry in table.record().actions].count("deal") == 1
    play_out(table)
    assert [entry.text for entry in table.record().actions if entry.seat == "deal"] == deals
    assert verify(table.record(), game=GAME).ok


def test_there_is_an_end_to_taking_back() -> None:
    table = open_table(practice=True)
    act(table, random.Random(1))
    for seat in (1, 2):
        with pytest.raises((IllegalAction, InvalidState)):
            table.undo(seat)
    table.undo()
    with pytest.raises(IllegalAction) as caught:
        table.undo()
    assert caught.value.code == "NOTHING_TO_UNDO"
    with pytest.raises(StaleVersion):
        table.undo(version=1)


def test_a_finished_practice_game_can_be_taken_up_again() -> None:
    table = play_out(open_table(practice=True))
    table.undo()
    assert table.record().outcome is None
    play_out(table)
    assert table.record().outcome is not None
    assert verify(table.record(), game=GAME).ok


@given(
    seed=st.integers(0, 99),
    seats=st.integers(2, 4),
    moves=st.lists(st.sampled_from(["act", "act", "act", "undo", "undo 0", "load"]), max_size=40),
)
def test_any_mixture_of_playing_undoing_and_loading(seed: int, seats: int, moves: list[str]) -> None:
    """The line that is left is exactly what was played and not taken back, and versions only rise."""
    table = open_table(seats, seed=seed, practice=True)
    rng = random.Random(seed)
    positions = [table.position()]
    actors: list[int] = []
    for move in moves:
        version = table.version
        if move == "act" and not table.over:
            assert table.to_act is not None
            actors.append(table.to_act)
            act(table, rng)
            positions.append(table.position())
        elif move == "undo" and actors:
            table.undo()
            actors.pop()
            positions.pop()
        elif move == "undo 0" and 0 in actors:
            table.undo(0)
            while actors.pop() != 0:
                positions.pop()
            positions.pop()
        elif move == "load":
            before = seen(table)
            table = Table.load(table.save(), game=GAME)
            assert seen(table) == before
            assert table.version == version
            continue
        else:
            continue
        assert table.version == version + 1
        assert table.position() == positions[-1]
        assert table.moves == len(actors)
    play_out(table)
    assert verify(table.record(), game=GAME).ok


@given(seed=st.integers(0, 999), cut=st.integers(0, 12), luck=st.integers(0, 999))
def test_a_loaded_table_goes_on_the_same_way(seed: int, cut: int, luck: int) -> None:
    table = open_table(seed=seed, start=False)
    table.add_seed(0, "Anna's")
    table.start()
    rng = random.Random(luck)
    for _ in range(cut):
        if not table.over:
            act(table, rng)
    loaded = Table.load(table.save(), game=GAME)
    assert seen(loaded) == seen(table)
    assert seen(play_out(loaded, luck)) == seen(play_out(table, luck))


def test_a_table_can_be_saved_before_its_start() -> None:
    table = open_table(start=False)
    table.add_seed(1, "b")
    loaded = Table.load(table.save().decode(), game=GAME)
    loaded.start()
    table.start()
    assert seen(loaded) == seen(table)


def test_receipts_survive_so_that_a_message_repeated_after_a_crash_is_one_action() -> None:
    table = open_table()
    first = table.submit(0, table.choices(0)[0], 1, id="m1")
    loaded = Table.load(table.save(), game=GAME)
    assert loaded.submit(0, "play 2s", 1, id="m1") == first._replace(repeated=True)


def test_options_and_presets_survive() -> None:
    quick = HighCard(HighCardRules.make("quick"))
    table = open_table(game=quick)
    assert Table.load(table.save(), game=GAME).game == quick


def test_a_saved_table_cut_off_at_any_byte_is_refused() -> None:
    raw = open_table().save()
    for length in range(len(raw)):
        with pytest.raises(InvalidRecord):
            Table.load(raw[:length], game=GAME)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"format": "korthus record"}, "BAD_SAVE"),
        ({"version": 2}, "BAD_SAVE"),
        ({"extra": 1}, "BAD_SAVE"),
        ({"players": [{"name": "\x1b[2J", "bot": None}]}, "BAD_SAVE"),
        ({"players": [{"name": "Anna", "bot": None}]}, "BAD_SEATS"),
        ({"server_seed": "00"}, "BAD_SAVE"),
        ({"practice": 1}, "BAD_SAVE"),
        ({"game": "mulle"}, "WRONG_GAME"),
        ({"preset": "nightly"}, "UNKNOWN_PRESET"),
        ({"options": {"jokers": 2}}, "UNKNOWN_OPTION"),
        ({"options": {"hand": 99}}, "BAD_OPTION"),
        ({"options": {"hand": "2"}}, "BAD_OPTIONS"),
        ({"options": {"hand": 3}}, "BAD_OPTIONS"),
        ({"rules_version": 2}, "RULES_CHANGED"),
        ({"journal": [{"did": "act", "seat": 0, "text": "play 2s"}]}, "SAVE_REFUSED"),
        ({"journal": [{"did": "start"}, {"did": "start"}]}, "SAVE_REFUSED"),
        ({"journal": [{"did": "start"}, {"did": "undo", "seat": None}]}, "SAVE_REFUSED"),
        ({"journal": [{"did": "seed", "seat": 5, "seed": "x"}]}, "SAVE_REFUSED"),
        ({"journal": [{"did": "dance"}]}, "BAD_SAVE"),
    ],
)
def test_a_saved_table_that_was_changed_is_refused(changes: dict[str, Any], code: str) -> None:
    data = json.loads(open_table().save()) | changes
    with pytest.raises(InvalidRecord) as caught:
        Table.load(json.dumps(data), game=GAME)
    assert caught.value.code == code


def test_hostile_saves_are_refused() -> None:
    for raw in (b"[" * 100_000, b"\xff", b" " * (MAX_BYTES + 1), None):
        with pytest.raises(InvalidRecord):
            Table.load(raw, game=GAME)  # type: ignore[arg-type]  # junk on purpose
    with pytest.raises(InvalidRecord) as caught:
        Table.load(open_table().save())
    assert caught.value.code == "UNKNOWN_GAME"
