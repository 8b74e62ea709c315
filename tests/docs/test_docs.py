"""What the docs say is so: examples run, generated parts are current, links lead somewhere."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.running import Korthus
from tests.docs.blocks import REASONS, Block, block_fault, blocks
from tests.docs.examples import (
    FLAGS,
    Command,
    command_fault,
    commands,
    files,
    python_faults,
    serving_fault,
)
from tests.docs.generated import DOCS, fill, options_table, page, pages
from tests.docs.reading import reading_fault
from tests.examples.test_explorations import MODULES as EXPLORED

import korthus

ROOT = DOCS.parent
PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *DOCS.rglob("*.md"),
        *Path(korthus.__file__).parent.rglob("*.md"),
        *(ROOT / "examples").glob("*/README.md"),
        *(ROOT / "examples").glob("*/src/*/*.md"),
        *(ROOT / "packages").glob("*/README.md"),
    ],
    key=lambda path: path.as_posix(),
)
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(korthus.__path__, "korthus.")
    if not module.name.endswith("__main__")
)
SKELETON = [
    "The game in a minute",
    "How it is played",
    "Scoring",
    "Options and presets",
    "Notation",
    "A worked example",
    "For programmers",
]


def relative(path: Path) -> str:
    """A page's name for a list of tests."""
    return path.relative_to(ROOT).as_posix()


def with_blocks(fits: Callable[[Block], bool]) -> list[Path]:
    """The pages that have such a block."""
    return [path for path in PAGES if any(map(fits, blocks(path.read_text(encoding="utf-8"))))]


@pytest.mark.parametrize("path", PAGES, ids=relative)
def test_python_examples_run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert python_faults(path.read_text(encoding="utf-8"), path.name) == []


