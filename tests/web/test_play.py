"""Whole games over the real socket, and what happens when messages come twice, late or wrong."""

from __future__ import annotations

import random

import msgspec
import pytest
from tests.web.client import Api
from tests.web.support import SHORT, in_loop, level_up, play_on, some_action

import korthus
from korthus.core.record import decode_record
from korthus.table import verify

GAMES = ("mulle", "kachuful", "mus", "eight")


@pytest.mark.parametrize("game", GAMES)
@in_loop
async def test_two_persons_play_a_game_to_its_end(url: str, game: str) -> None:
    async with Api(url) as api:
        code, (anna, bo) = await api.open_for_two(game, options=SHORT[game])
        async with (
            api.socket(code, anna, words=True) as first,
            api.socket(code, bo, words=True, lang="sv") as second,
            api.socket(code, words=True, lang="es") as watcher,
        ):
            assert (await api.get(f"/api/tables/{code}/record")).status_code == 409
            played = await play_on([first, second], random.Random(game))
            await level_up([watcher], first.state["version"])
            assert played > 0
            assert first.over
            assert watcher.over
            assert watcher.state["seat"] is None
            assert watcher.state["actions"] == []
            said = [client.notices[2]["said"] for client in (first, second, watcher)]
            assert len({*said, None}) == 4, "the same fact in three languages"
        record = decode_record((await api.get(f"/api/tables/{code}/record")).content)
        assert [seat.name for seat in record.seats] == ["Anna", "Bo"]
        assert verify(record).ok
        replay = (await api.get(f"/api/tables/{code}/replay?lang=sv")).json()
        assert len(replay["frames"]) == len(record.actions) + 1
        assert replay["frames"][0]["seat"] is None
        assert any(all(frame["hands"]) for frame in replay["frames"])
        summary = (await api.get(f"/api/tables/{code}")).json()
        assert summary["over"]
        assert summary["outcome"]["scores"] == list(record.outcome.scores if record.outcome else ())


@in_loop
async def test_a_listed_action_comes_with_what_it_does_to_those_who_want_words(url: str) -> None:
    game = korthus.game("mulle", **SHORT["mulle"])
    async with Api(url) as api:
        code, (anna, bo) = await api.open_for_two("mulle", options=SHORT["mulle"])
        async with api.socket(code, anna, words=True) as first, api.socket(code, bo) as second:
            await first.wait_for(lambda: first.my_turn)
            view = game.decode_view(msgspec.json.encode(first.state["view"]))
            for listed in first.state["actions"]:
                effect = game.effect(view, game.parse(listed["text"]))
                assert listed["effect"] == msgspec.json.decode(msgspec.json.encode(effect))
            await first.act(first.state["actions"][0]["text"])
            await second.wait_for(lambda: second.my_turn)
            assert all(listed.keys() == {"text", "action"} for listed in second.state["actions"])


@pytest.mark.parametrize("game", GAMES)
@in_loop
async def test_a_person_plays_against_a_bot(url: str, game: str) -> None:
    async with Api(url) as api:
        opened = await api.open_table(
            game,
            [{"kind": "bot", "level": "random"}, {"kind": "me", "name": "Anna"}],
            options=SHORT[game],
            practice=True,
        )
        async with api.socket(opened["code"], opened["token"]) as client:
            await play_on([client], random.Random(game))
            assert client.over
            assert client.state["seat"] == 1


@in_loop
async def test_ten_sit_at_one_table(url: str) -> None:
    async with Api(url) as api:
        seats = [{"kind": "me", "name": "Anna"}, *({"kind": "bot", "level": "random"} for _ in range(9))]
        opened = await api.open_table("kachuful", seats, options={"start_cards": 1, "total_rounds": 1})
        async with api.socket(opened["code"], opened["token"]) as client:
            await play_on([client], random.Random(1))
            assert len(client.state["players"]) == 10
            assert len({player["name"] for player in client.state["players"]}) == 10


@in_loop
async def test_bots_play_while_somebody_watches(url: str) -> None:
    async with Api(url) as api:
        opened = await api.open_table("mus", [{"kind": "bot", "level": "random"}] * 2, options=SHORT["mus"])
        assert opened["token"] is None
        code = opened["code"]
        async with api.socket(code) as watcher:
            await watcher.until(lambda _: watcher.over)
        assert (await api.get(f"/api/tables/{code}")).json()["over"]


@in_loop
async def test_a_client_comes_back_and_hears_what_it_missed(url: str) -> None:
    async with Api(url) as api:
        code, (anna, bo) = await api.open_for_two("mulle", options=SHORT["mulle"])
        async with api.socket(code, bo) as second:
            first = api.socket(code, anna)
            await first.connect()
            await play_on([first, second], random.Random(3), actions=6)
            await first.close()
            if second.my_turn:
                assert (await second.act(some_action(second, random.Random(4))))["type"] == "ok"
            heard = first.heard
            welcome = await first.connect()
            assert [notice["sequence"] for notice in welcome["notices"]] == list(
                range(heard + 1, welcome["sequence"] + 1)
            )
            assert welcome["version"] == second.state["version"]
            await play_on([first, second], random.Random(5), actions=4)
            await first.close()


