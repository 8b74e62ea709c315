"""The house stands: rooms import downwards only, and the rules do nothing but rules."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import korthus
from korthus.locale import catalogue
from korthus.web.delivery.site import Site
from korthus.web.settings import STATIC

SOURCE = Path(korthus.__file__).parent

#: The rooms of the house, each with those right below it. It may use whatever lies below. The front door is
#: ``korthus`` itself, which shows core and games; ``python -m korthus`` is the command.
BELOW: dict[str, tuple[str, ...]] = {
    "core": (),
    "games": ("core",),
    "front door": ("games",),
    "table": ("front door",),
    "kernels": ("front door",),
    "bots": ("table", "solve"),
    "solve": ("kernels",),
    "arena": ("bots", "solve"),
    "locale": ("games",),
    "screens": ("front door", "locale"),
    "lessons": ("front door",),
    "learn": ("arena",),
    "puzzles": ("arena",),
    "web": ("arena", "screens", "lessons", "puzzles"),
    "cli": ("web", "envs", "learn"),
    "envs": ("arena", "screens"),
    "testing": ("table",),
    "command": ("cli",),
}


def all_below(room: str) -> frozenset[str]:
    """Every room that a room may use."""
    return frozenset(BELOW[room]).union(*(all_below(other) for other in BELOW[room]))


ALLOWED = {room: all_below(room) for room in BELOW}

#: Rooms that are pure, and all that they may import from outside.
PURE = ("core", "games")
PURE_IMPORTS = frozenset(
    {
        "__future__",
        "abc",
        "bisect",
        "collections",
        "contextlib",
        "copy",
        "dataclasses",
        "difflib",
        "enum",
        "fractions",
        "functools",
        "hashlib",
        "heapq",
        "hmac",
        "importlib",
        "itertools",
        "json",
        "math",
        "msgspec",
        "operator",
        "pkgutil",
        "random",
        "re",
        "string",
        "types",
        "typing",
        "unicodedata",
        "korthus",
    }
)
#: Names that reach out of a pure room, or run what they are given.
IMPURE_CALLS = frozenset({"print", "open", "input", "exec", "eval", "compile", "breakpoint", "__import__"})


def room_of(path: Path) -> str:
    """The room that a source file lies in."""
    parts = path.relative_to(SOURCE).parts
    if path.name == "__main__.py":
        return "command"
    return parts[0] if len(parts) > 1 else "front door"


def imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The modules that a file imports, with their lines; ``from a import b`` may name the module a.b."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                yield node.lineno, "." * node.level + (node.module or "")
            elif node.module == "korthus":
                for alias in node.names:
                    yield node.lineno, f"korthus.{alias.name}"
            else:
                yield node.lineno, node.module or ""


def faults(source: str, room: str) -> list[str]:
    """What a file of a room does that it may not."""
    tree = ast.parse(source)
    found = []
    for line, module in imports(tree):
        top, _, rest = module.partition(".")
        if module.startswith("."):
            found.append(f"{line}: relative import {module}")
        elif top == "korthus":
            name = rest.partition(".")[0]
            target = name if name in BELOW else "front door"
            if target != room and target not in ALLOWED[room]:
                found.append(f"{line}: {room} may not import {module}")
        elif room in PURE and top not in PURE_IMPORTS:
            found.append(f"{line}: {room} may not import {module}")
        elif room in PURE and top in ("importlib", "pkgutil") and room != "games":
            found.append(f"{line}: only the catalogue loads modules")
    if room in PURE:
        found += impurities(tree)
    return found


def impurities(tree: ast.AST) -> Iterator[str]:
    """Input, output and shared luck: none of them belongs into a pure room."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in IMPURE_CALLS:
                yield f"{node.lineno}: call of {name}"
            case ast.Attribute(value=ast.Name(id="random"), attr=attr) if attr != "Random":
                yield f"{node.lineno}: random.{attr} is luck shared by all"
            case ast.Call(func=ast.Attribute(value=ast.Name(id="random"), attr="Random")):
                yield f"{node.lineno}: a generator of its own"
            case ast.ImportFrom(module="random", names=names) if any(n.name != "Random" for n in names):
                yield f"{node.lineno}: from random import only Random"
            case ast.Global():
                yield f"{node.lineno}: global statement"


