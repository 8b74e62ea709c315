"""``korthus simulate``: games at random on all cores or a cluster, by the million, and what they come to."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
from rich import box
from rich.table import Table as Grid

from korthus.arena.crews import MAX_JOBS, Crew, ThreadCrew, in_order
from korthus.arena.errors import ArenaError
from korthus.arena.kept import KeptJob, kept_seed, plan_of
from korthus.arena.ray_crew import RayCrew
from korthus.arena.simulation import Pieces, SimulationPlan, play_of, read_piece
from korthus.bots.warm import AT_RANDOM, Piece, cold
from korthus.cli.command import command
from korthus.cli.compiling import compile_here
from korthus.cli.errors import Refused
from korthus.cli.options import BatchSeed, GameName, Games, Preset, Ray, Seats, Settings, option
from korthus.cli.progress import progress_bar, say_standing
from korthus.cli.setup import make_game, new_seed
from korthus.cli.stopping import closing_in_the_end, ending
from korthus.cli.terminal import Terminal
from korthus.core.protocol import AnyGame
from korthus.kernels.brings import most_seats

if TYPE_CHECKING:
    from korthus.kernels.bulk import Sums

#: Pieces that a thread, and a node of a cluster, takes at a time at most: handing out a unit then costs next
#: to nothing of what doing it costs (bench.scale).
_EACH_HERE: Final = 16
_EACH_THERE: Final = 200
#: Units for each worker at least, so that nobody waits long for the last one; and the cores that a cluster is
#: taken to have.
_SHARE: Final = 8
_CLUSTER: Final = 64


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
    ray: Ray = None,
    out: Annotated[Path | None, option("common.cli.arg.kept")] = None,
    preset: Preset = None,
    settings: Settings = (),
) -> None:
    """Play whole games with every legal action equally likely, and show wins and scores by seat.

    Args:
        seed: if it is not given, that of the simulation in ``out``, or one that nobody knows.
        ray: the address of a Ray cluster that does the work instead of ``jobs`` threads.
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
    _prepare(terminal, played, count)
    plan = SimulationPlan(
        **plan_of(played, preset, count),
        policy=policy,
        seed=_seed(out) if seed is None else seed,
        games=games,
    )
    with nullcontext() if out is None else KeptJob(out, plan, partial(read_piece, out)) as job:
        simulation = _Simulation(terminal, plan, job)
        left = plan.pieces - simulation.pieces
        task = Pieces(plan, simulation.pieces, _each(played, left, None if ray else workers))
        simulation.play(task, lambda: ThreadCrew(task, workers) if ray is None else RayCrew(task, ray))


def _each(game: AnyGame, left: int, workers: int | None) -> int:
    """How many of the pieces that are left a worker takes at a time; without workers, a node of a cluster."""
    from korthus.kernels.by_rules import has_kernel  # loads the compiler

    if not has_kernel(game):
        return 1  # on the rules a piece takes long enough
    most, hands = (_EACH_THERE, _CLUSTER) if workers is None else (_EACH_HERE, workers)
    return max(1, min(most, left // (_SHARE * hands)))


def _prepare(terminal: Terminal, game: AnyGame, seats: int) -> None:
    """Have compiled what plays the game, before the clock starts; refuse what cannot be simulated."""
    from korthus.kernels.by_rules import has_kernel  # loads the compiler

    game.new(seats)
    if has_kernel(game):
        if seats > most_seats(game):
            raise Refused("TOO_MANY_TO_SIMULATE", seats=seats, most=most_seats(game))
        compile_here(terminal, cold([Piece(game.name, AT_RANDOM)]))
    play_of(game, seats)(1, 0, 0)


def _seed(out: Path | None) -> int:
    """The seed of a simulation that goes on, or one that nobody knows."""
    kept = None if out is None else kept_seed(out, SimulationPlan)
    return new_seed() if kept is None else kept


class _Simulation:
    """What the pieces so far come to. Only sums are kept, so that there may be any number of them."""

    def __init__(self, terminal: Terminal, plan: SimulationPlan, job: KeptJob | None) -> None:
        """Count what was played before, and say so."""
        self._terminal, self._plan, self._job = terminal, plan, job
        self.pieces = 0
        self._total: Sums | None = None
        if job is None:
            return
        for number, line in enumerate(job.lines()):
            self._add(read_piece(job.path, line, number))
        say_standing(terminal, job.path, self.games, plan.games)

    @property
    def games(self) -> int:
        """How many games have been played."""
        return 0 if self._total is None else self._total.games

    def play(self, task: Pieces, hire: Callable[[], Crew[list[Sums]]]) -> None:
        """Play what is left, and show what all of it comes to, also when it is stopped.

        Args:
            hire: who plays; nobody is hired if nothing is left.

        Raises:
            ArenaError: it was stopped, or a piece failed.
        """
        began, before = time.perf_counter(), self.games
        try:
            if task.units:
                with closing_in_the_end(hire()) as crew:
                    self._work(task, crew)
        except KeyboardInterrupt as stop:
            with ending():
                self._show(self.games - before, time.perf_counter() - began)
                code = "STOPPED_UNSAVED" if self._job is None else "STOPPED"
                raise ArenaError(code, done=self.games, all=self._plan.games) from stop
        self._show(self.games - before, time.perf_counter() - began)

    def _work(self, task: Pieces, crew: Crew[list[Sums]]) -> None:
        with progress_bar(self._terminal.console) as report:
            for parts in in_order(crew, range(task.units)):
                for part in parts:
                    if self._job is not None:
                        self._job.append(msgspec.json.encode((self.pieces, part)))
                    self._add(part)
                report(self.games, self._plan.games)

    def _add(self, part: Sums) -> None:
        from korthus.kernels.bulk import together  # loads the compiler

        self._total = part if self._total is None else together((self._total, part))
        self.pieces += 1

    def _show(self, now: int, seconds: float) -> None:
        """What the games so far come to; ``now`` of them were played in these seconds."""
        if self._total is None:
            return
        total = self._total.games
        tr = self._terminal.tr
        pace = {"seconds": tr.written(f"{seconds:.2f}"), "rate": tr.figure(now / seconds)}
        said = "tools.simulate.done" if now == total else "tools.simulate.kept"
        self._terminal.say(said, game=self._plan.game, n=total, seed=self._plan.seed, **pace)
        if 0 < now < total:
            self._terminal.say("tools.simulate.pace", n=now, **pace)
        self._terminal.show(_table(self._terminal, self._total))


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
            tr.written(f"{100 * wins / total.games:.2f} %"),
            tr.written(f"{mean:.3f}"),
            tr.written(f"{spread / math.sqrt(total.games):.3f}"),
            tr.written(f"{spread:.2f}"),
        )
    return grid
