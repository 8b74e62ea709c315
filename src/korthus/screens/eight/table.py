"""The table of Eight Cards: three boards side by side, and who lies where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from korthus.core.cards import in_order
from korthus.core.spans import Part, Text, joined, marked, text
from korthus.core.styles import Style
from korthus.games.eight.boards import BOARDS, Board, kind_of
from korthus.games.eight.state import Phase
from korthus.games.eight.view import EightView
from korthus.locale import Translator
from korthus.screens.cards import card_text, cards_text
from korthus.screens.drawing import Block, Column, Drawing, Grid
from korthus.screens.eight.words import board_text

_BACK: Final = marked(Style.SOFT, "▒▒")
_EMPTY: Final = marked(Style.SOFT, "··")
#: Whose row it is, then the three boards.
_COLUMNS: Final = (Column(most=13, wraps=False), *[Column(least=14, wraps=False)] * len(BOARDS))


def draw_table(view: EightView, tr: Translator, names: Sequence[str]) -> Drawing:
    """See ``Screen.table``."""
    blocks: list[Block] = [_head(view, tr)]
    if view.phase is not Phase.DEAL:
        blocks.append(_boards(view, tr, names))
    if view.seat is not None and view.hand:
        blocks.append(text(tr.text("eight.your_hand"), "  ", cards_text(in_order(view.hand))))
    chips = (text(f"{names[seat]} ", marked(Style.STRONG, str(view.bankrolls[seat]))) for seat in (0, 1))
    blocks.append(text(marked(Style.SOFT, tr("eight.chips")), "  ", joined("   ", chips)))
    return tuple(blocks)


def _head(view: EightView, tr: Translator) -> Text:
    if view.hands is None:
        hand = tr.text("eight.head.open", number=view.number)
    else:
        hand = tr.text("eight.head", number=view.number, hands=view.hands)
    pot = tr.text("eight.pot", pot=view.pot)
    title = marked(Style.HEADING, tr("eight.title"))
    return joined("  ", (title, hand, marked(Style.SOFT, "·"), pot))


def _boards(view: EightView, tr: Translator, names: Sequence[str]) -> Grid:
    rows: list[tuple[Part, ...]] = [
        ("", *(_title(view, board) for board in BOARDS)),
        (marked(Style.SOFT, tr("eight.board")), *(_community(view, board) for board in BOARDS)),
    ]
    for seat in (view.dealer, 1 - view.dealer) if view.seat is None else (1 - view.seat, view.seat):
        marker = " ●" if seat == view.dealer else ""
        rows.append((f"{names[seat][:11]}{marker}", *(_placed(view, seat, board) for board in BOARDS)))
    if any(view.winners):
        won = (_won(view, board, tr, names) for board in BOARDS)
        rows.append((marked(Style.SOFT, tr("eight.won")), *won))
    return Grid(tuple(rows), _COLUMNS)


def _title(view: EightView, board: Board) -> Text:
    if view.plo is None:
        return board_text(board)
    return text(board_text(board), " ", marked(Style.SOFT, kind_of(board, view.plo)))


def _community(view: EightView, board: Board) -> Text:
    cards = view.boards[board.number]
    return joined(" ", [*map(card_text, cards), *[_EMPTY] * (5 - len(cards))])


def _placed(view: EightView, seat: int, board: Board) -> Text:
    placed, counts = view.placed[seat], view.counts[seat]
    if placed is not None:
        return cards_text(placed[board.number])
    return joined(" ", [_BACK] * counts[board.number]) if counts is not None else marked(Style.SOFT, "?")


def _won(view: EightView, board: Board, tr: Translator, names: Sequence[str]) -> Part:
    winners = view.winners[board.number]
    if len(winners) == 2:
        return tr.text("eight.shared")
    return names[winners[0]][:14] if winners else ""
