"""One page that shows a run: for a dark screen and a light one, and asking nothing of any server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from markupsafe import Markup

from korthus.arena.figures import duration, percent, points
from korthus.arena.ladder import REACH, Standing, ladder
from korthus.arena.lost import reason_of
from korthus.arena.match import Pace
from korthus.arena.page import Cell, Rows, Say, render
from korthus.arena.plots import MATCHES, deals_plot, ladder_plot, scores_plot, times_plot
from korthus.arena.stats import Scoreboard

#: On a phone the pictures keep their size, so that they can be read, and are pushed aside with a finger.
_CSS: Final = """
@media (max-width: 36rem) { svg { min-width: 34rem; } th, td { padding: .3rem; font-size: .85rem; } }
summary { cursor: pointer; } summary h2 { display: inline; }
"""


def report(board: Scoreboard, paces: Mapping[str, Pace], language: str, say: Say) -> str:
    """The page of a run that has at least one deal."""
    plan = board.plan
    standings = ladder(board)
    title = say("tools.arena.report.title", game=say(f"{plan.game}.title"))
    moves = sum(pace.moves for pace in paces.values())
    seconds = sum(pace.seconds for pace in paces.values())
    summary = say(
        "tools.arena.summary",
        game=say(f"{plan.game}.title"),
        deals=board.units,
        games=board.units * plan.games_per_unit,
        moves=say.figure(moves),
        seconds=say.figure(seconds, 1),
        seed=plan.seed,
    )
    begun = [match for match in plan.matches if board.differences[match]]
    labels = {key: say(f"tools.arena.report.{key}") for key in ("scores", "by_deal", "times")}
    fair = say("tools.arena.fair", share=say.figure(100 * plan.fair_share, 1), seats=plan.seats)
    milliseconds = say("tools.arena.report.milliseconds")
    sections = (
        _Section("matches", table=_matches(board, say), note=fair if plan.seats > 2 else ""),
        _Section(
            "ladder",
            ladder_plot(standings, plan.names, say("tools.arena.rating")),
            _ladder(board, standings, paces, say),
        ),
        _Section("scores", scores_plot(board, labels["scores"])),
        _Section("by_deal", deals_plot(board, begun[:MATCHES], labels["by_deal"])),
        _Section("times", times_plot(paces, labels["times"], milliseconds)),
        *_lost(board, say),
    )
    raw = msgspec.json.format(msgspec.json.encode(plan)).decode()
    return render("run.html", title, language, _CSS, say=say, summary=summary, sections=sections, plan=raw)


class _Section:
    """A part of the page, whose words the catalogue has under its key."""

    def __init__(self, key: str, plot: str = "", table: Rows | None = None, note: str = "") -> None:
        self.key = key
        self.plot = Markup(plot)
        self.table = table
        self.note = note


def _matches(board: Scoreboard, say: Say) -> Rows:
    rows = [
        (
            result.title,
            str(result.deals),
            _stacked(say.written(points(result.difference))),
            _stacked(say.written(percent(result.games_won))),
            _stacked(say.written(percent(result.deals_won))),
        )
        for result in board.results()
    ]
    return Rows(_heads(say, "match", "deals", "difference", "games_won", "deals_won"), rows)


def _ladder(board: Scoreboard, standings: Sequence[Standing], paces: Mapping[str, Pace], say: Say) -> Rows:
    rows = [
        (
            each.name,
            say.written(f"{each.mu:.1f} ± {REACH * each.sigma:.1f}"),
            say.written(f"{board.mean_score(each.name):.1f}"),
            say.written(duration(paces[each.name].quantile(0.5))),
            say.written(duration(paces[each.name].quantile(0.95))),
            say.written(duration(paces[each.name].longest)),
        )
        for each in standings
    ]
    return Rows(_heads(say, "player", "rating", "score", "median", "slow", "longest"), rows)


def _lost(board: Scoreboard, say: Say) -> tuple[_Section, ...]:
    """The turns that players lost, if any."""
    rows = [(row.player, say.figure(row.turns), reason_of(row, say)) for row in board.lost.rows()]
    if not rows:
        return ()
    heads = (say("tools.arena.player"), say("tools.lost.turns"), say("tools.lost.why"))
    return (_Section("lost", table=Rows(heads, rows)),)


def _heads(say: Say, *keys: str) -> tuple[str, ...]:
    return tuple(say(f"tools.arena.{key}") for key in keys)


def _stacked(text: str) -> Cell:
    figure, _, interval = text.partition(" [")
    return Cell(figure, f"[{interval}")
