"""Words without colours, and names without tricks."""

from __future__ import annotations

import pickle
import random
import re
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

import korthus
from korthus.core.cards import Card
from korthus.core.chance import seed_bytes
from korthus.core.errors import InvalidAction, InvalidOptions
from korthus.games.mulle.cards import written
from korthus.games.mulle.errors import illegal
from korthus.locale import LANGUAGES, Translator
from korthus.screens.base import SpokenScreen
from korthus.screens.load import screen_of
from korthus.screens.marked import CARD_MARK, marked_refusal
from korthus.table import Player, Table
from korthus.web.live.names import MAX_NAME, clean, clean_chat, clean_name
from korthus.web.pages.words import preferred_language, speaker

#: A card as people read it, between its marks: of the French pack, or a rank of the Spanish one.
CARD = re.compile(rf"{CARD_MARK}(?:(?:10|[2-9JQKA])[♠♥♦♣]|[RCS76541]){CARD_MARK}")
#: Notations of the terminal.
CODES = re.compile(r"\b(?:KL|SP|HJ|RU) ?(?:10|[2-9JQKA])\b|\b[2-9TJQKA][cdhs]\b|\b[A-Za-z]+_[a-z_]+\b")


def unmarked(text: str) -> str:
    """As it is read."""
    return text.replace(CARD_MARK, "")


@pytest.mark.parametrize("game", ["mulle", "kachuful", "mus", "eight"])
def test_cards_are_marked_and_nothing_is_in_notation(game: str) -> None:
    playing = korthus.game(game, "mus") if game == "mus" else korthus.game(game)
    table = Table(playing, [Player("Anna"), Player("Bo")], server_seed=seed_bytes(5))
    table.start()
    rng = random.Random(2)
    marks = 0
    for _ in range(60):
        seat = table.to_act
        if seat is None:
            break
        view, choices = table.view(seat), table.choices(seat)
        for language in LANGUAGES:
            say = speaker(playing, language)
            texts = [say.help(view), *(say.label(action, view) for action in choices[:20])]
            texts += [say.sentence(event, ("Anna", "Bo"), seat) or "" for _, event in table.told(seat)[-4:]]
            for text in texts:
                assert CODES.findall(text) == [], text
                rest, found = CARD.subn("", text)
                assert CARD_MARK not in rest, text
                marks += found
        table.submit(seat, rng.choice(choices))
    assert marks > 20


def test_a_refusal_names_cards_as_they_are_drawn() -> None:
    error = illegal("CARD_RESERVED", card=written(Card.S7), value=7)
    assert error.reason == "You still need SP 7 for your 7-build."
    assert pickle.loads(pickle.dumps(error)).params["card"].card is Card.S7
    said = marked_refusal(error, Translator("sv"))
    assert f"{CARD_MARK}7♠{CARD_MARK}" in said
    assert "SP" not in said


@pytest.mark.parametrize("game", ["mulle", "kachuful", "mus", "eight"])
def test_sentences_and_labels_read_as_in_the_terminal(game: str) -> None:
    playing = korthus.game(game)
    screen = screen_of(playing)
    table = Table(playing, [Player("[b]Anna"), Player("Bo \\[x]")], server_seed=seed_bytes(3))
    table.start()
    rng = random.Random(1)
    names = [player.name for player in table.players]
    for _ in range(40):
        seat = table.to_act
        if seat is None:
            break
        for language in LANGUAGES:
            tr, say = Translator(language), speaker(playing, language)
            view = table.view(seat)
            choices = table.choices(seat)
            for action in choices[:5]:
                spoken = screen.sentence if isinstance(screen, SpokenScreen) else screen.action
                assert unmarked(say.label(action, view)) == spoken(action, view, tr).plain
            for line in unmarked(say.help(view)).splitlines():
                assert line in screen.help(view, tr).plain
        table.submit(seat, rng.choice(choices))
    for audience in (0, 1, None):
        for _, event in table.told(audience):
            for language in LANGUAGES:
                said = speaker(playing, language).sentence(event, names, audience)
                told = screen.event(event, Translator(language), names, audience)
                assert (said and unmarked(said)) == (told and told.plain)


