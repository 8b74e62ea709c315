"""The pictures of a report: SVG to be put into a page, whose colours they take.

They are drawn in the colours of the light table; each colour is then replaced by the name that the page gives
it, so that one picture serves a dark page and a light one. The same data gives the same text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from io import StringIO
from math import ceil
from typing import Any, Final, cast

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from korthus.arena.ladder import Standing
from korthus.arena.match import Pace
from korthus.arena.plan import Match
from korthus.arena.stats import Scoreboard, student
from korthus.palette import LIGHT

#: The names of the page's colours, and what is drawn in their place.
INKS: Final = {
    "edge": LIGHT["table-edge"],
    **{name: LIGHT[name] for name in ("ink", "lake", "lingon", "moss", "brass")},
}
#: The colours of the players, in turn. Every mark has its name beside it, too.
PLAYERS: Final = tuple(INKS[name] for name in ("lake", "lingon", "moss", "brass"))
# The most dots in the picture of a match, and the most such pictures on a page.
DOTS: Final = 400
MATCHES: Final = 24
#: The most dots that are drawn large.
_FEW: Final = 100

_WIDTH: Final = 7.2
_STYLE: Final[dict[Any, Any]] = {
    "svg.fonttype": "none",
    "font.size": 10,
    "text.color": INKS["ink"],
    "axes.edgecolor": INKS["edge"],
    "axes.labelcolor": INKS["ink"],
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "xtick.color": INKS["ink"],
    "ytick.color": INKS["ink"],
    "grid.color": INKS["edge"],
}


def ladder_plot(standings: Sequence[Standing], names: Sequence[str], label: str) -> str:
    """Each player's rating with its uncertainty, the best on top. ``names`` gives them their colours."""
    with mpl.rc_context({**_STYLE, "svg.hashsalt": "ladder"}):
        figure, axes = _rows(len(standings), label)
        for index, each in enumerate(standings):
            colour = _colour(names, each.name)
            axes.plot([each.low, each.high], [index, index], color=colour, lw=2.5, solid_capstyle="round")
            axes.plot([each.mu], [index], "o", color=colour, ms=7)
        _name_rows(axes, [each.name for each in standings])
        return _svg(figure, label)


def times_plot(paces: Mapping[str, Pace], label: str, unit: str) -> str:
    """Each player's thinking time per move, on a logarithmic scale."""
    thought = {name: pace for name, pace in paces.items() if pace.moves}
    with mpl.rc_context({**_STYLE, "svg.hashsalt": "times"}):
        figure, axes = _rows(len(thought), unit)
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
        for index, (name, pace) in enumerate(thought.items()):
            colour = _colour(list(paces), name)
            low, middle, high = (1000 * pace.quantile(part) for part in (0.05, 0.5, 0.95))
            axes.plot([low, high], [index, index], color=colour, lw=5, alpha=0.45, solid_capstyle="round")
            axes.plot([middle], [index], "o", color=colour, ms=7)
            axes.plot([1000 * pace.longest], [index], "x", color=colour, ms=6)
        _name_rows(axes, list(thought))
        return _svg(figure, label)


def scores_plot(board: Scoreboard, label: str) -> str:
    """How often each player had which score: one row each, on one scale."""
    played = {name: scores for name, scores in board.scores.items() if scores}
    everything = [score for scores in played.values() for score in scores]
    low, high = min(everything), max(everything)
    step = max(1, ceil((high - low + 1) / 40))
    edges = np.arange(low, high + step + 1, step) - 0.5
    with mpl.rc_context({**_STYLE, "svg.hashsalt": "scores"}):
        figure = Figure(figsize=(_WIDTH, 0.5 + 0.95 * len(played)), layout="constrained")
        rows = figure.subplots(len(played), 1, sharex=True, squeeze=False)
        for index, (name, scores) in enumerate(played.items()):
            axes = cast(Axes, rows[index, 0])
            colour = _colour(board.plan.names, name)
            values = np.array(sorted(scores))
            counts = np.array([scores[int(value)] for value in values])
            axes.hist(values, bins=list(edges), weights=counts, color=colour, alpha=0.7)
            axes.axvline(float((values * counts).sum() / counts.sum()), color=INKS["ink"], lw=1.2)
            axes.set_yticks([])
            axes.spines["left"].set_visible(False)
            axes.set_ylabel(name, rotation=0, ha="right", va="center")
        return _svg(figure, label)


