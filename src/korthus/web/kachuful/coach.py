"""What the coach of Kachuful says: what a bid would bring, which is barred, and which cards win the trick."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from korthus.games.kachuful.actions import Bid, Play
from korthus.games.kachuful.game import Kachuful
from korthus.games.kachuful.legal import duty
from korthus.games.kachuful.rules import calculate_score
from korthus.games.kachuful.state import Phase
from korthus.games.kachuful.tricks import trick_winner
from korthus.games.kachuful.view import KachufulView
from korthus.locale import Translator
from korthus.screens.cards import card_text
from korthus.screens.kachuful.words import goal_words
from korthus.screens.marked import marked_text
from korthus.web.coaching import Coaching, Listed, Moment, Tip, tip


def coach(moment: Moment) -> Coaching:
    """See ``korthus.web.brings.Coach``."""
    game, view, tr = moment.game, moment.view, moment.tr
    assert isinstance(game, Kachuful)
    assert isinstance(view, KachufulView)
    if moment.listed is None:
        return Coaching(now=str(goal_words(view.scoring, tr)))
    if view.phase is Phase.BID:
        return _on_bids(view, moment.listed, tr)
    return Coaching(now=_lead(game, view, tr), tips=[_on_card(view, each, tr) for each in moment.listed])


def _on_bids(view: KachufulView, listed: Sequence[Listed], tr: Translator) -> Coaching:
    now = tr("kachuful.coach.bid", n=view.cards)
    tips = []
    for each in listed:
        assert isinstance(each.action, Bid)
        count = each.action.count
        tips.append(tip(each.action, each.label, f"{calculate_score(count, count, view.scoring):+d}"))
    if view.barred_bid is not None:
        why = tr("kachuful.coach.barred", bid=view.barred_bid, tricks=view.cards)
        now = f"{now} {why}"
        tips.append(tip(Bid(view.barred_bid), why, "✕"))
    return Coaching(now=now, tips=tips)


def _lead(game: Kachuful, view: KachufulView, tr: Translator) -> str:
    """What was led and whether it binds, and what is still needed."""
    assert view.seat is not None
    if view.led is None:
        said = tr("kachuful.coach.lead" if game.rules.must_follow else "kachuful.coach.lead_any")
    else:
        asked = duty(game.rules, view.hand, view.led)
        said = tr(f"kachuful.coach.{asked}", suit=tr(f"kachuful.suit.{view.led.name.lower()}"))
    needs = view.needs[view.seat] or 0
    if needs > 0:
        return f"{said} {tr('kachuful.help.more', n=needs)}"
    return f"{said} {tr('kachuful.help.none' if needs == 0 else 'kachuful.help.over')}"


def _on_card(view: KachufulView, listed: Listed, tr: Translator) -> Tip:
    """Whether a card would have the trick as it lies, and how many still play."""
    action = listed.action
    assert isinstance(action, Play)
    assert view.seat is not None
    if not view.trick or view.trump is None:
        return tip(action, listed.label)
    cards = [*(each.card for each in view.trick), action.card]
    after = view.seats - len(cards)
    if trick_winner(view.leader, cards, view.trump, view.seats) != view.seat:
        key = "loses"
    else:
        key = "wins" if after == 0 else "ahead"
    says = tr.text(f"kachuful.coach.{key}", card=card_text(action.card), n=after)
    return tip(action, marked_text(says), tr(f"kachuful.coach.tag.{'loses' if key == 'loses' else 'wins'}"))


COACH: Final = coach
