"""Ratings by game: people against people, and against computers whose strength is known."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.web.client import Api, Json
from tests.web.support import SHORT, in_loop, play_on

import korthus
from korthus.web.brings import asks_of, people_of
from korthus.web.pages.ratings import USUAL, known_levels

STRENGTH = Path(__file__).parents[2] / "docs" / "strength.md"
GAMES = [info.name for info in korthus.catalogue()]


@pytest.mark.parametrize("game", GAMES)
def test_levels_have_the_ratings_of_the_measured_matches(game: str) -> None:
    shares = [share for share in people_of(game).beats.values() if share is not None]
    table = STRENGTH.read_text().split("## Levels")[1]
    for share in shares:
        assert f"{100 * share:.1f} %" in table, "measured anew: take the new figure over"
    ratings = known_levels(game)
    assert ratings["normal"] == USUAL
    assert ratings["easy"] < USUAL < ratings["strong"]
    won = 1 / (1 + 10 ** ((ratings["normal"] - ratings["strong"]) / 400))
    assert won == pytest.approx(people_of(game).beats["strong"])


async def resign(api: Api, winner: str, loser: str, **wishes: object) -> None:
    """A game of two persons that the second gives up."""
    code, tokens = await sit(api, winner, loser, **wishes)
    async with api.socket(code, tokens[1]) as client:
        assert (await client.ask("resign"))["type"] == "ok"


async def sit(api: Api, one: str, other: str, **wishes: object) -> tuple[str, list[str]]:
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "friend"}]
    opened = await api.open_table("mus", seats, player=one, **wishes)
    wish = {"invite": opened["invites"][0]["invite"], "name": "Bo", "player": other}
    joined = (await api.post(f"/api/tables/{opened['code']}/join", wish)).json()
    return opened["code"], [opened["token"], joined["token"]]


async def newcomers(api: Api, count: int) -> list[str]:
    return [(await api.post("/api/me", {})).json()["player"] for _ in range(count)]


async def rating(api: Api, player: str, game: str = "mus") -> Json | None:
    me = (await api.get("/api/me", headers={"Authorization": f"Bearer {player}"})).json()
    found = me["stats"]["by_game"].get(game)
    return found["ratings"][-1] if found else None


@in_loop
async def test_a_game_given_up_counts_as_lost_and_practice_does_not_count(url: str) -> None:
    async with Api(url) as api:
        anna, bo = await newcomers(api, 2)
        await resign(api, anna, bo, practice=True)
        assert await rating(api, anna) is None
        await resign(api, anna, bo)
        hers, his = await rating(api, anna), await rating(api, bo)
        assert hers is not None
        assert his is not None
        assert hers["rating"] > USUAL > his["rating"]
        await resign(api, anna, bo)
        later = await rating(api, anna)
        assert later is not None
        assert later["rating"] > hers["rating"]
        assert later["unsure"] < hers["unsure"]


@in_loop
async def test_several_computers_of_one_level_are_opponents_of_known_strength(url: str) -> None:
    async with Api(url) as api:
        (anna,) = await newcomers(api, 1)
        seats = [{"kind": "me", "name": "Anna"}, *[{"kind": "bot", "level": "easy"}] * 2]
        opened = await api.open_table("kachuful", seats, options=SHORT["kachuful"], player=anna)
        async with api.socket(opened["code"], opened["token"]) as client:
            await play_on([client], random.Random(3))
        found = await rating(api, anna, "kachuful")
        assert found is not None
        assert found["rating"] != USUAL


@in_loop
async def test_the_lobby_shows_ratings_and_pairing_prefers_ones_equal(url: str) -> None:
    async with Api(url) as api:
        strong, weak, helper, other, asking = await newcomers(api, 5)
        for _ in range(3):
            await resign(api, strong, helper)
            await resign(api, other, weak)
            await resign(api, helper, asking)
        waiting: dict[str, Json] = {}
        for name, player in (("Weak", weak), ("Strong", strong)):
            seats = [{"kind": "me", "name": name}, {"kind": "friend"}]
            waiting[name] = await api.open_table(
                "mus", seats, preset=asks_of("mus").preset, open=True, player=player
            )
        lobby = {table["code"]: table for table in (await api.get("/api/tables")).json()}
        shown = {name: lobby[table["code"]]["ratings"][0] for name, table in waiting.items()}
        assert shown["Weak"]["rating"] < USUAL < shown["Strong"]["rating"]
        assert shown["Weak"]["games"] == 3
        assert lobby[waiting["Weak"]["code"]]["ratings"][1] is None
        wish = {"game": "mus", "name": "Asking", "player": asking}
        paired = (await api.post("/api/pair", wish)).json()
        assert paired["code"] == waiting["Weak"]["code"]
