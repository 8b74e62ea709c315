"""Lessons on the page, by finger and keyboard in turn: who follows the marks of the hints gets to the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Locator, expect
from tests.browser.conftest import MakePerson
from tests.browser.pages import GAMES
from tests.browser.person import Person, Way

from korthus.lessons.brings import lessons_of
from korthus.lessons.course import Moment, begin, move


def _marked(person: Person, within: str) -> Locator:
    found = person.page.locator(f"{within} .pointed")
    expect(found.first).to_be_visible()
    return found


def _try(person: Person, what: Locator) -> None:
    """Touch something that cannot be done."""
    if person.way == "keys":
        person.reach(what)
    else:
        what.tap(force=True, position={"x": 7, "y": 24})


def _mulle(person: Person, moment: Moment) -> None:
    verb = str(moment.hint).partition(" ")[0]
    person.press(_marked(person, ".mulle-hand"), corner=True)
    if verb == "build":
        if person.find("action-build").count():
            person.press(person.find("action-build"))
        person.press(person.page.locator('[data-test^="action-build-"]').first)
    else:
        person.press(person.find({"capture": "action-take"}.get(verb, f"action-{verb}")))


def _kachuful(person: Person, moment: Moment) -> None:
    assert moment.step is not None
    bids = str(moment.hint).startswith("bid")
    marked = _marked(person, ".kf-bid-row" if bids else ".fan")
    if moment.step.refused:
        _try(person, marked)
    elif bids:
        person.press(marked)
    else:
        person.press(marked, corner=True)
        person.page.keyboard.press("Enter") if person.way == "keys" else person.press(person.find("play"))


def _mus(person: Person, moment: Moment) -> None:
    if not str(moment.hint).startswith("discard"):
        word = _marked(person, ".mus-say")
        for _ in range(2 if moment.hint == "ordago" else 1):
            person.press(word)
        return
    cards = _marked(person, ".mus-side.me .fan")
    for at in range(cards.count()):
        person.press(cards.nth(at), corner=True)
    person.press(person.find("discard"))


def _eight(person: Person, moment: Moment) -> None:
    cards = _marked(person, ".eight-hand")
    left = cards.count()
    while left:
        card = cards.first
        board = str(card.get_attribute("data-pointed"))
        if person.way == "keys":
            person.reach(card)
            person.page.keyboard.press(board.lower())
        else:
            person.press(card, corner=True)
            person.press(person.page.locator(f'.lane[data-board="{board}"] .lane-head'))
        expect(cards).not_to_have_count(left)  # one has gone, and the last one goes by itself
        left = cards.count()
    person.press(person.find("lock"))


FOLLOW: Final[dict[str, Callable[[Person, Moment], None]]] = {
    "mulle": _mulle,
    "kachuful": _kachuful,
    "mus": _mus,
    "eight": _eight,
}


#: One lesson by finger, the next by keyboard.
WAYS: Final[tuple[Way, ...]] = ("touch", "keys")


@pytest.mark.parametrize("game", GAMES)
def test_the_marks_of_the_hints_lead_through_all_lessons(make_person: MakePerson, game: str) -> None:
    person = make_person("touch")
    lessons = lessons_of(game)
    person.page.goto(f"/learn/{game}")
    person.press(person.find(f"learn-{game}"))
    for number, lesson in enumerate(lessons, 1):
        person.page.wait_for_url(f"**/learn/{game}/{number}")
        person.way = WAYS[number % 2]
        expect(person.find("task")).to_have_text(lesson.en.task)
        moment = begin(game, lesson)
        while moment.hint is not None:
            person.press(person.find("lesson-hint"))
            FOLLOW[game](person, moment)
            moment = move(moment, moment.hint)
            if not moment.is_done:
                # The marks go when the position changes, and the next turn is there.
                expect(person.page.locator(".pointed")).to_have_count(0)
                person.page.wait_for_function(_MY_TURN)
        expect(person.find("lesson-note")).to_have_text(lesson.en.why)
        if number < len(lessons):
            person.press(person.find("next-lesson"))
    expect(person.find("play-now")).to_be_focused()
    person.page.goto("/learn")
    expect(person.find(f"course-{game}")).to_contain_text(f"{len(lessons)} of {len(lessons)} done")


_MY_TURN: Final = """() => {
    const table = document.querySelector(".game-table");
    return table?.matches("[data-my-turn], .my-turn") && table.ariaBusy !== "true";
}"""


def test_a_wrong_move_is_answered_and_can_be_tried_again(make_person: MakePerson) -> None:
    person = make_person("click")
    person.page.goto("/learn/mulle/1")
    person.page.wait_for_function(_MY_TURN)
    person.press(person.find("card-Qh"), corner=True)
    person.press(person.find("action-throw"))
    expect(person.find("lesson-note")).to_contain_text("here we are after something else")
    expect(person.find("task")).to_be_visible()
    person.page.wait_for_function(_MY_TURN)
    person.press(person.find("card-9h"), corner=True)
    person.press(person.find("action-take"))
    expect(person.find("next-lesson")).to_be_focused()
    person.press(person.find("lesson-again"))
    expect(person.find("task")).to_be_visible()
    expect(person.find("next-lesson")).to_have_count(0)
    expect(person.find("card-9h")).to_be_visible()
    person.forgive("console: Failed to load resource")  # the move that was not taken


def test_a_lesson_speaks_the_language_of_the_page(make_person: MakePerson) -> None:
    person = make_person("click", language="sv")
    person.page.goto("/learn/mus/1")
    expect(person.find("task")).to_contain_text("Den första frågan är grande")
    expect(person.page.locator("html")).to_have_attribute("lang", "sv")


def test_a_lesson_that_is_not_there_says_so(make_person: MakePerson) -> None:
    person = make_person("click")
    person.page.goto("/learn/mulle/99")
    expect(person.page.locator("main")).to_contain_text("There is no such lesson.")
    person.forgive("console: Failed to load resource", "fault: There is no such lesson.")
