"""Short words in narrow places: none of them is cut off on a phone."""

from __future__ import annotations

from typing import Final

import pytest
from tests.browser.conftest import MakePerson
from tests.browser.pages import open_table, till_my_turn

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
