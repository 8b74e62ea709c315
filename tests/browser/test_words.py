"""What a person reads: in Swedish and Spanish no word of another language and no notation, on any page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import MakePerson
from tests.browser.pages import GAMES, PAGES, open_table, till_my_turn, till_reviewed
from tests.browser.person import Person
from tests.browser.playing import SHORT, play_on
from tests.browser.reading import codes_in, english_in, texts_of

LANGUAGES = ("sv", "es")
#: Pages that need no finished game; those of one are read after each game below.
STILL = (
    *("home", "waiting", "verify", "settings", "lost", "tournament-new", "tournament"),
    *("learn", "puzzles", "invitation"),
)
#: Pages that each game has.
OF_GAMES = ("rules", "lesson", "puzzle")
#: The game whose review takes least time: it is read to its end.
QUICKEST = "kachuful"


class Reader:
    """Keeps every text that somebody met, with what is wrong about it."""

    def __init__(self, person: Person, language: str) -> None:
        self._person = person
        self._language = language
        self.read: set[str] = set()

    def look(self) -> None:
        """Read the page as it is now."""
        self.read |= texts_of(self._person)

    def wrong(self) -> list[str]:
        """Texts with notation or English in them."""
        return sorted(
            f"{text!r}: {found}"
            for text in self.read
            if (found := codes_in(text) + english_in(text, self._language))
        )


def speaking(make_person: MakePerson, language: str) -> tuple[Person, Reader]:
    """Somebody whose pages speak a language, and what they read."""
    person = make_person("click", language=language, motion="off", trick_rest=0, name="Anna")
    return person, Reader(person, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_speak_the_language_of_their_reader(make_person: MakePerson, language: str) -> None:
    person, reader = speaking(make_person, language)
    for page in STILL:
        PAGES[page](person, "")
        reader.look()
    for game in GAMES:
        person.page.goto("/")
        person.press(person.find(f"more-{game}"))
        expect(person.find("presets")).to_be_visible()
        reader.look()
        for page in OF_GAMES:
            PAGES[f"{page}-{game}"](person, "")
            reader.look()
    assert len(reader.read) > 300
    assert not (wrong := reader.wrong()), "\n".join(wrong)


@pytest.mark.parametrize(
    ("game", "language"), [("mulle", "sv"), ("kachuful", "es"), ("mus", "sv"), ("eight", "es")]
)
def test_a_whole_game_is_told_in_the_language_of_its_player(
    make_person: MakePerson, game: str, language: str
) -> None:
    person, reader = speaking(make_person, language)
    open_table(person, game, 3 if game == "kachuful" else 2, SHORT[game])
    till_my_turn(person)
    person.press(person.find("open-menu"))
    reader.look()
    person.press(person.find("to-help"))
    expect(person.find("help")).to_be_visible()
    reader.look()
    person.press(person.find("help-close"))
    play_on(game, [person], looking=reader.look)
    reader.look()
    code = person.code
    for page in ("replay", "verify-game"):
        PAGES[page](person, code)
        reader.look()
    person.page.goto("/stats")
    expect(person.find(f"stats-{game}")).to_be_visible()
    reader.look()
    person.page.goto(f"/review/{code}")
    if game == QUICKEST:
        till_reviewed(person)
    # What comes with the first looks is said in the words of the last ones.
    expect(person.find("to-replay").first).to_be_visible()
    reader.look()
    assert len(reader.read) > 60
    assert not (wrong := reader.wrong()), "\n".join(wrong)


def test_notation_and_english_are_found() -> None:
    for text in ("capture HJ J: SP 9, [2]", "place A: As 9d", "play H10", "ronder_nominal", "BAD_SPLIT"):
        assert codes_in(text), text
    for text in ("As de picas", "PLO", "10♦", "A, B"):
        assert not codes_in(text), text
    assert english_in("Choose the cards", "sv")
    assert not english_in("Välj ett kort", "sv")