@in_loop
async def test_a_repeated_message_is_one_action(url: str) -> None:
    async with Api(url) as api:
        code, (anna, bo) = await api.open_for_two("mulle")
        async with api.socket(code, anna) as first, api.socket(code, bo) as second:
            text, version = some_action(first, random.Random(1)), first.state["version"]
            once = await first.act(text, id="click", version=version)
            again = await first.act(text, id="click", version=version)
            assert (once["version"], once["repeated"]) == (2, False)
            assert (again["version"], again["repeated"]) == (2, True)
            await level_up([first, second], 2)
            other = await second.act(some_action(second, random.Random(1)), id="click")
            assert not other["repeated"], "ids are each seat's own"
            late = await first.act(text, id="other", version=version)
            assert late["code"] == "STALE_VERSION"
            both = await first.act(text, id="click", version=version)
            assert both["repeated"]
            assert (await api.get(f"/api/tables/{code}")).json()["moves"] == 2


@in_loop
async def test_numbers_serve_as_ids(url: str) -> None:
    async with Api(url) as api:
        code, (anna, _) = await api.open_for_two("mulle")
        async with api.socket(code, anna) as first:
            assert (await first.ask("ping", id=7))["re"] == 7
            assert (await first.act(some_action(first, random.Random(1)), id=8))["re"] == 8


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "not the turn"), ("sv", "inte"), ("es", "No le toca")], ids=["en", "sv", "es"]
)
@in_loop
async def test_refusals_come_in_the_language_of_the_client(url: str, lang: str, words: str) -> None:
    async with Api(url) as api:
        code, (_, bo) = await api.open_for_two("mulle")
        async with api.socket(code, bo, lang=lang) as second:
            refused = await second.act("discard KL 2")
            assert (refused["type"], refused["code"]) == ("refused", "NOT_YOUR_TURN")
            assert words in refused["reason"]
            why = await second.ask("why", text="nonsense")
            assert why["legal"] is False
            assert why["reason"]
            answer = await api.get(f"/api/tables/NOSUCHCD?lang={lang}")
            assert answer.status_code == 404
            assert answer.json()["code"] == "NO_SUCH_TABLE"
            other = await api.get("/api/tables/NOSUCHCD", headers={"accept-language": lang})
            assert other.json() == answer.json()


@in_loop
async def test_why_says_whether_an_action_is_legal_and_does_nothing(url: str) -> None:
    async with Api(url) as api:
        code, (anna, _) = await api.open_for_two("mulle")
        async with api.socket(code, anna) as first:
            text = some_action(first, random.Random(2))
            assert await first.ask("why", text=text) | {"re": ""} == {
                "type": "ok",
                "re": "",
                "legal": True,
                "code": None,
                "reason": None,
            }
            assert first.state["version"] == 1
            described = await first.ask("describe")
            assert text in described["labels"]
            assert "[" not in described["help"].replace("[10", "")
            assert (await first.ask("lang", lang="sv"))["type"] == "ok"
            swedish = await first.ask("describe")
            assert swedish["help"] != described["help"]


@in_loop
async def test_a_spectator_can_only_look(url: str) -> None:
    async with Api(url) as api:
        code, (anna, _) = await api.open_for_two("mulle")
        async with api.socket(code, anna) as first, api.socket(code) as watcher:
            news = await first.until(lambda message: message["type"] == "table")
            assert news["spectators"] == 1
            text = first.state["actions"][0]["text"]
            for question in (
                {"type": "act", "text": text, "version": 1},
                {"type": "why", "text": text},
                {"type": "describe"},
                {"type": "hint"},
                {"type": "coach"},
                {"type": "seed", "seed": "x"},
                {"type": "start"},
                {"type": "undo"},
                {"type": "undo_answer", "agree": True},
                {"type": "chat", "text": "hej"},
                {"type": "names", "boards": [[], [], []]},
            ):
                kind = str(question.pop("type"))
                assert (await watcher.ask(kind, **question))["code"] == "WATCHING", kind
            assert (await api.get(f"/api/tables/{code}")).json()["moves"] == 0


@in_loop
async def test_hints_are_for_practice(url: str) -> None:
    async with Api(url) as api:
        code, (anna, _) = await api.open_for_two("mulle")
        async with api.socket(code, anna) as first:
            assert (await first.ask("hint"))["code"] == "NO_HINT"
        opened = await api.open_table(
            "mulle", [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "random"}], practice=True
        )
        async with api.socket(opened["code"], opened["token"], lang="sv") as client:
            advice = (await client.ask("hint"))["advice"]
            assert 1 <= len(advice) <= 5
            texts = [action["text"] for action in client.state["actions"]]
            assert all(each["text"] in texts and each["label"] for each in advice)
            values = [each["value"] for each in advice]
            assert max(values) >= values[-1]


