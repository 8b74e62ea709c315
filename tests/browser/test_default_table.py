"""A game that brings only its rules, in real browsers: chosen, played to its end by cards, seen again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ViewportSize, expect
from tests.browser.conftest import DESK, PHONE, MakePerson
from tests.browser.pages import open_table, till_my_turn
from tests.browser.person import Person, Way
from tests.browser.playing import play_by_cards, play_on
from tests.browser.test_pages import _TOO_SMALL, FINGER
from tests.support.catalogued import put_into_catalogue
from tests.support.visiting import install_high_card
from tests.web.server import QUICK, ServerProcess

from korthus.cli.app import main

_AXE: Final = Axe()
ON_ITS_SIDE: Final[ViewportSize] = {"width": 844, "height": 390}
#: Whether the own cards and every button to act lie inside the window.
_IN_SIGHT: Final = """() => [...document.querySelectorAll(".df-hand .card, .df-actions button")]
    .every((each) => { const box = each.getBoundingClientRect();
        return box.top >= 0 && box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight; })"""


@pytest.fixture(scope="module")
def visited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server on which high card is installed."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in install_high_card(tmp_path_factory.mktemp("site")).items():
            patch.setenv(name, value)
        put_into_catalogue(patch, only_rules=True)
        with ServerProcess(tmp_path_factory.mktemp("visited"), *QUICK) as running:
            yield running


@pytest.mark.parametrize(("way", "seats"), [("click", 2), ("keys", 3), ("touch", 4)])
def test_a_whole_game_is_played_by_cards(
    make_person: MakePerson, visited: ServerProcess, tmp_path: Path, way: Way, seats: int
) -> None:
    person = make_person(way, url=visited.url)
    person.play_computer("high_card", {"rounds": "1"}, seats)
    assert play_on("high_card", [person]) == 3
    expect(person.find("score-0")).to_be_visible()
    assert main(("verify", str(person.download_record(tmp_path)))) == 0
    person.page.goto(f"/replay/{person.code}?at=2")
    expect(person.page.locator("korthus-default .df-seat")).to_have_count(seats)


def _is_fit_for_everybody(person: Person) -> None:
    for size in (DESK, PHONE, ON_ITS_SIDE):
        person.page.set_viewport_size(size)
        found = _AXE.run(person.page)
        assert found.violations_count == 0, found.generate_report()
        assert person.page.evaluate(_TOO_SMALL, FINGER) == []
        assert person.page.evaluate(_IN_SIGHT)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing_and_all_is_in_sight(
    make_person: MakePerson, visited: ServerProcess, theme: str
) -> None:
    person = make_person("keys", url=visited.url, theme=theme)
    open_table(person, "high_card", 4)
    till_my_turn(person)
    _is_fit_for_everybody(person)
    play_by_cards(person)
    till_my_turn(person)
    person.page.locator(".df-hand .card.playable").first.click()
    _is_fit_for_everybody(person)


@pytest.mark.parametrize(("language", "asks"), [("sv", "Din tur"), ("es", "Te toca")])
def test_the_frame_speaks_the_language_of_the_person(
    make_person: MakePerson, visited: ServerProcess, language: str, asks: str
) -> None:
    person = make_person("click", url=visited.url, language=language)
    open_table(person, "high_card", 2)
    till_my_turn(person)
    expect(person.find("prompt")).to_contain_text(asks)
