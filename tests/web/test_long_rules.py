"""No rule holds up the loop: what can take long is worked out elsewhere, with a deadline."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.support.patience import PATIENCE
from tests.web.client import Api, Client, Closed
from tests.web.inside import inside
from tests.web.long_rules import COSTLY, costly_record
from tests.web.support import in_loop

import korthus
from korthus.core.protocol import AnyGame
from korthus.games.mulle.game import Mulle
from korthus.table import Player, Table
from korthus.web.bots import rule_desk
from korthus.web.bots.line import UNASKED
from korthus.web.live import opening
from korthus.web.live.live_table import load_live_table
from korthus.web.store.entries import Acted

SEATS = [{"kind": "me", "name": "A"}, {"kind": "bot", "level": "random"}]
#: Enough that the position is beyond what is worked out on the loop, and little enough to be worked out soon.
MOVES = 6


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow this machine is, nothing is too late unless a test says so."""
    for name in ("_LIST", "_ACTION", "_GAME"):
        monkeypatch.setattr(rule_desk, name, 600.0)


@pytest.fixture
def long_calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every question to the rules in this process about a position that may take long."""
    calls: list[str] = []
    of_views = ("_choices", "_effect")

    def watched(name: str) -> None:
        asked = getattr(Mulle, name)

        def ask(self: Mulle, position: Any, *args: Any) -> Any:
            if not self.quick(position) and (name in of_views or self.to_act(position) is not None):
                calls.append(name)
            return asked(self, position, *args)

        monkeypatch.setattr(Mulle, name, ask)

    for name in (*of_views, "_apply", "_legal_actions"):
        watched(name)
    return calls


async def _open(api: Api, **wishes: Any) -> dict[str, Any]:
    return await api.open_table("mulle", SEATS, at=costly_record(MOVES), **wishes)


@in_loop
async def test_the_loop_asks_no_rule_that_may_take_long(tmp_path: Path, long_calls: list[str]) -> None:
    record = costly_record(MOVES)
    long_calls.clear()  # the record itself was made here
    async with inside(tmp_path) as (url, services), Api(url) as api:
        opened = await api.open_table("mulle", SEATS, at=record)
        async with api.socket(opened["code"], opened["token"], lang="sv", words=True) as player:
            await player.wait_for(lambda: player.my_turn)
            live = await services.live_tables.get(opened["code"])
            assert not live.table.quick
            card = player.state["view"]["hand"][0]
            described = await player.ask("describe")
            assert described["help"]
            assert (await player.ask("why", text=f"discard {card}"))["legal"] is True
            refused = await player.ask("why", text="capture HJ 2: KL 9")
            assert refused["legal"] is False
            assert refused["reason"], "the rule's own sentence comes from the other process"
            answer = await player.act(f"discard {card}")
            assert answer["type"] == "ok"
            await player.wait_for(lambda: player.state["version"] > answer["version"])
            await player.ask("undo")
        loaded = await load_live_table(services, opened["code"])
        assert loaded.table.version == live.table.version
        assert loaded.table.position() == live.table.position()
    assert long_calls == []


@in_loop
async def test_what_is_worked_out_elsewhere_is_what_the_rules_say(tmp_path: Path) -> None:
    async with inside(tmp_path) as (url, services), Api(url) as api:
        opened = await _open(api)
        async with api.socket(opened["code"], opened["token"], words=True) as player:
            await player.wait_for(lambda: player.my_turn)
            live = await services.live_tables.get(opened["code"])
            view = live.table.view(0)
            choices = live.game.choices(view)
            described = await services.rules.describe(live.game, view, ["en"], len(choices), UNASKED)
            assert described.actions == choices
            assert set(described.labels["en"]) == {str(action) for action in choices}
            assert [*described.effects] == [live.game.effect(view, action) for action in choices]
            step = await services.rules.step(live.game, live.table.whole_state(), str(choices[0]), 0, UNASKED)
            assert step == live.game.apply(live.table.whole_state(), choices[0], seat=0)
            if len(choices) > 250:
                assert player.state["actions"] is None
            else:
                assert [each["text"] for each in player.state["actions"]] == [str(each) for each in choices]


@in_loop
async def test_actions_that_take_too_long_to_list_are_not_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rule_desk, "_LIST", 0.0)
    async with inside(tmp_path) as (url, _), Api(url) as api:
        opened = await _open(api)
        async with api.socket(opened["code"], opened["token"], words=True) as player:
            await player.wait_for(lambda: player.my_turn)
            assert player.state["actions"] is None
            assert (await player.ask("describe"))["labels"] == {}


@in_loop
async def test_a_table_that_is_too_expensive_is_closed_with_a_sentence_and_stays_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with inside(tmp_path) as (url, services), Api(url) as api:
        opened = await _open(api)
        code = opened["code"]
        async with api.socket(code, opened["token"], lang="sv", words=True) as player:
            await player.wait_for(lambda: player.my_turn)
            monkeypatch.setattr(rule_desk, "_ACTION", 0.0)
            card = player.state["view"]["hand"][0]
            await player.send(
                {"type": "act", "id": 1, "version": player.state["version"], "text": f"discard {card}"}
            )
            trouble = await player.until(lambda message: message["type"] == "error")
            assert trouble["code"] == "TABLE_CLOSED"
            assert trouble["reason"].startswith("Det här bordet är stängt")
            with pytest.raises(Closed) as closed:
                await player.until(lambda message: False)
            assert closed.value.code == 4010
        with pytest.raises(Closed) as again:
            await Client(url, code, opened["token"]).connect()
        assert again.value.code == 4010
        kept = await services.store.entries(code)
        assert len(kept) > MOVES
        assert b"discard" in kept[-1][1]


@in_loop
async def test_a_position_that_takes_too_long_to_get_to_is_not_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rule_desk, "_GAME", 0.0)
    async with inside(tmp_path) as (url, _), Api(url) as api:
        wish = {"game": "mulle", "seats": SEATS, "at": costly_record(MOVES)}
        answer = await api.post("/api/tables", wish)
        assert (answer.status_code, answer.json()["code"]) == (503, "TOO_COSTLY")


@in_loop
async def test_a_long_log_is_read_in_slices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With slices of no length the loop has a turn after every entry."""
    monkeypatch.setattr("korthus.web.live.pace.SLICE", 0.0)
    async with inside(tmp_path) as (url, services), Api(url) as api:
        opened = await api.open_table("kachuful", [{"kind": "bot", "level": "random"}] * 2, starts="now")
        live = await services.live_tables.get(opened["code"])
        async with api.socket(opened["code"]) as watcher:
            await watcher.wait_for(lambda: watcher.over, timeout=PATIENCE)
        turns = 0

        async def somebody_else() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        other = asyncio.create_task(somebody_else())
        found = await services.store.table(opened["code"])
        assert found is not None
        turns = 0
        loaded = await load_live_table(services, opened["code"])
        other.cancel()
        assert turns >= len(found.news.entries)
        assert loaded.table.position() == live.table.position()


