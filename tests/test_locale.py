"""One catalogue, three languages: the same keys, the same placeholders, every refusal among them."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from importlib import import_module
from pathlib import Path
from string import Formatter

import pytest

import korthus
from korthus import locale
from korthus.core import errors, troubles
from korthus.core.errors import IllegalAction, KorthusError
from korthus.core.phrases import Phrase, either
from korthus.core.wording import Wording
from korthus.locale import LANGUAGES, Translator, catalogue
from korthus.web.brings import asks_of
from korthus.web.http.option_info import option_infos

FOLDER = Path(locale.__file__).parent
GAMES = [info.name for info in korthus.catalogue()]
PARTS = sorted(path.stem for path in (FOLDER / "en").iterdir())
OTHERS = [language for language in LANGUAGES if language != "en"]


def placeholders(text: str) -> Counter[str]:
    """The names in braces, each as often as it is used."""
    return Counter(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def reasons(game: str) -> dict[str, str]:
    """Every code of a game with its English sentence."""
    found: dict[str, str] = import_module(f"korthus.games.{game}.errors").REASONS
    return found


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_parts(language: str) -> None:
    assert {"common", *GAMES} <= {*PARTS}
    assert sorted(path.name for path in (FOLDER / language).iterdir()) == [f"{part}.json" for part in PARTS]


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", OTHERS)
def test_every_language_says_the_same_things(language: str, part: str) -> None:
    english = json.loads((FOLDER / "en" / f"{part}.json").read_text(encoding="utf-8"))
    texts = json.loads((FOLDER / language / f"{part}.json").read_text(encoding="utf-8"))
    assert sorted(texts) == sorted(english)
    # How often a value is named is a matter of grammar; which values there are is not.
    assert {key: set(placeholders(text)) for key, text in texts.items()} == {
        key: set(placeholders(text)) for key, text in english.items()
    }


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_flat_and_have_words(language: str, part: str) -> None:
    raw = (FOLDER / language / f"{part}.json").read_text(encoding="utf-8")
    pairs: list[tuple[str, str]] = json.loads(raw, object_pairs_hook=list)
    assert len({key for key, _ in pairs}) == len(pairs)
    for key, text in pairs:
        assert key.startswith(f"{part}."), key
        assert isinstance(text, str), key
        assert text.strip(), key


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_can_be_said(language: str, game: str) -> None:
    texts = catalogue(language)
    for code, sentence in reasons(game).items():
        text = texts[f"{game}.error.{code}"]
        assert set(placeholders(text)) <= set(placeholders(sentence)), (code, text)
        if language == "en":
            assert text == sentence
    said = {key.removeprefix(f"{game}.error.") for key in texts if key.startswith(f"{game}.error.")}
    assert reasons(game).keys() <= said


@pytest.mark.parametrize("game", GAMES)
def test_every_game_introduces_itself(game: str) -> None:
    for language in LANGUAGES:
        tr = Translator(language)
        assert tr(f"{game}.title")
        assert tr(f"{game}.tagline")


def test_a_number_of_one_has_its_own_words() -> None:
    ones = [key for key in catalogue("en") if key.endswith(".one")]
    for key in ones:
        assert key.removesuffix(".one") in catalogue("en")
    for language in LANGUAGES:
        tr = Translator(language)
        for key in ones:
            params = dict.fromkeys(placeholders(catalogue("en")[key.removesuffix(".one")]), 2)
            if "n" in params:
                said = tr(key.removesuffix(".one"), **{**params, "n": 1})
                assert said == Wording().fill(catalogue(language)[key], {**params, "n": 1})


#: What is counted, besides the words that some text gives in both forms.
MANY = {
    "en": {"mistakes", "placements", "players", "seconds", "signs", "times"},
    "sv": {"brädor", "gånger", "placeringar", "sekunder", "värden"},
    "es": {"casillas", "jugadores", "segundos", "veces"},
}
#: Names that are filled with no number, or with the seats of a table, which are always several.
NO_NUMBERS = {"ahead", "player", "seats", "value"}
#: Numbers of things that are always several: limits, cards of a deck, seconds to think.
NEVER_ONE = {
    "common.error.BAD_SEATS": "most",
    "common.error.FIXED_SEATS": "least",
    "common.error.TOO_MANY_ACTIONS": "limit",
    "common.values.list_of": "n",
    "eight.ask.cards": "n",
    "eight.error.BAD_DEAL": "count",
    "eight.error.BURN_COUNT": "count",
    "eight.error.NOTHING_NEW": "limit",
    "eight.error.REPEATED": "limit",
    "envs.error.BAD_BATCH": "n",
    "kachuful.error.BAD_DEAL": "count",
    "mulle.error.TOO_MANY_COPIES": "number",
    "mus.error.SMALL_DECK": "least",
    "review.error.BAD_REPLAYS": "limit",
    "serve.error.BAD_CHAT": "limit",
    "serve.error.HOW_MANY_BOARDS": "boards",
    "serve.error.TOO_FEW": "n",
    "serve.error.TOURNAMENT_TOO_LONG": "games",
    "solve.equity.match": "points",
    "tools.error.BAD_GAMES": "limit",
    "tools.error.GAME_DIES": "times",
    "tools.error.PIECE_DIES": "times",
    "tools.error.TOO_MANY_BOTS": "limit",
    "tools.error.WORKER_DIES": "times",
    "tools.kernel.large_deck": "most",
    "tools.kernel.omgangar": "most",
    "web_home.clock.seconds": "n",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_thing_is_not_counted_as_many(language: str) -> None:
    texts = catalogue(language)
    forms = [found for text in texts.values() for found in re.findall(r"\{\w+:([^{}|]*)\|([^{}|]*)\}", text)]
    verbs = {"are", "have", "se", "lo", "están", "är"}
    many = {word for one, word in forms if word != one} - verbs | MANY[language]
    found = []
    for key, text in texts.items():
        names = set(placeholders(text)) - {NEVER_ONE.get(key, ""), *NO_NUMBERS}
        if f"{key}.one" in texts:
            names -= {"n"}
        said = Wording().fill(text, {name: 1 if name in names else 2 for name in placeholders(text)})
        found += [(key, said) for word in re.findall(r"(?<![\w.,])1 ([^\W\d]+)", said) if word in many]
    assert not found


def test_refusals_are_said_in_the_language_of_the_table() -> None:
    code, sentence = next(
        (code, text) for code, text in reasons("mulle").items() if set(placeholders(text)) == {"card"}
    )
    error = IllegalAction(code, sentence, card="KL 9")
    assert Translator("en").error(error) == sentence.format(card="KL 9")
    assert Translator("sv").error(error) != error.reason
    assert Translator("es").error(error) != error.reason


def test_a_refusal_nobody_translated_is_said_in_english() -> None:
    error = KorthusError("NEVER_HEARD_OF", "It is {what}.", what="so")
    assert Translator("sv").error(error) == "It is so."


@pytest.mark.parametrize("language", OTHERS)
def test_the_refusals_of_the_house_are_translated(language: str) -> None:
    common = [
        errors.NotYourTurn(1, 0),
        errors.GameOver(),
        errors.StaleVersion(1, 2),
        errors.TooManyActions(9),
    ]
    for error in common:
        assert Translator(language).error(error) != error.reason


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no language 'tlh'; there is en, sv, es"):
        Translator("tlh")


def test_an_unknown_key_is_refused() -> None:
    tr = Translator("es")
    assert not tr.has("mulle.nothing")
    with pytest.raises(KeyError):
        tr("mulle.nothing")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_preset_is_described(language: str) -> None:
    tr = Translator(language)
    for info in korthus.catalogue():
        for preset in info.presets:
            assert tr(f"{info.name}.preset.{preset}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_presets_options_and_their_values_have_names(language: str, game: str) -> None:
    texts = catalogue(language)
    wanted = {f"preset.{preset}" for preset in type(korthus.game(game)).rules_type.presets}
    for option in option_infos(game):
        wanted |= {option.name, *(f"{option.name}.{value}" for value in option.choices or ())}
        if option.optional:
            wanted.add(f"{option.name}.none")
    start = f"web_options.{game}."
    named = {key.removeprefix(start) for key in texts if key.startswith(start)}
    assert wanted == {name for name in named if not name.startswith("unit.")}
    units = {name.removeprefix("unit.") for name in named if name.startswith("unit.")}
    assert units <= {option.name for option in option_infos(game)}


@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_asks_are_options_and_every_preset_has_a_picture(game: str) -> None:
    asks = asks_of(game)
    options = {option.name for option in option_infos(game)}
    assert asks.first
    assert {*asks.first, *asks.unasked} <= options
    assert not {*asks.first} & {*asks.unasked}
    assert asks.pictures.keys() == type(korthus.game(game)).rules_type.presets.keys()
    assert all(asks.pictures.values())
    assert asks.preset is None or asks.preset in asks.pictures


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_of_a_computer_player_has_words(language: str) -> None:
    texts = catalogue(language)
    bots = Path(korthus.__file__).parent / "bots"
    keys = {
        key
        for file in bots.rglob("*.py")
        for key in re.findall(r'"([a-z]+\.advice\.[a-z_]+)"', file.read_text(encoding="utf-8"))
    }
    assert len(keys) > 5
    assert keys <= texts.keys()


def phrases() -> dict[str, str]:
    """Every phrase that the sources make, by its key, with its English."""
    found = dict(troubles.JSON)
    for file in Path(korthus.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Phrase":
                if file.name == "troubles.py" and isinstance(node.args[0], ast.Name):
                    continue  # one of the table above
                key, english = map(ast.literal_eval, node.args)
                names = {keyword.arg for keyword in node.keywords}
                if None not in names:
                    assert names == set(placeholders(english)), ast.unparse(node)
                found[key] = english
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_has_words(language: str) -> None:
    texts = catalogue(language)
    assert len(phrases()) > 5
    for key, english in phrases().items():
        assert set(placeholders(texts[key])) == set(placeholders(english)), key
        if language == "en":
            assert texts[key] == english


def test_a_phrase_is_said_in_the_language_with_what_is_in_it() -> None:
    number = Phrase("common.values.from_to", "a whole number from {low} to {high}", low=1, high=3)
    whole = either(("none", number))
    assert str(whole) == "none or a whole number from 1 to 3"
    assert Translator("sv").phrase(whole) == "none eller ett heltal från 1 till 3"
    assert Translator("es").phrase("none") == "none"
    with pytest.raises(ValueError, match="nothing"):
        either(())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_unit_of_figures_has_a_word_for_one_and_a_word_for_many(language: str) -> None:
    texts = catalogue(language)
    keys = [key for key in texts if key.startswith(("puzzles.unit.", "web_home.unit."))]
    assert len(keys) == 6
    for key in keys:
        assert re.fullmatch(r"\{n:\w+\|\w+\}", texts[key]), key


def test_figures_are_written_as_in_the_language() -> None:
    said = {language: Translator(language) for language in LANGUAGES}
    assert {language: tr.figure(1715) for language, tr in said.items()} == {
        "en": "1,715",
        "sv": "1\N{NO-BREAK SPACE}715",
        "es": "1.715",
    }
    assert {language: tr.figure(50.056, 2) for language, tr in said.items()} == {
        "en": "50.06",
        "sv": "50,06",
        "es": "50,06",
    }
    assert said["sv"].written("+1.0 [−2.0 … +4.0]") == "+1,0 [−2,0 … +4,0]"
    assert said["en"].written("+1.0 [−2.0 … +4.0]") == "+1.0 [−2.0 … +4.0]"


@pytest.mark.parametrize("room", ["arena", "cli"])
def test_no_room_writes_thousands_in_the_english_way_by_itself(room: str) -> None:
    found = []
    for file in (Path(korthus.__file__).parent / room).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FormattedValue) and node.format_spec is not None:
                spec = ast.unparse(node.format_spec)
                found += [f"{file.name}: {ast.unparse(node.value)}"] if "," in spec else []
    assert not found
