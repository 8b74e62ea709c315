"""A bit that changed on the disk is found: the damaged table says so, and all others go on."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections import Counter
from pathlib import Path

import pytest
from tests.web.client import Api, Closed
from tests.web.inside import inside
from tests.web.support import in_loop, play_on

#: What a changed bit may hit, as statements that change something of one table.
HITS = {
    "an action": "UPDATE log SET payload = CAST(replace(payload, 'KL', 'KM') AS BLOB) WHERE sequence > 2",
    "who acted": """UPDATE log SET payload = CAST(replace(payload, '"seat":1', '"seat":0') AS BLOB)
                    WHERE sequence > 2""",
    "a payload that is no text": "UPDATE log SET payload = X'FF' || payload WHERE sequence = 3",
    "a kind": "UPDATE log SET kind = 'acu' WHERE sequence = 4",
    "a kind that is no text": "UPDATE log SET kind = CAST(X'61FF74' AS TEXT) WHERE sequence = 4",
    "a time": "UPDATE log SET at = at + 1 WHERE sequence = 4",
    "a number": "UPDATE log SET sequence = 99 WHERE sequence = 4",
    "a checksum": "UPDATE log SET chain = chain + 1 WHERE sequence = 5",
    "the name in an entry": "UPDATE log SET code = 'AAAAAAAA' WHERE sequence = 4",
    "an entry that is gone": "DELETE FROM log WHERE sequence = 4",
    "the seed": "UPDATE tables SET server_seed = CAST(zeroblob(32) AS BLOB)",
    "an option": "UPDATE tables SET options = CAST(replace(options, '}', ' }') AS BLOB)",
    "options that cannot be read": "UPDATE tables SET options = X'7B'",
    "the game": "UPDATE tables SET game = 'mulld'",
    "whether it is practice": "UPDATE tables SET practice = 1 - practice",
    "the start of the chain": "UPDATE tables SET chain = chain + 1",
    "a name": "UPDATE seats SET name = 'Anne' WHERE seat = 0",
    "who is a computer": "UPDATE seats SET bot = 'easy' WHERE seat = 1",
    "a seat's number": "UPDATE seats SET seat = 3 WHERE seat = 1",
    "a seat's token": "UPDATE seats SET token = zeroblob(32) WHERE seat = 0",
}


@in_loop
async def test_damage_is_told_to_whoever_opens_the_table_and_harms_no_other(tmp_path: Path) -> None:
    tokens: dict[str, str] = {}
    async with inside(tmp_path) as (url, _), Api(url) as api:
        for _ in (*HITS, "sound"):
            code, (anna, bo) = await api.open_for_two("mulle")
            async with api.socket(code, anna) as first, api.socket(code, bo) as second:
                await play_on([first, second], random.Random(1), actions=4)
                # An entry that names a card of clubs, so that there is something to change.
                await first.ask("chat", text="KL")
            tokens[code] = anna
    *damaged, sound = tokens
    database = sqlite3.connect(tmp_path / "tables.sqlite3")
    for code, hit in zip(damaged, HITS.values(), strict=True):
        joint = "AND" if "WHERE" in hit else "WHERE"
        assert database.execute(f"{hit} {joint} code = ?", (code,)).rowcount > 0
    database.commit()
    database.close()
    async with inside(tmp_path) as (url, services), Api(url) as api:
        for code, what in zip(damaged, HITS, strict=True):
            asked = await api.get(f"/api/tables/{code}")
            assert (asked.status_code, asked.json()["code"]) == (410, "DAMAGED_TABLE"), what
            with pytest.raises(Closed) as closed:
                await api.socket(code, tokens[code]).connect()
            assert closed.value.code == 4010, what
            joined = await api.post(f"/api/tables/{code}/takeover", {"token": tokens[code]})
            assert joined.status_code == 410, what
        assert services.metrics.value("damaged_tables") >= len(HITS)
        async with api.socket(sound, tokens[sound]) as client:
            assert client.state["version"] == 5
            assert (await client.ask("chat", text="all is well"))["type"] == "ok"


@in_loop
async def test_damage_that_comes_while_a_table_is_open_is_found_at_the_next_hello(tmp_path: Path) -> None:
    async with inside(tmp_path) as (url, _), Api(url) as api:
        code, (anna, bo) = await api.open_for_two("mulle")
        with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
            database.execute("UPDATE seats SET name = 'Eve' WHERE code = ? AND seat = 1", (code,))
        for token in (anna, bo, None):
            with pytest.raises(Closed) as closed:
                await api.socket(code, token).connect()
            assert closed.value.code == 4010
        assert (await api.get("/api/tables")).status_code == 200


@in_loop
async def test_a_finished_game_whose_last_entries_are_gone_is_damaged(tmp_path: Path) -> None:
    codes = []
    async with inside(tmp_path) as (url, _), Api(url) as api:
        for _ in range(2):
            code, tokens = await api.open_for_two("kachuful", options={"start_cards": 1, "total_rounds": 1})
            async with api.socket(code, tokens[0]) as first, api.socket(code, tokens[1]) as second:
                await play_on([first, second], random.Random(1))
                assert first.over
                await first.ask("chat", text="well played")
            codes.append(code)
    with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
        lost, sound = codes
        ended = database.execute("SELECT ended FROM tables WHERE code = ?", (lost,)).fetchone()[0]
        gone = database.execute("DELETE FROM log WHERE code = ? AND at >= ?", (lost, ended)).rowcount
        assert gone >= 2
        # A log that lost what came after the end cannot be told from one in which nothing came.
        last = (
            "DELETE FROM log WHERE code = ?1 AND sequence = (SELECT max(sequence) FROM log WHERE code = ?1)"
        )
        assert database.execute(last, (sound,)).rowcount == 1
    async with inside(tmp_path) as (url, _), Api(url) as api:
        asked = await api.get(f"/api/tables/{lost}")
        assert (asked.status_code, asked.json()["code"]) == (410, "DAMAGED_TABLE")
        assert (await api.get(f"/api/tables/{sound}")).status_code == 200


@in_loop
async def test_lists_leave_out_what_is_damaged(tmp_path: Path) -> None:
    async with inside(tmp_path) as (url, _), Api(url) as api:
        player = (await api.post("/api/me", {})).json()["player"]
        seats = [{"kind": "me", "name": "Anna"}, {"kind": "friend"}]
        codes = [
            (await api.open_table("mulle", seats, open=True, player=player, starts="now"))["code"]
            for _ in range(4)
        ]
    with sqlite3.connect(tmp_path / "tables.sqlite3") as database:
        database.execute("UPDATE tables SET options = X'7B' WHERE code = ?", (codes[0],))
        database.execute("UPDATE seats SET name = 'Eve' WHERE code = ? AND seat = 0", (codes[1],))
        database.execute("UPDATE log SET at = at + 1 WHERE code = ?", (codes[2],))
    async with inside(tmp_path) as (url, _), Api(url) as api:
        listed = {table["code"] for table in (await api.get("/api/tables")).json()}
        assert listed == {codes[2], codes[3]}
        mine = (await api.get("/api/me", headers={"authorization": f"Bearer {player}"})).json()
        assert [game["code"] for game in mine["games"]] == [codes[3]]


@in_loop
async def test_a_damaged_page_harms_only_whom_it_hits(tmp_path: Path) -> None:
    """A leaf of the log is overwritten: its tables are refused, and others can be written to."""
    tokens: dict[str, list[str]] = {}
    async with inside(tmp_path) as (url, _), Api(url) as api:
        for number in range(30):
            code, tokens[code] = await api.open_for_two("mulle")
            async with api.socket(code, tokens[code][0]) as client:
                for _ in range(3):
                    await client.ask("chat", text=f"{number} " + "x" * 190)
    file = tmp_path / "tables.sqlite3"
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    # The first byte of a leaf of an index, which is what the log is, is 10.
    raw = bytearray(file.read_bytes())
    leaves = [
        at for at in range(4096, len(raw), 4096) if raw[at] == 10 and b'"did":"say"' in raw[at : at + 4096]
    ]
    raw[leaves[1] : leaves[1] + 4096] = bytes(4096)
    file.write_bytes(raw)
    async with inside(tmp_path) as (url, _), Api(url) as api:
        clients, refused = [], 0
        for code, (anna, _) in tokens.items():
            client = api.socket(code, anna)
            try:
                await client.connect()
                clients.append(client)
            except Closed as closed:
                refused += closed.code == 4010
        assert refused in range(1, 12)
        assert len(clients) == 30 - refused
        assert all(len(client.state["chat"]) == 3 for client in clients)
        # They are written together; what belongs into the damaged leaf, or beside it, cannot be.
        said = await asyncio.gather(*(client.ask("chat", text="still here") for client in clients))
        kinds = Counter(answer["type"] for answer in said)
        assert kinds["ok"] >= 10, kinds
        for client in clients:
            await client.close()
