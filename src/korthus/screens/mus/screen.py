"""Mus in a terminal: a slate with four lances between two hands, and what was said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table

from korthus.core.protocol import Action, Event, View
from korthus.games.mus.actions import Accept, Discard, Envido, Mus, NoMus, Ordago, Pass, Refuse
from korthus.games.mus.cards import Hand
from korthus.games.mus.events import (
    BetAccepted,
    BetRefused,
    CardsDiscarded,
    CardsReceived,
    DeclarationMade,
    DiscardKept,
    EnvidoMade,
    HandEnded,
    HandsShown,
    HandStarted,
    LanceStarted,
    MatchWon,
    MusCut,
    MusWanted,
    OrdagoCalled,
    Passed,
    StockReshuffled,
    StonesScored,
)
from korthus.games.mus.scoring import JUEGO_LEAST, Lance, Pares, pares, points
from korthus.games.mus.state import Phase, Settled
from korthus.games.mus.view import MusView
from korthus.locale import Translator
from korthus.screens.base import Choice, Screen

_SLATE: Final = (Lance.GRANDE, Lance.CHICA, Lance.PARES, Lance.JUEGO)
_NAME_WIDTH: Final = 14


def cards_markup(cards: Hand) -> str:
    """Some cards in a row."""
    return f"[bold]{' '.join(cards)}[/]"


def drawn_cards(cards: Hand) -> str:
    """A hand as it lies in front of you, three lines high."""
    lines = (
        "╭───╮" * len(cards),
        "".join(f"│ [bold]{card}[/] │" for card in cards),
        "╰───╯" * len(cards),
    )
    return "\n".join(lines)


def stones_markup(stones: int) -> str:
    """Stones as they lie on the table: amarracos of five, and single ones.

    >>> stones_markup(12)
    '◆◆••'
    """
    return "◆" * (stones // 5) + "•" * (stones % 5)


class MusScreen:
    """Draws mus."""

    # -- the table ---------------------------------------------------------------------------------

    def table(self, view: MusView, tr: Translator, names: Sequence[str]) -> RenderableType:
        """See ``Screen.table``."""
        first, second = (0, 1) if view.seat is None else (1 - view.seat, view.seat)
        lines: list[RenderableType] = [self._head(view, tr, names), self._score(view, tr, names)]
        if view.shown is not None:
            lines += [f"{escape(names[seat])}  {cards_markup(view.shown[seat])}" for seat in (first, second)]
        if view.phase is Phase.DEAL:
            return Group(*lines)
        if view.shown is None:
            lines.append(f"{escape(names[first])}  {' '.join('▒' * view.held[first])}")
        if view.phase in (Phase.BET, Phase.OVER):
            lines.append(self._slate(view, tr, names))
        else:
            lines.append(f"[quiet]{tr('mus.stock', n=view.stock)}[/]")
        if view.seat is not None:
            lines.append(drawn_cards(view.hand))
            lines.append(f"[quiet]{self._merits(view.hand, tr)}[/]")
        elif view.shown is None:
            lines.append(f"{escape(names[second])}  {' '.join('▒' * view.held[second])}")
        return Group(*lines)

    def _head(self, view: MusView, tr: Translator, names: Sequence[str]) -> str:
        target = tr("mus.head.single") if view.target is None else tr("mus.head.target", target=view.target)
        hand = tr("mus.head.hand", number=view.number, mano=escape(names[view.mano]))
        return f"[heading]{tr('mus.title')}[/]  {hand}  [quiet]· {target}[/]"

    def _score(self, view: MusView, tr: Translator, names: Sequence[str]) -> Table:
        grid = Table.grid(padding=(0, 2, 0, 0))
        for seat in (0, 1) if view.seat is None else (1 - view.seat, view.seat):
            marker = " ●" if seat == view.mano else ""
            grid.add_row(
                f"{escape(names[seat][:_NAME_WIDTH])}{marker}",
                f"[brass]{view.stones[seat]}[/]",
                stones_markup(view.stones[seat]),
            )
        return grid

    def _slate(self, view: MusView, tr: Translator, names: Sequence[str]) -> Table:
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(min_width=8, no_wrap=True)
        grid.add_column()
        done = {result.lance: result for result in view.settled}
        for lance in _SLATE:
            row = lance
            if lance is Lance.JUEGO and (view.lance is Lance.PUNTO or Lance.PUNTO in done):
                row = Lance.PUNTO
            here = view.lance is row and row not in done
            grid.add_row(
                f"[brass]▸ {row}[/]" if here else f"  {row}",
                self._open(view, tr, names) if here else self._settled(done.get(row), tr, names),
            )
        return grid

    def _settled(self, result: Settled | None, tr: Translator, names: Sequence[str]) -> str:
        if result is None:
            return "[quiet]·[/]"
        player = "" if result.seat is None else escape(names[result.seat])
        return tr(f"mus.slate.{result.how}", player=player, stones=result.stones)

    def _open(self, view: MusView, tr: Translator, names: Sequence[str]) -> str:
        if view.bet is None:
            return ""
        player = escape(names[view.bet.seat])
        if view.bet.ordago:
            return tr("mus.slate.ordago", player=player)
        return tr("mus.slate.bet", player=player, stones=view.bet.stake)

    def _merits(self, hand: Hand, tr: Translator) -> str:
        """What a hand has in pares and juego."""
        total = points(hand)
        kind = pares(hand)[0]
        said = [] if kind is Pares.NONE else [tr(f"mus.pares.{kind.name.lower()}")]
        said.append(tr("mus.juego_of" if total >= JUEGO_LEAST else "mus.punto_of", points=total))
        return " · ".join(said)

    # -- what happened -----------------------------------------------------------------------------

    def event(self, event: Event, tr: Translator, names: Sequence[str], seat: int | None) -> str | None:
        """See ``Screen.event``."""

        def name(who: int) -> str:
            return tr("mus.you") if who == seat else escape(names[who])

        def say(key: str, who: int, **params: object) -> str:
            if who == seat:
                return tr(f"mus.event.{key}.you", **params)
            return tr(f"mus.event.{key}", player=escape(names[who]), **params)

        def quote(key: str, who: int, **params: object) -> str:
            return f"{name(who)}: {tr(f'mus.say.{key}', **params)}"

        match event:
            case HandStarted(number=number, mano=mano):
                return say("hand_started", mano, number=number)
            case CardsReceived(cards=cards):
                return tr("mus.event.your_cards", cards=cards_markup(cards))
            case MusWanted(seat=who):
                return quote("mus", who)
            case MusCut(seat=who):
                return quote("no_mus", who)
            case CardsDiscarded(seat=who, count=count):
                return None if who == seat else tr("mus.event.discarded", player=name(who), n=count)
            case DiscardKept(cards=cards):
                return tr("mus.event.your_discard", cards=cards_markup(cards))
            case StockReshuffled(count=count):
                return tr("mus.event.reshuffled", count=count)
            case DeclarationMade(seat=who, lance=lance, has=has):
                return quote("has" if has else "has_not", who, lance=lance.capitalize())
            case LanceStarted(lance=lance):
                return f"[brass]— {lance} —[/]"
            case Passed(seat=who):
                return quote("pass", who)
            case EnvidoMade(seat=who, raised=raised):
                return quote("raise" if raised else "bet", who, amount=event.amount, stake=event.stake)
            case OrdagoCalled(seat=who):
                return quote("ordago", who)
            case BetAccepted(seat=who):
                return quote("accept", who)
            case BetRefused(seat=who):
                return quote("refuse", who)
            case HandsShown(hands=hands):
                return "   ".join(f"{name(who)}: {cards_markup(hands[who])}" for who in (0, 1))
            case StonesScored(seat=who, reason=reason, lance=lance, stones=stones):
                return say(f"scored_{reason}", who, lance=lance, n=stones)
            case HandEnded(number=number, gained=gained, stones=stones):
                made = ", ".join(f"{name(who)} +{gained[who]}" for who in (0, 1))
                now = ", ".join(f"{name(who)} {stones[who]}" for who in (0, 1))
                return tr("mus.event.hand_ended", number=number, gained=made, stones=now)
            case MatchWon(seat=who, stones=stones):
                return say("match_won", who, stones=stones[who])
            case _:
                return None

    # -- what can be done --------------------------------------------------------------------------

    def action(self, action: Action, view: MusView, tr: Translator) -> str:
        """See ``Screen.action``."""
        stake = 0 if view.bet is None else view.bet.stake
        match action:
            case Pass():
                return tr("mus.action.pass")
            case Refuse():
                return tr("mus.action.refuse")
            case Accept():
                if view.bet is not None and view.bet.ordago:
                    return tr("mus.action.accept_ordago", lance=view.lance)
                return tr("mus.action.accept", stake=stake, lance=view.lance)
            case Envido(amount=amount):
                return tr("mus.action.raise" if stake else "mus.action.bet", n=amount, stake=stake + amount)
            case Ordago():
                return f"[lingon]{tr('mus.action.ordago', lance=view.lance)}[/]"
            case Mus():
                return tr("mus.action.mus")
            case NoMus():
                return tr("mus.action.no_mus")
            case Discard(cards=cards):
                return tr("mus.action.discard", cards=cards_markup(cards))
            case _:
                return str(action)

    def steps(self, action: Action, view: MusView, tr: Translator) -> tuple[Choice, ...]:
        """See ``SteppedScreen.steps``: what to say, and for a bet how much."""
        question = tr("mus.ask.answer" if view.bet is not None else "mus.ask.speak", lance=view.lance)
        match action:
            case Envido(amount=amount):
                what = tr("mus.ask.raise" if view.bet is not None else "mus.ask.bet")
                return (
                    Choice("envido", what, question),
                    Choice(str(amount), self.action(action, view, tr), tr("mus.ask.amount")),
                )
            case Discard(cards=cards):
                return (Choice(" ".join(cards), cards_markup(cards), tr("mus.ask.discard")),)
            case Mus() | NoMus():
                return (Choice(str(action), self.action(action, view, tr), tr("mus.ask.mus")),)
            case _:
                return (Choice(str(action), self.action(action, view, tr), question),)

    def help(self, view: View, tr: Translator) -> str:
        """See ``Screen.help``."""
        assert isinstance(view, MusView)
        lines = [tr("mus.help.goal")]
        if view.phase in (Phase.MUS, Phase.DISCARD):
            lines.append(tr(f"mus.help.{view.phase}"))
        elif view.phase is Phase.BET and view.lance is not None:
            lines.append(tr(f"mus.help.{view.lance}"))
            if view.bet is None:
                lines.append(tr("mus.help.speak"))
            else:
                lines.append(tr("mus.help.ordago" if view.bet.ordago else "mus.help.answer"))
        lines.append(tr("mus.help.values"))
        return "\n".join(lines)


SCREEN: Final[Screen] = MusScreen()
