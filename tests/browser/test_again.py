"""Playing again with a friend, in two browsers: one asks, the other is asked, both sit at one table."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import MakePerson
from tests.browser.person import Person, Way
from tests.browser.playing import play_on

#: The shortest game there is; whole games are played in ``test_games.py``.
_SHORTEST = {"hands": "1"}


def _give_up(person: Person) -> None:
    for test in ("open-menu", "to-resign", "resign-yes"):
        person.press(person.find(test))


def _ended(anna: Person, bo: Person) -> str:
    """A game of the two that is over; its code."""
    bo.accept(anna.invite("eight", _SHORTEST))
    expect(anna.table).to_be_visible()
    _give_up(anna)
    for person in (anna, bo):
        expect(person.find("result")).to_be_visible()
    return anna.code


@pytest.mark.parametrize("ways", [("click", "touch"), ("touch", "keys")])
def test_both_play_again_at_one_table_with_seats_exchanged(
    make_person: MakePerson, ways: tuple[Way, Way]
) -> None:
    anna, bo = (make_person(way) for way in ways)
    before = _ended(anna, bo)
    anna.press(anna.find("play-again"))
    expect(anna.find("waiting")).to_be_visible()
    expect(anna.find("seat-0")).to_contain_text("Bo")
    expect(anna.find("seat-0")).to_contain_text("has been asked")
    expect(bo.find("asked-again")).to_have_text("Anna wants to play again.")
    bo.press(bo.find("play-again"))
    for person in (anna, bo):
        expect(person.table).to_be_visible()
    assert anna.code == bo.code != before
    assert play_on("eight", [anna, bo], turns=1) == 1


def test_who_does_not_want_to_says_so_from_the_table(make_person: MakePerson) -> None:
    anna, bo = make_person(), make_person()
    _ended(anna, bo)
    bo.press(bo.find("look-at-table"))
    anna.press(anna.find("play-again"))
    expect(bo.find("banner-again")).to_contain_text("Anna wants to play again.")
    bo.press(bo.find("again-no"))
    expect(bo.find("banner-again")).to_be_hidden()
    expect(anna.find("seat-0")).to_contain_text("does not want to play now")
    expect(anna.find("waiting").get_by_role("status").first).to_have_text("Bo does not want to play now.")


def test_who_has_left_is_asked_at_home_and_comes_or_says_no(make_person: MakePerson) -> None:
    anna, bo = make_person("touch"), make_person("keys")
    bo.accept(anna.invite("eight", _SHORTEST))
    anna.press(anna.find("open-menu"))
    anna.press(anna.find("to-resign"))
    anna.press(anna.find("resign-yes"))
    expect(anna.find("to-review")).to_be_visible()
    bo.page.goto("/")
    anna.press(anna.find("play-again"))
    expect(anna.find("waiting")).to_be_visible()
    expect(bo.find("mine")).to_contain_text("Asked for a rematch")
    bo.press(bo.find(f"come-{anna.code}"))
    for person in (anna, bo):
        expect(person.table).to_be_visible()
    bo.press(bo.find("open-menu"))
    bo.press(bo.find("to-resign"))
    bo.press(bo.find("resign-yes"))
    expect(bo.find("resigned")).to_be_visible()
    bo.page.goto("/")
    anna.press(anna.find("play-again"))
    expect(anna.find("waiting")).to_be_visible()
    bo.press(bo.find(f"decline-{anna.code}"))
    expect(bo.find("mine")).not_to_contain_text("Asked for a rematch")
    expect(anna.find("seats")).to_contain_text("does not want to play now")
