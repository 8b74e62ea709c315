"""``korthus learn``: every lesson typed to the end, hints, wrong moves, and leaving."""

from __future__ import annotations

import pytest
from tests.cli.running import Korthus

from korthus.lessons.brings import lessons_of
from korthus.lessons.course import begin, move
from korthus.lessons.lesson import Lesson

GAMES = ("mulle", "kachuful", "mus", "eight")


def typed(game: str, lesson: Lesson) -> list[str]:
    """What a person types who knows the answers."""
    moment, lines = begin(game, lesson), []
    while moment.hint is not None:
        lines.append(moment.hint)
        moment = move(moment, moment.hint)
    return lines


@pytest.mark.parametrize("language", ["en", "sv", "es"])
@pytest.mark.parametrize("game", GAMES)
def test_all_lessons_of_a_game_can_be_typed(run_korthus: Korthus, game: str, language: str) -> None:
    lessons = lessons_of(game)
    lines: list[str] = []
    for lesson in lessons:
        lines += [*typed(game, lesson), ""]
    ran = run_korthus("learn", game, "--lang", language, stdin="\n".join(lines[:-1]) + "\n")
    assert (ran.code, ran.err) == (0, "")
    said = " ".join(ran.out.split())
    for lesson in lessons:
        words = lesson.words(language)
        assert words.title in said
        assert words.task in said
        assert words.why in said


def test_a_wrong_move_is_answered_and_a_hint_shows_the_right_one(run_korthus: Korthus) -> None:
    ran = run_korthus("learn", "mulle", stdin="discard HJ Q\nhint\ncapture HJ 9: KL 9\nquit\n")
    assert "[NOT_THE_GOAL]" in ran.out
    assert "capture HJ 9: KL 9" in ran.out.split("[NOT_THE_GOAL]")[1]
    assert lessons_of("mulle")[0].en.why in " ".join(ran.out.split())
    assert lessons_of("mulle")[1].en.title not in ran.out
    assert ran.code == 0


def test_what_the_rules_refuse_is_refused_with_their_words(run_korthus: Korthus) -> None:
    ran = run_korthus("learn", "kachuful", "--lesson", "6", stdin="bid 9\nbid 2\nbid 1\nquit\n")
    assert "[BID_RANGE]" in ran.out
    assert "Dealer cannot bid 2" in ran.out
    assert ran.code == 0


def test_the_end_of_the_input_is_no_fault(run_korthus: Korthus) -> None:
    assert run_korthus("learn", "mus", stdin="").code == 0


@pytest.mark.parametrize("number", ["0", "99", "-1"])
def test_a_lesson_that_is_not_there_is_refused(run_korthus: Korthus, number: str) -> None:
    ran = run_korthus("learn", "mus", f"--lesson={number}")
    assert ran.code != 0
    assert "NO_SUCH_LESSON" in ran.err + ran.out


def test_a_game_that_is_not_there_is_refused(run_korthus: Korthus) -> None:
    assert run_korthus("learn", "bridge").code != 0
