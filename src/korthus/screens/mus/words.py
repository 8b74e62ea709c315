"""Mus in words: what was said and what happened, what can be said, and the rules of the moment."""

from __future__ import annotations

from collections.abc import Sequence

from korthus.core.protocol import Action, AnyGame, Event
from korthus.core.spans import Text, joined, marked, text
from korthus.core.styles import Style
from korthus.games.mus.actions import (
    ORDAGO,
    Accept,
    AskMus,
    Discard,
    Envido,
    NoMus,
    Ordago,
    Pass,
    Refuse,
)
from korthus.games.mus.betting import stake_after
from korthus.games.mus.cards import Hand
from korthus.games.mus.counting import ordago_stones
from korthus.games.mus.events import (
    BetAccepted,
    BetRefused,
    CardsDiscarded,
    CardsReceived,
    DeclarationMade,
    DiscardKept,
    EnvidoMade,
    GameEnded,
    HandEnded,
    HandsShown,
    HandStarted,
    LanceStarted,
    MusCut,
    MusWanted,
    OrdagoCalled,
    Passed,
    StockReshuffled,
    StonesScored,
)
from korthus.games.mus.game import Mus
from korthus.games.mus.legal import words
from korthus.games.mus.state import Bet, Phase
from korthus.games.mus.view import Holding, MusView
from korthus.locale import Translator
from korthus.screens.saying import Say


def cards_text(cards: Hand) -> Text:
    """Some cards in a row."""
    return joined(" ", (marked(Style.CARD, card) for card in cards))


# -- what happened -------------------------------------------------------------------------------------


def event_words(event: Event, tr: Translator, names: Sequence[str], seat: int | None) -> Text | None:
    """See ``Screen.event``."""
    said = _quoted(event, tr, names, seat)
    if said is not None:
        return said
    say = Say("mus.event", tr, names, seat)
    match event:
        case HandStarted(number=number, mano=mano):
            return say("hand_started", mano, number=number)
        case CardsReceived(cards=cards):
            return say.plainly("your_cards", cards=cards_text(cards))
        case CardsDiscarded(seat=who, count=count):
            return None if who == seat else say.plainly("discarded", player=names[who], n=count)
        case DiscardKept(cards=cards):
            return say.plainly("your_discard", cards=cards_text(cards))
        case StockReshuffled(count=count):
            return say.plainly("reshuffled", count=count)
        case LanceStarted(lance=lance):
            return marked(Style.STRONG, f"— {lance} —")
        case HandsShown(hands=hands):
            shown = (text(f"{_name(who, say)}: ", cards_text(hands[who])) for who in (0, 1))
            return joined("   ", shown)
        case StonesScored(seat=who, reason=reason, lance=lance, stones=stones):
            return say(f"scored_{reason}", who, lance=lance, n=stones)
        case HandEnded(number=number, gained=gained, stones=stones):
            made = ", ".join(f"{_name(who, say)} +{gained[who]}" for who in (0, 1))
            now = ", ".join(f"{_name(who, say)} {stones[who]}" for who in (0, 1))
            return say.plainly("hand_ended", number=number, gained=made, stones=now)
        case GameEnded(seat=who, stones=stones):
            return say("match_won", who, stones=stones[who])
        case _:
            return None


def _quoted(event: Event, tr: Translator, names: Sequence[str], seat: int | None) -> Text | None:
    """What a player said, after their name; None if the event is no word of a player."""
    say = Say("mus.say", tr, names, seat)

    def quote(key: str, who: int, **params: object) -> Text:
        return text(f"{_name(who, say)}: ", say.plainly(key, **params))

    match event:
        case MusWanted(seat=who):
            return quote("mus", who)
        case MusCut(seat=who):
            return quote("no_mus", who)
        case DeclarationMade(seat=who, lance=lance, has=has):
            return quote("has" if has else "has_not", who, lance=lance.capitalize())
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
        case _:
            return None


def _name(who: int, say: Say) -> str:
    return say.tr("mus.you") if who == say.seat else say.names[who]


