"""What cards are worth in Mulle, and how they are written: ``SP 10``, ``HJ A``.

An ace, the two of spades and the ten of diamonds are small on the table and large in the hand (M-8).
"""

from __future__ import annotations

from typing import Final

from korthus.core.cards import DECK, Card, Rank, Suit, Written

SUIT_CODES: Final = {Suit.CLUBS: "KL", Suit.DIAMONDS: "RU", Suit.HEARTS: "HJ", Suit.SPADES: "SP"}
_PIPS: Final = {rank: value for value, rank in enumerate(Rank, start=2)}

#: The cards whose hand value differs from their table value, with the hand value.
SPECIAL: Final = {Card.S2: 15, Card.DT: 16} | {card: 14 for card in DECK if card.rank is Rank.ACE}

#: What a card counts where it lies (ace 1, jack 11, queen 12, king 13).
TABLE_VALUE: Final[dict[Card, int]] = {
    card: 1 if card.rank is Rank.ACE else _PIPS[card.rank] for card in DECK
}

#: What a card takes when it is played.
HAND_VALUE: Final[dict[Card, int]] = {card: SPECIAL.get(card, TABLE_VALUE[card]) for card in DECK}

#: Hand values that only builds can have.
SPECIAL_VALUES: Final = frozenset({14, 15, 16})
LEAST_SPECIAL: Final = min(SPECIAL_VALUES)

#: The smallest and the largest value of a build that a card can take.
LEAST_BUILD: Final = 2
MOST_BUILD: Final = 16

#: What a mulle of the card scores when ranks count (ace 14, king 13, … two 2).
RANK_POINTS: Final[dict[Card, int]] = {card: _PIPS[card.rank] for card in DECK}

#: Each card in the game's notation, and back (spaces do not matter there).
TEXT: Final[dict[Card, str]] = {card: f"{SUIT_CODES[card.suit]} {card.rank.label}" for card in DECK}
FROM_TEXT: Final[dict[str, Card]] = {text.replace(" ", ""): card for card, text in TEXT.items()}


def written(card: Card) -> Written:
    """A card in the game's notation, for a refusal."""
    return Written(TEXT[card], card)


def read_card(text: str) -> Card | None:
    """The card of ``SP 10``, ``sp10`` or the international ``Ts``; None if it is none."""
    compact = text.replace(" ", "").upper()
    if compact in FROM_TEXT:
        return FROM_TEXT[compact]
    international = compact.replace("10", "T")
    if len(international) == 2 and (code := international[0] + international[1].lower()) in DECK_CODES:
        return DECK_CODES[code]
    return None


DECK_CODES: Final[dict[str, Card]] = {card.value: card for card in DECK}
