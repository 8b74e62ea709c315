"""What the learner of Mulle knows: kept in a file, loaded again, shown at the end."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.running import Korthus

GAME = ("mulle", "--set", "omgangar=1", "--set", "ronder_nominal=1", "--seed", "3")


def test_M50_a_batch_teaches_one_learner_from_game_to_game(run_korthus: Korthus, tmp_path: Path) -> None:
    """Proves: M-45."""
    memory = tmp_path / "learner.json"
    first = run_korthus("run", *GAME, "--games", "3", "--bots", "learner,random", "--memory", str(memory))
    assert first.code == 0
    assert len(first.out.splitlines()) == 3
    known = json.loads(memory.read_text())
    assert known["capture_combo"] != 5.0
    assert f"{known['build']:.2f}" in first.err
    again = run_korthus("run", *GAME, "--games", "1", "--bots", "learner,random", "--memory", str(memory))
    assert again.code == 0
    assert json.loads(memory.read_text()) != known


def test_M50_a_session_ends_with_what_the_learner_knows(run_korthus: Korthus, tmp_path: Path) -> None:
    memory = tmp_path / "learner.json"
    words = ("play", *GAME, "--vs", "learner", "--memory", str(memory))
    ran = run_korthus(*words, stdin="auto\n" * 20)
    assert ran.code == 0
    known = json.loads(memory.read_text())
    assert f"capture_combo_mulle {known['capture_combo_mulle']:.2f}" in " ".join(ran.out.split())


def test_a_memory_needs_one_learner_and_one_process(run_korthus: Korthus, tmp_path: Path) -> None:
    memory = str(tmp_path / "learner.json")
    for words, code in (
        (("run", *GAME, "--bots", "random", "--memory", memory), "ONE_LEARNER"),
        (("run", *GAME, "--bots", "learner", "--memory", memory), "ONE_LEARNER"),
        (("run", *GAME, "--bots", "learner,random", "--jobs", "2", "--memory", memory), "MEMORY_IN_ORDER"),
        (("play", *GAME, "--vs", "greedy", "--memory", memory), "ONE_LEARNER"),
        (("run", *GAME, "--bots", "learner,random", "--memory", "/dev/null/x"), "FILE_TROUBLE"),
        (("run", *GAME, "--bots", "learner,random", "--memory", str(tmp_path)), "FILE_TROUBLE"),
        (("play", *GAME, "--vs", "learner", "--memory", str(tmp_path)), "FILE_TROUBLE"),
    ):
        ran = run_korthus(*words)
        assert ran.code == 1
        assert f"[{code}]" in ran.err


def test_a_memory_of_something_else_is_refused(run_korthus: Korthus, tmp_path: Path) -> None:
    memory = tmp_path / "learner.json"
    memory.write_text("{}}")
    for words in (("run", *GAME, "--bots", "learner,random"), ("play", *GAME, "--vs", "learner")):
        ran = run_korthus(*words, "--memory", str(memory))
        assert ran.code == 1
        assert "[BAD_VALUES]" in ran.err
    assert memory.read_text() == "{}}"
