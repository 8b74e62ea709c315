"""The tables' scripts hold no rule: values, sums, room and scores come from the server.

Signs of a rule are looked for in ``js/tables``. Each is derived from the games, so that a new field or option
is covered without a change here:

- a table of what cards count, by rank or by card;
- an option of the rules: a script that applies no rule needs none;
- arithmetic on a number of a view, an event or an effect, or on each of a list of them;
- a choice among the rows of numbers that a view or an event lists, or among the cards of a hand.

A scene holds what a view or an event has said. So in a scene's script these are signs, too:

- a number or a name of the game that is written there, as if it had been told;
- a number of the game that is taken for another one.

What only looks like one stands in ``HARMLESS`` with its reason. ``js/verify`` is not looked at: it checks the
server's luck and must not believe it, so it has what it needs of the rules on purpose.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec
import pytest
from tests.web_page.conftest import STATIC

import korthus
from korthus.core.cards import Card, Rank, Suit
from korthus.core.protocol import Effect

TABLES: Final = STATIC / "js" / "tables"
SCRIPTS: Final = sorted(path.relative_to(TABLES).as_posix() for path in TABLES.rglob("*.js"))

#: Numbers of the server that name a seat, a place or a moment, or are called as the cards that lie there.
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
        "winner_ids",
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
        "hands",
    }
)

#: Parts of lines that show a sign and hold no rule, by script, each with its reason.
HARMLESS: Final[dict[str, dict[str, str]]] = {
    "default/index.js": {
        "const around = players.map((_, at) => (this.bottom + 1 + at) % count);": "where seats are drawn",
    },
    "default/scene.js": {
        "(at === seat ? Math.max(0, n - came.length) : n)": "a card that comes to the table leaves its hand",
        'field: "hands", whose: "seats", kind: "cards"': "the kind of a zone that the page makes itself",
        'kind: "text", values: [plain(entries)]': "what cannot be read by seat is written as it is",
    },
    "default/row.js": {"deck: options.deck,": "how the row's cards are drawn, not an option of the game"},
    "eight/draft.js": {
        "const open = splits.filter((split) => draft.every((cards, board) => cards.length <= ": (
            "the one look-up of decision 52, held against the rules in test_table_scenes.py"
        ),
    },
    "eight/scene.js": {
        "view.hand.filter((card) => !drafted.has(card))": "what lies on the boards does not lie in the hand",
        "...backs(view.hand_sizes[seat] - seen.length)": (
            "as many backs as there are cards that are not seen"
        ),
    },
    "kachuful/bids.js": {
        "const columns = (count) =>": "how many buttons stand side by side",
    },
    "kachuful/held.js": {
        'const RANKS = "AKQJT98765432";': "the order in which a hand is held; who wins a trick is an event",
    },
    "kachuful/index.js": {
        "news: 4 * view.seats + 8, behind:": ("how much the table shows one by one"),
        "const shown = schedule.map((cards, number) => ({ cards, number })).slice(first, first + WINDOW);": (
            "as many rounds as there is room for"
        ),
    },
    "kachuful/places.js": {
        "export const around = (seats, bottom) =>": ("where seats are drawn"),
        "const turn = ((seat - bottom + seats) % seats) / seats;": "where a seat is drawn",
    },
    "kachuful/scene.js": {
        'phase: "bid",': "that a round has started is that it is bid",
        'phase: "play",': "that a card was played is that it is played",
        "bids: scene.bids.with(seat, count)": "the bid itself",
    },
    "mulle/cloth.js": {
        "loose.sort((one, other) => one.pile.value - other.pile.value || one.index - other.index);": (
            "the order in which cards lie"
        ),
        "framed.sort((one, other) => one.pile.value - other.pile.value);": "the order in which builds lie",
    },
    "mulle/index.js": {
        "const special = this.state.view.special.find(([each]) => each === card);": "looked up by its card",
    },
    "mulle/panel.js": {
        'points.map((row, at) => line(String(at + 1), cellsOf(row), "")),': "the number of a line",
        "const share = (amount) => `${(100 * amount) / scale}%`;": "the length of a bar",
    },
    "mus/bets.js": {
        "const index = list.indexOf(amount) + direction;": "the next in the server's list of amounts",
        "Math.abs(each - amount) < Math.abs(best - amount)": ("the nearest in the server's list of amounts"),
    },
    "mulle/scene.js": {
        "value: 0,": "what is being taken is no pile any more, and counts nothing",
    },
    "mus/scene.js": {
        'phase: "deal",': "a hand begins with its deal",
        'phase: "bet",': "that a lance has started is that it is bet on",
        "held: [0, 0],": "each deal of the hand says how many cards a seat holds then",
        "amount: bet.stake": "a word that was not heard is said as the bet stands",
        '{ word: "discard", amount: count }': "the word itself",
        "stones: scene.stones.with(event.seat, event.total)": "the event says what a seat has now",
        'hand.filter((event) => event.type === "StonesScored")': "events of a hand, not its cards",
    },
    "mus/seat.js": {
        "const part = facts.target ? Math.min(1, Math.max(0, facts.stones / facts.target)) : 0;": (
            "the length of a bar"
        ),
    },
    "mus/stones.js": {
        "const items = [...Array(Math.floor(count / FIVE))": "how stones are drawn: in fives",
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


def _rows(kind: msgspec.inspect.Type, name: str, found: set[str], depth: int = 0) -> None:
    """Collect the names of fields that hold lists of lists of whole numbers, at any depth."""
    match kind:
        case msgspec.inspect.IntType() if depth > 1:
            found.add(name)
        case msgspec.inspect.StructType(fields=fields):
            for field in fields:
                _rows(field.type, field.encode_name, found)
        case msgspec.inspect.UnionType(types=types):
            for each in types:
                _rows(each, name, found, depth)
        case msgspec.inspect.TupleType(item_types=types):
            for each in types:
                _rows(each, name, found, depth + 1)
        case msgspec.inspect.VarTupleType(item_type=item) | msgspec.inspect.ListType(item_type=item):
            _rows(item, name, found, depth + 1)
        case msgspec.inspect.DictType(value_type=value):
            _rows(value, name, found, depth + 1)


def _words(kind: msgspec.inspect.Type, name: str, found: set[str]) -> None:
    """Collect the names of fields that hold one of the game's own words, at any depth."""
    match kind:
        case msgspec.inspect.EnumType(cls=words) if words not in (Card, Suit, Rank):
            found.add(name)
        case msgspec.inspect.LiteralType():
            found.add(name)
        case msgspec.inspect.StructType(fields=fields):
            for field in fields:
                _words(field.type, field.encode_name, found)
        case msgspec.inspect.UnionType(types=types):
            for each in types:
                _words(each, name, found)


