"""Everything that the terminal says is said in the language that was asked for."""

from __future__ import annotations

import json
import random
import re
import shlex
from pathlib import Path

import pytest
from tests.cli.running import Korthus
from tests.support.english import english_in
from tests.support.forgeries import naive, played

import korthus
from korthus.arena.scale import rung_of
from korthus.bots.registry import bot_names, bot_types
from korthus.cli.command import all_commands
from korthus.core.errors import KorthusError
from korthus.core.record import decode_record
from korthus.locale import LANGUAGES, Translator
from korthus.screens.rules_page import rules_page
from korthus.table import Kept, verify
from korthus.web.pages.words import about_level

EXAMPLES = {words: command.examples for words, command in all_commands().items()}
GAMES = tuple(info.name for info in korthus.catalogue())
OTHERS = tuple(language for language in LANGUAGES if language != "en")


@pytest.fixture
def speak(language: str, run_korthus: Korthus, monkeypatch: pytest.MonkeyPatch) -> Korthus:
    """Runs a command line in a system that speaks the language."""
    monkeypatch.setenv("LC_ALL", f"{language}.UTF-8")
    return run_korthus


def together(text: str) -> str:
    """A text without its line breaks."""
    return " ".join(text.split())


def test_english_is_found() -> None:
    assert english_in("Unknown option: --sat. There is no game", "sv") >= {"there", "game"}
    assert not english_in("Det finns ingen flagga --seat. Menade du --seat?", "sv")


# -- the shelf -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_those_of_the_page(language: str, game: str, run_korthus: Korthus) -> None:
    said = together(run_korthus("rules", game, "--lang", language).out)
    for section in rules_page(game, language).sections:
        assert section.title in said
        assert all(together(paragraph) in said for paragraph in section.text)
        for diagram in section.diagrams:
            assert together(diagram.about) in said
            assert all(together(each.refused) in said for each in diagram.tries if each.refused)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_in_the_rules_names_cards_as_they_are_drawn(language: str, run_korthus: Korthus) -> None:
    said = run_korthus("rules", "mulle", "--lang", language).out
    assert "7♦" in said
    assert not re.search(r"\b(KL|RU|HJ|SP) [2-9AJQK]", said)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", OTHERS)
def test_the_shelf_is_not_english(language: str, game: str, run_korthus: Korthus) -> None:
    typed = " ".join(option.name for option in korthus.game(game).rules_type.options())
    for command in ("rules", "options", "bots"):
        said = run_korthus(command, game, "--lang", language).out
        assert not english_in(said, language, typed=typed), command


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_options_and_levels_are_explained(language: str, game: str, run_korthus: Korthus) -> None:
    tr = Translator(language)
    options = together(run_korthus("options", game, "--lang", language).out)
    for option in korthus.game(game).rules_type.options():
        assert together(tr(f"web_home.option.{game}.{option.name}")) in options
        assert tr.phrase(option.values) in options
    levels = together(run_korthus("bots", game, "--lang", language).out)
    for name in bot_names(game):
        keys = (f"web_home.level_about.{game}.{name}", f"common.bot.{game}.{name}", f"common.bot.{name}")
        assert any(tr.has(key) and tr(key) in levels for key in keys), name


@pytest.mark.parametrize("game", GAMES)
def test_players_say_the_same_of_themselves_as_the_catalogue(game: str) -> None:
    for name, kind in bot_types(game).items():
        said, rung = about_level(game, name, Translator("en")), rung_of(game, name)
        if rung is None:
            assert said == kind.about
        else:
            assert said == f"{kind.about}. Strength {rung.points} ({rung.low} to {rung.high})"


@pytest.mark.parametrize("game", ["mulle", "kachuful", "eight"])
def test_the_time_of_the_strongest_is_told_as_it_is(game: str) -> None:
    assert bot_types(game)["strongest"].default_budget.seconds == 1.5
    said = {"en": "a second and a half", "sv": "en och en halv sekund", "es": "un segundo y medio"}
    for language, words in said.items():
        assert words in about_level(game, "strongest", Translator(language))


