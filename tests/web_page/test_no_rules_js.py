"""The tables' scripts hold no rule: values, sums, room and scores come from the server.

Three signs of a rule are looked for in ``js/tables``. Each is derived from the games, so that a new field or
option is covered without a change here:

- a table of what cards count, by rank or by card;
- an option of the rules: a script that applies no rule needs none;
- arithmetic on a number of a view, an event or an effect.

What only looks like one stands in ``HARMLESS`` with its reason. ``js/verify`` is not looked at: it checks the
server's luck and must not believe it, so it has what it needs of the rules on purpose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec
import pytest
from tests.web_page.conftest import STATIC

import korthus
from korthus.core.protocol import Effect

TABLES: Final = STATIC / "js" / "tables"
SCRIPTS: Final = sorted(path.relative_to(TABLES).as_posix() for path in TABLES.rglob("*.js"))

#: Numbers of the server that name a seat, a place or a moment, or count cards that lie there: no points.
NAMES: Final = frozenset(
    {
        "seat",
        "to_act",
        "turn",
        "owner",
        "starter",
        "dealer",
        "mano",
        "leader",
        "winner",
        "winners",
        "player",
        "to",
        "last_capturer",
        "audience",
        "holder",
        "hand",
        "round",
        "omgang",
        "rond",
        "number",
        "board",
        "boards",
        "place",
        "places",
        "groups",
        "base",
        "joins",
        "cards",
        "cards_in_hand",
        "cards_each",
        "count",
        "counts",
        "hands",
    }
)

#: Parts of lines that show a sign and hold no rule, by script, each with its reason.
HARMLESS: Final[dict[str, dict[str, str]]] = {
    "default/row.js": {"deck: options.deck,": "how the row's cards are drawn, not an option of the game"},
    "eight/scene.js": {
        "...backs(view.hand_sizes[seat] - seen.length)": (
            "as many backs as there are cards that are not seen"
        ),
    },
    "kachuful/held.js": {
        'const RANKS = "AKQJT98765432";': "the order in which a hand is held; who wins a trick is an event",
    },
    "kachuful/index.js": {
        "news: 4 * view.seats + 8, behind:": ("how much the table shows one by one"),
    },
    "kachuful/places.js": {
        "export const around = (seats, bottom) =>": ("where seats are drawn"),
        "const turn = ((seat - bottom + seats) % seats) / seats;": "where a seat is drawn",
    },
    "mulle/cloth.js": {
        "loose.sort((one, other) => one.pile.value - other.pile.value || one.place - other.place);": (
            "the order in which cards lie"
        ),
        "framed.sort((one, other) => one.pile.value - other.pile.value);": "the order in which builds lie",
    },
    "mulle/panel.js": {
        "const share = (amount) => `${(100 * amount) / scale}%`;": "the length of a bar",
    },
    "mus/bets.js": {
        "const place = list.indexOf(amount) + direction;": "the next in the server's list of amounts",
        "Math.abs(each - amount) < Math.abs(best - amount)": ("the nearest in the server's list of amounts"),
    },
    "mus/seat.js": {
        "const part = facts.target ? Math.min(1, Math.max(0, facts.stones / facts.target)) : 0;": (
            "the length of a bar"
        ),
    },
}


class Sign(NamedTuple):
    """A line that looks like a rule."""

    line: str
    why: str


def _numbers(kind: msgspec.inspect.Type, name: str, found: set[str]) -> None:
    """Collect the names of fields that hold whole numbers, at any depth."""
    match kind:
        case msgspec.inspect.IntType():
            found.add(name)
        case msgspec.inspect.StructType(fields=fields):
            for field in fields:
                _numbers(field.type, field.encode_name, found)
        case msgspec.inspect.UnionType(types=types) | msgspec.inspect.TupleType(item_types=types):
            for each in types:
                _numbers(each, name, found)
        case msgspec.inspect.VarTupleType(item_type=item) | msgspec.inspect.ListType(item_type=item):
            _numbers(item, name, found)
        case msgspec.inspect.DictType(value_type=value):
            _numbers(value, name, found)


def _effects(kind: type[Any] = Effect) -> Iterator[type[Any]]:
    for each in kind.__subclasses__():
        yield each
        yield from _effects(each)


@cache
def numbers() -> frozenset[str]:
    """The fields of views, events and effects of all games whose numbers a script may show, not compute."""
    found: set[str] = set()
    for info in korthus.catalogue():
        game = korthus.game(info.name)
        for kind in (game.view_type, *game.event_types, *_effects()):
            _numbers(msgspec.inspect.type_info(kind), "", found)
    return frozenset(found) - NAMES


@cache
def options() -> frozenset[str]:
    """The options of all games."""
    return frozenset(
        name for info in korthus.catalogue() for name in korthus.game(info.name).rules_type.__struct_fields__
    )


def code(source: str) -> list[str]:
    """The lines of a script without comments and imports."""
    bare = re.sub(r"/\*.*?\*/", lambda found: "\n" * found[0].count("\n"), source, flags=re.DOTALL)
    bare = re.sub(r"(?m)(^|\s)//.*$", "", bare)
    return [" ".join(line.split()) for line in bare.splitlines() if not line.startswith("import ")]


#: A rank or a card as the key of a number: ``A: 14``, ``"2s": 15``, ``["K", 13]``.
_VALUED: Final = re.compile(
    r"""(?:^|[\s{,\[(])["']?(?:[AKQJTRCS]|[2-9AKQJT][cdhs]|[1-7RCS][oceb])["']?\s*[:,]\s*\d"""
)
#: Ranks in their order.
_RANKED: Final = re.compile(r"""23456789T|JQKA|AKQJ|["']Q["'],\s*["']K["']|["']K["'],\s*["']Q["']""")


def signs(source: str) -> list[Sign]:
    """The lines of a script that look like a rule."""
    name = rf"(?:{'|'.join(sorted(numbers()))})"
    operator = r"(?:\*\*|[-+*/%])=?"
    term = rf"\b{name}\b(?:\??\.?\[[^\]]*\])?\)?"
    left = re.compile(rf"{term}\s+{operator}\s+[\w(\[]")
    right = re.compile(rf"[\w)\]]\s+{operator}\s+\(?(?:[\w#]+(?:\[[^\]]*\])?\??\.)*{term}")
    option = re.compile(rf"\boptions\b\??\.(?:{'|'.join(sorted(options()))})\b")
    from_options = re.compile(r"\{[^{}]*\}\s*=\s*(?:[\w.]+\.)?options\b")
    found = []
    for line in code(source):
        if _VALUED.search(line) or _RANKED.search(line):
            found.append(Sign(line, "cards have values"))
        if option.search(line) or from_options.search(line):
            found.append(Sign(line, "an option of the rules"))
        if left.search(line) or right.search(line):
            found.append(Sign(line, "arithmetic on a number of the game"))
    return found


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_table_holds_no_rule(script: str) -> None:
    harmless = HARMLESS.get(script, {})
    found = signs((TABLES / script).read_text(encoding="utf-8"))
    assert [sign for sign in found if not any(part in sign.line for part in harmless)] == []
    assert [part for part in harmless if not any(part in sign.line for sign in found)] == []


def test_every_reason_is_for_a_script_that_is_there() -> None:
    assert {*HARMLESS} <= {*SCRIPTS}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("const PIPS = { A: 1, T: 10, J: 11, Q: 12, K: 13 };", "cards have values"),
        ('const LARGE_IN_HAND = { "2s": 15, Td: 16 };', "cards have values"),
        ('const order = "23456789TJQKA";', "cards have values"),
        ('const points = new Map([["R", 10], ["C", 10]]);', "cards have values"),
        ("const size = options.hand_size;", "an option of the rules"),
        ("const { ronder_nominal: nominal = 6 } = options;", "an option of the rules"),
        ("const over = side.intake - 20;", "arithmetic on a number of the game"),
        ("points += score.mulle + score.tabbe;", "arithmetic on a number of the game"),
        ("return below + pile.value;", "arithmetic on a number of the game"),
        ("const left = 2 * view.sides[0].intake;", "arithmetic on a number of the game"),
    ],
)
def test_a_rule_would_be_found(line: str, why: str) -> None:
    assert Sign(line, why) in signs(line)


@pytest.mark.parametrize(
    "line",
    [
        "// points = score.mulle + score.tabbe",
        "/* { A: 1, K: 13 } */",
        "const next = (at + 1) % takes.length;",
        "const text = `${view.totals[0]} – ${view.totals[1]}`;",
        "const across = 1 - view.turn;",
    ],
)
def test_what_is_no_rule_is_left_alone(line: str) -> None:
    assert signs(line) == []