# -- what can be done ----------------------------------------------------------------------------------


def action_words(action: Action, view: MusView, tr: Translator) -> Text:
    """See ``Screen.action``."""
    stake = 0 if view.bet is None else view.bet.stake
    match action:
        case Pass():
            return tr.text("mus.action.pass")
        case Refuse():
            return tr.text("mus.action.refuse")
        case Accept():
            if view.bet is not None and view.bet.ordago:
                return tr.text("mus.action.accept_ordago", lance=view.lance)
            return tr.text("mus.action.accept", stake=stake, lance=view.lance)
        case Envido(amount=amount):
            key = "mus.action.bet" if view.bet is None else "mus.action.raise"
            return tr.text(key, n=amount, stake=stake_after(view.bet, amount))
        case Ordago():
            return marked(Style.BAD, tr.text("mus.action.ordago", lance=view.lance))
        case AskMus():
            return tr.text("mus.action.mus")
        case NoMus():
            return tr.text("mus.action.no_mus")
        case Discard(cards=cards):
            return tr.text("mus.action.discard", cards=cards_text(cards))
        case _:
            return text(str(action))


# -- the result ----------------------------------------------------------------------------------------


def result_words(game: AnyGame, tr: Translator) -> tuple[Text, ...]:
    """See ``TellingScreen.result``."""
    assert isinstance(game, Mus)
    target = game.rules.target_stones
    return (tr.text("mus.result.hand" if target is None else "mus.result.target", target=target),)


# -- help ----------------------------------------------------------------------------------------------


def help_words(game: Mus, view: MusView, tr: Translator) -> Text:
    """See ``Screen.help``."""
    lines = [tr.text("mus.help.goal")]
    if view.phase in (Phase.MUS, Phase.DISCARD):
        lines.append(tr.text(f"mus.help.{view.phase}"))
    elif view.phase is Phase.BET and view.lance is not None:
        lines.append(tr.text(f"mus.help.{view.lance}"))
        lines.append(joined(" ", _opening(game, tr) if view.bet is None else _answers(game, view.bet, tr)))
    counts_punto = game.rules.punto_bonus_on_accept
    lines.append(tr.text("mus.help.values" if counts_punto else "mus.help.values_no_punto"))
    return joined("\n", lines)


def _opening(game: Mus, tr: Translator) -> list[Text]:
    """What can be said where nobody has bet."""
    said = words(game.rules, None)
    bets = [word.amount for word in said if isinstance(word, Envido)]
    if not bets:
        lines = [tr.text("mus.help.speak_none")]
    elif game.rules.bets is None:
        lines = [tr.text("mus.help.speak", n=bets[0])]
    else:
        lines = [tr.text("mus.help.speak_some", amounts=", ".join(map(str, bets)))]
    if ORDAGO in said:
        lines.append(_all_in("mus.help.speak_ordago", game, tr))
    return [*lines, tr.text("mus.help.both_pass")]


def _answers(game: Mus, bet: Bet, tr: Translator) -> list[Text]:
    """What can be said to a bet."""
    if bet.ordago:
        return [_all_in("mus.help.ordago", game, tr)]
    lines = [tr.text("mus.help.answer")]
    if any(isinstance(word, Envido) for word in words(game.rules, bet)):
        lines.append(tr.text("mus.help.raise"))
    return lines


def _all_in(key: str, game: Mus, tr: Translator) -> Text:
    """A sentence about órdago: it decides the match, or brings its stones in a single hand."""
    if game.rules.target_stones is not None:
        return tr.text(key)
    return tr.text(f"{key}_single", n=ordago_stones(game.rules, 0))


def made_words(made: Holding, tr: Translator) -> list[str]:
    """What four cards make, in words: pares if any, then juego or punto."""
    said = [] if made.pares is None else [tr(f"mus.pares.{made.pares}")]
    return [*said, tr("mus.juego_of" if made.is_juego else "mus.punto_of", points=made.points)]
