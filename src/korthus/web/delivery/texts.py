"""Which texts of the catalogue a script uses: only those travel with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

#: A key that stands in a script, wherever it is handed over.
_WHOLE: Final = re.compile(r"""["'`]([a-z_]+(?:\.\w+)+)["'`]""")
#: A key that is put together: `web.rank.${rank}`.
_BUILT: Final = re.compile(r"`([a-z_]+\.(?:[\w.]|\$\{[^{}`]*\})*)`")
_HOLE: Final = re.compile(r"\$\{[^{}`]*\}")
#: What a script says about keys that it gets from elsewhere: ``// keys: web.rank.* web.suit.*``.
_DECLARED: Final = re.compile(r"//\s*keys:\s*(.+)")


def keys_of(text: str) -> frozenset[str]:
    """The keys that a script may ask for.

    ``+`` and ``*`` in a key stand for a word, ``*`` at its end for anything.

    >>> sorted(keys_of('// keys: web.suit.*\\n t("web.card", { rank: t(`web.rank.${rank}`) })'))
    ['web.card', 'web.rank.+', 'web.suit.*']
    """
    declared = (key for line in _DECLARED.findall(text) for key in line.split())
    built = (_HOLE.sub("+", key) for key in _BUILT.findall(text))
    return frozenset((*_WHOLE.findall(text), *built, *declared))


def texts_of(keys: Iterable[str], catalogue: Mapping[str, str]) -> dict[str, str]:
    """The texts of some keys, and those one word further: ``web.card.one`` and ``web.card.about``.

    Scripts hand keys around and say more of the same: t(`${key}.about`).

    >>> texts_of(["web.rank.+"], {"web.rank.K": "1", "web.rank.K.one": "2", "web.suit": "3"})
    {'web.rank.K': '1', 'web.rank.K.one': '2'}
    """
    wanted = frozenset(keys)
    matches = re.compile("|".join(_pattern(key) for key in wanted if "*" in key or "+" in key) or "(?!)")

    def is_used(key: str) -> bool:
        return key in wanted or matches.fullmatch(key) is not None

    return {key: text for key, text in catalogue.items() if is_used(key) or is_used(key.rpartition(".")[0])}


def _pattern(key: str) -> str:
    """A key with holes as a regular expression: the last part may be anything, the others are words."""
    return re.sub(r"\\\*$", ".*", re.escape(key)).replace(r"\*", "[^.]*").replace(r"\+", "[^.]+")
