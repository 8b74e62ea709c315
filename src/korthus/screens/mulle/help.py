"""The rules of the moment in Mulle: what can be done now, and what binds a seat's cards."""

from __future__ import annotations

from korthus.core.errors import TooManyActions
from korthus.core.protocol import Action
from korthus.core.spans import Text, joined
from korthus.games.mulle.actions import Build, Capture, Discard, Trotta
from korthus.games.mulle.build import is_last_for_own_build
from korthus.games.mulle.capture import takes_twin_only
from korthus.games.mulle.cards import HAND_VALUE, SPECIAL, SUIT_CODES
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.view import MulleView
from korthus.locale import Translator
from korthus.screens.cards import card_text


def help_words(game: Mulle, view: MulleView, tr: Translator) -> Text:
    """See ``Screen.help``."""
    rules = game.rules
    kinds = _kinds(game, view)
    lines = [] if view.seat is None else _bound(game, view, tr)
    if Capture in kinds:
        lines.append(tr.text("mulle.help.take"))
    if rules.special_capture == "builds_only" and any(card in SPECIAL for card in view.hand):
        lines.append(tr.text("mulle.help.special"))
    if Build in kinds:
        lines.append(tr.text("mulle.help.build"))
    if any(pile.is_build for pile in view.table):
        lines.append(tr.text("mulle.help.lock"))
    if Trotta in kinds:
        lines.append(tr.text("mulle.help.trotta"))
    if Discard in kinds:
        lines.append(tr.text(f"mulle.help.throw.{rules.discard_rule}"))
    if rules.feed_enabled and any(pile.is_build and pile.owner == view.seat for pile in view.table):
        lines.append(tr.text("mulle.help.feed"))
    codes = ", ".join(f"{code} {suit.symbol}" for suit, code in SUIT_CODES.items())
    lines += [
        tr.text("mulle.help.points"),
        tr.text("mulle.help.intake", points=rules.spade_ace_intake),
        tr.text("mulle.help.codes", codes=codes),
    ]
    return joined("\n", lines)


def _kinds(game: Mulle, view: MulleView) -> set[type[Action]]:
    """Which kinds of play there are now."""
    try:
        return {type(action) for action in game.choices(view)}
    except TooManyActions:
        return {Capture, Build, Trotta, Discard}


def _bound(game: Mulle, view: MulleView, tr: Translator) -> list[Text]:
    """Which cards this seat's builds need, and which can only take their twin."""
    layout = game.layout(view)
    lines = []
    for card in dict.fromkeys(view.hand):
        if is_last_for_own_build(layout, view.hand, card):
            lines.append(tr.text("mulle.help.bound", card=card_text(card), value=HAND_VALUE[card]))
        if takes_twin_only(layout, card):
            lines.append(tr.text("mulle.help.twin", card=card_text(card)))
    return lines
