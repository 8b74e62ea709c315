"""Eight Cards in a terminal: three boards side by side, and who lies where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table

from korthus.core.cards import Card, Suit, in_order
from korthus.core.protocol import Action, Event, View
from korthus.games.eight.actions import Place, PlaceCard, TakeBack
from korthus.games.eight.boards import BOARDS, PLO_SIZE, Board, kind_of, omaha_board
from korthus.games.eight.evaluate import Category, HandName
from korthus.games.eight.events import (
    AssignLocked,
    AssignPlaced,
    AssignReturned,
    AssignRevealed,
    AssignTakenBack,
    BoardKindLocked,
    BoardResult,
    CardsDealt,
    FlopDealt,
    HandResult,
    HandStarted,
    SessionEnded,
    Sweep,
    TurnRiverDealt,
)
from korthus.games.eight.state import Phase
from korthus.games.eight.view import EightView
from korthus.locale import Translator
from korthus.screens.base import Choice, Screen

_COLOURS: Final = {Suit.SPADES: "bold", Suit.HEARTS: "lingon", Suit.DIAMONDS: "lake", Suit.CLUBS: "moss"}
#: Says a sentence about a seat: its key, the seat, and what is filled in.
Say = Callable[..., str]
_BACK: Final = "[quiet]▒▒[/]"
_EMPTY: Final = "[quiet]··[/]"


def card_markup(card: Card) -> str:
    """A card with its suit in colour."""
    return f"[{_COLOURS[card.suit]}]{card.pretty}[/]"


def cards_markup(cards: Iterable[Card]) -> str:
    """Some cards in a row."""
    return " ".join(map(card_markup, cards))


def hand_words(hand: HandName, tr: Translator) -> str:
    """What a poker hand is called: "flush, queen high"."""
    first, second = hand.ranks[0], hand.ranks[min(1, len(hand.ranks) - 1)]
    key = hand.category.value
    if hand.category is Category.STRAIGHT_FLUSH and first == "A":
        key = "royal"
    return tr(
        f"eight.hand.{key}",
        a=tr(f"eight.rank.{first}"),
        many_a=tr(f"eight.ranks.{first}"),
        many_b=tr(f"eight.ranks.{second}"),
    )


class EightScreen:
    """Draws Eight Cards."""

    # -- the table ---------------------------------------------------------------------------------

    def table(self, view: EightView, tr: Translator, names: Sequence[str]) -> RenderableType:
        """See ``Screen.table``."""
        lines: list[RenderableType] = [self._head(view, tr)]
        if view.phase is not Phase.DEAL:
            lines.append(self._boards(view, tr, names))
        if view.seat is not None and view.hand:
            lines.append(f"{tr('eight.your_hand')}  {cards_markup(in_order(view.hand))}")
        chips = "   ".join(f"{escape(names[seat])} [brass]{view.bankrolls[seat]}[/]" for seat in (0, 1))
        lines.append(f"[quiet]{tr('eight.chips')}[/]  {chips}")
        return Group(*lines)

    def _head(self, view: EightView, tr: Translator) -> str:
        if view.hands is None:
            hand = tr("eight.head.open", number=view.number)
        else:
            hand = tr("eight.head", number=view.number, hands=view.hands)
        pot = tr("eight.pot", pot=view.pot)
        return f"[heading]{tr('eight.title')}[/]  {hand}  [quiet]·[/]  {pot}"

    def _boards(self, view: EightView, tr: Translator, names: Sequence[str]) -> Table:
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(max_width=13, no_wrap=True, overflow="ellipsis")
        for _ in BOARDS:
            grid.add_column(min_width=14, no_wrap=True)
        grid.add_row("", *(self._title(view, board) for board in BOARDS))
        grid.add_row(f"[quiet]{tr('eight.board')}[/]", *(self._community(view, board) for board in BOARDS))
        for seat in (view.dealer, 1 - view.dealer) if view.seat is None else (1 - view.seat, view.seat):
            marker = " ●" if seat == view.dealer else ""
            grid.add_row(
                f"{escape(names[seat][:11])}{marker}", *(self._placed(view, seat, board) for board in BOARDS)
            )
        if any(view.winners):
            grid.add_row(
                f"[quiet]{tr('eight.won')}[/]", *(self._won(view, board, tr, names) for board in BOARDS)
            )
        return grid

    def _title(self, view: EightView, board: Board) -> str:
        if view.plo is None:
            return f"[brass]{board}[/]"
        return f"[brass]{board}[/] [quiet]{kind_of(board, view.plo)}[/]"

    def _community(self, view: EightView, board: Board) -> str:
        cards = view.boards[board.place]
        return " ".join([*map(card_markup, cards), *[_EMPTY] * (5 - len(cards))])

    def _placed(self, view: EightView, seat: int, board: Board) -> str:
        placed, counts = view.placed[seat], view.counts[seat]
        if placed is not None:
            return cards_markup(placed[board.place])
        return " ".join([_BACK] * counts[board.place]) if counts is not None else "[quiet]?[/]"

    def _won(self, view: EightView, board: Board, tr: Translator, names: Sequence[str]) -> str:
        winners = view.winners[board.place]
        if len(winners) == 2:
            return tr("eight.shared")
        return escape(names[winners[0]][:14]) if winners else ""

    # -- what happened -----------------------------------------------------------------------------

    def event(self, event: Event, tr: Translator, names: Sequence[str], seat: int | None) -> str | None:
        """See ``Screen.event``."""

        def say(key: str, who: int, **params: object) -> str:
            if who == seat:
                return tr(f"eight.event.{key}.you", **params)
            return tr(f"eight.event.{key}", player=escape(names[who]), **params)

        match event:
            case HandStarted():
                return say("hand_started", event.dealer, number=event.number, ante=event.ante, pot=event.pot)
            case CardsDealt(cards=cards):
                return tr("eight.event.your_cards", cards=cards_markup(cards)) if cards else None
            case FlopDealt(board=board, cards=cards):
                return tr("eight.event.flop", board=board, cards=cards_markup(cards))
            case AssignPlaced():
                return self._placed_words(event, seat, say)
            case AssignTakenBack(player=who, board=board, cards=cards):
                if cards is None:
                    return None if who == seat else say("taken_back_hidden", who, board=board)
                return say("taken_back", who, board=board, cards=cards_markup(cards))
            case AssignReturned(player=who, board=board, cards=cards):
                if who == seat and cards is None:
                    return None
                key = "returned_all" if board is None else "returned"
                return say(key, who, board=board)
            case AssignLocked(player=who):
                return say("locked", who)
            case AssignRevealed(player=who, cards=three):
                if who == seat:
                    return None
                parts = (f"[brass]{board}[/] {cards_markup(three[board.place])}" for board in BOARDS)
                return say("revealed", who, cards="  ".join(parts))
            case BoardKindLocked(board=board, kind=kind):
                return tr("eight.event.plo", board=board) if kind == "PLO" else None
            case TurnRiverDealt(board=board, turn=turn, river=river):
                return tr("eight.event.turn_river", board=board, cards=cards_markup((turn, river)))
            case BoardResult():
                return self._result_words(event, tr, say)
            case Sweep(player=who, bonus=bonus, source=source):
                return say(f"sweep_{source}", who, bonus=bonus)
            case HandResult(payouts=payouts, net=net, bankrolls=bankrolls):
                paid = (f"{escape(names[who])} {payouts[who]}" for who in (0, 1))
                parts = (f"{escape(names[who])} {net[who]:+d} → {bankrolls[who]}" for who in (0, 1))
                return tr("eight.event.hand_result", paid=", ".join(paid), chips=", ".join(parts))
            case SessionEnded(winners=winners, bankrolls=bankrolls):
                if len(winners) == 2:
                    return tr("eight.event.session_shared", chips=bankrolls[0])
                return say("session_ended", winners[0], chips=bankrolls[winners[0]])
            case _:
                return None

    def _placed_words(self, event: AssignPlaced, seat: int | None, say: Say) -> str | None:
        who, board, cards = event.player, event.board, event.cards
        if cards is not None:
            return say("placed", who, board=board, cards=cards_markup(cards))
        if who == seat or event.count > 1:  # told with the cards, or when all of them are locked
            return None
        return say("placed_hidden", who, board=board)

    def _result_words(self, event: BoardResult, tr: Translator, say: Say) -> str:
        hand = hand_words(event.hand_desc, tr)
        where = {"board": event.board, "kind": event.kind, "chips": event.subpot}
        if len(event.winner_ids) == 2:
            return tr("eight.event.board_shared", hand=hand, **where)
        winner = event.winner_ids[0]
        return say("board_won", winner, hand=hand, other=hand_words(event.hands[1 - winner], tr), **where)

    # -- what can be done --------------------------------------------------------------------------

    def action(self, action: Action, view: EightView, tr: Translator) -> str:
        """See ``Screen.action``."""
        match action:
            case Place():
                return "   ".join(
                    f"[brass]{board}[/] {cards_markup(action.boards[board.place])}" for board in BOARDS
                )
            case PlaceCard(card=card, board=board):
                return tr("eight.action.put", card=card_markup(card), board=board)
            case TakeBack(card=card):
                return tr("eight.action.take", card=card_markup(card))
            case _:
                return tr("eight.action.lock")

    def steps(self, action: Action, view: EightView, tr: Translator) -> tuple[Choice, ...]:
        """See ``SteppedScreen.steps``: the board of four, its four cards, and two for the next board."""
        match action:
            case Place():
                return self._place_steps(action, view, tr)
            case PlaceCard(card=card, board=board):
                where = f"[brass]{board}[/]  {cards_markup(view.boards[board.place])}"
                return (
                    Choice(card.value, card_markup(card), tr("eight.ask.card")),
                    Choice(board.value, where, tr("eight.ask.board"), board.place),
                )
            case TakeBack(card=card):
                return (
                    Choice("take", tr("eight.action.take_back"), tr("eight.ask.card")),
                    Choice(card.value, card_markup(card), tr("eight.ask.take")),
                )
            case _:
                return (Choice("lock", tr("eight.action.lock"), tr("eight.ask.card")),)

    def _place_steps(self, action: Place, view: EightView, tr: Translator) -> tuple[Choice, ...]:
        plo = omaha_board(action.boards)
        found = []
        for board in sorted(BOARDS, key=lambda each: each is not plo):
            cards = action.boards[board.place]
            if len(cards) == PLO_SIZE:
                found.append(
                    Choice(
                        board.value,
                        f"[brass]{board}[/]  {cards_markup(view.boards[board.place])}",
                        tr("eight.ask.plo"),
                        board.place,
                    )
                )
            question = tr("eight.ask.cards", n=len(cards), board=board)
            found.append(Choice(" ".join(cards), f"[brass]{board}[/] {cards_markup(cards)}", question))
        return tuple(found)

    def help(self, view: View, tr: Translator) -> str:
        """See ``Screen.help``."""
        assert isinstance(view, EightView)
        lines = [tr("eight.help.goal")]
        if view.phase is Phase.PLACE:
            lines.append(tr(f"eight.help.{view.assignment}"))
            if view.plo is None:
                lines.append(tr("eight.help.open"))
            else:
                lines.append(tr("eight.help.plo", board=view.plo))
        lines.append(tr("eight.help.boards"))
        lines.append(tr("eight.help.chips"))
        return "\n".join(lines)


SCREEN: Final[Screen] = EightScreen()