def _effects(kind: type[Any] = Effect) -> Iterator[type[Any]]:
    for each in kind.__subclasses__():
        yield each
        yield from _effects(each)


def _fields(collect: Callable[[msgspec.inspect.Type, str, set[str]], None]) -> frozenset[str]:
    """Fields of views, events and effects of all games."""
    found: set[str] = set()
    for info in korthus.catalogue():
        game = korthus.game(info.name)
        for kind in (game.view_type, *game.event_types, *_effects()):
            collect(msgspec.inspect.type_info(kind), "", found)
    return frozenset(found)


@cache
def numbers() -> frozenset[str]:
    """The fields whose numbers a script may show, not compute."""
    return _fields(_numbers) - NAMES


@cache
def rows() -> frozenset[str]:
    """The fields that list rows of such numbers."""
    return _fields(_rows) - NAMES


@cache
def words() -> frozenset[str]:
    """The fields with a word of the game: its phase, how a lance is settled."""
    return _fields(_words)


@cache
def options() -> frozenset[str]:
    """The options of all games."""
    return frozenset(
        name for info in korthus.catalogue() for name in korthus.game(info.name).rules_type.__struct_fields__
    )


#: A table of a script without functions: what there is before anything was told, or how long something lasts.
_BARE_TABLE: Final = re.compile(r"(?ms)^const [A-Z_]+ = \{(?:(?!=>).)*?\};$")


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


def signs(source: str, *, scene: bool = False) -> list[Sign]:
    """The lines of a script that look like a rule; in the script of a ``scene``, those that make facts up."""
    return [*_reckoned(source), *(_made_up(source) if scene else ())]


