"""What the explorations share: games by the batch, and where their picture and their figures go."""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.progress import track
from tools.commit import commit_of

from korthus import game
from korthus.arena.batch import Batch, GameLine, run_batch
from korthus.arena.stats import Estimate, mean_interval

ROOT: Final = Path(__file__).parents[2]
#: Standard deviations above the mean below which 95 of 100 values lie.
ONE_SIDED: Final = 1.645

Figures = dict[str, Any]


class Exploration(NamedTuple):
    """A question: how it is played (share of the full size, processes), drawn, and told as Markdown."""

    name: str
    play: Callable[[float, int], Figures]
    draw: Callable[[Figures, Path], None]
    tell: Callable[[Figures], str]

    @property
    def figures(self) -> Path:
        """Where the figures of the full size are kept; the docs are written from them."""
        return Path(__file__).parent / "figures" / f"{self.name}.json"

    @property
    def picture(self) -> str:
        """The file name of the picture."""
        return f"exploration-{self.name.replace('_', '-')}.png"


def play(
    label: str, name: str, players: Sequence[str], games: int, jobs: int, **options: object
) -> list[GameLine]:
    """Play games of one kind, players taking every seat in turn. The same call gives the same games."""
    batch = Batch(
        game=game(name, None, **options),
        seats=len(players),
        players=tuple(players),
        seed=1,
        games=games,
        rotate=len(set(players)) > 1,
    )
    shown = track(run_batch(batch, jobs), label, total=games, console=Console(stderr=True), transient=True)
    return list(shown)


def score_of(line: GameLine, player: int) -> int:
    """The score of a player of the batch, wherever it sat."""
    assert line.scores is not None
    return line.scores[line.players.index(player)]


def win_of(line: GameLine, seat: int) -> float:
    """What a seat has of the victory: 1, 0, or its share where several won."""
    assert line.winners is not None
    return 1 / len(line.winners) if seat in line.winners else 0.0


def games_until_sure(values: Sequence[float]) -> float | None:
    """How many games it takes until the better player is ahead in 95 of 100 tries, by mean and spread.

    None where these games do not show that it is better.
    """
    return (ONE_SIDED * stdev(values) / fmean(values)) ** 2 if mean_interval(values).low > 0 else None


def as_figures(estimate: Estimate) -> Figures:
    """An estimate as JSON keeps it."""
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high}


def interval(figure: Mapping[str, float], digits: int = 2, scale: float = 1.0) -> str:
    """A figure with its interval for a table: ``0.21 [0.15, 0.27]``."""
    value, low, high = (f"{figure[key] * scale:.{digits}f}" for key in ("value", "low", "high"))
    return f"{value} [{low}, {high}]".replace("-", "−")


def patience(games: float | None) -> str:
    """A number of games for a table."""
    return "not shown" if games is None else f"{games:,.1f}" if games < 10 else f"{games:,.0f}"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    written = [f"| {' | '.join(cells)} |" for cells in (heads, *rows)]
    return "\n".join([written[0], "|---" * len(heads) + "|", *written[1:]])


def tell(exploration: Exploration, figures: Figures) -> str:
    """The figures as Markdown, and how long they took, where that was kept."""
    told = exploration.tell(figures)
    if "seconds" not in figures:
        return told
    jobs = figures["jobs"]
    processes = "one process" if jobs == 1 else f"{jobs} processes"
    where = f" at commit {figures['commit']}" if figures["commit"] else ""
    return f"{told}\n\nPlayed in {figures['seconds']:.0f} s by {processes}{where}."


def main(exploration: Exploration, about: str | None, words: Sequence[str] | None = None) -> None:
    """Play, draw, and keep the figures: in the docs and beside the script, or in another folder."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--quick", action="store_true", help="a hundredth of the games; nothing in the docs changes"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (one for each core)")
    parser.add_argument("--out", type=Path, help="a folder for picture and figures instead of the docs")
    given = parser.parse_args(words)
    at, begun = commit_of(ROOT, "src", "examples/explorations/*.py"), time.perf_counter()
    figures = exploration.play(0.01 if given.quick else 1.0, given.jobs)
    figures |= {"seconds": round(time.perf_counter() - begun, 2), "jobs": given.jobs, "commit": at}
    print(tell(exploration, figures))
    if given.out is not None:
        picture, kept = given.out / exploration.picture, given.out / exploration.figures.name
    elif given.quick:
        return
    else:
        picture, kept = ROOT / "docs" / "img" / exploration.picture, exploration.figures
    exploration.draw(figures, picture)
    kept.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
