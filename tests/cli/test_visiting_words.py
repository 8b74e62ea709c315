"""A package that brings a game may bring its words in other languages; words that do not fit are named."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from tests.examples.fresh import EXAMPLES

_SCOPA: Final = EXAMPLES / "scopa" / "src"
_POINT: Final = "[korthus.games]\nscopa = korthus_scopa:Scopa\n"
_VISITOR: Final = """
from korthus_scopa import Scopa


class Visitor(Scopa):
    \"\"\"Scopa under another name.\"\"\"

    name = "visitor"
"""


def korthus(folder: Path, point: str, *words: str, stdin: str = "") -> str:
    """What the command says where an installed package names an entry point."""
    info = folder / "visiting-1.0.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: visiting\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(point, encoding="utf-8")
    path = os.pathsep.join([str(folder), str(_SCOPA), *sys.path])
    home = {
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder),
        "XDG_STATE_HOME": str(folder),
    }
    done = subprocess.run(
        [sys.executable, "-m", "korthus", *words],
        env={**os.environ, "PYTHONPATH": path, **home},
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return " ".join(done.stdout.split())


def test_a_visiting_game_speaks_swedish_and_spanish(tmp_path: Path) -> None:
    assert "Ta kort från bordet efter" in korthus(tmp_path, _POINT, "games", "--lang", "sv")
    options = korthus(tmp_path, _POINT, "options", "scopa", "--lang", "es")
    assert "Un as se lleva toda la mesa." in options
    assert "An ace takes" not in options


def test_a_game_of_it_is_told_in_the_language(tmp_path: Path) -> None:
    words = ("play", "scopa", "--preset", "short", "--vs", "random", "--seed", "7", "--lang", "sv")
    told = korthus(tmp_path, _POINT, *words, stdin="lay 1o\n1\nquit\n")
    assert "Dina kort: " in told
    assert "På bordet: " in told
    assert "Din hand: " in told
    assert "Alla får 3 kort; 30 är kvar." in told
    assert "Points" not in told
    assert "lies on" not in told


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        ('{"visitor.title": "Besök"', "sv.json: "),
        ('["visitor.title"]', "It is no object from key to text."),
        ('{"visitor.title": 7}', "It is no object from key to text."),
        ('{"common.language": "finska"}', "common.language is not a text of visitor."),
        (json.dumps({"visitor.says.Lay": "{who} lägger"}), "names who, which is not filled in there."),
        (json.dumps({"visitor.title": "{n} kort"}), "names n, which is not filled in there."),
    ],
)
def test_words_that_cannot_be_used_are_named_and_english_stays(tmp_path: Path, texts: str, why: str) -> None:
    package = tmp_path / "visiting"
    (package / "locale").mkdir(parents=True)
    (package / "__init__.py").write_text(_VISITOR, encoding="utf-8")
    (package / "locale" / "sv.json").write_text(texts, encoding="utf-8")
    point = "[korthus.games]\nvisitor = visiting:Visitor\n"
    said = korthus(tmp_path, point, "games", "--lang", "sv")
    assert "visitor Visitor: Scopa under another name." in said
    assert "Orden till spelet visitor ur paketet visiting 1.0 går inte att använda: " in said
    assert why in said
    assert "Mulle" in said
