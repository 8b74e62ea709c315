"""Plots for pages that people read: the style of the house, and pictures that are the same bytes every time.

>>> figure, (axes,) = canvas(4.0, 2.0)
>>> axes.set_title("Stones by hand")
Text(...)
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from korthus.palette import LIGHT

#: Settings of Matplotlib: ink on linen, no box around what is drawn.
STYLE: Final[dict[Any, Any]] = {
    "figure.facecolor": LIGHT["linen"],
    "axes.facecolor": LIGHT["linen"],
    "axes.edgecolor": LIGHT["ink-soft"],
    "axes.labelcolor": LIGHT["ink"],
    "axes.spines.top": False,
    "axes.spines.right": False,
    "text.color": LIGHT["ink"],
    "xtick.color": LIGHT["ink-soft"],
    "ytick.color": LIGHT["ink-soft"],
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "svg.hashsalt": "korthus",
}
#: The colours of what is compared, in turn.
SERIES: Final = tuple(LIGHT[name] for name in ("lake", "lingon", "moss", "brass"))


def canvas(width: float, height: float, rows: int = 1, columns: int = 1) -> tuple[Figure, list[Axes]]:
    """A figure in the style of the house, with its axes in a row. Sizes are inches."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        axes = figure.subplots(rows, columns, squeeze=False)
    return figure, list(axes.ravel())


def save(figure: Figure, path: Path) -> None:
    """Write a figure as PNG, the same bytes for the same figure."""
    figure.savefig(path, dpi=110, metadata={"Software": None}, pil_kwargs={"optimize": True})
