"""Examples that have no fence around them."""

from __future__ import annotations

from collections.abc import Iterable


def fenced(lines: Iterable[str]) -> list[str]:
    """The lines of a text, with a fence around each example that begins with ``>>>`` and ends with its block.

    >>> fenced(["So:", "", ">>> 1 + 1", "2", "", "or so."])
    ['So:', '', '```pycon', '>>> 1 + 1', '2', '```', '', 'or so.']
    """
    found: list[str] = []
    inside = example = False
    for line in lines:
        if line.lstrip().startswith("```"):
            inside = not inside
        if not inside and not example and line.startswith(">>> "):
            example = True
            found.append("```pycon")
        elif example and not line.strip():
            example = False
            found.append("```")
        found.append(line)
    return [*found, "```"] if example else found
