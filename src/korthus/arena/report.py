"""One page that shows a run: for a dark screen and a light one, and asking nothing of any server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

import msgspec

from korthus.arena.figures import duration, percent, points
from korthus.arena.ladder import REACH, Standing, ladder
from korthus.arena.match import Pace
from korthus.arena.page import Say, document
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
        moves=f"{moves:,}",
        seconds=f"{seconds:,.1f}",
        seed=plan.seed,
    )
    begun = [match for match in plan.matches if board.differences[match]]
    labels = {key: say(f"tools.arena.report.{key}") for key in ("scores", "by_deal", "times")}
    fair = say("tools.arena.fair", share=f"{100 * plan.fair_share:.1f}", seats=plan.seats)
    parts = [
        _section(say, "matches", _matches(board, say) + (f"<p>{escape(fair)}</p>" if plan.seats > 2 else "")),
        _section(
            say,
            "ladder",
            ladder_plot(standings, plan.names, say("tools.arena.rating"))
            + _ladder(board, standings, paces, say),
        ),
        _section(say, "scores", scores_plot(board, labels["scores"])),
        _section(say, "by_deal", deals_plot(board, begun[:MATCHES], labels["by_deal"])),
        _section(say, "times", times_plot(paces, labels["times"], say("tools.arena.report.milliseconds"))),
    ]
    raw = msgspec.json.format(msgspec.json.encode(plan)).decode()
    parts.append(
        f"<section><details><summary><h2>{escape(say('tools.arena.report.plan'))}</h2></summary>"
        f"<pre>{escape(raw)}</pre></details></section>"
    )
    return document(title, language, f"<p>{escape(summary)}</p>\n" + "\n".join(parts), _CSS)


def _section(say: Say, key: str, content: str) -> str:
    heading, about = say(f"tools.arena.report.{key}"), say(f"tools.arena.report.{key}_about")
    return f"<section><h2>{escape(heading)}</h2><p>{escape(about)}</p>{content}</section>"


def _matches(board: Scoreboard, say: Say) -> str:
    rows = [
        (
            escape(result.title),
            str(result.deals),
            _stacked(points(result.difference)),
            _stacked(percent(result.games_won)),
            _stacked(percent(result.deals_won)),
        )
        for result in board.results()
    ]
    return _table(say, ("match", "deals", "difference", "games_won", "deals_won"), rows)


def _ladder(board: Scoreboard, standings: Sequence[Standing], paces: Mapping[str, Pace], say: Say) -> str:
    rows = [
        (
            escape(each.name),
            f"{each.mu:.1f} ± {REACH * each.sigma:.1f}",
            f"{board.mean_score(each.name):.1f}",
            duration(paces[each.name].quantile(0.5)),
            duration(paces[each.name].quantile(0.95)),
            duration(paces[each.name].longest),
        )
        for each in standings
    ]
    return _table(say, ("player", "rating", "score", "median", "slow", "longest"), rows)


def _table(say: Say, keys: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(say(f'tools.arena.{key}'))}</th>" for key in keys)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _stacked(text: str) -> str:
    figure, _, interval = text.partition(" [")
    return f"{escape(figure)}<small>[{escape(interval)}</small>"
