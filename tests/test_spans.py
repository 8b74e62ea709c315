"""Text with marked parts: put together, filled into sentences, and never read out of what people write."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from korthus import locale
from korthus.core.spans import Span, Text, joined, marked, text, worded
from korthus.core.styles import Style
from korthus.core.wording import Wording
from korthus.locale import LANGUAGES, Translator, catalogue, marked_catalogue
from korthus.locale.marks import read_marks

HOSTILE = ("[red]", "[/]", "<b>", "<soft>", "</>", "\\[x]", "\\", "{n}", "{", "&lt;", ":smile:", "\x1b[31m")
anything = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=20))


def test_parts_stand_one_after_the_other() -> None:
    whole = text("Anna takes ", marked(Style.HEARTS, "10♥"), "", ".")
    assert whole.spans == (Span("Anna takes "), Span("10♥", (Style.HEARTS,)), Span("."))
    assert whole.plain == str(whole) == f"{whole}" == "Anna takes 10♥."
    assert "— " + whole + "!" == text("— ", whole, "!")


def test_neighbours_of_the_same_styles_are_one_span() -> None:
    soft = marked(Style.SOFT, "a", "b")
    assert text(soft, marked(Style.SOFT, "c"), "d", "e").spans == (Span("abc", (Style.SOFT,)), Span("de"))


def test_a_mark_inside_a_mark_is_kept() -> None:
    whole = marked(Style.SOFT, "of ", marked(Style.STRONG, "3"))
    assert whole.spans == (Span("of ", (Style.SOFT,)), Span("3", (Style.SOFT, Style.STRONG)))


def test_what_is_empty_is_false_and_left_out() -> None:
    assert not Text()
    assert not marked(Style.SOFT, "")
    assert marked(Style.SOFT, " ")
    assert worded("a", Text(), "", marked(Style.SOFT, "b")).plain == "a b"
    assert joined(", ", ["a", "", "b"]).plain == "a, , b"
    assert joined(", ", []) == Text()


@given(st.lists(st.tuples(anything, st.sampled_from([None, *Style])), max_size=6))
def test_nothing_is_read_out_of_a_string(parts: list[tuple[str, Style | None]]) -> None:
    whole = text(*(each if style is None else marked(style, each) for each, style in parts))
    assert whole.plain == "".join(each for each, _ in parts)
    assert {style for span in whole.spans for style in span.styles} <= {style for _, style in parts}


def test_the_notation_of_the_catalogue() -> None:
    assert read_marks("plain [7] < 3 > 2 <B> korthus[gpu]").plain == "plain [7] < 3 > 2 <B> korthus[gpu]"
    assert read_marks("") == Text()
    read = read_marks("<soft>a<strong>b</>c</><good>{n}</>")
    soft, strong, good = Style.SOFT, Style.STRONG, Style.GOOD
    assert read.spans == (
        Span("a", (soft,)),
        Span("b", (soft, strong)),
        Span("c", (soft,)),
        Span("{n}", (good,)),
    )


@pytest.mark.parametrize("source", ["<soft>a", "a</>", "<brass>a</>", "<b>a</>", "<soft><soft>a</>"])
def test_a_wrong_mark_is_refused(source: str) -> None:
    with pytest.raises(ValueError, match=r"soft|nothing|brass|'b'"):
        read_marks(source)


@given(anything, anything)
def test_what_is_filled_in_is_no_mark_and_no_placeholder(name: str, other: str) -> None:
    sentence = read_marks("<strong>{name}</>: {other}")
    filled = Wording().fill_text(sentence, {"name": name, "other": marked(Style.GOOD, other)})
    assert filled.plain == f"{name}: {other}"
    expected = text(marked(Style.STRONG, name), ": ", marked(Style.GOOD, other))
    assert filled == expected


def test_values_are_said_as_in_plain_sentences() -> None:
    wording = Wording()
    sentence = "{n} {n:card|cards} of {suits}, {suits:suit|suits} {{x}}"
    for params in ({"n": 1, "suits": ("H", "S", "D")}, {"n": 2, "suits": ["H"]}, {"n": "1", "suits": ()}):
        assert wording.fill_text(read_marks(sentence), params).plain == wording.fill(sentence, params)
    suits = (marked(Style.HEARTS, "H"), "S", marked(Style.DIAMONDS, "D"))
    filled = wording.fill_text(read_marks(sentence), {"n": 3, "suits": suits})
    assert (
        filled.plain == wording.fill(sentence, {"n": 3, "suits": suits}) == "3 cards of H, S and D, suits {x}"
    )
    assert Span("D", (Style.DIAMONDS,)) in filled.spans
    with pytest.raises(KeyError):
        wording.fill_text(read_marks("{nobody}"), {})


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_and_sentences_of_the_catalogue_read_the_same(language: str) -> None:
    tr = Translator(language)
    for key, whole in marked_catalogue(language).items():
        assert whole.plain == catalogue(language)[key]
    assert tr.text("mulle.gain.cards", n=1).plain == tr("mulle.gain.cards", n=1)


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_language_marks_with_the_same_styles(language: str) -> None:
    def styles(of: str, key: str) -> set[Style]:
        return {style for span in marked_catalogue(of)[key].spans for style in span.styles}

    for key in marked_catalogue("en"):
        assert styles(language, key) == styles("en", key), key


def test_no_text_of_the_catalogue_has_markup_of_the_terminal() -> None:
    for file in sorted(Path(locale.__file__).parent.glob("*/*.json")):
        for key, source in json.loads(file.read_text("utf-8")).items():
            assert "[/" not in source, key
