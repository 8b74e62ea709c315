"""Reads commands that are shown and not run: each must name what is there.

A line of korthus is read by its own command line, which refuses options and words that it does not know.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from cyclopts import App, CycloptsError
from tests.docs.examples import pipeline
from tools.package.extras import extras

from korthus.cli.app import build
from korthus.cli.command import all_commands
from korthus.locale import Translator

ROOT: Final = Path(__file__).parents[2]
#: Programs that are not ours, and are not looked into.
OTHERS: Final = {"cat", "cp", "export", "mv", "printf", "ray", "yes"}


def reading_fault(line: str) -> str | None:
    """What a command line names that is not there. ``< FILE`` and words in capitals stand for something."""
    for words in pipeline(re.sub(r"\s<\s*\S+", "", line)):
        program, *rest = words
        fault = _fault(program, rest)
        if fault is not None:
            return f"{line}: {fault}"
    return None


def _fault(program: str, words: list[str]) -> str | None:
    if program == "korthus":
        return _korthus(words)
    if program == "python":
        return _python(words)
    if program == "make":
        targets = set(
            re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
        )
        missing = [word for word in words if "=" not in word and word not in targets]
        return f"there is no target {missing[0]}" if missing else None
    if program == "pip":
        return _pip(words)
    return None if program in OTHERS else f"{program} is not known"


@cache
def _app() -> App:
    return build(Translator("en"), all_commands())


def _korthus(words: list[str]) -> str | None:
    try:
        _app().parse_args(words, exit_on_error=False, print_error=False)
    except CycloptsError as error:
        return str(error)
    return None


def _python(words: list[str]) -> str | None:
    """``python -m MODULE …`` or ``python FILE …``: it is there, and its source names each option."""
    if words[0] == "-m":
        spec = find_spec(words[1])
        origin, words = (spec.origin if spec else None), words[1:]
        if origin is not None and origin.endswith("__init__.py"):
            origin = origin.replace("__init__.py", "__main__.py")
    else:
        origin = str(ROOT / words[0])
    if origin is None or not Path(origin).exists():
        return f"there is no {words[0]}"
    source = _with_imports(Path(origin))
    missing = [
        word for word in words[1:] if word.startswith("--") and f'"{word.split("=")[0]}"' not in source
    ]
    return f"{words[0]} has no {missing[0]}" if missing else None


def _with_imports(path: Path) -> str:
    """A source, and those beside it that it imports from: options that several have are written there."""
    text = path.read_text(encoding="utf-8")
    beside = (
        path.parent / f"{name}.py" for name in re.findall(r"^from [\w.]+?\.(\w+) import", text, re.MULTILINE)
    )
    return text + "".join(other.read_text(encoding="utf-8") for other in beside if other.exists())


def _pip(words: list[str]) -> str | None:
    """``pip install`` of the house with extras that it has, or of a folder that is there."""
    for word in words:
        if found := re.fullmatch(r"(?:korthus|\.)\[([\w,]+)\]", word):
            if unknown := set(found[1].split(",")) - extras().keys():
                return f"there is no extra {min(unknown)}"
        elif word.startswith("./") and not (ROOT / word).exists():
            return f"there is no {word}"
    return None
