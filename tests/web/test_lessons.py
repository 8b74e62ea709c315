"""Lessons over HTTP: every one played to the end, what is not taken, and that nothing hidden is told."""

from __future__ import annotations

import json
from typing import Any, Final
from urllib.parse import urlencode

import pytest
from tests.web.client import Api
from tests.web.support import in_loop

from korthus.lessons.brings import lessons_of, taught_games
from korthus.lessons.course import begin
from korthus.lessons.errors import REASONS

GAMES: Final = ("mulle", "kachuful", "mus", "eight")


def at(game: str, number: int, moves: list[str], part: str = "", **more: str) -> str:
    """The address of a lesson after some moves."""
    asked = urlencode([("move", each) for each in moves] + [*more.items()])
    return f"/api/learn/{game}/{number}{part}?{asked}"


async def read(api: Api, path: str) -> Any:
    answer = await api.get(path)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def refused(api: Api, path: str) -> tuple[int, str, str]:
    answer = await api.get(path)
    return answer.status_code, answer.json()["code"], answer.json()["reason"]


@in_loop
@pytest.mark.parametrize("game", GAMES)
async def test_every_lesson_is_played_to_the_end_by_its_hints(url: str, game: str) -> None:
    async with Api(url) as api:
        for number, lesson in enumerate(lessons_of(game), 1):
            moves: list[str] = []
            found = await read(api, at(game, number, moves, lang="sv"))
            assert (found["name"], found["number"]) == (lesson.name, number)
            assert lesson.sv is not None
            assert (found["title"], found["task"], found["why"]) == (lesson.sv.title, lesson.sv.task, None)
            while not found["done"]:
                assert found["to_act"] == found["seat"]
                moves.append(found["hint"]["text"])
                heard = len(found["notices"])
                found = await read(api, at(game, number, moves, lang="sv"))
                assert found["version"] == len(moves)
                assert len(found["notices"]) > heard or found["refused"]
            assert len(moves) == len(lesson.steps)
            assert (found["why"], found["hint"], found["actions"]) == (lesson.sv.why, None, [])


@in_loop
async def test_what_is_not_asked_for_is_not_taken(url: str) -> None:
    async with Api(url) as api:
        wrong = await refused(api, at("mulle", 1, ["discard HJ Q"]))
        assert wrong == (400, "NOT_THE_GOAL", REASONS["NOT_THE_GOAL"])
        assert (await refused(api, at("mulle", 1, ["discard HJ Q"], lang="sv")))[2] != wrong[2]
        assert (await refused(api, at("mulle", 1, ["discard KL 2"])))[:2] == (400, "CARD_NOT_IN_HAND")
        assert (await refused(api, at("mulle", 1, ["hello"])))[:2] == (400, "UNKNOWN_ACTION")
        done = ["capture HJ 9: KL 9", "discard HJ Q"]
        assert (await refused(api, at("mulle", 1, done)))[:2] == (400, "LESSON_OVER")


@in_loop
@pytest.mark.parametrize("place", ["mulle/0", "mulle/99", "chess/1", "mulle/0/why?text=x"])
async def test_a_lesson_that_is_not_there_is_not_found(url: str, place: str) -> None:
    async with Api(url) as api:
        assert (await refused(api, f"/api/learn/{place}"))[:2] == (404, "NO_SUCH_LESSON")


@in_loop
async def test_too_many_or_too_long_moves_are_refused(url: str) -> None:
    async with Api(url) as api:
        assert (await refused(api, at("mulle", 1, ["capture HJ 9: KL 9"] * 99)))[1] == "LESSON_OVER"
        assert (await refused(api, at("mulle", 1, ["x" * 2001])))[1] == "TOO_LONG"


@in_loop
async def test_why_says_what_the_rules_refuse_and_whether_that_is_the_goal(url: str) -> None:
    number = [lesson.name for lesson in lessons_of("kachuful")].index("barred") + 1
    async with Api(url) as api:
        barred = await read(api, at("kachuful", number, [], "/why", text="bid 2"))
        assert (barred["legal"], barred["code"], barred["goal"]) == (False, "DEALER_BID", True)
        outside = await read(api, at("kachuful", number, [], "/why", text="bid 9"))
        assert (outside["legal"], outside["code"], outside["goal"]) == (False, "BID_RANGE", False)
        assert (await read(api, at("kachuful", number, [], "/why", text="bid 1")))["legal"]
        tried = await read(api, at("kachuful", number, ["bid 2"]))
        assert tried["refused"] == barred["reason"]
        again = await read(api, at("kachuful", number, ["bid 2"], "/why", text="bid 2"))
        assert (again["legal"], again["goal"]) == (False, False)


@in_loop
async def test_hands_have_names_while_cards_are_put_on_boards(url: str) -> None:
    async with Api(url) as api:
        names = await read(api, at("eight", 1, [], "/names", boards="Ks Kd//"))
        assert names[0]
        assert names[1:] == [None, None]
        assert (await refused(api, at("eight", 1, [], "/names", boards="Qh")))[0] == 400
        assert (await refused(api, at("mulle", 1, [], "/names", boards="//")))[1] == "NOT_THIS_GAME"


@in_loop
@pytest.mark.parametrize("game", GAMES)
async def test_the_other_hand_is_not_told(url: str, game: str) -> None:
    """What the page gets at the beginning is the view of the person's seat, as at a table."""
    async with Api(url) as api:
        for number, lesson in enumerate(lessons_of(game), 1):
            moment = begin(game, lesson)
            found = await read(api, at(game, number, []))
            view = moment.game.decode_view(json.dumps(found["view"]))
            assert view == moment.game.view(moment.state, moment.seat)


@in_loop
async def test_all_courses_are_listed_in_the_language_that_is_asked_for(url: str) -> None:
    async with Api(url) as api:
        courses = await read(api, "/api/learn?lang=es")
    assert [each["game"] for each in courses] == [*taught_games()]
    titles = [each["title"] for each in courses[0]["lessons"]]
    assert titles == [lesson.words("es").title for lesson in lessons_of(courses[0]["game"])]