def test_a_step_from_elsewhere_is_taken_as_it_is() -> None:
    game: AnyGame = korthus.game("kachuful")
    tables = [Table(game, _players(), server_seed=bytes(32)) for _ in range(2)]
    for table in tables:
        table.start()
    first, second = tables
    seat = first.to_act
    assert seat is not None
    action = first.choices(seat)[0]
    first.submit(seat, action)
    second.repeat(Acted(seat, str(action)), game.apply(second.whole_state(), action, seat=seat))
    assert first.position() == second.position()
    assert first.told(seat) == second.told(seat)


def _players() -> list[Player]:
    return [Player("A"), Player("B")]


@in_loop
async def test_strangers_open_no_table_whose_first_choice_takes_long(tmp_path: Path) -> None:
    async with inside(tmp_path, limits=True) as (url, _), Api(url) as api:
        wish = {"game": "mulle", "seats": SEATS, "options": {**COSTLY}}
        refused = await api.post("/api/tables", wish)
        assert (refused.status_code, refused.json()["code"]) == (400, "TABLE_TOO_COSTLY")
        again = await api.post("/api/tables", {"game": "mulle", "seats": SEATS, "at": costly_record(MOVES)})
        assert again.json()["code"] == "TABLE_TOO_COSTLY"
    for info in korthus.catalogue():
        for preset in korthus.game(info.name).rules.presets:
            assert opening._begins_quickly(korthus.game(info.name, preset), max(2, info.min_seats)), preset
