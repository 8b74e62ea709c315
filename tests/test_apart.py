"""Ctrl-C at the terminal reaches the program that was started by hand, and none of its helpers."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import korthus
from korthus.apart import APART

SOURCE = Path(korthus.__file__).parent
STARTERS = {"create_subprocess_exec", "create_subprocess_shell", "Popen"}


def starts() -> list[tuple[str, ast.Call]]:
    """Every place in the source that starts a process."""
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", None) in STARTERS:
                found.append((f"{path.relative_to(SOURCE)}:{node.lineno}", node))
    return found


def test_every_helper_is_started_apart() -> None:
    assert len(starts()) >= 3
    for place, call in starts():
        spread = [ast.unparse(keyword.value) for keyword in call.keywords if keyword.arg is None]
        assert "APART" in spread, place


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups that signals go to")
def test_what_is_started_apart_does_not_hear_the_signal_of_its_group() -> None:
    """A program starts a helper and interrupts its own group: the helper goes on and answers."""
    program = """
import os, signal, subprocess, sys
from korthus.apart import APART
helper = subprocess.Popen([sys.executable, "-c", "input(); print('here')"], stdin=subprocess.PIPE, **APART)
signal.signal(signal.SIGINT, signal.SIG_IGN)
os.killpg(0, signal.SIGINT)
helper.communicate(b"\\n")
sys.exit(helper.returncode)
"""
    assert "start_new_session" in APART
    ran = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "here\n", "")
    assert signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