@pytest.mark.parametrize("path", PAGES, ids=relative)
def test_commands_run(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for name, content in files(text).items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    for command in commands(text):
        assert command_fault(command, tmp_path) is None


@pytest.mark.parametrize("path", with_blocks(lambda block: block.typed is not None), ids=relative)
def test_commands_run_that_ask(
    path: Path, run_korthus: Korthus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In this process: most of what a command takes is loading what it needs."""
    text = path.read_text(encoding="utf-8")
    for name, content in files(text).items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])  # a player of the working folder is looked for there
    for block in blocks(text):
        for line in block.lines if block.typed is not None else ():
            program, *words = shlex.split(line)
            assert program == "korthus"
            ran = run_korthus(*words, stdin=block.typed)
            assert (ran.code, ran.err) == (0, ""), line


@pytest.mark.parametrize("path", with_blocks(lambda block: block.mark == "serves"), ids=relative)
def test_servers_serve_and_stop(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for name, content in files(text).items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    for block in blocks(text):
        for line in block.lines if block.mark == "serves" else ():
            assert serving_fault(line, tmp_path) is None


def test_a_server_that_does_not_serve_is_found(tmp_path: Path) -> None:
    assert "ends with 1" in (serving_fault("korthus serve --database nonsense", tmp_path) or "")


def test_each_block_that_is_not_run_has_a_kind_of_the_decision() -> None:
    """The exceptions stand in decision 53, each with why; a kind that no page needs is none."""
    text = (DOCS / "decisions.md").read_text(encoding="utf-8").partition("\n## 53. ")[2].partition("\n## ")[0]
    kinds = re.findall(r"^\*\*`(\w+)`\*\*", text, re.MULTILINE)
    assert sorted(kinds) == sorted(REASONS)
    shown = {block.reason for path in PAGES for block in blocks(path.read_text(encoding="utf-8"))}
    assert shown - {None} == set(REASONS)


def test_what_is_shown_at_its_full_size_is_run_at_a_small_one() -> None:
    quick = {f"python -m {module.__name__}" for module in EXPLORED}
    for path in with_blocks(lambda block: block.reason == "quick"):
        for block in blocks(path.read_text(encoding="utf-8")):
            if block.reason == "quick":
                assert {line.split(" --quick")[0] for line in block.lines} <= quick


@pytest.mark.parametrize("path", PAGES, ids=relative)
def test_every_block_is_run_or_says_why_not(path: Path) -> None:
    found = [*blocks(path.read_text(encoding="utf-8"))]
    assert [fault for block in found if (fault := block_fault(block))] == []
    shown = [line for block in found if block.reason not in {None, "form"} for line in block.lines]
    assert [fault for line in shown if (fault := reading_fault(line))] == []


@pytest.mark.parametrize("path", PAGES, ids=relative)
def test_commands_in_sentences_are_there(path: Path) -> None:
    """``make TARGET`` and ``python -m MODULE`` in prose; what stands in brackets may be left out."""
    prose = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    lines = [" ".join(line.split()) for line in re.findall(r"`((?:make|python -m) [^`]+)`", prose)]
    plain = [re.sub(r"\[[^]]*\]|…|\.\.\.", "", line) for line in lines]
    assert [fault for line in plain if (fault := reading_fault(line))] == []


@pytest.mark.parametrize("path", PAGES, ids=relative)
def test_links_lead_somewhere(path: Path) -> None:
    prose = re.sub(r"```.*?```|`[^`]*`", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", prose):
        if not target.startswith(("http:", "https:", "mailto:")):
            assert (path.parent / target).exists(), target


@pytest.mark.parametrize("name", MODULES)
def test_docstring_examples_run(name: str) -> None:
    module = importlib.import_module(name)
    result = doctest.testmod(module, optionflags=FLAGS, extraglobs={"korthus": korthus})
    assert result.failed == 0


def test_some_docstrings_have_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    found = [test for name in MODULES for test in finder.find(importlib.import_module(name)) if test.examples]
    assert len(found) >= 10


@pytest.mark.parametrize("path", pages(), ids=relative)
def test_generated_parts_are_current(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == page(path), "run make docs"


@pytest.mark.parametrize("name", [info.name for info in korthus.catalogue()])
def test_every_game_has_a_page_of_the_same_skeleton(name: str) -> None:
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == SKELETON
    assert text.startswith("# ")
    assert ">>>" in text.split("## For programmers")[1]
    for option in korthus.game(name).rules_type.options():
        assert f"`{option.name}`" in options_table(name)


# -- the checks can fail ---------------------------------------------------------------------------


def test_a_wrong_example_is_found() -> None:
    page = "```python\n>>> 1 + 1\n2\n>>> x = 3\n```\ntext\n```python\n>>> x\n4\n```\n"
    [fault] = python_faults(page, "page")
    assert "Expected:\n    4\nGot:\n    3" in fault
    assert python_faults(page.replace("4", "3"), "page") == []
    assert python_faults("```python\nthis is no example\n```", "page") == []


def test_marked_commands_are_found() -> None:
    page = (
        "<!-- run -->\n```console\n$ korthus --version\n0.1.0\n$ korthus x\n```\n"
        "```sh\nkorthus never\n```\n<!-- run -->\n\n```sh\nkorthus a   # why\n\nkorthus b\n```\n"
    )
    assert [*commands(page)] == [
        Command("korthus --version", "0.1.0\n"),
        Command("korthus x", ""),
        Command("korthus a", None),
        Command("korthus b", None),
    ]


def test_files_of_a_page_are_found() -> None:
    page = "<!-- file a.json -->\n```json\n[]\n```\n```json\n{}\n```\n"
    assert files(page) == {"a.json": "[]\n"}


def test_a_wrong_command_is_found(tmp_path: Path) -> None:
    assert command_fault(Command("korthus --version", "...0.1...\n"), tmp_path) is None
    assert "and not" in (command_fault(Command("korthus --version", "9.9\n"), tmp_path) or "")
    assert "ends with" in (command_fault(Command("korthus play nothing", None), tmp_path) or "")
    assert "rm is none of" in (command_fault(Command("rm -rf x", None), tmp_path) or "")
    assert "rm is none of" in (command_fault(Command("yes | rm -rf x", None), tmp_path) or "")
    with pytest.raises(ValueError, match="; is no pipe"):
        command_fault(Command("korthus games; rm -rf x", None), tmp_path)


def test_a_block_without_a_mark_is_found() -> None:
    assert block_fault(Block("", "sh", "korthus games\n")) is not None
    assert block_fault(Block("", "python", "x = 1\n")) is not None
    assert block_fault(Block("shown: no time", "sh", "korthus games\n")) is not None
    assert block_fault(Block("shown: form", "sh", "korthus games\n")) is not None
    assert block_fault(Block("shown: long", "sh", "korthus games\n")) is None
    assert Block("typed: hint, quit", "sh", "korthus play mus\n").typed == "hint\nquit\n"
    assert block_fault(Block("typed: quit", "sh", "korthus play mus\n")) is None
    page = "1. x\n\n   <!-- run -->\n   ```sh\n   korthus a  # b\n   ```\n"
    assert [*blocks(page)] == [Block("run", "sh", "korthus a  # b\n")]


@pytest.mark.parametrize(
    "line",
    [
        "korthus play mulle --no-such-option",
        "korthus no-such-command x",
        "python -m bench.no_such_bench",
        "python -m bench.strength_mulle strong greedy --no-such-option 1",
        "make no_such_target",
        "pip install 'korthus[nothing]'",
        "yes | unknown",
    ],
)
def test_a_command_that_names_what_is_not_there_is_found(line: str) -> None:
    assert reading_fault(line) is not None


def test_a_part_must_be_there_once() -> None:
    page = "a\n<!-- options:mus -->\nold\n<!-- /options -->\nb\n"
    assert fill(page, "options", "mus", "new") == "a\n<!-- options:mus -->\n\nnew\n\n<!-- /options -->\nb\n"
    with pytest.raises(ValueError, match="0 times"):
        fill(page, "options", "mulle", "new")
    with pytest.raises(ValueError, match="2 times"):
        fill(page * 2, "options", "mus", "new")
