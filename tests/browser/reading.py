"""Reads everything that a page says, and finds notation and English where another language is spoken."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from tests.browser.person import Person

from korthus.locale import catalogue

#: Texts that are seen or read out: words, names of things, what a field asks for. What is quoted as it is
#: (commands, hashes, links, the names of languages) is no sentence of the page.
_READ: Final = """() => {
    const quoted = "code, pre, kbd, .seal-code, [data-test=commitment], option[value=en], .qr, .sprite";
    const named = ["aria-label", "title", "placeholder", "alt", "aria-valuetext", "aria-description"];
    for (const each of document.querySelectorAll("details")) each.open = true;
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const within = walker.currentNode.parentElement;
        if (within.closest(quoted) || !(within.closest("select") ?? within).checkVisibility()) continue;
        found.push(walker.currentNode.data);
    }
    for (const each of document.querySelectorAll("*")) {
        if (each.closest(quoted) || !each.checkVisibility()) continue;
        for (const name of named) if (each.getAttribute(name)) found.push(each.getAttribute(name));
    }
    return [document.title, ...found].map((text) => text.trim()).filter((text) => /\\p{L}/u.test(text));
}"""

#: Notations of the terminal: ``RU 10``, ``9d`` and ``As 9d``, ``H10``, ``ronder_nominal``, ``BAD_SPLIT``.
_CODES: Final = re.compile(
    r"\b(?:KL|SP|HJ|RU) ?(?:10|[2-9JQKA])\b"
    r"|\b[2-9T][cdhs]\b|\b[2-9TJQKA][cdhs] [2-9TJQKA][cdhs]\b"
    r"|\b[HSDC](?:10|[2-9])\b"
    r"|\b[^\W_]+_\w+\b"
    r"|\b[A-Z]{3,}\b"
)
#: Words in capitals that are explained where they stand, or that everybody knows.
_KNOWN: Final = frozenset({"PLO", "NLHE", "SHA", "JSON", "URL"})
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_HOLE: Final = re.compile(r"\{[^}]*\}")
#: Names of people, which are the same in every language.
_NAMES: Final = frozenset({"anna", "bo", "eva", "olle", "korthus", "cleo", "dan"})


def texts_of(person: Person) -> set[str]:
    """Every text that the page shows or reads out now."""
    found: list[str] = person.page.evaluate(_READ)
    return set(found)


def codes_in(text: str) -> list[str]:
    """Notation in a text."""
    return [code for code in _CODES.findall(text) if code not in _KNOWN]


def english_in(text: str, language: str) -> list[str]:
    """Words of the English catalogue that the catalogue of the language never uses."""
    return [word for word in _words(text) if word in _foreign(language)]


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(_HOLE.sub(" ", text))]


@cache
def _foreign(language: str) -> frozenset[str]:
    def vocabulary(of: str) -> set[str]:
        return {word for text in catalogue(of).values() for word in _words(text)}

    return frozenset(vocabulary("en") - vocabulary(language) - _NAMES)
