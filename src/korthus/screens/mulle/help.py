"""The rules of the moment in Mulle: what can be done now, and what binds a seat's cards."""

from __future__ import annotations

import random

from korthus.core.errors import TooManyActions
from korthus.core.protocol import Action
from korthus.core.spans import Text, joined, text
from korthus.games.mulle.actions import Build, Capture, Discard, Trotta
from korthus.games.mulle.build import is_last_for_own_build
from korthus.games.mulle.capture import one_capture, takes_twin_only
from korthus.games.mulle.cards import HAND_VALUE, SPECIAL, SUIT_CODES
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.legal import plays_of
from korthus.games.mulle.scoring import can_tabbe
from korthus.games.mulle.trotta import can_trotta
from korthus.games.mulle.view import MulleView
from korthus.locale import Translator
from korthus.screens.cards import card_text


def help_words(game: Mulle, view: MulleView, tr: Translator) -> Text:
    """See ``Screen.help``."""
    rules = game.rules
    kinds = _kinds(game, view)
    lines = [] if view.seat is None else _bound(game, view, tr)
    if Capture in kinds:
        lines.append(tr.text(f"mulle.help.take.{rules.capture_choice}"))
        if rules.capture_choice == "free" and game.layout(view).own_values:
            lines.append(tr.text("mulle.help.own_along"))
    if rules.special_capture == "builds_only" and any(card in SPECIAL for card in view.hand):
        lines.append(tr.text("mulle.help.special"))
    if Build in kinds:
        lines.append(tr.text(f"mulle.help.build.{rules.open_build_modifiable_by}"))
    if any(pile.is_build for pile in view.table):
        lines.append(tr.text(f"mulle.help.lock.{rules.open_build_capture_by}"))
    if Trotta in kinds:
        lines.append(tr.text("mulle.help.trotta"))
    if Discard in kinds:
        lines.append(tr.text(f"mulle.help.throw.{rules.discard_rule}"))
    if rules.feed_enabled and any(pile.is_build and pile.owner == view.seat for pile in view.table):
        lines.append(tr.text("mulle.help.feed"))
    lines += _points(game, view, tr)
    codes = ", ".join(f"{code} {suit.symbol}" for suit, code in SUIT_CODES.items())
    lines.append(tr.text("mulle.help.codes", codes=codes))
    return joined("\n", lines)


def _points(game: Mulle, view: MulleView, tr: Translator) -> list[Text]:
    """What brings points, and what counts as intake."""
    rules = game.rules
    in_hand = sum(side.cards_in_hand for side in view.sides)
    tabbe = "tabbe" if can_tabbe(rules, view.rond, in_hand) else "no_tabbe"
    parts = [
        tr.text(f"mulle.help.points.mulle.{rules.special_mulle_value}"),
        tr.text(f"mulle.help.points.{tabbe}"),
        *([tr.text("mulle.help.points.intake")] if rules.intake_in_total else []),
        tr.text(f"mulle.help.points.bonus.{rules.bonus_scope}", limit=view.bonus_above),
    ]
    intake = tr.text("mulle.help.intake", points=rules.spade_ace_intake)
    if not rules.mulle_card_counts_intake:
        intake = text(intake, " ", tr.text("mulle.help.intake_mulle"))
    return [tr.text("mulle.help.points", parts=joined(", ", parts)), intake]


def _kinds(game: Mulle, view: MulleView) -> set[type[Action]]:
    """Which kinds of play there are now; one capture of a card stands for all where they are too many."""
    try:
        return {type(action) for action in game.choices(view)}
    except TooManyActions:
        luck = random.Random(0)  # of no weight: kinds alone are told
        plays = plays_of(game.layout(view), view.hand, lambda layout, card: one_capture(layout, card, luck))
        return {type(action) for action in plays}


def _bound(game: Mulle, view: MulleView, tr: Translator) -> list[Text]:
    """Which cards this seat's builds need, and which can only take their twin."""
    layout = game.layout(view)
    lines = []
    for card in dict.fromkeys(view.hand):
        if is_last_for_own_build(layout, view.hand, card):
            key = "bound_but" if can_trotta(layout, view.hand, card) else "bound"
            lines.append(tr.text(f"mulle.help.{key}", card=card_text(card), value=HAND_VALUE[card]))
        if takes_twin_only(layout, card):
            lines.append(tr.text("mulle.help.twin", card=card_text(card)))
    return lines
