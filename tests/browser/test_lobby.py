"""Strangers find each other at home, and whoever looks elsewhere is told that it is their turn."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.browser.conftest import MakePerson
from tests.browser.pages import open_table, till_my_turn

#: A page that nobody looks at, and a browser whose notifications are written down.
_ELSEWHERE = """
    Object.defineProperty(document, "hidden", { get: () => window.elsewhere ?? false });
    window.told = [];
    window.Notification = class extends EventTarget {
        static permission = "granted";
        static requestPermission = async () => "granted";
        constructor(title, { body }) {
            super();
            window.told.push(`${title}: ${body}`);
        }
    };
"""


def test_two_strangers_meet_at_one_table(make_person: MakePerson) -> None:
    anna, bo = make_person("touch"), make_person("keys")
    for person in (anna, bo):
        person.page.goto("/")
        person.find("pair-game").select_option("eight")
        person.press(person.find("pair"))
        person.write(person.find("ask-name"), person.name)
        person.press(person.find("ask-name-ok"))
    for person in (anna, bo):
        expect(person.table).to_be_visible()
    assert anna.code == bo.code


def test_ratings_stand_in_the_lobby_and_among_my_results(make_person: MakePerson) -> None:
    anna, bo = make_person("click"), make_person("touch")
    open_table(anna, "eight")
    anna.press(anna.find("open-menu"))
    anna.press(anna.find("to-resign"))
    anna.press(anna.find("resign-yes"))
    expect(anna.find("resigned")).to_be_visible()
    anna.page.goto("/stats")
    expect(anna.find("rating-eight")).to_have_text(re.compile(r"Your rating in Eight Cards: \d+ ± \d+"))
    anna.page.goto("/")
    anna.find("pair-game").select_option("eight")
    expect(anna.find("my-rating")).to_contain_text("±")
    anna.press(anna.find("pair"))
    anna.write(anna.find("ask-name"), anna.name)
    anna.press(anna.find("ask-name-ok"))
    expect(anna.find("waiting")).to_be_visible()
    bo.page.goto("/")
    expect(bo.find(f"rated-{anna.code}")).to_contain_text("±")


def test_my_turn_is_told_while_i_look_elsewhere(make_person: MakePerson) -> None:
    person = make_person(notify=True)
    person.page.add_init_script(_ELSEWHERE)
    open_table(person, "mulle")
    till_my_turn(person)
    person.page.evaluate("window.elsewhere = true; window.told = []")
    person.press(person.find("auto"))
    person.page.wait_for_function("() => window.told.length > 0")
    assert person.page.evaluate("window.told[0]") == "Your turn: Mulle"
    person.page.evaluate("window.elsewhere = false")
    person.page.goto("/")
    person.page.wait_for_function("() => document.title.startsWith('(1) ')")
