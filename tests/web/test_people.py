"""Computer players have names that belong to their game, and nobody at a table has another's."""

from __future__ import annotations

import re

import pytest
from tests.web_page.conftest import STATIC

import korthus
from korthus.bots.levels import NAMES
from korthus.bots.registry import bot_names
from korthus.locale import LANGUAGES, catalogue
from korthus.web.bounds import MAX_SEATS
from korthus.web.brings import people_of
from korthus.web.live.naming import name_for

GAMES = tuple(info.name for info in korthus.catalogue())


@pytest.mark.parametrize("game", [*GAMES, "of_another_package"])
def test_every_level_has_a_name_of_its_own(game: str) -> None:
    people = people_of(game)
    everybody = (*people.names.values(), *people.also)
    assert tuple(people.names) == NAMES
    assert len(set(everybody)) == len(everybody)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_full_of_one_level_has_no_name_twice(game: str) -> None:
    names: list[str] = []
    for _ in range(MAX_SEATS):
        names.append(name_for(game, "easy", names))
    assert len(set(names)) == MAX_SEATS
    assert names[0] == people_of(game).names["easy"]


def test_a_computer_does_not_take_the_name_of_a_person() -> None:
    own = people_of("mulle").names["easy"]
    assert name_for("mulle", "easy", (own,)) not in (own, None)


@pytest.mark.parametrize("game", GAMES)
def test_no_player_of_the_house_is_called_as_the_commands_call_it(game: str) -> None:
    people = people_of(game)
    everybody = {*people.names.values(), *people.also}
    assert {name_for(game, name, ()) for name in bot_names(game)} <= everybody
    several: list[str] = []
    for _ in range(MAX_SEATS):
        several.append(name_for(game, "random", several))
    assert len(set(several)) == MAX_SEATS
    assert not [name for name in several if name.startswith("random")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_level_of_a_game_is_told_of_in_every_language(game: str, language: str) -> None:
    texts = catalogue(language)
    told = {level: texts[f"web_people.{game}.{level}"] for level in NAMES if level in bot_names(game)}
    assert tuple(told) == NAMES
    assert len(set(told.values())) == len(NAMES)


def test_every_level_has_a_face() -> None:
    faces = (STATIC / "js" / "faces.js").read_text(encoding="utf-8")
    drawn = re.search(r"const FACES = \{(.*?)^\};", faces, re.S | re.M)
    assert drawn is not None
    assert tuple(re.findall(r"^  (\w+): \[$", drawn[1], re.M)) == NAMES
