"""What poker hands an Eight Cards player would have, with cards put so on the three boards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from korthus.core.cards import Card
from korthus.core.errors import InvalidAction
from korthus.games.eight.evaluate import describe, five, omaha
from korthus.games.eight.view import EightView
from korthus.locale import Translator
from korthus.screens.eight.words import hand_words

_FLOP: Final = 3


def hand_names(view: EightView, boards: Sequence[Sequence[str]], tr: Translator) -> list[str | None]:
    """The best hand on each board as it lies now; None where there are too few cards for one.

    Raises:
        InvalidAction: the cards are not this seat's own, each once.
    """
    assert view.seat is not None, "only who sits has cards to put"
    placed = view.placed[view.seat] or ()
    own = {*view.hand, *(card for three in placed for card in three)}
    try:
        wanted = [tuple(Card(name) for name in cards) for cards in boards]
    except ValueError:
        raise InvalidAction("NOT_A_CARD", "That is not a card.") from None
    everything = [card for cards in wanted for card in cards]
    if len(set(everything)) != len(everything) or not own.issuperset(everything):
        raise InvalidAction("NOT_YOUR_CARD", "Those are not your cards, each once.")
    return [_name(cards, board, tr) for cards, board in zip(wanted, view.boards, strict=True)]


def _name(cards: Sequence[Card], board: Sequence[Card], tr: Translator) -> str | None:
    if len(cards) < 2 or len(board) < _FLOP:
        return None
    if len(cards) == 2:
        strength = max(map(five, combinations((*cards, *board), 5)))
    else:
        strength = omaha(cards, board)
    return hand_words(describe(strength), tr)