def deals_plot(board: Scoreboard, matches: Sequence[Match], label: str) -> str:
    """For each match: a dot for each deal (or for each few deals), the mean so far, and its interval."""
    across = 1 if len(matches) == 1 else 2
    down = ceil(len(matches) / across)
    with mpl.rc_context({**_STYLE, "svg.hashsalt": "deals"}):
        figure = Figure(figsize=(_WIDTH, 2.3 * down), layout="constrained")
        frames = figure.subplots(down, across, squeeze=False)
        for index, frame in enumerate(frames.flat):
            if index < len(matches):
                _deals(cast(Axes, frame), board, matches[index])
            else:
                frame.set_visible(False)
        return _svg(figure, label)


def _deals(axes: Axes, board: Scoreboard, match: Match) -> None:
    values = np.array(board.differences[match])
    count = len(values)
    numbers = np.arange(1, count + 1)
    few = ceil(count / DOTS)
    whole = count // few * few
    axes.plot(
        numbers[:whole].reshape(-1, few).mean(axis=1),
        values[:whole].reshape(-1, few).mean(axis=1),
        "o",
        ms=2.5 if count > _FEW else 5,
        color=INKS["lake"],
        alpha=0.45,
        mew=0,
    )
    shown = np.unique(np.linspace(1, count, min(count, DOTS)).astype(int))
    means = np.cumsum(values)[shown - 1] / shown
    axes.plot(shown, means, color=INKS["brass"], lw=1.8)
    later = shown > 1
    sizes = shown[later]
    squares = np.cumsum(values**2)[sizes - 1] / sizes - means[later] ** 2
    reach = [student(int(size) - 1) for size in sizes] * np.sqrt(np.maximum(squares, 0) / (sizes - 1))
    axes.fill_between(sizes, means[later] - reach, means[later] + reach, color=INKS["brass"], alpha=0.2, lw=0)
    # The first intervals are wider than any deal: they would leave no room for the rest.
    margin = 0.05 * max(1.0, float(np.ptp(values)))
    axes.set_ylim(min(0.0, float(values.min())) - margin, max(0.0, float(values.max())) + margin)
    axes.axhline(0, color=INKS["ink"], lw=0.8)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_title(board.plan.title(match))


def _colour(names: Sequence[str], name: str) -> str:
    """A player's colour: the same in every picture."""
    return PLAYERS[names.index(name) % len(PLAYERS)]


def _rows(count: int, label: str) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(_WIDTH, 0.9 + 0.38 * count), layout="constrained")
    axes = figure.subplots()
    axes.grid(axis="x", lw=0.8)
    axes.set_axisbelow(True)
    axes.set_xlabel(label)
    axes.set_ylim(count - 0.5, -0.5)
    return figure, axes


def _name_rows(axes: Axes, names: Sequence[str]) -> None:
    axes.set_yticks(range(len(names)), names)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def _svg(figure: Figure, label: str) -> str:
    """The picture as an element of a page: no prolog, no fixed size, the page's colours, a label."""
    text = StringIO()
    figure.savefig(text, format="svg", transparent=True, metadata={"Date": None})
    svg = text.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    head, _, body = svg.partition(">")
    box = re.search(r'viewBox="[^"]*"', head)
    assert box is not None
    for name, colour in INKS.items():
        body = body.replace(colour, f"var(--{name})")
    return f'<svg role="img" aria-label="{escape(label)}" {box[0]}>{body.strip()}'
