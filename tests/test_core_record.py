"""The record format: what is written can be read, and nothing else can."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.tables import finished_record, open_table

from korthus.core.errors import InvalidRecord
from korthus.core.record import MAX_BYTES, Record, SeatEntry, decode_record, encode_record

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
        assert caught.value.code == "NOT_JSON"


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


@pytest.mark.parametrize("name", sorted(document()))
def test_every_field_is_needed(name: str) -> None:
    data = document()
    del data[name]
    assert refused(data).code in ("BAD_FIELD", "NOT_A_RECORD", "WRONG_VERSION")


@pytest.mark.parametrize("part", ["", "shuffle", "outcome", "seats", "actions"])
def test_a_field_too_many_is_refused(part: str) -> None:
    data = document()
    target = data if part == "" else data[part]
    (target[0] if isinstance(target, list) else target)["extra"] = 1
    error = refused(data)
    assert error.code == "BAD_FIELD"
    assert "extra" in error.reason


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("game",), 3),
        (("game",), ""),
        (("game",), "x" * 65),
        (("preset",), 1),
        (("options",), []),
        (("options",), {"x": "\ud800"}),
        (("rules_version",), "1"),
        (("rules_version",), True),
        (("rules_version",), 0),
        (("seats",), []),
        (("seats",), {}),
        (("seats",), [{"name": "A", "bot": None}] * 17),
        (("seats", 0, "name"), None),
        (("seats", 0, "name"), "\ud800"),
        (("seats", 0, "name"), "\x1b[2J"),
        (("seats", 0, "bot"), 4),
        (("seats", 1, "bot"), "a\nb"),
        (("shuffle", "commitment"), "00"),
        (("shuffle", "commitment"), "G" * 64),
        (("shuffle", "server_seed"), "ab" * 33),
        (("shuffle", "seat_seeds"), ["a"]),
        (("shuffle", "seat_seeds"), ["a", "å" * 200]),
        (("shuffle", "seat_seeds"), ["a", "\udfff"]),
        (("shuffle", "seat_seeds"), [1, 2]),
        (("actions",), {}),
        (("actions", 1, "seat"), 2),
        (("actions", 1, "seat"), -1),
        (("actions", 1, "seat"), "dealer"),
        (("actions", 1, "seat"), True),
        (("actions", 1, "seat"), 1.0),
        (("actions", 1, "text"), ""),
        (("actions", 1, "text"), 5),
        (("actions", 1, "text"), "play\x07 2s"),
        (("actions", 1, "text"), "x" * 2001),
        (("outcome", "scores"), [1]),
        (("outcome", "scores"), ["1", "2"]),
        (("outcome", "winners"), [2]),
        (("outcome", "winners"), None),
    ],
)
def test_a_value_that_does_not_fit_is_refused(path: tuple[str | int, ...], value: object) -> None:
    data: Any = document()
    target = data
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = value
    assert refused(data).code == "BAD_FIELD"


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
        (b" " * (MAX_BYTES + 1), "TOO_LARGE"),
        (b"[" * 100_000, "NOT_JSON"),
        (b"1" * 10_000, "NOT_JSON"),
        (b'{"format": NaN}', "NOT_JSON"),
        (b"\xff\xfe", "NOT_JSON"),
        (TEXT + b"{}", "NOT_JSON"),
    ):
        with pytest.raises(InvalidRecord) as caught:
            decode_record(raw)
        assert caught.value.code == code
    with pytest.raises(InvalidRecord) as caught:
        decode_record(None)  # type: ignore[arg-type]  # what a careless caller does
    assert caught.value.code == "WRONG_TYPE"


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
