"""Kachuful in words: what happened, what can be done, and the rules of the moment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from korthus.core.cards import Card, Suit
from korthus.core.protocol import Action, AnyGame, Event
from korthus.core.spans import Part, Text, joined, marked, text
from korthus.core.styles import Style
from korthus.games.kachuful.actions import Bid, Play
from korthus.games.kachuful.events import (
    BidMade,
    CardPlayed,
    GameEnded,
    HandDealt,
    RoundScored,
    RoundStarted,
    TrickWon,
)
from korthus.games.kachuful.game import Kachuful
from korthus.games.kachuful.rules import ScoringVariant, TrumpSuit, calculate_score
from korthus.games.kachuful.state import Phase
from korthus.games.kachuful.view import KachufulView
from korthus.locale import Translator
from korthus.screens.cards import card_text, cards_text, in_suit
from korthus.screens.saying import Say

#: The order of a hand as it is held: colours alternate.
_HELD: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)


def held(cards: Iterable[Card]) -> Text:
    """A hand as a player holds it: by suit, highest first."""
    suits = [[card for card in cards if card.suit is suit][::-1] for suit in _HELD]
    return joined("   ", (cards_text(suit) for suit in suits if suit))


def trump_words(trump: TrumpSuit, tr: Translator) -> Text:
    """The trump of a round."""
    if trump.suit is None:
        return tr.text("kachuful.trump.none")
    symbol = in_suit(trump.suit, trump.suit.symbol)
    return tr.text("kachuful.trump", symbol=symbol, suit=tr(f"kachuful.suit.{trump.value}"))


# -- what happened -------------------------------------------------------------------------------------


def event_words(event: Event, tr: Translator, names: Sequence[str], seat: int | None) -> Text | None:
    """See ``Screen.event``."""
    say = Say("kachuful.event", tr, names, seat)
    match event:
        case RoundStarted():
            trump = trump_words(event.trump, tr)
            cards = tr("kachuful.head.cards", n=event.cards)
            return say("round", event.dealer, round=event.round, cards=cards, trump=trump)
        case HandDealt(cards=hand):
            return say.plainly("hand", cards=held(hand))
        case BidMade(seat=who, count=count):
            return say("bid", who, count=count)
        case CardPlayed(seat=who, card=card):
            return say("played", who, card=card_text(card))
        case TrickWon(seat=who):
            return say("trick", who)
        case RoundScored():
            return _scored(event, say)
        case GameEnded(winners=winners, totals=totals):
            points = max(totals)
            if len(winners) > 1:
                players = ", ".join(names[who] for who in winners)
                return say.plainly("shared", players=players, points=points)
            return say("won", winners[0], points=points)
        case _:
            return None


def _scored(event: RoundScored, say: Say) -> Text:
    parts = []
    for who, (bid, won) in enumerate(zip(event.bids, event.won, strict=True)):
        tricks = f"{won}/{bid}"
        count: Part = marked(Style.GOOD, tricks) if event.hits[who] else tricks
        parts.append(text(f"{say.names[who]} ", count, f" {event.points[who]:+d}"))
    return say.plainly("scored", round=event.round, scores=joined("  ", parts))


# -- what can be done ----------------------------------------------------------------------------------


def action_words(action: Action, view: KachufulView, tr: Translator) -> Text:
    """See ``Screen.action``."""
    if isinstance(action, Bid):
        points = calculate_score(action.count, action.count, view.scoring)
        worth = tr("kachuful.action.worth" if points else "kachuful.action.worthless", points=points)
        key = "kachuful.action.bid" if action.count else "kachuful.action.zero"
        return text(tr.text(key, n=action.count), "  ", marked(Style.SOFT, worth))
    assert isinstance(action, Play)
    return card_text(action.card) + _role(action.card, view, tr)


def action_sentence(action: Action, view: KachufulView, tr: Translator) -> Text:
    """See ``SpokenScreen.sentence``."""
    if isinstance(action, Bid):
        points = calculate_score(action.count, action.count, view.scoring)
        return tr.text(
            "kachuful.say.bid" if points else "kachuful.say.bid_nothing", n=action.count, points=points
        )
    assert isinstance(action, Play)
    ruffs = view.ruffs(action.card)
    key = "play" if ruffs is None else "ruff" if ruffs else "discard"
    return tr.text(f"kachuful.say.{key}", card=card_text(action.card))


def _role(card: Card, view: KachufulView, tr: Translator) -> Part:
    """What a card that does not follow suit does."""
    ruffs = view.ruffs(card)
    if ruffs is None:
        return ""
    return "  " + marked(Style.SOFT, tr("kachuful.action.ruff" if ruffs else "kachuful.action.discard"))


# -- the result ----------------------------------------------------------------------------------------


def result_words(game: AnyGame, tr: Translator) -> tuple[Text, ...]:
    """See ``TellingScreen.result``."""
    assert isinstance(game, Kachuful)
    return (tr.text(f"kachuful.result.{game.rules.bid_accuracy}"),)


# -- help ----------------------------------------------------------------------------------------------


def goal_words(scoring: ScoringVariant, tr: Translator) -> Text:
    """What a player is after: a bid kept exactly, or tricks as well, where each of them counts."""
    too_few, too_many = (calculate_score(1, won, scoring) for won in (0, 2))
    if too_few == too_many:
        return tr.text("kachuful.help.goal")
    return tr.text("kachuful.help.goal_each", n=calculate_score(0, 0, scoring))


def help_words(game: Kachuful, view: KachufulView, tr: Translator) -> Text:
    """See ``Screen.help``."""
    lines = [goal_words(view.scoring, tr)]
    if view.phase is Phase.BID:
        lines.append(tr.text("kachuful.help.bid", most=view.cards, made=view.bid_sum))
        if view.barred_bid is not None:
            lines.append(tr.text("kachuful.help.barred", bid=view.barred_bid, tricks=view.cards))
        if calculate_score(0, 0, view.scoring) == 0:
            lines.append(tr.text("kachuful.help.worthless"))
    elif view.phase is Phase.PLAY:
        lines.append(tr.text("kachuful.help.play" if game.rules.must_follow else "kachuful.help.play_any"))
        needs = None if view.seat is None else view.needs[view.seat]
        if needs is not None:
            lines.append(_missing(needs, tr))
        if view.trump is not None:
            key = "kachuful.help.no_trump" if view.trump.suit is None else "kachuful.help.trump"
            lines.append(tr.text(key, trump=trump_words(view.trump, tr)))
    lines.append(tr.text("kachuful.help.marks"))
    return joined("\n", lines)


def _missing(tricks: int, tr: Translator) -> Text:
    if tricks > 0:
        return tr.text("kachuful.help.more", n=tricks)
    return tr.text("kachuful.help.none" if tricks == 0 else "kachuful.help.over")
