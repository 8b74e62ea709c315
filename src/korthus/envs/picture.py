"""The table as a picture: what the game's screen says, on felt, with its cards as cards.

Pictures of a game are all of one size, so that they can be put together to a film.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import StringIO
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from korthus.core.spans import Span, Text
from korthus.core.styles import Style
from korthus.extras import check_libraries
from korthus.palette import DARK, THINGS

check_libraries("korthus.envs.picture", ("matplotlib",), "envs")

from matplotlib import rc_context  # noqa: E402  # after the sentence for whoever does not have it
from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: E402
from matplotlib.figure import Figure  # noqa: E402
from matplotlib.font_manager import FontProperties  # noqa: E402
from matplotlib.patches import FancyBboxPatch, Rectangle  # noqa: E402
from matplotlib.textpath import TextPath  # noqa: E402

#: Signs in a line of a picture, and the lines that it has room for; more make it higher.
COLUMNS: Final = 80
LINES: Final = 18
_DPI: Final = 100
#: The size of letters in points; how wide a sign is follows from the font.
_SIZE: Final = 10.0
#: The height of a line, in widths of a sign.
_HIGH: Final = 2.5
_MARGIN: Final = 3

_INKS: Final = {
    Style.HEADING: DARK["brass"],
    Style.STRONG: DARK["brass"],
    Style.SOFT: DARK["ink-soft"],
    Style.NUMBER: DARK["brass"],
    Style.GOOD: DARK["moss"],
    Style.BAD: DARK["lingon-text"],
    Style.REFUSED: DARK["lingon-text"],
    Style.PLOT: DARK["lake"],
}
_CARD_INKS: Final = {
    Style.HEARTS: THINGS["card-red"],
    Style.DIAMONDS: THINGS["card-blue"],
    Style.CLUBS: THINGS["card-green"],
}
_BOLD: Final = frozenset({Style.HEADING, Style.STRONG, Style.NAME, Style.CARD})
_FONTS: Final = {
    weight: FontProperties(family="DejaVu Sans Mono", size=_SIZE, weight=weight)
    for weight in ("normal", "bold")
}
#: What a part of a line is drawn in: words, backs of cards, bars, and the lines of a frame.
_PIECES: Final = re.compile("▒+|█+|░+|─+|[│╭╮╰╯]|[^ ▒█░─│╭╮╰╯]+")
#: Whether the arms of a corner go to the right, and downwards: 1, or -1 for the other way.
_CORNERS: Final = {"╭": (1, 1), "╮": (-1, 1), "╰": (1, -1), "╯": (-1, -1)}
#: How wide a sign is, in points.
_WIDE: Final = float(TextPath((0, 0), "M" * 100, prop=_FONTS["normal"]).get_extents().width / 99.9)


def rgb(lines: Sequence[Text]) -> npt.NDArray[np.uint8]:
    """A picture of some lines: height, width, and the three colours."""
    figure = _figure(lines)
    canvas: Any = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[:, :, :3].copy()


def svg(lines: Sequence[Text]) -> str:
    """The same as SVG, with its texts as texts."""
    out = StringIO()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "table"}):
        _figure(lines).savefig(out, format="svg", metadata={"Date": None})
    return out.getvalue()


def _figure(lines: Sequence[Text]) -> Figure:
    """The picture; its axes count signs to the right, and from the top downwards."""
    wide = COLUMNS + 2 * _MARGIN
    high = (max(LINES, len(lines)) + _MARGIN) * _HIGH
    figure = Figure(figsize=(wide * _WIDE / 72, high * _WIDE / 72), dpi=_DPI, facecolor=DARK["table-edge"])
    axes: Any = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, wide), ylim=(high, 0))
    axes.axis("off")
    axes.add_patch(
        FancyBboxPatch(
            (1.5, 1.5),
            wide - 3,
            high - 3,
            boxstyle="round,pad=0,rounding_size=1.5",
            facecolor=DARK["table"],
            edgecolor=DARK["table-line"],
        )
    )
    for number, line in enumerate(lines):
        column = float(_MARGIN)
        middle = (number + (_MARGIN + 1) / 2) * _HIGH
        for span in line.spans:
            _draw(axes, span, column, middle)
            column += len(span.text)
    return figure


def _draw(axes: Any, span: Span, column: float, middle: float) -> None:
    """A part of a line."""
    card = Style.CARD in span.styles
    ink = THINGS["card-ink"] if card else DARK["ink"]
    for style in span.styles:
        ink = (_CARD_INKS if card else _INKS).get(style, ink)
    if card:
        _paper(axes, column, middle, len(span.text), DARK["card-paper"], DARK["card-rim"])
    font = _FONTS["bold" if _BOLD & {*span.styles} else "normal"]
    for found in _PIECES.finditer(span.text):
        piece, left = found.group(), column + found.start()
        if not _drawn(axes, piece, left, middle, ink):
            axes.text(left, middle, piece, fontproperties=font, color=ink, va="center_baseline")


def _drawn(axes: Any, piece: str, left: float, middle: float, ink: str) -> bool:
    """Draw backs of cards, bars and frames, which have gaps as letters; whether the piece was one of them."""
    centre = left + 0.5
    match piece[0]:
        case "▒":
            _paper(axes, left, middle, len(piece), DARK["card-back"], THINGS["card-back-line"])
        case "█" | "░":
            alpha = 1 if piece[0] == "█" else 0.3
            axes.add_patch(Rectangle((left, middle - 0.5), len(piece), 1, color=ink, alpha=alpha, lw=0))
        case "─":
            axes.plot((left, left + len(piece)), (middle, middle), color=ink, lw=0.8)
        case "│":
            axes.plot((centre, centre), (middle - _HIGH / 2, middle + _HIGH / 2), color=ink, lw=0.8)
        case corner if corner in _CORNERS:
            right, below = _CORNERS[corner]
            across, down = centre + right / 2, middle + below * _HIGH / 2
            axes.plot((across, centre, centre), (middle, middle, down), color=ink, lw=0.8)
        case _:
            return False
    return True


def _paper(axes: Any, column: float, middle: float, length: int, face: str, rim: str) -> None:
    axes.add_patch(
        FancyBboxPatch(
            (column - 0.1, middle - 0.95),
            length + 0.2,
            1.9,
            boxstyle="round,pad=0,rounding_size=0.3",
            facecolor=face,
            edgecolor=rim,
            linewidth=0.8,
        )
    )
