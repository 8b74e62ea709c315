"""Which tests prove which clause of the rules.

A test proves the clauses in its name (``test_KI8_…``, ``test_M3R_…``) and those that its docstring names
after ``Proves:``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

TESTS: Final = Path(__file__).parents[1]
PARTS: Final = {
    "M": "Mulle",
    "K": "Kachuful",
    "U": "Mus",
    "E": "Eight Cards",
    "X": "All games",
}

#: Clauses that wait for a room that is not built yet, wholly or in part, and why.
LATER: Final[dict[str, str]] = {
    "M-49": "The graphical table comes with the web face; the terminal shows the same score panel.",
    "M-55": "Stronger players come with the search room.",
    "M-56": "Play over a network comes with the web face.",
}

_ID = re.compile(r"M\.3-[A-Z]|\b[A-Z]{1,2}-\d+\b")
_NAME = re.compile(r"test_((?:[A-Z]{1,2}\d+[A-Z]?_)+)")


class Clause(NamedTuple):
    """A numbered clause of the rules."""

    id: str
    about: str

    @property
    def part(self) -> str:
        """The part of the rules it stands in."""
        return self.id[0]

    @property
    def kind(self) -> str:
        """What the letters of its number stand for."""
        letters = self.id.split("-")[0][1:]
        return {"": "requirement", "I": "resolution", "W": "worked position", ".3": "model"}[letters]


class Proof(NamedTuple):
    """A test, and the clauses it says it proves."""

    path: Path
    name: str
    ids: tuple[str, ...]


def clauses() -> list[Clause]:
    """Every clause, in the order of the rules."""
    lines = (Path(__file__).parent / "clauses.txt").read_text(encoding="utf-8").splitlines()
    return [Clause(*line.split(" ", 1)) for line in lines if line and not line.startswith("#")]


def compact(clause: str) -> str:
    """A clause's number as it stands in the name of a test: ``M.3-R`` is ``M3R``."""
    return clause.replace(".", "").replace("-", "")


def proofs_in(source: str, path: Path, known: dict[str, str]) -> Iterator[Proof]:
    """The proofs of one file. ``known`` leads from compact numbers to clauses; others are kept as written."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
            continue
        ids = []
        if named := _NAME.match(node.name):
            ids += [known.get(short, short) for short in named[1].strip("_").split("_")]
        _, proves, rest = (ast.get_docstring(node) or "").partition("Proves:")
        if proves:
            ids += _ID.findall(rest.split("\n\n")[0])
        if ids:
            yield Proof(path, node.name, tuple(dict.fromkeys(ids)))


def proofs() -> list[Proof]:
    """Every proof of the test suite, by file and place."""
    known = {compact(clause.id): clause.id for clause in clauses()}
    found: list[Proof] = []
    for path in sorted(TESTS.rglob("test_*.py")):
        found += proofs_in(path.read_text(encoding="utf-8"), path.relative_to(TESTS.parent), known)
    return found


def unproven() -> list[str]:
    """The clauses without a test and without a reason."""
    proven = {clause for proof in proofs() for clause in proof.ids}
    return [clause.id for clause in clauses() if clause.id not in proven and clause.id not in LATER]


def table() -> str:
    """The whole of ``docs/traceability.md``."""
    tests: dict[str, list[str]] = {}
    for proof in proofs():
        for each in proof.ids:
            tests.setdefault(each, []).append(f"[`{proof.name}`](../{proof.path.as_posix()})")
    lines = [
        "# From rule to test",
        "",
        "Every numbered clause of the rules and the tests that prove it. Written by `make docs`; a test",
        "checks that it is current and complete. M, K, U, E and X number requirements; a second letter I",
        "marks how an open question was settled, W a worked position.",
    ]
    for part, title in PARTS.items():
        lines += ["", f"## {title}", "", "| clause | about | proven by |", "|---|---|---|"]
        for clause in clauses():
            if clause.part == part:
                shown = [*tests.get(clause.id, ())]
                if clause.id in LATER or not shown:
                    shown.append(f"*{LATER.get(clause.id, 'missing')}*")
                lines.append(f"| {clause.id} | {clause.about} | {'<br>'.join(shown)} |")
    return "\n".join(lines) + "\n"
