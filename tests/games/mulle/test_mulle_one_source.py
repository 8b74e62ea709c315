"""What points of Mulle add up to stands in one place: nobody else adds mulles, tabbar, intake and bonus."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

import pytest

import korthus

SOURCE: Final = Path(korthus.__file__).parent

#: The parts of a ``Score``.
PARTS: Final = frozenset({"mulle", "tabbe", "intake", "bonus"})


def adds(source: str) -> list[int]:
    """The lines that add two parts of a score or more, or decide whether intake counts."""
    lines = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.BinOp(op=ast.Add()):
                if len(PARTS & {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}) > 1:
                    lines.add(node.lineno)
            case ast.AugAssign(op=ast.Add(), value=ast.Attribute(attr=name)) if name in PARTS:
                lines.add(node.lineno)
            case ast.BinOp(op=ast.Mult(), left=left, right=right):
                names = {each.attr for each in (left, right) if isinstance(each, ast.Attribute)}
                if "intake_in_total" in names:
                    lines.add(node.lineno)
    return sorted(lines)


def test_nobody_else_adds_up_points() -> None:
    """``games.mulle.scoring`` does: ``omgang_points``, ``total``; lockstep proves the compiled rules."""
    found = {
        f"{path.relative_to(SOURCE).as_posix()}:{line}"
        for path in SOURCE.rglob("*.py")
        if path.relative_to(SOURCE).parts[0] not in ("games", "kernels")
        for line in adds(path.read_text(encoding="utf-8"))
    }
    assert not found


@pytest.mark.parametrize(
    "source",
    [
        "row.mulle + row.tabbe + row.bonus",
        "points += score.intake",
        "points = score.mulle + (score.intake if rules.intake_in_total else 0)",
        "more = rules.intake_in_total * intake",
    ],
)
def test_the_search_for_a_second_sum_finds_one(source: str) -> None:
    assert adds(source) == [1]
