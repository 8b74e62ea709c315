"""What the coach of Eight Cards says: which board is Omaha, and which of the boards each card goes with."""

from __future__ import annotations

from typing import Final

from korthus.core.cards import Card
from korthus.games.eight.actions import PlaceCard
from korthus.games.eight.boards import BOARDS, Board
from korthus.games.eight.effect import Puts
from korthus.games.eight.view import EightView
from korthus.locale import Translator
from korthus.screens.cards import card_text, cards_text
from korthus.screens.marked import marked_text
from korthus.web.coaching import Coaching, Moment, Tip, tip

#: Cards of one suit on a flop from which a card of that suit is worth a word.
_MANY_OF_A_SUIT: Final = 2


def coach(moment: Moment) -> Coaching:
    """See ``korthus.web.brings.Coach``."""
    view, tr = moment.view, moment.tr
    assert isinstance(view, EightView)
    return Coaching(now=_now(moment, view, tr), tips=[_on_card(card, view, tr) for card in view.hand])


def _now(moment: Moment, view: EightView, tr: Translator) -> str:
    if view.plo is not None:
        return tr("eight.coach.plo", board=view.plo)
    fourth = next(
        (
            each.action.board
            for each in moment.listed or ()
            if isinstance(each.action, PlaceCard) and isinstance(each.effect, Puts) and each.effect.omaha
        ),
        None,
    )
    if fourth is not None:
        return tr("eight.coach.fourth", board=fourth)
    return tr("eight.coach.open_at_once" if view.assignment == "simultaneous" else "eight.coach.open")


def _on_card(card: Card, view: EightView, tr: Translator) -> Tip:
    """The boards where a card finds its rank or its suit, and its equals in the hand."""
    said, letters = [], ""
    for board, lying in zip(BOARDS, view.boards, strict=True):
        alike = [each for each in lying if each.rank is card.rank]
        suited = [each for each in lying if each.suit is card.suit]
        if alike:
            said.append(tr.text("eight.coach.rank", board=board, cards=cards_text(alike)))
            letters += str(board)
        elif len(suited) >= _MANY_OF_A_SUIT:
            said.append(tr.text("eight.coach.suit", board=board, cards=cards_text(suited)))
    held = [each for each in view.hand if each.rank is card.rank and each is not card]
    if held:
        said.append(tr.text("eight.coach.held", cards=cards_text(held)))
    if not said:
        said.append(tr.text("eight.coach.nothing"))
    parts = "; ".join(marked_text(each) for each in said)
    return tip(PlaceCard(card, Board.A), f"{marked_text(card_text(card))}: {parts}.", letters)


COACH: Final = coach
