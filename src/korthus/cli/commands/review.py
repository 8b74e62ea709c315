"""``korthus review``: a finished game looked back on, in the terminal, as JSON and as a page."""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Annotated, Final, Unpack

from rich.padding import Padding
from rich.table import Table as Grid

from korthus.arena.errors import ArenaError
from korthus.arena.figures import signed
from korthus.arena.kept import KeptJob
from korthus.arena.page import is_page
from korthus.arena.review.data import Decision, Review, encode_review, is_review_of
from korthus.arena.review.errors import ReviewError
from korthus.arena.review.judge import find_adviser
from korthus.arena.review.page import (
    about_cost,
    about_figures,
    about_luck,
    about_mistakes,
    costs,
    judged_by,
    numbered,
    page,
    worth,
)
from korthus.arena.review.review import MAX_SIMULATIONS, REPLAYS, Wishes, review
from korthus.arena.review.work import Found
from korthus.bots.protocol import Budget
from korthus.cli.command import command
from korthus.cli.commands.review_kept import encode_piece, pieces_of, review_plan, try_to_keep
from korthus.cli.commands.review_plot import plot
from korthus.cli.commands.review_words import Teller
from korthus.cli.compiling import compile_players
from korthus.cli.drawn import line
from korthus.cli.errors import Refused
from korthus.cli.folders import check_place, read_file, write_file
from korthus.cli.grids import figures
from korthus.cli.options import option
from korthus.cli.progress import progress_bar
from korthus.cli.terminal import Terminal
from korthus.core.record import Record, closing_hash, decode_record
from korthus.core.spans import Part, joined, marked, text
from korthus.core.styles import Style
from korthus.table.replay import Replay

#: Who judges unless somebody else is asked for.
_JUDGE: Final = "strong"
#: How many mistakes of each seat are told.
_TOLD: Final = 3


@command(
    "review",
    about="review.about",
    examples=("korthus review game.json", "korthus review game.json --html review.html --jobs 2"),
    draws=True,
)
def review_command(
    terminal: Terminal,
    file: Annotated[Path, option("review.arg.record", allow_leading_hyphen=True)],
    /,
    *,
    html: Annotated[Path | None, option("review.arg.html")] = None,
    json: Annotated[Path | None, option("review.arg.json")] = None,
    level: Annotated[str | None, option("review.arg.level")] = None,
    simulations: Annotated[int | None, option("review.arg.simulations")] = None,
    seconds: Annotated[float | None, option("review.arg.seconds")] = None,
    replays: Annotated[int, option("review.arg.replays")] = REPLAYS,
    seed: Annotated[int, option("review.arg.seed")] = 0,
    jobs: Annotated[int | None, option("review.arg.jobs")] = None,
) -> None:
    """Review a record and show what was found.

    Args:
        file: the record; ``-`` for what is piped in.
        html: where to write a page.
        json: where to write the review itself.
        level: who judges; with a level and no other word about it, a decision gets that level's own thought.
        jobs: how many share the work; as many as the machine has cores if it is not said.

    Raises:
        InvalidRecord: the file is no record, or the rules do not lead where it says.
        ReviewError: the game is not over, or nobody can judge it, or a number makes no sense.
        Refused: a file cannot be read or written.
    """
    record = decode_record(sys.stdin.read() if str(file) == "-" else read_file(file))
    replay = Replay(record)
    closing = closing_hash(record)
    for path, ours in ((html, is_page), (json, is_review_of)):
        if path is not None:
            check_place(path, partial(ours, record=closing))
    budget = None
    if simulations is not None or seconds is not None:
        if simulations is not None and seconds is not None:
            raise ReviewError("BAD_THOUGHT", limit=MAX_SIMULATIONS)
        budget = Budget(simulations=simulations, seconds=seconds)
    elif level is not None:
        budget = find_adviser(replay.game, level).default_budget
    compile_players(terminal, replay.game, len(record.seats), [level or _JUDGE])
    job = try_to_keep(review_plan(record, level or _JUDGE, budget, seed, replays))
    with job if isinstance(job, KeptJob) else nullcontext():
        found = _review(
            terminal,
            job,
            record,
            (os.cpu_count() or 1) if jobs is None else jobs,
            level=level or _JUDGE,
            budget=budget,
            seed=seed,
            replays=replays,
        )
        _tell(terminal, found, replay, html=html, json=json)
        if isinstance(job, KeptJob):
            job.remove()


