"""What is installed with what: korthus alone is light, and who lacks an extra is told what to type."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from bench.light import install
from tests.cli.running import Korthus
from tools.package.extras import extras as listed_extras

from korthus import extras
from korthus.cli.command import all_commands
from korthus.locale import LANGUAGES

HOUSE = Path(__file__).parents[2]
#: Extras whose libraries a command asks for by itself, with an option, and the code of its refusal.
ASKED_FOR = {"postgres": "NO_POSTGRES", "ray": "NO_RAY", "gpu": "NO_TORCH"}

#: Lets nothing in but the standard library, msgspec and what korthus has itself, loads all of that, and then
#: does what a light install is for.
LIGHT = """
import sys
from korthus.extras import ROOMS

class Door:
    def find_spec(self, name, path=None, target=None):
        top, _, below = name.partition(".")
        strange = top not in sys.stdlib_module_names and top not in ("korthus", "msgspec")
        if strange or (top == "korthus" and below.partition(".")[0] in ROOMS):
            raise ModuleNotFoundError(f"{name} is not for a light install", name=name)

sys.meta_path.insert(0, Door())

import pkgutil
from importlib import import_module
import korthus
for room in pkgutil.iter_modules(korthus.__path__, "korthus."):
    if room.name.partition(".")[2] not in ROOMS:
        package = import_module(room.name)
        for module in pkgutil.walk_packages(getattr(package, "__path__", ()), f"{room.name}."):
            import_module(module.name)
for name in ("core", "games", "lessons", "locale", "screens", "table", "testing"):
    assert f"korthus.{name}" in sys.modules, name

import random
from korthus.core.record import decode_record, encode_record
from korthus.locale import Translator
from korthus.table import Player, Table, verify
from korthus.testing import check_game

for info in korthus.catalogue():
    game = korthus.game(info.name)
    assert game.parse_state(game.format_state(game.new(game.min_seats))) == game.new(game.min_seats)
    for language in ("en", "sv", "es"):
        assert Translator(language)(f"{info.name}.title")
check_game(korthus.game("kachuful", start_cards=1, total_rounds=1), games=1)

game = korthus.game("mus", preset="single_hand")
table = Table(game, (Player("Anna"), Player("Bo")), server_seed=b"7" * 32, preset="single_hand")
table.start()
luck = random.Random(7)
while (seat := table.to_act) is not None:
    table.submit(seat, luck.choice(table.choices(seat)))
assert verify(decode_record(encode_record(table.record()))).findings == ()
print("light")
"""
#: What Python says to whoever imports what is not there, and that a game brings nothing to such a room.
ASK_FOR_ROOMS = """
from importlib import import_module
from korthus.extras import ROOMS
from korthus.games.registry import brought
for name in (*ROOMS, "envs.pettingzoo"):
    try:
        import_module(f"korthus.{name}")
    except ModuleNotFoundError as error:
        print(error)
for room in ROOMS:
    assert brought("mulle", room) is None
