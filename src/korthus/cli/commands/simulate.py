"""``korthus simulate``: games at random on all cores, by the million, and what they come to."""

from __future__ import annotations

import math
import os
import secrets
import time
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

import msgspec
from rich import box
from rich.table import Table as Grid

from korthus.arena.crews import MAX_JOBS, RETRIES, ThreadCrew, in_order, trouble_of
from korthus.arena.errors import ArenaError
from korthus.arena.kept import GamesPlan, KeptJob, decode_piece, plan_beside, plan_of, read_plan
from korthus.bots.known_tables import most_seats
from korthus.bots.warm import AT_RANDOM, Piece, cold
from korthus.cli.command import command
from korthus.cli.compiling import compile_here
from korthus.cli.errors import Refused
from korthus.cli.options import BatchSeed, GameName, Games, Preset, Seats, Settings, option
from korthus.cli.progress import progress_bar
from korthus.cli.setup import make_game
from korthus.cli.terminal import Terminal
from korthus.core.errors import KorthusError
from korthus.core.protocol import AnyGame

if TYPE_CHECKING:
    from korthus.kernels.bulk import Sums

#: Games in one piece of work. Luck belongs to the piece, so the result does not depend on the cores.
_PIECE: Final = 500
_SEED_BITS: Final = 32


class SimulationPlan(GamesPlan, frozen=True, kw_only=True):
    """What was to be simulated."""

    format: Literal["korthus simulate"] = "korthus simulate"
    policy: str
    seed: int
    games: int


class _Pieces:
    """The games as a task, a piece at a time."""

    def __init__(self, play: Callable[[int, int, int], Sums], plan: SimulationPlan) -> None:
        """``play`` makes a number of games with the luck of a seed and of a piece."""
        self._play, self._plan = play, plan
        self.pieces = -(-plan.games // _PIECE)

    def do(self, unit: int) -> Sums:
        """See ``Task.do``."""
        plan = self._plan
        games = min(_PIECE, plan.games - unit * _PIECE)
        return self._play(games, plan.seed, unit)

    def failed(self, unit: int, error: Exception) -> KorthusError:
        """See ``Task.failed``."""
        return ArenaError("PIECE_FAILED", piece=unit + 1, trouble=trouble_of(error))

    def died(self, unit: int) -> KorthusError:
        """See ``Task.died``."""
        return ArenaError("PIECE_DIES", piece=unit + 1, times=RETRIES + 1)


@command(
    "simulate",
    examples=("korthus simulate mulle --games 2000", "korthus simulate kachuful --seats 4 --seed 7"),
)
def simulate_command(
    terminal: Terminal,
    game: GameName,
    /,
    *,
    games: Games = 10_000,
    policy: Annotated[str, option("common.cli.arg.policy")] = "random",
    seats: Seats = None,
    seed: BatchSeed = None,
    jobs: Annotated[int | None, option("common.cli.arg.cores")] = None,
    out: Annotated[Path | None, option("common.cli.arg.kept")] = None,
    preset: Preset = None,
    settings: Settings = (),
) -> None:
    """Play whole games with every legal action equally likely, and show wins and scores by seat.

    Args:
        seed: if it is not given, that of the simulation in ``out``, or one that nobody knows.
        out: a file that is new, or that the same command began: then what is left is played.

    Raises:
        KorthusError: the game cannot be set up, its kernel does not know an option, or it was stopped.
    """
    if policy != "random":
        raise Refused("NO_SUCH_POLICY", policy=policy[:40])
    workers = (os.cpu_count() or 1) if jobs is None else jobs
    if games < 1 or not 1 <= workers <= MAX_JOBS:
        raise Refused("BAD_AMOUNT")
    played = make_game(game, preset, settings)
    count = played.min_seats if seats is None else seats
    play = _player(terminal, played, count)
    plan = SimulationPlan(
        **plan_of(played, preset, count),
        policy=policy,
        seed=_seed(out) if seed is None else seed,
        games=games,
    )
    with nullcontext() if out is None else KeptJob(out, plan, partial(_read, out)) as job:
        play(1, 0, 0)  # compiled before the clock starts
        _simulate(terminal, _Pieces(play, plan), plan, workers, job)


def _player(terminal: Terminal, game: AnyGame, seats: int) -> Callable[[int, int, int], Sums]:
    """What plays some games with the luck of a seed and of a piece: the kernel, or else the rules."""
    from korthus.kernels.bulk import kernel_of, random_games  # loads the compiler
    from korthus.kernels.by_rules import games_by_rules, has_kernel

    begun = game.new(seats)
    if not has_kernel(game):
        return partial(games_by_rules, game, seats)
    if seats > most_seats(game):
        raise Refused("TOO_MANY_TO_SIMULATE", seats=seats, most=most_seats(game))
    compile_here(terminal, cold([Piece(game.name, AT_RANDOM)]))
    kernel = kernel_of(game)
    return partial(random_games, kernel, kernel.pack(game, begun), seats)


def _seed(out: Path | None) -> int:
    """The seed of a simulation that goes on, or one that nobody knows."""
    if out is not None and plan_beside(out).exists():
        return read_plan(plan_beside(out), SimulationPlan).seed
    return secrets.randbits(_SEED_BITS)


def _read(path: Path, line: bytes, number: int) -> Sums:
    """The line of a piece, counted from 0.

    Raises:
        ArenaError: it does not belong there.
    """
    from korthus.kernels.bulk import Sums  # loads the compiler

    return decode_piece(path, tuple[int, Sums], line, number)


def _simulate(
    terminal: Terminal, task: _Pieces, plan: SimulationPlan, workers: int, job: KeptJob | None
) -> None:
    """Play what is left, and show what all of it comes to, also when it is stopped."""
    parts = [] if job is None else [_read(job.path, line, number) for number, line in enumerate(job.lines())]
    before = sum(part.games for part in parts)
    if job is not None and parts:
        key = "tools.job.complete" if before == plan.games else "tools.job.going_on"
        terminal.say(key, file=str(job.path), done=before, all=plan.games)
    began, done = time.perf_counter(), before
    crew = ThreadCrew(task, workers)
    try:
        with progress_bar(terminal.console) as report:
            for part in in_order(crew, range(len(parts), task.pieces)):
                if job is not None:
                    job.append(msgspec.json.encode((len(parts), part)))
                parts.append(part)
                done += part.games
                report(done, plan.games)
    except KeyboardInterrupt as stop:
        _show(terminal, plan, parts, done - before, time.perf_counter() - began)
        code = "STOPPED_UNSAVED" if job is None else "STOPPED"
        raise ArenaError(code, done=done, all=plan.games) from stop
    finally:
        crew.close()
    _show(terminal, plan, parts, done - before, time.perf_counter() - began)


def _show(terminal: Terminal, plan: SimulationPlan, parts: list[Sums], now: int, seconds: float) -> None:
    """What the games so far come to; ``now`` of them were played in these seconds."""
    from korthus.kernels.bulk import together  # loads the compiler

    if not parts:
        return
    total = together(parts)
    terminal.say(
        "tools.simulate.done",
        game=plan.game,
        n=total.games,
        seed=plan.seed,
        seconds=f"{seconds:.2f}",
        rate=f"{now / seconds:,.0f}",
    )
    terminal.show(_table(terminal, total))


def _table(terminal: Terminal, total: Sums) -> Grid:
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
