"""A game's options, as a page needs them to draw a form."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

import msgspec

import korthus

Kind = Literal["bool", "int", "choice", "text", "list"]


class OptionInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One option: what it decides, and which values it takes."""

    name: str
    kind: Kind
    default: Any
    description: str
    choices: list[Any] | None = None
    min: int | None = None
    max: int | None = None
    #: Whether it may be left out (null).
    optional: bool = False


@cache
def option_infos(game: str) -> list[OptionInfo]:
    """The options of a game, in the order of its rules."""
    rules = type(korthus.game(game)).rules_type
    info = msgspec.inspect.type_info(rules)
    assert isinstance(info, msgspec.inspect.StructType)
    fields = {field.name: field.type for field in info.fields}
    return [
        _info(option.name, option.default, option.about, fields[option.name]) for option in rules.options()
    ]


def _info(name: str, default: object, about: str, kind: msgspec.inspect.Type) -> OptionInfo:
    parts = [_inner(part) for part in kind.types] if isinstance(kind, msgspec.inspect.UnionType) else None
    kind = _inner(kind)
    if isinstance(kind, msgspec.inspect.UnionType):
        parts = [_inner(part) for part in kind.types]
    optional = parts is not None and any(isinstance(part, msgspec.inspect.NoneType) for part in parts)
    if parts is not None:
        others = [part for part in parts if not isinstance(part, msgspec.inspect.NoneType)]
        kind = others[0] if len(others) == 1 else kind
    value = msgspec.to_builtins(default)
    common: dict[str, Any] = {"name": name, "default": value, "description": about, "optional": optional}
    match kind:
        case msgspec.inspect.BoolType():
            return OptionInfo(kind="bool", **common)
        case msgspec.inspect.IntType(ge=low, le=high):
            return OptionInfo(kind="int", min=low, max=high, **common)
        case msgspec.inspect.LiteralType(values=values):
            return OptionInfo(kind="choice", choices=list(values), **common)
        case msgspec.inspect.EnumType(cls=cls):
            return OptionInfo(kind="choice", choices=[member.value for member in cls], **common)
        case msgspec.inspect.VarTupleType() | msgspec.inspect.TupleType() | msgspec.inspect.ListType():
            return OptionInfo(kind="list", **common)
        case _:
            return OptionInfo(kind="text", **common)


def _inner(kind: msgspec.inspect.Type) -> msgspec.inspect.Type:
    while isinstance(kind, msgspec.inspect.Metadata):
        kind = kind.type
    return kind