@pytest.mark.parametrize(
    "name", ["[red]x", "[/]", "<b>x", "<soft>", "</>", "x\\", "\\[x]", "{player}", "&lt;", ":smile:"]
)
@pytest.mark.parametrize("game", ["mulle", "kachuful", "mus", "eight"])
def test_a_name_is_read_as_it_was_written(game: str, name: str) -> None:
    playing = korthus.game(game)
    table = Table(playing, [Player(name), Player("Bo")], server_seed=seed_bytes(3))
    table.start()
    while len(table.told(None)) < 12 and (seat := table.to_act) is not None:
        table.submit(seat, table.choices(seat)[0])
    events = [event for _, event in table.told(None)]
    for language in LANGUAGES:
        speaks = speaker(playing, language)
        said = [speaks.sentence(event, (name, "Bo"), None) for event in events]
        other = [speaks.sentence(event, ("Ada", "Bo"), None) for event in events]
        assert any(name in sentence for sentence in said if sentence)
        assert said == [None if each is None else each.replace("Ada", name) for each in other]


@given(st.text(max_size=60))
def test_a_cleaned_text_is_one_harmless_line(text: str) -> None:
    cleaned = clean(text)
    assert clean(cleaned) == cleaned
    assert cleaned.isprintable()
    assert cleaned == cleaned.strip()
    assert "  " not in cleaned


@given(st.text(max_size=60))
def test_a_name_can_sit_at_a_table(text: str) -> None:
    try:
        name = clean_name(text)
    except InvalidOptions:
        return
    assert Player(name).name == name
    assert len(name) <= MAX_NAME


def test_names_and_chat_have_limits() -> None:
    assert clean_name("  Åsa   Öberg-Ek ") == "Åsa Öberg-Ek"
    assert clean_name("e\u0301va") == "éva"
    assert clean("z" + "\u0335" * 30) == "z" + "\u0335" * 2
    for name in ("", " ", "\u202e", "x" * 25, "\u3164", "\u2800 \u115f", "\ufe0f\u034f", "\u0301\u0301"):
        with pytest.raises(InvalidOptions, match="BAD_NAME"):
            clean_name(name)
    for text in ("", "\n", "x" * 201):
        with pytest.raises(InvalidAction, match="BAD_CHAT"):
            clean_chat(text)


@pytest.mark.parametrize(
    ("accept", "wanted", "language"),
    [
        (None, None, "en"),
        ("sv-SE,sv;q=0.9", None, "sv"),
        ("de, es;q=0.5, sv;q=0.4", None, "es"),
        ("sv", "es", "es"),
        ("sv", "tlh", "sv"),
        ("sv;q=x, es", None, "es"),
        ("*;;;,,", None, "en"),
    ],
)
def test_the_language_of_a_request(accept: str | None, wanted: str | None, language: str) -> None:
    assert preferred_language(accept, wanted) == language


def test_no_sign_that_shows_nothing_makes_a_name() -> None:
    """Whatever Unicode calls a filler, a blank, or a selector of variations."""
    words = (
        "FILLER",
        "VARIATION SELECTOR",
        "PATTERN BLANK",
        "GRAPHEME JOINER",
        "VOWEL INHERENT",
        "NULL NOTEHEAD",
    )
    found = [
        sign
        for sign in map(chr, range(sys.maxunicode + 1))
        if any(word in unicodedata.name(sign, "") for word in words) and unicodedata.category(sign)[0] != "P"
    ]
    assert len(found) > 260
    for sign in found:
        assert clean(sign) == "", hex(ord(sign))
        assert clean(f"An{sign}na") == "Anna", hex(ord(sign))
