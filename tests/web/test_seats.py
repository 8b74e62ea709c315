"""Who may sit down: one person for each link, one device at a time, and nobody else."""

from __future__ import annotations

import random
import sqlite3

import pytest
from tests.web.client import Api, Closed
from tests.web.server import ServerProcess
from tests.web.support import in_loop, play_on, some_action

from korthus.web.live.sitting import Newcomer, seat_for, with_person
from korthus.web.pages.ratings import NEWCOMER
from korthus.web.store.store import SeatRow
from korthus.web.store.tokens import CODE_LENGTH, TOKEN_LENGTH, hashed, is_code, matches, new_code, new_token


def test_tokens_have_256_bits_and_are_kept_as_hashes() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert {len(token) for token in tokens} == {TOKEN_LENGTH}
    token = tokens.pop()
    assert matches(token, hashed(token))
    assert not matches(token, hashed(tokens.pop()))
    assert not matches(token, None)
    assert len(hashed(token)) == 32


def test_codes_have_no_signs_that_look_alike() -> None:
    codes = [new_code() for _ in range(200)]
    assert all(len(code) == CODE_LENGTH and is_code(code) for code in codes)
    assert not set("".join(codes)) & set("01OIL")
    assert not is_code("abcdefgh")
    assert not is_code("ABCDEFG")


@in_loop
async def test_an_invitation_works_once(url: str) -> None:
    async with Api(url) as api:
        opened = await api.open_table("mulle", [{"kind": "me", "name": "Anna"}, {"kind": "friend"}])
        path = f"/api/tables/{opened['code']}/join"
        invite = opened["invites"][0]["invite"]
        wrong = await api.post(path, {"invite": new_token(), "name": "Eve"})
        assert (wrong.status_code, wrong.json()["code"]) == (403, "BAD_TOKEN")
        nameless = await api.post(path, {"invite": invite, "name": "\u200b \n"})
        assert (nameless.status_code, nameless.json()["code"]) == (400, "BAD_NAME")
        closed = await api.post(path, {"invite": None, "name": "Eve"})
        assert closed.json()["code"] == "BAD_TOKEN", "the table is not open to anybody"
        joined = await api.post(path, {"invite": invite, "name": " Bo\u202e  Ek "})
        assert joined.json()["seat"] == 1
        assert (await api.post(path, {"invite": invite, "name": "Eve"})).json()["code"] == "BAD_TOKEN"
        players = (await api.get(f"/api/tables/{opened['code']}")).json()["players"]
        assert [player["name"] for player in players] == ["Anna", "Bo Ek"]


@in_loop
async def test_one_link_seats_all_friends_and_nobody_more(url: str) -> None:
    async with Api(url) as api:
        seats = [{"kind": "me", "name": "Anna"}, *[{"kind": "friend"}] * 3]
        opened = await api.open_table("kachuful", seats, link="one")
        (invite,) = {each["invite"] for each in opened["invites"]}
        path = f"/api/tables/{opened['code']}/join"
        found = [await api.post(path, {"invite": invite, "name": name}) for name in ("Bo", "Cia", "Dan")]
        assert [each.json()["seat"] for each in found] == [1, 2, 3]
        assert len({each.json()["token"] for each in found}) == 3
        late = await api.post(path, {"invite": invite, "name": "Eve"})
        assert (late.status_code, late.json()["code"]) == (403, "BAD_TOKEN")


def test_who_asks_again_with_a_link_for_all_gets_their_own_seat() -> None:
    bo, cia, invite = hashed("Bo"), hashed("Cia"), new_token()
    free = [SeatRow(code="ABCDEFGH", seat=seat, invite=hashed(invite)) for seat in range(2)]

    def seat(player: bytes, given: set[bytes]) -> int:
        return seat_for(sitting, invite, player=player, open=False, given=given)

    sitting = [with_person(free[0], Newcomer("Bo", hashed("his"), bo, invite, None)), free[1]]
    spent = sitting[0].previous
    assert spent is not None
    assert seat(bo, set()) == 0, "the answer was lost with the server: the same person asks again"
    assert seat(cia, set()) == 1, "another person with the same link takes nobody's seat"
    assert seat(bo, {spent}) == 1, "this server remembers that he has heard the answer"


@in_loop
async def test_an_open_table_is_listed_until_it_is_full(url: str) -> None:
    async with Api(url) as api:
        opened = await api.open_table(
            "kachuful", [{"kind": "me", "name": "Anna"}, {"kind": "friend"}, {"kind": "friend"}], open=True
        )
        code = opened["code"]
        listed = {table["code"]: table for table in (await api.get("/api/tables")).json()}
        assert [player["name"] for player in listed[code]["players"]] == ["Anna", None, None]
        for name in ("Bo", "Cia"):
            joined = await api.post(f"/api/tables/{code}/join", {"invite": None, "name": name})
            assert joined.status_code == 201
        full = await api.post(f"/api/tables/{code}/join", {"name": "Dan"})
        assert (full.status_code, full.json()["code"]) == (409, "SEAT_TAKEN")
        assert code not in {table["code"] for table in (await api.get("/api/tables")).json()}


