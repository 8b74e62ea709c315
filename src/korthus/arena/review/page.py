"""One page that shows a review: the curve, the mistakes with their tables, luck and play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from markupsafe import Markup

from korthus.arena.figures import amount, share, signed
from korthus.arena.page import Rows, Say, render
from korthus.arena.review.data import Decision, Review, SeatReview
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
    """The mistakes that are shown, by their index among the actions, with their numbers from 1.

    They are numbered seat by seat, the costliest first.
    """
    shown = [index for seat in review.seats for index in seat.mistakes[:SHOWN]]
    return {index: number for number, index in enumerate(shown, 1)}


def page(review: Review, told: Mapping[int, Told], language: str, say: Say) -> str:
    """The page of a review.

    Args:
        told: the words for each mistake of ``numbered``.
    """
    title = say("review.title", game=say(f"{review.game}.title"))
    marks = numbered(review)
    bars = [bars_svg(review, width, say) for width in _WIDTHS] if review.replays else []
    curve = [curve_svg(review, marks, width, say) for width in _WIDTHS]
    return render(
        "review.html",
        title,
        language,
        _CSS + SPANS_CSS,
        record=review.record,
        say=say,
        review=review,
        judged_by=judged_by(review, say),
        about_figures=about_figures(review, say),
        about_luck=about_luck(review, say),
        standings=_standings(review, say),
        bars=Markup("".join(bars)),
        curve=Markup("".join(curve)),
        seats=[_seat(review, seat, marks, told, say) for seat in range(len(review.seats))],
        decisions=_decisions(review, say),
    )


def judged_by(review: Review, say: Say) -> str:
    """Who judged, and how long it thought."""
    if review.simulations is not None:
        thought = say("review.simulations", n=say.figure(review.simulations))
    else:
        thought = say("review.seconds", n=say.written(f"{review.seconds:g}"))
    return say("review.judged", level=review.level, thought=thought, seed=review.seed)


def about_figures(review: Review, say: Say) -> str:
    """What the figures count, and where a cost is one of the chance to win."""
    unit = say(f"review.unit.{review.unit}")
    to_win = any(each.is_to_win for each in review.decisions)
    return f"{unit} {say('review.to_win')}" if to_win else unit


def about_luck(review: Review, say: Say) -> str:
    """What luck is here, or why it is not known."""
    if review.luck_missing is not None:
        return say(f"review.luck_missing.{review.luck_missing}")
    if not review.replays:
        return say("review.luck_missing.not_asked")
    return say("review.luck_about", level=review.level, n=review.replays)


def _standings(review: Review, say: Say) -> Rows:
    rows = [
        (
            seat.name,
            str(seat.score),
            say.written(signed(seat.result)),
            str(len(seat.mistakes)),
            costs(seat, say),
        )
        for seat in review.seats
    ]
    return Rows([say(f"review.{key}") for key in ("player", "score", "result", "mistakes", "cost")], rows)


class _Way(NamedTuple):
    """What was played, or what is better: the key of the word for it, and what it is."""

    key: str
    words: str
    reasons: tuple[str, ...]
    value: str


class _Mistake(NamedTuple):
    """A mistake as the page shows it."""

    number: int
    colour: str
    step: int
    cost: str
    ways: tuple[_Way, _Way]
    position: Markup


class _Seat(NamedTuple):
    """A seat with the mistakes that are shown, and how many more there are."""

    name: str
    #: How its line is drawn, as rules of style.
    line: str
    about: str
    mistakes: list[_Mistake]
    more: int


def _seat(review: Review, seat: int, marks: Mapping[int, int], told: Mapping[int, Told], say: Say) -> _Seat:
    judged = review.seats[seat]
    shown = judged.mistakes[:SHOWN]
    return _Seat(
        judged.name,
        _as_style(stroke(seat)),
        about_mistakes(review, seat, say),
        [_mistake(review.decision(index), marks[index], told[index], say) for index in shown],
        len(judged.mistakes) - len(shown),
    )


def _mistake(decision: Decision, number: int, told: Told, say: Say) -> _Mistake:
    return _Mistake(
        number,
        stroke(decision.seat).split('"')[1],
        decision.index + 1,
        about_cost(decision, say),
        (
            _Way("played", told.played, told.reasons, worth(decision.value, decision.chance, say)),
            _Way(
                "better",
                told.better,
                told.better_reasons,
                worth(decision.best_value, decision.best_chance, say),
            ),
        ),
        Markup(html(told.position)),
    )


def _as_style(attributes: str) -> str:
    return attributes.replace('="', ":").replace('" ', ";").replace('"', "")


def about_mistakes(review: Review, seat: int, say: Say) -> str:
    """How many mistakes a seat made, and what they cost."""
    judged = review.seats[seat]
    if judged.mistakes:
        said = say(
            "review.seat_mistakes",
            player=judged.name,
            n=len(judged.mistakes),
            decisions=judged.decisions,
            cost=costs(judged, say),
        )
    else:
        said = say("review.no_mistakes", player=judged.name, decisions=judged.decisions)
    return f"{said}. {say('review.unjudged', n=judged.unjudged)}" if judged.unjudged else said


def costs(seat: SeatReview, say: Say) -> str:
    """What the mistakes of a seat cost: in the unit of the game, and of the chance to win it."""
    parts = []
    if seat.cost or not seat.chance_cost:
        parts.append(amount(seat.cost, seat.cost_error))
    if seat.chance_cost:
        parts.append(share(seat.chance_cost, seat.chance_cost_error))
    return say.written(" + ".join(parts))


def cost_of(decision: Decision, say: Say) -> str:
    """What a decision cost."""
    said = share if decision.is_to_win else amount
    return say.written(said(decision.cost or 0.0, decision.cost_error or 0.0))


def worth(value: float | None, chance: float | None, say: Say) -> str:
    """What an action was worth, by what it was judged by."""
    return say.written(signed(value or 0.0) if chance is None else share(chance, 0.0))


def about_cost(decision: Decision, say: Say) -> str:
    """What a mistake costs."""
    said = say("review.costs", cost=cost_of(decision, say))
    return said if decision.cost_error else f"{said} ({say('review.exact')})"


def _decisions(review: Review, say: Say) -> Rows:
    keys = ("player", "played", "better", "value", "cost")
    rows = [
        (
            str(each.index + 1),
            review.seats[each.seat].name,
            each.text,
            each.best if each.best is not None and each.best != each.text else "",
            "" if each.value is None else worth(each.value, each.chance, say),
            "" if not each.cost else cost_of(each, say),
        )
        for each in review.decisions
    ]
    return Rows([say("review.step", step="").strip(), *(say(f"review.{key}") for key in keys)], rows)
