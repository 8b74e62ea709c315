"""A package that is broken is named in one sentence, and everything else is as it was."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import httpx
import pytest
from tests.examples.fresh import Fresh
from tests.support.patience import PATIENCE
from tests.web.server import QUICK, ServerProcess

_LIKE_SCOPA = "from korthus_scopa import Scopa\nclass Half(Scopa):\n    name = {name!r}\n    {line}\n"


def half(name: str, line: str) -> tuple[str, str, str]:
    """A game that is Scopa but for its name and one line, in a module of its own."""
    return _LIKE_SCOPA.format(name=name, line=line), "korthus.games", f"{name} = half_{name}:Half"


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
    "half-ruleless": half("ruleless", "rules_type = None"),
    "half-unmade": half("unmade", "def __init__(self, rules): raise RuntimeError('no box')"),
    "half-mute": half("mute", "def describe(self): raise RuntimeError('speechless')"),
    "half-crowd": half("crowd", "max_seats = 'many'"),
    "half-actless": half("actless", "action_types = ()"),
    "half-preset": half("preset", "class rules_type(Scopa.rules_type): presets = {'odd': {'nothing': 1}}"),
    "half-lost": half("lost", "shelf = None"),
    "leaves": ("import sys\nsys.exit()\n", "korthus.games", "leaver = leaves:Leaver"),
    "bare": (
        "import korthus\nclass Bare(korthus.Game): name = 'bare'\n",
        "korthus.games",
        "bare = bare:Bare",
    ),
    "scrawl": ("", "korthus.games", "scrawl = not a module:at all"),
    "wants-all": (
        "from korthus_my_bot import MyBot\nclass Greedy(MyBot):\n    name = 'hungry'\n    games = 5\n",
        "korthus.bots",
        "hungry = wants_all:Greedy",
    ),
    "bad-player": ("raise RuntimeError('out of order')\n", "korthus.bots", "sleeper = bad_player:Sleeper"),
    "player-taken": (
        "from korthus_my_bot import MyBot\nclass Random(MyBot): name = 'random'\n",
        "korthus.bots",
        "random = player_taken:Random",
    ),
}
#: The games that can be played all the same, with options that make them short.
SHORT: Mapping[str, tuple[str, ...]] = {
    "mulle": ("--set", "omgangar=1"),
    "kachuful": ("--set", "start_cards=2"),
    "mus": (),
    "eight": ("--set", "hands=1"),
    "scopa": ("--set", "target=1"),
}
#: What a game may bring to the rooms, each with something in its place that is no such thing.
PARTS: Mapping[str, str] = {
    "arena/units": "UNIT = 'points'",
    "bots/players": "BOTS = 5",
    "cli/commands": "from korthus.cli.command import command\ncommand('games', examples=('x',))(print)",
    "lessons/path": "LESSONS = ('one', 'two')",
    "puzzles/prover": "PROVER = None",
    "screens/diagrams": "DIAGRAMS = ()",
    "screens/emblem": "EMBLEM = 'ace'",
    "screens/screen": "SCREEN = print",
    "web/asks": "ASKS = 5",
    "web/coach": "COACH = 'me'",
    "web/handlers": "from korthus.web.http.routes import list_games\nHANDLERS = [list_games]",
    "web/people": "NOBODY = 0",
}
#: Games whose rules are Scopa's, by what stands in the modules that they bring to the rooms.
HALF_RIGHT: Mapping[str, Callable[[str], str]] = {
    "raiser": lambda part: f"raise RuntimeError('{part} is out of order')",
    "leaver_later": lambda part: "import sys\nsys.exit(3)",
    "misfit": lambda part: PARTS[part],
}


def half_right(name: str) -> dict[str, str]:
    """The files of a package that brings a game, and to every room something that cannot be used."""
    files = {f"{name}_game/__init__.py": _LIKE_SCOPA.format(name=name, line="")}
    for part in PARTS:
        room = part.partition("/")[0]
        files[f"{name}_game/{room}/__init__.py"] = ""
        files[f"{name}_game/{part}.py"] = f"{HALF_RIGHT[name](part)}\n"
    return files


def make_wheel(folder: Path, name: str) -> Path:
    """A wheel of a game or a player, as any build tool writes it."""
    if name in HALF_RIGHT:
        source, group, point = half_right(name), "korthus.games", f"{name} = {name}_game:Half"
    else:
        module, group, point = BROKEN[name]
        source = {f"{name.replace('-', '_')}.py": module}
    stem = f"{name.replace('-', '_')}-1.0"
    info = f"{stem}.dist-info"
    files = {
        **source,
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
    made.install(*wheels.values(), *(make_wheel(folder, name) for name in (*BROKEN, *HALF_RIGHT)))
    return made


def test_each_is_named_in_one_sentence(crowded: Fresh, tmp_path: Path) -> None:
    games = " ".join(crowded.korthus("games", home=tmp_path).split())
    for name, why in {
        "ghost of the package cannot-load": "ModuleNotFoundError: No module named 'nothing_like_it'",
        "thing of the package no-game": "no_game:Thing is not a subclass of korthus.Game.",
        "missing of the package no-class": "AttributeError: module 'no_class' has no attribute 'Missing'",
        "mulle of the package name-taken": "The house has a game called mulle already.",
        "briscola of the package other-name": "Its class calls itself 'scopa'.",
        "ruleless of the package half-ruleless": "rules_type is no subclass of Rules.",
        "unmade of the package half-unmade": "RuntimeError: no box",
        "mute of the package half-mute": "RuntimeError: speechless",
        "crowd of the package half-crowd": "max_seats is no int.",
        "actless of the package half-actless": "action_types is no tuple of subclasses of Action.",
        "preset of the package half-preset": "TypeError: ",
        "lost of the package half-lost": "shelf is no int.",
        "leaver of the package leaves": "SystemExit",
        "bare of the package bare": "rules_type is no subclass of Rules.",
        "scrawl of the package scrawl": "ModuleNotFoundError: ",
    }.items():
        assert f"The game {name} 1.0 cannot be used: {why}" in games
    players = " ".join(crowded.korthus("bots", "scopa", home=tmp_path).split())
    assert (
        "The player sleeper of the package bad-player 1.0 cannot be used: RuntimeError: out of order"
        in players
    )
    assert "The player hungry of the package wants-all 1.0 cannot be used: TypeError: " in players
    assert (
        "The player random of the package player-taken 1.0 cannot be used: The house has a player" in players
    )


@pytest.mark.parametrize("name", HALF_RIGHT)
def test_what_a_game_brings_to_the_rooms_and_cannot_be_used_is_named(
    name: str, crowded: Fresh, tmp_path: Path
) -> None:
    ran = crowded.run("korthus", "games", home=tmp_path)
    told = " ".join(f"{ran.stdout} {ran.stderr}".split())
    for part in PARTS.keys() - {"cli/commands", "web/handlers"}:
        assert f"What the game {name} of the package {name} 1.0 brings cannot be used: {part}: " in told
    assert f"{name} of the package {name} cannot be used: " in told, "its commands"


def test_they_harm_nothing_else(crowded: Fresh, tmp_path: Path) -> None:
    for game in (*SHORT, *HALF_RIGHT):
        words = ("run", game, "--games", "1", "--seed", "1", "--bots", "random")
        assert crowded.korthus(*words, *SHORT.get(game, SHORT["scopa"]), home=tmp_path)


def test_the_server_starts_without_them_and_writes_it_down(crowded: Fresh, tmp_path: Path) -> None:
    with ServerProcess(tmp_path, *QUICK, python=crowded.python) as server:
        with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
            listed = client.get("/api/games")
            others = [client.get(path).status_code for path in ("/", "/api/learn", "/api/puzzles")]
        log = server.log.read_text()
    assert listed.status_code == 200, listed.text
    assert sorted(game["name"] for game in listed.json()) == sorted((*SHORT, *HALF_RIGHT))
    assert others == [200] * len(others)
    for name in ("ghost", "thing", "missing", "briscola", "sleeper", "ruleless", "leaver"):
        assert f'"{name}"' in log
    for part in PARTS.keys() - {"cli/commands"}:
        assert log.count(f"{part}: ") == len(HALF_RIGHT)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("ghost", "ghost of the package cannot-load cannot be used"),
        ("mute", "mute of the package half-mute cannot be used"),
        ("leaver", "leaver of the package leaves cannot be used"),
    ],
)
def test_who_asks_for_one_is_told(name: str, why: str, crowded: Fresh, tmp_path: Path) -> None:
    refused = crowded.run("korthus", "play", name, home=tmp_path)
    assert refused.returncode == 1
    assert why in " ".join(refused.stderr.split())
    assert "Traceback" not in refused.stderr
