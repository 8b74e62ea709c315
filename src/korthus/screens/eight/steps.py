"""The way to a move in Eight Cards: the board of four, its four cards, and two for the next board."""

from __future__ import annotations

from korthus.core.protocol import Action
from korthus.core.spans import Text, text
from korthus.games.eight.actions import Place, PlaceCard, TakeBack
from korthus.games.eight.boards import BOARDS, PLO_SIZE, Board, omaha_board
from korthus.games.eight.view import EightView
from korthus.locale import Translator
from korthus.screens.base import Choice
from korthus.screens.cards import card_text, cards_text
from korthus.screens.eight.words import board_text, on_board


def steps_of(action: Action, view: EightView, tr: Translator) -> tuple[Choice, ...]:
    """See ``SteppedScreen.steps``."""
    match action:
        case Place():
            return _place_steps(action, view, tr)
        case PlaceCard(card=card, board=board):
            return (
                Choice(card.value, card_text(card), tr.text("eight.ask.card")),
                Choice(board.value, _board(view, board), tr.text("eight.ask.board"), board.number),
            )
        case TakeBack(card=card):
            return (
                Choice("take", tr.text("eight.action.take_back"), tr.text("eight.ask.card")),
                Choice(card.value, card_text(card), tr.text("eight.ask.take")),
            )
        case _:
            return (Choice("lock", tr.text("eight.action.lock"), tr.text("eight.ask.card")),)


def _place_steps(action: Place, view: EightView, tr: Translator) -> tuple[Choice, ...]:
    plo = omaha_board(action.boards)
    found = []
    for board in sorted(BOARDS, key=lambda each: each is not plo):
        cards = action.boards[board.number]
        if len(cards) == PLO_SIZE:
            found.append(Choice(board.value, _board(view, board), tr.text("eight.ask.plo"), board.number))
        question = tr.text("eight.ask.cards", n=len(cards), board=board)
        found.append(Choice(" ".join(cards), on_board(board, cards), question))
    return tuple(found)


def _board(view: EightView, board: Board) -> Text:
    """A board with the cards in its middle."""
    return text(board_text(board), "  ", cards_text(view.boards[board.number]))
