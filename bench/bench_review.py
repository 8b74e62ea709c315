"""How soon a review says something, and how soon it is whole, by the process that makes reviews for the page.

    python -m bench.bench_review [GAME ...]

The process is ready, as it is after a game at a table. Prints two JSON lines for each game: seconds of the
clock until the first mark, and until the whole review, with the processor time of that process, its start
included. Bars are for an omgång of Mulle on two quiet cores: the first mark within 1 s, the whole within 5 s.
"""

from __future__ import annotations

import asyncio
import os
import resource
import sys
import time
from typing import Any

from bench.measure import report

import korthus
from korthus.arena.review.data import decode_review
from korthus.bots.driver import play_bots
from korthus.bots.registry import make_bot
from korthus.core.chance import seed_bytes
from korthus.core.record import Record
from korthus.table import Player, Table
from korthus.web.bots.line import UNASKED
from korthus.web.bots.pool import BotPool
from korthus.web.bots.thoughts import Progress
from korthus.web.pages.metrics import Metrics

#: What is reviewed: the options of a game of each kind, and who plays it.
GAMES: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "mulle": ({"omgangar": 1}, ("greedy", "easy")),
    "kachuful": ({}, ("rules", "easy", "easy", "normal")),
    "mus": ({}, ("rules", "easy")),
    "eight": ({"hands": 10}, ("rules", "easy")),
}
#: Seconds after which a review is given up.
PATIENCE = 900.0
#: Seconds until the first mark and until the whole, by game: less is better.
BARS = {"mulle": (1.0, 5.0)}


def finished(name: str) -> Record:
    """The record of a game that computers have played."""
    options, levels = GAMES[name]
    game = korthus.game(name, **options)
    table = Table(game, [Player(level) for level in levels], server_seed=seed_bytes("review"))
    table.start()
    play_bots(table, {seat: make_bot(level, game, seat) for seat, level in enumerate(levels)})
    return table.record()


def _processor_seconds_of_children() -> float:
    """What the processes that have ended have used, those of games before included."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


async def measure(name: str) -> None:
    """Have one review made, and print what it took."""
    record = finished(name)
    before = _processor_seconds_of_children()
    pool = BotPool(1, PATIENCE, Metrics())
    ready = pool.expect_review(name)
    assert ready is not None  # nobody else wants a review
    await ready
    first: list[float] = []
    start = time.perf_counter()

    def told(news: Progress) -> None:
        if not first and decode_review(bytes(news.review)).mistakes:
            first.append(time.perf_counter() - start)

    whole = decode_review(await pool.review(record, pool.reviews.join(UNASKED), told, PATIENCE))
    took = time.perf_counter() - start
    await pool.close()
    used = _processor_seconds_of_children() - before
    first_bar, whole_bar = BARS.get(name, (None, None))
    if first:
        report(
            f"first mark of a review of {name}",
            seconds=round(first[0], 2),
            bar=first_bar,
            met=None if first_bar is None else first[0] <= first_bar,
        )
    report(
        f"whole review of {name}",
        seconds=round(took, 2),
        bar=whole_bar,
        met=None if whole_bar is None else took <= whole_bar,
        processor_s=round(used, 2),
        decisions=len(whole.decisions),
        mistakes=len(whole.mistakes),
        cores=os.cpu_count(),
        load=round(os.getloadavg()[0], 1),
    )


if __name__ == "__main__":
    for each in sys.argv[1:] or GAMES:
        asyncio.run(measure(each))
