"""Compiled code of the environments: one text for all games, and never older than what it is made from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from korthus.envs import vector_code
from korthus.envs.vector_code import compiled_for, inlined_for
from korthus.kernels.compiled import compiled


def verb(number: int) -> int:
    raise NotImplementedError


def loop(numbers: Any) -> int:
    total = 0
    for number in numbers:
        total += verb(number)
    return total


@compiled
def doubled(number: int) -> int:
    return 2 * number


@compiled
def squared(number: int) -> int:
    return number * number


@pytest.mark.parametrize("make", [compiled_for, inlined_for])
def test_a_loop_is_compiled_for_each_game_with_its_own_verbs(make: object) -> None:
    assert callable(make)
    numbers = np.array([1, 2, 5])
    assert make("first", loop, {"verb": doubled})(numbers) == 16
    assert make("second", loop, {"verb": squared})(numbers) == 30
    with pytest.raises(NotImplementedError):
        loop(numbers)


@pytest.mark.parametrize(
    ("changed", "concerns"),
    [
        ("envs/chess/compiled.py", True),
        ("kernels/chess/play.py", True),
        ("envs/vector_rows.py", True),
        ("kernels/bits.py", True),
        ("envs/draughts/compiled.py", False),
        ("kernels/draughts/play.py", False),
        ("envs/pettingzoo.py", False),
    ],
)
def test_code_grows_old_with_what_it_is_made_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: str, concerns: bool
) -> None:
    monkeypatch.setattr(vector_code, "_HERE", tmp_path / "envs")
    monkeypatch.setattr(vector_code, "_KERNELS", tmp_path / "kernels")
    file = tmp_path / changed
    file.parent.mkdir(parents=True)
    file.write_text("a = 1\n")
    stamp = vector_code._stamp.__wrapped__
    before = stamp("chess")
    assert stamp("chess") == before
    file.write_text("a = 2\n")
    assert (stamp("chess") != before) is concerns
