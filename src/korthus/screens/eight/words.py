"""Eight Cards in words: what happened, what can be done, and the rules of the moment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from korthus.core.cards import Card
from korthus.core.protocol import Action, AnyGame, Event
from korthus.core.spans import Text, joined, marked, text
from korthus.core.styles import Style
from korthus.games.eight import events
from korthus.games.eight.actions import Place, PlaceCard, TakeBack
from korthus.games.eight.boards import BOARDS, Board
from korthus.games.eight.evaluate import HandName
from korthus.games.eight.game import EightCards
from korthus.games.eight.state import Phase
from korthus.games.eight.view import EightView
from korthus.locale import Translator
from korthus.screens.cards import card_text, cards_text
from korthus.screens.saying import Say


def board_text(board: Board) -> Text:
    """The letter of a board."""
    return marked(Style.STRONG, str(board))


def on_board(board: Board, cards: Iterable[Card]) -> Text:
    """A board and the cards that go there."""
    return text(board_text(board), " ", cards_text(cards))


def hand_words(hand: HandName, tr: Translator) -> str:
    """What a poker hand is called: "flush, queen high"."""
    first, second = hand.ranks[0], hand.ranks[min(1, len(hand.ranks) - 1)]
    key = "royal" if hand.royal else hand.category.value
    return tr(
        f"eight.hand.{key}",
        a=tr(f"eight.rank.{first}"),
        many_a=tr(f"eight.ranks.{first}"),
        many_b=tr(f"eight.ranks.{second}"),
    )


# -- what happened -------------------------------------------------------------------------------------


def event_words(event: Event, tr: Translator, names: Sequence[str], seat: int | None) -> Text | None:
    """See ``Screen.event``."""
    say = Say("eight.event", tr, names, seat)
    match event:
        case events.HandStarted():
            return say("hand_started", event.dealer, number=event.number, ante=event.ante, pot=event.pot)
        case events.CardsDealt(cards=hand):
            return say.plainly("your_cards", cards=cards_text(hand)) if hand else None
        case events.FlopDealt(board=board, cards=cards):
            return say.plainly("flop", board=board, cards=cards_text(cards))
        case (
            events.AssignPlaced()
            | events.AssignTakenBack()
            | events.AssignReturned()
            | events.AssignLocked()
            | events.AssignRevealed()
        ):
            return _assigning(event, say)
        case events.BoardKindLocked(board=board, kind=kind):
            return say.plainly("plo", board=board) if kind == "PLO" else None
        case events.TurnRiverDealt(board=board, turn=turn, river=river):
            return say.plainly("turn_river", board=board, cards=cards_text((turn, river)))
        case events.BoardResult():
            return _result(event, say)
        case events.Sweep(player=who, bonus=bonus, source=source):
            return say(f"sweep_{source}", who, bonus=bonus)
        case events.HandResult(payouts=payouts, net=net, bankrolls=bankrolls):
            paid = (f"{names[who]} {payouts[who]}" for who in (0, 1))
            parts = (f"{names[who]} {net[who]:+d} → {bankrolls[who]}" for who in (0, 1))
            return say.plainly("hand_result", paid=", ".join(paid), chips=", ".join(parts))
        case events.GameEnded(winners=winners, bankrolls=bankrolls):
            if len(winners) == 2:
                return say.plainly("session_shared", chips=bankrolls[0])
            return say("session_ended", winners[0], chips=bankrolls[winners[0]])
        case _:
            return None


def _assigning(
    event: events.AssignPlaced
    | events.AssignTakenBack
    | events.AssignReturned
    | events.AssignLocked
    | events.AssignRevealed,
    say: Say,
) -> Text | None:
    """What a player does with cards; their own doings are told to them with the cards, once."""
    who = event.player
    match event:
        case events.AssignPlaced(board=board, cards=None):
            # What lies face down is told with the cards, or when all of them are locked.
            return None if who == say.seat or event.count > 1 else say("placed_hidden", who, board=board)
        case events.AssignPlaced(board=board, cards=tuple(cards)):
            return say("placed", who, board=board, cards=cards_text(cards))
        case events.AssignTakenBack(board=board, cards=None):
            return None if who == say.seat else say("taken_back_hidden", who, board=board)
        case events.AssignTakenBack(board=board, cards=tuple(cards)):
            return say("taken_back", who, board=board, cards=cards_text(cards))
        case events.AssignReturned(cards=None) if who == say.seat:
            return None
        case events.AssignReturned(board=board):
            return say("returned_all" if board is None else "returned", who, board=board)
        case events.AssignRevealed(cards=three):
            if who == say.seat:
                return None
            parts = (on_board(board, three[board.number]) for board in BOARDS)
            return say("revealed", who, cards=joined("  ", parts))
        case _:
            return say("locked", who)


def _result(event: events.BoardResult, say: Say) -> Text:
    hand = hand_words(event.hand_desc, say.tr)
    where = {"board": event.board, "kind": event.kind, "chips": event.subpot}
    if len(event.winner_ids) == 2:
        return say.plainly("board_shared", hand=hand, **where)
    winner = event.winner_ids[0]
    other = hand_words(event.hands[1 - winner], say.tr)
    return say("board_won", winner, hand=hand, other=other, **where)


# -- what can be done ----------------------------------------------------------------------------------


def action_words(action: Action, tr: Translator) -> Text:
    """See ``Screen.action``."""
    match action:
        case Place():
            return joined("   ", (on_board(board, action.boards[board.number]) for board in BOARDS))
        case PlaceCard(card=card, board=board):
            return tr.text("eight.action.put", card=card_text(card), board=board)
        case TakeBack(card=card):
            return tr.text("eight.action.take", card=card_text(card))
        case _:
            return tr.text("eight.action.lock")


# -- the result ----------------------------------------------------------------------------------------


def result_words(game: AnyGame, tr: Translator) -> tuple[Text, ...]:
    """See ``TellingScreen.result``."""
    assert isinstance(game, EightCards)
    return (tr.text("eight.result.chips" if game.rules.pays_sweeps else "eight.result.boards"),)


# -- help ----------------------------------------------------------------------------------------------


def help_words(game: EightCards, view: EightView, tr: Translator) -> Text:
    """See ``Screen.help``."""
    lines = [tr.text("eight.help.goal")]
    if view.phase is Phase.PLACE:
        lines.append(_placing(view, tr))
        if view.plo is not None:
            lines.append(tr.text("eight.help.plo", board=view.plo))
        else:
            at_once = view.assignment == "simultaneous"
            lines.append(tr.text("eight.help.open_at_once" if at_once else "eight.help.open"))
    lines.append(tr.text("eight.help.boards"))
    chips = tr.text("eight.help.chips")
    lines.append(text(chips, " ", tr.text("eight.help.sweep")) if game.rules.pays_sweeps else chips)
    return joined("\n", lines)


def _placing(view: EightView, tr: Translator) -> Text:
    """How cards are placed, and whether they can be taken back."""
    key = f"eight.help.{view.assignment}"
    if view.assignment != "alternating" or view.take_backs is None:
        return tr.text(key)
    return tr.text(f"{key}.backs" if view.take_backs else f"{key}.no_backs", n=view.take_backs)