@in_loop
async def test_a_second_device_takes_the_seat_over(url: str) -> None:
    async with Api(url) as api:
        code, (anna, bo) = await api.open_for_two("mulle")
        async with api.socket(code, anna) as old, api.socket(code, bo) as other:
            await play_on([old, other], random.Random(1), actions=3)
            moved = await api.post(f"/api/tables/{code}/takeover", {"token": anna})
            assert moved.status_code == 201
            assert moved.json()["seat"] == 0
            assert (await old.until(lambda message: message["type"] == "moved")) == {"type": "moved"}
            with pytest.raises(Closed) as closed:
                await old.receive()
            assert closed.value.code == 4001
            again = await api.post(f"/api/tables/{code}/takeover", {"token": anna})
            assert (again.status_code, again.json()["code"]) == (403, "BAD_TOKEN")
            with pytest.raises(Closed) as refused:
                await api.socket(code, anna).connect()
            assert refused.value.code == 4003
            async with api.socket(code, moved.json()["token"]) as new:
                assert new.state["seat"] == 0
                await play_on([new, other], random.Random(2), actions=3)


@in_loop
async def test_a_token_opens_its_own_table_only(url: str) -> None:
    async with Api(url) as api:
        _, (anna, _) = await api.open_for_two("mulle")
        other, _ = await api.open_for_two("mulle")
        with pytest.raises(Closed) as refused:
            await api.socket(other, anna).connect()
        assert refused.value.code == 4003
        with pytest.raises(Closed) as missing:
            await api.socket("ZZZZZZZZ").connect()
        assert missing.value.code == 4004


@in_loop
async def test_nothing_secret_is_kept_in_clear(server: ServerProcess) -> None:
    async with Api(server.url) as api:
        player = (await api.post("/api/me", {})).json()["player"]
        opened = await api.open_table(
            "mulle", [{"kind": "me", "name": "Anna"}, {"kind": "friend"}], player=player
        )
        secrets = [player, opened["token"], opened["invites"][0]["invite"]]
    connection = sqlite3.connect(f"file:{server.folder / 'tables.sqlite3'}?mode=ro", uri=True)
    try:
        kept = "\n".join(connection.iterdump())
    finally:
        connection.close()
    assert opened["code"] in kept
    for secret in secrets:
        assert secret not in kept
        assert secret.encode().hex() not in kept.lower()


@in_loop
async def test_my_games_are_found_by_my_token_only(url: str) -> None:
    async with Api(url) as api:
        player = (await api.post("/api/me", {})).json()["player"]
        mine = {"authorization": f"Bearer {player}"}
        assert (await api.get("/api/me")).status_code == 401
        assert (
            await api.get("/api/me", headers={"authorization": f"Bearer {new_token()}"})
        ).status_code == 401
        nothing = {"games": [], "stats": {"by_game": {}}, "tournaments": []}
        assert (await api.get("/api/me", headers=mine)).json() == nothing
        won = []
        for number in range(2):
            opened = await api.open_table(
                "mus",
                [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "random"}],
                options={"target_stones": 30},
                player=player,
            )
            async with api.socket(opened["code"], opened["token"]) as client:
                await play_on([client], random.Random(number))
                won.append(0 in client.state["outcome"]["winners"])
        going = await api.open_table(
            "mulle", [{"kind": "me", "name": "Anna"}, {"kind": "friend"}], player=player, starts="now"
        )
        answer = (await api.get("/api/me", headers=mine)).json()
        assert answer["games"][0]["code"] == going["code"]
        assert [game["my_turn"] for game in answer["games"]] == [True, False, False]
        assert [game["over"] for game in answer["games"]] == [False, True, True]
        stats = answer["stats"]["by_game"]["mus"]
        assert (stats["played"], stats["won"], len(stats["scores"])) == (2, sum(won), 2)
        assert stats["opponents"] == {"random": {"played": 2, "won": sum(won)}}
        assert len(stats["ratings"]) == 2
        first, second = stats["ratings"]
        assert (first["rating"] > NEWCOMER) == won[0]
        assert second["unsure"] < first["unsure"]


@in_loop
async def test_a_table_may_start_before_its_friends_come(url: str) -> None:
    async with Api(url) as api:
        opened = await api.open_table(
            "mulle", [{"kind": "me", "name": "Anna"}, {"kind": "friend"}], starts="now"
        )
        async with api.socket(opened["code"], opened["token"]) as first:
            assert first.state["started"]
            assert first.state["players"][1]["taken"] is False
            await first.act(some_action(first, random.Random(1)))
            joined = await api.post(
                f"/api/tables/{opened['code']}/join",
                {"invite": opened["invites"][0]["invite"], "name": "Bo"},
            )
            async with api.socket(opened["code"], joined.json()["token"]) as second:
                assert second.state["players"][1]["name"] == "Bo"
                await play_on([first, second], random.Random(2), actions=4)
