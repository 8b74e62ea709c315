"""Puzzles over HTTP: the question shows a view and no answer, the answer is judged, nothing is kept."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from tests.web.client import Api
from tests.web.support import in_loop

import korthus
from korthus.puzzles.person import Person, after
from korthus.puzzles.puzzle import view_of
from korthus.puzzles.shelf import puzzle_of_the_day, shelf_of, shelves
from korthus.web.pages.puzzle_out import puzzle_out
from korthus.web.pages.puzzles import today

GAMES = [info.name for info in korthus.catalogue()]


async def read(url: str, path: str) -> Any:
    """The answer to a question, which must be one."""
    async with Api(url) as api:
        answer = await api.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()


async def send(url: str, game: str, name: str, status: int = 200, **body: Any) -> Any:
    """What is said of an answer."""
    async with Api(url) as api:
        answer = await api.post(f"/api/puzzles/{game}/{name}", body)
        assert answer.status_code == status, answer.text
        return answer.json()


@in_loop
async def test_every_game_is_listed_and_the_day_has_its_puzzle(url: str) -> None:
    before = today()
    found = await read(url, "/api/puzzles?lang=sv")
    assert found["day"] in (before, today())
    daily = puzzle_of_the_day(found["day"])
    assert (found["game"], found["id"]) == (daily.game, daily.puzzle.id)
    assert [(each["game"], each["count"]) for each in found["games"]] == [
        (name, len(shelf.puzzles)) for name, shelf in shelves().items()
    ]
    assert all(each["proof"] for each in found["games"])


@pytest.mark.parametrize("name", GAMES)
def test_a_question_is_made_of_the_view_alone(name: str) -> None:
    """With other hidden cards in the file every byte is the same, so neither they nor the answer are told."""
    shelf = shelf_of(name)
    for puzzle in list(shelf.puzzles.values())[:5]:
        other = shelf.game.sample(view_of(shelf.game, puzzle), random.Random(5))
        again = msgspec.structs.replace(
            puzzle, position=shelf.game.format_state(other), best="?", worse=(), gap=0.0
        )
        assert msgspec.json.encode(puzzle_out(shelf, puzzle, "en")) == msgspec.json.encode(
            puzzle_out(shelf, again, "en")
        )


@in_loop
async def test_answers_are_judged_and_the_person_is_sent_back(url: str) -> None:
    for name in GAMES:
        puzzle = next(iter(shelf_of(name).puzzles.values()))
        right = await send(url, name, puzzle.id, move=puzzle.best, person={})
        assert right["right"]
        assert right["best"]["text"] == puzzle.best
        assert msgspec.convert(right["person"], Person) == after(Person(), puzzle.rating, True)
        wrong = await send(url, name, puzzle.id, move=puzzle.worse[0].text)
        assert not wrong["right"]
        assert f"{puzzle.gap:g}" in wrong["said"]
        assert wrong["person"] is None
        given_up = await send(url, name, puzzle.id, move=None, person={})
        assert not given_up["right"]
        assert given_up["person"]["solved"] == 0
        refused = await send(url, name, puzzle.id, 400, move="nonsense", person={})
        assert refused["reason"]


@in_loop
async def test_the_next_is_new_and_near(url: str) -> None:
    shelf = shelf_of("eight")
    first = (await read(url, "/api/puzzles/eight/next?rating=1900"))["id"]
    assert first == shelf.nearest(1900, ()).id
    second = (await read(url, f"/api/puzzles/eight/next?rating=1900&seen={first}"))["id"]
    assert second == shelf.nearest(1900, {first}).id != first


@in_loop
async def test_what_is_not_there_is_not_found(url: str) -> None:
    async with Api(url) as api:
        for path, code in (("bridge/next", "NO_PUZZLES"), ("mus/xyz", "NO_SUCH_PUZZLE")):
            answer = await api.get(f"/api/puzzles/{path}")
            assert (answer.status_code, answer.json()["code"]) == (404, code)


@in_loop
async def test_hands_are_named_while_cards_are_put_on_boards(url: str) -> None:
    puzzle = next(iter(shelf_of("eight").puzzles.values()))
    view: Any = view_of(shelf_of("eight").game, puzzle)
    boards = " ".join(view.hand[:2]) + " / / "
    found = await read(url, f"/api/puzzles/eight/{puzzle.id}/names?boards={boards}")
    assert len(found) == 3
    assert found[0]


@pytest.mark.parametrize(
    ("boards", "code"), [("", "HOW_MANY_BOARDS"), ("//////", "HOW_MANY_BOARDS"), ("x//", "NOT_A_CARD")]
)
@in_loop
async def test_boards_that_are_not_there_are_refused(url: str, boards: str, code: str) -> None:
    puzzle = next(iter(shelf_of("eight").puzzles.values()))
    async with Api(url) as api:
        answer = await api.get(f"/api/puzzles/eight/{puzzle.id}/names?boards={boards}")
        assert (answer.status_code, answer.json()["code"]) == (400, code)
