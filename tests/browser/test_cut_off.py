"""Short words in narrow places are not cut off on a phone, and nothing moves when a button comes."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import MakePerson
from tests.browser.pages import open_table, till_my_turn
from tests.browser.playing import play_on
from tests.browser.sizes import REST, STAY

from korthus.locale import LANGUAGES, catalogue

#: The widths of phones, in pixels.
PHONES: Final = (320, 360, 390)
#: A name as long as many people have.
NAME: Final = "Anastasia"

#: Which of some sentences do not fit into the line about the moment.
_CUT: Final = """sentences => {
    const moment = document.querySelector(".frame-status .moment");
    return sentences.filter((sentence) => {
        moment.textContent = sentence;
        const bar = document.querySelector(".frame-bar").getBoundingClientRect();
        const box = moment.getBoundingClientRect();
        return moment.scrollWidth > moment.clientWidth || box.top < bar.top || box.bottom > bar.bottom;
    });
}"""
#: How many pixels of a tag the next card hides, with the longest tag on every card of the hand.
_HIDDEN: Final = """tag => {
    const cards = [...document.querySelectorAll(".mulle-hand .card")];
    for (const card of cards) Object.assign(card.dataset, { counts: "16", coach: tag });
    const style = getComputedStyle(cards[0], "::before");
    const wide = parseFloat(style.width) + parseFloat(style.paddingLeft);
    const [first, second] = cards.map((card) => card.getBoundingClientRect().left);
    return first + parseFloat(style.left) + wide - second;
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_line_about_the_moment_is_whole(make_person: MakePerson, language: str) -> None:
    person = make_person("touch", language=language, name="Anna")
    open_table(person, "mus")
    texts = catalogue(language)
    sentences = [text.format(name=NAME) for key, text in texts.items() if key.startswith("web.turn.")]
    assert len(sentences) > 5
    for width in PHONES:
        person.page.set_viewport_size({"width": width, "height": 640})
        assert person.page.evaluate(_CUT, sentences) == [], width


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_card_counts_and_what_it_can_do_are_both_read(make_person: MakePerson, language: str) -> None:
    person = make_person("touch", language=language, name="Anna")
    open_table(person, "mulle")
    till_my_turn(person)
    texts = catalogue(language)
    for tag in [text for key, text in texts.items() if key.startswith("mulle.coach.tag.")]:
        assert person.page.evaluate(_HIDDEN, tag) <= 0, tag


#: Where the others' part of a table is.
_PLACES: Final = """() => [...document.querySelectorAll(".kf-seats > *, .mus-slate")]
    .map((each) => each.getBoundingClientRect()).map(({ left, top }) => [left, top])"""


@pytest.mark.parametrize(
    ("game", "button", "size"),
    [
        ("kachuful", "last-trick", (390, 640)),
        ("kachuful", "last-trick", (1280, 640)),
        ("mus", "last-hand", (844, 390)),
        ("mus", "last-hand", (1280, 640)),
    ],
)
def test_nothing_moves_when_there_is_something_to_look_back_at(
    make_person: MakePerson, game: str, button: str, size: tuple[int, int]
) -> None:
    # The coach speaks in more or fewer lines, whenever its words come: that is not asked for here.
    person = make_person("click", motion="off", trick_rest=0, coach="off")
    open_table(person, game, 2)
    person.page.set_viewport_size({"width": size[0], "height": size[1]})
    till_my_turn(person)
    expect(person.find(button)).not_to_be_visible()
    before = person.page.evaluate(_PLACES)
    while not person.find(button).is_visible():
        play_on(game, [person], turns=1)
    assert person.page.evaluate(_PLACES) == before


#: Whether a table of Eight Cards hides nothing of its boards, and a card is at least `least` pixels wide.
_BOARDS: Final = """(least) => {
    const boards = document.querySelector(".eight-lanes");
    const slot = boards?.querySelector(".lane-board .slot");
    if (!slot) return false;
    const last = [...boards.querySelectorAll(".lane")].at(-1).getBoundingClientRect().bottom;
    return last <= boards.getBoundingClientRect().bottom + 1 && slot.getBoundingClientRect().width >= least;
}"""

#: Says of each board that the other had the hand with the longest words, and whether they are read whole.
_LONGEST: Final = """(words) => [...document.querySelectorAll(".lane-name.theirs")].every((name) => {
    name.textContent = words;
    return name.scrollWidth <= name.clientWidth;
})"""


def test_three_boards_are_read_whole_in_short_windows_with_the_coach(make_person: MakePerson) -> None:
    person = make_person("click", motion="off", trick_rest=REST)
    person.context.add_init_script(STAY)
    open_table(person, "eight", options={"first_dealer": 1})
    till_my_turn(person)
    expect(person.find("coach")).to_be_visible()
    for moment in ("turn", "next"):
        for width, height in ((844, 390), (1280, 640)):
            person.page.set_viewport_size({"width": width, "height": height})
            if moment == "next":
                assert person.page.evaluate(_LONGEST, "Walt: full house, sevens over queens")
            # The coach's words may come late.
            person.page.wait_for_function(_BOARDS, arg=40 if width == 1280 else 34)
        if moment == "turn":
            person.page.set_viewport_size({"width": 1280, "height": 800})
            play_on("eight", [person], turns=1)
            expect(person.find("next-hand")).to_be_visible()