def _reckoned(source: str) -> list[Sign]:
    name = rf"(?:{'|'.join(sorted(numbers()))})"
    operator = r"(?:\*\*|[-+*/%])=?"
    term = rf"\b{name}\b(?:\??\.?\[[^\]]*\])?\)?"
    left = re.compile(rf"{term}\s+{operator}\s+[\w(\[]")
    right = re.compile(rf"[\w)\]]\s+{operator}\s+\(?(?:[\w#]+(?:\[[^\]]*\])?\??\.)*{term}")
    each = re.compile(rf"\b{name}\??\.(?:map|with|reduce)\(.*[\w)\]]\s+{operator}\s+[\w(\[]")
    listed = rf"(?:{'|'.join(sorted(rows()))})"
    choosing = r"(?:filter|some|every|find\w*|reduce|flatMap|sort|toSorted)"
    chosen = re.compile(rf"\b{listed}\??\.{choosing}\(|\bhand\??\.(?:filter|some|every)\(")
    option = re.compile(rf"\boptions\b\??\.(?:{'|'.join(sorted(options()))})\b")
    from_options = re.compile(r"\{[^{}]*\}\s*=\s*(?:[\w.]+\.)?options\b")
    found = []
    for line in code(source):
        if _VALUED.search(line) or _RANKED.search(line):
            found.append(Sign(line, "cards have values"))
        if option.search(line) or from_options.search(line):
            found.append(Sign(line, "an option of the rules"))
        if left.search(line) or right.search(line) or each.search(line):
            found.append(Sign(line, "arithmetic on a number of the game"))
        if chosen.search(line):
            found.append(Sign(line, "a choice among what the game lists"))
    return found


def _made_up(source: str) -> list[Sign]:
    """Lines of a scene in which a fact is no word of a view or an event."""
    told = rf"(?:{'|'.join(sorted(numbers()))})"
    any_number = rf"(?:{'|'.join(sorted(_fields(_numbers)))})"
    word = rf"(?:{'|'.join(sorted(words()))})"
    written = re.compile(rf"""\b{told}: (?:\[?-?\d)|\b{word}: ["'`]""")
    other = rf"(?!(?:[\w]+[.?]+)*\1\b)(?:[\w]+[.?]+)*{any_number}\b(?![.?(\[])"
    taken = re.compile(rf"\b({told})(?:\.with\([^,()]+, |: ){other}")
    found = []
    for line in code(_BARE_TABLE.sub(lambda table: "\n" * table[0].count("\n"), source)):
        if written.search(line):
            found.append(Sign(line, "written as if it had been told"))
        if taken.search(line):
            found.append(Sign(line, "one number of the game taken for another"))
    return found


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_table_holds_no_rule(script: str) -> None:
    harmless = HARMLESS.get(script, {})
    source = (TABLES / script).read_text(encoding="utf-8")
    found = signs(source, scene=script.endswith("scene.js"))
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
    ("line", "why"),
    [
        (
            "const splits = scene.splits.filter((split) => split[plo] === event.size);",
            "a choice among what the game lists",
        ),
        ("const done = view.splits.some((split) => split[0] === 4);", "a choice among what the game lists"),
        ("const open = view.hand.filter((card) => card[1] === led);", "a choice among what the game lists"),
        (
            "taken: base.taken.map((count, seat) => count + (seat === event.seat ? cards.length : 0)),",
            "arithmetic on a number of the game",
        ),
        ("held: scene.held.map((each) => each - 1),", "arithmetic on a number of the game"),
        ("const left = event.count - 2;", "arithmetic on a number of the game"),
        (
            'HAND_RESULT: (scene, { bankrolls, net }) => one({ ...scene, bankrolls, net, pot: 0 }, "end"),',
            "written as if it had been told",
        ),
        (
            '...(ends ? settle(scene, { lance, how: "pass", seat: null, stones: 0 }) : {}),',
            "written as if it had been told",
        ),
        (
            '...settle(scene, { lance, how: "refused", seat: scene.bet?.seat ?? null, stones: deje }),',
            "written as if it had been told",
        ),
        (
            "const result = { lance, how, seat: scene.bet?.seat ?? null, stones: stake };",
            "one number of the game taken for another",
        ),
        ("needs: scene.needs.with(seat, count),", "one number of the game taken for another"),
        ("return { ...scene, totals: event.points };", "one number of the game taken for another"),
    ],
)
def test_what_a_scene_makes_up_would_be_found(line: str, why: str) -> None:
    assert Sign(line, why) in signs(line, scene=True)


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


@pytest.mark.parametrize(
    "line",
    [
        "const EMPTY = { pot: 0, bankrolls: [0, 0], net: null };",
        'const NOTHING = {\n  phase: "deal",\n  number: 0,\n};',
        "return { ...scene, taken: base.taken.with(event.seat, event.taken) };",
        "needs: view.needs,",
        "winner: seat,",
        "const text = points.map(String).join();",
    ],
)
def test_what_a_scene_is_told_is_left_alone(line: str) -> None:
    assert signs(line, scene=True) == []
