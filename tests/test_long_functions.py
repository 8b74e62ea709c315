"""Functions of Python are short enough to be read at once; the few that are not say why.

Those of the page's scripts are held to the same in ``tests/web_page/test_function_lengths.py``, where the
browser's parser measures them.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

import korthus

SOURCE: Final = Path(korthus.__file__).parent
LONGEST: Final = 60
#: The few that may be longer. Compiled loops pass everything by hand, and pieces of them would pass it again.
LONGER: Final = {
    "bots/search_tree.py simulate": "the loop of every search, whose steps share twenty arrays",
    "solve/live/cfr.py iterate": "regret minimisation on one lance: one pass down and up, in place",
    "kernels/mulle/legal.py count_plays": "counts every kind of play in one walk over the hand",
}


def long_functions() -> dict[str, int]:
    """Every function above the limit, with its lines."""
    found = {}
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > LONGEST:
                    found[f"{path.relative_to(SOURCE).as_posix()} {node.name}"] = lines
    return found


def test_functions_are_short() -> None:
    found = long_functions()
    assert found.keys() <= LONGER.keys(), found
    assert LONGER.keys() <= found.keys(), "take off the list what has become short"
    assert len(LONGER) <= 5
