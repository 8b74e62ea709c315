"""What a play of Mulle does, in words, and what it brings."""

from __future__ import annotations

from korthus.core.cards import Card
from korthus.core.protocol import Action
from korthus.core.spans import Text, joined, marked, text, worded
from korthus.core.styles import Style
from korthus.games.mulle.actions import Base, Build, Capture, Discard, Trotta
from korthus.games.mulle.effect import Makes, Takes
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.view import MulleView
from korthus.locale import Translator
from korthus.screens.cards import card_text
from korthus.screens.mulle.piles import base_named, base_said, piles_text


def _as_play(action: Action) -> Capture | Build | Trotta | Discard:
    assert isinstance(action, Capture | Build | Trotta | Discard)
    return action


def played(action: Action) -> Card:
    """The card that a play is made with."""
    return _as_play(action).card


def action_words(game: Mulle, action: Action, view: MulleView, tr: Translator) -> Text:
    """See ``Screen.action``."""
    return worded(
        text(card_text(played(action)), ":"), _does(game.rules, action, tr), brings(game, action, view, tr)
    )


def _does(rules: MulleRules, action: Action, tr: Translator) -> Text:
    match action:
        case Capture(piles=piles):
            return text(tr.text("mulle.do.take"), " ", joined(", ", map(base_named, piles)))
        case Build(base=base):
            on = tr.text("mulle.do.build", pile=base_named(base))
            return text(on, ", ", build_words(rules, action, tr))
        case Trotta():
            return tr.text("mulle.do.trotta")
        case _:
            return tr.text("mulle.do.throw")


def action_sentence(game: Mulle, action: Action, view: MulleView, tr: Translator) -> Text:
    """See ``SpokenScreen.sentence``."""
    return worded(_said(game.rules, _as_play(action), tr), brings(game, action, view, tr))


def _said(rules: MulleRules, action: Capture | Build | Trotta | Discard, tr: Translator) -> Text:
    card = card_text(action.card)
    match action:
        case Capture(piles=piles):
            return tr.text("mulle.say.take", card=card, piles=[base_said(base, tr) for base in piles])
        case Build(base=base, value=value):
            way = ("down" if action.down else "up") if _has_two_ways(rules, base) else "build"
            return tr.text(f"mulle.say.{way}", card=card, pile=base_said(base, tr), value=value)
        case Trotta():
            return tr.text("mulle.say.trotta", card=card)
        case _:
            return tr.text("mulle.say.throw", card=card)


def _has_two_ways(rules: MulleRules, base: Base) -> bool:
    """Whether a build on a pile can go up or down."""
    return rules.down_from_single or not isinstance(base, Card)


def build_words(rules: MulleRules, build: Build, tr: Translator) -> Text:
    """What a build comes to, and which way if there are two."""
    if not _has_two_ways(rules, build.base):
        return tr.text("mulle.way.makes", value=build.value)
    return tr.text("mulle.way.down_to" if build.down else "mulle.way.up_to", value=build.value)


def brings(game: Mulle, action: Action, view: MulleView, tr: Translator) -> Text:
    """What a legal play leads to, as the game tells it; see ``Game.effect``."""
    gains: list[Text] = []
    match game.effect(view, _as_play(action)):
        case Takes() as takes:
            gains.append(tr.text("mulle.gain.cards", n=takes.cards))
            if takes.intake:
                gains.append(tr.text("mulle.gain.intake", points=takes.intake))
            for card, points in takes.mulles:
                gain = tr.text("mulle.gain.mulle", card=card_text(card), points=points)
                gains.append(marked(Style.STRONG, gain))
            if takes.tabbe:
                gains.append(marked(Style.STRONG, tr("mulle.gain.tabbe")))
        case Makes() as makes:
            if makes.how == "feed":
                gains.append(tr.text("mulle.gain.feeds", value=makes.value))
            elif makes.how == "trotta":
                gains.append(tr.text("mulle.gain.gathers", value=makes.value, n=len(makes.cards)))
            elif makes.joins:
                piles = [view.table[index] for index in makes.joins]
                gains.append(tr.text("mulle.gain.draws", piles=piles_text(piles, tr)))
            if makes.locks and makes.how != "trotta":
                gains.append(tr.text("mulle.gain.locks"))
    return text(marked(Style.SOFT, "·"), " ", joined(", ", gains)) if gains else Text()
