"""The Spanish deck of 40: coins, cups, swords and clubs, each with its gaps in the frame."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final, NamedTuple

from korthus.palette import CARDS
from tools.cards import courts
from tools.cards.back import back
from tools.cards.draw import (
    BLUE,
    GREEN,
    HEIGHT,
    INK,
    RED,
    WIDTH,
    element,
    paper,
    sheet,
    symbol,
    twice,
    use,
)
from tools.cards.glyphs import glyph
from tools.cards.spanish_suits import club, coin, cup, sword

DECK: Final = "spanish"
RANKS: Final = "1234567SCR"


class SpanishSuit(StrEnum):
    """A suit; the value is the letter in the name of a card ("Ro" is the king of coins)."""

    COINS = "o"
    CUPS = "c"
    SWORDS = "e"
    CLUBS = "b"


#: The pinta: how many gaps the frame has above and below.
GAPS: Final = {SpanishSuit.COINS: 0, SpanishSuit.CUPS: 1, SpanishSuit.SWORDS: 2, SpanishSuit.CLUBS: 3}
COLOURS: Final = {
    SpanishSuit.COINS: CARDS["copper"],
    SpanishSuit.CUPS: RED,
    SpanishSuit.SWORDS: BLUE,
    SpanishSuit.CLUBS: GREEN,
}
SHAPES: Final = {
    SpanishSuit.COINS: coin,
    SpanishSuit.CUPS: cup,
    SpanishSuit.SWORDS: sword,
    SpanishSuit.CLUBS: club,
}
PATTERNS: Final = {
    SpanishSuit.COINS: courts.lattice,
    SpanishSuit.CUPS: courts.scales,
    SpanishSuit.SWORDS: courts.stripes,
    SpanishSuit.CLUBS: courts.chevrons,
}
HAIR: Final = {
    SpanishSuit.COINS: CARDS["brown"],
    SpanishSuit.CUPS: CARDS["chestnut"],
    SpanishSuit.SWORDS: INK,
    SpanishSuit.CLUBS: CARDS["fair"],
}
FIGURES: Final[dict[str, Callable[[str, str, str], str]]] = {
    "S": courts.page,
    "C": courts.horse,
    "R": courts.king,
}
#: What a sign is drawn in; swords and clubs are long, coins are round.
BOXES: Final = {
    SpanishSuit.COINS: "-48 -48 96 96",
    SpanishSuit.CUPS: "-38 -49 76 98",
    SpanishSuit.SWORDS: "-29 -50.5 58 101",
    SpanishSuit.CLUBS: "-36 -48 72 96",
}


class Layout(NamedTuple):
    """Where the pips of a number lie, and the room that each has."""

    places: tuple[tuple[float, float], ...]
    width: float
    height: float


def _pairs(out: float, *rows: float) -> tuple[tuple[float, float], ...]:
    """Two pips in each row, so far from the middle."""
    return tuple((x, y) for y in rows for x in (126 - out, 126 + out))


def _single(*rows: float) -> tuple[tuple[float, float], ...]:
    return tuple((126.0, y) for y in rows)


#: All pips keep clear of the corners, where the number stands.
LAYOUTS: Final = {
    "1": Layout(_single(176), 150, 170),
    "2": Layout(_single(104, 248), 110, 124),
    "3": Layout(_single(80, 176, 272), 88, 88),
    "4": Layout(_pairs(37, 122, 230), 60, 100),
    "5": Layout((*_pairs(34, 100, 252), (126, 176)), 52, 80),
    "6": Layout(_pairs(31, 91, 176, 261), 54, 80),
    "7": Layout((*_single(80, 176, 272), *_pairs(58, 128, 224)), 56, 82),
}


def frame(suit: SpanishSuit) -> str:
    """The line around the card, with the gaps of the suit in its upper and lower side."""
    left, top, right, bottom = 11, 11, WIDTH - 11, HEIGHT - 11
    gap, gaps = 14, GAPS[suit]
    starts = [WIDTH / 2 + (place - (gaps - 1) / 2) * 2.6 * gap - gap / 2 for place in range(gaps)]
    row: list[float] = [left + 8, *(x for start in starts for x in (start, start + gap)), right - 8]
    spans = list(zip(row[::2], row[1::2], strict=True))
    sides = "".join(f"M{a:.0f} {y}H{b:.0f}" for y in (top, bottom) for a, b in spans)
    corners = (
        f"M{left + 8} {top}q-8 0-8 8V{bottom - 8}q0 8 8 8M{right - 8} {top}q8 0 8 8V{bottom - 8}q0 8-8 8"
    )
    return element("path", d=sides + corners, fill="none", stroke=COLOURS[suit], stroke_width=3)


def pips(rank: str, suit: SpanishSuit) -> str:
    """The pips of a number card; they all stand upright, as they always have in Spain."""
    layout = LAYOUTS[rank]
    return "".join(use(f"{DECK}-suit-{suit}", x, y, layout.width, layout.height) for x, y in layout.places)


def figure(rank: str, suit: SpanishSuit) -> str:
    """Page, horse or king, twice, each beside the sign of the suit; a little smaller than the frame."""
    half = FIGURES[rank](COLOURS[suit], PATTERNS[suit](), HAIR[suit])
    sign = use(f"{DECK}-suit-{suit}", 205, 72, 62, 88)
    both = courts.mirrored(f"{DECK}-{rank}{suit}", half + sign, DECK) + courts.seam(COLOURS[suit])
    return element("g", both, transform="translate(10.1 14.1) scale(.92)")


def face(rank: str, suit: SpanishSuit) -> str:
    """One card."""
    middle = figure(rank, suit) if rank in FIGURES else pips(rank, suit)
    index = glyph(rank, 43, 25, 62, INK)
    return symbol(f"{DECK}-{rank}{suit}", paper(), frame(suit), middle, twice(index))


def suit_symbol(suit: SpanishSuit) -> str:
    """A suit's sign, in its own colours."""
    return symbol(f"{DECK}-suit-{suit}", SHAPES[suit](), box=BOXES[suit])


def deck() -> str:
    """The whole sheet."""
    return sheet(
        courts.clip(DECK),
        *(suit_symbol(suit) for suit in SpanishSuit),
        *(face(rank, suit) for suit in SpanishSuit for rank in RANKS),
        back(DECK, turned=True),
    )
