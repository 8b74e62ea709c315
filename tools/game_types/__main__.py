"""Writes which class of game each name stands for, as a stub that type checkers read.

The packages of ``korthus.games`` are the one source: no shared file names a game, and
``korthus.game("…")`` has the type of its game all the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from korthus.core.protocol import AnyGame
from korthus.games import by_name
from korthus.games.registry import load, own_games

STUB: Final = Path(by_name.__file__).with_suffix(".pyi")

_HEAD: Final = "# Written by `python -m tools.game_types` from the packages of korthus.games.\n"
_ARGUMENTS: Final = "/, preset: str | None = None, **options: object"


def _overload(name: str, result: str) -> str:
    return f"@overload\ndef game(name: {name}, {_ARGUMENTS}) -> {result}: ..."


def stub(kinds: Iterable[type[AnyGame]]) -> str:
    """The stub for some games."""
    known = sorted(kinds, key=lambda kind: kind.name)
    imports = [f"from {kind.__module__} import {kind.__name__}" for kind in known]
    overloads = [_overload(f'Literal["{kind.name}"]', kind.__name__) for kind in known]
    return "\n".join(
        [
            _HEAD.rstrip("\n"),
            "from typing import Literal, overload",
            "",
            "from korthus.core.protocol import AnyGame",
            *imports,
            "",
            '__all__ = ["game"]',
            "",
            *overloads,
            _overload("str", "AnyGame"),
            "",
        ]
    )


def main() -> None:
    """Write it."""
    STUB.write_text(stub(load(name) for name in own_games()), encoding="utf-8")


if __name__ == "__main__":
    main()
