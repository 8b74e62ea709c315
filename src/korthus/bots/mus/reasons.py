"""Why an action of Mus is good or bad, in facts that a person can check at the table."""

from __future__ import annotations

from korthus.bots.advice import Reason
from korthus.bots.mus.model import NUMBER_OF, RANKS, Reals
from korthus.games.mus.actions import ACCEPT, ASK_MUS, NO_MUS, ORDAGO, REFUSE, Discard, Envido, MusAction
from korthus.games.mus.betting import deje, envido
from korthus.games.mus.cards import counts, spread
from korthus.games.mus.counting import ordago_stones
from korthus.games.mus.options import MusRules
from korthus.games.mus.scoring import Lance
from korthus.games.mus.view import MusView


def reasons(rules: MusRules, view: MusView, likely: Reals, action: MusAction) -> tuple[Reason, ...]:
    """What speaks for and against an action; ``likely`` says how likely each hand of the other is."""
    if isinstance(action, Discard):
        rest = [a - b for a, b in zip(counts(view.hand), counts(action.cards), strict=True)]
        if not any(rest):
            return (Reason("mus.advice.changes_all"),)
        return (Reason("mus.advice.keeps", {"cards": " ".join(spread(rest))}),)
    if action in (ASK_MUS, NO_MUS):
        beats = {lance: _percent(view, likely, lance) for lance in (Lance.GRANDE, Lance.CHICA)}
        hand = Reason("mus.advice.hand", {"grande": beats[Lance.GRANDE], "chica": beats[Lance.CHICA]})
        return (hand, Reason("mus.advice.both_change")) if action == ASK_MUS else (hand,)
    assert view.lance is not None
    percent = _percent(view, likely, view.lance)
    told = _told(view)
    if action == REFUSE:
        assert view.bet is not None
        lost = Reason("mus.advice.gives_deje", {"stones": deje(rules, view.bet)})
        return (lost, _beats(view.lance, percent), *told)
    if action == ORDAGO or (action == ACCEPT and view.bet is not None and view.bet.ordago):
        return (_wins_all(rules, view.lance, percent), *_ties(view), *told)
    facts = [_beats(view.lance, percent), *_ties(view), *told]
    if isinstance(action, Envido):
        assert view.seat is not None
        made = envido(view.bet, view.seat, action.amount)
        facts.append(Reason("mus.advice.takes_deje", {"stones": deje(rules, made)}))
    return tuple(facts)


def _beats(lance: Lance, percent: int) -> Reason:
    return Reason("mus.advice.beats", {"lance": str(lance), "percent": percent})


def _wins_all(rules: MusRules, lance: Lance, percent: int) -> Reason:
    """How often a wanted órdago is won: with it the match, or in a single hand its stones."""
    if rules.target_stones is not None:
        return Reason("mus.advice.ordago", {"lance": str(lance), "percent": percent})
    facts: dict[str, str | int] = {"lance": str(lance), "percent": percent}
    return Reason("mus.advice.ordago_single", {**facts, "stones": ordago_stones(rules, 0)})


def _percent(view: MusView, likely: Reals, lance: Lance) -> int:
    """The share of the other's likely hands that the own one beats, ties decided."""
    ranks = RANKS[lance.number]
    mine = ranks[NUMBER_OF[view.hand]]
    beaten = ranks <= mine if view.seat == view.mano else ranks < mine
    return round(100 * float(likely[beaten].sum()))


def _ties(view: MusView) -> tuple[Reason, ...]:
    return (Reason("mus.advice.mano"),) if view.seat == view.mano else ()


def _told(view: MusView) -> tuple[Reason, ...]:
    """What the other has declared that matters to other lances than the one it is about."""
    assert view.seat is not None
    other = 1 - view.seat
    if view.juego is not None and view.lance is Lance.JUEGO:
        return (Reason("mus.advice.has_juego"),)
    if view.pares is not None and view.lance in (Lance.PARES, Lance.JUEGO, Lance.PUNTO):
        return (Reason("mus.advice.has_pares" if view.pares[other] else "mus.advice.no_pares"),)
    return ()
