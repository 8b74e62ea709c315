"""Letting the computer play a turn, giving up, and putting a game away, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import MakePerson
from tests.browser.pages import open_table, till_my_turn
from tests.browser.person import Way

from korthus.web.live.naming import name_for


@pytest.mark.parametrize("way", ["click", "keys", "touch"])
def test_a_turn_is_played_for_me_and_then_the_game_is_given_up(make_person: MakePerson, way: Way) -> None:
    person = make_person(way)
    open_table(person, "mulle")
    till_my_turn(person)
    held = person.page.locator(".mulle-hand .card").count()
    person.press(person.find("auto"))
    expect(person.page.locator(".mulle-hand .card")).not_to_have_count(held)
    till_my_turn(person)
    person.press(person.find("open-menu"))
    person.press(person.find("to-resign"))
    person.press(person.find("resign-yes"))
    expect(person.find("resigned")).to_have_text("You gave the game up.")
    expect(person.page.locator('[data-test="result"] h2')).to_have_text(
        f"{name_for('mulle', 'easy', ())} wins"
    )
    expect(person.find("to-review")).to_have_count(1)
    # What a game is decided by has not decided this one.
    expect(person.page.locator('[data-test="result"] .small.soft')).to_have_count(0)


def test_a_game_is_put_away_and_found_again(make_person: MakePerson) -> None:
    person = make_person()
    open_table(person, "mus")
    code = person.code
    person.page.goto("/")
    person.press(person.find(f"put-away-{code}"))
    expect(person.find(f"continue-{code}")).to_have_count(0)
    expect(person.find("away-title")).to_have_text(re.compile("1"))
    person.press(person.find("away-title"))
    person.press(person.find(f"take-up-{code}"))
    expect(person.find(f"continue-{code}")).to_be_visible()
