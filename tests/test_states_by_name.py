"""Positions are made with names: of many arguments in a row, two that change places are not noticed."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

import pytest

import korthus

SOURCE: Final = Path(korthus.__file__).parent
EXAMPLES: Final = Path(__file__).parent.parent / "examples"
#: Arguments without a name that a state may be made with.
MOST: Final = 4


def unnamed(source: str) -> list[int]:
    """The lines that make a state with more arguments without a name than that; a starred one is as bad."""
    lines = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[*given]):
                starred = any(isinstance(each, ast.Starred) for each in given)
                if name.endswith("State") and (starred or len(given) > MOST):
                    lines.append(node.lineno)
    return lines


def test_states_are_made_with_names() -> None:
    found = {
        f"{path.relative_to(folder.parent).as_posix()}:{line}"
        for folder in (SOURCE, EXAMPLES)
        for path in folder.rglob("*.py")
        for line in unnamed(path.read_text(encoding="utf-8"))
    }
    assert not found


@pytest.mark.parametrize(
    "source", ["MusState(phase, turn, number, mano, stones)", "state.MulleState(*parts)"], ids=["five", "all"]
)
def test_the_search_finds_a_state_made_without_names(source: str) -> None:
    assert unnamed(source) == [1]


def test_the_search_leaves_a_state_made_with_names_alone() -> None:
    assert not unnamed("MusState(phase=phase, turn=turn, number=1, mano=0, stones=(0, 0))")
