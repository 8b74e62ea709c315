"""The words of games that other packages bring: English, made from their rules."""

from __future__ import annotations

from inspect import getdoc

from korthus.core.description import label_of
from korthus.core.errors import InvalidOptions
from korthus.core.protocol import AnyGame
from korthus.core.spans import Text, text
from korthus.games.registry import load, own_games, visitors


def visiting_games() -> tuple[str, ...]:
    """The names of the games that other packages bring."""
    return tuple(name for name in visitors() if name not in own_games())


def visiting_texts(names: tuple[str, ...]) -> dict[str, Text]:
    """Every text about some games that can be used; ``registry.broken_games`` names the others."""
    texts: dict[str, Text] = {}
    for name in names:
        try:
            kind = load(name)
        except InvalidOptions:
            continue
        texts |= {key: text(words) for key, words in english_texts(kind).items()}
    return texts


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
