"""A code has one sentence with one set of values, in every language and wherever it is raised."""

from __future__ import annotations

from collections import defaultdict
from importlib import import_module
from string import Formatter

import pytest
from tests.support.refusals import Place, places

import korthus
from korthus.core.errors import DID_YOU_MEAN, InvalidOptions, InvalidState, KorthusError
from korthus.locale import LANGUAGES, Translator, catalogue

PLACES = places()
GAMES = [info.name for info in korthus.catalogue()]
#: Tables of the rooms: code to sentence.
TABLES = (
    *(f"korthus.games.{game}.errors" for game in GAMES),
    "korthus.arena.errors",
    "korthus.arena.review.errors",
    "korthus.cli.errors",
    "korthus.envs.errors",
    "korthus.learn.errors",
    "korthus.lessons.errors",
    "korthus.solve.core.errors",
    "korthus.solve.mus.line",
    "korthus.web.http.refusals",
)


def scope(part: str) -> str:
    """A code means one thing in a game, and one in the rest of the house."""
    return part if part in GAMES else "house"


def sentences() -> dict[str, dict[str, list[str]]]:
    """By scope and code, the English sentences of the catalogue."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for key, text in catalogue("en").items():
        part, error, code = key.partition(".error.")
        if error and code.isupper() and "." not in part:
            found[scope(part)][code].append(text)
    return found


SENTENCES = sentences()


def names(sentence: str) -> set[str]:
    """The values that a sentence mentions."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def test_a_code_has_one_sentence_in_a_game_and_one_in_the_house() -> None:
    twice = {
        (part, code): texts for part in SENTENCES for code, texts in SENTENCES[part].items() if len(texts) > 1
    }
    assert twice == {}
    for game in GAMES:
        assert SENTENCES[game].keys() & SENTENCES["house"].keys() == set()


def test_every_place_that_refuses_was_found() -> None:
    assert len(PLACES) > 300
    assert {place.part for place in PLACES} == {*GAMES, "house"}
    assert not [str(place) for place in PLACES if not place.codes]


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_what_is_raised_stands_in_the_catalogue(place: Place) -> None:
    for code in place.codes:
        texts = SENTENCES[place.part].get(code) or SENTENCES["house"].get(code)
        assert texts, f"{code} has no sentence"
        if place.sentence is not None:
            assert [place.sentence] == texts
        if place.names is not None:
            assert names(texts[0]) == place.names


@pytest.mark.parametrize("table", TABLES)
def test_the_tables_say_what_the_catalogue_says(table: str) -> None:
    module = import_module(table)
    part = table.split(".")[2] if table.startswith("korthus.games.") else "house"
    for code, sentence in module.REASONS.items():
        assert SENTENCES[part].get(code) == [sentence], code


def test_no_sentence_stands_in_the_catalogue_that_nobody_says() -> None:
    said = {(place.part, code) for place in PLACES for code in place.codes}
    spare = [
        (part, code)
        for part in SENTENCES
        for code in SENTENCES[part]
        if (part, code) not in said and not (part == "house" and any((game, code) in said for game in GAMES))
    ]
    assert spare == []


def test_a_sentence_is_never_said_in_another_ones_words() -> None:
    """Somebody else's code may be one of ours; then it is their sentence that is said."""
    error = KorthusError("BAD_NUMBER", "The number {it} is bad.", it=7)
    assert Translator("sv").error(error) == "The number 7 is bad."


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_within_a_refusal_is_said_in_the_same_language(language: str) -> None:
    inner = InvalidState("BAD_NUMBER", "{part} must be a whole number.", part="round")
    outer = KorthusError("STEP_REFUSED", "Step {step}, {text}: {trouble}", step=3, text="'x'", trouble=inner)
    tr = Translator(language)
    assert tr.error(inner) in tr.error(outer)
    assert "[BAD_NUMBER]" in tr.error(outer)
    assert tr.error(InvalidOptions.of(inner)) == tr.error(inner)


def test_lists_and_numbers_are_said_as_people_say_them() -> None:
    for language, said in (
        ("en", "There is no game 'mule'; there are mulle, kachuful, mus and eight. Did you mean mulle?"),
        ("sv", "Det finns inget spel 'mule'; det finns mulle, kachuful, mus och eight. Menade du mulle?"),
        ("es", "No hay juego 'mule'; hay mulle, kachuful, mus y eight. ¿Querías decir mulle?"),
    ):
        with pytest.raises(InvalidOptions) as refused:
            korthus.game("mule")
        assert Translator(language).error(refused.value) == said
    assert refused.value.reason.endswith(DID_YOU_MEAN.format(word="mulle"))
    assert catalogue("en")["common.did_you_mean"] == DID_YOU_MEAN


def test_spanish_says_e_before_the_sound_of_i() -> None:
    tr = Translator("es")
    error = InvalidOptions("UNKNOWN_GAME", SENTENCES["house"]["UNKNOWN_GAME"][0], name="x", games=("a", "ir"))
    assert tr.error(error).endswith("hay a e ir.")
