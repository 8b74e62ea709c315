"""The terminal says everything about mus, in three languages and eighty columns."""

from __future__ import annotations

import random
from string import Formatter

import pytest
from tests.games.mus.helpers import mus
from tests.support.drawing import drawn

from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE, visible
from korthus.games.mus.errors import REASONS
from korthus.games.mus.events import EVENT_TYPES, CardsDealt
from korthus.locale import LANGUAGES, Translator, catalogue
from korthus.screens.base import SteppedScreen
from korthus.screens.mus.screen import SCREEN
from korthus.screens.mus.table import stones_text
from korthus.screens.mus.words import result_words

NAMES = ("Ana", "Bartholomew the Second")


@pytest.mark.no_cover
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_said_in_every_language(language: str) -> None:
    tr = Translator(language)
    assert isinstance(SCREEN, SteppedScreen)
    told = set()
    for number, (preset, width) in enumerate(
        [("mus", 41), ("standard", 3), ("mus", 4), ("single_hand", 4)] * 2
    ):
        game = mus(preset, deck=(2, 1, 1, 1, 1, 1, 1, 1)) if preset == "mus" else mus(preset)
        chance, rng = FairChance.seeded(number), random.Random(number)
        state = game.new()
        while (actor := game.to_act(state)) is not None:
            for seat in (0, 1, None):
                view = game.view(state, seat)
                picture = drawn(SCREEN.table(view, tr, NAMES))
                assert max(map(len, picture.splitlines())) <= 80
                assert f"{NAMES[0]}" in picture
                assert SCREEN.help(view, tr)
            if actor == CHANCE:
                action = game.draw(state, chance)
            else:
                legal = game.legal_actions(state)
                view = game.view(state, actor)
                assert len({SCREEN.action(each, view, tr).plain for each in legal}) == len(legal)
                keys = {tuple(step.key for step in SCREEN.steps(each, view, tr)) for each in legal}
                assert len(keys) == len(legal)
                action = rng.choice(legal[:width])
            state, events = game.apply(state, action)
            for seat in (0, 1, None):
                for event in visible(events, seat):
                    line = SCREEN.event(event, tr, NAMES, seat)
                    if line is not None:
                        told.add(type(event))
                        assert "{" not in line.plain
        drawn(SCREEN.table(game.view(state, 0), tr, NAMES))
    assert told == set(EVENT_TYPES) - {CardsDealt}
    assert SCREEN.action(game.parse("deal R R"), game.view(state, 0), tr).plain == "deal R R"


def test_a_hand_of_the_other_is_never_drawn() -> None:
    game = mus()
    state = game.parse_state("cards 0: 7 6 5 4; cards 1: S S S S")
    assert isinstance(SCREEN, SteppedScreen)
    mine = drawn(SCREEN.table(game.view(state, 0), Translator("en"), NAMES))
    assert "S S S S" not in mine
    assert "│ S │" not in mine
    assert "▒ ▒ ▒ ▒" in mine


def test_stones_lie_in_fives() -> None:
    assert stones_text(0) == ""
    assert stones_text(17) == "◆◆◆••"


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_every_refusal_is_translated() -> None:
    for language in LANGUAGES:
        texts = catalogue(language)
        for code, reason in REASONS.items():
            assert fields(texts[f"mus.error.{code}"]) == fields(reason)
            assert language != "en" or texts[f"mus.error.{code}"] == reason


def test_languages_have_the_same_words() -> None:
    english = {key: fields(text) for key, text in catalogue("en").items() if key.startswith("mus.")}
    for language in ("sv", "es"):
        other = {key: fields(text) for key, text in catalogue(language).items() if key.startswith("mus.")}
        assert other == english


def test_the_result_does_not_deny_what_was_won_beyond_the_target() -> None:
    game, won = mus(), 0
    for number in range(40):
        chance, rng = FairChance.seeded(number), random.Random(number)
        state = game.new()
        while (actor := game.to_act(state)) is not None:
            act = game.draw(state, chance) if actor == CHANCE else rng.choice(game.legal_actions(state))
            state = game.apply(state, act).state
        outcome = game.outcome(state)
        assert outcome is not None
        won = max(won, *outcome.scores)
    assert won > 40
    said = " ".join(each.plain for each in result_words(game, Translator("en")))
    assert "it can be more than 40" in said