# -- the command line ------------------------------------------------------------------------------


@pytest.mark.parametrize("command", EXAMPLES)
@pytest.mark.parametrize("language", OTHERS)
def test_help_is_not_english(language: str, command: str, speak: Korthus) -> None:
    ran = speak(*command.split(), "--help")
    assert ran.code == 0
    tr = Translator(language)
    assert ran.out.startswith(tr("parser.usage"))
    help_, _, examples = ran.out.partition(tr("common.cli.examples"))
    assert "korthus" in examples
    assert not english_in(help_, language, typed=" ".join(EXAMPLES))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("words", "key", "params"),
    [
        ("play mulle --sat 3", "unknown_option", {"option": "--sat"}),
        ("-x", "unknown_option", {"option": "-x"}),
        ("mus --mano", "unknown_option", {"option": "--mano"}),
        ("mus strategi", "unknown_command", {"word": "strategi", "commands": "strategy"}),
        ("play mulle more", "unused", {"words": "more", "command": "korthus play"}),
        ("play mulle --seat x", "whole_number", {"name": "--seat", "value": "x"}),
        ("solve mus --target x", "number", {"name": "--target", "value": "x"}),
        ("play mulle --practice=maybe", "flag", {"name": "--practice", "value": "maybe"}),
        ("play mulle --seat", "no_value", {"name": "--seat", "command": "korthus play"}),
        ("mus strategy", "no_value", {"name": "--hand", "command": "korthus mus strategy"}),
        ("play --seat 1 --seat 2", "repeated", {"option": "--seat"}),
        (
            "serve --log-level loud",
            "choice",
            {"name": "--log-level", "value": "loud", "choices": ("debug", "info", "warning", "error")},
        ),
    ],
)
def test_what_the_parser_cannot_read_is_said_in_the_language(
    words: str, key: str, params: dict[str, object], language: str, speak: Korthus
) -> None:
    tr = Translator(language)
    ran = speak(*words.split())
    assert ran.code == 2
    assert ran.err.startswith(tr(f"parser.error.{key}", **params))
    assert ran.err.endswith(tr("common.cli.try_help") + "\n")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("words", ["rules mulle", "mus strategy", "puzzles make mus"])
def test_an_option_before_the_command_is_told_where_options_stand(
    words: str, language: str, run_korthus: Korthus
) -> None:
    tr = Translator(language)
    ran = run_korthus("--lang", language, *words.split())
    assert ran.code == 2
    assert ran.err.startswith(tr("parser.error.option_first", word=words.split()[0]))
    assert tr("parser.did_you_mean", word="").rstrip("?. ") not in ran.err


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_missing_place_is_named_as_in_the_help(language: str, speak: Korthus) -> None:
    tr = Translator(language)
    ran = speak("explain", "mulle")
    place = tr("parser.label.position")
    assert ran.err.startswith(tr("parser.error.missing", name=place, command="korthus explain"))
    assert place in speak("explain", "--help").out


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mistyped_word_is_asked_about(language: str, speak: Korthus) -> None:
    tr = Translator(language)
    for words, meant in (("paly", "play"), ("play --sat 3", "--seat"), ("serve --log-level inf", "info")):
        ran = speak(*words.split())
        assert tr("parser.did_you_mean", word=meant) in ran.err


# -- refusals --------------------------------------------------------------------------------------

