"""The pictures of ``docs/benchmarks.md``: every ratio on one scale, and curves by a setting."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import matplotlib as mpl
from bench.claims import BENCHES, Bench
from bench.results import PICTURE, Claim, Results, Spread, claims, number
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter

from korthus.arena.pictures import SERIES, STYLE, canvas, save

#: Signs of a claim's name beside its dot.
_NAME: Final = 64


def draw_all(results: Results, docs: Path) -> list[Path]:
    """Draw every picture that the data gives, and say which."""
    drawn = []
    compared: list[tuple[str, Spread]] = []
    for bench in BENCHES:
        measured = results.benches.get(bench.module)
        if measured is None:
            continue
        found = [claim for claim in claims(bench, measured) if any(point.ratio for point in claim.points)]
        compared += [
            (_name(claim, point.setting), point.ratio)
            for claim in found
            for point in claim.points
            if point.ratio is not None
        ]
        if curves := [claim for claim in found if len(claim.points) > 1]:
            path = docs / PICTURE.format(name=bench.name)
            draw_curves(bench, curves, path)
            drawn.append(path)
    if compared:
        path = docs / PICTURE.format(name="times")
        draw_ratios(compared, path)
        drawn.append(path)
    return drawn


def _name(claim: Claim, setting: str) -> str:
    """A claim without what is counted, which stands after a colon."""
    title = claim.title.partition(": ")[0] + (f", {int(setting):,}" if setting.isdigit() else "")
    return title if len(title) <= _NAME else f"{title[: _NAME - 1]}…"


def _scale(axes: Axes, *, x: bool, y: bool) -> None:
    """Logarithmic axes with figures as the page writes them."""
    written = FuncFormatter(lambda value, _: number(value))
    if x:
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(written)
    if y:
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(written)


def draw_ratios(compared: list[tuple[str, Spread]], path: Path) -> None:
    """A dot for each claim: how many times its peer it is, and the least and the most of the runs."""
    with mpl.rc_context(STYLE):
        figure, (axes,) = canvas(9.0, 0.26 * len(compared) + 0.9)
        for place, (_, ratio) in enumerate(compared):
            axes.plot([ratio.low, ratio.high], [place, place], color=SERIES[0])
            axes.plot(ratio.median, place, "o", color=SERIES[0] if ratio.median >= 1 else SERIES[1])
        axes.axvline(1, linestyle=":", color=STYLE["axes.edgecolor"])
        axes.set_yticks(range(len(compared)), [name for name, _ in compared])
        axes.invert_yaxis()
        _scale(axes, x=True, y=False)
        axes.set_xlabel("times the peer (dotted: as fast)")
        save(figure, path)


def draw_curves(bench: Bench, found: list[Claim], path: Path) -> None:
    """Rates of ours and of the peer by the setting, and beside them how many times it is."""
    with mpl.rc_context(STYLE):
        figure, (rates, ratios) = canvas(9.6, 3.4, columns=2)
        for place, claim in enumerate(found):
            colour = SERIES[place % len(SERIES)]
            by = [float(point.setting) for point in claim.points]
            name = claim.title.partition(":")[0]
            rates.plot(by, [point.ours.median for point in claim.points], "o-", color=colour, label=name)
            beside = [
                (at, point) for at, point in zip(by, claim.points, strict=True) if point.peer and point.ratio
            ]
            peer = [point.peer.median for _, point in beside if point.peer]
            label = bench.peer_name.replace("`", "") if place == 0 else None
            rates.plot([at for at, _ in beside], peer, "o:", color=STYLE["axes.edgecolor"], label=label)
            times = [point.ratio for _, point in beside if point.ratio]
            ratios.plot([at for at, _ in beside], [each.median for each in times], "o-", color=colour)
            low, high = [each.low for each in times], [each.high for each in times]
            ratios.fill_between([at for at, _ in beside], low, high, color=colour, alpha=0.15, linewidth=0)
        rates.set_title(bench.unit)
        ratios.set_title("times the peer")
        ratios.axhline(1, linestyle=":", color=STYLE["axes.edgecolor"])
        for axes in (rates, ratios):
            _scale(axes, x=True, y=True)
            axes.set_xlabel(bench.setting)
        rates.legend(frameon=False, fontsize=7)
        save(figure, path)
