"""One page that shows a review: the curve, the mistakes with their tables, luck and play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

from korthus.arena.figures import amount, signed
from korthus.arena.page import Say, document
from korthus.arena.review.data import Decision, Review
from korthus.arena.review.svg import bars_svg, curve_svg, stroke
from korthus.arena.spans_html import CSS as SPANS_CSS
from korthus.arena.spans_html import html
from korthus.core.spans import Text

#: How many mistakes of each seat are shown.
SHOWN: Final = 5
_WIDTHS: Final = (760, 330)

_CSS: Final = """
svg.narrow { display: none; }
@media (max-width: 36rem) {
  svg.wide { display: none; } svg.narrow { display: block; } section { padding: .8rem; }
  th, td { padding: .3rem .15rem; font-size: .8rem; } }
svg text { fill: var(--ink); font-variant-numeric: tabular-nums; }
svg line { stroke: var(--edge); } svg line.zero { stroke: var(--ink); stroke-opacity: .55; }
svg line.whisker { stroke: var(--ink); stroke-width: 1.5; }
svg polyline.seat { fill: none; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
svg circle.mark { fill: var(--sheet); stroke-width: 2; } svg text.mark { font-size: 11px; font-weight: 600; }
svg text.name { font-weight: 600; font-size: 15px; }
.quiet { opacity: .85; }
.cost { color: color-mix(in srgb, var(--lingon) 60%, var(--ink)); white-space: nowrap; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0 0 .5rem; padding: 0;
  list-style: none; }
.legend svg { display: inline-block; width: 34px; vertical-align: middle; margin-right: .4rem; }
h3 { font: 600 1.05rem/1.3 "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif;
  margin: 1.5rem 0 .5rem; }
article { border-top: 1px solid var(--edge); padding: .9rem 0 .4rem; }
article header { display: flex; flex-wrap: wrap; gap: 0 .75rem; align-items: baseline; }
article .number { border: 2px solid; border-radius: 50%; min-width: 1.5rem; line-height: 1.5rem;
  text-align: center; font-size: .85rem; font-weight: 600; }
article:target { outline: 2px solid var(--brass); outline-offset: .4rem; border-radius: 4px; }
dl { display: grid; grid-template-columns: auto 1fr auto; gap: .15rem .8rem; margin: .5rem 0; }
dt { opacity: .85; } dd { margin: 0; } dd.value { text-align: right; white-space: nowrap; }
dd small { display: block; opacity: .85; }
.better { color: var(--moss); }
pre.position { overflow-x: auto; white-space: pre; background: var(--table); border-radius: 6px;
  padding: .7rem; font: 13px/1.35 ui-monospace, "SF Mono", Menlo, Consolas, monospace; margin: .4rem 0; }
summary { cursor: pointer; } details table { margin-top: .75rem; font-size: .9rem; }
details :is(td, th):nth-child(n + 2):nth-child(-n + 4) { text-align: left; }
.scroll { overflow-x: auto; } .below { margin-top: .9rem; }
"""


class Told(NamedTuple):
    """A decision in words: what was played, what is better, the facts behind both, and the table."""

    played: str
    better: str
    reasons: tuple[str, ...]
    better_reasons: tuple[str, ...]
    position: Text


def numbered(review: Review) -> dict[int, int]:
    """The mistakes that are shown, by their place among the actions, with their numbers from 1.

    They are numbered seat by seat, the costliest first.
    """
    shown = [index for seat in review.seats for index in seat.mistakes[:SHOWN]]
    return {index: number for number, index in enumerate(shown, 1)}


def page(review: Review, told: Mapping[int, Told], language: str, say: Say) -> str:
    """The page of a review.

    Args:
        told: the words for each mistake of ``numbered``.
    """
    game = say(f"{review.game}.title")
    title = say("review.title", game=game)
    marks = numbered(review)
    parts = [
        f"<p>{escape(judged_by(review, say))} {escape(say(f'review.unit.{review.unit}'))}</p>",
        _luck(review, say),
        _curve(review, marks, say),
        _mistakes(review, marks, told, say),
        _everything(review, say),
    ]
    return document(title, language, "\n".join(parts), _CSS + SPANS_CSS)


def judged_by(review: Review, say: Say) -> str:
    """Who judged, and how long it thought."""
    if review.simulations is not None:
        thought = say("review.simulations", n=f"{review.simulations:,}")
    else:
        thought = say("review.seconds", n=f"{review.seconds:g}")
    return say("review.judged", level=review.level, thought=thought, seed=review.seed)


def about_luck(review: Review, say: Say) -> str:
    """What luck is here, or why it is not known."""
    if review.luck_missing is not None:
        return say(f"review.luck_missing.{review.luck_missing}")
    if not review.replays:
        return say("review.luck_missing.not_asked")
    return say("review.luck_about", level=review.level, n=review.replays)


def _luck(review: Review, say: Say) -> str:
    label = say("review.luck_play")
    keys = ["player", "score", "result", "mistakes", "cost"]
    rows = [
        (
            escape(seat.name),
            str(seat.score),
            signed(seat.result),
            str(len(seat.mistakes)),
            amount(seat.cost, seat.cost_error),
        )
        for seat in review.seats
    ]
    table = _table([say(f"review.{key}") for key in keys], rows)
    bars = ""
    if review.replays:
        words = say("review.luck"), say("review.play")
        bars = "".join(bars_svg(review, words, label, width) for width in _WIDTHS)
    about = escape(about_luck(review, say))
    return (
        f'<section><h2>{escape(label)}</h2><div class="scroll">{table}</div>'
        f'<p class="below">{about}</p>{bars}</section>'
    )


def _curve(review: Review, marks: Mapping[int, int], say: Say) -> str:
    label = say("review.curve")
    legend = "".join(
        f'<li><svg viewBox="0 0 34 8" aria-hidden="true"><line x1="1" x2="33" y1="4" y2="4" '
        f'style="stroke-width:2.5;{_as_style(stroke(seat))}"/></svg>{escape(each.name)}</li>'
        for seat, each in enumerate(review.seats)
    )
    drawn = "".join(curve_svg(review, marks, label, width) for width in _WIDTHS)
    about = escape(say("review.curve_about"))
    return f'<section><h2>{escape(label)}</h2><p>{about}</p><ul class="legend">{legend}</ul>{drawn}</section>'


def _as_style(attributes: str) -> str:
    return attributes.replace('="', ":").replace('" ', ";").replace('"', "")


def _mistakes(review: Review, marks: Mapping[int, int], told: Mapping[int, Told], say: Say) -> str:
    parts = [f"<p>{escape(say('review.biggest_about'))}</p>"]
    for place, seat in enumerate(review.seats):
        parts.append(f"<h3>{escape(about_mistakes(review, place, say))}</h3>")
        parts += [
            _mistake(review, review.decision(index), marks[index], told[index], say)
            for index in seat.mistakes[:SHOWN]
        ]
        if len(seat.mistakes) > SHOWN:
            parts.append(
                f'<p class="quiet">{escape(say("review.and_more", n=len(seat.mistakes) - SHOWN))}</p>'
            )
    return f"<section><h2>{escape(say('review.biggest'))}</h2>{''.join(parts)}</section>"


def about_mistakes(review: Review, place: int, say: Say) -> str:
    """How many mistakes a seat made, and what they cost."""
    seat = review.seats[place]
    if seat.mistakes:
        said = say(
            "review.seat_mistakes",
            player=seat.name,
            n=len(seat.mistakes),
            decisions=seat.decisions,
            cost=amount(seat.cost, seat.cost_error),
        )
    else:
        said = say("review.no_mistakes", player=seat.name, decisions=seat.decisions)
    return f"{said}. {say('review.unjudged', n=seat.unjudged)}" if seat.unjudged else said


def about_cost(decision: Decision, say: Say) -> str:
    """What a mistake costs."""
    cost = amount(decision.cost or 0.0, decision.cost_error or 0.0)
    said = say("review.costs", cost=cost)
    return said if decision.cost_error else f"{said} ({say('review.exact')})"


def _mistake(review: Review, decision: Decision, number: int, told: Told, say: Say) -> str:
    colour = stroke(decision.seat).split('"')[1]
    rows = "".join(
        f"<dt>{escape(say(f'review.{key}'))}</dt><dd{kind}>{escape(words)}{_facts(reasons)}</dd>"
        f'<dd class="value">{signed(value or 0.0)}</dd>'
        for key, kind, words, reasons, value in (
            ("played", "", told.played, told.reasons, decision.value),
            ("better", ' class="better"', told.better, told.better_reasons, decision.best_value),
        )
    )
    seen = escape(say("review.position", player=review.seats[decision.seat].name))
    return (
        f'<article id="m{number}"><header><span class="number" style="border-color:{colour}">{number}</span>'
        f"<span>{escape(say('review.step', step=decision.index + 1))}</span>"
        f'<strong class="cost">{escape(about_cost(decision, say))}</strong></header>'
        f"<dl>{rows}</dl><details open><summary>{seen}</summary>"
        f'<pre class="position">{html(told.position)}</pre></details></article>'
    )


def _facts(reasons: Sequence[str]) -> str:
    return "".join(f"<small>{escape(reason)}</small>" for reason in reasons)


def _everything(review: Review, say: Say) -> str:
    keys = ("step", "player", "played", "better", "value", "cost")
    heads = [say("review.step", step="").strip(), *(say(f"review.{key}") for key in keys[1:])]
    rows = [
        (
            str(each.index + 1),
            escape(review.seats[each.seat].name),
            escape(each.text),
            escape(each.best) if each.best != each.text else "",
            "" if each.value is None else signed(each.value),
            "" if not each.cost else amount(each.cost, each.cost_error or 0.0),
        )
        for each in review.decisions
    ]
    return (
        f"<section><details><summary>{escape(say('review.every_decision'))}</summary>"
        f'<div class="scroll">{_table(heads, rows)}</div></details></section>'
    )


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
