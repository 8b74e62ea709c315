"""Rows of cards as an SVG picture on the cloth of the house.

All pictures have one width, so that cards have one size. Rows with cards stand side by side where there is
room for both; others have a line of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

from korthus.palette import DARK
from korthus.screens.diagrams import Group, Row
from tools.cards.draw import element
from tools.diagrams.faces import Faces, definitions

#: Lengths in pixels of the picture.
WIDTH: Final = 600
_PAD: Final = 20.0
_CARD_WIDTH, _CARD_HEIGHT = 60.0, 84.0
#: How much of a covered card is seen, between its left edge and that of the next.
_SEEN: Final = 24.0
_GAP: Final = 10.0
_LABEL: Final = 24.0
_NOTE: Final = 20.0
_BETWEEN: Final = 20.0
#: About how wide a sign of a label and one of its note are: the reader's fonts are not known here.
_LABEL_SIGN, _NOTE_SIGN = 10.0, 8.0
_SANS: Final = "system-ui, sans-serif"
_SERIF: Final = "Iowan Old Style, Palatino Linotype, Palatino, Georgia, serif"


class _Heap(NamedTuple):
    """A group, the cards that are drawn for it, and where it begins in its block."""

    group: Group
    cards: tuple[str, ...]
    x: float

    @property
    def width(self) -> float:
        return _CARD_WIDTH + (len(self.cards) - 1) * _SEEN


class _Block(NamedTuple):
    """A row as it is drawn."""

    row: Row
    heaps: tuple[_Heap, ...]

    @property
    def width(self) -> float:
        if not self.heaps:
            return WIDTH - 2 * _PAD
        head = len(self.row.label) * _LABEL_SIGN + len(self.row.note) * _NOTE_SIGN
        return max([head, *(heap.x + heap.width for heap in self.heaps)])

    @property
    def height(self) -> float:
        noted = any(heap.group.note for heap in self.heaps)
        return _LABEL + (_CARD_HEIGHT if self.heaps else 0.0) + (_NOTE if noted else 0.0)


def picture(rows: Sequence[Row], faces: Faces, title: str) -> str:
    """A picture of rows of cards, each card drawn whole, with ``title`` for those who cannot see it."""
    blocks = [_block(row, faces) for row in rows]
    drawn: list[str] = []
    x, y, tallest = _PAD, _PAD, 0.0
    for block in blocks:
        if x > _PAD and x + block.width > WIDTH - _PAD:
            x, y, tallest = _PAD, y + tallest + _BETWEEN, 0.0
        drawn.append(_draw(block, faces.deck, x, y))
        x, tallest = x + block.width + _BETWEEN, max(tallest, block.height)
    height = round(y + tallest + _PAD)
    cards = [card for block in blocks for heap in block.heaps for card in heap.cards]
    cloth = element("rect", width=WIDTH, height=height, rx=10, fill=DARK["table"])
    named = element("title", escape(title)), element("defs", definitions(faces.deck, cards))
    view = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {WIDTH} {height}", "role": "img"}
    return element("svg", *named, cloth, *drawn, **view) + "\n"


def _block(row: Row, faces: Faces) -> _Block:
    heaps: list[_Heap] = []
    x = 0.0
    for number, group in enumerate(row.groups):
        heaps.append(_Heap(group, faces.of(f"{row.label} {number}", group.cards), x))
        x += heaps[-1].width + _GAP
    return _Block(row, tuple(heaps))


def _draw(block: _Block, deck: str, x: float, y: float) -> str:
    row = block.row
    # The note follows the label, wherever that ends in the font of the reader.
    note = element("tspan", escape(row.note), dx=10, font_family=_SANS, font_size=15, fill=DARK["ink-soft"])
    words = escape(row.label) + (note if row.note else "")
    label = element("text", words, x=x, y=y + 13, font_family=_SERIF, font_size=18, fill=DARK["ink"])
    return label + "".join(_draw_heap(heap, deck, x + heap.x, y + _LABEL) for heap in block.heaps)


def _draw_heap(heap: _Heap, deck: str, x: float, y: float) -> str:
    size = {"width": _CARD_WIDTH, "height": _CARD_HEIGHT}
    drawn = [
        element("use", href=f"#{deck}-{card}", x=x + number * _SEEN, y=y, **size)
        for number, card in enumerate(heap.cards)
    ]
    if heap.group.marked:
        box = {"x": x - 3, "y": y - 3, "width": heap.width + 6, "height": _CARD_HEIGHT + 6, "rx": 6}
        drawn.append(element("rect", **box, fill="none", stroke=DARK["brass"], stroke_width=2.5))
    if heap.group.note:
        at = {"x": x + heap.width / 2, "y": y + _CARD_HEIGHT + 17, "font_size": 14}
        look = {"text_anchor": "middle", "font_family": _SANS, "fill": DARK["ink-soft"]}
        drawn.append(element("text", escape(heap.group.note), **at, **look))
    return "".join(drawn)
