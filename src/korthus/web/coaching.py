"""The coach of a person's first games: what can be done now and what it would bring, said on the cards.

A game brings its own in ``web/<game>/coach.py``; another has its legal actions said in words. A coach gets
what its seat sees, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from korthus.core.description import cards_of
from korthus.core.protocol import Action, AnyGame, Effect
from korthus.locale import Translator


class Listed(NamedTuple):
    """A legal action, what it is called, and what it does (``Game.effect``)."""

    action: Action
    label: str
    effect: Effect | None


class Moment(NamedTuple):
    """A turn of the person who is coached."""

    game: AnyGame
    #: What the seat to act sees.
    view: Any
    #: None where there are too many actions to list.
    listed: Sequence[Listed] | None
    tr: Translator


class Tip(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is said about one thing: a card of the hand, a word, a bid."""

    #: An action that shows where it is; not always a legal one.
    action: Action
    #: That action as it is written.
    text: str
    #: The sentence.
    says: str
    #: What stands on the thing itself: a sign or a short word; empty where nothing does.
    tag: str = ""


class Coaching(msgspec.Struct, frozen=True, kw_only=True):
    """What a coach says at one turn."""

    now: str
    tips: list[Tip] = []


def tip(action: Action, says: str, tag: str = "") -> Tip:
    """A tip about what an action is played with."""
    return Tip(action=action, text=str(action), says=says, tag=tag)


def coach_by_actions(moment: Moment) -> Coaching:
    """The coach of a game that brings none: how many ways there are to play each card, and which."""
    tr, listed = moment.tr, moment.listed
    if listed is None:
        return Coaching(now=tr("web_default.coach.many"))
    if len(listed) == 1:
        return Coaching(now=tr("web_default.coach.only", label=listed[0].label))
    deck = moment.game.deck()
    ways: dict[str, list[Listed]] = {}
    for each in listed:
        named = cards_of(each.action, deck)
        ways.setdefault(named[0].value if named else str(each.action), []).append(each)
    tips = [
        tip(
            same[0].action,
            "; ".join(each.label for each in same),
            str(len(same)) if cards_of(same[0].action, deck) else "",
        )
        for same in ways.values()
    ]
    return Coaching(now=tr("web_default.coach", n=len(listed)), tips=tips)
