"""A hint at a live table: the card and the piles light up, and nothing lies over them."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import MakePerson
from tests.browser.pages import till_my_turn
from tests.browser.person import Person, Way

_OPEN: Final = """async name => {
    const { openTable } = await import("/static/js/pages/home/open.js");
    const seats = [{ kind: "me", name }, { kind: "bot", level: "easy" }];
    await openTable({ game: "mulle", seats, practice: true });
}"""
#: What lies over the upper left corner of something that is pointed at.
_COVERED: Final = """() => [...document.querySelectorAll(".pointed")].flatMap((each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    const over = document.elementFromPoint(left + 6, top + 12);
    const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return inside && each.contains(over) ? [] : [`${each.outerHTML.slice(0, 80)} < ${over?.className}`];
})"""


def _ask(person: Person) -> None:
    """Ask for a hint, and wait until it is there."""
    till_my_turn(person)
    if person.way == "keys":
        person.page.keyboard.press("h")
    else:
        person.press(person.find("hint"))
    expect(person.find("hint-best")).to_be_visible()


@pytest.mark.parametrize("way", ["touch", "keys"])
def test_card_and_piles_light_up_and_nothing_covers_them(make_person: MakePerson, way: Way) -> None:
    person = make_person(way)
    person.page.goto("/settings")
    person.page.evaluate(_OPEN, person.name)
    expect(person.table).to_be_visible()
    piles = person.page.locator(".pile.pointed")
    _ask(person)
    while piles.count() == 0:  # the best is to throw a card: play it, and ask again
        person.press(person.find("hint-play"))
        expect(person.find("hint-line")).to_be_hidden()
        _ask(person)
    expect(person.page.locator(".mulle-hand .card.pointed")).to_have_count(1)
    expect(person.page.locator("dialog[open]")).to_have_count(0)
    assert person.page.evaluate(_COVERED) == []
    # The figures are behind one more tap, and what was lit is lit when they are put away.
    person.press(person.find("hint-more"))
    expect(person.find("advice")).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(piles.first).to_be_visible()
    held = person.page.locator(".mulle-hand .card").count()
    person.press(person.find("hint-play"))
    expect(person.page.locator(".pointed")).to_have_count(0)
    expect(person.page.locator(".mulle-hand .card")).not_to_have_count(held)
