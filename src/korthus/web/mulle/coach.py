"""What the coach of Mulle says: which cards take what and for how many points, and which can build."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from korthus.core.cards import Card
from korthus.games.mulle.effect import Makes, Takes
from korthus.locale import Translator
from korthus.screens.cards import card_text
from korthus.screens.marked import marked_text
from korthus.screens.mulle.words import played
from korthus.web.coaching import Coaching, Listed, Moment, Tip, tip


def coach(moment: Moment) -> Coaching:
    """See ``korthus.web.brings.Coach``."""
    tr = moment.tr
    if moment.listed is None:
        return Coaching(now=tr("mulle.coach.many"))
    ways: dict[Card, list[Listed]] = {}
    for each in moment.listed:
        ways.setdefault(played(each.action), []).append(each)
    best = {card: sorted(same, key=_worth, reverse=True) for card, same in ways.items()}
    return Coaching(now=_now(best, tr), tips=[_tip(same, tr) for same in best.values()])


def _worth(listed: Listed) -> tuple[int, int, int]:
    """Captures before builds before throwing; of captures the one with most points, then most cards."""
    match listed.effect:
        case Takes(cards=cards, points=points):
            return (2, points, cards)
        case Makes(cards=cards):
            return (1, 0, len(cards))
        case _:
            return (0, 0, 0)


def _tip(same: Sequence[Listed], tr: Translator) -> Tip:
    """What a card can do: the best of it in words, and how much else there is."""
    first = same[0]
    says = first.label if len(same) == 1 else tr("mulle.coach.more", label=first.label, n=len(same) - 1)
    return tip(first.action, says, _tag(first, tr))


def _tag(listed: Listed, tr: Translator) -> str:
    match listed.effect:
        case Takes(points=points) if points:
            return f"+{points}"
        case Takes():
            return tr("mulle.coach.tag.take")
        case Makes(how=how):
            return tr(f"mulle.coach.tag.{how}")
        case _:
            return ""


def _now(best: dict[Card, list[Listed]], tr: Translator) -> str:
    firsts = {card: same[0].effect for card, same in best.items()}
    taking = [card_text(card) for card, effect in firsts.items() if isinstance(effect, Takes)]
    points = {
        card: effect.points for card, effect in firsts.items() if isinstance(effect, Takes) and effect.points
    }
    if points:
        card = max(points, key=lambda each: points[each])
        return marked_text(tr.text("mulle.coach.points", cards=taking, card=card_text(card), n=points[card]))
    if taking:
        return marked_text(tr.text("mulle.coach.take", cards=taking))
    building = [card_text(card) for card, effect in firsts.items() if isinstance(effect, Makes)]
    if building:
        return marked_text(tr.text("mulle.coach.build", cards=building))
    return tr("mulle.coach.throw")


COACH: Final = coach
