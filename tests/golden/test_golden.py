"""The games play as they did: every preset has a playthrough on file, and it still comes out the same."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest
from tests.golden.playthrough import write
from tests.golden.regenerate import FOLDER, playthroughs


@pytest.mark.parametrize("path", playthroughs(), ids=lambda path: path.stem)
def test_a_game_plays_as_it_did(path: Path) -> None:
    assert path.exists(), f"{path.name} is missing: run make golden"
    name, preset = playthroughs()[path]
    expected, now = path.read_text(encoding="utf-8"), write(name, preset)
    if now != expected:
        lines = difflib.unified_diff(
            expected.splitlines(), now.splitlines(), "on file", "now", lineterm="", n=1
        )
        pytest.fail(
            "\n".join([*lines][:40]) + "\n\nIf this is meant, bump rules_version and run make golden."
        )


def test_no_playthrough_is_left_of_a_preset_that_is_gone() -> None:
    assert {*FOLDER.glob("*.txt")} == playthroughs().keys()


@pytest.mark.parametrize("path", playthroughs(), ids=lambda path: path.stem)
def test_playthroughs_stay_readable(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.encode()) < 80_000
    assert "\nend\n" in text
    assert '"winners":' in text
