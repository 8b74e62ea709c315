"""The record of a game: one JSON document that people can read and compare, and nothing can half-read.

A record says which game was played under which options, who sat where, how the cards were shuffled, and every
action in its text form, deals included. This module knows the format only; ``korthus.table.replay`` plays a
record and ``korthus.table.verify`` checks it against the rules and the seeds. ``docs/record.md`` describes
each field.
"""

from __future__ import annotations

import hashlib
import json
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from korthus.core.chance import MAX_SEAT_SEED, SCHEME
from korthus.core.errors import InvalidRecord
from korthus.core.protocol import MAX_ACTION_TEXT
from korthus.core.troubles import trouble_with_json

FORMAT: Final = "korthus record"
VERSION: Final = 1

#: The largest record that is looked at.
MAX_BYTES: Final = 16 * 2**20
MAX_ACTIONS: Final = 100_000
#: One for each card of a pack: no game seats more.
MAX_SEATS: Final = 52

Name = Annotated[str, Meta(min_length=1, max_length=64)]
Hex32 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
SeatNumber = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]


class _Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Part of a record: exactly its fields, with exactly their types."""


class SeatEntry(_Part, frozen=True, kw_only=True):
    """Who sat in a seat; ``bot`` is the name of the computer player, or None for a person."""

    name: Name
    bot: Name | None


class ShuffleEntry(_Part, frozen=True, kw_only=True):
    """How the cards were shuffled. The server's seed is there only when the game is over."""

    scheme: Annotated[str, Meta(max_length=32)]
    commitment: Hex32
    server_seed: Hex32 | None
    #: One per seat in the order of the seats, or none at all if no seat added a seed.
    seat_seeds: Annotated[
        tuple[Annotated[str, Meta(max_length=MAX_SEAT_SEED)], ...], Meta(max_length=MAX_SEATS)
    ]


class ActionEntry(_Part, frozen=True, kw_only=True):
    """One action in its text form, and the seat whose it was; ``"deal"`` for chance."""

    seat: SeatNumber | Literal["deal"]
    text: Annotated[str, Meta(min_length=1, max_length=MAX_ACTION_TEXT)]


class OutcomeEntry(_Part, frozen=True, kw_only=True):
    """How the game ended."""

    scores: Annotated[tuple[int, ...], Meta(max_length=MAX_SEATS)]
    winners: Annotated[tuple[SeatNumber, ...], Meta(max_length=MAX_SEATS)]


class PackageEntry(_Part, frozen=True, kw_only=True):
    """The installed package that brought the game."""

    name: Name
    version: Name


#: Fields that a record may lack; they are left out where they say nothing.
_MAY_LACK: Final = ("package", "resigned", "closing")


class Record(_Part, frozen=True, kw_only=True):
    """A whole game, or one that is still going on (then there is no outcome and no server seed)."""

    format: Literal["korthus record"] = FORMAT
    version: Literal[1] = VERSION
    game: Name
    #: The preset that was asked for, if any. What was played is in ``options``.
    preset: Name | None
    #: Every option that differs from its default, the preset's own included.
    options: dict[str, Any]
    rules_version: Annotated[int, Meta(ge=1)]
    #: Where the game came from; None for the games of the house.
    package: PackageEntry | None = None
    seats: Annotated[tuple[SeatEntry, ...], Meta(min_length=1, max_length=MAX_SEATS)]
    shuffle: ShuffleEntry
    actions: Annotated[tuple[ActionEntry, ...], Meta(max_length=MAX_ACTIONS)]
    outcome: OutcomeEntry | None
    #: The seat that gave the game up, where it did not come to its end by the rules.
    resigned: SeatNumber | None = None
    #: ``closing_hash`` of a finished game; records written before there was one lack it.
    closing: Hex32 | None = None


def encode_record(record: Record) -> bytes:
    """The document, with a line for each action, so that two records compare line by line.

    It ends with its closing brace: whatever part is missing at the end, the rest is no whole document.
    """
    fields = _fields(record)
    last = [*fields][-1]
    lines = ["{"]
    for name, value in fields.items():
        comma = "" if name == last else ","
        if name in ("seats", "actions") and value:
            rows = ",\n".join(f"    {_line(row)}" for row in value)
            lines.append(f'  "{name}": [\n{rows}\n  ]{comma}')
        elif name == "shuffle":
            rows = ",\n".join(f'    "{key}": {_line(part)}' for key, part in value.items())
            lines.append(f'  "{name}": {{\n{rows}\n  }}{comma}')
        else:
            lines.append(f'  "{name}": {_line(value)}{comma}')
    return "\n".join([*lines, "}"]).encode()


def closing_hash(record: Record) -> str:
    """SHA-256, in hex, of everything that a record says: names, options, seeds, actions and outcome.

    It is taken of one line of JSON without spaces, ``closing`` left out, fields in the order of ``Record``
    and options by name, so that any language gives the same whatever the document looks like.
    """
    fields = _fields(record)
    fields.pop("closing", None)
    fields["options"] = dict(sorted(fields["options"].items()))
    line = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(line.encode()).hexdigest()


