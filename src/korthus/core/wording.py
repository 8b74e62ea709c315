"""How a sentence takes its values: numbers with their word, lists as people say them.

``{count:card|cards}`` is the first word where ``count`` is one, else the second; a list counts its members.
``{names}`` of several values is read out: ``a, b and c``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from string import Formatter
from typing import Final, cast

from korthus.core.spans import Part, Span, Text, joined, text, text_of

#: Joins the last two members of a list; it sees the last one, because Spanish does.
Joiner = Callable[[str], str]

#: How alike a mistyped word must be to one that there is, from 0 to 1, before it is offered.
_ALIKE: Final = 0.6


def english_and(last: str) -> str:
    """What stands before the last member of a list."""
    return " and "


class Wording(Formatter):
    """Fills in sentences of one language.

    >>> Wording().fill("{n} {n:card|cards} of {suits}", {"n": 1, "suits": ("H", "S", "D")})
    '1 card of H, S and D'
    """

    def __init__(self, joiner: Joiner = english_and) -> None:
        self._joiner = joiner

    def fill(self, sentence: str, params: Mapping[str, object]) -> str:
        """The sentence with its values.

        Raises:
            KeyError: a value is missing.
        """
        return self.vformat(sentence, (), params)

    def fill_text(self, sentence: Text, params: Mapping[str, object]) -> Text:
        """A sentence with marked parts and its values, which keep their own marks.

        Raises:
            KeyError: a value is missing.
        """
        spans: list[Span] = []
        for part in sentence.spans:
            for literal, name, spec, _ in self.parse(part.text):
                spans.append(Span(literal, part.styles))
                if name is not None:
                    value = self._said(params[name], spec or "")
                    spans += [Span(each.text, part.styles + each.styles) for each in value.spans]
        return text_of(spans)

    def _said(self, value: object, spec: str) -> Text:
        """One value with its marks, or the word that goes with it."""
        if isinstance(value, Text) and not spec:
            return value
        if isinstance(value, (tuple, list)) and not spec:
            return self._listed_text([self._said(each, "") for each in value])
        return text(self.format_field(value, spec))

    def _listed_text(self, parts: list[Text]) -> Text:
        if len(parts) < 2:
            return text(*parts)
        last: Part = parts[-1]
        return text(joined(", ", parts[:-1]), self._joiner(str(last)), last)

    def format_field(self, value: object, format_spec: str) -> str:
        """One value, or the word that goes with it."""
        if "|" in format_spec:
            one, many = format_spec.split("|")
            return one if _is_one(value) else many
        if isinstance(value, (tuple, list)):
            return self._listed([self.format_field(each, "") for each in value])
        return cast(str, super().format_field(value, format_spec))

    def _listed(self, words: list[str]) -> str:
        if len(words) < 2:
            return "".join(words)
        return ", ".join(words[:-1]) + self._joiner(words[-1]) + words[-1]


def folded(typed: str) -> str:
    """A word as it is compared: in small letters, without accents, which a terminal may not have.

    >>> folded("Släng"), folded("más")
    ('slang', 'mas')
    """
    parts = unicodedata.normalize("NFKD", typed.casefold())
    return parts if parts.isascii() else "".join(sign for sign in parts if not unicodedata.combining(sign))


def closest(text: object, known: tuple[str, ...]) -> str | None:
    """The word that somebody who typed ``text`` may have meant, if one is like it."""
    words = {folded(word): word for word in reversed(known)}
    near = get_close_matches(folded(str(text)[:60]), words, n=1, cutoff=_ALIKE)
    return words[near[0]] if near else None


def _is_one(value: object) -> bool:
    """Whether a number, as it is or as it is written, or the length of a list is one."""
    return (len(value) == 1) if isinstance(value, (tuple, list)) else str(value) == "1"
