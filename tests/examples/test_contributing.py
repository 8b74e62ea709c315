"""The pages followed word by word: the commands of "add a game" and "add a player" work."""

from __future__ import annotations

import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from textwrap import dedent

import pytest
from tests.examples.fresh import EXAMPLES, ROOT, Fresh
from tests.support.patience import PATIENCE

_BLOCK = re.compile(r"<!-- fresh -->\n *```sh\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
#: It serves until it is stopped; ``test_browser`` plays on it.
_ENDLESS = ("korthus serve",)


def commands_of(page: str, heading: str) -> list[str]:
    """The commands below a heading of a page, in order."""
    text = (ROOT / page).read_text(encoding="utf-8")
    section = text.split(f"# {heading}\n")[1].split("\n## ")[0]
    lines = [line for block in _BLOCK.findall(section) for line in dedent(block).splitlines()]
    return [line for line in lines if line.strip()]


@pytest.mark.parametrize(
    ("page", "heading", "least", "said"),
    [
        ("docs/own-game.md", "Add your own game", 10, "briscola"),
        ("CONTRIBUTING.md", "How to add a player", 7, "clever v random"),
    ],
)
def test_the_commands_work_one_after_the_other(
    page: str, heading: str, least: int, said: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    commands = commands_of(page, heading)
    assert len(commands) >= least
    shutil.copytree(EXAMPLES, tmp_path / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    env = Fresh(tmp_path_factory.mktemp("venv") / "venv").env(tmp_path)
    if all(find_spec(name) is not None for name in ("hatchling", "editables")):
        env["PIP_NO_BUILD_ISOLATION"] = "0"  # pip reads it the other way round: build with what is installed
    told = ""
    for command in commands:
        if command.startswith(_ENDLESS):
            continue
        done = subprocess.run(
            command,
            shell=True,
            cwd=tmp_path,
            env=env,
            input="",
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        told += done.stdout
    assert said in told
