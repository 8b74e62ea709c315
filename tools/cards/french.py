"""The French deck: 52 faces and a back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from korthus.core.cards import Card, Rank, Suit
from korthus.palette import CARDS
from tools.cards import courts
from tools.cards.back import back
from tools.cards.draw import INK, PAPER, element, paper, path, sheet, symbol, twice, use
from tools.cards.glyphs import glyph
from tools.cards.pips import CENTRE, MIDDLE, PLACES

DECK: Final = "french"

#: Each suit in a box of 100 by 100 around its middle.
SHAPES: Final = {
    Suit.HEARTS: (
        "M0 46C-14 26-47 8-47-18-47-36-34-45-22-45-11-45-3-38 0-27 3-38 11-45 22-45 34-45 47-36 47-18 "
        "47 8 14 26 0 46Z"
    ),
    Suit.DIAMONDS: "M0-49Q15-20 40 0 15 20 0 49-15 20-40 0-15-20 0-49Z",
    Suit.SPADES: (
        "M0-47C14-25 46-10 46 14 46 28 36 36 25 36 16 36 9 32 4.5 25 6 35 11 42 19 46H-19C-11 42-6 35-4.5 25"
        "-9 32-16 36-25 36-36 36-46 28-46 14-46-10-14-25 0-47Z"
    ),
    Suit.CLUBS: (
        "M0-47A21.5 21.5 0 0 1 15.5-10.6 21.5 21.5 0 1 1 5 21.5C6 34 11 42 19 46H-19C-11 42-6 34-5 21.5"
        "A21.5 21.5 0 1 1-15.5-10.6 21.5 21.5 0 0 1 0-47Z"
    ),
}

#: A figure's shapes from the colour of the suit, the pattern of its robe and the colour of its hair.
Figure = Callable[[str, str, str], str]
FIGURES: Final[dict[Rank, Figure]] = {
    Rank.JACK: courts.jack,
    Rank.QUEEN: courts.queen,
    Rank.KING: courts.king,
}
PATTERNS: Final = {
    Suit.SPADES: courts.stripes,
    Suit.HEARTS: courts.scales,
    Suit.DIAMONDS: courts.lattice,
    Suit.CLUBS: courts.chevrons,
}
HAIR: Final = {
    Suit.SPADES: INK,
    Suit.HEARTS: CARDS["chestnut"],
    Suit.DIAMONDS: CARDS["fair"],
    Suit.CLUBS: CARDS["brown"],
}


def colour(suit: Suit) -> str:
    """The colour of a suit: two or four, as the page is set."""
    return f"var(--suit-{suit})"


def index(card: Card) -> str:
    """Rank over suit in the left upper corner, a quarter of the card's width."""
    return glyph(card.rank.label, 39, 15, 68, colour(card.suit)) + use(
        f"{DECK}-suit-{card.suit}", 39, 112, 46, 46
    )


def number(card: Card) -> str:
    """The pips of a number card; those below the middle stand on their heads."""
    count = int(card.rank.label)
    size = 46 if count < 9 else 43
    return "".join(
        use(f"{DECK}-suit-{card.suit}", x, y, size, size, turned=y > CENTRE) for x, y in PLACES[count]
    )


def ace(card: Card) -> str:
    """One large pip; the ace of spades carries the roof of the house."""
    pip = use(f"{DECK}-suit-{card.suit}", MIDDLE, CENTRE, 128, 128)
    if card.suit is not Suit.SPADES:
        return pip
    roof = path(
        "M101 200 126 148 151 200",
        stroke=PAPER,
        stroke_width=8,
        stroke_linejoin="round",
        stroke_linecap="round",
    )
    return use(f"{DECK}-suit-{card.suit}", MIDDLE, CENTRE, 168, 168) + roof


def court(card: Card) -> str:
    """A figure, twice."""
    figure = FIGURES[card.rank](colour(card.suit), PATTERNS[card.suit](), HAIR[card.suit])
    return courts.mirrored(f"{DECK}-{card}", figure, DECK) + courts.seam(colour(card.suit))


def face(card: Card) -> str:
    """One card."""
    if card.rank in FIGURES:
        middle = court(card)
    elif card.rank is Rank.ACE:
        middle = ace(card)
    else:
        middle = number(card)
    return symbol(f"{DECK}-{card}", paper(), element("g", middle, twice(index(card)), fill=colour(card.suit)))


def suit_symbol(suit: Suit) -> str:
    """A suit's shape, in the colour of whoever uses it."""
    return symbol(f"{DECK}-suit-{suit}", element("path", d=SHAPES[suit]), box="-50 -50 100 100")


def deck() -> str:
    """The whole sheet."""
    return sheet(
        courts.clip(DECK),
        *(suit_symbol(suit) for suit in Suit),
        *(face(card) for card in Card),
        back(DECK, turned=False),
    )