#: Command lines that are refused, each for a reason of its own; FILE is one that is not there.
REFUSED = (
    "play poker",
    "play mulle --vs nobody",
    "play mulle --seat 3",
    "play mulle --seats 3",
    "play kachuful --seats 1",
    "play mulle --preset mine",
    "play mulle --set colour=red",
    "play mulle --set omgangar",
    "play mulle --set omgangar=0",
    "play mulle --set decks=1 --set hand_size=20 --set table_cards=20",
    "play mulle --set discard_rule=never",
    "play mus --set deck=1,1,1,1,1,1,1,0",
    "play mus --set bets=1,2",
    "play eight --set runout_order=A,A,B",
    "play kachuful --set total_rounds=99",
    "play mulle --name [bold]",
    "play --resume",
    "play --resume FILE",
    "rules poker",
    "options poker",
    "bots poker",
    "verify FILE",
    "verify FOLDER",
    "replay FILE",
    "review FILE",
    "run poker",
    "run",
    "run mulle --bots nobody",
    "run mulle --jobs 0",
    "run mulle --games 0",
    "run --script FILE",
    "arena mulle --bots greedy",
    "arena mulle --bots greedy random --matches 0",
    "arena mulle --bots greedy random --hero nobody",
    "arena mulle --bots greedy no.such:Bot",
    "simulate mulle --policy strong",
    "simulate mulle --games 0",
    "solve mulle",
    "solve mus --menu long",
    "solve mus --algorithm none",
    "solve mus --target 0",
    "solve mus --resume",
    "equity mus 99 0",
    "mus strategy --hand 9999",
    "mus strategy --hand RR71 --lance second",
    "mus strategy --hand RR71 --history raise",
    "mus strategy --hand RR71 --mano --postre",
    "mus strategy --hand RR71 --menu long",
    "explain mulle nonsense",
    "explain mulle 'table: XX'",
    "explain mulle 'table: KL 9; table: KL 9'",
    "explain mulle 'to act: 7'",
    "explain mus 'stones: -5, 1e9'",
    "explain mus 'cards 0: R R R R R'",
    "explain mus 'lance: second'",
    "explain kachuful 'round: 99'",
    "explain kachuful 'hand 0: ZZ'",
    "explain eight 'board a: Zz'",
    "explain eight 'ante: many'",
    "explain mulle 'table: KL 9; hand 0: HJ 9' --play fly",
    "explain mulle 'table: KL 9; hand 0: HJ 9' --play 'capture KL 9'",
    "explain mulle 'table: KL 9; hand 0: HJ 9' --play 'discard HJ 8'",
    "explain kachuful 'round: 1' --play fly",
    "explain mus 'lance: grande; cards 0: R R R 1; cards 1: S S 4 1' --play fly",
    "explain eight 'phase: deal' --play fly",
)


@pytest.mark.parametrize("line", REFUSED)
@pytest.mark.parametrize("language", OTHERS)
def test_what_is_refused_is_not_said_in_english(language: str, line: str, speak: Korthus, data: Path) -> None:
    data.mkdir(parents=True, exist_ok=True)
    words = [str(data) if word == "FOLDER" else word for word in shlex.split(line)]
    words = [str(data / "none") if word == "FILE" else word for word in words]
    ran = speak(*words)
    assert ran.code == 1, ran.out
    # The parts of a position are written in one way; their names are listed as they are.
    said = ran.err.partition(": ")[0] if "[UNKNOWN_PART]" in ran.err else ran.err
    assert not english_in(said, language, typed=" ".join(words)), ran.err


@pytest.mark.parametrize(
    "text",
    [
        "no JSON",
        "{}",
        '{"actions": 3}',
        '{"actions": [], "colour": 1}',
        '{"actions": [{"action": "", "seat": 0}]}',
        '{"actions": [{"action": "bid 1", "seat": 1, "player": 2}]}',
        '{"game": "mus", "actions": []}',
        '{"actions": ["fly"]}',
        '{"actions": [{"action": "discard", "seat": 1}]}',
        '{"actions": [{"action": "discard"}]}',
        '{"actions": [{"action": "discard", "card_index": 99}]}',
        '{"actions": [{"action": "auto", "card_index": 0}]}',
        '{"actions": [{"action": "build", "card_index": 0, "target_piles": [0, 1]}]}',
        '{"actions": [{"action": "capture", "card_index": 0, "target_piles": [99]}]}',
        '{"actions": [{"action": "capture", "card_index": 0, "combo_index": 99}]}',
        '{"actions": [{"action": "discard HJ 2", "card_index": 0}]}',
    ],
)
@pytest.mark.parametrize("language", OTHERS)
def test_a_script_is_not_refused_in_english(
    language: str, text: str, run_korthus: Korthus, tmp_path: Path
) -> None:
    file = tmp_path / "s.json"
    file.write_text(text, encoding="utf-8")
    ran = run_korthus("run", "mulle", "--script", str(file), "--seed", "1", "--lang", language)
    assert ran.code == 1, ran.out
    assert not english_in(ran.err, language, typed=f"{text} {file}"), ran.err


