"""Secrets that open a seat are exchanged in one write, and an answer that is lost locks nobody out."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.web.client import Api, Closed
from tests.web.inside import inside
from tests.web.support import in_loop

from korthus.web.store.log_writer import Change, LogRow
from korthus.web.store.trouble import DatabaseAway

ANNA = {"kind": "me", "name": "Anna"}
FRIEND = {"kind": "friend"}


@in_loop
async def test_a_bad_seed_takes_no_seat(tmp_path: Path) -> None:
    async with inside(tmp_path) as (url, services), Api(url) as api:
        opened = await api.open_table("mulle", [ANNA, FRIEND])
        path, invite = f"/api/tables/{opened['code']}/join", opened["invites"][0]["invite"]
        for seed in ("", "å" * 200):
            refused = await api.post(path, {"invite": invite, "name": "Bo", "seed": seed})
            assert (refused.status_code, refused.json()["code"]) == (400, "BAD_SEED")
        live = await services.live_tables.get(opened["code"])
        assert (live.length, live.seats[1].taken, live.table.players[1].name) == (0, False, "…")
        joined = await api.post(path, {"invite": invite, "name": "Bo", "seed": "mine"})
        assert joined.status_code == 201
        assert [kind for kind, _ in _log(services.settings.database)] == ["join", "seed", "start"]


def _log(database: str) -> list[tuple[str, int]]:
    with sqlite3.connect(database.removeprefix("sqlite:///")) as connection:
        return list(connection.execute("SELECT kind, at FROM log ORDER BY sequence"))


@in_loop
async def test_every_free_seat_of_an_open_table_is_given_once(tmp_path: Path) -> None:
    async with inside(tmp_path) as (url, _), Api(url) as api:
        opened = await api.open_table("kachuful", [ANNA, FRIEND, FRIEND, FRIEND], open=True)
        path = f"/api/tables/{opened['code']}/join"
        answers = await asyncio.gather(*(api.post(path, {"name": f"n{n}"}) for n in range(20)))
        seats = [answer.json()["seat"] for answer in answers if answer.status_code == 201]
        assert sorted(seats) == [1, 2, 3]
        assert Counter(answer.status_code for answer in answers) == {201: 3, 409: 17}
        again = await asyncio.gather(
            *(
                api.post(f"/api/tables/{opened['code']}/takeover", {"token": opened["token"]})
                for _ in range(9)
            )
        )
        assert Counter(answer.status_code for answer in again) == {201: 1, 403: 8}


@in_loop
async def test_a_takeover_whose_answer_is_lost_with_the_server_can_be_asked_again(tmp_path: Path) -> None:
    async with inside(tmp_path) as (url, _), Api(url) as api:
        code, (anna, bo) = await api.open_for_two("mulle")
        async with api.socket(code, anna):
            pass
        lost = (await api.post(f"/api/tables/{code}/takeover", {"token": anna})).json()["token"]
        again = await api.post(f"/api/tables/{code}/takeover", {"token": anna})
        assert again.json()["code"] == "BAD_TOKEN", "this server has answered"
    async with inside(tmp_path) as (url, services), Api(url) as api:
        with pytest.raises(Closed) as void:
            await api.socket(code, anna).connect()
        assert void.value.code == 4003, "the old token opens nothing"
        moved = await api.post(f"/api/tables/{code}/takeover", {"token": anna})
        assert moved.status_code == 201
        with pytest.raises(Closed):
            await api.socket(code, lost).connect()
        async with api.socket(code, moved.json()["token"]) as client:
            assert client.state["seat"] == 0
        async with api.socket(code, bo) as other:
            assert other.state["seat"] == 1
        assert [seat.previous for seat in (await services.live_tables.get(code)).seats] == [None, None]
    async with inside(tmp_path) as (url, _), Api(url) as api:
        again = await api.post(f"/api/tables/{code}/takeover", {"token": anna})
        assert again.json()["code"] == "BAD_TOKEN", "somebody has come by the new one"


@in_loop
async def test_an_invitation_whose_answer_is_lost_with_the_server_works_again(tmp_path: Path) -> None:
    async with inside(tmp_path) as (url, _), Api(url) as api:
        opened = await api.open_table("mulle", [ANNA, FRIEND])
        code, invite = opened["code"], opened["invites"][0]["invite"]
        wish = {"invite": invite, "name": "Bo", "seed": "mine"}
        assert (await api.post(f"/api/tables/{code}/join", wish)).status_code == 201
        assert (await api.post(f"/api/tables/{code}/join", wish)).json()["code"] == "BAD_TOKEN"
    async with inside(tmp_path) as (url, _), Api(url) as api:
        stolen = await api.post(f"/api/tables/{code}/takeover", {"token": invite})
        assert stolen.json()["code"] == "BAD_TOKEN", "an invitation is no token"
        joined = await api.post(f"/api/tables/{code}/join", wish)
        assert joined.status_code == 201, joined.text
        async with api.socket(code, joined.json()["token"]) as client:
            assert client.state["seat"] == 1
            assert client.state["started"]
    async with inside(tmp_path) as (url, _), Api(url) as api:
        assert (await api.post(f"/api/tables/{code}/join", wish)).json()["code"] == "BAD_TOKEN"


@in_loop
async def test_a_write_that_may_have_been_done_locks_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with inside(tmp_path) as (url, services), Api(url) as api:
        opened = await api.open_table("mulle", [ANNA, FRIEND])
        code, invite = opened["code"], opened["invites"][0]["invite"]
        write = services.writer.write

        async def written_but_cut(rows: Sequence[LogRow] = (), changes: Sequence[Change] = ()) -> None:
            await write(rows, changes)
            raise DatabaseAway("the connection was cut after the commit")

        for path, wish in (
            ("join", {"invite": invite, "name": "Bo"}),
            ("takeover", {"token": opened["token"]}),
        ):
            with monkeypatch.context() as cut:
                cut.setattr(services.writer, "write", written_but_cut)
                away = await api.post(f"/api/tables/{code}/{path}", wish)
                assert (away.status_code, away.json()["code"]) == (503, "NO_DATABASE")
            again = await api.post(f"/api/tables/{code}/{path}", wish)
            assert again.status_code == 201, again.text
            async with api.socket(code, again.json()["token"]) as client:
                assert client.state["started"]
