"""A package that is broken is named in one sentence, and everything else is as it was."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

import httpx
import pytest
from tests.examples.fresh import Fresh
from tests.web.server import QUICK, ServerProcess

#: What each package holds, and how it names it: a game or a player that cannot be used.
BROKEN: Mapping[str, tuple[str, str, str]] = {
    "cannot-load": ("import nothing_like_it\n", "korthus.games", "ghost = cannot_load:Ghost"),
    "no-game": ("class Thing: ...\n", "korthus.games", "thing = no_game:Thing"),
    "no-class": ("\n", "korthus.games", "missing = no_class:Missing"),
    "name-taken": (
        "from korthus_scopa import Scopa\nclass Mulle(Scopa): name = 'mulle'\n",
        "korthus.games",
        "mulle = name_taken:Mulle",
    ),
    "other-name": (
        "from korthus_scopa import Scopa\nclass Briscola(Scopa): ...\n",
        "korthus.games",
        "briscola = other_name:Briscola",
    ),
    "bad-player": ("raise RuntimeError('out of order')\n", "korthus.bots", "sleeper = bad_player:Sleeper"),
    "player-taken": (
        "from korthus_my_bot import MyBot\nclass Random(MyBot): name = 'random'\n",
        "korthus.bots",
        "random = player_taken:Random",
    ),
}


def make_wheel(folder: Path, name: str) -> Path:
    """A wheel of one module, as any build tool writes it."""
    source, group, point = BROKEN[name]
    stem = f"{name.replace('-', '_')}-1.0"
    info = f"{stem}.dist-info"
    files = {
        f"{name.replace('-', '_')}.py": source,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": f"[{group}]\n{point}\n",
    }
    files[f"{info}/RECORD"] = "".join(f"{path},,\n" for path in [*files, f"{info}/RECORD"])
    wheel = folder / f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for path, text in files.items():
            archive.writestr(path, text)
    return wheel


@pytest.fixture(scope="module")
def crowded(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Fresh:
    """An environment with both examples and every broken package."""
    made = Fresh(tmp_path_factory.mktemp("crowded") / "venv")
    folder = tmp_path_factory.mktemp("broken")
    made.install(*wheels.values(), *(make_wheel(folder, name) for name in BROKEN))
    return made


def test_each_is_named_in_one_sentence(crowded: Fresh, tmp_path: Path) -> None:
    games = " ".join(crowded.korthus("games", home=tmp_path).split())
    for name, why in {
        "ghost of the package cannot-load": "ModuleNotFoundError: No module named 'nothing_like_it'",
        "thing of the package no-game": "no_game:Thing is not a subclass of korthus.Game.",
        "missing of the package no-class": "AttributeError: module 'no_class' has no attribute 'Missing'",
        "mulle of the package name-taken": "The house has a game called mulle already.",
        "briscola of the package other-name": "Its class calls itself 'scopa'.",
    }.items():
        assert f"The game {name} 1.0 cannot be used: {why}" in games
    players = " ".join(crowded.korthus("bots", "scopa", home=tmp_path).split())
    assert (
        "The player sleeper of the package bad-player 1.0 cannot be used: RuntimeError: out of order"
        in players
    )
    assert (
        "The player random of the package player-taken 1.0 cannot be used: The house has a player" in players
    )


def test_they_harm_nothing_else(crowded: Fresh, tmp_path: Path) -> None:
    for game in ("mulle", "kachuful", "mus", "eight", "scopa"):
        words = ("run", game, "--games", "1", "--seed", "1", "--bots", "random")
        short = {"mulle": "omgangar=1", "scopa": "target=1", "kachuful": "start_cards=2", "eight": "hands=1"}
        options = ("--set", short[game]) if game in short else ()
        assert crowded.korthus(*words, *options, home=tmp_path)


def test_the_server_starts_without_them_and_writes_it_down(crowded: Fresh, tmp_path: Path) -> None:
    with ServerProcess(tmp_path, *QUICK, python=crowded.python) as server:
        games = [game["name"] for game in httpx.get(f"{server.url}/api/games").json()]
        log = server.log.read_text()
    assert games == ["mulle", "kachuful", "mus", "eight", "scopa"]
    for name in ("ghost", "thing", "missing", "briscola", "sleeper"):
        assert f'"{name}"' in log


def test_who_asks_for_one_is_told(crowded: Fresh, tmp_path: Path) -> None:
    refused = crowded.run("korthus", "play", "ghost", home=tmp_path)
    assert refused.returncode != 0
    assert "ghost of the package cannot-load cannot be used" in " ".join(refused.stderr.split())
    assert "Traceback" not in refused.stderr
