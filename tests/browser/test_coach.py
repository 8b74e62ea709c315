"""The coach of the first games: tags on the cards, a line above the table, and an end of it by one tap."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import MakePerson
from tests.browser.pages import open_table, till_my_turn
from tests.browser.person import Person, Way
from tests.browser.playing import PLAY

#: What bears a tag at each table on the first turn, and under which rules.
TAGGED: Final[dict[str, tuple[str, Mapping[str, Any]]]] = {
    "mulle": (".mulle-hand .card[data-coach]", {}),
    "kachuful": (".kf-bid[data-coach]", {}),
    "mus": (".mus-say button[data-coach]", {}),
    "eight": (".eight-hand .card[data-coach]", {"first_dealer": 1}),
}


def _at_table(person: Person, game: str) -> None:
    open_table(person, game, options=TAGGED[game][1])
    till_my_turn(person)
    # The line no longer says that it waits: the coach has spoken.
    expect(person.find("coach-now")).not_to_contain_text("When it is your turn")


def _till_tagged(person: Person, game: str) -> None:
    """Come to a turn at which something can be said on the cards."""
    _at_table(person, game)
    while person.page.locator(TAGGED[game][0]).count() == 0:
        PLAY[game](person)
        till_my_turn(person)
        expect(person.find("coach-now")).not_to_contain_text("When it is your turn")


@pytest.mark.parametrize("way", ["touch", "keys"])
@pytest.mark.parametrize("game", TAGGED)
def test_what_can_be_done_stands_on_the_cards(make_person: MakePerson, game: str, way: Way) -> None:
    person = make_person(way)
    _till_tagged(person, game)
    tagged = person.page.locator(TAGGED[game][0]).first
    sentence = tagged.get_attribute("aria-description")
    assert sentence
    if way == "keys":
        person.reach(tagged)
        expect(person.find("coach-now")).to_have_text(sentence)
    person.press(person.find("coach-now"))
    expect(person.find("coach-all")).to_contain_text(sentence)
    person.press(person.find("coach-all-close"))


def test_a_look_at_a_card_lights_what_it_would_take(make_person: MakePerson) -> None:
    person = make_person("click", motion="off")
    _at_table(person, "mulle")
    taking = person.page.locator('.mulle-hand .card[aria-description^="Take"]')
    while taking.count() == 0:
        PLAY["mulle"](person)
        till_my_turn(person)
        expect(person.find("coach-now")).not_to_contain_text("When it is your turn")
    taking.first.hover(position={"x": 7, "y": 24})
    expect(person.page.locator(".pile.coached").first).to_be_visible()
    expect(person.find("coach-now")).to_have_text(str(taking.first.get_attribute("aria-description")))
    person.page.mouse.move(5, 5)
    expect(person.page.locator(".pile.coached")).to_have_count(0)


def test_one_tap_ends_it_for_ever_and_the_settings_bring_it_back(make_person: MakePerson) -> None:
    person = make_person("touch")
    _till_tagged(person, "kachuful")
    person.press(person.find("coach-off"))
    expect(person.find("coach")).to_be_hidden()
    expect(person.page.locator("[data-coach]")).to_have_count(0)
    person.page.reload()
    expect(person.table).to_be_visible()
    open_table(person, "mulle")
    till_my_turn(person)
    expect(person.find("coach")).to_be_hidden()
    person.press(person.find("open-menu"))
    person.find("set-coach").select_option("always")
    person.press(person.find("menu-close"))
    expect(person.find("coach-now")).not_to_contain_text("When it is your turn")
    person.page.goto("/settings")
    expect(person.find("coach-always")).to_be_checked()


def test_the_first_three_games_of_a_kind_are_coached(make_person: MakePerson) -> None:
    person = make_person("click", motion="off")
    for _ in range(3):
        _at_table(person, "mus")
        expect(person.find("coach")).to_be_visible()
    open_table(person, "mus")
    till_my_turn(person)
    expect(person.find("coach")).to_be_hidden()
    _at_table(person, "kachuful")
    expect(person.find("coach")).to_be_visible()


def test_there_is_no_coach_against_people(make_person: MakePerson) -> None:
    anna, bo = make_person("click", motion="off"), make_person("click", motion="off")
    bo.accept(anna.invite("mus", {}))
    for person in (anna, bo):
        expect(person.table).to_be_visible()
        expect(person.find("coach")).to_be_hidden()
    assert anna.page.evaluate("() => localStorage.getItem('korthus.coached')") is None
