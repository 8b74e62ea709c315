"""Mulle in a terminal: what lies on the table, who owns which build, and how the points stand."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

from rich import box
from rich.console import Group, RenderableType
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table

from korthus.core.cards import Card
from korthus.core.errors import TooManyActions
from korthus.core.protocol import CHANCE, Action, AnyGame, Event, View
from korthus.games.mulle.actions import Base, Build, Capture, Discard, Trotta, base_text
from korthus.games.mulle.build import is_last_for_own_build
from korthus.games.mulle.capture import takes_twin_only
from korthus.games.mulle.cards import HAND_VALUE, SPECIAL, SUIT_CODES, TEXT
from korthus.games.mulle.events import (
    BuildLeft,
    BuildLocked,
    BuildMade,
    Captured,
    Discarded,
    GameEnded,
    HandDealt,
    LeftoversTaken,
    MulleTaken,
    OmgangEnded,
    OmgangStarted,
    RondEnded,
    RondStarted,
    StarterDrawn,
    TabbeScored,
)
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.scoring import BONUS_THRESHOLD, side_score, total
from korthus.games.mulle.state import NOBODY, MulleState, Pile, Score, Side
from korthus.games.mulle.view import MulleView
from korthus.locale import Translator
from korthus.screens.base import Choice, Screen
from korthus.screens.cards import card_markup, cards_markup

#: Says a sentence about a seat: its key, the seat, and what is filled in.
Say = Callable[..., str]

#: How wide the bar is that shows the intake on its way to the bonus.
_BAR: Final = 10
#: How wide the rows of single cards are, and how many mulles stand in a line.
_ROW: Final = 74
_CODES: Final = 3
#: The quick discard: discard or släng, and the number of a card.
_QUICK: Final = re.compile(r"[ds] ?([1-9][0-9]?)", re.IGNORECASE)


def pile_markup(pile: Pile) -> str:
    """A pile in a sentence: ``9♣``, ``[7: 4♣ 3♥]``, ``(9♣ 7♦)``."""
    cards = cards_markup(pile.cards)
    if pile.is_build:
        return f"\\[{pile.value}: {cards}]"
    return cards if pile.is_single else f"({cards})"


def base_markup(base: Base) -> str:
    """A pile as an action names it: ``9♣``, ``[7]``, ``(9♣ 7♦)``."""
    if isinstance(base, Card):
        return card_markup(base)
    return f"({cards_markup(base)})" if isinstance(base, tuple) else f"\\[{base}]"


def code_markup(card: Card) -> str:
    """A card by its code, as the score sheet has it: ``RU 9``."""
    return card_markup(card).replace(card.pretty, TEXT[card])


@lru_cache(maxsize=8)
def _world(game: Mulle, view: MulleView) -> MulleState:
    """Some state with this view. What a play does on the open table is the same in all of them."""
    return game.sample(view, random.Random(0))


class MulleScreen:
    """Draws Mulle under certain rules."""

    def __init__(self, game: Mulle) -> None:
        self._game = game
        self._rules = game.rules

    def fitted(self, game: AnyGame) -> Screen:
        """See ``FittedScreen.fitted``."""
        assert isinstance(game, Mulle)
        return MulleScreen(game)

    # -- the table ---------------------------------------------------------------------------------

    def table(self, view: MulleView, tr: Translator, names: Sequence[str]) -> RenderableType:
        """See ``Screen.table``."""
        parts: list[RenderableType] = [self._head(view, tr, names), self._piles(view, tr, names)]
        if view.hand:
            parts.append(f"{tr('mulle.hand')}  {self._hand(view.hand)}")
        parts.append(self._scores(view, tr, names))
        return Group(*parts)

    def _head(self, view: MulleView, tr: Translator, names: Sequence[str]) -> RenderableType:
        where = tr(
            "mulle.head",
            omgang=view.omgang,
            omgangar=self._rules.omgangar,
            rond=view.rond,
            ronder=self._rules.ronder,
        )
        if view.to_act is None:
            who = tr("mulle.head.over")
        elif view.to_act == CHANCE:
            who = tr("mulle.head.deal")
        elif view.to_act == view.seat:
            who = tr("mulle.head.you")
        else:
            who = tr("mulle.head.turn", player=escape(names[view.to_act]))
        line = Table.grid(expand=True)
        line.add_column()
        line.add_column(justify="right")
        line.add_row(f"[heading]{tr('mulle.title')}[/]  {where}", who)
        return line

    def _piles(self, view: MulleView, tr: Translator, names: Sequence[str]) -> RenderableType:
        singles = sorted((pile for pile in view.table if pile.is_single), key=lambda pile: pile.value)
        groups = [
            [pile.cards[0] for pile in group] for _, group in groupby(singles, key=lambda pile: pile.value)
        ]
        parts: list[RenderableType] = [*_wrapped(groups)]
        larger = sorted((pile for pile in view.table if not pile.is_single), key=lambda pile: pile.value)
        if larger:
            grid = Table.grid(padding=(0, 2, 0, 0))
            grid.add_column(justify="right", style="brass", no_wrap=True)
            grid.add_column()
            grid.add_column()
            for pile in larger:
                grid.add_row(*self._pile_row(pile, view, tr, names))
            parts.append(grid)
        if not parts:
            parts.append(f"[quiet]{tr('mulle.table.empty')}[/]")
        return Panel(
            Group(*parts),
            title=tr("mulle.table"),
            title_align="left",
            box=box.ROUNDED,
            border_style="quiet",
            padding=(0, 1),
        )

    def _pile_row(
        self, pile: Pile, view: MulleView, tr: Translator, names: Sequence[str]
    ) -> tuple[str, str, str]:
        cards = cards_markup(pile.cards)
        if not pile.is_build:
            return f"({pile.value})", cards, f"[quiet]{tr('mulle.pile.plain')}[/]"
        whose = (
            tr("mulle.pile.yours")
            if pile.owner == view.seat
            else tr("mulle.pile.owner", player=escape(names[pile.owner]))
        )
        state = tr("mulle.pile.locked" if pile.locked else "mulle.pile.open")
        return f"\\[{pile.value}]", cards, f"{whose}, {state}"

    def _hand(self, hand: Iterable[Card]) -> str:
        """The hand, with what the special cards count there."""
        return "  ".join(
            card_markup(card) + (f"[quiet]={HAND_VALUE[card]}[/]" if card in SPECIAL else "") for card in hand
        )

    def _scores(self, view: MulleView, tr: Translator, names: Sequence[str]) -> RenderableType:
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(no_wrap=True, max_width=16, overflow="ellipsis")
        grid.add_column(justify="right")
        grid.add_column(no_wrap=True)
        for _ in range(4):
            grid.add_column(justify="right", no_wrap=True)
        heads = ("mulle", "", "tabbe", "intake", "bonus", "session")
        grid.add_row("", *(f"[quiet]{tr(f'mulle.score.{head}')}[/]" if head else "" for head in heads))
        for seat in (0, 1):
            grid.add_row(*self._score_row(view, seat, names))
        return grid

    def _score_row(self, view: MulleView, seat: int, names: Sequence[str]) -> tuple[str, ...]:
        public = view.sides[seat]
        score = side_score(
            self._rules,
            Side(
                mulles=public.mulles,
                tabbe=public.tabbe,
                intake=public.intake,
                intake_before_rond=public.intake_before_rond,
                rond_bonus=public.rond_bonus,
            ),
        )
        rows = [row[seat] for row in view.sheet]
        if view.omgang > len(rows):  # this omgång is not on the sheet yet
            rows.append(score)
        turn = "▸" if seat == view.to_act else " "
        held = f" [quiet]({public.cards_in_hand})[/]" if public.cards_in_hand else ""
        return (
            f"{turn} {escape(names[seat][:10])}{held}",
            str(score.mulle),
            _in_lines(public.mulles),
            str(score.tabbe),
            f"{_bar(score.intake)} {score.intake:2}",
            str(score.bonus),
            f"[brass]{total(self._rules, rows)}[/]",
        )

    # -- what happened -----------------------------------------------------------------------------

    def event(self, event: Event, tr: Translator, names: Sequence[str], seat: int | None) -> str | None:
        """See ``Screen.event``."""

        def say(key: str, who: int, **params: object) -> str:
            if who == seat:
                return tr(f"mulle.event.{key}.you", **params)
            return tr(f"mulle.event.{key}", player=escape(names[who]), **params)

        match event:
            case StarterDrawn(seat=who):
                return say("starter", who)
            case OmgangStarted(omgang=omgang, starter=who, cards=cards):
                return say("omgang_started", who, omgang=omgang, cards=cards_markup(cards))
            case RondStarted(rond=rond, cards_each=number):
                return tr("mulle.event.rond_started", rond=rond, n=number)
            case HandDealt(seat=who, cards=cards):
                return say("hand", who, cards=cards_markup(cards))
            case Captured(seat=who, card=card, piles=piles):
                gain = f" ({tr('mulle.gain.intake', points=event.intake)})" if event.intake else ""
                return say("captured", who, card=card_markup(card), piles=_listed(piles), gain=gain)
            case MulleTaken(seat=who, card=card, points=points):
                return say("mulle", who, card=card_markup(card), n=points)
            case TabbeScored(seat=who):
                return say("tabbe", who)
            case BuildMade():
                return self._made(event, tr, say)
            case BuildLocked(value=value):
                return tr("mulle.event.locked", value=value)
            case Discarded(seat=who, card=card):
                return say("discarded", who, card=card_markup(card))
            case BuildLeft(value=value, owner=who):
                return say("build_left", who, value=value)
            case RondEnded(rond=rond) if rond == self._rules.ronder:
                return None  # the end of the omgång says the same
            case RondEnded(rond=rond, scores=scores):
                return tr("mulle.event.rond_ended", rond=rond, scores=self._sheet(scores, tr, names))
            case LeftoversTaken(seat=who, cards=cards):
                if who == NOBODY:
                    return tr("mulle.event.left", cards=cards_markup(cards))
                return say("leftovers", who, cards=cards_markup(cards))
            case OmgangEnded(omgang=omgang, scores=scores, totals=totals):
                both = "  ".join(f"{escape(names[who])} [brass]{totals[who]}[/]" for who in (0, 1))
                sheet = self._sheet(scores, tr, names)
                return tr("mulle.event.omgang_ended", omgang=omgang, scores=sheet, totals=both)
            case GameEnded(totals=totals, winners=winners):
                if len(winners) == 2:
                    return tr("mulle.event.draw", points=totals[0])
                won = winners[0]
                return say("session_ended", won, points=totals[won], other=totals[1 - won])
            case _:
                return None

    def _made(self, event: BuildMade, tr: Translator, say: Say) -> str:
        value, card = event.pile.value, card_markup(event.card)
        if event.how == "feed":
            return say("fed", event.seat, card=card, value=value)
        if event.how == "trotta":
            return say("trotta", event.seat, card=card, value=value, piles=_listed(event.joined))
        drawn = f" {tr('mulle.gain.draws', piles=_listed(event.joined))}" if event.joined else ""
        if event.was is not None:
            return say("rebuilt", event.seat, card=card, was=event.was, value=value, drawn=drawn)
        return say("built", event.seat, card=card, value=value, drawn=drawn)

    def _sheet(self, scores: Sequence[Score], tr: Translator, names: Sequence[str]) -> str:
        """Both players' points in this omgång, in one line."""
        return "; ".join(
            tr(
                "mulle.score.line",
                player=escape(names[seat]),
                mulle=score.mulle,
                tabbe=score.tabbe,
                intake=score.intake,
                bonus=score.bonus,
            )
            for seat, score in enumerate(scores)
        )

    # -- what can be done --------------------------------------------------------------------------

    def action(self, action: Action, view: MulleView, tr: Translator) -> str:
        """See ``Screen.action``."""
        card = card_markup(_played(action))
        return f"{card}: {self._does(action, tr)} {self._brings(action, view, tr)}".rstrip()

    def steps(self, action: Action, view: MulleView, tr: Translator) -> tuple[Choice, ...]:
        """See ``SteppedScreen.steps``: the card, what it does, then which piles, or up or down."""
        card = _played(action)
        first = Choice(TEXT[card], card_markup(card), tr("mulle.ask.card"))
        what = tr("mulle.ask.what", card=card_markup(card))
        brings = self._brings(action, view, tr)
        match action:
            case Capture():
                piles = ", ".join(base_text(pile) for pile in action.piles)
                shown = ", ".join(base_markup(pile) for pile in action.piles)
                return (
                    first,
                    Choice(tr("mulle.do.take"), tr("mulle.do.take"), what),
                    Choice(piles, f"{shown} {brings}", tr("mulle.ask.capture")),
                )
            case Build(base=base, down=down):
                on = tr("mulle.do.build", pile=base_markup(base))
                way = tr("mulle.way.down" if down else "mulle.way.up")
                return (
                    first,
                    Choice(f"{tr('mulle.do.build.key')} {base_text(base)}", on, what),
                    Choice(way, f"{self._to(action, tr)} {brings}".rstrip(), tr("mulle.ask.way")),
                )
            case _:
                key = tr("mulle.do.trotta" if isinstance(action, Trotta) else "mulle.do.throw")
                return first, Choice(key, f"{key} {brings}".rstrip(), what)

    def quick(self, line: str, actions: Sequence[Action]) -> Action | None:
        """See ``QuickScreen.quick``: ``d 2`` or ``s 2`` discards the second card of the list of cards."""
        found = _QUICK.fullmatch(line)
        if found is None:
            return None
        cards = tuple(dict.fromkeys(_played(action) for action in actions))
        place = int(found[1])
        return Discard(cards[place - 1]) if 1 <= place <= len(cards) else None

    def _does(self, action: Action, tr: Translator) -> str:
        match action:
            case Capture(piles=piles):
                return f"{tr('mulle.do.take')} {', '.join(base_markup(pile) for pile in piles)}"
            case Build(base=base):
                return f"{tr('mulle.do.build', pile=base_markup(base))}, {self._to(action, tr)}"
            case Trotta():
                return tr("mulle.do.trotta")
            case _:
                return tr("mulle.do.throw")

    def _to(self, build: Build, tr: Translator) -> str:
        """What a build comes to, and which way if there are two."""
        if isinstance(build.base, Card) and not self._rules.down_from_single:
            return tr("mulle.way.makes", value=build.value)
        return tr("mulle.way.down_to" if build.down else "mulle.way.up_to", value=build.value)

    def _brings(self, action: Action, view: MulleView, tr: Translator) -> str:
        """What a legal play leads to: told by the rules, played on a table that looks like this one."""
        gains: list[str] = []
        for event in self._game.apply(_world(self._game, view), _as_play(action)).events:
            match event:
                case Captured(piles=piles, intake=intake):
                    gains.append(tr("mulle.gain.cards", n=1 + sum(len(pile.cards) for pile in piles)))
                    if intake:
                        gains.append(tr("mulle.gain.intake", points=intake))
                case MulleTaken(card=card, points=points):
                    gains.append(f"[brass]{tr('mulle.gain.mulle', card=card_markup(card), points=points)}[/]")
                case TabbeScored():
                    gains.append(f"[brass]{tr('mulle.gain.tabbe')}[/]")
                case BuildMade(how="feed", pile=pile):
                    gains.append(tr("mulle.gain.feeds", value=pile.value))
                case BuildMade(how="trotta", pile=pile):
                    gains.append(tr("mulle.gain.gathers", value=pile.value, n=len(pile.cards)))
                case BuildMade(joined=joined) if joined:
                    gains.append(tr("mulle.gain.draws", piles=_listed(joined)))
                case BuildLocked() if not isinstance(action, Trotta):
                    gains.append(tr("mulle.gain.locks"))
                case _:
                    pass
        return f"[quiet]·[/] {', '.join(gains)}" if gains else ""

    # -- help --------------------------------------------------------------------------------------

    def help(self, view: View, tr: Translator) -> str:
        """See ``Screen.help``: what can be done now, and what binds this seat's cards."""
        assert isinstance(view, MulleView)
        rules = self._rules
        kinds = self._kinds(view)
        lines = []
        if view.seat is not None:
            lines += self._bound(view, tr)
        if Capture in kinds:
            lines.append(tr("mulle.help.take"))
        if rules.special_capture == "builds_only" and any(card in SPECIAL for card in view.hand):
            lines.append(tr("mulle.help.special"))
        if Build in kinds:
            lines.append(tr("mulle.help.build"))
        if any(pile.is_build for pile in view.table):
            lines.append(tr("mulle.help.lock"))
        if Trotta in kinds:
            lines.append(tr("mulle.help.trotta"))
        if Discard in kinds:
            lines.append(tr(f"mulle.help.throw.{rules.discard_rule}"))
        if rules.feed_enabled and any(pile.is_build and pile.owner == view.seat for pile in view.table):
            lines.append(tr("mulle.help.feed"))
        codes = ", ".join(f"{code} {suit.symbol}" for suit, code in SUIT_CODES.items())
        lines += [
            tr("mulle.help.points"),
            tr("mulle.help.intake", points=rules.spade_ace_intake),
            tr("mulle.help.codes", codes=codes),
        ]
        return "\n".join(lines)

    def _kinds(self, view: MulleView) -> set[type[Action]]:
        """Which kinds of play there are now."""
        try:
            return {type(action) for action in self._game.choices(view)}
        except TooManyActions:
            return {Capture, Build, Trotta, Discard}

    def _bound(self, view: MulleView, tr: Translator) -> list[str]:
        """Which cards this seat's builds need, and which can only take their twin."""
        layout = self._game.layout(view)
        lines = []
        for card in dict.fromkeys(view.hand):
            if is_last_for_own_build(layout, view.hand, card):
                lines.append(tr("mulle.help.bound", card=card_markup(card), value=HAND_VALUE[card]))
            if takes_twin_only(layout, card):
                lines.append(tr("mulle.help.twin", card=card_markup(card)))
        return lines


