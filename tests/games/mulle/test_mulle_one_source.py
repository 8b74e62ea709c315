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


def _is_sum(node: ast.expr) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add)


def _is_difference(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="abs"), args=[ast.BinOp(op=ast.Sub())]):
            return True
    return False


def adds(source: str) -> list[int]:
    """The lines that add parts of a score, decide what intake counts, or what a build comes to."""
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
            case ast.Attribute(attr="MULLE_NO_INTAKE") | ast.Name(id="MULLE_NO_INTAKE"):
                lines.add(node.lineno)
            case ast.IfExp(body=down, orelse=up) if _is_difference(down) and _is_sum(up):
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
        "intake -= 1 if s[at.FLAGS] & at.MULLE_NO_INTAKE else 0",
        "value = abs(under - card) if down else under + card",
    ],
)
def test_the_search_for_a_second_sum_finds_one(source: str) -> None:
    assert adds(source) == [1]
