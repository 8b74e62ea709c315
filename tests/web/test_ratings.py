"""Ratings by game: people against people, and against computers whose strength is known."""

from __future__ import annotations

import math
import random
from typing import cast

import msgspec
import pytest
from tests.web.client import Api, Json
from tests.web.support import SHORT, in_loop, play_on

import korthus
from korthus.arena.scale import rung_of, scale_of
from korthus.core.protocol import Outcome, rank_scores
from korthus.web.brings import asks_of
from korthus.web.pages.ratings import NEWCOMER, Ratings, Standings
from korthus.web.store.store import SeatRow, Store, TableRow

GAMES = [info.name for info in korthus.catalogue()]
MEASURED = [name for name in GAMES if scale_of(name) is not None]
ANNA, BO = b"anna", b"bo"


def ended(*order: int) -> Outcome:
    """A game in which these seats came first, second and so on."""
    scores = [0] * len(order)
    for place, seat in enumerate(order):
        scores[seat] = len(order) - place
    nothing: tuple[dict[str, int], ...] = ({},) * len(order)
    return Outcome(scores=tuple(scores), winners=(order[0],), ranking=rank_scores(scores), breakdown=nothing)


def by_strength(points: list[float], rng: random.Random) -> Outcome:
    """A game of players with these strengths, as the scale says that it ends."""
    luck = [each * math.log(10) / 400 - math.log(-math.log(rng.random())) for each in points]
    return ended(*sorted(range(len(points)), key=lambda seat: -luck[seat]))


@pytest.mark.parametrize("game", MEASURED)
def test_computers_stand_where_the_ladder_has_them_and_do_not_move(game: str) -> None:
    scale = scale_of(game)
    assert scale is not None
    standings = Standings(game)
    standings.count([ANNA, "easy"], ended(0, 1), 1)
    for rung in scale.rungs:
        shown = standings.shown(rung.name)
        assert shown is not None
        assert (shown.rating, shown.games) == (rung.points, None)
        assert shown.unsure <= rung.high - rung.low


@pytest.mark.parametrize("computers", [1, 2, 5])
@pytest.mark.parametrize("strength", [800, 1500])
def test_people_come_to_stand_on_the_scale_of_the_computers(strength: int, computers: int) -> None:
    """Whoever wins against computers as often as a player of that strength does gets that rating."""
    standings, rng = Standings("eight"), random.Random(1)
    rung = rung_of("eight", "normal")
    assert rung is not None
    for when in range(900):
        outcome = by_strength([strength, *[rung.points] * computers], rng)
        standings.count([ANNA, *["normal"] * computers], outcome, when)
    later = [each.rating for each in standings.history(ANNA)[300:]]
    assert sum(later) / len(later) == pytest.approx(strength, abs=30)


def test_a_computer_counts_as_a_person_of_its_strength() -> None:
    """Against a computer and against a person who has come to stand where it does, a win is worth as much."""
    rung = rung_of("eight", "normal")
    assert rung is not None
    standings, rng = Standings("eight"), random.Random(2)
    while not (history := standings.history(BO)) or history[-1].rating != rung.points or len(history) < 100:
        standings.count([BO, "normal"], by_strength([rung.points, rung.points], rng), 1)
    standings.count([ANNA, "normal"], ended(0, 1), 2)
    standings.count([b"cleo", BO], ended(0, 1), 2)
    against_computer, against_person = standings.history(ANNA)[-1], standings.history(b"cleo")[-1]
    assert against_computer.rating == pytest.approx(against_person.rating, abs=3)


def test_a_computer_that_was_not_measured_is_rated_like_anybody() -> None:
    standings = Standings("no_such_game")
    assert standings.shown("easy") is None
    standings.count([ANNA, "easy"], ended(0, 1), 1)
    standings.count([BO, BO], ended(0, 1), 2)  # against oneself: it says nothing
    assert standings.shown(BO) is None
    standings.count([BO, "easy", "easy"], ended(0, 1, 2), 3)
    assert standings.shown(BO) is not None
    shown = standings.shown("easy")
    assert shown is not None
    assert shown.rating < NEWCOMER
    assert shown.games == 1, "the game in which it sat twice says nothing about itself"


class OneGame:
    """A store in which one game of Mus has ended."""

    async def finished(self, game: str, after: int) -> list[tuple[TableRow, list[SeatRow]]]:
        row = TableRow(
            code="mus-1",
            game=game,
            preset=None,
            options={},
            rules_version=1,
            server_seed=b"",
            practice=False,
            open=False,
            clock=None,
            created=0,
            ended=1,
            outcome=msgspec.json.encode(ended(0, 1)),
        )
        return [(row, [SeatRow(code=row.code, seat=seat, player=who) for seat, who in enumerate((ANNA, BO))])]


@in_loop
async def test_a_game_that_could_not_be_counted_is_counted_the_next_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ratings = Ratings(cast(Store, OneGame()))
    with monkeypatch.context() as broken:
        broken.setattr(Standings, "count", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            await ratings.of("mus", ANNA)
    assert len(await ratings.of("mus", ANNA)) == 1
    assert len(await ratings.of("mus", ANNA)) == 1, "and only once"


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
        assert hers["rating"] > NEWCOMER > his["rating"]
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
        assert found["rating"] != NEWCOMER


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
        assert shown["Weak"]["rating"] < NEWCOMER < shown["Strong"]["rating"]
        assert shown["Weak"]["games"] == 3
        assert lobby[waiting["Weak"]["code"]]["ratings"][1] is None
        wish = {"game": "mus", "name": "Asking", "player": asking}
        paired = (await api.post("/api/pair", wish)).json()
        assert paired["code"] == waiting["Weak"]["code"]
