"""A package that brings a game may bring lessons with it, in English alone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from korthus.lessons.lesson import read_lessons

_MODULE: Final = """
from korthus.games.mus.game import Mus


class Visitor(Mus):
    \"\"\"Mus under another name.\"\"\"

    name = "visitor"
"""
_PATH: Final = """
from korthus.lessons.lesson import read_lessons

LESSONS = read_lessons("visiting.lessons")
"""
_LESSON: Final = """
[[lesson]]
name = "pass"
position = "cards 0: R R C 7; cards 1: C S 5 4; lance: grande"
steps = [{ do = ["pass"] }]
en.title = "Say nothing"
en.task = "Say paso and wait what the other does."
en.why = "Who passes may still answer a bet."
"""


def install(folder: Path) -> dict[str, str]:
    """Write the package, and what pip writes beside it; the environment in which Python finds it."""
    lessons = folder / "visiting" / "lessons"
    lessons.mkdir(parents=True)
    (folder / "visiting" / "__init__.py").write_text(_MODULE, encoding="utf-8")
    (lessons / "__init__.py").write_text("", encoding="utf-8")
    (lessons / "path.py").write_text(_PATH, encoding="utf-8")
    (lessons / "lessons.toml").write_text(_LESSON, encoding="utf-8")
    info = folder / "visiting-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: visiting\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[korthus.games]\nvisitor = visiting:Visitor\n", encoding="utf-8")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *sys.path])}


def test_lessons_of_a_visiting_game_are_found_and_said_in_english(tmp_path: Path) -> None:
    asked = (
        "from korthus.lessons.brings import lessons_of, taught_games\n"
        "from korthus.lessons.course import follow\n"
        "lesson, = lessons_of('visitor')\n"
        "assert 'visitor' in taught_games()\n"
        "print(lesson.words('sv').title, follow('visitor', lesson, ['pass']).is_done)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", asked], env=install(tmp_path), capture_output=True, text=True, check=False
    )
    assert (ran.stdout, ran.stderr) == ("Say nothing True\n", "")


def test_lessons_of_the_house_are_read_by_the_same_door() -> None:
    assert len(read_lessons("korthus.lessons.mus")) >= 8
