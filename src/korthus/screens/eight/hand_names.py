"""What poker hands an Eight Cards player would have, with cards put so on the three boards."""

from __future__ import annotations

from collections.abc import Sequence

from korthus.core.cards import Card
from korthus.core.errors import InvalidAction
from korthus.games.eight.scoring import name_so_far
from korthus.games.eight.view import EightView
from korthus.locale import Translator
from korthus.screens.eight.words import hand_words


def hand_names(view: EightView, boards: Sequence[Sequence[str]], tr: Translator) -> list[str | None]:
    """The best hand on each board as it lies now; None where there are too few cards for one.

    Raises:
        InvalidAction: there are not as many boards, or the cards are not this seat's own, each once.
    """
    if len(boards) != len(view.boards):
        raise InvalidAction(
            "HOW_MANY_BOARDS",
            "Cards are put on {boards} boards here, not on {given}.",
            boards=len(view.boards),
            given=len(boards),
        )
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
    names = [name_so_far(cards, board) for cards, board in zip(wanted, view.boards, strict=True)]
    return [None if name is None else hand_words(name, tr) for name in names]
