"""One word for one thing: the glossary's discarded words are in no catalogue and in no lesson."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from korthus import lessons, locale
from korthus.locale import LANGUAGES, catalogue

GLOSSARY = Path(locale.__file__).parent / "GLOSSARY.md"
PLACEHOLDER = re.compile(r"\{[^}]*\}")
HEADINGS = {"English": "en", "Swedish": "sv", "Spanish": "es"}


class Entry(NamedTuple):
    """One thing, its word, and what it is not called where."""

    thing: str
    word: str
    discarded: tuple[str, ...]
    keys: tuple[str, ...]
    except_keys: bool

    def concerns(self, key: str) -> bool:
        """Whether a key's text is looked at."""
        return not self.keys or key.startswith(self.keys) != self.except_keys


def glossary() -> dict[str, list[Entry]]:
    """The entries by language."""
    found: dict[str, list[Entry]] = {}
    language = ""
    for line in GLOSSARY.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            language = HEADINGS[line.removeprefix("## ")]
        elif line.startswith("|") and not line.startswith(("|---", "| thing |")):
            thing, word, discarded, where = (cell.strip() for cell in line.strip("|").split("|"))
            keys = tuple(filter(None, (part.strip() for part in where.removeprefix("not ").split(","))))
            entry = Entry(thing, word, _parts(discarded), keys, where.startswith("not "))
            found.setdefault(language, []).append(entry)
    return found


def _parts(cell: str) -> tuple[str, ...]:
    return tuple(filter(None, (part.strip() for part in cell.split(","))))


def pattern(discarded: str) -> re.Pattern[str]:
    """Finds a discarded word: whole words, ``*`` for any ending, ``^`` at the beginning, signs anywhere."""
    if not any(sign.isalnum() for sign in discarded):
        return re.compile(re.escape(discarded))
    words = re.escape(discarded.removeprefix("^")).replace(r"\*", r"\w*")
    before = "^" if discarded.startswith("^") else r"(?<!\w)"
    return re.compile(rf"{before}{words}(?!\w)", re.IGNORECASE)


@cache
def texts_of(language: str) -> dict[str, str]:
    """The catalogue and the words of the lessons, which have keys of the form ``mus.lesson.grande.task``."""
    found = dict(catalogue(language))
    for path in sorted(Path(lessons.__file__).parent.glob("*/lessons.toml")):
        for lesson in tomllib.loads(path.read_text(encoding="utf-8"))["lesson"]:
            words: dict[str, str] = lesson[language]
            found |= {f"{path.parent.name}.lesson.{lesson['name']}.{part}": words[part] for part in words}
    return found


def uses(language: str) -> Iterator[tuple[str, str, str]]:
    """Discarded words with the key and the text that has them."""
    for entry in glossary()[language]:
        for discarded in entry.discarded:
            finder = pattern(discarded)
            for key, text in texts_of(language).items():
                if entry.concerns(key) and finder.search(PLACEHOLDER.sub("{}", text)):
                    yield discarded, key, text


def test_the_glossary_is_read() -> None:
    assert set(glossary()) == set(LANGUAGES)
    assert all(len(entries) > 4 for entries in glossary().values())
    assert all(entry.thing and entry.word for entries in glossary().values() for entry in entries)


def test_discarded_words_are_found() -> None:
    assert pattern("match*").search("en Matchen är slut")
    assert pattern("“").search("säg “mus”")
    assert not pattern("bud").search("budskap")
    assert pattern("^lista").search("Lista los juegos.")
    assert not pattern("^lista").search("una lista")
    entry = Entry("x", "y", ("z",), ("mus.",), except_keys=True)
    assert entry.concerns("mulle.title")
    assert not entry.concerns("mus.title")


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_word_for_one_thing(language: str) -> None:
    assert list(uses(language)) == []


def test_several_things_are_and_not_is() -> None:
    several = re.compile(r"there is (?!no )[^.;:]*,[^.;:]* and ", re.IGNORECASE)
    assert [text for text in texts_of("en").values() if several.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_lessons_are_looked_at(language: str) -> None:
    told = [key for key in texts_of(language) if ".lesson." in key]
    assert {key.split(".")[0] for key in told} == {"mulle", "kachuful", "mus", "eight"}
    assert {key.split(".")[-1] for key in told} == {"title", "task", "why"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_words_are_looked_for_there_are_keys(language: str) -> None:
    for entry in glossary()[language]:
        for prefix in entry.keys:
            assert any(key.startswith(prefix) for key in catalogue(language)), prefix


@pytest.mark.parametrize("language", LANGUAGES)
def test_explained_words_are_words_of_the_page(language: str) -> None:
    """A term (``web_terms.<game>.<term>``) has its forms, and a text of its game uses one of them."""
    texts = catalogue(language)
    terms = [key for key in texts if key.startswith("web_terms.") and not key.endswith(".word")]
    assert len(terms) > 20
    for key in terms:
        game = key.split(".")[1]
        said = " ".join(text for each, text in texts.items() if each.startswith((f"{game}.", f"web_{game}.")))
        forms = texts[f"{key}.word"].split(", ")
        assert any(pattern(form).search(said) for form in forms), key
