"""The record format: what is written can be read, and nothing else can."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.support.tables import finished_record, open_table

from korthus.core.errors import InvalidRecord
from korthus.core.record import (
    MAX_BYTES,
    PackageEntry,
    Record,
    SeatEntry,
    closing_hash,
    decode_record,
    encode_record,
)

RECORD = finished_record(seat_seeds=("två ♠", "b"))
TEXT = encode_record(RECORD)


def document() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(TEXT)
    return data


def refused(data: object) -> InvalidRecord:
    with pytest.raises(InvalidRecord) as caught:
        decode_record(json.dumps(data))
    return caught.value


def test_a_record_survives_the_round_trip() -> None:
    assert decode_record(TEXT) == RECORD
    assert decode_record(TEXT.decode()) == RECORD
    assert encode_record(decode_record(TEXT)) == TEXT


def test_a_game_in_progress_has_no_seed_and_no_outcome() -> None:
    record = open_table().record()
    assert record.shuffle.server_seed is None
    assert record.outcome is None
    assert decode_record(encode_record(record)) == record


def test_there_is_one_line_for_each_action() -> None:
    lines = TEXT.decode().splitlines()
    for action in RECORD.actions:
        seat = json.dumps(action.seat)
        assert any(line.strip(" ,") == f'{{"seat": {seat}, "text": "{action.text}"}}' for line in lines)
    assert lines[0] == "{"
    assert lines[1] == '  "format": "korthus record",'


def test_a_table_that_has_not_started_has_a_record_too() -> None:
    record = open_table(start=False).record()
    assert record.actions == ()
    assert decode_record(encode_record(record)) == record


def test_a_record_cut_off_at_any_byte_is_refused() -> None:
    for length in range(len(TEXT)):
        with pytest.raises(InvalidRecord) as caught:
            decode_record(TEXT[:length])
        assert caught.value.code in ("NOT_JSON", "NOT_UTF8")


@given(st.binary(max_size=200))
def test_junk_is_refused_narrowly(raw: bytes) -> None:
    with pytest.raises(InvalidRecord):
        decode_record(raw)


@given(at=st.integers(0, len(TEXT) - 1), byte=st.integers(0, 255))
def test_a_changed_byte_gives_a_record_or_a_narrow_refusal(at: int, byte: int) -> None:
    changed = TEXT[:at] + bytes([byte]) + TEXT[at + 1 :]
    try:
        record = decode_record(changed)
    except InvalidRecord:
        return
    assert isinstance(record, Record)


@pytest.mark.parametrize("name", sorted(document().keys() - {"closing"}))
def test_every_field_is_needed(name: str) -> None:
    data = document()
    del data[name]
    assert refused(data).code in ("MISSING_FIELD", "NOT_A_RECORD", "WRONG_VERSION")


@pytest.mark.parametrize("part", ["", "shuffle", "outcome", "seats", "actions"])
def test_a_field_too_many_is_refused(part: str) -> None:
    data = document()
    target = data if part == "" else data[part]
    (target[0] if isinstance(target, list) else target)["extra"] = 1
    error = refused(data)
    assert error.code == ("BAD_STEP" if part == "actions" else "BAD_FIELD")
    assert "extra" in error.reason


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        (("game",), 3, "BAD_FIELD"),
        (("game",), "", "BAD_FIELD"),
        (("game",), "x" * 65, "BAD_FIELD"),
        (("preset",), 1, "BAD_FIELD"),
        (("options",), [], "BAD_FIELD"),
        (("options",), {"x": "\ud800"}, "NOT_UNICODE"),
        (("rules_version",), "1", "BAD_FIELD"),
        (("rules_version",), True, "BAD_FIELD"),
        (("rules_version",), 0, "BAD_FIELD"),
        (("seats",), [], "BAD_FIELD"),
        (("seats",), {}, "BAD_FIELD"),
        (("seats",), [{"name": "A", "bot": None}] * 53, "BAD_FIELD"),
        (("seats", 0, "name"), None, "BAD_FIELD"),
        (("seats", 0, "name"), "\ud800", "ODD_NAME"),
        (("seats", 0, "name"), "\x1b[2J", "ODD_NAME"),
        (("seats", 0, "bot"), 4, "BAD_FIELD"),
        (("seats", 1, "bot"), "a\nb", "ODD_NAME"),
        (("shuffle", "commitment"), "00", "BAD_FIELD"),
        (("shuffle", "commitment"), "G" * 64, "BAD_FIELD"),
        (("shuffle", "server_seed"), "ab" * 33, "BAD_FIELD"),
        (("shuffle", "seat_seeds"), ["a"], "BAD_SEAT_SEEDS"),
        (("shuffle", "seat_seeds"), ["a", "å" * 200], "LONG_SEAT_SEED"),
        (("shuffle", "seat_seeds"), ["a", "\udfff"], "LONG_SEAT_SEED"),
        (("shuffle", "seat_seeds"), [1, 2], "BAD_FIELD"),
        (("actions",), {}, "BAD_FIELD"),
        (("actions", 1, "seat"), 2, "STEP_SEAT"),
        (("actions", 1, "seat"), -1, "BAD_STEP"),
        (("actions", 1, "seat"), "dealer", "BAD_STEP"),
        (("actions", 1, "seat"), True, "BAD_STEP"),
        (("actions", 1, "seat"), 1.0, "BAD_STEP"),
        (("actions", 1, "text"), "", "BAD_STEP"),
        (("actions", 1, "text"), 5, "BAD_STEP"),
        (("actions", 1, "text"), "play\x07 2s", "ODD_STEP"),
        (("actions", 1, "text"), "x" * 2001, "BAD_STEP"),
        (("outcome", "scores"), [1], "BAD_OUTCOME"),
        (("outcome", "scores"), ["1", "2"], "BAD_FIELD"),
        (("outcome", "winners"), [2], "BAD_OUTCOME"),
        (("outcome", "winners"), None, "BAD_FIELD"),
    ],
)
def test_a_value_that_does_not_fit_is_refused(path: tuple[str | int, ...], value: object, code: str) -> None:
    data: Any = document()
    target = data
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = value
    assert refused(data).code == code


def test_a_seat_that_there_is_not_is_named_as_the_record_counts() -> None:
    data: Any = document()
    data["actions"][1]["seat"] = 2
    assert "the record has no seat 2; it counts them from 0." in refused(data).reason


def test_the_refusal_names_the_place() -> None:
    data = document()
    data["actions"][3]["text"] = 5
    error = refused(data)
    assert error.step == 4
    assert "Step 4" in error.reason
    assert "$.text" in error.reason
    data = document()
    data["actions"][3]["seat"] = 9
    error = refused(data)
    assert error.step == 4
    assert "Step 4" in error.reason


def test_another_version_scheme_or_format_is_refused() -> None:
    assert refused(document() | {"version": 2}).code == "WRONG_VERSION"
    assert refused(document() | {"version": True}).code == "WRONG_VERSION"
    assert refused(document() | {"format": "korthus table"}).code == "NOT_A_RECORD"
    assert refused([]).code == "NOT_A_RECORD"
    data = document()
    data["shuffle"]["scheme"] = "korthus/2"
    assert refused(data).code == "UNKNOWN_SCHEME"


def test_a_field_twice_is_refused() -> None:
    twice = TEXT.replace(b'"version": 1,', b'"version": 1,\n  "version": 1,')
    with pytest.raises(InvalidRecord, match="twice"):
        decode_record(twice)


def test_hostile_documents_are_refused() -> None:
    for raw, code in (
        (b" " * (MAX_BYTES + 1), "RECORD_TOO_LARGE"),
        (b"[" * 100_000, "TOO_DEEP"),
        (b"1" * 10_000, "NUMBER_TOO_LARGE"),
        (b'{"format": NaN}', "NOT_JSON_VALUE"),
        (b"\xff\xfe", "NOT_UTF8"),
        (TEXT + b"{}", "NOT_JSON"),
    ):
        with pytest.raises(InvalidRecord) as caught:
            decode_record(raw)
        assert caught.value.code == code
    with pytest.raises(InvalidRecord) as caught:
        decode_record(None)  # type: ignore[arg-type]  # what a careless caller does
    assert caught.value.code == "NOT_A_DOCUMENT"


def test_too_many_actions_are_refused() -> None:
    data = document()
    data["actions"] = [{"seat": 0, "text": "x"}] * 100_001
    assert refused(data).code == "BAD_FIELD"


def test_names_are_written_as_they_are() -> None:
    record = Record(
        game=RECORD.game,
        preset=None,
        options={},
        rules_version=1,
        seats=(SeatEntry(name="Åsa ♥", bot=None), SeatEntry(name='"', bot=None)),
        shuffle=RECORD.shuffle,
        actions=(),
        outcome=None,
    )
    assert "Åsa ♥".encode() in encode_record(record)
    assert decode_record(encode_record(record)) == record


def test_a_package_that_brought_the_game_is_part_of_the_record_and_of_its_hash() -> None:
    brought = replace(RECORD, package=PackageEntry(name="korthus-bridge", version="1.2"))
    assert decode_record(encode_record(brought)) == brought
    assert closing_hash(brought) != closing_hash(RECORD)
    assert "package" not in document()
    data = json.loads(encode_record(brought))
    assert list(data).index("package") == list(data).index("rules_version") + 1
    del data["package"]["version"]
    assert refused(data).code == "BAD_FIELD"
