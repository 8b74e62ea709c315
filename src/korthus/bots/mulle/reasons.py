"""Why a play of Mulle is good or bad, in facts that a person can check at the table."""

from __future__ import annotations

from collections.abc import Sequence

from korthus.bots.advice import Reason
from korthus.core.cards import Card
from korthus.games.mulle.actions import Build, Capture, Discard, Play, Trotta
from korthus.games.mulle.build import lay
from korthus.games.mulle.cards import HAND_VALUE, TABLE_VALUE
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.layout import Layout
from korthus.games.mulle.scoring import intake_points, mulle_points, mulles_in
from korthus.games.mulle.state import Pile
from korthus.games.mulle.trotta import gather
from korthus.games.mulle.view import MulleView


def reasons(game: Mulle, view: MulleView, play: Play, known: Sequence[Card] | None) -> tuple[Reason, ...]:
    """What a play brings, prepares and leaves; ``known`` is the other's hand where counting tells it."""
    assert view.seat is not None
    layout = Layout(game.rules, view.seat, view.table)
    match play:
        case Capture():
            return (*_capture(game, view, layout, play), *_left(view, play, known))
        case Build():
            pile, _, _ = lay(layout, play)
            return (*_build(game, view, play.card, pile, known), *_left(view, play, known))
        case Trotta():
            pile, _, _ = gather(layout, play.card)
            return (*_build(game, view, play.card, pile, known), *_left(view, play, known))
        case Discard():
            return (*_discard(game, view, layout, play.card, known), *_left(view, play, known))


def _capture(game: Mulle, view: MulleView, layout: Layout, play: Capture) -> list[Reason]:
    cards = [*play.singles, play.card]
    for value in play.builds:
        cards += layout.builds[value].cards
    for plain in play.plains:
        cards += plain
    found = [
        Reason("mulle.advice.mulle", {"card": card.pretty, "points": mulle_points(game.rules, card)})
        for card in mulles_in(game.rules, cards)
    ]
    if len(play.piles) == len(view.table):
        found.append(Reason("mulle.advice.tabbe"))
    if intake := intake_points(game.rules, cards):
        found.append(Reason("mulle.advice.intake", {"points": intake}))
    if not found:
        found.append(Reason("mulle.advice.cards", {"count": len(cards)}))
    return found


def _build(
    game: Mulle, view: MulleView, played: Card, pile: Pile, known: Sequence[Card] | None
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


def _discard(
    game: Mulle, view: MulleView, layout: Layout, card: Card, known: Sequence[Card] | None
) -> list[Reason]:
    assert view.seat is not None
    own = layout.builds.get(TABLE_VALUE[card])
    if own is not None and own.owner == view.seat and game.rules.feed_enabled:
        return [Reason("mulle.advice.feeds", {"value": own.value})]
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


def _left(view: MulleView, play: Play, known: Sequence[Card] | None) -> list[Reason]:
    """Builds that lay there before and still do, which the other is known to be able to take."""
    changed: set[int] = set()
    match play:
        case Capture():
            changed.update(play.builds)
        case Build():
            changed.add(play.value)
            if isinstance(play.base, int):
                changed.add(play.base)
        case Trotta() | Discard():
            changed.add(TABLE_VALUE[play.card])
    return [
        Reason("mulle.advice.leaves_build", {"value": pile.value})
        for pile in view.table
        if pile.is_build and pile.value not in changed and _can_take(view, pile.value, known)
    ]


def _can_take(view: MulleView, value: int, known: Sequence[Card] | None) -> bool:
    """Whether the other certainly has a card of this value."""
    assert view.seat is not None
    if known is not None:
        return any(HAND_VALUE[card] == value for card in known)
    return value in view.sides[1 - view.seat].holds
