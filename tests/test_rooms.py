"""A game is one thing: every room has a place for it, a typed promise of what it may bring, and a default.

No shared file of code, script, style or page names a game. Catalogues of texts may: texts are a game's data,
under keys with its name, and a translator wants the options or the players of all games side by side.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

import korthus
from korthus.games.fitness import Unfit
from korthus.games.parts import PARTS as PROMISED
from korthus.games.parts import check_part
from korthus.games.registry import brought, module_of, own_games
from korthus.kernels.brings import Kernel, kernel_named
from korthus.locale import LANGUAGES

SOURCE: Final = Path(korthus.__file__).parent
ROOMS_PAGE: Final = (SOURCE.parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
GAMES: Final = tuple(info.name for info in korthus.catalogue())

#: What each room offers a game to bring: the module, and the name that the room looks for in it. A game of
#: the house has more: its rules in the room of the games, and levels.
ROOMS: Final[dict[str, dict[str, str]]] = {
    "games": {"game": "GAME"},
    **{room: {part: promise.name for part, promise in parts.items()} for room, parts in PROMISED.items()},
}
ROOMS["bots"]["levels"] = "LEVELS"
#: What some games do not bring, and why that is right. Everything else must be there.
NOT_BROUGHT: Final[dict[tuple[str, str, str], str]] = {
    **{(game, "screens", "hand_names"): "it has no boards" for game in ("mulle", "kachuful", "mus")},
    **{(game, "arena", "script"): "its notation is as short" for game in ("kachuful", "mus", "eight")},
    **{
        (game, "learn", "course"): "its players use no learnt numbers of a course"
        for game in ("mus", "eight")
    },
    **{(game, "web", "handlers"): "it has no solution to ask" for game in ("mulle", "kachuful", "eight")},
}

#: Files of data that lie beside a module of a room, for whoever brings them.
FILES: Final[dict[str, str]] = {
    "arena": "ladder.json",
    "lessons": "lessons.toml",
    "puzzles": "puzzles.jsonl",
}
#: The games that have commands beside the shared ones; the others have nothing to ask there.
WITH_COMMANDS: Final = {"mus"}

PARTS: Final = [
    (game, room, part, name) for game in GAMES for room in ROOMS for part, name in ROOMS[room].items()
]


@pytest.mark.parametrize(("game", "room", "part", "name"), PARTS, ids=lambda each: each)
def test_a_game_brings_to_each_room_what_it_may(game: str, room: str, part: str, name: str) -> None:
    module = brought(game, room, part)
    if (game, room, part) in NOT_BROUGHT:
        assert module is None, "it is brought after all: take it off the list"
    else:
        assert module is not None, f"{game} brings no {room}/{part}"
        assert hasattr(module, name)
        if promise := PROMISED.get(room, {}).get(part):
            check_part(module, promise)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("room", "file"), FILES.items())
def test_a_game_brings_its_data(game: str, room: str, file: str) -> None:
    assert (SOURCE / room / game / file).is_file()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_brings_commands_if_it_has_some(game: str) -> None:
    assert (module_of(game, "cli", "commands") is not None) == (game in WITH_COMMANDS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_brings_its_texts_in_every_language(game: str, language: str) -> None:
    for file in (f"{game}.json", f"web_{game}.json"):
        assert (SOURCE / "locale" / language / file).is_file()


@pytest.mark.parametrize("room", PROMISED)
def test_the_table_of_the_rooms_names_all_that_a_game_may_bring(room: str) -> None:
    rows = [row for row in ROOMS_PAGE.splitlines() if row.startswith(f"| `{room}/<game>` |")]
    assert len(rows) == 1
    assert {part for part in (*PROMISED[room], FILES.get(room, "")) if part not in rows[0]} == set()


def test_a_part_of_another_kind_is_refused() -> None:
    for promise in (promise for parts in PROMISED.values() for promise in parts.values()):
        module = ModuleType("part")
        setattr(module, promise.name, object())
        with pytest.raises(Unfit, match=f"^{promise.name} is no "):
            check_part(module, promise)


def test_nothing_is_asked_for_that_is_not_promised() -> None:
    asked = {
        found.groups()
        for path in SOURCE.rglob("*.py")
        for found in re.finditer(r'\bbrought\([\w.]+, "(\w+)", "(\w+)"\)', path.read_text(encoding="utf-8"))
    }
    assert asked == {(room, part) for room, parts in PROMISED.items() for part in parts}


@pytest.mark.parametrize("game", GAMES)
def test_a_kernel_has_every_verb_that_is_promised(game: str) -> None:
    promised = {*Kernel.__annotations__, *(name for name in vars(Kernel) if not name.startswith("_"))}
    assert {"MAX_LEGAL", "pack", "apply", "scores"} <= promised
    assert {name for name in promised if not hasattr(kernel_named(game), name)} == set()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_its_folder_among_the_tables_of_the_page(game: str) -> None:
    folder = SOURCE / "web" / "static" / "js" / "tables" / game
    assert {"index.js", "table.css"} <= {file.name for file in folder.iterdir()}


# -- no shared file names a game -------------------------------------------------------------------

NAMES: Final = re.compile(rf"\b({'|'.join(own_games())})\b", re.IGNORECASE)
#: The word is English there, or the rank of a card, or an example of a command, which the help shows.
ENGLISH: Final = re.compile(r"^EIGHT$|^\"korthus |\beight (bytes|cards|words|seats|private)\b")
#: Packages that belong to a game without carrying its name: lances of Mus are solved live.
OWNED: Final = ("solve/live",)


def shared_files(*suffixes: str) -> list[Path]:
    """The sources that belong to no game: not below a folder, nor in a file, that carries a game's name."""
    return sorted(
        path
        for path in SOURCE.rglob("*")
        if path.suffix in suffixes
        and not {*path.relative_to(SOURCE).parts[:-1], path.stem} & {*GAMES}
        and path.parent.relative_to(SOURCE).as_posix() not in OWNED
        and "__pycache__" not in path.parts
    )


def code_of(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file without comments and docstrings, which may give examples."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        bare = re.sub(r"/\*.*?\*/", lambda found: "\n" * found.group().count("\n"), text, flags=re.S)
        for number, line in enumerate(bare.splitlines(), 1):
            yield number, re.sub(r"(^|\s)//.*", "", line)
        return
    prose: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(getattr(node.value, "value", None), str):
            prose.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.start[0] not in prose and token.type not in (tokenize.COMMENT, tokenize.NL):
            yield token.start[0], token.string


def named_in(path: Path) -> list[str]:
    """Where a file names a game."""
    return [
        f"{path.relative_to(SOURCE)}:{number}: {line.strip()[:80]}"
        for number, line in code_of(path)
        if NAMES.search(line) and not ENGLISH.search(line)
    ]


@pytest.mark.parametrize(
    "path", shared_files(".py", ".js", ".css", ".html"), ids=lambda path: str(path.relative_to(SOURCE))
)
def test_no_shared_file_names_a_game(path: Path) -> None:
    assert named_in(path) == []


def test_the_look_for_names_finds_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.test_rooms.SOURCE", tmp_path)
    file = tmp_path / "app.py"
    file.write_text('"""Mulle, for example."""\n# and Mus\nif game == "mus":\n    pass\n')
    assert named_in(file) == ['app.py:3: "mus"']
    page = tmp_path / "app.js"
    page.write_text("/** Mulle\n and Mus */\n// mus\nconst GAMES = { mulle };\n")
    assert named_in(page) == ["app.js:4: const GAMES = { mulle };"]