@pytest.mark.parametrize("room", sorted(set(BELOW) - {"cli", "command", "front door"}))
def test_only_the_terminal_knows_rich(room: str) -> None:
    """Screens give texts and drawings of our own, so that every face can show them."""
    for path in sorted((SOURCE / room).rglob("*.py")):
        used = {
            module.partition(".")[0] for _, module in imports(ast.parse(path.read_text(encoding="utf-8")))
        }
        assert "rich" not in used, path


def source_files() -> list[Path]:
    """Every source file of the package."""
    return sorted(SOURCE.rglob("*.py"))


@pytest.mark.parametrize("path", source_files(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_file_keeps_to_its_room(path: Path) -> None:
    assert faults(path.read_text(encoding="utf-8"), room_of(path)) == []


def test_every_folder_is_a_known_room() -> None:
    rooms = {path.name for path in SOURCE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert rooms <= ALLOWED.keys()
    assert {"core", "games", "table", "bots", "arena", "cli", "locale", "testing"} <= rooms


def test_games_do_not_know_each_other() -> None:
    names = [path.name for path in (SOURCE / "games").iterdir() if (path / "game.py").exists()]
    assert len(names) == 4
    for name in names:
        for path in (SOURCE / "games" / name).rglob("*.py"):
            used = {module for _, module in imports(ast.parse(path.read_text(encoding="utf-8")))}
            others = [
                module
                for module in used
                if module.startswith("korthus.games.") and module.split(".")[2] not in (name, "catalogue")
            ]
            assert others == [], path


@pytest.mark.parametrize(
    ("room", "source", "fault"),
    [
        ("core", "from korthus.games import catalogue", "core may not import korthus.games"),
        ("core", "import korthus.games.mulle.game", "core may not import korthus.games.mulle.game"),
        ("games", "from korthus.table import Table", "games may not import korthus.table"),
        ("games", "from korthus.locale import Translator", "games may not import korthus.locale"),
        ("core", "import korthus", "core may not import korthus"),
        ("games", "from korthus import game", "games may not import korthus.game"),
        ("table", "from korthus.bots.protocol import Bot", "table may not import korthus.bots.protocol"),
        ("table", "from korthus.locale import Translator", "table may not import korthus.locale"),
        ("bots", "import korthus.arena", "bots may not import korthus.arena"),
        ("bots", "from korthus.learn import brings", "bots may not import korthus.learn"),
        ("learn", "from korthus.cli import play", "learn may not import korthus.cli"),
        ("arena", "from korthus.cli.app import main", "arena may not import korthus.cli.app"),
        ("web", "from korthus.cli import play", "web may not import korthus.cli"),
        ("screens", "from korthus.bots.protocol import Bot", "screens may not import korthus.bots.protocol"),
        (
            "testing",
            "from korthus.bots.random import RandomBot",
            "testing may not import korthus.bots.random",
        ),
        ("core", "from .cards import Card", "relative import"),
        ("core", "def f():\n    import time", "core may not import time"),
        ("games", "import os.path", "games may not import os.path"),
        ("games", "from datetime import date", "games may not import datetime"),
        ("games", "import logging", "games may not import logging"),
        ("games", "import numpy", "games may not import numpy"),
        ("core", "import importlib", "only the catalogue loads modules"),
        ("games", "print('x')", "call of print"),
        ("core", "x = open('file')", "call of open"),
        ("games", "def f(): return input()", "call of input"),
        ("games", "import random\nx = random.choice([1])", "random.choice is luck shared by all"),
        ("games", "import random\nx = random.Random()", "a generator of its own"),
        ("games", "from random import shuffle", "from random import only Random"),
        ("core", "def f():\n    global x", "global statement"),
    ],
)
def test_the_check_finds(room: str, source: str, fault: str) -> None:
    assert any(fault in found for found in faults(source, room))


@pytest.mark.parametrize(
    ("room", "source"),
    [
        ("games", "import random\ndef f(rng: random.Random) -> None: rng.shuffle([])"),
        ("games", "from korthus.core.protocol import Game\nimport msgspec"),
        ("cli", "from korthus.arena.runner import run\nimport os, sys\nprint(korthus.locale)"),
        ("testing", "from korthus.table import Table"),
        ("front door", "from korthus.games.catalogue import game"),
    ],
)
def test_the_check_lets_pass(room: str, source: str) -> None:
    assert faults(source, room) == []


def test_the_scripts_of_the_page_can_be_sent_together() -> None:
    site = Site(STATIC, catalogue)
    assert {f"js/pages/{file.name}" for file in STATIC.glob("js/pages/*.js")} <= {
        name for held in site.bundles.values() for name in held
    }
