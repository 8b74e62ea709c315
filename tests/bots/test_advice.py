"""Every adviser of every game has something to say wherever its seat can choose."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import isfinite
from typing import Any

import pytest

import korthus
from korthus.bots.advice import Adviser
from korthus.bots.levels import NAMES
from korthus.bots.protocol import Budget
from korthus.bots.registry import make_bot
from korthus.core.protocol import CHANCE, AnyGame, View
from korthus.locale import Translator, catalogue

GAMES = {"mulle": 2, "kachuful": 3, "mus": 2, "eight": 2}
CASES = [
    (name, preset, level) for name in GAMES for preset in korthus.game(name).rules.presets for level in NAMES
]
VIEWS = 16


def views(game: AnyGame, seats: int, seed: int) -> Iterator[View]:
    """What seats to act see in a game between random players, if they have a choice."""
    rng, chance = random.Random(seed), korthus.FairChance.seeded(seed)
    state = game.new(seats)
    while (actor := game.to_act(state)) is not None:
        if actor == CHANCE:
            state = game.apply(state, game.draw(state, chance)).state
            continue
        view = game.view(state, actor)
        if len(game.choices(view)) > 1:
            yield view
        state = game.apply(state, game.pick(view, rng)).state


@pytest.mark.parametrize(("name", "preset", "level"), CASES)
def test_advice_has_every_choice_once_and_a_value_for_each(name: str, preset: str, level: str) -> None:
    game = korthus.game(name, preset)
    bot = make_bot(level, game, 1)
    assert isinstance(bot, Adviser)
    seen = list(views(game, GAMES[name], seed=5))
    for view in random.Random(1).sample(seen, min(VIEWS, len(seen))):
        advice = bot.advise(view, Budget(simulations=4))
        assert sorted(str(each.action) for each in advice) == sorted(map(str, game.choices(view)))
        assert all(isfinite(each.value) and each.error >= 0 for each in advice)
        assert {reason.key for each in advice for reason in each.reasons} <= set(catalogue("en"))


@pytest.mark.parametrize("language", ["sv", "es"])
@pytest.mark.parametrize(
    ("name", "options", "seats"),
    [
        ("mulle", {"capture_choice": "maximal"}, 2),
        ("mulle", {"decks": 4}, 2),
        ("kachuful", {"decks": 2}, 4),
        ("kachuful", {"start_cards": 4}, 11),
        ("mus", {"deje_after_raise": "one"}, 2),
        ("eight", {"assignment": "alternating"}, 2),
    ],
)
def test_what_a_player_says_of_itself_is_said_in_every_language(
    name: str, options: dict[str, Any], seats: int, language: str
) -> None:
    game = korthus.game(name, **options)
    english, said = [], []
    for level in NAMES:
        note = make_bot(level, game, 1).note_at(seats)
        if note is not None:
            english += [note]
            said += [Translator(language).phrase(note)]
    assert english
    for there, here in zip(english, said, strict=True):
        assert there != here
        assert "searches" not in here
