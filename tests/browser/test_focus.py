"""Whoever plays by keyboard keeps a place at the table: after each move the focus rests on something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Locator
from tests.browser.conftest import MakePerson
from tests.browser.pages import open_table, till_my_turn
from tests.browser.person import Person
from tests.browser.playing import PLAY

#: Looks at every frame from now on where the focus is, and keeps what is not something seen on the table.
_WATCH: Final = """() => {
    const table = document.querySelector(".game-table");
    window.astray = [];
    window.frames_seen = 0;
    const look = () => {
        const at = document.activeElement;
        const rests = at !== table && table.contains(at) && at.checkVisibility({ visibilityProperty: true });
        if (!rests) window.astray.push(at.outerHTML.slice(0, 80));
        window.frames_seen += 1;
        requestAnimationFrame(look);
    };
    look();
}"""
#: When enough frames were looked at for an answer of a quick opponent to be seen.
_SEEN: Final = "() => window.frames_seen > 40"
_LEAVE: Final = "() => document.activeElement.blur()"


def _offered(person: Person, buttons: str) -> Locator:
    return person.page.locator(f"{buttons}:visible:not(.dimmed)").first


def _bid(person: Person) -> None:
    person.press(_offered(person, ".kf-bid"))


def _say(person: Person) -> None:
    person.press(_offered(person, ".mus-say button:not(.mus-step, .mus-chip)"))


def _press_key_of_bid(person: Person) -> None:
    person.page.keyboard.press(_offered(person, ".kf-bid").inner_text())


def _press_key_of_word(person: Person) -> None:
    word = _offered(person, ".mus-say button:not(.mus-step, .mus-chip)")
    person.page.keyboard.press(str(word.get_attribute("aria-keyshortcuts")))


def _moved(person: Person, options: dict[str, Any], game: str, move: Callable[[Person], None]) -> list[str]:
    """Where the focus was astray during a move that is begun at the table, and after it."""
    open_table(person, game, options=options)
    till_my_turn(person)
    person.reach(person.page.locator(".fan .card[tabindex='0']").last)
    person.page.evaluate(_WATCH)
    move(person)
    person.page.wait_for_function(_SEEN)
    astray: list[str] = person.page.evaluate("window.astray")
    return astray


@pytest.mark.parametrize(
    ("game", "options", "move"),
    [
        ("mulle", {}, PLAY["mulle"]),
        ("kachuful", {}, _bid),
        ("kachuful", {}, _press_key_of_bid),
        ("mus", {}, _say),
        ("mus", {}, _press_key_of_word),
        ("eight", {"first_dealer": 1}, PLAY["eight"]),
    ],
    ids=["mulle", "kachuful", "kachuful-digit", "mus", "mus-key", "eight"],
)
def test_the_focus_never_leaves_the_table_in_a_move_by_keyboard(
    make_person: MakePerson, game: str, options: dict[str, Any], move: Callable[[Person], None]
) -> None:
    assert _moved(make_person("keys"), options, game, move) == []


@pytest.mark.parametrize(
    ("game", "move"), [("kachuful", _press_key_of_bid), ("mus", _press_key_of_word)], ids=["kachuful", "mus"]
)
def test_a_key_pressed_from_nowhere_brings_the_focus_to_the_table(
    make_person: MakePerson, game: str, move: Callable[[Person], None]
) -> None:
    person = make_person("keys")
    open_table(person, game)
    till_my_turn(person)
    person.page.evaluate(_LEAVE)
    move(person)
    person.page.evaluate(_WATCH)
    person.page.wait_for_function(_SEEN)
    assert person.page.evaluate("window.astray") == []
