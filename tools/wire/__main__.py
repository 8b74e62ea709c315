"""Writes what each game sends to its table in the page (views, events, actions, effects) as types.

The structs of the rules are the one source: ``js/tables/<game>/wire.d.ts`` is made from them, and
``make lint`` checks the scripts of the table against it.
"""

from __future__ import annotations

import inspect as python
from collections.abc import Iterable, Sequence
from enum import Enum
from pathlib import Path
from textwrap import indent
from typing import Final

from msgspec import inspect

from korthus.core.protocol import AnyGame, Effect
from korthus.games.registry import load, own_games
from tools.cards.__main__ import STATIC

TABLES: Final = STATIC / "js" / "tables"
#: The longest line of the house format, inside a namespace.
WIDEST: Final = 108
#: Who may know an event is settled before it is sent.
LEFT_OUT: Final = frozenset({"audience"})
#: Texts up to this length are codes of cards, ranks, suits or boards: plain texts to a script.
LONGEST_CODE: Final = 2

_HEAD: Final = "// Written by `python -m tools.wire` from the rules of the game.\n\n"
_WIRE: Final = """/** All of it, for `GameTypes`. */
type Wire = { view: View; event: AnyEvent; action: AnyAction; effect: AnyEffect };
"""
_PLAIN: Final[dict[type, str]] = {
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.StrType: "string",
    inspect.NoneType: "null",
}


class Writer:
    """Collects the types of some structs and of everything inside them."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}

    def struct(self, cls: type, name: str | None = None) -> str:
        """Write a struct down, under its own name or another; the name."""
        info = inspect.type_info(cls)
        assert isinstance(info, inspect.StructType)
        return self._struct(info, name)

    def _struct(self, info: inspect.StructType, name: str | None = None) -> str:
        name = name or info.cls.__name__
        if name in self.written:
            return name
        self.written[name] = ""  # its place; a struct may hold itself
        fields = [f'{info.tag_field}: "{info.tag}"'] if info.tag is not None else []
        optional = info.cls.__struct_config__.omit_defaults
        for field in info.fields:
            if field.name in LEFT_OUT:
                continue
            mark = "?" if optional and not field.required else ""
            fields.append(f"{field.encode_name}{mark}: {self.type(field.type)}")
        self.written[name] = f"/** {_about(info.cls)} */\ntype {name} = {_braces(name, fields)};\n"
        return name

    def _enum(self, cls: type[Enum]) -> str:
        kind = _words([each.value for each in cls])
        if " | " not in kind:
            return kind
        self.written[cls.__name__] = _any(cls.__name__, _about(cls), kind.split(" | "))
        return cls.__name__

    def type(self, info: inspect.Type) -> str:
        """A type as TypeScript writes it."""
        match info:
            case inspect.StructType():
                return self._struct(info)
            case inspect.UnionType():
                return " | ".join(dict.fromkeys(self.type(each) for each in info.types))
            case inspect.EnumType():
                return self._enum(info.cls)
            case inspect.LiteralType():
                return _words(info.values)
            case inspect.VarTupleType() | inspect.ListType() | inspect.SetType() | inspect.FrozenSetType():
                return _list_of(self.type(info.item_type))
            case inspect.TupleType():
                kinds = [self.type(each) for each in info.item_types]
                # One type for all places is a list: scripts change one place of it and keep the others.
                return _list_of(kinds[0]) if len({*kinds}) == 1 else f"[{', '.join(kinds)}]"
            case inspect.DictType():
                return f"Record<{self.type(info.key_type)}, {self.type(info.value_type)}>"
        return _PLAIN[type(info)]


def _braces(name: str, fields: Sequence[str]) -> str:
    line = f"{{ {'; '.join(fields)} }}"
    if len(f"type {name} = {line};") <= WIDEST:
        return line
    return "{\n" + "".join(f"  {field};\n" for field in fields) + "}"


def _about(cls: type) -> str:
    """The first sentence that a class says about itself."""
    return (python.getdoc(cls) or cls.__name__).partition("\n")[0]


def _list_of(kind: str) -> str:
    return f"({kind})[]" if " | " in kind else f"{kind}[]"


def _words(values: Sequence[object]) -> str:
    words = [each for each in values if isinstance(each, str)]
    if len(words) < len(values):
        return "number"
    if all(len(word) <= LONGEST_CODE for word in words):
        return "string"
    return " | ".join(f'"{word}"' for word in words)


def _any(name: str, about: str, kinds: Iterable[str]) -> str:
    options = [*kinds] or ["null"]
    line = f"type {name} = {' | '.join(options)};"
    if len(line) > WIDEST:
        line = "\n".join([f"type {name} =", *(f"  | {kind}" for kind in options)]) + ";"
    return f"/** {about} */\n{line}\n"


def effects_of(game: type[AnyGame]) -> list[type[Effect]]:
    """What the listed actions of a game may say of what they do."""
    package = game.__module__.rpartition(".")[0]
    return [each for each in Effect.__subclasses__() if each.__module__.startswith(f"{package}.")]


def wire(game: type[AnyGame]) -> str:
    """The types of what a game sends."""
    writer = Writer()
    writer.struct(game.view_type, "View")
    events = [writer.struct(each) for each in game.event_types]
    actions = [writer.struct(each) for each in game.action_types if each is not game.deal_type]
    effects = [writer.struct(each) for each in effects_of(game)]
    parts = [
        *writer.written.values(),
        _any("AnyEvent", "What may come about.", events),
        _any("AnyAction", "What a seat may do.", actions),
        _any("AnyEffect", "What an action does, where that is told.", effects),
        _WIRE,
    ]
    body = indent("\n".join(parts), "  ", lambda line: bool(line.strip()))
    return f"{_HEAD}declare namespace {game.name.capitalize()} {{\n{body}}}\n"


def files() -> dict[Path, str]:
    """The file of each game that has a table of its own in the page."""
    with_table = [name for name in own_games() if (TABLES / name).is_dir()]
    return {TABLES / name / "wire.d.ts": wire(load(name)) for name in with_table}


def main() -> None:
    """Write them all."""
    for file, text in files().items():
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
