"""EI-5: taking back is free, and a hand ends all the same, because what only repeats is refused in the end.

A placement is new where its card has not lain on that board in this hand: 24 of a seat at most. After
``MOST_REPEATS`` others in a row the next one must be new. It always can be, because cards that are in the
way can be taken back. When every card has lain everywhere, as much may be repeated once more, and then
nothing is taken back.
"""

from __future__ import annotations

from typing import Final

import msgspec

from korthus.core.cards import Card, in_order
from korthus.games.eight.boards import BOARDS, HAND_SIZE, NO_CARDS, Board, Three, all_cards, replaced

#: EI-5: the number of placements in a row that may repeat earlier ones of the seat; the next must be new.
MOST_REPEATS: Final = 64
#: No seat takes back more cards in a hand: each was new, or one of the repeats before or after a new one.
MOST_TAKEN: Final = HAND_SIZE * len(BOARDS) * (1 + MOST_REPEATS) + MOST_REPEATS


class Memory(msgspec.Struct, frozen=True):
    """What counts of a seat's earlier placing in this hand. Empty once it has locked."""

    #: The cards that lay on A, B and C and left them again, in canonical order.
    lain: Three = NO_CARDS
    #: How many placements repeated earlier ones since the last new one, counted as far as it matters.
    repeats: int = 0

    @property
    def is_full(self) -> bool:
        """Whether as much was repeated as may be."""
        return self.repeats >= MOST_REPEATS

    def is_all_tried(self, hand: tuple[Card, ...], placed: Three) -> bool:
        """Whether each card of a seat lies or has lain on each board, so that no placement can be new."""
        cards = hand + all_cards(placed)
        return all(set(cards) <= {*self.lain[board.number], *placed[board.number]} for board in BOARDS)

    def knows(self, card: Card, board: Board) -> bool:
        """Whether putting this card there would repeat an earlier placement."""
        return card in self.lain[board.number]

    def after_putting(self, card: Card, board: Board) -> Memory:
        """The memory after one more placement."""
        repeats = min(self.repeats + 1, MOST_REPEATS) if self.knows(card, board) else 0
        return Memory(self.lain, repeats)

    def after_leaving(self, card: Card, board: Board) -> Memory:
        """The memory after a card has gone from a board back to the hand."""
        if self.knows(card, board):
            return self
        lain = in_order((*self.lain[board.number], card))
        return Memory(replaced(self.lain, board, lain), self.repeats)


NOTHING: Final = Memory()
