"""``/api/puzzles``: the puzzles of the games, the one of the day, and what an answer is worth.

Nothing is kept here: rating and streaks lie in the browser, which sends them with an answer and gets them
back as they are then.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Annotated, Final

import msgspec
from litestar import get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import Meta

from korthus.core.protocol import MAX_ACTION_TEXT
from korthus.puzzles.person import FIRST_RATING, Person
from korthus.puzzles.puzzle import Puzzle, view_of
from korthus.puzzles.shelf import PuzzleError, Shelf, puzzle_of_the_day, shelf_of, shelves
from korthus.screens.load import hand_names
from korthus.web.http.refusals import PassedOn
from korthus.web.http.routes import AnyRequest, Lang, language_of
from korthus.web.pages.puzzle_out import PuzzleOut, VerdictOut, proof_said, puzzle_out, verdict_out
from korthus.web.pages.words import translator

GameName = Annotated[str, PathParameter(description="The name of a game.")]
PuzzleId = Annotated[str, PathParameter(description="The id of a puzzle, 8 letters and digits.")]

_DAY: Final = 86_400


class PuzzleGame(msgspec.Struct, frozen=True):
    """A game that has puzzles."""

    game: str
    count: int
    #: How they are proven, in a sentence.
    proof: str


class Puzzles(msgspec.Struct, frozen=True, kw_only=True):
    """Which games have puzzles, and the puzzle of the day."""

    games: list[PuzzleGame]
    #: The day as 2026-11-16 and as days since 1970 (UTC), and its puzzle.
    date: str
    day: int
    game: str
    id: str


class PuzzleName(msgspec.Struct, frozen=True):
    """A puzzle's id."""

    id: str


class Answer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An answer to a puzzle."""

    #: None for somebody who gives up.
    move: Annotated[str, Meta(max_length=MAX_ACTION_TEXT)] | None
    #: Who answers for the first time; None where nothing counts.
    person: Person | None = None
    #: Whether it is answered as the puzzle of the day.
    daily: bool = False


def today() -> int:
    """Days since 1 January 1970, UTC."""
    return int(time.time()) // _DAY


@get("/api/puzzles", tags=["puzzles"])
async def list_puzzles(request: AnyRequest, lang: Lang = None) -> Puzzles:
    """Every game that has puzzles, and the puzzle of the day, which is the same for everybody."""
    language, day = language_of(request, lang), today()
    daily = puzzle_of_the_day(day)
    return Puzzles(
        games=[
            PuzzleGame(name, len(shelf.puzzles), proof_said(shelf, language))
            for name, shelf in shelves().items()
        ],
        date=datetime.fromtimestamp(day * _DAY, UTC).date().isoformat(),
        day=day,
        game=daily.game,
        id=daily.puzzle.id,
    )


@get("/api/puzzles/{name:str}/next", tags=["puzzles"])
async def next_puzzle(
    name: GameName,
    rating: Annotated[
        float, QueryParameter(description="The person's rating.", ge=0, le=4000, required=False)
    ] = FIRST_RATING,
    seen: Annotated[
        str, QueryParameter(description="Puzzles that were answered, with commas.", required=False)
    ] = "",
) -> PuzzleName:
    """A puzzle about as hard as a person is good, and new to them as long as there are some."""
    return PuzzleName(_shelf(name).nearest(rating, set(seen.split(","))).id)


@get("/api/puzzles/{name:str}/{puzzle_id:str}", tags=["puzzles"])
async def read_puzzle(
    name: GameName, puzzle_id: PuzzleId, request: AnyRequest, lang: Lang = None
) -> PuzzleOut:
    """A puzzle: what the seat to act sees, and what it may do."""
    shelf, puzzle = _found(name, puzzle_id)
    return puzzle_out(shelf, puzzle, language_of(request, lang))


@post("/api/puzzles/{name:str}/{puzzle_id:str}", tags=["puzzles"], status_code=200)
async def answer_puzzle(
    name: GameName, puzzle_id: PuzzleId, data: JSONBody[Answer], request: AnyRequest, lang: Lang = None
) -> VerdictOut:
    """Whether an answer is right, what it costs, and what was best."""
    shelf, puzzle = _found(name, puzzle_id)
    day = today()
    daily = data.daily and puzzle_of_the_day(day).puzzle.id == puzzle.id
    language = language_of(request, lang)
    return verdict_out(shelf, puzzle, data.move, data.person, day if daily else None, language)


@get("/api/puzzles/{name:str}/{puzzle_id:str}/names", tags=["puzzles"])
async def read_puzzle_names(
    name: GameName,
    puzzle_id: PuzzleId,
    request: AnyRequest,
    boards: Annotated[str, QueryParameter(description="Cards by board: As 9d / 2s / 4h.")],
    lang: Lang = None,
) -> list[str | None]:
    """What hands the cards of the seat to act would make on the boards of a game that has some."""
    shelf, puzzle = _found(name, puzzle_id)
    put = [board.split() for board in boards.split("/")]
    return hand_names(shelf.game, view_of(shelf.game, puzzle), put, translator(language_of(request, lang)))


def _shelf(name: str) -> Shelf:
    try:
        return shelf_of(name)
    except PuzzleError as error:
        raise PassedOn(404, error) from None


def _found(name: str, puzzle_id: str) -> tuple[Shelf, Puzzle]:
    shelf = _shelf(name)
    try:
        return shelf, shelf.puzzle(puzzle_id)
    except PuzzleError as error:
        raise PassedOn(404, error) from None


HANDLERS: Final = (list_puzzles, next_puzzle, read_puzzle, answer_puzzle, read_puzzle_names)