def _review(
    terminal: Terminal,
    job: KeptJob | Refused | ArenaError,
    record: Record,
    jobs: int,
    **wishes: Unpack[Wishes],
) -> Review:
    """Review what is left of a record; what is done is kept as it comes, if there is a place for it."""
    known = pieces_of(job) if isinstance(job, KeptJob) else []
    done, total = len(known), 0

    def keep(piece: Found) -> None:
        if isinstance(job, KeptJob):
            job.append(encode_piece(job.done, piece))

    try:
        with progress_bar(terminal.console, terminal.tr("review.thinking")) as report:

            def note(now: int, of: int) -> None:
                nonlocal done, total
                done, total = now, of
                report(now, of)

            return review(record, jobs=jobs, progress=note, known=known, keep=keep, **wishes)
    except KeyboardInterrupt as stop:
        if not total:  # the work was still being set out
            raise ArenaError("STOPPED_EARLY") from stop
        if isinstance(job, KeptJob):
            raise ArenaError("STOPPED", done=done, all=total) from stop
        trouble = terminal.tr.error(job).rstrip(".")
        raise ArenaError("STOPPED_UNKEPT", done=done, all=total, trouble=trouble) from stop


def _tell(terminal: Terminal, found: Review, replay: Replay, *, html: Path | None, json: Path | None) -> None:
    """Show a review, and write it where it was asked for."""
    teller = Teller(replay, terminal.tr)
    show_review(terminal, found, teller)
    if json is not None:
        write_file(json, encode_review(found), partial(is_review_of, record=found.record))
        terminal.say("review.wrote_json", file=str(json))
    if html is not None:
        told = {index: teller.tell(found.decision(index)) for index in numbered(found)}
        content = page(found, told, terminal.tr.language, terminal.tr).encode()
        write_file(html, content, partial(is_page, record=found.record))
        terminal.say("review.wrote_html", file=str(html))


def show_review(terminal: Terminal, found: Review, teller: Teller) -> None:
    """Show a review: who was lucky, who played well, how it went, and what went wrong."""
    tr = terminal.tr
    title = tr("review.title", game=tr(f"{found.game}.title"))
    terminal.show(marked(Style.HEADING, title))
    terminal.show(marked(Style.SOFT, f"{judged_by(found, tr)} {about_figures(found, tr)}"))
    if found.note is not None:
        terminal.show(marked(Style.SOFT, tr.phrase(found.note)))
    terminal.show(_standings(terminal, found))
    terminal.show(marked(Style.SOFT, about_luck(found, tr)))
    terminal.blank()
    terminal.show(marked(Style.HEADING, tr("review.curve")))
    terminal.show(*plot(found, tr, terminal.console.width))
    terminal.blank()
    terminal.show(marked(Style.HEADING, tr("review.biggest")))
    for seat, each in enumerate(found.seats):
        if seat:
            terminal.blank()
        terminal.show(about_mistakes(found, seat, tr))
        for index in each.mistakes[:_TOLD]:
            terminal.show(Padding(_mistake(terminal, found.decision(index), teller), (0, 0, 0, 2)))
        rest = len(each.mistakes) - _TOLD
        if rest > 0:
            terminal.show("  " + marked(Style.SOFT, tr("review.and_more", n=rest)))


def _standings(terminal: Terminal, found: Review) -> Grid:
    tr = terminal.tr
    keys = ("score", "result", "luck", "play", "mistakes", "cost")
    grid = figures(tr("review.player"), *(tr(f"review.{key}") for key in keys))
    for seat in found.seats:
        luck: Part = "–"
        if seat.luck is not None:
            luck = text(
                tr.written(f"{signed(seat.luck)} "),
                marked(Style.SOFT, tr.written(f"± {seat.luck_error or 0.0:.1f}")),
            )
        grid.add_row(
            seat.name,
            str(seat.score),
            line(marked(Style.STRONG, tr.written(signed(seat.result)))),
            line(luck),
            "–" if seat.play is None else tr.written(signed(seat.play)),
            str(len(seat.mistakes)),
            costs(seat, tr),
        )
    return grid


def _mistake(terminal: Terminal, decision: Decision, teller: Teller) -> Grid:
    tr = terminal.tr
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True, min_width=8)
    grid.add_column(justify="right", no_wrap=True, min_width=6)
    grid.add_column()
    step = tr("review.step", step=decision.index + 1)
    cost = marked(Style.BAD, about_cost(decision, tr))
    grid.add_row(line(marked(Style.STRONG, step)), "", line(cost))
    for key, action, value, reasons in (
        ("played", decision.text, worth(decision.value, decision.chance, tr), decision.reasons),
        (
            "better",
            decision.best,
            worth(decision.best_value, decision.best_chance, tr),
            decision.best_reasons,
        ),
    ):
        facts = (marked(Style.SOFT, each) for each in teller.reasons(reasons))
        words = joined("\n", (teller.action(decision, action), *facts))
        grid.add_row(line(marked(Style.SOFT, tr(f"review.{key}"))), value, line(words))
    return grid
