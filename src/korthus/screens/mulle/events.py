"""What happened in Mulle, in words."""

from __future__ import annotations

from collections.abc import Sequence

from korthus.core.protocol import Event
from korthus.core.spans import Part, Text, joined, marked, text
from korthus.core.styles import Style
from korthus.games.mulle import events
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.state import NOBODY, Score
from korthus.locale import Translator
from korthus.screens.cards import card_text, cards_text
from korthus.screens.mulle.piles import piles_text
from korthus.screens.saying import Say


def event_words(
    rules: MulleRules, event: Event, tr: Translator, names: Sequence[str], seat: int | None
) -> Text | None:
    """See ``Screen.event``."""
    say = Say("mulle.event", tr, names, seat)
    match event:
        case events.StarterDrawn(seat=who):
            return say("starter", who)
        case events.OmgangStarted(omgang=omgang, starter=who, cards=cards):
            return say("omgang_started", who, omgang=omgang, cards=cards_text(cards))
        case events.RondStarted(rond=rond, cards_each=number):
            return say.plainly("rond_started", rond=rond, n=number)
        case events.HandDealt(seat=who, cards=cards):
            return say("hand", who, cards=cards_text(cards))
        case events.RondEnded() | events.LeftoversTaken() | events.OmgangEnded() | events.GameEnded():
            return _ended(rules, event, say)
        case _:
            return _played(event, say)


def _played(event: Event, say: Say) -> Text | None:
    """What came of a play."""
    match event:
        case events.Captured(seat=who, card=card, piles=piles):
            gain = f" ({say.tr('mulle.gain.intake', points=event.intake)})" if event.intake else ""
            return say("captured", who, card=card_text(card), piles=piles_text(piles, say.tr), gain=gain)
        case events.MulleTaken(seat=who, card=card, points=points):
            return say("mulle", who, card=card_text(card), n=points)
        case events.TabbeScored(seat=who):
            return say("tabbe", who)
        case events.BuildMade():
            return _made(event, say)
        case events.BuildLocked(value=value):
            return say.plainly("locked", value=value)
        case events.Discarded(seat=who, card=card):
            return say("discarded", who, card=card_text(card))
        case events.BuildLeft(value=value, owner=who):
            return say("build_left", who, value=value)
        case _:
            return None


def _made(event: events.BuildMade, say: Say) -> Text:
    value, card, piles = event.pile.value, card_text(event.card), piles_text(event.joined, say.tr)
    if event.how == "feed":
        return say("fed", event.seat, card=card, value=value)
    if event.how == "trotta":
        return say("trotta", event.seat, card=card, value=value, piles=piles)
    drawn: Part = ", " + say.tr.text("mulle.gain.draws", piles=piles) if event.joined else ""
    if event.was is not None:
        return say("rebuilt", event.seat, card=card, was=event.was, value=value, drawn=drawn)
    return say("built", event.seat, card=card, value=value, drawn=drawn)


def _ended(
    rules: MulleRules,
    event: events.RondEnded | events.LeftoversTaken | events.OmgangEnded | events.GameEnded,
    say: Say,
) -> Text | None:
    """How a rond, an omgång or the session ended."""
    match event:
        case events.RondEnded(rond=rond, scores=scores):
            if rond == rules.ronder:
                return None  # the end of the omgång says the same
            return say.plainly("rond_ended", rond=rond, scores=_sheet(scores, say))
        case events.LeftoversTaken(seat=who, cards=cards):
            if who == NOBODY:
                return say.plainly("left", cards=cards_text(cards))
            return say("leftovers", who, cards=cards_text(cards))
        case events.OmgangEnded(omgang=omgang, scores=scores, totals=totals):
            both = (text(f"{say.names[who]} ", marked(Style.STRONG, str(totals[who]))) for who in (0, 1))
            sheet = _sheet(scores, say)
            return say.plainly("omgang_ended", omgang=omgang, scores=sheet, totals=joined("  ", both))
        case events.GameEnded(totals=totals, winners=winners):
            if len(winners) == 2:
                return say.plainly("draw", points=totals[0])
            won = winners[0]
            return say("session_ended", won, points=totals[won], other=totals[1 - won])


def _sheet(scores: Sequence[Score], say: Say) -> str:
    """Both players' points in this omgång, in one line."""
    return "; ".join(
        say.tr(
            "mulle.score.line",
            player=say.names[seat],
            mulle=score.mulle,
            tabbe=score.tabbe,
            intake=score.intake,
            bonus=score.bonus,
        )
        for seat, score in enumerate(scores)
    )
