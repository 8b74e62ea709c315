"""One catalogue of words for every face: English, Swedish, Spanish.

``<language>/<part>.json`` are flat objects from key to text with ``{placeholders}``. Parts are ``common`` and
one per game; a game's keys start with its name. A key that ends in ``.one`` is used when ``n`` is 1;
``{count:card|cards}`` is a word that goes with a number (see ``korthus.core.wording``). Words that players
say at the table (mulle, trotta, órdago) are the same in every language.

``<part>.error.<CODE>`` is the sentence of a refusal. A code has one sentence, the same in the catalogue as
where it is raised; only two games may use a code for different things.

Parts of a text may be marked: ``<soft>by the way</>`` (see ``marks``). ``Translator.text`` gives them as
spans; everybody else gets the text without marks.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final

from korthus.core.errors import KorthusError, Reason
from korthus.core.phrases import Phrase
from korthus.core.spans import Text
from korthus.core.wording import Wording
from korthus.locale.marks import read_marks
from korthus.locale.visiting import visiting_games, visiting_texts

LANGUAGES: Final = ("en", "sv", "es")


def catalogue(language: str) -> dict[str, str]:
    """Every text of a language, without marks.

    Raises:
        ValueError: as ``marked_catalogue``.
    """
    return _plain(language, visiting_games())


def marked_catalogue(language: str) -> dict[str, Text]:
    """Every text of a language with its marked parts; placeholders stand in them as they are written.

    Games of other packages have the words they bring, and else English, made from their rules.

    Raises:
        ValueError: there is no such language, two parts define the same key, or a mark is wrong.
    """
    return _marked(language, visiting_games())


@cache
def _plain(language: str, visiting: tuple[str, ...]) -> dict[str, str]:
    return {key: text.plain for key, text in _marked(language, visiting).items()}


@cache
def _marked(language: str, visiting: tuple[str, ...]) -> dict[str, Text]:
    return visiting_texts(visiting, language) | _own(language)


@cache
def _own(language: str) -> dict[str, Text]:
    """The texts of the house."""
    if language not in LANGUAGES:
        raise ValueError(f"no language {language!r}; there is {', '.join(LANGUAGES)}")
    texts: dict[str, str] = {}
    for part in sorted((resources.files(__package__) / language).iterdir(), key=lambda file: file.name):
        entries: dict[str, str] = json.loads(part.read_text(encoding="utf-8"))
        twice = texts.keys() & entries.keys()
        if twice:
            raise ValueError(f"{language}/{part.name} repeats {sorted(twice)}")
        texts |= entries
    return {key: read_marks(text) for key, text in texts.items()}


@cache
def refusals() -> dict[tuple[str, str], str]:
    """The key of every refusal, by its code and its English sentence."""
    return {(key.rpartition(".")[2], text): key for key, text in catalogue("en").items() if ".error." in key}


def _spanish_and(last: str) -> str:
    """``y``, or ``e`` before the same sound."""
    sound = last.lower().removeprefix("h")
    return " e " if sound.startswith(("i", "í")) and not sound.startswith(("ia", "ie", "io")) else " y "


def _swedish_and(last: str) -> str:
    return " och "


_WORDINGS: Final = {"en": Wording(), "sv": Wording(_swedish_and), "es": Wording(_spanish_and)}


#: What stands between thousands, and before decimals.
_MARKS: Final = {"en": (",", "."), "sv": ("\N{NO-BREAK SPACE}", ","), "es": (".", ",")}


class Translator:
    """Says things in one language.

    >>> Translator("sv")("common.language")
    'svenska'
    """

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self._texts = catalogue(language)
        self._marked = marked_catalogue(language)
        self._wording = _WORDINGS[language]

    def __call__(self, key: str, /, **params: object) -> str:
        """The text of a key with its placeholders filled.

        Raises:
            KeyError: the catalogue lacks the key.
        """
        return self._wording.fill(self._texts[self._form(key, params)], params)

    def text(self, key: str, /, **params: object) -> Text:
        """The text of a key with its marked parts.

        A string that is filled in is shown as it is, whatever it contains; a text keeps its marks.

        Raises:
            KeyError: the catalogue lacks the key.
        """
        return self._wording.fill_text(self._marked[self._form(key, params)], params)

    def _form(self, key: str, params: Mapping[str, object]) -> str:
        """The key, or the one for a single thing."""
        one = f"{key}.one"
        return one if params.get("n") == 1 and one in self._texts else key

    def phrase(self, value: object) -> str:
        """A value as it is said in a sentence: phrases and refusals in this language, others as they are.

        A game that a phrase names is called by its title.
        """
        if isinstance(value, KorthusError):
            return self.error(value)
        if not isinstance(value, Phrase):
            return str(value)
        params = {name: self._value(each) for name, each in value.params.items()}
        if self.has(title := f"{params.get('game')}.title"):
            params["game"] = self(title)
        return self(value.key, **params)

    def _value(self, value: object) -> object:
        """What is filled in for a value: phrases and refusals in this language, a refusal with its code."""
        if isinstance(value, KorthusError):
            return f"{self.error(value)} [{value.code}]"
        if isinstance(value, Reason):
            return self.error(value.error)
        return self.phrase(value) if isinstance(value, Phrase) else value

    def number(self, value: float) -> str:
        """A number as it is written in the language, with at most two decimals.

        >>> Translator("en").number(12_000.5), Translator("sv").number(0.25)
        ('12,000.5', '0,25')
        """
        return self.written(f"{value:,.2f}".rstrip("0").rstrip("."))

    def figure(self, value: float, places: int = 0) -> str:
        """A number as the language writes it, with ``places`` decimals.

        >>> Translator("en").figure(1715), Translator("es").figure(1234.5, 2)
        ('1,715', '1.234,50')
        """
        return self.written(f"{value:,.{places}f}")

    def written(self, figures: str) -> str:
        """Figures that are written as in English, with the marks of the language.

        >>> Translator("sv").written("50.0 % [40.0 … 60.0]")
        '50,0 % [40,0 … 60,0]'
        """
        thousands, decimals = _MARKS[self.language]
        return figures.translate(str.maketrans(",.", thousands + decimals))

    def has(self, key: str) -> bool:
        """Whether the catalogue has a key."""
        return key in self._texts

    def error(self, error: KorthusError) -> str:
        """Why something was refused.

        A sentence is looked up by its code and its English words, so another sentence never stands in for
        it. One that the catalogue does not have (a player of one's own may raise it) is said in English. A
        game that a sentence begins with is called by its title.
        """
        key = refusals().get((error.code, error.sentence))
        if key is None:
            return error.reason
        params = {name: self._value(value) for name, value in error.params.items()}
        if error.sentence.startswith("{game} ") and self.has(title := f"{params['game']}.title"):
            params["game"] = self(title)
        said = self._wording.fill(self._texts[key], params)
        return said if error.meant is None else f"{said} {self('common.did_you_mean', word=error.meant)}"