def _as_play(action: Action) -> Capture | Build | Trotta | Discard:
    assert isinstance(action, Capture | Build | Trotta | Discard)
    return action


def _played(action: Action) -> Card:
    return _as_play(action).card


def _listed(piles: Iterable[Pile]) -> str:
    return ", ".join(map(pile_markup, piles))


def _wrapped(groups: Iterable[Sequence[Card]]) -> list[str]:
    """Groups of cards in rows; a group is never torn apart."""
    rows: list[str] = []
    room = 0
    for group in groups:
        width = len(" ".join(card.pretty for card in group)) + 2
        if width > room:
            rows.append(cards_markup(group))
            room = _ROW
        else:
            rows[-1] += f"  {cards_markup(group)}"
        room -= width
    return rows


def _in_lines(cards: Sequence[Card]) -> str:
    """Cards by their codes, a few in each line."""
    lines = [cards[first : first + _CODES] for first in range(0, len(cards), _CODES)]
    return ",\n".join(", ".join(map(code_markup, line)) for line in lines)


def _bar(intake: int) -> str:
    """How far the intake is on its way to the bonus, and by how much it is beyond."""
    full = min(intake, BONUS_THRESHOLD) * _BAR // BONUS_THRESHOLD
    over = f"[brass]+{intake - BONUS_THRESHOLD}[/] " if intake > BONUS_THRESHOLD else ""
    return f"{over}[brass]{'█' * full}[/][quiet]{'░' * (_BAR - full)}[/]"


SCREEN: Final[Screen] = MulleScreen(Mulle(MulleRules()))
