"""What a mouse rests on keeps still: it does not slip away from under it and come back, again and again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import FloatRect, Locator, Page
from tests.browser.conftest import MakePerson
from tests.browser.pages import open_table, till_my_turn
from tests.browser.person import Person

#: How far inside an edge the mouse is held, in pixels: a fan of cards is turned a little, so not too close.
_INSIDE: Final = (2, 6, 12)
#: Waits until nothing moves, and what lies under the mouse has been looked for again.
_STILL: Final = """async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    for (let frames = 0; frames < 3; frames++) await frame();
}"""


def _rest(page: Page) -> None:
    page.evaluate(_STILL)


def _edges(box: FloatRect) -> Iterator[tuple[float, float]]:
    """Points just inside the middle of each edge."""
    middle, centre = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for inside in _INSIDE:
        yield middle, box["y"] + inside
        yield middle, box["y"] + box["height"] - inside
    yield box["x"] + _INSIDE[0], centre
    yield box["x"] + box["width"] - _INSIDE[0], centre


def _holds_still(person: Person, what: Locator) -> None:
    person.page.mouse.move(1, 1)
    what.scroll_into_view_if_needed()
    _rest(person.page)
    box = what.bounding_box()
    assert box is not None
    held = 0
    for x, y in _edges(box):
        person.page.mouse.move(1, 1)
        _rest(person.page)
        person.page.mouse.move(x, y)
        if not what.evaluate("(it) => it.matches(':hover')"):
            continue  # another card lies over this edge, or it is turned away from it
        held += 1
        for step in range(4):
            _rest(person.page)
            person.page.mouse.move(x + step % 2, y)
            assert what.evaluate("(it) => it.matches(':hover')"), f"it slips away from {x}, {y} of {box}"
    assert held, f"the mouse was never over {box}"


@pytest.mark.parametrize("game", ["mulle", "eight"])
def test_a_card_that_can_be_played_stays_under_the_mouse(make_person: MakePerson, game: str) -> None:
    person = make_person("click")
    open_table(person, game, 2)
    till_my_turn(person)
    cards = person.page.locator(".card.playable")
    _holds_still(person, cards.first)
    _holds_still(person, cards.last)


def test_a_game_at_home_stays_under_the_mouse(make_person: MakePerson) -> None:
    person = make_person("click")
    person.page.goto("/")
    for number in range(4):
        _holds_still(person, person.page.locator(".game-card").nth(number))
