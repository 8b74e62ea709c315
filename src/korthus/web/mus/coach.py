"""What the coach of Mus says: what the hand makes, what a lance is about, and what each word would mean."""

from __future__ import annotations

from typing import Final

from korthus.games.mus.actions import Accept, AskMus, Discard, Envido, NoMus, Ordago, Pass, Refuse
from korthus.games.mus.betting import deje, envido, ordago
from korthus.games.mus.counting import count, ordago_stones
from korthus.games.mus.game import Mus
from korthus.games.mus.scoring import Lance, value
from korthus.games.mus.state import How, Phase, Settled
from korthus.games.mus.view import MusView
from korthus.locale import Translator
from korthus.screens.mus.solution_words import holding
from korthus.web.coaching import Coaching, Listed, Moment, Tip, tip


def coach(moment: Moment) -> Coaching:
    """See ``korthus.web.brings.Coach``."""
    view, tr = moment.view, moment.tr
    assert isinstance(view, MusView)
    hold = tr("mus.coach.hold", holding=holding(view.hand, tr))
    if view.phase is Phase.BET and view.lance is not None:
        about = tr(f"mus.help.{view.lance}")
    else:
        about = tr(f"mus.help.{view.phase}")
    tips: list[Tip] = []
    for each in moment.listed or ():
        # One word about all amounts, and none about every way to put cards away.
        if not isinstance(each.action, Discard) and type(each.action) not in {type(it.action) for it in tips}:
            tips.append(_on_word(moment, view, each))
    return Coaching(now=f"{hold} {about}", tips=tips)


def _on_word(moment: Moment, view: MusView, listed: Listed) -> Tip:
    game, tr, action = moment.game, moment.tr, listed.action
    assert isinstance(game, Mus)
    assert view.seat is not None
    if isinstance(action, AskMus | NoMus) or view.lance is None:
        return tip(action, listed.label)
    lance, rules = view.lance, game.rules
    match action:
        case Pass():
            n = _at_the_end(game, view, lance, How.PASS)
            return tip(action, tr("mus.coach.pass", lance=lance, n=n), str(n))
        case Accept() if view.bet is not None and view.bet.ordago:
            return tip(action, *_all_in(game, "mus.coach.accept_ordago", lance, tr))
        case Accept() if view.bet is not None:
            return tip(action, tr("mus.coach.accept", lance=lance, n=view.bet.stake), str(view.bet.stake))
        case Refuse() if view.bet is not None:
            n = deje(rules, view.bet)
            return tip(action, tr("mus.coach.refuse", n=n), f"−{n}")
        case Envido(amount=amount):
            n = deje(rules, envido(view.bet, view.seat, amount))
            return tip(
                action, f"{_refused(game, view, lance, n, tr)} {tr('mus.coach.bet', lance=lance)}", f"+{n}"
            )
        case Ordago():
            n = deje(rules, ordago(rules, view.bet, view.seat))
            said, tag = _all_in(game, "mus.coach.ordago", lance, tr)
            return tip(action, f"{_refused(game, view, lance, n, tr)} {said}", tag)
        case _:
            return tip(action, listed.label)


def _all_in(game: Mus, key: str, lance: Lance, tr: Translator) -> tuple[str, str]:
    """What a wanted órdago brings, and in a word: the whole game, or in a single hand how many stones."""
    if game.rules.target_stones is not None:
        return tr(key, lance=lance), tr("mus.coach.tag.all")
    stones = ordago_stones(game.rules, 0)
    return tr(f"{key}_single", lance=lance, n=stones), str(stones)


def _refused(game: Mus, view: MusView, lance: Lance, stones: int, tr: Translator) -> str:
    """What a refusal of this seat's bet brings: the deje at once, and the worth of the cards at the end."""
    later = _at_the_end(game, view, lance, How.REFUSED)
    key = "mus.coach.refused_more" if later else "mus.coach.refused"
    return tr(key, n=stones, later=later)


def _at_the_end(game: Mus, view: MusView, lance: Lance, how: How) -> int:
    """What this seat would be given for a lance at the count, were its cards the better ones."""
    assert view.seat is not None
    worth = value(lance, view.hand)
    gains = count(game.rules, Settled(lance, how, view.seat), view.seat, (worth, worth))
    return sum(gain.stones for gain in gains)


COACH: Final = coach
