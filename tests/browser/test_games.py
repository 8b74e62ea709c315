"""Whole games in real browsers: each game by mouse, by keyboard alone and by finger."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import MakePerson
from tests.browser.person import Person, Way
from tests.browser.playing import SHORT, play_on

from korthus.cli.app import main


def _is_well_ended(person: Person, folder: Path) -> None:
    """The sheet of the result is there, and the record that it gives away is true."""
    expect(person.find("score-0")).to_be_visible()
    expect(person.find("score-1")).to_be_visible()
    assert main(("verify", str(person.download_record(folder)))) == 0


@pytest.mark.parametrize(
    ("game", "ways"),
    [
        ("mulle", ("click", "keys")),
        ("kachuful", ("touch", "click")),
        ("mus", ("keys", "touch")),
        ("eight", ("click", "touch")),
    ],
)
def test_two_browsers_play_a_whole_game(
    make_person: MakePerson, tmp_path: Path, game: str, ways: tuple[Way, Way]
) -> None:
    persons = [make_person(way) for way in ways]
    persons[1].accept(persons[0].invite(game, SHORT[game]))
    assert play_on(game, persons) >= 2
    for person in persons:
        _is_well_ended(person, tmp_path)


@pytest.mark.parametrize(
    ("game", "way", "seats", "options"),
    [
        ("mulle", "touch", 2, SHORT["mulle"]),
        ("kachuful", "keys", 3, SHORT["kachuful"]),
        ("mus", "click", 2, {"target_stones": "30"}),
        ("eight", "keys", 2, SHORT["eight"]),
    ],
)
def test_one_browser_plays_a_whole_game_against_computers(
    make_person: MakePerson, tmp_path: Path, game: str, way: Way, seats: int, options: dict[str, str]
) -> None:
    person = make_person(way)
    person.play_computer(game, options, seats)
    assert play_on(game, [person]) >= 1
    _is_well_ended(person, tmp_path)
