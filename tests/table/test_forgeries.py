"""Whatever is changed in a record, whoever kept the table's word finds it; and nothing honest is doubted."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest
from tests.support.forgeries import KINDS, judged, kept_of, naive, played, thorough
from tests.support.tables import open_table, play_out

from korthus.core.record import closing_hash, decode_record, encode_record
from korthus.table import Kept, ShuffleRevealed, verify

Kind = tuple[str, str | None, dict[str, Any], int]


@pytest.mark.parametrize("kind", KINDS, ids=str)
class TestEveryGame:
    def test_an_honest_record_is_good(self, kind: Kind) -> None:
        record = played(kind, "honest")
        text = json.dumps(record)
        assert judged(text, kept_of(record)) == "good"
        assert judged(text) == "part"  # nobody said what was shown before the first card

    def test_whoever_kept_nothing_finds_what_was_simply_changed(self, kind: Kind) -> None:
        found = naive(played(kind, "naive"), random.Random(1))
        assert len(found) >= 30
        assert {name: judged(text) for name, text in found.items() if judged(text) != "bad"} == {}

    def test_whoever_kept_the_tables_word_finds_everything(self, kind: Kind) -> None:
        record = played(kind, "thorough")
        found = thorough(record, random.Random(2))
        kept = kept_of(record)
        assert len(found) >= 20
        assert {name for name, text in found.items() if judged(text, kept) != "bad"} == set()
        assert judged(found["all of it anew"]) == "part"
        assert judged(found["a name"]) == "part"
        assert judged(found["the closing hash left out"]) == "part"


def test_a_game_made_anew_is_named_by_its_commitment() -> None:
    record = played(KINDS[2], "one")
    anew = decode_record(json.dumps(played(KINDS[2], "two")))
    report = verify(anew, kept=Kept(commitment=record["shuffle"]["commitment"]))
    (finding,) = report.findings
    assert finding.code == "OTHER_COMMITMENT"
    assert finding.expected == record["shuffle"]["commitment"]
    assert finding.found == anew.shuffle.commitment


def test_a_seed_of_ones_own_must_be_there() -> None:
    record = decode_record(json.dumps(played(KINDS[2], "one", "my words")))
    assert verify(record, kept=Kept(seed="my words")).ok
    (finding,) = verify(record, kept=Kept(seed="my word")).findings
    assert finding.code == "SEED_MISSING"


def test_older_records_verify_and_it_is_said_what_cannot_be_checked() -> None:
    record = decode_record(json.dumps(played(KINDS[2], "one")))
    older = msgspec.structs.replace(record, closing=None)
    assert b"closing" not in encode_record(older)
    assert decode_record(encode_record(older)) == older
    report = verify(older)
    assert report.ok
    assert any("no closing hash" in sentence for sentence in report.unchecked)
    assert verify(older, kept=Kept(closing=record.closing)).ok


def test_the_closing_hash_is_told_to_all_when_the_game_is_over() -> None:
    table = play_out(open_table())
    record = table.record()
    assert record.closing == closing_hash(record)
    for seat in (None, 0, 1):
        last = table.told(seat)[-1].event
        assert isinstance(last, ShuffleRevealed)
        assert last.closing == record.closing
    assert open_table().record().closing is None


def test_the_hash_is_of_what_the_record_says_not_of_how_it_is_written() -> None:
    document = played(KINDS[1], "one")
    document["options"] = dict(reversed(document["options"].items()))
    record = decode_record(json.dumps(dict(reversed(document.items())), indent=4))
    assert closing_hash(record) == record.closing
