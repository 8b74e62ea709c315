"""The parts of the docs that are written by the engine, and what they should be now."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import msgspec
from tests.docs import trace
from tests.docs.example import example
from tests.docs.prose import wrapped

import korthus
from korthus.core.rules import Option

DOCS: Final = Path(__file__).parents[2] / "docs"


def options_table(name: str) -> str:
    """Every option of a game, and its presets."""
    info = next(info for info in korthus.catalogue() if info.name == name)
    lines = ["| option | default | values | what it decides | source |", "|---|---|---|---|---|"]
    lines += [_row(option) for option in info.options]
    lines += ["", "| preset | what it changes |", "|---|---|"]
    presets = korthus.game(name).rules_type.presets
    for preset, changes in presets.items():
        changed = ", ".join(f"`{option}={_value(value)}`" for option, value in changes.items())
        lines.append(f"| `{preset}` | {changed or 'nothing: these are the defaults'} |")
    return "\n".join(lines)


def _row(option: Option) -> str:
    about = option.about[:1].upper() + option.about[1:]
    cells = (
        f"`{option.name}`",
        f"`{_value(option.default)}`",
        option.values,
        about.rstrip("."),
        option.source,
    )
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _value(value: Any) -> str:
    """A value as a command line takes it."""
    plain = msgspec.to_builtins(value)
    if plain is None:
        return "none"
    if isinstance(plain, bool):
        return str(plain).lower()
    if isinstance(plain, list | tuple):
        return ",".join(map(str, plain))
    return str(plain)


def fill(text: str, part: str, name: str, content: str) -> str:
    """A page with the content of one of its generated parts.

    Raises:
        ValueError: the page has no such part, or has it twice.
    """
    pattern = re.compile(rf"(<!-- {part}:{name} -->\n).*?(<!-- /{part} -->)", re.DOTALL)
    filled, count = pattern.subn(lambda match: f"{match[1]}\n{content}\n\n{match[2]}", text)
    if count != 1:
        raise ValueError(f"<!-- {part}:{name} --> … <!-- /{part} --> is there {count} times, not once")
    return filled


def pages() -> list[Path]:
    """Every page with generated parts."""
    return [DOCS / "traceability.md", *(DOCS / f"{info.name}.md" for info in korthus.catalogue())]


def page(path: Path) -> str:
    """A page as it should be."""
    name = path.stem
    if name == "traceability":
        return trace.table()
    text = fill(path.read_text(encoding="utf-8"), "options", name, options_table(name))
    return fill(text, "example", name, wrapped(example(name)))
