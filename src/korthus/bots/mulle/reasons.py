"""Why a play of Mulle is good or bad, in facts that a person can check at the table."""

from __future__ import annotations

from collections.abc import Sequence

from korthus.bots.advice import Reason
from korthus.core.cards import Card
from korthus.games.mulle.actions import Play
from korthus.games.mulle.cards import HAND_VALUE
from korthus.games.mulle.effect import Lies, Makes, PlayEffect, Takes, effect_of
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.scoring import intake_points, mulle_points, mulles_in
from korthus.games.mulle.view import MulleView


def reasons(game: Mulle, view: MulleView, play: Play, known: Sequence[Card] | None) -> tuple[Reason, ...]:
    """What a play brings, prepares and leaves; ``known`` is the other's hand where counting tells it."""
    assert view.seat is not None
    effect = effect_of(game.rules, view, play)
    match effect:
        case Takes():
            found = _capture(effect)
        case Makes(how="feed"):
            found = [Reason("mulle.advice.feeds", {"value": effect.value})]
        case Makes():
            found = _build(game, view, play.card, effect, known)
        case Lies():
            found = _discard(game, view, play.card, known)
    return (*found, *_left(view, effect, known))


def _capture(takes: Takes) -> list[Reason]:
    found = [
        Reason("mulle.advice.mulle", {"card": card.pretty, "points": points}) for card, points in takes.mulles
    ]
    if takes.tabbe:
        found.append(Reason("mulle.advice.tabbe"))
    if takes.intake:
        found.append(Reason("mulle.advice.intake", {"points": takes.intake}))
    if not found:
        found.append(Reason("mulle.advice.cards", {"count": takes.cards}))
    return found


def _build(
    game: Mulle, view: MulleView, played: Card, pile: Makes, known: Sequence[Card] | None
) -> list[Reason]:
    hand = list(view.hand)
    hand.remove(played)
    takers = [card for card in hand if HAND_VALUE[card] == pile.value]
    if not takers:
        return [Reason("mulle.advice.nobodys_build", {"value": pile.value})]
    best = max(
        takers,
        key=lambda card: sum(
            mulle_points(game.rules, each) for each in mulles_in(game.rules, (*pile.cards, card))
        ),
    )
    found = [Reason("mulle.advice.builds", {"value": pile.value, "card": best.pretty})]
    found += [
        Reason("mulle.advice.mulle_later", {"card": card.pretty, "points": mulle_points(game.rules, card)})
        for card in mulles_in(game.rules, (*pile.cards, best))
    ]
    if _can_take(view, pile.value, known):
        found.append(Reason("mulle.advice.leaves_build", {"value": pile.value}))
    return found


def _discard(game: Mulle, view: MulleView, card: Card, known: Sequence[Card] | None) -> list[Reason]:
    facts: dict[str, str | int] = {"card": card.pretty, "points": mulle_points(game.rules, card)}
    found = []
    if view.hand.count(card) > 1:
        found.append(Reason("mulle.advice.twin_in_hand", facts))
    elif known is not None and card in known:
        found.append(Reason("mulle.advice.twin_with_other", facts))
    elif card in view.sides[0].taken or card in view.sides[1].taken:
        found.append(Reason("mulle.advice.twin_gone", facts))
    if intake := intake_points(game.rules, (card,)):
        found.append(Reason("mulle.advice.gives_intake", {"points": intake}))
    return found or [Reason("mulle.advice.lays", facts)]


def _left(view: MulleView, effect: PlayEffect, known: Sequence[Card] | None) -> list[Reason]:
    """Builds that lay there before and still do, which the other is known to be able to take."""
    gone: set[int] = set()
    match effect:
        case Takes():
            gone.update(index for group in effect.groups for index in group)
        case Makes():
            gone.update(effect.joins)
            if effect.base is not None:
                gone.add(effect.base)
    return [
        Reason("mulle.advice.leaves_build", {"value": pile.value})
        for index, pile in enumerate(view.table)
        if pile.is_build and index not in gone and _can_take(view, pile.value, known)
    ]


def _can_take(view: MulleView, value: int, known: Sequence[Card] | None) -> bool:
    """Whether the other certainly has a card of this value."""
    assert view.seat is not None
    if known is not None:
        return any(HAND_VALUE[card] == value for card in known)
    return value in view.sides[1 - view.seat].holds
