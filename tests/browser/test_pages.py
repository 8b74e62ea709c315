"""Every page, in the dark on a desk and in the light on a phone: axe finds nothing, and all fits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect
from tests.browser.conftest import DESK, PHONE, MakePerson, wearing
from tests.browser.pages import GAMES, PAGES, finished_game, open_table, till_my_turn
from tests.browser.person import Person
from tests.browser.playing import PLAY
from tests.web.server import ServerProcess

from korthus.lessons.brings import lessons_of

THEMES: Final[tuple[Literal["dark", "light"], ...]] = ("dark", "light")
#: What a finger can hit, in pixels.
FINGER: Final = 44
_AXE: Final = Axe()
#: Colours fade from one theme into the other: waits until they are there.
_FADED: Final = """() => Promise.allSettled(
    document.getAnimations().filter((each) => each instanceof CSSTransition).map((each) => each.finished)
)"""
_TOO_SMALL: Final = """finger => [...document.querySelectorAll("button, a[href], input, select, summary")]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest(".visually-hidden"))
    .map((each) => ({ each, box: (each.closest("label") ?? each).getBoundingClientRect() }))
    .filter(({ each, box }) => box.width > 1 && (box.height < finger - 0.5 || box.width < finger - 0.5)
        && !(each.matches(".card, .pile") && box.height >= finger) && !each.matches(".skip"))
    .map(({ each, box }) => `${each.outerHTML.slice(0, 120)} ${box.width} x ${box.height}`)"""


@pytest.fixture(scope="package")
def finished(browsers: tuple[Browser, Browser], server: ServerProcess) -> Iterator[tuple[str, Any]]:
    """A finished game: its code, and what the browser of its player keeps."""
    context = browsers[0].new_context(base_url=server.url, locale="en")
    context.add_init_script(wearing(motion="off", trick_rest=0, name="Anna"))
    code = finished_game(Person(context, "click", "Anna"))
    yield code, context.storage_state()
    context.close()


@pytest.fixture
def at_home(make_person: MakePerson, finished: tuple[str, Any]) -> Person:
    """The player of the finished game."""
    kept = {item["name"]: item["value"] for item in finished[1]["origins"][0]["localStorage"]}
    person = make_person("click", motion="off", trick_rest=0, name="Anna")
    for name, value in kept.items():
        if name != "korthus.settings":
            person.context.add_init_script(
                f"localStorage.getItem({name!r}) ?? localStorage.setItem({name!r}, {value!r});"
            )
    return person


def _is_fit_for_everybody(person: Person, *, fingers: bool) -> None:
    """axe finds nothing in the dark on a desk and in the light on a phone.

    On a phone nothing is too wide, and no button too small.
    """
    for size, theme in zip((DESK, PHONE), THEMES, strict=True):
        person.page.set_viewport_size(size)
        person.page.emulate_media(color_scheme=theme)
        expect(person.page.locator("html")).to_have_attribute("data-theme", theme)
        person.page.evaluate(_FADED)
        found = _AXE.run(person.page)
        assert found.violations_count == 0, f"{theme}: {found.generate_report()}"
    wide = person.page.evaluate(
        "() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert wide[0] <= wide[1] == PHONE["width"]
    if fingers:
        assert person.page.evaluate(_TOO_SMALL, FINGER) == []
    person.page.set_viewport_size(DESK)


@pytest.mark.parametrize("page", PAGES)
def test_axe_finds_nothing_and_a_phone_shows_the_whole_width(
    at_home: Person, finished: tuple[str, Any], page: str
) -> None:
    PAGES[page](at_home, finished[0])
    _is_fit_for_everybody(at_home, fingers=page.startswith("table"))


@pytest.mark.parametrize(("game", "theme"), [*zip(GAMES, THEMES * 2, strict=True)])
def test_axe_finds_nothing_in_any_lesson(make_person: MakePerson, game: str, theme: str) -> None:
    person = make_person("click", motion="off", theme=theme)
    found = []
    for number, _ in enumerate(lessons_of(game), 1):
        person.page.goto(f"/learn/{game}/{number}")
        expect(person.page.locator(".game-table .card").first).to_be_visible()
        result = _AXE.run(person.page)
        found += [f"lesson {number}: {result.generate_report()}"] if result.violations_count else []
    assert not found, "\n".join(found)


def test_the_boards_of_a_replay_are_reached_by_keyboard_where_they_scroll(
    at_home: Person, finished: tuple[str, Any]
) -> None:
    person = at_home
    person.page.set_viewport_size({"width": 640, "height": 400})
    person.page.goto(f"/replay/{finished[0]}")
    lanes = person.page.locator(".eight-lanes")
    expect(lanes).to_be_visible()
    assert lanes.evaluate("each => each.scrollHeight > each.clientHeight")
    found = _AXE.run(person.page)
    assert found.violations_count == 0, found.generate_report()
    lanes.focus()
    expect(lanes).to_be_focused()


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_while_a_card_is_chosen_and_after_some_turns(at_home: Person, game: str) -> None:
    person = at_home
    open_table(person, game, 3 if game == "kachuful" else 2)
    for _ in range(2):
        till_my_turn(person)
        PLAY[game](person)
    till_my_turn(person)
    playable = person.page.locator(".card.playable")
    if playable.count():
        person.press(playable.first, corner=True)
    _is_fit_for_everybody(person, fingers=True)


def test_axe_finds_nothing_in_what_opens_over_a_table(at_home: Person) -> None:
    person = at_home
    open_table(person, "mulle")
    till_my_turn(person)
    for opener, opened in (("open-menu", "menu"), ("to-help", "help"), ("to-device", "device")):
        if opener != "open-menu":
            person.press(person.find("open-menu"))
        person.press(person.find(opener))
        person.find(opened).wait_for()
        _is_fit_for_everybody(person, fingers=False)
        person.press(person.find(f"{opened}-close"))
