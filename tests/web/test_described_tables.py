"""Which table draws a game in the browser is found by looking into the page's folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.high_card import HighCard, HighCardRules

import korthus
from korthus.web.pages.tables import described
from korthus.web.settings import STATIC

GAME = HighCard(HighCardRules())


@pytest.mark.parametrize("name", [info.name for info in korthus.catalogue()])
def test_games_of_the_house_have_tables_of_their_own(name: str) -> None:
    assert described(STATIC, korthus.game(name)) is None


def test_a_game_without_a_table_is_described() -> None:
    assert described(STATIC, GAME) == GAME.describe()


def test_a_table_that_lies_in_the_folder_is_used(tmp_path: Path) -> None:
    assert described(tmp_path / "empty", GAME) is not None
    table = tmp_path / "js" / "tables" / "high_card"
    table.mkdir(parents=True)
    (table / "index.js").write_text("", encoding="utf-8")
    assert described(tmp_path, GAME) is None
