"""``make play`` and ``make test`` on machines that cannot: one sentence, and nothing half-made is left."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1]
OLD = """#!/bin/sh
case "$1" in
  --version) echo "Python 3.9.2" ;;
  -c) exit 1 ;;
  *) mkdir -p .venv/bin; exit 1 ;;
esac
"""
#: Says that it can, begins, and cannot after all.
WITHOUT_PIP = """#!/bin/sh
case "$1" in
  --version) echo "Python 3.11.2" ;;
  -c) exit 0 ;;
  *) echo "asked: $*"; mkdir -p .venv/bin; cp "$0" .venv/bin/python; exit 1 ;;
esac
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """What make looks at of a clone."""
    for name in ("Makefile", "pyproject.toml", "packages/house/pyproject.toml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(HOUSE / name, tmp_path / name)
    return tmp_path


def make(clone: Path, goal: str, python: str | None) -> subprocess.CompletedProcess[str]:
    """Run make with another ``python3``, or with none."""
    programs = clone / "programs"
    programs.mkdir()
    environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}
    if python is None:
        environment["PYTHON"] = "python3-that-is-not-there"
    else:
        (programs / "python3").write_text(python)
        (programs / "python3").chmod(0o755)
    for name in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS"):  # this test may itself be run by make
        environment.pop(name, None)
    return subprocess.run(["make", goal], cwd=clone, env=environment, text=True, capture_output=True)


@pytest.mark.parametrize("goal", ["play", "test", "lint"])
@pytest.mark.parametrize(("python", "named"), [(OLD, "Python 3.9.2"), (None, "not there")])
def test_an_older_python_is_told_in_one_sentence(
    clone: Path, goal: str, python: str | None, named: str
) -> None:
    done = make(clone, goal, python)
    assert done.returncode != 0
    (line,) = done.stderr.splitlines()
    assert "korthus needs Python 3.11 or newer" in line
    assert "python3-venv" in line
    assert named in line
    assert done.stdout == ""
    assert not (clone / ".venv").exists()


def test_a_half_made_environment_is_not_left_behind(clone: Path) -> None:
    done = make(clone, "play", WITHOUT_PIP)
    assert done.returncode != 0
    assert "asked: -m venv --clear .venv" in done.stdout
    assert not (clone / ".venv").exists()


def test_a_half_made_environment_of_earlier_is_made_anew(clone: Path) -> None:
    (clone / ".venv" / "bin").mkdir(parents=True)
    python = clone / ".venv" / "bin" / "python"
    python.write_text("#!/bin/sh\nexit 1\n")
    python.chmod(0o755)
    assert "asked: -m venv --clear .venv" in make(clone, "play", WITHOUT_PIP).stdout


def test_a_file_called_like_a_goal_keeps_nothing_from_being_done() -> None:
    text = (HOUSE / "Makefile").read_text(encoding="utf-8")
    goals = set(re.findall(r"^([a-z]+):", text, re.MULTILINE))
    phony = set(text.partition(".PHONY:")[2].partition("\n")[0].split())
    assert goals == phony
