"""Games of other packages have words in every language's catalogue."""

from __future__ import annotations

import pytest
from tests.support.catalogued import put_into_catalogue

from korthus.locale import LANGUAGES, Translator, catalogue


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_visiting_game_has_its_words_and_leaves_with_them(language: str) -> None:
    before = catalogue(language)
    with pytest.MonkeyPatch.context() as patch:
        put_into_catalogue(patch)
        tr = Translator(language)
        assert tr("high_card.title") == "High card"
        assert tr("high_card.tagline") == tr("web_home.tag.high_card")
        assert tr("high_card.tagline") == "The highest card takes the trick, and most tricks win."
        assert tr("high_card.preset.quick") == "Quick"
        assert tr("web_home.option.high_card.rounds") == "Deals in a game."
        assert before.items() <= catalogue(language).items()
    assert catalogue(language) == before
