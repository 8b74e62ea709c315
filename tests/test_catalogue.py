"""The front door: which games there are, and how to get one."""

from __future__ import annotations

import pytest

import korthus
from korthus.core.protocol import Game

GAMES = [info.name for info in korthus.catalogue()]
PRESETS = [(info.name, preset) for info in korthus.catalogue() for preset in info.presets]


def test_the_four_games_are_there() -> None:
    assert GAMES == ["mulle", "kachuful", "mus", "eight"]


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_every_preset_makes_a_game(name: str, preset: str) -> None:
    game = korthus.game(name, preset)
    assert isinstance(game, Game)
    assert game.name == name
    assert game == korthus.game(name, preset)
    assert hash(game) == hash(korthus.game(name, preset))
    assert game.to_act(game.new()) == korthus.CHANCE
    assert game == korthus.game(name, **game.rules.changed())


@pytest.mark.parametrize("name", GAMES)
def test_the_first_preset_is_the_default(name: str) -> None:
    info = next(info for info in korthus.catalogue() if info.name == name)
    assert korthus.game(name) == korthus.game(name, info.presets[0])
    assert len({korthus.game(name, preset) for preset in info.presets}) == len(info.presets)


@pytest.mark.parametrize("info", korthus.catalogue(), ids=lambda info: info.name)
def test_every_option_is_explained_and_has_a_source(info: korthus.GameInfo) -> None:
    assert info.rules_version >= 1
    assert 2 <= info.min_seats <= info.max_seats
    assert info.options
    for option in info.options:
        assert option.about, option.name
        assert option.values, option.name
        assert option.source, option.name


def test_a_game_is_shown_as_the_call_that_makes_it() -> None:
    assert repr(korthus.game("mulle")) == "korthus.game('mulle')"
    assert repr(korthus.game("mulle", omgangar=3)) == "korthus.game('mulle', omgangar=3)"


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(korthus.InvalidOptions, match="There is no game 'whist'; there is mulle, kachuful"):
        korthus.game("whist")


@pytest.mark.parametrize("name", GAMES)
def test_rules_of_another_game_are_refused(name: str) -> None:
    other = korthus.game(next(each for each in GAMES if each != name))
    with pytest.raises(korthus.InvalidOptions, match="as rules"):
        type(korthus.game(name))(other.rules)


@pytest.mark.parametrize("name", GAMES)
def test_games_differ_by_name_and_rules(name: str) -> None:
    games = {korthus.game(each) for each in GAMES}
    assert len(games) == len(GAMES)
    assert korthus.game(name) != name
