"""``korthus simulate``: games at random on all cores, by the million, and what they come to."""

from __future__ import annotations

import math
import os
import secrets
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from rich import box
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table as Grid

from korthus.cli.errors import Refused
from korthus.cli.setup import make_game
from korthus.cli.terminal import Terminal

#: Games in one piece of work. Luck belongs to the piece, so the result does not depend on the cores.
_PIECE: Final = 500
_SEED_BITS: Final = 32


def simulate_command(
    terminal: Terminal,
    game_name: str,
    *,
    games: int = 10_000,
    policy: str = "random",
    preset: str | None = None,
    settings: tuple[str, ...] = (),
    seats: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
) -> None:
    """Play whole games with every legal action equally likely, and show wins and scores by seat.

    Raises:
        KorthusError: the game cannot be set up, or its kernel does not know an option.
    """
    from korthus.kernels.bulk import Sums, kernel_of, random_games, together  # loads the compiler

    if policy != "random":
        raise Refused("NO_SUCH_POLICY", policy=policy[:40])
    cores = os.cpu_count() or 1
    workers = cores if jobs is None else jobs
    if games < 1 or not 1 <= workers <= 1024:
        raise Refused("BAD_AMOUNT")
    game = make_game(game_name, preset, settings)
    kernel = kernel_of(game)
    count = game.min_seats if seats is None else seats
    first = kernel.pack(game, game.new(count))
    luck = secrets.randbits(_SEED_BITS) if seed is None else seed
    random_games(kernel, first, count, 1, 0)  # compiled before the clock starts
    began = time.perf_counter()

    def piece(number: int) -> Sums:
        return random_games(kernel, first, count, min(_PIECE, games - number * _PIECE), luck, number)

    with ThreadPoolExecutor(workers) as pool:
        parts = list(_watched(terminal, pool.map(piece, range(-(-games // _PIECE))), games))
    seconds = time.perf_counter() - began
    total = together(parts)
    terminal.say(
        "tools.simulate.done",
        game=game.name,
        n=games,
        seed=luck,
        seconds=f"{seconds:.2f}",
        rate=f"{games / seconds:,.0f}",
    )
    terminal.show(_table(terminal, total))


def _watched(terminal: Terminal, parts: Iterator[Any], games: int) -> Iterator[Any]:
    """The parts as they come, with a bar on a terminal."""
    if not terminal.live:
        yield from parts
        return
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=terminal.console, transient=True) as progress:
        task = progress.add_task("games", total=games)
        for part in parts:
            progress.advance(task, part.games)
            yield part


def _table(terminal: Terminal, total: Any) -> Grid:
    tr = terminal.tr
    grid = Grid(box=box.SIMPLE_HEAD, header_style="quiet", pad_edge=False)
    for key in ("seat", "wins", "mean", "error", "spread"):
        grid.add_column(tr(f"tools.simulate.{key}"), justify="right")
    for seat, (score, square, wins) in enumerate(zip(total.scores, total.squares, total.wins, strict=True)):
        mean = score / total.games
        spread = math.sqrt(max(0.0, square / total.games - mean * mean))
        grid.add_row(
            str(seat + 1),
            f"{100 * wins / total.games:.2f} %",
            f"{mean:.3f}",
            f"{spread / math.sqrt(total.games):.3f}",
            f"{spread:.2f}",
        )
    return grid
