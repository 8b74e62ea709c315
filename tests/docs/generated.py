"""The parts of the docs that are written by the engine, and what they should be now."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import msgspec
from bench.page import page as benchmarks
from bench.readme import (
    envs_single_table,
    envs_vector_table,
    kernels_table,
    ppo_table,
    rules_table,
    search_table,
    solve_table,
)
from bench.results import read as read_results
from examples.explorations import being_first, eight_sweep, kachuful_scoring
from examples.explorations.trying import tell
from tests.docs import trace
from tests.docs.example import example
from tests.docs.prose import wrapped
from tools.diagrams.__main__ import diagrams, plain, shown, told

import korthus
from korthus.core.rules import Option
from korthus.envs.brings import encoding_of
from korthus.screens.rules_page import Diagram, Try, rules_page

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


def diagram_part(name: str, diagram: Diagram) -> str:
    """A diagram of a game's rules: its position, what is tried in it, and what comes of it."""
    deck = rules_page(name, "en").deck
    drawn = shown(name, diagram)
    title = diagram.title if diagram.title[-1] in ".?!" else f"{diagram.title}."
    lines = [f"*{title}* {diagram.about}", "", _picture(drawn.before, told(diagram.rows, deck))]
    for tried, after in zip(diagram.tries, drawn.after, strict=True):
        lines += ["", _said(tried)]
        if after is not None:
            lines += ["", _picture(after, told(tried.rows, deck))]
    return wrapped("\n".join(lines))


def _picture(path: Path, about: str) -> str:
    return f"![{about}]({path.relative_to(DOCS).as_posix()})"


def _said(tried: Try) -> str:
    sentences = list(tried.said)
    if tried.wish is not None:
        sentences.append(f"{tried.wish} **No:** {tried.refused}")
    return plain(" ".join(sentences))


def numbers_tables(name: str) -> str:
    """The fields of a game's observation, and its action ids, for its default rules and fewest seats."""
    numbers = encoding_of(korthus.game(name))
    lines = [f"{numbers.size:,} numbers.", "", "| field | shape | from | to | what it is |"]
    lines.append("|---|---|---|---|---|")
    for field in numbers.fields:
        shape = " × ".join(map(str, field.shape)) or "1"
        lines.append(
            f"| `{field.name}` | {shape} | {field.low:g} | {field.high:g} | {field.says.rstrip('.')} |"
        )
    lines += ["", f"{numbers.actions:,} ids.", "", "| ids | what they mean |", "|---|---|"]
    for first, last in _runs([numbers.text(each).split()[0] for each in range(numbers.actions)]):
        meant = f"`{numbers.text(first)}`"
        if first == last:
            lines.append(f"| {first} | {meant} |")
        else:
            lines.append(f"| {first} to {last} | {meant} … `{numbers.text(last)}` |")
    return "\n".join(lines)


def _runs(words: list[str]) -> list[tuple[int, int]]:
    """Where equal words follow each other: the first place and the last."""
    found = []
    for _, group in groupby(range(len(words)), key=words.__getitem__):
        places = list(group)
        found.append((places[0], places[-1]))
    return found


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


def whole_pages() -> dict[Path, Callable[[], str]]:
    """The pages that are written from beginning to end."""
    return {
        DOCS / "traceability.md": trace.table,
        DOCS / "benchmarks.md": lambda: benchmarks(read_results()),
    }


def filled_pages() -> dict[Path, Callable[[str], str]]:
    """The pages that have generated parts, and how they are filled in."""
    games = {DOCS / f"{info.name}.md": partial(_game_page, info.name) for info in korthus.catalogue()}
    return {
        DOCS.parent / "README.md": _readme,
        DOCS / "environments.md": _environments,
        DOCS / "explorations.md": _explorations,
        DOCS / "mus-solver.md": _mus_solver,
        DOCS / "search.md": _search,
        **games,
    }


def pages() -> list[Path]:
    """Every page with generated parts."""
    return [*whole_pages(), *filled_pages()]


def page(path: Path) -> str:
    """A page as it should be."""
    if path in whole_pages():
        return whole_pages()[path]()
    return filled_pages()[path](path.read_text(encoding="utf-8"))


def _readme(text: str) -> str:
    results = read_results()
    text = fill(text, "bench", "rules", rules_table(results))
    return fill(text, "bench", "kernels", kernels_table(results))


def _explorations(text: str) -> str:
    for module in (eight_sweep, kachuful_scoring, being_first):
        exploration = module.EXPLORATION
        figures = json.loads(exploration.figures.read_text(encoding="utf-8"))
        text = fill(text, "exploration", exploration.name, tell(exploration, figures))
    return text


def _environments(text: str) -> str:
    for info in korthus.catalogue():
        text = fill(text, "numbers", info.name, numbers_tables(info.name))
    results = read_results()
    text = fill(text, "bench", "envs_single", envs_single_table(results))
    text = fill(text, "bench", "envs_vector", envs_vector_table(results))
    return fill(text, "bench", "ppo", ppo_table(results))


def _mus_solver(text: str) -> str:
    return fill(text, "bench", "solve", solve_table(read_results()))


def _search(text: str) -> str:
    return fill(text, "bench", "search", search_table(read_results()))


def _game_page(name: str, text: str) -> str:
    text = fill(text, "options", name, options_table(name))
    for diagram in diagrams(name):
        text = fill(text, "diagram", diagram.key, diagram_part(name, diagram))
    return fill(text, "example", name, wrapped(example(name)))
