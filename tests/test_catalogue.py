"""The front door: which games there are, and how to get one."""

from __future__ import annotations

import pytest

import korthus
from korthus.core.cards import Card
from korthus.core.protocol import Game
from korthus.games.eight.evaluate import five
from korthus.games.kachuful.rules import get_trick_winner
from korthus.games.mulle.cards import HAND_VALUE, TABLE_VALUE
from korthus.games.mus.cards import RANKS

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
    with pytest.raises(
        korthus.InvalidOptions, match="There is no game 'whist'; there are mulle, kachuful, mus and eight"
    ):
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


def test_X1_one_card_type_and_each_game_its_notation() -> None:
    """Proves: X-1, X-2."""
    decks = {name: korthus.game(name).deck() for name in GAMES}
    for name in ("mulle", "kachuful", "eight"):
        assert {*decks[name]} == {*Card}
    assert not any(isinstance(card, Card) for card in decks["mus"])
    # Two copies of a Mulle card are the same face, and there are two of each.
    assert all(decks["mulle"].count(card) == 2 for card in Card)
    texts = {
        "mulle": ("discard RU 10", "discard"),
        "kachuful": ("play D10", "play"),
        "mus": ("discard R 4", "discard"),
        "eight": ("put Td A", "put"),
    }
    for name, (text, verb) in texts.items():
        action = korthus.game(name).parse(text.lower())
        assert str(action) == text
        assert text.startswith(verb)


def test_X4_each_game_keeps_its_words_for_rounds() -> None:
    """A session has omgångar and ronder, a game rounds and tricks, a match hands and lances, and so on."""
    words = {
        "mulle": (
            {"omgang", "rond"},
            {"OmgangStarted", "RondStarted", "OmgangEnded", "GameEnded"},
        ),
        "kachuful": ({"round", "trick"}, {"RoundStarted", "TrickWon", "RoundScored", "GameEnded"}),
        "mus": ({"hand", "lance"}, {"HandStarted", "LanceStarted", "HandEnded"}),
        "eight": ({"hand", "boards"}, {"HandStarted", "BoardResult", "HandResult"}),
    }
    for name, (fields, events) in words.items():
        game = korthus.game(name)
        assert fields <= {*game.view_type.__struct_fields__}
        assert events <= {event.__name__ for event in game.event_types}


def test_X6_every_game_ranks_cards_its_own_way() -> None:
    ace, king, two = Card.HA, Card.HK, Card.H2
    assert (TABLE_VALUE[ace], HAND_VALUE[ace], HAND_VALUE[king]) == (1, 14, 13)
    assert get_trick_winner([king, ace, two], "hearts", "none") == 1
    assert [str(rank) for rank in RANKS] == ["R", "C", "S", "7", "6", "5", "4", "1"]
    # In poker the ace ends a straight at either side, and the low one is the lowest.
    wheel = five([Card.SA, Card.H2, Card.H3, Card.H4, Card.H5])
    six_high = five([Card.S6, Card.H2, Card.H3, Card.H4, Card.H5])
    broadway = five([Card.SA, Card.HK, Card.HQ, Card.HJ, Card.HT])
    ace_high = five([Card.SA, Card.HK, Card.HQ, Card.HJ, Card.H9])
    assert ace_high < wheel < six_high < broadway
