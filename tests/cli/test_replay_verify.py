"""``korthus replay`` and ``korthus verify``."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.cli.running import Korthus
from tests.support.catalogued import put_into_catalogue
from tests.support.tables import finished_record, open_table

from korthus.cli.commands.replay import Showing, replay_command
from korthus.cli.terminal import Terminal
from korthus.core.record import Record, encode_record
from korthus.screens.load import screen_of
from korthus.table import Replay

RECORD = finished_record(seat_seeds=("a", "b"))
LAST = len(RECORD.actions)


@pytest.fixture(autouse=True)
def high_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """High card is in the catalogue."""
    put_into_catalogue(monkeypatch)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A file with an honest record."""
    return write(tmp_path, RECORD)


def write(folder: Path, record: Record | dict[str, Any]) -> Path:
    file = folder / "game.json"
    file.write_bytes(json.dumps(record).encode() if isinstance(record, dict) else encode_record(record))
    return file


def document() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(encode_record(RECORD))
    return data


# -- replay ------------------------------------------------------------------------------------------


def test_through_a_pipe_all_steps_are_shown(run_korthus: Korthus, record: Path) -> None:
    ran = run_korthus("replay", str(record))
    assert ran.code == 0
    assert ran.err == ""
    for step in range(LAST + 1):
        assert f"{step}/{LAST} · " in ran.out
    for entry in RECORD.actions:
        assert entry.text in ran.out
    assert "before the first card" in ran.out
    assert RECORD.outcome is not None
    first, second = RECORD.outcome.scores
    assert f"Final score: Anna {first}, Bo {second}" in ran.out


def test_without_a_seat_every_hand_is_told(run_korthus: Korthus, record: Path) -> None:
    out = run_korthus("replay", str(record)).out
    assert "Anna is dealt" in out
    assert "Bo is dealt" in out


@pytest.mark.parametrize("seat", [1, 2])
def test_from_a_seat_the_cards_of_others_are_hidden(run_korthus: Korthus, record: Path, seat: int) -> None:
    """A card of the other seat is in the output only from the step on at which it was played."""
    out = run_korthus("replay", str(record), "--from", str(seat)).out
    own, other = ("Anna", "Bo") if seat == 1 else ("Bo", "Anna")
    assert f"{own} is dealt" in out
    assert f"{other} is dealt" not in out
    assert f"{other} holds" not in out
    assert "deal " not in out
    replay = Replay(RECORD)
    steps = out.split(f"/{LAST} · ")
    assert len(steps) == LAST + 2
    for step in range(LAST + 1):
        replay.goto(step)
        hidden: tuple[str, ...] = replay.view(2 - seat).hand  # type: ignore[attr-defined]  # a view of high card
        shown = steps[step + 1]
        assert not any(card in shown for card in hidden)


def test_from_a_seat_its_own_actions_are_shown_in_notation(run_korthus: Korthus, record: Path) -> None:
    out = run_korthus("replay", str(record), "--from", "1").out
    assert "Bo: " not in out
    for entry in RECORD.actions:
        if entry.seat == 0:
            assert f"Anna: {entry.text}" in out


def test_replay_speaks_swedish_and_spanish(run_korthus: Korthus, record: Path) -> None:
    assert "Slutställning" in run_korthus("replay", str(record), "--lang", "sv").out
    assert "Resultado final" in run_korthus("replay", str(record), "--lang", "es").out


@pytest.mark.parametrize("seat", ["0", "3", "-1"])
def test_a_seat_that_is_not_there_is_refused(run_korthus: Korthus, record: Path, seat: str) -> None:
    ran = run_korthus("replay", str(record), "--from", seat)
    assert ran.code == 1
    assert "[BAD_SEAT]" in ran.err


def test_a_record_cut_off_is_refused(run_korthus: Korthus, record: Path) -> None:
    record.write_bytes(record.read_bytes()[:-1])
    for command in ("replay", "verify"):
        ran = run_korthus(command, str(record))
        assert ran.code == 1
        assert "[NOT_JSON]" in ran.err
        assert ran.out == ""


def conversation(typed: str) -> str:
    """What the step by step replay says to a person who types this."""
    out = io.StringIO()
    terminal = Terminal("en", stdin=io.StringIO(typed), stdout=out)
    replay = Replay(RECORD)
    Showing(terminal, replay, screen_of(replay.game), None).converse()
    return out.getvalue()


def steps_shown(typed: str) -> list[int]:
    return [int(line.split("/")[0]) for line in conversation(typed).splitlines() if f"/{LAST} · " in line]


