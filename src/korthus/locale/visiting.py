"""The words of games that other packages bring: English, made from their rules, and what they bring besides.

A package has its words in ``<package>/locale/<language>.json``, flat objects from key to text as the house
has them. Its keys are those of ``english_texts``, ``<game>.says.<Type>`` for the sentence of an action or an
event, ``<game>.card.<code>`` for a card, ``<game>.zone.<field>`` for a label of its description,
``<game>.breakdown.<part>`` for a part of the score and ``<game>.error.<CODE>`` for a refusal, whose English
sentence stands in ``en.json`` too.
"""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from importlib import resources
from importlib.util import find_spec
from inspect import getdoc
from string import Formatter

from korthus.core.description import label_of
from korthus.core.errors import InvalidOptions
from korthus.core.protocol import AnyGame
from korthus.core.spans import Text, text
from korthus.games.registry import Broken, load, own_games, visitors
from korthus.locale.marks import read_marks


def visiting_games() -> tuple[str, ...]:
    """The names of the games that other packages bring."""
    return tuple(name for name in visitors() if name not in own_games())


def visiting_texts(names: tuple[str, ...], language: str) -> dict[str, Text]:
    """Every text about some games that can be used; ``registry.broken_games`` names the others.

    What a package brings in a language stands before the English that is made from its rules; where its words
    cannot be used (``broken_words``), the English stays.
    """
    texts: dict[str, Text] = {}
    for name in names:
        try:
            kind = load(name)
        except InvalidOptions:
            continue
        texts |= {key: text(words) for key, words in english_texts(kind).items()}
        with suppress(ValueError):
            texts |= brought_texts(kind, language)
    return texts


def broken_words(languages: tuple[str, ...]) -> tuple[Broken, ...]:
    """Words of other packages that cannot be used, each with the reason."""
    found = []
    for name in visiting_games():
        for language in languages:
            try:
                brought_texts(load(name), language)
            except InvalidOptions:
                break
            except ValueError as error:
                found.append(Broken("words", name, visitors()[name].package, f"{language}.json: {error}"))
    return tuple(found)


@cache
def brought_texts(kind: type[AnyGame], language: str) -> dict[str, Text]:
    """The texts that the package of a game brings in a language; none where it brings none.

    Raises:
        ValueError: they are no texts, or some that are not its own, or name something that is not filled in.
    """
    top = visitors()[kind.name].module.partition(".")[0]
    package = find_spec(top)
    if package is None or package.submodule_search_locations is None:
        return {}  # one module alone, with no files beside it
    file = resources.files(top) / "locale" / f"{language}.json"
    if not file.is_file():
        return {}
    try:
        texts = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, RecursionError) as error:
        raise ValueError(type(error).__name__) from error
    if not isinstance(texts, dict) or not all(isinstance(words, str) for words in texts.values()):
        raise ValueError("It is no object from key to text.")
    for key, words in texts.items():
        _check(kind, key, words)
    return {key: read_marks(words) for key, words in texts.items()}


def _check(kind: type[AnyGame], key: str, words: str) -> None:
    """Raise ValueError unless a text belongs to a game and can be filled in."""
    name = kind.name
    own = (f"{name}.", f"web_home.tag.{name}", f"web_home.option.{name}.")
    if not key.startswith(own):
        raise ValueError(f"{key} is not a text of {name}.")
    filled = {part for _, part, _, _ in Formatter().parse(words) if part is not None}
    known = _filled(kind, key)
    if known is not None and not filled <= known:
        raise ValueError(f"{key} names {', '.join(sorted(filled - known))}, which is not filled in there.")


def _filled(kind: type[AnyGame], key: str) -> set[str] | None:
    """What may be filled into a text; None where that is not known here."""
    said = {each.__name__: set(each.__struct_fields__) for each in (*kind.action_types, *kind.event_types)}
    if key.startswith(f"{kind.name}.says."):
        return said.get(key.rpartition(".")[2], set())
    if f"{kind.name}.error." in key:
        return None
    return {"default"} if ".menu." in key else set()


def english_texts(kind: type[AnyGame]) -> dict[str, str]:
    """What every face says about a game, by key: its name, a line about it, presets, options."""
    name, rules = kind.name, kind.rules_type
    about = _plain((getdoc(kind) or "").partition("\n")[0])
    texts = {f"{name}.title": label_of(name), f"{name}.tagline": about, f"web_home.tag.{name}": about}
    texts |= {f"{name}.preset.{preset}": label_of(preset) for preset in rules.presets}
    texts |= {f"web_home.option.{name}.{option.name}": _plain(option.about) for option in rules.options()}
    if kind.length_option is not None:
        texts[f"{name}.menu.{kind.length_option}"] = f"{label_of(kind.length_option)}? [{{default}}]"
    return texts


def _plain(words: str) -> str:
    """Without braces, which stand for what is filled in."""
    return words.replace("{", "(").replace("}", ")")
