"""``GET /api/learn``: the lessons of the games, and where one has come to after some moves.

Nothing is kept here: a lesson is named by its game and number, and the moves made in it come with every
question. The rules are asked where they cannot keep anybody waiting.
"""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

import msgspec
from litestar import Response, get
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.params import PathParameter, QueryParameter

from korthus.lessons.brings import lessons_of, taught_games
from korthus.lessons.course import lesson_of
from korthus.lessons.errors import LessonError
from korthus.web.bots.line import Person
from korthus.web.http.refusals import PassedOn
from korthus.web.http.routes import AnyRequest, Lang, language_of, person_of, services_of
from korthus.web.pages.lesson_out import LessonOut, LessonWhy

GameName = Annotated[str, PathParameter(description="The name of a game.")]
Number = Annotated[int, PathParameter(description="Which lesson, counted from 1.")]
#: The head of a request bounds them, and the first that is not taken is the last that is looked at.
Moves = Annotated[
    list[str] | None,
    QueryParameter(name="move", description="The moves so far, as text.", required=False),
]


class LessonTitle(msgspec.Struct, frozen=True):
    """A lesson in a list. Its name stays when others come before it."""

    name: str
    title: str


class Course(msgspec.Struct, frozen=True):
    """The lessons of a game, from the first to the last."""

    game: str
    lessons: list[LessonTitle]


@get("/api/learn", tags=["lessons"])
async def list_lessons(request: AnyRequest, lang: Lang = None) -> list[Course]:
    """Every game that has lessons, and what they are called."""
    language = language_of(request, lang)
    return [
        Course(game, [LessonTitle(each.name, each.words(language).title) for each in lessons_of(game)])
        for game in taught_games()
    ]


class Asked(NamedTuple):
    """Where somebody is in a lesson, and who they are."""

    name: str
    number: int
    moves: list[str]
    language: str
    person: Person


def _asked(
    name: GameName, number: Number, request: AnyRequest, move: Moves = None, lang: Lang = None
) -> Asked:
    """What every question about a lesson says. One that is not there is refused before anybody works."""
    try:
        lesson_of(name, number)
    except LessonError as error:
        raise PassedOn(404, error) from None
    return Asked(name, number, move or [], language_of(request, lang), person_of(request))


#: For handlers with a lesson in their path.
_ASKED: Final = {"asked": Provide(_asked, sync_to_thread=False)}


@get("/api/learn/{name:str}/{number:int}", tags=["lessons"], dependencies=_ASKED)
async def read_lesson(asked: NamedDependency[Asked], state: State) -> Response[LessonOut]:
    """A lesson after some moves, or why the last of them is not taken."""
    rules = services_of(state).lessons
    found = await rules.lesson(asked.name, asked.number, asked.moves, asked.language, asked.person)
    return Response(found, media_type="application/json")  # type: ignore[arg-type]  # it is encoded there


@get("/api/learn/{name:str}/{number:int}/why", tags=["lessons"], dependencies=_ASKED)
async def read_lesson_why(
    asked: NamedDependency[Asked],
    state: State,
    text: Annotated[str, QueryParameter(description="The action.")],
) -> LessonWhy:
    """Whether an action would be refused in a lesson, and why."""
    name, number, moves, language, person = asked
    return await services_of(state).lessons.lesson_why(name, number, moves, text, language, person)


@get("/api/learn/{name:str}/{number:int}/names", tags=["lessons"], dependencies=_ASKED)
async def read_lesson_names(
    asked: NamedDependency[Asked],
    state: State,
    boards: Annotated[str, QueryParameter(description="Cards by board: As 9d / 2s / 4h.")],
) -> list[str | None]:
    """What hands the cards of the person who learns would make on the boards of a game that has some."""
    name, number, moves, language, person = asked
    put = [board.split() for board in boards.split("/")]
    return await services_of(state).lessons.lesson_names(name, number, moves, put, language, person)


HANDLERS: Final = (list_lessons, read_lesson, read_lesson_why, read_lesson_names)