@pytest.mark.parametrize(
    "word", ["fly", "capture", "take XX", "build KL 3", "99", "trotta", "save /", "lang tlh"]
)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", OTHERS)
def test_a_mistyped_word_at_the_table_is_not_answered_in_english(
    language: str, game: str, word: str, run_korthus: Korthus
) -> None:
    words = ("play", game, "--vs", "random", "--seed", "1", "--lang", language)
    ran = run_korthus(*words, stdin=f"{word}\nquit\nno\n")
    assert ran.code == 0
    refused = [line for line in ran.out.splitlines() if re.search(r"\[[A-Z_]+\]", line)]
    assert not english_in(" ".join(refused), language, typed=word), refused


def test_a_batch_is_summed_up_in_the_language(run_korthus: Korthus) -> None:
    for language in OTHERS:
        ran = run_korthus("run", "mus", "--games", "2", "--seed", "1", "--lang", language)
        assert not english_in(ran.err, language), ran.err


# -- records ---------------------------------------------------------------------------------------


def findings(text: str, tr: Translator) -> tuple[set[str], str]:
    """The codes of what is wrong with a record, and all that is said about it."""
    kept = Kept(commitment="0" * 64, closing="1" * 64, seed="♠ 7")
    try:
        report = verify(decode_record(text), kept=kept)
    except KorthusError as error:
        return {error.code}, tr.error(error)
    said = [tr.phrase(sentence) for sentence in (*report.checked, *report.unchecked)]
    said += [tr.phrase(finding.sentence) for finding in report.findings]
    return {finding.code for finding in report.findings}, " ".join(said)


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_wrong_with_a_record_is_not_said_in_english(language: str) -> None:
    tr = Translator(language)
    record = played(("kachuful", "standard", {"total_rounds": 3}, 3), "words")
    options = " ".join(option.name for info in korthus.catalogue() for option in info.options)
    codes = set()
    for name, text in naive(record, random.Random(1)).items():
        found, said = findings(text, tr)
        codes |= found
        assert not english_in(said, language, typed=f"{text} {options}"), name
    assert len(codes) > 12


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_forged_record_is_named_in_the_language(
    language: str, run_korthus: Korthus, tmp_path: Path
) -> None:
    tr = Translator(language)
    record = played(("mus", "single_hand", {}, 2), "words")
    record["outcome"]["scores"][0] += 1
    file = tmp_path / "forged.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    ran = run_korthus("verify", str(file), "--lang", language)
    assert ran.code == 1
    assert tr("verify.what.score", seat=1, name="Åsa") in ran.out
    assert tr("verify.checked.scores") in ran.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_warm_takes_is_named_in_the_language(run_korthus: Korthus, language: str) -> None:
    shown = run_korthus("warm", "--help", "--lang", language).out
    assert f" {Translator(language)('parser.label.games')} " in shown


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("warm mus --level foo --lang sv", "de som gör det är easy, normal, strong och strongest."),
        ("play mulle --seats 3 --lang es", "Mulle es para 2 jugadores, no 3."),
        ("play eight --seats 3 --lang en", "Eight Cards is for 2 players, not 3."),
        ("play mus --vs nobody --lang sv", "Mus har ingen spelare som heter 'nobody'; det finns random, "),
        ("paly --lang es", " verify y warm."),
    ],
)
def test_lists_are_read_out_and_games_have_names(run_korthus: Korthus, words: str, said: str) -> None:
    assert said in " ".join(run_korthus(*words.split()).err.split())