"""


def project(folder: Path) -> dict[str, Any]:
    """What a project says about itself."""
    found: dict[str, Any] = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return found


def extra_libraries(name: str) -> set[str]:
    """The libraries that an extra names itself, as modules; those of ``play`` are those of korthus-house."""
    if name == "play":
        wanted = project(HOUSE / "packages" / "house")["dependencies"]
    else:
        wanted = listed_extras()[name]
    lines = [line for line in wanted if not line.startswith(("korthus[", "korthus=="))]
    assert all("sys_platform != 'win32'" in line for line in lines if ";" in line)
    return {re.split(r"[\[><=;]", line)[0].replace("-", "_") for line in lines}


def test_korthus_alone_needs_msgspec_alone() -> None:
    assert [re.split("[><=]", line)[0] for line in project(HOUSE)["dependencies"]] == ["msgspec"]


@pytest.mark.parametrize("extra", extras.MODULES)
def test_the_modules_of_an_extra_are_those_it_installs(extra: str) -> None:
    assert set(extras.MODULES[extra]) == extra_libraries(extra)


def test_the_light_parts_import_nothing_but_msgspec() -> None:
    ran = subprocess.run([sys.executable, "-c", LIGHT], capture_output=True, text=True, check=False)
    assert ran.stdout == "light\n", ran.stderr


def test_every_command_needs_an_extra_that_there_is() -> None:
    needed = {command.extra for command in all_commands().values()}
    assert needed == {"play", "solve", "arena"} == set(extras.MODULES)


@pytest.mark.parametrize(
    ("words", "extra", "names"),
    [
        (("arena", "mulle", "--bots", "random", "greedy"), "arena", "matplotlib, which is"),
        (("solve", "mus"), "solve", "array_api_compat and threadpoolctl, which are"),
        (("serve", "--no-open"), "play", "litestar, which is"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_who_lacks_an_extra_is_told_what_to_type(
    words: tuple[str, ...],
    extra: str,
    names: str,
    language: str,
    run_korthus: Korthus,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name in names.split(", ")[0] else object())
    ran = run_korthus(*words, "--lang", language)
    assert ran.code == 1
    assert ran.out == ""
    (said,) = ran.err.splitlines()
    assert said.startswith(f"korthus {words[0]} ")
    assert said.endswith(f': pip install "korthus[{extra}]" [NO_EXTRA]')
    assert language != "en" or f" needs {names} not installed; type: " in said


@pytest.mark.parametrize(("extra", "code"), ASKED_FOR.items())
def test_what_an_option_needs_is_named_with_what_to_type(extra: str, code: str) -> None:
    assert extra_libraries(extra)
    for language in LANGUAGES:
        texts = "\n".join(
            path.read_text(encoding="utf-8")
            for path in (HOUSE / "src" / "korthus" / "locale" / language).glob("*.json")
        )
        (sentence,) = re.findall(rf'error\.{code}": (.*)', texts)
        assert rf"pip install \"korthus[{extra}]\"" in sentence


def test_a_fresh_environment_has_the_rules_and_says_how_to_get_the_rest(tmp_path: Path) -> None:
    """The real wheel, installed by pip; this takes some seconds and the registry that pip knows."""
    try:
        light = install(tmp_path)
    except subprocess.CalledProcessError as error:
        if "No matching distribution found for hatchling" in error.stderr:
            pytest.skip("pip reaches no registry here")
        raise AssertionError(error.stderr) from error
    assert {path.name for path in light.packages.glob("*.dist-info")} > {"korthus-0.1.0.dist-info"}
    installed = {path.name.partition("-")[0] for path in light.packages.glob("*.dist-info")}
    assert installed - {"pip", "setuptools", "wheel"} == {"korthus", "msgspec"}
    assert light.size(bytecode=True) > light.size(bytecode=False) / 4  # pip has written it
    assert light.size(bytecode=False) + light.size(bytecode=True) < 10_000_000
    ran = light.run("-c", LIGHT)
    assert ran.stdout == "light\n", ran.stderr
    asked = light.run("-c", ASK_FOR_ROOMS)
    assert asked.returncode == 0, asked.stderr
    assert asked.stdout.splitlines() == [
        f'korthus.{room} needs korthus-house, which is not installed; type: pip install "korthus[{extra}]" '
        "[NO_EXTRA]"
        for room, extra in (*extras.ROOMS.items(), ("envs", "envs"))
    ]
    for language, said in (("en", "type: "), ("sv", "skriv: "), ("es", "escribe: ")):
        ran = light.run("-m", "korthus", "play", "mulle", "--lang", language)
        assert (ran.returncode, ran.stdout) == (1, "")
        assert ran.stderr.endswith(f'{said}pip install "korthus[play]" [NO_EXTRA]\n')
        assert ran.stderr.count("\n") == 1