@in_loop
async def test_chat_is_cleaned_and_phrases_are_translated(url: str) -> None:
    async with Api(url) as api:
        code, (anna, bo) = await api.open_for_two("mulle")
        async with api.socket(code, anna) as first, api.socket(code, bo, lang="sv") as second:
            assert (await first.ask("chat", text=" hi\u202e\n<b>there</b> "))["type"] == "ok"
            heard = await second.until(lambda message: message["type"] == "chat")
            assert heard == {"type": "chat", "seat": 0, "name": "Anna", "text": "hi <b>there</b>"}
            assert (await first.ask("chat", phrase=1))["type"] == "ok"
            assert (await second.until(lambda m: m["type"] == "chat"))["text"] == "Lycka till!"
            assert (await first.ask("chat", text="x" * 201))["code"] == "BAD_CHAT"
            assert (await first.ask("chat", phrase=99))["code"] == "NO_SUCH_PHRASE"
        async with api.socket(code, bo) as again:
            assert [said["text"] for said in again.state["chat"]] == ["hi <b>there</b>", "Good luck!"]


@in_loop
async def test_hand_names_of_eight_cards(url: str) -> None:
    async with Api(url) as api:
        code, (anna, bo) = await api.open_for_two("eight")
        async with api.socket(code, anna) as first, api.socket(code, bo, lang="es") as second:
            hand = first.state["view"]["hand"]
            named = await first.ask("names", boards=[hand[:2], hand[2:4], hand[4:]])
            assert all(named["names"])
            assert (await first.ask("names", boards=[hand[:1], [], []]))["names"] == [None, None, None]
            assert (await first.ask("names", boards=[hand[:2], hand[:2], []]))["code"] == "NOT_YOUR_CARD"
            assert (await first.ask("names", boards=[["XX"], [], []]))["code"] == "NOT_A_CARD"
            theirs = second.state["view"]["hand"]
            assert (await first.ask("names", boards=[theirs[:2], [], []]))["code"] == "NOT_YOUR_CARD"
        code, (anna, _) = await api.open_for_two("mulle")
        async with api.socket(code, anna) as first:
            assert (await first.ask("names", boards=[[], [], []]))["code"] == "NOT_THIS_GAME"


@in_loop
async def test_seeds_are_added_before_the_deal(url: str) -> None:
    async with Api(url) as api:
        opened = await api.open_table(
            "mus",
            [{"kind": "me", "name": "Anna"}, {"kind": "friend"}],
            options=SHORT["mus"],
            seed="my own",
        )
        code = opened["code"]
        async with api.socket(code, opened["token"]) as first:
            assert first.state["view"] is None
            assert (await first.ask("seed", seed="again"))["code"] == "SEED_GIVEN"
            assert (await first.ask("start"))["code"] == "NOT_FULL"
            invite = opened["invites"][0]["invite"]
            joined = await api.post(
                f"/api/tables/{code}/join", {"invite": invite, "name": "Bo", "seed": "and mine"}
            )
            async with api.socket(code, joined.json()["token"]) as second:
                await play_on([first, second], random.Random(2))
                assert (await first.ask("seed", seed="late"))["code"] == "ALREADY_STARTED"
        record = decode_record((await api.get(f"/api/tables/{code}/record")).content)
        assert record.shuffle.seat_seeds == ("my own", "and mine")
        assert verify(record).ok
        assert record.shuffle.commitment == first.state["commitment"]


@in_loop
async def test_a_finished_game_is_taken_up_in_the_middle(url: str) -> None:
    async with Api(url) as api:
        code, tokens = await api.open_for_two("mulle", options=SHORT["mulle"])
        async with api.socket(code, tokens[0]) as first, api.socket(code, tokens[1]) as second:
            await play_on([first, second], random.Random(8))
        record = (await api.get(f"/api/tables/{code}/record")).json()
        part = {**record, "actions": record["actions"][:9], "outcome": None}
        opened = await api.open_table(
            "mulle", [{"kind": "me", "name": "Eva"}, {"kind": "bot", "level": "random"}], at=part
        )
        async with api.socket(opened["code"], opened["token"]) as client:
            assert client.state["practice"]
            assert client.state["options"] == {"omgangar": 1}
            await play_on([client], random.Random(9))
        going_on = (await api.get(f"/api/tables/{opened['code']}/record")).json()
        assert going_on["actions"][:9] == record["actions"][:9]
        part["shuffle"] = {**part["shuffle"], "server_seed": None}
        wish = {"game": "mulle", "seats": [{"kind": "me", "name": "Eva"}, {"kind": "friend"}], "at": part}
        assert (await api.post("/api/tables", wish)).json()["code"] == "NOT_FINISHED"
