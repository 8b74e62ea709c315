"""Tournaments: friends who all play the same cards, and every door behind which those could be seen."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import msgspec
import pytest
from tests.web.client import Api, Closed, Json
from tests.web.inside import inside
from tests.web.postgres import Postgres
from tests.web.server import QUICK, ServerProcess
from tests.web.support import SHORT, in_loop, play_on
from tests.web.tournament import Friend, befriend, dealt, play_fixture, tournament

from korthus.core.record import decode_record
from korthus.table import verify


@in_loop
async def test_two_friends_play_to_the_end_and_the_standings_say_why(url: str) -> None:
    async with Api(url) as api:
        code, friends = await tournament(api, "Anna", "Bo")
        seen = await friends[1].look(code)
        assert (seen["begun"], seen["over"], seen["owner"], seen["me"]) == (True, False, False, 1)
        assert [each["players"] for each in seen["fixtures"]] == [[0, 1], [1, 0]]
        assert [each["state"] for each in seen["fixtures"]] == ["open", "waits"]
        tables = [await play_fixture(code, friends, number) for number in (0, 1)]
        after = await friends[0].look(code)
        assert after["over"]
        assert after["next"] is None
        assert [line["games"] for line in after["standings"]] == [2, 2]
        assert sum(line["points"] for line in after["standings"]) == 2
        assert sum(line["same_cards"] for line in after["standings"]) == pytest.approx(0)
        ahead = [after["cross"][0][1]["ahead"], after["cross"][1][0]["ahead"]]
        assert sum(ahead) == 2
        records = [decode_record((await api.get(f"/api/tables/{table}/record")).content) for table in tables]
        assert records[0].actions[0] == records[1].actions[0], "everybody plays the same cards"
        promised = seen["cards"][0]["commitment"]
        for record in records:
            assert record.shuffle.commitment == promised
            assert verify(record).ok


@in_loop
async def test_a_seed_is_held_back_until_all_tables_with_its_cards_have_ended(url: str) -> None:
    async with Api(url) as api:
        code, friends = await tournament(api, "Anna", "Bo", "Cleo", "Dan")
        fixtures = [each for each in (await friends[0].look(code))["fixtures"] if each["round"] == 0]
        *first, last = [each["number"] for each in fixtures]
        table = await play_fixture(code, friends, first[0])
        players = [friends[each] for each in fixtures[0]["players"]]
        async with api.socket(table, players[0].seats[table]) as client:
            told = [notice["event"] for notice in client.notices.values()]
            assert told[-1]["type"] == "SeedHeldBack"
            assert client.state["held_back"]
            assert not any("server_seed" in event for event in told)
            for number in first[1:]:
                await play_fixture(code, friends, number)
            assert not (await friends[3].look(code))["cards"][0]["revealed"]
            await play_fixture(code, friends, last)
            revealed = await client.until(
                lambda message: message["type"] == "update" and bool(message["notices"])
            )
        event = revealed["notices"][-1]["event"]
        assert event["type"] == "ShuffleRevealed"
        assert event["closing"] == told[-1]["closing"], "the record was promised at the end of the game"
        record = decode_record((await api.get(f"/api/tables/{table}/record")).content)
        assert record.shuffle.server_seed == event["server_seed"]
        assert verify(record).ok


DOORS = ("record", "replay", "review", "position?at=3")


@in_loop
async def test_every_door_is_closed_while_somebody_still_has_to_play_the_cards(url: str) -> None:
    async with Api(url) as api:
        code, friends = await tournament(api, "Anna", "Bo", "Cleo", "Dan")
        table = await play_fixture(code, friends, 0)
        for door in DOORS:
            answer = await api.get(f"/api/tables/{table}/{door}")
            assert (answer.status_code, answer.json()["code"]) == (409, "HELD_BACK"), door
        with pytest.raises(Closed) as closed:
            async with api.socket(table):
                pass
        assert closed.value.code == 4010
        summary = (await api.get(f"/api/tables/{table}")).json()
        assert (summary["over"], summary["outcome"], summary["held_back"]) == (True, None, True)
        moves = (await api.get(f"/api/tables/{table}/moves")).json()
        assert (moves["over"], moves["scores"], moves["moves"]) == (True, None, [])
        for friend in friends:
            seen = await friend.look(code)
            assert all(each["scores"] is None for each in seen["fixtures"])
            assert all(line["games"] == 0 for line in seen["standings"])
            assert "seed" not in str(seen)
        token = next(iter(friends[0].seats.values()))
        again = await api.post(f"/api/tables/{table}/again", {"token": token})
        assert again.json()["code"] == "IN_TOURNAMENT"


@in_loop
async def test_a_running_table_shows_nothing_to_those_without_a_seat(url: str) -> None:
    async with Api(url) as api:
        code, friends = await tournament(api, "Anna", "Bo", "Cleo", "Dan")
        table = await play_fixture(code, friends, 0, actions=1)
        with pytest.raises(Closed):
            async with api.socket(table):
                pass
        cleo = friends[2]
        moves = await api.get(f"/api/tables/{table}/moves", headers=cleo.head)
        assert moves.json()["moves"] == []
        join = await api.post(f"/api/tables/{table}/join", {"name": "Cleo", "player": cleo.player})
        assert join.status_code == 403
        assert await cleo.refusal(f"/api/tournaments/{code}/play", {"number": 0}) == "BAD_TOKEN"
        assert await cleo.refusal(f"/api/tables/{table}/claim") == "BAD_TOKEN"


@in_loop
async def test_nobody_has_the_same_cards_on_two_tables(url: str) -> None:
    async with Api(url) as api:
        code, friends = await tournament(api, "Anna", "Bo")
        await play_fixture(code, friends, 0, actions=1)
        for friend in friends:
            assert await friend.refusal(f"/api/tournaments/{code}/play", {"number": 1}) == "SAME_CARDS"
            assert (await friend.play(code))["code"] in friend.seats


@in_loop
async def test_a_seed_of_ones_own_and_computers_would_make_it_another_game(url: str) -> None:
    async with Api(url) as api:
        code, friends = await tournament(api, "Anna", "Bo")
        seat = await friends[0].play(code)
        async with api.socket(seat["code"], seat["token"]) as anna:
            for wish in ({"type": "seed", "seed": "mine"}, {"type": "fill", "level": "easy"}):
                answer = await anna.ask(**wish)
                assert (answer["type"], answer["code"]) == ("refused", "IN_TOURNAMENT")
            assert (await anna.ask("hint"))["code"] == "NO_HINT"


@in_loop
async def test_places_are_taken_by_the_link_once_and_by_name(url: str) -> None:
    async with Api(url) as api:
        anna, bo, cleo, dan = [await befriend(api, name) for name in ("Anna", "Bo", "Cleo", "Dan")]
        wish = {"game": "eight", "name": "Anna", "player": anna.player, "others": ["Bo", None]}
        made = await anna.ask("POST", "/api/tournaments", wish)
        path = f"/api/tournaments/{made['code']}/join"

        def come(who: Friend, **more: object) -> Json:
            return {"invite": made["invite"], "name": who.name, "player": who.player, **more}

        assert await bo.refusal(path, {**come(bo), "invite": "x" * 43}) == "BAD_TOKEN"
        assert await cleo.refusal(path, {**come(cleo), "name": "Anna"}) == "NAME_TAKEN"
        assert (await cleo.ask("POST", path, come(cleo)))["me"] == 2
        assert (await cleo.ask("POST", path, come(cleo)))["me"] == 2, "who asks again has their place"
        assert await dan.refusal(path, come(dan)) == "NO_PLACE"
        assert not (await anna.look(made["code"]))["begun"]
        assert await cleo.refusal(f"/api/tournaments/{made['code']}/play") == "NOT_BEGUN"
        assert await cleo.refusal(f"/api/tournaments/{made['code']}/begin") == "NOT_YOURS"
        assert (await bo.ask("POST", path, come(bo, place=1)))["begun"]
        assert await dan.refusal(path, come(dan)) == "TOURNAMENT_BEGUN"
        assert [each["name"] for each in (await anna.look(made["code"]))["players"]] == ["Anna", "Bo", "Cleo"]


@in_loop
async def test_who_never_comes_is_put_away_and_a_computer_plays(url: str) -> None:
    async with Api(url) as api:
        code, (anna, bo) = await tournament(api, "Anna", "Bo")
        path = f"/api/tournaments/{code}/away"
        assert await bo.refusal(path, {"player": 0, "away": True}) == "NOT_YOURS"
        await anna.ask("POST", path, {"player": 1, "away": True})
        assert await bo.refusal(f"/api/tournaments/{code}/play") == "PUT_AWAY"
        for number in (0, 1):
            seat = await anna.play(code)
            async with api.socket(seat["code"], seat["token"]) as client:
                await dealt(client)
                await play_on([client], random.Random(number))
        seen = await anna.look(code)
        assert seen["over"]
        assert [each["computers"] for each in seen["fixtures"]] == [[1], [0]]
        assert {line["player"]: line["games"] for line in seen["standings"]} == {0: 2, 1: 0}
        await anna.ask("POST", path, {"player": 1, "away": False})
        assert (await bo.look(code))["players"][1]["away"] is False


@in_loop
async def test_nobody_waits_for_who_was_put_away_in_the_middle_of_a_game(url: str) -> None:
    async with Api(url) as api:
        options = {"hands": 2}
        code, (anna, bo) = await tournament(api, "Anna", "Bo", options=options)
        table = await play_fixture(code, [anna, bo], 0, actions=1)
        await anna.ask("POST", f"/api/tournaments/{code}/away", {"player": 1, "away": True})
        async with api.socket(table, anna.seats[table]) as client:
            await play_on([client], random.Random(1))
            assert client.over
            told = [msgspec.json.decode(frame) for frame in client.raw]
        waits = [player["absent_ms"] or 0 for each in told for player in each.get("players", ())]
        assert max(waits) == 0, "the others do not wait for them"
        await anna.ask("POST", f"/api/tournaments/{code}/away", {"player": 1, "away": False})
        assert (await bo.play(code))["code"] != table


@in_loop
async def test_games_in_which_nobody_is_left_are_closed_and_keep_nobody_waiting(url: str) -> None:
    async with Api(url) as api:
        code, friends = await tournament(api, "Anna", "Bo", "Cleo", "Dan")
        groups = {tuple(sorted(each["players"])) for each in (await friends[0].look(code))["fixtures"][:2]}
        ((_, opposite),) = [group for group in groups if 0 in group]
        gone = [each for each in (1, 2, 3) if each != opposite]
        (empty, *_) = [number for number in range(2) if number_has(await friends[0].look(code), number, gone)]
        await play_fixture(code, friends, empty, actions=1)
        for number in range(4):
            if number_has(await friends[0].look(code), number, [0]):
                await play_fixture(code, friends, number)
        assert not (await friends[0].look(code))["cards"][0]["revealed"]
        for who in gone:
            await friends[0].ask("POST", f"/api/tournaments/{code}/away", {"player": who, "away": True})
        seen = await friends[0].look(code)
        assert seen["cards"][0]["revealed"]
        assert seen["fixtures"][empty]["resigned"] is not None
        await friends[0].ask("POST", f"/api/tournaments/{code}/away", {"player": gone[0], "away": False})
        later = [
            each["number"]
            for each in seen["fixtures"]
            if each["round"] == 0 and each["turn"] == 1 and number_has(seen, each["number"], gone)
        ]
        refused = await friends[gone[0]].refusal(f"/api/tournaments/{code}/play", {"number": later[0]})
        assert refused == "NOTHING_TO_PLAY", "whoever comes back does not play cards that all have seen"


def number_has(seen: Json, number: int, players: list[int]) -> bool:
    return {*players} <= {*seen["fixtures"][number]["players"]}


@in_loop
async def test_a_table_of_three_moves_its_seats_and_everybody_holds_every_hand(url: str) -> None:
    async with Api(url) as api:
        options = {**SHORT["kachuful"], "total_rounds": 1}
        code, friends = await tournament(api, "Anna", "Bo", "Cleo", game="kachuful", options=options, seats=3)
        assert [each["players"] for each in (await friends[0].look(code))["fixtures"]] == [
            [0, 1, 2],
            [1, 2, 0],
            [2, 0, 1],
        ]
        for number in range(3):
            await play_fixture(code, friends, number)
        seen = await friends[0].look(code)
        assert seen["over"]
        assert [line["games"] for line in seen["standings"]] == [3, 3, 3]


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"seats": 3}, "FIXED_SEATS"),
        ({"game": "whist"}, "UNKNOWN_GAME"),
        ({"others": [None] * 11, "deals": 8}, "TOURNAMENT_TOO_LONG"),
        ({"others": ["Anna"]}, "SAME_NAME"),
        ({"others": [None], "game": "kachuful", "seats": 3}, "TOO_FEW"),
    ],
)
@in_loop
async def test_a_tournament_that_cannot_be_is_refused(url: str, wish: Json, code: str) -> None:
    async with Api(url) as api:
        anna = await befriend(api, "Anna")
        usual = {"game": "eight", "name": "Anna", "player": anna.player, "others": [None]}
        assert await anna.refusal("/api/tournaments", usual | wish) == code


def test_a_tournament_outlives_the_server_and_reveals_what_was_due(tmp_path: Path) -> None:
    @in_loop
    async def before() -> None:
        async with Api(server.url) as api:
            code, friends = await tournament(api, "Anna", "Bo")
            table = await play_fixture(code, friends, 0)
            kept.update(code=code, table=table, players=[friend.player for friend in friends])

    @in_loop
    async def after() -> None:
        async with Api(server.url) as api:
            names = ("Anna", "Bo")
            friends = [Friend(api, name, each) for name, each in zip(names, kept["players"], strict=True)]
            held = await api.get(f"/api/tables/{kept['table']}/record")
            assert held.json()["code"] == "HELD_BACK"
            await play_fixture(kept["code"], friends, 1)
            assert (await friends[0].look(kept["code"]))["over"]
            assert (await api.get(f"/api/tables/{kept['table']}/record")).status_code == 200

    kept: Json = {}
    with ServerProcess(tmp_path, *QUICK) as server:
        before()
        server.kill()
        server.start()
        after()


@in_loop
async def test_a_record_reveals_what_a_server_that_died_did_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with inside(tmp_path) as (url, services), Api(url) as api:
        code, friends = await tournament(api, "Anna", "Bo")
        tables = []
        with monkeypatch.context() as patched:
            patched.setattr(services.tournaments, "ended", lambda code: None)
            for number in (0, 1):
                tables.append(await play_fixture(code, friends, number))
        assert (await api.get(f"/api/tables/{tables[0]}/record")).status_code == 200


@in_loop
async def test_two_servers_on_one_database_play_one_tournament(tmp_path: Path) -> None:
    with Postgres() as postgres:
        async with (
            inside(tmp_path, database=postgres.url) as (here, _),
            inside(tmp_path, database=postgres.url) as (there, _),
            Api(here) as one,
            Api(there) as other,
        ):
            code, friends = await tournament(one, "Anna", "Bo")
            friends[1].api = other
            seats = await asyncio.gather(*(friend.play(code) for friend in friends))
            assert len({seat["code"] for seat in seats}) == 1, "both come to one table"
            for number in (0, 1):
                await play_fixture(code, friends, number)
            assert all([(await friend.look(code))["over"] for friend in friends])
            record = decode_record((await other.get(f"/api/tables/{seats[0]['code']}/record")).content)
            assert verify(record).ok
