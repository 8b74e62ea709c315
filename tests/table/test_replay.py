"""A record played again."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.high_card import HandDealt, HighCard, HighCardRules
from tests.support.tables import GAME, finished_record, open_table, play_out

from korthus.core.errors import InvalidRecord, InvalidState
from korthus.core.protocol import CHANCE, Event
from korthus.core.record import ActionEntry, SeatEntry
from korthus.table import Replay

RECORD = finished_record(3)


def test_step_0_is_before_the_first_card_and_the_last_step_after_the_last() -> None:
    replay = Replay(RECORD, game=GAME)
    assert (replay.step, replay.actor, replay.action, replay.all_events()) == (0, None, None, ())
    assert replay.state == GAME.new(3)
    assert len(replay) == len(RECORD.actions)
    replay.goto(len(replay))
    outcome = GAME.outcome(replay.state)
    assert outcome is not None
    assert RECORD.outcome is not None
    assert outcome.scores == RECORD.outcome.scores
    assert replay.names == ("Anna", "Bo", "Cleo")


def test_each_step_shows_its_action() -> None:
    replay = Replay(RECORD, game=GAME)
    for entry in RECORD.actions:
        assert replay.forward()
        assert replay.actor == (CHANCE if entry.seat == "deal" else entry.seat)
        assert str(replay.action) == entry.text
    assert not replay.forward()


def test_forward_and_back_meet() -> None:
    replay = Replay(RECORD, game=GAME)
    states = [replay.state]
    while replay.forward():
        states.append(replay.state)
    while replay.back():
        states.pop()
        assert replay.state == states[-1]
    assert replay.step == 0


@given(st.integers(-10, 100))
def test_any_step_can_be_gone_to(step: int) -> None:
    replay = Replay(RECORD, game=GAME)
    replay.goto(step)
    assert replay.step == min(max(step, 0), len(replay))


def test_through_the_eyes_of_a_seat() -> None:
    table = play_out(open_table(3))
    replay = Replay(table.record(), game=GAME)
    for seat in (None, 0, 1, 2):
        replay.goto(0)
        told: list[Event] = []
        while replay.forward():
            told += replay.events(seat)
            assert replay.view(seat) == replay.game.view(replay.state, seat)
        # Beside the shuffle, exactly what the seat was told at the table.
        assert told == [notice.event for notice in table.told(seat)][1:-1]
        assert sum(isinstance(event, HandDealt) for event in told) == (0 if seat is None else 2)
    with pytest.raises(InvalidState):
        replay.view(3)


def test_options_of_the_record_are_played() -> None:
    quick = HighCard(HighCardRules.make("quick"))
    record = play_out(open_table(game=quick)).record()
    assert record.options == {"hand": 2, "rounds": 1}
    assert Replay(record, game=GAME).game == quick


def test_a_record_that_does_not_replay_names_the_step() -> None:
    actions = list(RECORD.actions)
    actions[4] = ActionEntry(seat=actions[4].seat, text="play 2c")
    with pytest.raises(InvalidRecord) as caught:
        Replay(msgspec.structs.replace(RECORD, actions=tuple(actions)), game=GAME)
    assert caught.value.code == "DOES_NOT_REPLAY"
    assert caught.value.step == 5
    assert "2c is not in your hand" in caught.value.reason


def test_a_seat_cannot_deal_and_chance_cannot_play() -> None:
    first, second, *rest = RECORD.actions
    for wrong in (
        (ActionEntry(seat=0, text=first.text), second),
        (first, ActionEntry(seat="deal", text=second.text)),
    ):
        with pytest.raises(InvalidRecord):
            Replay(msgspec.structs.replace(RECORD, actions=(*wrong, *rest)), game=GAME)


def test_a_game_that_cannot_be_set_up_is_refused() -> None:
    for changes, code in (
        ({"game": "chess"}, "WRONG_GAME"),
        ({"rules_version": 9}, "RULES_CHANGED"),
        ({"options": {"hand": 0}}, "BAD_OPTION"),
        ({"preset": "none such"}, "UNKNOWN_PRESET"),
        ({"seats": (SeatEntry(name="Anna", bot=None),)}, "BAD_SEATS"),
    ):
        with pytest.raises(InvalidRecord) as caught:
            Replay(msgspec.structs.replace(RECORD, **changes), game=GAME)
        assert caught.value.code == code
    with pytest.raises(InvalidRecord) as caught:
        Replay(RECORD)
    assert caught.value.code == "UNKNOWN_GAME"
