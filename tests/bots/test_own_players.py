"""Players of one's own, written ``module:Class``: found in the working folder, and told why if they fail."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from tests.cli.conftest import data, run_korthus
from tests.cli.running import Korthus

import korthus
from korthus.bots import registry, visitors
from korthus.bots.registry import bot_names, make_bot
from korthus.core.errors import InvalidOptions
from korthus.games.registry import Broken, Package
from korthus.locale import LANGUAGES

__all__ = ["data", "run_korthus"]

SOURCE: Final = """
from korthus.bots.protocol import Bot, Budget
from korthus.core.protocol import Action, View

class Clever(Bot):
    about = "takes the first"
    games = ("kachuful", "eight")

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        return self.choices(view)[0]

class Wrong(Clever):
    def choose(self, view: View, budget: Budget | None = None) -> Action:
        return self.game.draw(None, None)

class Idle(Bot):
    pass

class Unwilling(Clever):
    def __init__(self, game, rng):
        raise RuntimeError("not today")
"""
#: Modules of the working folder, by name; "own_…" is no name of anything installed.
MODULES: Final = {
    "own_players": SOURCE,
    "own_missing": "import sys\n\nimport no_such_library\n",
    "own_syntax": "def choose(:\n",
    "own_exit": "raise SystemExit('bye')\n",
}
GAME = korthus.game("kachuful", start_cards=2)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A working folder with modules, which nothing remembers afterwards."""
    for name, source in MODULES.items():
        (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    monkeypatch.setattr(visitors, "_invited", {})
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield tmp_path
    for name in MODULES:
        sys.modules.pop(name, None)


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        (
            "own_players:Nobody",
            "BAD_PLAYER",
            r".* is no player: the module own_players has no class Nobody\.",
        ),
        (
            "own_players:Clevr",
            "BAD_PLAYER",
            r".* the module own_players has no class Clevr\. Did you mean Clever\?",
        ),
        ("own_players:SOURCE", "BAD_PLAYER", r".*"),
        (
            "own_players:Bot",
            "BAD_PLAYER",
            r".* Bot in the module own_players is no class that is a Bot\.",
        ),
        (":Clever", "BAD_PLAYER", r".* a module and a class that is a Bot are written module:Class\."),
        ("own_players:", "BAD_PLAYER", r".*"),
        ("own players:Clever", "BAD_PLAYER", r".*"),
        ("..own_players:Clever", "BAD_PLAYER", r".*"),
        ("own_nothing:Clever", "NO_PLAYER_MODULE", r"There is no module 'own_nothing', .*"),
        ("own_players.deeper:Clever", "NO_PLAYER_MODULE", r"There is no module .*"),
        (
            "own_missing:X",
            "PLAYER_FAILS",
            r".*: No module named 'no_such_library' \(own_missing\.py, line 3\)",
        ),
        ("own_syntax:X", "PLAYER_FAILS", r".*SyntaxError: .* \(own_syntax\.py, line 1\)"),
        ("own_exit:X", "PLAYER_FAILS", r".*SystemExit: bye \(own_exit\.py, line 1\)"),
        ("own_players:Unwilling", "PLAYER_FAILS", r".*RuntimeError: not today \(own_players\.py, line 21\)"),
        ("own_players:Idle", "PLAYER_FAILS", r".*TypeError: .* abstract .*choose.*"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(name: str, code: str, said: str) -> None:
    with pytest.raises(InvalidOptions) as refused:
        make_bot(name, GAME, 1)
    assert refused.value.code == code
    assert re.fullmatch(said, refused.value.reason)


def test_a_player_of_the_working_folder_plays_the_games_it_names() -> None:
    bot = make_bot("own_players:Clever", GAME, 1)
    assert (type(bot).__name__, bot.name) == ("Clever", "Clever")
    assert "own_players:Clever" not in bot_names("kachuful"), "nobody else may ask for it"
    with pytest.raises(InvalidOptions) as refused:
        make_bot("own_players:Clever", korthus.game("mulle"), 1)
    assert refused.value.code == "OTHER_GAMES"
    assert refused.value.reason.endswith("does not play mulle; it plays kachuful and eight.")


def test_a_file_of_the_working_folder_stands_in_for_no_library(folder: Path) -> None:
    (folder / "wave.py").write_text("raise RuntimeError\n")
    sys.modules.pop("wave", None)
    with pytest.raises(InvalidOptions) as refused:
        make_bot("wave:Clever", GAME, 1)
    assert refused.value.code == "BAD_PLAYER"


def test_an_invited_player_is_listed_before_those_of_the_house() -> None:
    visitors.invite("own_players:Clever")
    names = bot_names("kachuful")
    assert names[:2] == ("random", "own_players:Clever")
    assert "own_players:Clever" not in bot_names("mulle")
    with pytest.raises(InvalidOptions):
        visitors.invite("own_missing:X")


def test_a_broken_player_of_a_package_is_not_called_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Broken("player", "sleeper", Package("p", "1"), "RuntimeError: out of order (p.py, line 3)")
    monkeypatch.setattr(registry, "broken_players", lambda: (broken,))
    with pytest.raises(InvalidOptions) as refused:
        make_bot("sleeper", GAME, 1)
    assert refused.value.code == "PLAYER_FAILS"
    assert refused.value.reason == "'sleeper' cannot be used: RuntimeError: out of order (p.py, line 3)"


# -- the commands ----------------------------------------------------------------------------------

SHORT: Final = ("kachuful", "--set", "start_cards=2")


def test_the_commands_know_it(run_korthus: Korthus) -> None:
    ran = run_korthus("run", *SHORT, "--bots", "own_players:Clever,random", "--seed", "1", "--jobs", "2")
    assert ran.code == 0
    assert '"bots":["own_players:Clever","random"]' in ran.out
    ran = run_korthus(
        "arena", *SHORT, "--bots", "own_players:Clever", "random", "--matches", "2", "--jobs", "2"
    )
    assert ran.code == 0
    assert re.search(r"own_players:Clever +\d+\.\d ±", ran.out)
    ran = run_korthus(
        "play", *SHORT, "--seats", "2", "--vs", "own_players:Clever", "--seed", "1", stdin="1\n" * 20
    )
    assert ran.code == 0
    assert "could not think" not in ran.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_commands_say_what_is_wrong_with_it(run_korthus: Korthus, language: str) -> None:
    for words in (
        ("run", *SHORT, "--bots", "own_missing:X"),
        ("arena", *SHORT, "--bots", "own_missing:X", "random"),
        ("play", *SHORT, "--vs", "own_missing:X"),
        ("serve", "--no-open", "--bots", "own_missing:X"),
    ):
        ran = run_korthus(*words, "--lang", language)
        assert ran.code == 1
        assert "No module named 'no_such_library' (own_missing.py, line 3)" in " ".join(ran.err.split())
        assert "[PLAYER_FAILS]" in ran.err


def test_a_run_counts_the_turns_that_it_loses(run_korthus: Korthus, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    words = ("run", *SHORT, "--bots", "own_players:Wrong,random", "--seed", "1", "--out", str(out))
    for _ in range(2):
        ran = run_korthus(*words)
        assert ran.code == 0
        said = " ".join(ran.out.split())
        assert "Players lost turns" in said
        assert re.search(r"1 own_players:Wrong +8 +an error:", said)
    assert '"lost":[{"seat":0,"why":"raised","said":"InvalidState: ' in out.read_text()


def test_at_a_terminal_another_plays_its_turn_and_the_line_is_said(run_korthus: Korthus) -> None:
    ran = run_korthus(
        "play", *SHORT, "--seats", "2", "--vs", "own_players:Wrong", "--seed", "1", stdin="1\n" * 20
    )
    assert ran.code == 0
    said = " ".join(ran.out.split())
    assert "could not think (InvalidState (own_players.py, line 14)): rules chose this move" in said
