"""Terminals without suit signs show letters, and never a question mark that nobody asked."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.arena.reviewed import at_random, play
from tests.cli.running import Korthus

import korthus
from korthus.cli.app import main
from korthus.cli.choices import stepped
from korthus.cli.letters import LETTERS, SUIT_SIGNS, has_suits, instead_of
from korthus.cli.terminal import Terminal, make_console
from korthus.cli.words import Word, read_word, says, spellings
from korthus.core.cards import DECK
from korthus.core.record import encode_record
from korthus.games.kachuful.notation import find_card
from korthus.locale import LANGUAGES, Translator, catalogue
from korthus.screens.load import screen_of

ENCODINGS = ("ascii", "cp850", "cp1252", "latin-1")
POSITION = "table: KL 9, SP 4, RU 5; hand 0: HJ 9; to act: 0"


def written(encoding: str) -> io.TextIOWrapper:
    """A file in an encoding, as a terminal that is strict about it."""
    return io.TextIOWrapper(io.BytesIO(), encoding=encoding)


def text_of(stream: io.TextIOWrapper) -> str:
    """What was written, as the terminal shows it."""
    stream.flush()
    raw = stream.buffer
    assert isinstance(raw, io.BytesIO)
    return raw.getvalue().decode(stream.encoding)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_cards_are_rank_and_letter_where_there_are_no_suit_signs(encoding: str) -> None:
    assert not has_suits(encoding)
    stream = written(encoding)
    make_console(stream).print(" ".join(card.pretty for card in DECK), soft_wrap=True)
    shown = text_of(stream).split()
    assert len(set(shown)) == 52
    assert "?" not in "".join(shown)
    assert {"10h", "As", "Kc", "7d"} <= {*shown}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_signs_stay_where_they_can_be_shown(encoding: str) -> None:
    assert has_suits(encoding)
    stream = written(encoding)
    make_console(stream).print(f"{SUIT_SIGNS} … å")
    assert f"{SUIT_SIGNS} … å" in text_of(stream)


def test_a_letter_that_the_encoding_has_stays() -> None:
    assert "å – 7♥".encode("cp1252", LETTERS).decode("cp1252") == "å – 7h"
    assert "å – 7♥".encode("ascii", LETTERS) == b"a - 7h"


def test_ascii_can_be_asked_for() -> None:
    stream = written("utf-8")
    terminal = Terminal("sv", stdin=io.StringIO(), stdout=stream, ascii_only=True)
    assert not terminal.has_suits
    terminal.say("common.play.suit_letters")
    assert text_of(stream).isascii()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sign_of_the_catalogue_has_a_stand_in(language: str) -> None:
    signs = {sign for text in catalogue(language).values() for sign in text if not sign.isascii()}
    assert signs
    assert {sign for sign in signs if instead_of(sign) == "?"} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_position_is_drawn_in_ascii(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = written("utf-8")
    monkeypatch.setattr("sys.stdout", stream)
    assert main(["explain", "mulle", POSITION, "--ascii", "--lang", language]) == 0
    shown = text_of(stream)
    assert shown.isascii()
    assert all(card in shown for card in ("9c", "4s", "5d", "9h"))
    assert "?" not in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_read_as_they_are_drawn_without_accents(language: str) -> None:
    tr = Translator(language)
    for word in Word:
        for spelling in spellings(word, tr):
            assert read_word(in_ascii(spelling), tr) == (word, "")
            assert read_word(in_ascii(spelling).upper(), tr) == (word, "")
    for key in ("yes", "no"):
        assert all(says(key, in_ascii(spelling), tr) for spelling in spellings(key, tr))
    assert read_word(f"{in_ascii(spellings(Word.LANG, tr)[0])} es", tr) == (Word.LANG, "es")


def in_ascii(word: str) -> str:
    """A word as a terminal without accents shows it."""
    return "".join(sign if sign.isascii() else instead_of(sign) for sign in word)


@pytest.mark.parametrize("language", LANGUAGES)
def test_choices_are_found_as_they_are_drawn_without_accents(language: str) -> None:
    game = korthus.game("mulle")
    view = game.view(game.parse_state(POSITION.replace("HJ 9", "HJ 9, KL 3, SP 7, RU 7, RU 3")), 0)
    tr = Translator(language)
    nodes = [stepped(game.choices(view), view, screen_of(game), tr)]
    keys = set()
    for node in nodes:
        for child in node.children:
            assert node.find(in_ascii(child.key)) is child
            keys.add(child.key)
        nodes += node.children
    assert tr("mulle.do.throw") in keys


def test_what_is_no_encoding_has_no_suits() -> None:
    assert not has_suits("nonsense")
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("ascii", LETTERS)


def test_a_refusal_shows_cards_as_the_screen_does(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for words, card in (((), "2♥"), (("--ascii",), "2h")):
        monkeypatch.setattr("sys.stdin", io.StringIO("discard HJ 2\nquit\n"))
        main(["play", "mulle", "--vs", "random", "--seed", "7", "--lang", "en", *words])
        assert f"You do not hold {card}. [CARD_NOT_IN_HAND]" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("act", "sentence"),
    [
        ("discard SP K", "You do not hold {K♠}."),
        ("capture HJ 9: KL 4", "There is no {4♣} on the table."),
        ("capture HJ 9: KL 9, KL 9", "{9♣} is named more often than it lies on the table."),
    ],
)
def test_a_refusal_of_a_position_shows_cards_as_the_screen_does(
    capsys: pytest.CaptureFixture[str], act: str, sentence: str
) -> None:
    assert main(["explain", "mulle", POSITION, "--play", act, "--lang", "en"]) == 1
    assert sentence.translate({ord("{"): None, ord("}"): None}) in capsys.readouterr().err


@pytest.mark.parametrize("command", ["review", "replay"])
def test_a_refusal_inside_another_shows_cards_as_the_screen_does(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    game = korthus.game("kachuful", start_cards=1, total_rounds=1)
    record = play(game, 3, 5, at_random(game))
    held = {entry.text for entry in record.actions}
    other = next(card for card in ("SA", "H9", "C2", "DK") if f"play {card}" not in held)
    forged = tuple(
        replace(entry, text=f"play {other}") if entry.text.startswith("play ") else entry
        for entry in record.actions
    )
    file = tmp_path / "forged.json"
    file.write_bytes(encode_record(replace(record, actions=forged, closing=None)))
    assert main([command, str(file), "--lang", "en"]) == 1
    told = capsys.readouterr().err
    card = find_card(other)
    assert card is not None
    assert f": {card.pretty} is not in your hand." in told


@pytest.mark.parametrize("game", ["mulle", "kachuful", "eight"])
def test_the_rules_can_be_asked_for_in_letters(run_korthus: Korthus, game: str) -> None:
    assert re.search("[♠♥♦♣]", run_korthus("rules", game).out)
    ran = run_korthus("rules", game, "--ascii")
    assert ran.code == 0
    assert ran.out.isascii()
    assert re.search(r"\b([2-9JQKA]|10)[shdc]\b", ran.out)
