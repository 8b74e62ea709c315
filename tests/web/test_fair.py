"""What a server tells about its luck: the closing hash to all, and a friend where cards can be known."""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path

from tests.web.client import Api
from tests.web.inside import inside
from tests.web.support import in_loop, level_up, play_on

import korthus
from korthus.core.record import closing_hash, decode_record, encode_record
from korthus.table import Kept, Player, ShuffleRevealed, Table, verify


@in_loop
async def test_a_friend_is_told_that_the_cards_can_be_known(url: str) -> None:
    """Who opens a table with a record can compute every hand; a seed of their own choice is a record, too."""
    seed = hashlib.sha256(b"a seed of my own").digest()
    game = korthus.game("mus")
    record = json.loads(encode_record(Table(game, [Player("a"), Player("b")], server_seed=seed).record()))
    record["shuffle"]["server_seed"] = seed.hex()
    friends = [{"kind": "me", "name": "Anna"}, {"kind": "friend"}]
    async with Api(url) as api:
        opened = await api.open_table("mus", friends, at=record)
        code = opened["code"]
        assert (await api.get(f"/api/tables/{code}")).json()["known_cards"] is True
        join = {"invite": opened["invites"][0]["invite"], "name": "Bo"}
        joined = (await api.post(f"/api/tables/{code}/join", join)).json()
        async with api.socket(code, joined["token"]) as friend:
            assert friend.state["known_cards"] is True
            assert friend.state["practice"] is True
        plain = await api.open_table("mus", friends)
        assert (await api.get(f"/api/tables/{plain['code']}")).json()["known_cards"] is False
        # Strangers are not lured to such a table.
        wish = {"game": "mus", "seats": friends, "at": record}
        refused = (await api.post("/api/tables", wish | {"open": True})).json()
        assert refused["code"] == "NOT_FOR_STRANGERS"
        for other in ({"commitment": "00" * 32}, {"server_seed": "11" * 32}):
            wish["at"] = {**record, "shuffle": {**record["shuffle"], **other}}
            assert (await api.post("/api/tables", wish)).json()["code"] == "RECORD_NOT_TRUE"


@in_loop
async def test_a_record_with_deals_that_no_table_dealt_is_not_taken_up(url: str) -> None:
    async with Api(url) as api:
        code, tokens = await api.open_for_two("kachuful", options={"start_cards": 2, "total_rounds": 2})
        async with api.socket(code, tokens[0]) as first, api.socket(code, tokens[1]) as second:
            await play_on([first, second], random.Random(8))
        record = (await api.get(f"/api/tables/{code}/record")).json()
        deal = record["actions"][0]["text"].split()
        swapped = {"seat": "deal", "text": " ".join([deal[0], deal[2], deal[1], *deal[3:]])}
        part = {**record, "actions": [swapped], "outcome": None}
        wish = {"game": "kachuful", "seats": [{"kind": "me", "name": "Eva"}, {"kind": "friend"}], "at": part}
        assert (await api.post("/api/tables", wish)).json()["code"] == "RECORD_NOT_TRUE"
        part["actions"] = record["actions"][:1]
        assert (await api.post("/api/tables", wish)).status_code == 201


@in_loop
async def test_all_are_told_the_closing_hash_of_the_record_that_is_given_out(url: str) -> None:
    async with Api(url) as api:
        code, tokens = await api.open_for_two("mus", options={"target_stones": None})
        async with (
            api.socket(code, tokens[0]) as first,
            api.socket(code, tokens[1]) as second,
            api.socket(code) as spectator,
        ):
            await play_on([first, second], random.Random(8))
            await level_up([second, spectator], first.state["version"])
            record = decode_record((await api.get(f"/api/tables/{code}/record")).content)
            for each in (first, second, spectator):
                last = each.notices[each.heard]["event"]
                assert last["type"] == "ShuffleRevealed"
                assert last["closing"] == record.closing
        kept = Kept(commitment=first.state["commitment"], closing=record.closing)
        assert verify(record, kept=kept).unchecked == ()


@in_loop
async def test_a_closed_record_stays_as_it_was_told(tmp_path: Path) -> None:
    """Nobody sits down at a game that is over: their name would change the record. Nor does a restart."""
    rng = random.Random(3)
    async with inside(tmp_path) as (url, services), Api(url) as api:
        friends = [{"kind": "me", "name": "Anna"}, {"kind": "friend"}]
        opened = await api.open_table("mus", friends, options={"target_stones": None}, starts="now")
        code = opened["code"]
        live = await services.live_tables.get(code)
        while (seat := live.table.to_act) is not None:
            await live.act(seat, str(rng.choice(live.table.choices(seat))), None)
        told = live.table.told(None)[-1].event
        assert isinstance(told, ShuffleRevealed)
        join = {"invite": opened["invites"][0]["invite"], "name": "Bo"}
        assert (await api.post(f"/api/tables/{code}/join", join)).json()["code"] == "GAME_OVER"
    async with inside(tmp_path) as (url, _), Api(url) as api:
        record = decode_record((await api.get(f"/api/tables/{code}/record")).content)
        assert record.closing == told.closing == closing_hash(record)
