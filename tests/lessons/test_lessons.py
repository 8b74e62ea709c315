"""Every lesson can be solved, by what its hint shows and by nothing that its goal does not mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec
import pytest
from tests.test_glossary import glossary, pattern

from korthus.core.errors import KorthusError
from korthus.lessons.brings import lessons_of, taught_games
from korthus.lessons.course import Moment, begin, follow, lesson_of, move, names_at
from korthus.lessons.errors import LessonError
from korthus.lessons.goal import is_like
from korthus.lessons.lesson import Lesson, Step
from korthus.locale import LANGUAGES

GAMES: Final = ("mulle", "kachuful", "mus", "eight")
LESSONS: Final = [(game, lesson) for game in GAMES for lesson in lessons_of(game)]
EACH: Final = pytest.mark.parametrize(
    ("game", "lesson"), LESSONS, ids=[f"{game}-{lesson.name}" for game, lesson in LESSONS]
)


def by_hints(game: str, lesson: Lesson) -> Iterator[Moment]:
    """Every moment of a lesson that is played as its hints say, the last one included."""
    moment = begin(game, lesson)
    yield moment
    while moment.hint is not None:
        moment = move(moment, moment.hint)
        yield moment


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_learnt_in_eight_to_fifteen_lessons(game: str) -> None:
    assert game in taught_games()
    assert 8 <= len(lessons_of(game)) <= 15


@EACH
def test_the_hints_lead_to_the_end(game: str, lesson: Lesson) -> None:
    *_, last = by_hints(game, lesson)
    assert last.is_done
    assert last.hint is None
    with pytest.raises(LessonError, match="LESSON_OVER"):
        move(last, lesson.steps[-1].hints[0])


@EACH
def test_wrong_moves_lead_nowhere_and_right_ones_to_the_end(game: str, lesson: Lesson) -> None:
    for moment in by_hints(game, lesson):
        wrong = right = 0
        for action in moment.game.legal_actions(moment.state) if not moment.is_done else ():
            try:
                after = move(moment, str(action))
            except LessonError:
                wrong += 1
            else:
                right += 1
                while after.hint is not None:  # whichever was chosen, the rest of the lesson fits it
                    after = move(after, after.hint)
        if moment.step is not None:
            assert (right == 0) == bool(moment.step.refused)
        if not moment.events:
            assert wrong > 0, "nothing can be done wrong here"


@EACH
def test_what_the_rules_refuse_is_refused_with_their_reason(game: str, lesson: Lesson) -> None:
    """What is refused leaves the lesson where it is, unless it was the goal to see it refused."""
    moment = begin(game, lesson)
    for text in ("nonsense", "deal"):
        with pytest.raises(KorthusError) as refused:
            move(moment, text)
        assert refused.value.code != "NOT_THE_GOAL"


@EACH
def test_the_person_is_to_act_until_the_lesson_is_done(game: str, lesson: Lesson) -> None:
    for moment in by_hints(game, lesson):
        if not moment.is_done:
            assert moment.game.to_act(moment.state) == moment.seat
        # Everything here is small enough to be worked out at once.
        assert moment.game.quick(moment.state)
        names = names_at(moment, "You")
        assert names[moment.seat] == "You"
        assert len({*names}) == moment.game.seats(moment.state)


@EACH
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_are_short_and_use_no_notation(game: str, lesson: Lesson, language: str) -> None:
    words = getattr(lesson, language)
    assert words is not None
    assert len(words.title) <= 50
    for text in (words.task, words.why):
        assert 20 <= len(text) <= 220
        assert text.endswith((".", "?"))
    codes = r"\b(?:KL|SP|HJ|RU) ?[\dAJQK]|\b[2-9TJQKA][cdhs]\b|\b[SHDC][2-9AKQJ]\b|_|[a-z]\.[a-z]"
    assert not re.search(codes, " ".join((words.title, words.task, words.why)))


@EACH
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_are_those_of_the_glossary(game: str, lesson: Lesson, language: str) -> None:
    words = lesson.words(language)
    said = " ".join((words.title, words.task, words.why))
    found = [
        discarded
        for entry in glossary()[language]
        if entry.concerns(f"{game}.lesson")
        for discarded in entry.discarded
        if pattern(discarded).search(said)
    ]
    assert found == []


#: What the words of a lesson promise, as an event that it comes to.
PROMISED: Final = [
    ("mulle", "mulle", {"type": "MulleTaken", "points": 9}),
    ("mulle", "intake", {"type": "Captured", "intake": 3}),
    ("mulle", "lock", {"type": "BuildLocked", "value": 7}),
    ("mulle", "trotta", {"type": "Captured", "card": "4h"}),
    ("kachuful", "trump", {"type": "TrickWon", "seat": 0}),
    ("kachuful", "throw_off", {"type": "RoundScored", "hits": [True]}),
    ("kachuful", "exact", {"type": "RoundScored", "points": [11, 0]}),
    ("mus", "grande", {"type": "StonesScored", "seat": 0, "reason": "deje", "stones": 1}),
    ("mus", "refuse", {"type": "StonesScored", "seat": 1, "reason": "deje", "stones": 1}),
    ("mus", "raise", {"type": "StonesScored", "seat": 0, "reason": "deje", "stones": 2}),
    ("mus", "thirty_one", {"type": "StonesScored", "seat": 0, "lance": "juego", "stones": 3}),
    ("mus", "bluff", {"type": "GameEnded", "seat": 0}),
    ("mus", "ordago", {"type": "GameEnded", "seat": 0}),
    ("eight", "give_one_up", {"type": "HAND_RESULT", "payouts": [67, 33]}),
    ("eight", "sweep", {"type": "SWEEP", "player": 0}),
]


@pytest.mark.parametrize(("game", "name", "promised"), PROMISED)
def test_a_lesson_shows_what_it_says(game: str, name: str, promised: dict[str, object]) -> None:
    (lesson,) = (each for each in lessons_of(game) if each.name == name)
    *_, last = by_hints(game, lesson)
    events = [msgspec.to_builtins(event) for events in last.events for event in events]
    assert [event for event in events if is_like(event, promised)] != []


def test_a_move_that_was_tried_can_be_what_is_asked_for() -> None:
    lesson = next(each for each in lessons_of("kachuful") if each.name == "barred")
    moment = begin("kachuful", lesson)
    with pytest.raises(LessonError, match="NOT_THE_GOAL"):
        move(moment, "bid 1")
    tried = move(moment, "bid 2")
    assert tried.state == moment.state
    assert tried.refusal is not None
    assert tried.refusal.code == "DEALER_BID"
    with pytest.raises(KorthusError, match="DEALER_BID"):
        move(tried, "bid 2")
    assert follow("kachuful", lesson, ["bid 2", "bid 3"]).is_done


def test_there_is_no_lesson_beyond_the_last() -> None:
    assert lesson_of("mus", 1) == lessons_of("mus")[0]
    for number in (0, -1, len(lessons_of("mus")) + 1):
        with pytest.raises(LessonError, match="NO_SUCH_LESSON"):
            lesson_of("mus", number)
    with pytest.raises(LessonError, match="NO_SUCH_LESSON"):
        lesson_of("chess", 1)


def test_a_step_has_a_goal_and_a_hint() -> None:
    with pytest.raises(ValueError, match="a goal"):
        Step(hint="pass")
    with pytest.raises(ValueError, match="a hint"):
        Step(refused="DEALER_BID")