def test_on_a_terminal_it_is_a_conversation(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    terminal = Terminal("en", stdin=io.StringIO(), stdout=out)
    terminal.live = True
    typed = iter(["n", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    replay_command(terminal, record, from_seat=2)
    assert f"1/{LAST} · " in out.getvalue()
    assert f"2/{LAST} · " not in out.getvalue()


def test_steps_forward_and_back() -> None:
    assert steps_shown("n\n\np\nq\n") == [0, 1, 2, 1]
    assert steps_shown("N\n") == [0, 1]


def test_any_step_by_its_number() -> None:
    assert steps_shown("5\n999\n0\nq\nn\n") == [0, 5, LAST, 0]


def test_the_ends_and_what_is_not_understood() -> None:
    assert "where it begins" in conversation("p\n")
    assert "last step" in conversation("999\nn\n")
    assert f"from 0 to {LAST}" in conversation("dance\n")
    assert f"from 0 to {LAST}" in conversation("9" * 50 + "\n")
    assert steps_shown("p\ndance\n") == [0]


# -- verify ------------------------------------------------------------------------------------------


def test_an_honest_record_is_right(run_korthus: Korthus, record: Path) -> None:
    kept = ("--commitment", RECORD.shuffle.commitment.upper(), "--closing", str(RECORD.closing))
    ran = run_korthus("verify", str(record), *kept, "--seat-seed", "b")
    assert ran.code == 0
    assert "The record is right" in ran.out
    assert "not checked" not in ran.out


def test_without_what_was_kept_it_is_said_what_is_not_checked(run_korthus: Korthus, record: Path) -> None:
    ran = run_korthus("verify", str(record))
    assert ran.code == 0
    assert "not checked: whether the seal is the one that was shown" in ran.out
    assert "Everything that could be checked is right" in ran.out


def test_a_game_made_anew_is_found_by_the_seal_that_was_shown(run_korthus: Korthus, tmp_path: Path) -> None:
    anew = write(tmp_path, finished_record(seed=8, seat_seeds=("a", "b")))
    assert run_korthus("verify", str(anew)).code == 0
    ran = run_korthus("verify", str(anew), "--commitment", RECORD.shuffle.commitment)
    assert ran.code == 1
    assert "[OTHER_COMMITMENT]" in ran.out
    ran = run_korthus("verify", str(anew), "--closing", str(RECORD.closing))
    assert ran.code == 1
    assert "[OTHER_CLOSING]" in ran.out
    ran = run_korthus("verify", str(anew), "--seat-seed", "c")
    assert "[SEED_MISSING]" in ran.out


@pytest.mark.parametrize("option", ["--commitment", "--closing"])
def test_what_is_no_hash_is_refused(run_korthus: Korthus, record: Path, option: str) -> None:
    ran = run_korthus("verify", str(record), option, "21cf", "--lang", "sv")
    assert ran.code == 1
    assert "[BAD_HASH]" in ran.err


def test_a_game_that_goes_on_is_right_as_far_as_can_be_seen(run_korthus: Korthus, tmp_path: Path) -> None:
    ran = run_korthus("verify", str(write(tmp_path, open_table().record())))
    assert ran.code == 0
    assert "Everything that could be checked is right" in ran.out
    assert "not checked: the seal and the deals" in ran.out


@pytest.mark.parametrize("language", ["en", "sv", "es"])
def test_a_finding_says_its_code_once(run_korthus: Korthus, tmp_path: Path, language: str) -> None:
    data = document()
    data["actions"][1]["text"] = "play 2c"
    ran = run_korthus("verify", str(write(tmp_path, data)), "--lang", language)
    (finding,) = (line for line in ran.out.splitlines() if "play 2c" in line)
    (code,) = re.findall(r"\[[A-Z_]+\]", finding)
    assert finding.endswith(code)


def test_a_tampered_card_action_score_and_commitment_are_named(run_korthus: Korthus, tmp_path: Path) -> None:
    tampered = []
    data = document()
    data["actions"][0]["text"] = data["actions"][0]["text"].replace("s", "s", 1)[:-2] + "2s"
    tampered.append((data, "step 1: the deal does not follow from the seeds"))
    data = document()
    data["actions"][1]["text"] = "play 2c"
    tampered.append((data, "step 2: the action of seat 1 is refused"))
    data = document()
    data["outcome"]["scores"][0] += 1
    tampered.append((data, "the score of seat 1, Anna: expected"))
    data = document()
    data["shuffle"]["commitment"] = "0" * 64
    tampered.append((data, f"expected {RECORD.shuffle.commitment}, found {'0' * 64}"))
    for data, sentence in tampered:
        ran = run_korthus("verify", str(write(tmp_path, data)))
        assert ran.code == 1
        assert sentence in ran.out
        assert "One thing in this record is wrong" in ran.out


def test_several_things_wrong_are_counted(run_korthus: Korthus, tmp_path: Path) -> None:
    data = document()
    data["outcome"] = None
    data["shuffle"]["commitment"] = "0" * 64
    ran = run_korthus("verify", str(write(tmp_path, data)), "--lang", "sv")
    assert ran.code == 1
    assert "2 saker i protokollet är fel" in ran.out


def test_a_record_of_a_game_nobody_knows_is_refused(run_korthus: Korthus, tmp_path: Path) -> None:
    ran = run_korthus("verify", str(write(tmp_path, document() | {"game": "chess"})))
    assert ran.code == 1
    assert "[UNKNOWN_GAME]" in ran.err


def test_markup_in_a_record_is_shown_as_it_is(run_korthus: Korthus, tmp_path: Path) -> None:
    data = document()
    data["seats"][0]["name"] = "[red]x[/red]"
    data["actions"][1]["text"] = "[bold]play[/bold]"
    ran = run_korthus("verify", str(write(tmp_path, data)))
    assert "[bold]play[/bold]" in ran.out
