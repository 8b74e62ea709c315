"""Kachuful in a terminal: bids and tricks by player, the trick on the table, your hand by suit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table

from korthus.core.cards import Card, Suit
from korthus.core.protocol import Action, Event, View
from korthus.games.kachuful.actions import Bid, Play
from korthus.games.kachuful.events import (
    BidMade,
    CardPlayed,
    GameWon,
    HandDealt,
    RoundScored,
    RoundStarted,
    TrickWon,
)
from korthus.games.kachuful.notation import CARD_TEXT
from korthus.games.kachuful.rules import TrumpSuit, calculate_score
from korthus.games.kachuful.state import Phase
from korthus.games.kachuful.view import KachufulView
from korthus.locale import Translator
from korthus.screens.base import Choice, Screen

_COLOURS: Final = {Suit.SPADES: "bold", Suit.HEARTS: "lingon", Suit.DIAMONDS: "lake", Suit.CLUBS: "moss"}
#: The order of a hand as it is held: colours alternate.
_HELD: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
#: How many rounds of a long game the head and the score marks show.
_WINDOW: Final = 13
#: The longest name that is written out.
_NAME: Final = 16


def card_markup(card: Card) -> str:
    """A card with its suit in colour."""
    return f"[{_COLOURS[card.suit]}]{card.pretty}[/]"


def held(cards: Iterable[Card]) -> str:
    """A hand as a player holds it: by suit, highest first."""
    suits = [[card for card in cards if card.suit is suit][::-1] for suit in _HELD]
    return "   ".join(" ".join(map(card_markup, suit)) for suit in suits if suit)


class KachufulScreen:
    """Draws Kachuful."""

    # -- the table ---------------------------------------------------------------------------------

    def table(self, view: KachufulView, tr: Translator, names: Sequence[str]) -> RenderableType:
        """See ``Screen.table``."""
        lines: list[RenderableType] = [self._head(view, tr), self._schedule(view, tr), ""]
        lines.append(self._players(view, tr, names))
        if view.hand:
            lines += ["", f"{tr('kachuful.your_hand')}  {held(view.hand)}"]
        return Group(*lines)

    def _head(self, view: KachufulView, tr: Translator) -> str:
        title = f"[heading]{tr('kachuful.title')}[/]"
        if view.trump is None:
            return f"{title}  {tr('kachuful.head.over')}"
        number = tr("kachuful.head.round", round=view.round, rounds=len(view.schedule))
        cards = tr("kachuful.head.cards", n=view.cards)
        return f"{title}  {number} [quiet]·[/] {cards} [quiet]·[/] {self._trump(view.trump, tr)}"

    def _trump(self, trump: TrumpSuit, tr: Translator) -> str:
        if trump.suit is None:
            return tr("kachuful.trump.none")
        symbol = f"[{_COLOURS[trump.suit]}]{trump.suit.symbol}[/]"
        return tr("kachuful.trump", symbol=symbol, suit=tr(f"kachuful.suit.{trump.value}"))

    def _schedule(self, view: KachufulView, tr: Translator) -> str:
        here = view.round - 1
        first = max(0, min(here - _WINDOW // 2, len(view.schedule) - _WINDOW))
        marks = []
        for place, cards in enumerate(view.schedule[first : first + _WINDOW], start=first):
            marks.append(f"[brass]›{cards}‹[/]" if place == here else str(cards))
        before = "… " if first else ""
        after = " …" if first + _WINDOW < len(view.schedule) else ""
        return f"[quiet]{tr('kachuful.schedule')} {before}{' '.join(marks)}{after}[/]"

    def _players(self, view: KachufulView, tr: Translator, names: Sequence[str]) -> Table:
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(width=1)
        grid.add_column(no_wrap=True)
        for _ in range(3):
            grid.add_column(justify="right", no_wrap=True)
        for _ in range(3):
            grid.add_column(no_wrap=True)
        heads = ("bid", "won", "points", "trick", "last", "rounds")
        grid.add_row("", "", *(f"[quiet]{tr(f'kachuful.column.{head}')}[/]" for head in heads))
        table = {each.seat: each.card for each in view.trick}
        for seat in range(view.seats):
            bid = view.bids[seat]
            grid.add_row(
                "[brass]▸[/]" if seat == view.to_act else "",
                self._name(view, seat, names),
                str(bid) if bid is not None else "[quiet]–[/]" if view.phase is Phase.BID else "",
                self._won(bid, view.won[seat]),
                f"[brass]{view.totals[seat]}[/]",
                self._on_table(view, seat, table),
                self._last(view, seat),
                self._marks(view, seat),
            )
        return grid

    def _name(self, view: KachufulView, seat: int, names: Sequence[str]) -> str:
        name = names[seat]
        short = name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"
        return escape(short) + (" [brass]●[/]" if seat == view.dealer else "")

    def _won(self, bid: int | None, won: int) -> str:
        if bid is None:
            return ""
        return f"[moss]{won}[/]" if won == bid else f"[lingon]{won}[/]" if won > bid else str(won)

    def _on_table(self, view: KachufulView, seat: int, table: dict[int, Card]) -> str:
        if seat in table:
            led = " [quiet]←[/]" if seat == view.leader else ""
            return card_markup(table[seat]) + led
        return "[quiet]··[/]" if view.phase is Phase.PLAY else ""

    def _last(self, view: KachufulView, seat: int) -> str:
        trick = view.last_trick
        if trick is None:
            return ""
        mark = "*" if trick.winner == seat else ""
        return f"[quiet]{trick.cards[(seat - trick.leader) % view.seats].pretty}{mark}[/]"

    def _marks(self, view: KachufulView, seat: int) -> str:
        """The rounds so far: ■ for a bid that was kept, · for one that was not."""
        lines = view.sheet[-_WINDOW:]
        return "".join("■" if line.bids[seat] == line.won[seat] else "·" for line in lines)

    # -- what happened -----------------------------------------------------------------------------

    def event(self, event: Event, tr: Translator, names: Sequence[str], seat: int | None) -> str | None:
        """See ``Screen.event``."""

        def say(key: str, who: int, **params: object) -> str:
            if who == seat:
                return tr(f"kachuful.event.{key}.you", **params)
            return tr(f"kachuful.event.{key}", player=escape(names[who]), **params)

        match event:
            case RoundStarted():
                trump = self._trump(event.trump, tr)
                cards = tr("kachuful.head.cards", n=event.cards)
                return say("round", event.dealer, round=event.round, cards=cards, trump=trump)
            case HandDealt(cards=cards):
                return tr("kachuful.event.hand", cards=held(cards))
            case BidMade(seat=who, count=count):
                return say("bid", who, count=count)
            case CardPlayed(seat=who, card=card):
                return say("played", who, card=card_markup(card))
            case TrickWon(seat=who):
                return say("trick", who)
            case RoundScored():
                return self._scored(event, tr, names)
            case GameWon(winners=winners, totals=totals):
                points = max(totals)
                if len(winners) > 1:
                    players = ", ".join(escape(names[who]) for who in winners)
                    return tr("kachuful.event.shared", players=players, points=points)
                return say("won", winners[0], points=points)
            case _:
                return None

    def _scored(self, event: RoundScored, tr: Translator, names: Sequence[str]) -> str:
        parts = []
        for who, (bid, won) in enumerate(zip(event.bids, event.won, strict=True)):
            count = f"[moss]{won}/{bid}[/]" if won == bid else f"{won}/{bid}"
            parts.append(f"{escape(names[who])} {count} {event.points[who]:+d}")
        return tr("kachuful.event.scored", round=event.round, scores="  ".join(parts))

    # -- what can be done --------------------------------------------------------------------------

    def action(self, action: Action, view: KachufulView, tr: Translator) -> str:
        """See ``Screen.action``."""
        if isinstance(action, Bid):
            points = calculate_score(action.count, action.count, view.scoring)
            worth = tr("kachuful.action.worth" if points else "kachuful.action.worthless", points=points)
            key = "kachuful.action.bid" if action.count else "kachuful.action.zero"
            return f"{tr(key, n=action.count)}  [quiet]{worth}[/]"
        assert isinstance(action, Play)
        return card_markup(action.card) + self._role(action.card, view, tr)

    def _role(self, card: Card, view: KachufulView, tr: Translator) -> str:
        """What a card that does not follow suit does."""
        if not view.trick or card.suit is view.trick[0].card.suit:
            return ""
        trump = view.trump is not None and card.suit is view.trump.suit
        return f"  [quiet]{tr('kachuful.action.ruff' if trump else 'kachuful.action.discard')}[/]"

    def steps(self, action: Action, view: KachufulView, tr: Translator) -> tuple[Choice, ...]:
        """See ``SteppedScreen.steps``: one step, in which a bid is chosen by its own number."""
        label = self.action(action, view, tr)
        if isinstance(action, Bid):
            return (Choice(str(action.count), label, tr("kachuful.ask.bid")),)
        assert isinstance(action, Play)
        return (Choice(CARD_TEXT[action.card], label, tr("kachuful.ask.card")),)

    def help(self, view: View, tr: Translator) -> str:
        """See ``Screen.help``."""
        assert isinstance(view, KachufulView)
        lines = [tr("kachuful.help.goal")]
        if view.phase is Phase.BID:
            made = sum(bid for bid in view.bids if bid is not None)
            lines.append(tr("kachuful.help.bid", most=view.cards, made=made))
            if view.barred_bid is not None:
                lines.append(tr("kachuful.help.barred", bid=view.barred_bid, tricks=view.cards))
            if calculate_score(0, 0, view.scoring) == 0:
                lines.append(tr("kachuful.help.worthless"))
        elif view.phase is Phase.PLAY:
            lines.append(tr("kachuful.help.play"))
            if view.seat is not None:
                bid, won = view.bids[view.seat] or 0, view.won[view.seat]
                lines.append(self._missing(bid - won, tr))
            if view.trump is not None:
                key = "kachuful.help.no_trump" if view.trump.suit is None else "kachuful.help.trump"
                lines.append(tr(key, trump=self._trump(view.trump, tr)))
        lines.append(tr("kachuful.help.marks"))
        return "\n".join(lines)

    def _missing(self, tricks: int, tr: Translator) -> str:
        if tricks > 0:
            return tr("kachuful.help.more", n=tricks)
        return tr("kachuful.help.none" if tricks == 0 else "kachuful.help.over")


SCREEN: Final[Screen] = KachufulScreen()
