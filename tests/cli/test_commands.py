"""How commands register themselves: each once, each option written in one place."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Annotated, get_args, get_origin, get_type_hints

import pytest
from cyclopts import Parameter
from tests.cli.running import Korthus

import korthus.cli
from korthus.cli.app import build
from korthus.cli.command import Command, all_commands, command
from korthus.cli.options import Lang, option
from korthus.cli.terminal import Terminal
from korthus.games import registry
from korthus.games.registry import Package, Source
from korthus.locale import LANGUAGES, Translator

CLI = Path(korthus.cli.__file__).parent
COMMANDS = all_commands()


def test_each_option_is_written_once() -> None:
    keys = Counter(
        key for path in CLI.rglob("*.py") for key in re.findall(r'option\("([^"]+)"', path.read_text("utf-8"))
    )
    assert len(keys) > 60
    assert [key for key, times in keys.items() if times > 1] == []


@pytest.mark.parametrize("words", COMMANDS)
def test_everything_that_can_be_typed_has_help_in_every_language(words: str) -> None:
    function = COMMANDS[words].function
    keys = [COMMANDS[words].about]
    if function is not None:
        hints = get_type_hints(function, include_extras=True)
        assert hints.pop("return") in (type(None), int)
        assert hints.pop("terminal") is Terminal
        for hint in hints.values():
            assert get_origin(hint) is Annotated
            (about,) = get_args(hint)[1:]
            assert isinstance(about, Parameter)
            keys.append(str(about.help))
    assert all(Translator(language).has(key) for key in keys for language in LANGUAGES)
    assert COMMANDS[words].examples


def test_two_commands_cannot_have_the_same_words() -> None:
    with pytest.raises(ValueError, match="two commands are called 'games'"):

        @command("games", examples=("korthus games",))
        def other(terminal: Terminal) -> None:
            """Never registered."""


def test_a_command_gets_its_terminal_and_what_was_typed(capsys: pytest.CaptureFixture[str]) -> None:
    seen: list[object] = []

    def deal(terminal: Terminal, first: Annotated[int, option("common.cli.arg.seat")], /, *more: Lang) -> int:
        seen.extend((terminal.tr.language, terminal.has_suits, first, more))
        return 7

    made = {
        "": COMMANDS[""],
        "deal": Command("deal", "common.cli.play", ("korthus deal 1",), deal, "play", True, None),
    }
    app = build(Translator("sv"), made)
    app(["deal", "--help"], exit_on_error=False, result_action="return_value")
    assert Translator("sv")("common.cli.arg.seat") in " ".join(capsys.readouterr().out.split())
    words = ["deal", "3", "en", "es", "--lang", "es", "--ascii"]
    assert app(words, exit_on_error=False, result_action="return_value") == 7
    assert seen == ["es", False, 3, ("en", "es")]


def test_a_package_whose_commands_are_broken_is_named_and_harms_nothing(
    run_korthus: Korthus, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "korthus_tarot" / "cli"
    package.mkdir(parents=True)
    for folder in (package.parent, package):
        (folder / "__init__.py").write_text("")
    (package.parent / "game.py").write_text(
        "from korthus.games.mus.game import GAME\nclass Tarot(GAME):\n    name = 'tarot'\n"
    )
    (package / "commands.py").write_text(
        "from korthus.cli.command import command\n"
        "command('tarot', examples=('korthus tarot',))(print)\n"
        "command('games', examples=('korthus games',))(print)\n"
    )
    source = Source(Package("korthus-tarot", "1.0"), "korthus_tarot.game", "Tarot", "korthus_tarot.{room}")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "visitors", lambda: {"tarot": source})
    monkeypatch.setattr(korthus.cli.command, "_BROKEN", {})
    ran = run_korthus("bots", "mus")
    assert ran.code == 0
    assert ran.err == (
        "tarot of the package korthus-tarot cannot be used: ValueError: two commands are called 'games'\n"
    )
    assert all_commands() == COMMANDS


def test_the_command_line_is_read_without_compiler_server_or_numbers() -> None:
    """What a command needs beyond the terminal is loaded when it runs, so that help comes at once."""
    code = "import sys; from korthus.cli.app import main; main(['--help']); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in ran.stdout.splitlines()[-1].split()}
    assert "cyclopts" in loaded
    assert not loaded & {
        "array_api_compat",
        "jinja2",
        "litestar",
        "matplotlib",
        "numba",
        "numpy",
        "openskill",
        "uvicorn",
    }
