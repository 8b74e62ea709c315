"""Whatever is typed is read, or refused with a sentence in every language."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import korthus
from korthus.core.chance import FairChance
from korthus.core.errors import KorthusError
from korthus.core.protocol import CHANCE, AnyGame
from korthus.locale import LANGUAGES, Translator, refusals

GAMES = [(info.name, preset) for info in korthus.catalogue() for preset in info.presets]
#: What is put into positions and actions in the wrong places.
JUNK = (
    "-5",
    "1e9",
    "999",
    "0",
    "1",
    "2",
    "x",
    "A",
    "hand 0",
    "to act",
    "[7]",
    "/",
    ":",
    ";",
    ",",
    "5 by 0",
    "",
)
TRANSLATORS = [Translator(language) for language in LANGUAGES]


def texts_of(game: AnyGame, seed: int) -> tuple[list[str], list[str]]:
    """Positions and actions of a random game, in notation."""
    rng, chance = random.Random(seed), FairChance.seeded(seed)
    state = game.new()
    positions, actions = [], []
    for _ in range(60):
        actor = game.to_act(state)
        if actor is None:
            break
        action = game.draw(state, chance) if actor == CHANCE else game.pick(game.view(state, actor), rng)
        actions.append(str(action))
        state = game.apply(state, action).state
        positions.append(game.format_state(state))
    return positions, actions


SAMPLES = {each: texts_of(korthus.game(*each), 1) for each in GAMES}


def mutated(text: str, cuts: list[tuple[int, int, int]]) -> str:
    """A text with some words taken out, put in or swapped."""
    words = text.split(" ")
    for kind, at, other in cuts:
        place = at % len(words)
        match kind:
            case 0:
                words[place] = JUNK[other % len(JUNK)]
            case 1:
                words.insert(place, JUNK[other % len(JUNK)])
            case 2:
                words[place], words[other % len(words)] = words[other % len(words)], words[place]
            case 3 if len(words) > 1:
                del words[place]
            case _:
                words.insert(place, words[other % len(words)])
    return " ".join(words)


def check(error: KorthusError) -> None:
    """A refusal is one of the catalogue, and can be said in each of its languages.

    In English it is what the rules say, but for the title of a game that begins the sentence.
    """
    assert (error.code, error.sentence) in refusals(), error.code
    said = [tr.error(error) for tr in TRANSLATORS]
    reason = error.reason
    if error.sentence.startswith("{game} "):
        game = str(error.params["game"])
        reason = reason.replace(game, TRANSLATORS[0](f"{game}.title"), 1)
    assert said[0] == reason
    assert all(said)


CUTS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 99), st.integers(0, 99)), min_size=1, max_size=3)


@pytest.mark.parametrize("each", GAMES, ids=str)
@given(at=st.integers(0, 59), cuts=CUTS)
def test_a_mutated_position_is_read_or_refused_in_every_language(
    each: tuple[str, str], at: int, cuts: list[tuple[int, int, int]]
) -> None:
    game, (positions, _) = korthus.game(*each), SAMPLES[each]
    try:
        game.parse_state(mutated(positions[at % len(positions)], cuts))
    except KorthusError as error:
        check(error)


@pytest.mark.parametrize("each", GAMES, ids=str)
@given(at=st.integers(0, 59), where=st.integers(0, 59), cuts=CUTS)
def test_a_mutated_action_is_played_or_refused_in_every_language(
    each: tuple[str, str], at: int, where: int, cuts: list[tuple[int, int, int]]
) -> None:
    game, (positions, actions) = korthus.game(*each), SAMPLES[each]
    state = game.parse_state(positions[where % len(positions)])
    try:
        game.apply(state, game.parse(mutated(actions[at % len(actions)], cuts)))
    except KorthusError as error:
        check(error)


@pytest.mark.parametrize(
    ("name", "position"),
    [
        ("mus", "stones: -5, 1e9"),
        ("kachuful", "seats: 1"),
        ("eight", "number: 0"),
        ("eight", "dealer: 2"),
        ("eight", "bankrolls: 2000"),
        ("mulle", "hand: KL 2; to act: 4"),
    ],
)
def test_positions_that_were_once_refused_badly(name: str, position: str) -> None:
    with pytest.raises(KorthusError) as refused:
        korthus.game(name).parse_state(position)
    check(refused.value)
