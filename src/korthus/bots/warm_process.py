"""A process that compiles players in the background: ``python -m korthus.bots.warm_process``.

Its arguments are games, the most wanted first. It says in lines of JSON what is ready and what is ahead, and
ends when all is done. It can be ended at any time: every compiled function is kept as soon as it is there.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec

from korthus.bots.warm import Piece, cold, compile_all, pieces
from korthus.kernels.code_folders import Trouble, listen

#: How much the process steps back for the others, in the unit of ``nice``.
_NICE = 10


class Ahead(msgspec.Struct, frozen=True, tag="ahead"):
    """What is not ready yet, in order, each with the seconds, about, until it is. All else is ready."""

    pieces: dict[str, float]


class Noted(msgspec.Struct, frozen=True, tag="noted"):
    """Something about where compiled code goes, as ``korthus.kernels.code_folders.report`` has it."""

    trouble: Trouble
    folder: str
    reason: str


class Broken(msgspec.Struct, frozen=True, tag="broken"):
    """A game cannot be compiled. The others are."""

    game: str
    message: str


Line = Ahead | Noted | Broken

_encode: Callable[[Line], bytes] = msgspec.json.Encoder().encode
decode_line: Callable[[bytes], Line] = msgspec.json.Decoder(Line).decode


def command(games: Sequence[str]) -> list[str]:
    """How the process is started for some games."""
    return [sys.executable, "-m", "korthus.bots.warm_process", *games]


def warm_games(games: Sequence[str], tell: Callable[[Line], None]) -> None:
    """Compile the players of some games, saying how it goes on."""

    def broken(piece: Piece, error: Exception) -> None:
        tell(Broken(piece.game, f"{type(error).__name__}: {error}"[:300]))

    for ahead in compile_all(cold(pieces(games, at_random=False)), broken):
        tell(Ahead({str(piece): left for piece, left in ahead.items()}))


def main() -> None:
    """Compile the games that are named."""
    if hasattr(os, "nice"):
        os.nice(_NICE)
    out = sys.stdout.fileno()

    def tell(line: Line) -> None:
        os.write(out, _encode(line) + b"\n")

    listen(lambda trouble, folder, reason: tell(Noted(trouble, folder, reason)))
    with suppress(BrokenPipeError):  # nobody is there any more who wants to know
        warm_games(sys.argv[1:], tell)


if __name__ == "__main__":
    main()
