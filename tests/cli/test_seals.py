"""The terminal keeps what it has shown of the luck of its own games, and ``korthus verify`` uses it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.cli.running import Korthus

from korthus.core.record import closing_hash, decode_record, encode_record

PLAY = ("play", "kachuful", "--seats", "2", "--set", "start_cards=2", "--set", "total_rounds=2")
KEYS = "auto\n" * 40


@pytest.fixture
def game(run_korthus: Korthus, data: Path) -> Path:
    """The record of a game that was played in the terminal."""
    ran = run_korthus(*PLAY, "--vs", "random", stdin=KEYS)
    assert ran.code == 0
    (record,) = (data / "records").iterdir()
    document = json.loads(record.read_text())
    assert document["shuffle"]["commitment"] in ran.out
    assert document["closing"] in ran.out
    return record


def forge(file: Path, **fields: Any) -> None:
    """Change a record, closing hash and all."""
    record = decode_record(json.dumps(json.loads(file.read_text()) | fields))
    file.write_bytes(encode_record(msgspec.structs.replace(record, closing=closing_hash(record))))


def test_an_own_game_is_right_in_every_way(run_korthus: Korthus, game: Path) -> None:
    ran = run_korthus("verify", str(game))
    assert ran.code == 0
    assert "not checked" not in ran.out
    assert "The record is right" in ran.out


def test_a_changed_name_is_found_even_if_the_closing_hash_was_changed_too(
    run_korthus: Korthus, game: Path
) -> None:
    forge(game, seats=[{"name": "Somebody", "bot": None}, {"name": "Else", "bot": None}])
    ran = run_korthus("verify", str(game))
    assert ran.code == 1
    assert "[OTHER_CLOSING]" in ran.out


def test_another_game_in_its_place_is_found(run_korthus: Korthus, game: Path, data: Path) -> None:
    run_korthus(*PLAY, "--vs", "random", stdin=KEYS)
    (other,) = (file for file in (data / "records").iterdir() if file != game)
    game.write_bytes(other.read_bytes())
    ran = run_korthus("verify", str(game))
    assert ran.code == 1
    assert "[OTHER_COMMITMENT]" in ran.out


def test_a_record_is_known_by_its_seal_wherever_it_lies(
    run_korthus: Korthus, game: Path, tmp_path: Path
) -> None:
    moved = tmp_path / "elsewhere.json"
    moved.write_bytes(game.read_bytes())
    assert "not checked" not in run_korthus("verify", str(moved)).out


def test_two_games_with_one_seed_are_both_right(run_korthus: Korthus, data: Path) -> None:
    run_korthus(*PLAY, "--seed", "7", "--vs", "random", stdin=KEYS)
    run_korthus(*PLAY, "--seed", "7", "--vs", "random", "--name", "Eva", stdin=KEYS)
    records = [*(data / "records").iterdir()]
    assert len(records) == 2
    for record in records:
        assert "The record is right" in run_korthus("verify", str(record)).out


def test_what_is_typed_counts_more_than_what_was_kept(run_korthus: Korthus, game: Path) -> None:
    ran = run_korthus("verify", str(game), "--commitment", "0" * 64)
    assert ran.code == 1
    assert "[OTHER_COMMITMENT]" in ran.out


def test_where_a_seal_cannot_be_kept_the_person_is_told_to_note_it(run_korthus: Korthus, data: Path) -> None:
    data.mkdir()
    (data / "seals").write_text("in the way")
    ran = run_korthus(*PLAY, "--vs", "random", stdin=KEYS)
    assert ran.code == 0
    assert "could not be kept" in ran.out
    (record,) = (data / "records").iterdir()
    assert "not checked: whether the seal" in run_korthus("verify", str(record)).out
