"""A person on the way through a lesson: where it has come to after some moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from korthus.core.errors import KorthusError
from korthus.core.protocol import AnyGame, Event, State
from korthus.lessons.brings import lessons_of
from korthus.lessons.errors import LessonError
from korthus.lessons.goal import judge
from korthus.lessons.lesson import Lesson, Step

#: Who sits at the table besides the person who learns, from the next seat on.
OTHERS = ("Bo", "Eva", "Olle", "Ines", "Arvid", "Lola", "Nils", "Sol", "Tage")


class Moment(NamedTuple):
    """Where a lesson has come to."""

    game: AnyGame
    lesson: Lesson
    #: The person who learns.
    seat: int
    state: State
    #: What came about after each move so far, the answers of the others included.
    events: tuple[tuple[Event, ...], ...]
    #: Why the rules refused the last move, where that was its goal.
    refusal: KorthusError | None

    @property
    def step(self) -> Step | None:
        """What is to be done now; None if the lesson is done."""
        return None if self.is_done else self.lesson.steps[len(self.events)]

    @property
    def is_done(self) -> bool:
        """Whether every goal has been met."""
        return len(self.events) == len(self.lesson.steps)

    @property
    def hint(self) -> str | None:
        """A move that leads on; None if the lesson is done.

        Raises:
            ValueError: none that the lesson has does.
        """
        step = self.step
        if step is None:
            return None
        for text in step.hints:
            if self._leads_on(step, text):
                return text
        raise ValueError(f"no hint of the lesson {self.lesson.name} leads on")

    def _leads_on(self, step: Step, text: str) -> bool:
        try:
            judge(self.game, self.state, step, text)
        except KorthusError:
            return False
        return True


def lesson_of(game: str, number: int) -> Lesson:
    """A lesson by its number, counted from 1.

    Raises:
        LessonError: there is none.
    """
    lessons = lessons_of(game)
    if not 1 <= number <= len(lessons):
        raise LessonError("NO_SUCH_LESSON")
    return lessons[number - 1]


def begin(name: str, lesson: Lesson) -> Moment:
    """The first moment of a lesson of a game.

    Raises:
        ValueError: nobody is to act in its position.
        InvalidState: its position is none.
    """
    game = lesson.game(name)
    state = game.parse_state(lesson.position)
    seat = game.to_act(state)
    if seat is None or seat < 0:
        raise ValueError(f"nobody is to act in the lesson {lesson.name}")
    return Moment(game, lesson, seat, state, (), None)


def move(moment: Moment, text: str) -> Moment:
    """The moment after one move of the person and the answers to it.

    Raises:
        LessonError: the lesson is done, or the rules allow the move but it is not what is asked for.
        KorthusError: the rules refuse the move.
    """
    step = moment.step
    if step is None:
        raise LessonError("LESSON_OVER")
    game = moment.game
    state, events, refusal = judge(game, moment.state, step, text)
    for answer in step.then:
        state, more = game.apply(state, game.parse(answer))
        events += more
    return moment._replace(state=state, events=(*moment.events, events), refusal=refusal)


def follow(name: str, lesson: Lesson, moves: Sequence[str]) -> Moment:
    """The moment after all the moves of a person.

    Raises:
        KorthusError: as ``move``.
    """
    moment = begin(name, lesson)
    for text in moves:
        moment = move(moment, text)
    return moment


def names_at(moment: Moment, person: str) -> tuple[str, ...]:
    """Who sits in which seat; ``person`` is what the one who learns is called."""
    seats = moment.game.seats(moment.state)
    around = (person, *OTHERS)
    return tuple(around[(seat - moment.seat) % seats] for seat in range(seats))
