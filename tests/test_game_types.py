"""A game by its name has the type of that game. ``make lint`` checks the types; the stub is current."""

from __future__ import annotations

from typing import assert_type

from tools.game_types.__main__ import STUB, stub

import korthus
from korthus.core.protocol import AnyGame
from korthus.games.eight.game import EightCards
from korthus.games.kachuful.game import Kachuful
from korthus.games.kachuful.view import KachufulView
from korthus.games.mulle.game import Mulle
from korthus.games.mus.game import Mus
from korthus.games.registry import load, own_games


def test_a_name_that_is_written_down_has_the_type_of_its_game() -> None:
    assert type(assert_type(korthus.game("mulle", omgangar=1), Mulle)) is Mulle
    assert type(assert_type(korthus.game("kachuful", "clamped"), Kachuful)) is Kachuful
    assert type(assert_type(korthus.game("mus"), Mus)) is Mus
    assert type(assert_type(korthus.game("eight"), EightCards)) is EightCards


def test_views_and_rules_are_typed_with_it() -> None:
    game = korthus.game("kachuful", start_cards=2)
    assert assert_type(game.rules.start_cards, int) == 2
    assert type(assert_type(game.view(game.new(2), 0), KachufulView)) is KachufulView


def test_a_name_that_is_not_known_beforehand_is_any_game() -> None:
    for name in own_games():
        assert assert_type(korthus.game(name), AnyGame).name == name


def test_the_stub_has_every_game_of_the_house() -> None:
    assert STUB.read_text(encoding="utf-8") == stub(map(load, own_games())), "run python -m tools.game_types"
