"""Why a play of Mulle is good or bad, in facts that a person can check at the table."""

from __future__ import annotations

from collections.abc import Sequence

from korthus.bots.advice import Reason
from korthus.core.cards import Card
from korthus.games.mulle.actions import Play
from korthus.games.mulle.cards import HAND_VALUE
from korthus.games.mulle.effect import Lies, Makes, PlayEffect, Takes, effect_of
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.layout import Layout
from korthus.games.mulle.scoring import intake_points, mulle_points, mulles_in
from korthus.games.mulle.state import Pile
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
    return (*found, *_left(game, view, effect, known))


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
    if _can_take(game, view, _made(view, pile), known):
        found.append(Reason("mulle.advice.leaves_build", {"value": pile.value}))
    return found


def _made(view: MulleView, makes: Makes) -> Pile:
    """The build that comes of a play."""
    assert view.seat is not None
    locked = makes.locks or any(view.table[index].locked for index in makes.joins)
    return Pile(makes.cards, makes.value, view.seat, locked)


def _discard(game: Mulle, view: MulleView, card: Card, known: Sequence[Card] | None) -> list[Reason]:
    facts: dict[str, str | int] = {"card": card.pretty, "points": mulle_points(game.rules, card)}
    found = []
    if view.hand.count(card) > 1:
        found.append(Reason("mulle.advice.twin_in_hand", facts))
    elif known is not None and card in known:
        found.append(Reason("mulle.advice.twin_with_other", facts))
    elif _is_gone(game, view, card):
        found.append(Reason("mulle.advice.twin_gone", facts))
    if intake := intake_points(game.rules, (card,)):
        found.append(Reason("mulle.advice.gives_intake", {"points": intake}))
    return found or [Reason("mulle.advice.lays", facts)]


def _is_gone(game: Mulle, view: MulleView, card: Card) -> bool:
    """Whether every copy of a card but the own one has been taken, and nothing else makes a mulle with it."""
    taken = sum(side.taken.count(card) for side in view.sides)
    only_copies = game.rules.mulle_identity == "suit_rank"
    return only_copies and bool(taken) and taken >= game.rules.decks - 1


def _left(game: Mulle, view: MulleView, effect: PlayEffect, known: Sequence[Card] | None) -> list[Reason]:
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
        if pile.is_build and index not in gone and _can_take(game, view, pile, known)
    ]


def _can_take(game: Mulle, view: MulleView, build: Pile, known: Sequence[Card] | None) -> bool:
    """Whether the other may take a build and certainly has a card for it."""
    assert view.seat is not None
    other, value = 1 - view.seat, build.value
    if value not in Layout(game.rules, other, (build,)).whole_builds:
        return False
    if known is not None:
        return any(HAND_VALUE[card] == value for card in known)
    return value in view.sides[other].holds
