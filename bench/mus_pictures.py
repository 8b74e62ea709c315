"""Pictures of solved Mus in the colours of the house. What is light and what is dark says it all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Final

import matplotlib as mpl
import numpy as np
from matplotlib.colors import LinearSegmentedColormap

from korthus import palette
from korthus.arena.pictures import STYLE, canvas, save
from korthus.games.mus.cards import RANKS, Hand
from korthus.solve.core.staged import Floats

LINEN: Final = palette.LIGHT["linen"]
INK: Final = palette.LIGHT["ink"]
SOFT: Final = palette.LIGHT["ink-soft"]
BRASS: Final = palette.LIGHT["brass"]
LAKE: Final = palette.LIGHT["lake"]
LINGON: Final = palette.LIGHT["lingon"]
EMPTY: Final = palette.PLOT["empty"]

DEEP: Final = LinearSegmentedColormap.from_list("deep", palette.DEEP)
BOTH: Final = LinearSegmentedColormap.from_list("both", palette.BOTH)

#: Two cards, from high to low: what the rows and columns of a map of hands are.
PAIRS: Final = tuple("".join(pair) for pair in combinations_with_replacement(RANKS, 2))


def hand_map(hands: Sequence[Hand], values: Floats) -> Floats:
    """Numbers by hand as a square: the two highest cards down, the two lowest across."""
    square = np.full((len(PAIRS), len(PAIRS)), np.nan)
    for hand, value in zip(hands, values, strict=True):
        square[PAIRS.index("".join(hand[:2])), PAIRS.index("".join(hand[2:]))] = value
    return square


def hand_maps(
    path: Path,
    title: str,
    hands: Sequence[Hand],
    panels: Mapping[str, Floats],
    *,
    label: str,
    spread: float | None = None,
    percent: bool = True,
) -> None:
    """Maps of all 330 hands beside each other; ``spread`` for numbers around zero."""
    with mpl.rc_context(STYLE):
        figure, axes = canvas(1 + 5.25 * len(panels), 6.1, 1, len(panels))
        figure.suptitle(title, fontsize=13, fontfamily="DejaVu Serif")
        for place, (axis, (name, values)) in enumerate(zip(axes, panels.items(), strict=True)):
            shades = BOTH if spread is not None else DEEP
            low, high = (-spread, spread) if spread is not None else (0.0, 1.0)
            axis.set_facecolor(LINEN)
            exists = np.where(np.isnan(hand_map(hands, np.ones(len(hands)))), np.nan, 0.0)
            axis.imshow(exists, cmap=LinearSegmentedColormap.from_list("none", [EMPTY, EMPTY]))
            image = axis.imshow(hand_map(hands, values), cmap=shades, vmin=low, vmax=high)
            axis.set_xticks(range(len(PAIRS)), PAIRS, fontsize=5.5, rotation=90)
            axis.set_yticks(range(len(PAIRS)), PAIRS, fontsize=5.5)
            axis.tick_params(length=0)
            axis.set_title(name, fontsize=10)
            axis.set_xlabel("the two lowest cards")
            if not place:
                axis.set_ylabel("the two highest cards")
            for side in axis.spines.values():
                side.set_visible(False)
        bar = figure.colorbar(image, ax=axes, shrink=0.75, pad=0.015, label=label)
        if percent:
            bar.ax.yaxis.set_major_formatter("{x:.0%}")
        bar.outline.set_visible(False)
        save(figure, path)


def convergence(path: Path, curves: Mapping[str, Sequence[tuple[int, float]]]) -> None:
    """Exploitability by iteration, one line for each algorithm."""
    looks = zip((LAKE, BRASS, LINGON, INK), ("--", "-", ":", "-."), strict=True)
    with mpl.rc_context(STYLE):
        figure, (axis,) = canvas(7, 4.2)
        for (name, points), (colour, dashes) in zip(curves.items(), looks, strict=True):
            axis.plot(*zip(*points, strict=True), dashes, color=colour, label=name, linewidth=2)
        axis.set(xscale="log", yscale="log", xlabel="iterations", ylabel="exploitability, stones per hand")
        axis.set_title("How fast each algorithm comes near perfect play (menu plain)", fontsize=11)
        axis.grid(visible=True, which="both", color=palette.PLOT["grid"], linewidth=0.5)
        axis.legend(frameon=False)
        save(figure, path)


def answers(path: Path, title: str, panels: Mapping[str, tuple[Floats, Mapping[str, Floats]]]) -> None:
    """What is said by strength of hand: shares on top of each other, a panel for each lance."""
    shades = {
        "no quiero": palette.BOTH[0],
        "quiero": palette.PLOT["answer"],
        "2 más": palette.DARK["brass"],
        "órdago": LINGON,
    }
    hatches = {"no quiero": "", "quiero": "", "2 más": "//", "órdago": "xx"}
    with mpl.rc_context({**STYLE, "hatch.linewidth": 0.5}):
        figure, axes = canvas(11.5, 3.4, 1, len(panels))
        figure.suptitle(title, fontsize=13, fontfamily="DejaVu Serif")
        for place, (axis, (name, (edges, shares))) in enumerate(zip(axes, panels.items(), strict=True)):
            below = np.zeros(len(edges) - 1)
            for word, share in shares.items():
                axis.bar(
                    edges[:-1],
                    share,
                    np.diff(edges),
                    below,
                    align="edge",
                    color=shades[word],
                    hatch=hatches[word],
                    edgecolor=LINEN,
                    linewidth=0.4,
                    label=word,
                )
                below = below + share
            axis.set(xlim=(0, 1), ylim=(0, 1), title=name, xlabel="strength")
            axis.xaxis.set_major_formatter("{x:.0%}")
            axis.yaxis.set_major_formatter("{x:.0%}")
            if place:
                axis.set_yticklabels([])
        figure.legend(
            *axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=4, frameon=False
        )
        save(figure, path)


def lines(path: Path, title: str, panels: Mapping[str, tuple[Floats, Mapping[str, Floats]]]) -> None:
    """How often by strength of hand: two lines in a panel for each lance."""
    looks = (("o-", BRASS), ("s--", LAKE))
    with mpl.rc_context(STYLE):
        figure, axes = canvas(11.5, 3.2, 1, len(panels))
        figure.suptitle(title, fontsize=13, fontfamily="DejaVu Serif")
        for place, (axis, (name, (edges, curves))) in enumerate(zip(axes, panels.items(), strict=True)):
            middle = (edges[:-1] + edges[1:]) / 2
            for (label, curve), (look, colour) in zip(curves.items(), looks, strict=True):
                axis.plot(middle, curve, look, color=colour, label=label, markersize=3.5, linewidth=1.5)
            axis.set(xlim=(0, 1), ylim=(0, 1.02), title=name, xlabel="strength")
            axis.xaxis.set_major_formatter("{x:.0%}")
            axis.yaxis.set_major_formatter("{x:.0%}")
            axis.grid(visible=True, color=palette.DARK["linen-dim"], linewidth=0.6)
            if place:
                axis.set_yticklabels([])
        figure.legend(
            *axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=2, frameon=False
        )
        save(figure, path)


def ordago(path: Path, offered: Mapping[str, float], accepted: Mapping[str, float]) -> None:
    """How often órdago is said in each lance, of the hands that come to it, and how often it is taken."""
    with mpl.rc_context(STYLE):
        figure, (left, right) = canvas(9, 3.2, 1, 2)
        for axis, values, colour, title in (
            (left, offered, LINGON, "somebody says órdago, of the lances bet on"),
            (right, accepted, LAKE, "…and the answer is quiero"),
        ):
            bars = axis.barh(list(values), list(values.values()), color=colour)
            axis.bar_label(bars, [f"{value:.1%}" for value in values.values()], padding=3)
            axis.invert_yaxis()
            axis.set_title(title, fontsize=10)
            axis.set_xlim(0, max(values.values()) * 1.2)
            axis.xaxis.set_major_formatter("{x:.0%}")
            axis.tick_params(axis="y", length=0)
        save(figure, path)


def equity(path: Path, table: Floats) -> None:
    """The chance to win the match, 40 × 40, with lines at every tenth."""
    with mpl.rc_context(STYLE):
        figure, (axis,) = canvas(7.4, 6.4)
        image = axis.imshow(table, cmap=BOTH, vmin=0, vmax=1, origin="lower")
        levels = axis.contour(table, levels=np.arange(0.1, 1, 0.1), colors=INK, linewidths=0.7)
        axis.clabel(levels, fmt=lambda level: f"{level:.0%}", fontsize=7)
        axis.set(xlabel="the other's stones", ylabel="the mano's stones")
        axis.set_title("The mano's chance to win the match to 40", fontsize=12, fontfamily="DejaVu Serif")
        bar = figure.colorbar(image, ax=axis, shrink=0.8)
        bar.ax.yaxis.set_major_formatter("{x:.0%}")
        save(figure, path)