def _fields(record: Record) -> dict[str, Any]:
    """What a record says, in the order of its fields."""
    fields: dict[str, Any] = msgspec.to_builtins(record)
    return {name: value for name, value in fields.items() if value is not None or name not in _MAY_LACK}


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def decode_record(raw: bytes | str) -> Record:
    """The record of a document, read strictly: all of it or nothing.

    Raises:
        InvalidRecord: too large, cut off, not JSON, not a record, of another version, a field missing,
            unknown, given twice or of a wrong type. The sentence says what and where.
    """
    if not isinstance(raw, bytes | str):
        raise InvalidRecord("NOT_A_DOCUMENT", "That is not a JSON document.")
    if len(raw) > MAX_BYTES:
        raise InvalidRecord("RECORD_TOO_LARGE", "A record has at most {limit} bytes.", limit=MAX_BYTES)
    try:
        data = json.loads(
            raw if isinstance(raw, str) else raw.decode(),
            object_pairs_hook=_no_field_twice,
            parse_constant=_no_constant,
        )
    except InvalidRecord:
        raise
    except RecursionError:
        raise InvalidRecord("TOO_DEEP", "The document is nested too deeply to be a record.") from None
    except UnicodeDecodeError:
        raise InvalidRecord("NOT_UTF8", "The document is not text in UTF-8.") from None
    except json.JSONDecodeError as error:
        raise InvalidRecord(
            "NOT_JSON",
            "The document is not whole: at line {line}, column {column}, this is no JSON any more.",
            line=error.lineno,
            column=error.colno,
        ) from None
    except ValueError:  # a number with more digits than Python reads
        raise InvalidRecord("NUMBER_TOO_LARGE", "The document has a number that is too large.") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise InvalidRecord("NOT_A_RECORD", "The document is JSON, but not a korthus record.")
    if type(data.get("version")) is not int or data["version"] != VERSION:
        raise InvalidRecord(
            "WRONG_VERSION",
            "The record has version {version}; version {known} is what can be read.",
            version=repr(data.get("version"))[:20],
            known=VERSION,
        )
    missing = [name for name in Record.__struct_fields__ if name not in data and name not in _MAY_LACK]
    if missing:
        raise InvalidRecord("MISSING_FIELD", "The record lacks {field}.", field=missing[0])
    try:
        record = msgspec.convert(data, Record)
    except msgspec.ValidationError as error:
        _blame_an_action(data["actions"])
        raise InvalidRecord(
            "BAD_FIELD", "The record is not well-formed: {trouble}.", trouble=trouble_with_json(error)
        ) from None
    _check(record)
    try:
        encode_record(record)
    except UnicodeEncodeError:  # half of a surrogate pair, which JSON can write and no text has
        raise InvalidRecord("NOT_UNICODE", "The record has a text that is not real Unicode.") from None
    return record


def _blame_an_action(actions: object) -> None:
    """Refuse the first action that is not well-formed, by its number, if there is one."""
    for step, action in enumerate(actions if isinstance(actions, list) else (), 1):
        try:
            msgspec.convert(action, ActionEntry)
        except msgspec.ValidationError as error:
            raise InvalidRecord(
                "BAD_STEP",
                "Step {step} is not well-formed: {trouble}.",
                step=step,
                trouble=trouble_with_json(error),
            ) from None


def _check(record: Record) -> None:
    """Refuse what the types allow but no table writes."""
    seats = len(record.seats)
    if record.shuffle.scheme != SCHEME:
        raise InvalidRecord(
            "UNKNOWN_SCHEME",
            "The cards were shuffled by {scheme}, which is not known; {known} is.",
            scheme=repr(record.shuffle.scheme),
            known=SCHEME,
        )
    if len(record.shuffle.seat_seeds) not in (0, seats):
        raise InvalidRecord(
            "BAD_SEAT_SEEDS",
            "seat_seeds has {count} {count:entry|entries}; "
            "it has one for each of the {seats} seats, or none.",
            count=len(record.shuffle.seat_seeds),
            seats=seats,
        )
    if not all(is_seed(seed) for seed in record.shuffle.seat_seeds):
        raise InvalidRecord(
            "LONG_SEAT_SEED", "A seat's seed is at most {limit} bytes of text.", limit=MAX_SEAT_SEED
        )
    brought = () if record.package is None else (record.package.name, record.package.version)
    people = (each for seat in record.seats for each in (seat.name, seat.bot or ""))
    for name in (record.game, *brought, *people):
        if not name.isprintable():
            raise InvalidRecord("ODD_NAME", "A name has signs that cannot be shown.")
    for step, action in enumerate(record.actions, 1):
        if not action.text.isprintable():
            raise InvalidRecord("ODD_STEP", "Step {step} has signs that cannot be shown.", step=step)
        if isinstance(action.seat, int) and action.seat >= seats:
            raise InvalidRecord(
                "STEP_SEAT",
                "Step {step}: the record has no seat {seat}; it counts them from 0.",
                step=step,
                seat=action.seat,
            )
    outcome = record.outcome
    if outcome is not None and (
        len(outcome.scores) != seats or any(each >= seats for each in outcome.winners)
    ):
        raise InvalidRecord("BAD_OUTCOME", "The outcome does not fit {seats} seats.", seats=seats)


def is_seed(seed: str) -> bool:
    """Whether a text may be a seat's seed: real Unicode and not too long."""
    try:
        return len(seed.encode()) <= MAX_SEAT_SEED
    except UnicodeEncodeError:
        return False


def _no_field_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise InvalidRecord("FIELD_TWICE", "A field is given twice.")
    return fields


def _no_constant(name: str) -> object:
    raise InvalidRecord("NOT_JSON_VALUE", "{name} is not a value of JSON.", name=name)
