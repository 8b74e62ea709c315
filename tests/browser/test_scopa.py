"""Scopa, a package that brings only its rules, in a real browser: found, played by tapping, verified.

Also how its table looks when the package is gone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from tests.browser.conftest import DESK, PHONE, MakePerson
from tests.browser.pages import open_table, till_my_turn
from tests.browser.person import Way
from tests.browser.playing import play_on
from tests.examples.fresh import EXAMPLES, Fresh, build_wheel
from tests.web.server import QUICK, ServerProcess

_AXE: Final = Axe()


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Fresh:
    """An environment into which the wheel of Scopa is installed."""
    made = Fresh(tmp_path_factory.mktemp("scopa") / "venv")
    made.install(build_wheel(EXAMPLES / "scopa", tmp_path_factory.mktemp("wheel")))
    return made


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the server keeps."""
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="module")
def visited(installed: Fresh, folder: Path) -> Iterator[ServerProcess]:
    """A server on which Scopa is installed."""
    with ServerProcess(folder, *QUICK, python=installed.python) as running:
        yield running


@pytest.mark.parametrize("way", ["click", "touch"])
def test_a_whole_game_is_played_by_tapping(
    make_person: MakePerson, visited: ServerProcess, installed: Fresh, tmp_path: Path, way: Way
) -> None:
    person = make_person(way, url=visited.url, motion="off")
    person.play_computer("scopa", {"target": "1"}, 2)
    assert play_on("scopa", [person]) >= 18
    record = person.download_record(tmp_path)
    assert json.loads(record.read_text())["package"]["name"] == "korthus-scopa"
    installed.korthus("verify", str(record), home=tmp_path)


def test_its_rules_are_chosen_by_the_words_of_its_package(
    make_person: MakePerson, visited: ServerProcess
) -> None:
    person = make_person("click", url=visited.url, language="es")
    person.page.goto("/")
    person.press(person.find("more-scopa"))
    presets = person.find("presets")
    expect(presets.locator("b").first).to_have_text("Normal")
    assert "standard" not in presets.inner_text()


@pytest.mark.parametrize(
    ("language", "four"), [("en", "four"), ("sv", "fyra"), ("es", "cuatro")], ids=["en", "sv", "es"]
)
def test_home_does_not_say_that_there_are_four_games(
    make_person: MakePerson, visited: ServerProcess, language: str, four: str
) -> None:
    person = make_person("click", url=visited.url, language=language)
    person.page.goto("/")
    expect(person.page.locator('[data-test^="more-"]')).to_have_count(5)
    assert four not in person.page.locator(".home-head").inner_text().lower()


def test_its_table_is_fit_for_everybody(make_person: MakePerson, visited: ServerProcess) -> None:
    person = make_person("click", url=visited.url)
    open_table(person, "scopa", 2)
    till_my_turn(person)
    for size in (DESK, PHONE):
        person.page.set_viewport_size(size)
        found = _AXE.run(person.page)
        assert found.violations_count == 0, found.generate_report()


def test_the_table_says_that_its_package_is_gone_and_lists_the_moves(
    make_person: MakePerson, installed: Fresh, tmp_path: Path
) -> None:
    bare = Fresh(tmp_path / "venv")
    with ServerProcess(tmp_path, *QUICK, python=installed.python) as server:
        person = make_person("click", url=server.url)
        open_table(person, "scopa", 2)
        play_on("scopa", [person], turns=2)
        code = person.code
        person.page.goto("about:blank")
        person.forgive("fault: Failed to read the 'localStorage'")  # an empty page has none
        server.stop()
        server.python = str(bare.python)
        server.start()
        person.page.goto(f"/t/{code}")
        expect(person.page.locator(".notice-sheet")).to_contain_text(
            "came with the package korthus-scopa 0.1.0; it is not installed."
        )
        # The game was not over, so the page shows what this seat played, and nothing of the others.
        expect(person.find("moves").locator("li")).to_have_count(2)
        found = _AXE.run(person.page)
        assert found.violations_count == 0, found.generate_report()
