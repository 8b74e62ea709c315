"""Rules are data: one frozen, checked struct of options per game, with named presets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self, get_type_hints

import msgspec
from msgspec import Meta

from korthus.core.errors import InvalidOptions, unknown
from korthus.core.phrases import Phrase, either


class Option(msgspec.Struct, frozen=True):
    """One option as people see it: what it decides, its values, and the clause it comes from."""

    name: str
    default: object
    #: A phrase, where it is more than the values themselves.
    values: str
    about: str
    source: str


def about(text: str, source: str, *, ge: int | None = None, le: int | None = None) -> Meta:
    """What is said of an option: what it decides, the clause that it comes from, and its range."""
    return Meta(description=text, extra={"source": source}, ge=ge, le=le)


class Rules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """The base of every game's options.

    Each field is ``Annotated[type, about("…", "MI-8")]``. Values are checked
    against the types when the object is made, then ``check`` looks at combinations.
    """

    #: Named option sets; the first is the default.
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {"standard": {}}

    def __post_init__(self) -> None:
        for name, kind in _kinds(type(self)).items():
            try:
                msgspec.convert(getattr(self, name), kind)
            except msgspec.ValidationError:
                raise InvalidOptions(
                    "BAD_OPTION",
                    "{option} cannot be {value}; it takes {values}.",
                    option=name,
                    value=repr(getattr(self, name))[:60],
                    values=describe_type(kind),
                ) from None
        self.check()

    def check(self) -> None:
        """Refuse combinations that cannot be played.

        Raises:
            InvalidOptions: with a sentence that says what would work.
        """

    def for_seats(self, seats: int) -> Self:
        """The nearest rules that ``seats`` can play by: these, unless the game knows they cannot be dealt.

        A form offers them before a table is opened; ``Game.new`` judges by what it is given.
        """
        return self

    @classmethod
    def make(cls, preset: str | None = None, /, **options: object) -> Self:
        """The rules of a preset (the default one if None) with some options changed.

        Text values are understood (``"3"``, ``"true"``, ``"none"``), so that a command line can pass them on.

        Raises:
            InvalidOptions: an unknown preset or option, a bad value, an impossible combination.
        """
        name = preset if preset is not None else next(iter(cls.presets))
        if name not in cls.presets:
            refused = InvalidOptions(
                "UNKNOWN_PRESET",
                "There is no preset {preset}; there {presets:is|are} {presets}.",
                preset=repr(name)[:60],
                presets=tuple(cls.presets),
            )
            raise unknown(refused, name, tuple(cls.presets))
        kinds = _kinds(cls)
        chosen: dict[str, object] = dict(cls.presets[name])
        for option, value in options.items():
            if option not in kinds:
                refused = InvalidOptions(
                    "UNKNOWN_OPTION",
                    "There is no option {option}; there {options:is|are} {options}.",
                    option=repr(option)[:60],
                    options=tuple(kinds),
                )
                raise unknown(refused, option, tuple(kinds))
            chosen[option] = _from_text(value, kinds[option])
        return cls(**chosen)

    @classmethod
    def options(cls) -> tuple[Option, ...]:
        """Every option with its default, its values and the clause that it comes from."""
        described = []
        for field, kind in zip(msgspec.structs.fields(cls), _kinds(cls).values(), strict=True):
            about, source = _meta(kind)
            described.append(Option(field.name, field.default, describe_type(kind), about, source))
        return tuple(described)

    def changed(self) -> dict[str, Any]:
        """The options that differ from their defaults: what a record writes down."""
        return {
            field.name: msgspec.to_builtins(getattr(self, field.name))
            for field in msgspec.structs.fields(type(self))
            if getattr(self, field.name) != field.default
        }


_KINDS: dict[type[Rules], dict[str, Any]] = {}


def _kinds(rules: type[Rules]) -> dict[str, Any]:
    """The annotated type of each field, in order; looked up once per rules type."""
    if rules not in _KINDS:
        hints = get_type_hints(rules, include_extras=True)
        _KINDS[rules] = {name: hints[name] for name in rules.__struct_fields__}
    return _KINDS[rules]


def _meta(kind: Any) -> tuple[str, str]:
    for note in getattr(kind, "__metadata__", ()):
        if isinstance(note, msgspec.Meta):
            return note.description or "", str((note.extra or {}).get("source", ""))
    return "", ""


def _from_text(value: object, kind: Any) -> object:
    """A text from a command line as a value of ``kind``; anything that does not fit is left for the check."""
    if not isinstance(value, str):
        try:
            return msgspec.convert(value, kind)  # lists from JSON become tuples
        except msgspec.ValidationError:
            return value
    for candidate in (value, None if value.lower() == "none" else value, value.split(",")):
        try:
            return msgspec.convert(candidate, kind, strict=False)
        except msgspec.ValidationError:
            continue
    return value


def describe_type(kind: Any) -> str:
    """A field's type in words: ``discard or last_capturer``, ``a whole number from 1 to 100``."""
    return _describe(msgspec.inspect.type_info(kind))


def _describe(info: msgspec.inspect.Type) -> str:
    match info:
        case msgspec.inspect.Metadata(type=inner):
            return _describe(inner)
        case msgspec.inspect.LiteralType(values=values):
            return either(str(value) for value in values)
        case msgspec.inspect.EnumType(cls=cls) if len(cls) > 20:
            # A deck: naming every card helps nobody.
            return Phrase("common.values.cards", "card codes")
        case msgspec.inspect.EnumType(cls=cls):
            return either(str(member.value) for member in cls)
        case msgspec.inspect.BoolType():
            return either(("true", "false"))
        case msgspec.inspect.NoneType():
            return "none"
        case msgspec.inspect.IntType(ge=low, le=high):
            if low is None:
                return Phrase("common.values.whole", "a whole number")
            if high is None:
                return Phrase("common.values.from", "a whole number from {low}", low=low)
            return Phrase("common.values.from_to", "a whole number from {low} to {high}", low=low, high=high)
        case msgspec.inspect.UnionType(types=kinds):
            return either(_describe(each) for each in kinds)
        case msgspec.inspect.VarTupleType(item_type=item):
            return Phrase("common.values.list", "a list of {item}", item=_describe(item))
        case msgspec.inspect.TupleType(item_types=items):
            described = [_describe(each) for each in items]
            if len(set(described)) == 1:
                first = described[0]
                return Phrase("common.values.list_of", "{n} values, each {item}", n=len(items), item=first)
            return Phrase("common.values.list", "a list of {item}", item=", ".join(described))
        case _:
            return Phrase("common.values.text", "text")
