"""How much a seat is told in a match of Mus."""

from __future__ import annotations

from typing import Final

from korthus.games.mus.betting import first_bets, raises
from korthus.games.mus.cards import HAND_SIZE
from korthus.games.mus.game import Mus
from korthus.games.mus.options import MusRules

#: Grande, chica, pares, and juego or punto.
LANCES: Final = 4
#: The words of a lance without raises: pass, bet, answer; and how many of them are the own.
WORDS: Final = 3
_OWN_WORDS: Final = 2
#: That a hand begins, the cards of both, one's own.
_DEALT: Final = 4
#: Who has pares and juego; what each lance brings, pares and juego up to twice; both hands, and the end.
_DECLARED: Final = 4
_COUNTED: Final = 6 + 2
#: What the lances of a hand bring at least: grande, chica, and juego or punto a stone each.
_LEAST_STONES: Final = 3
#: Things told when cards are changed once: mus wanted by both, cards put away by both and got by both; the
#: own two actions; which cards the own ones were.
_CHANGED: Final = 10
#: Things told besides where the stock runs out meanwhile: that, and a second deal.
_RAN_OUT: Final = 3
#: Things told when mus is cut in the end, the own action included.
_CUT: Final = 3


def most_told(game: Mus, seats: int) -> int | None:
    """See ``brings.Tells``; None where cards may be changed without end."""
    rules = game.rules
    changing = 0
    if rules.mus_phase:
        if rules.max_mus is None:
            return None
        changing = _CHANGED * rules.max_mus + _RAN_OUT * _run_outs(rules, rules.max_mus) + _CUT
    hand = _DEALT + changing + LANCES * (1 + WORDS + _OWN_WORDS) + _DECLARED + _COUNTED
    raised = most_raised(rules)
    return most_hands(rules) * hand + raised + raised // 2 + 1  # every second of them the own; the end


def most_hands(rules: MusRules) -> int:
    """How many hands there can be."""
    return _stones_before(rules) // _LEAST_STONES + 1


def most_raised(rules: MusRules) -> int:
    """How many raises there can be in a match."""
    paid = _raises_paid(rules, _stones_before(rules), most_hands(rules) - 1)
    return paid + LANCES * _most_raises(rules)


def _stones_before(rules: MusRules) -> int:
    """What both seats can have won before the last hand."""
    return 0 if rules.target_stones is None else 2 * (rules.target_stones - 1)


def _run_outs(rules: MusRules, changes: int) -> int:
    """How often the stock of a hand can run out."""
    stock = sum(rules.deck) - 2 * HAND_SIZE
    most = 2 * changes
    return min(most, 2 * HAND_SIZE * changes // stock) if stock else most


def _most_raises(rules: MusRules) -> int:
    """How often a lance can be raised, órdago included."""
    bets, steps = first_bets(rules), raises(rules)
    room = (rules.cap - min(bets)) // min(steps) if bets and steps else 0
    if rules.max_raises is not None:
        room = min(room, rules.max_raises)
    return room + rules.ordago


def _raises_paid(rules: MusRules, stones: int, hands: int) -> int:
    """How many raises there can be in ``hands`` hands that bring ``stones`` stones and do not end the match.

    A raise that is refused brings what was at stake before it, so that ``n`` of them cost ``n`` steps, unless
    it brings one stone only.
    """
    bets, steps = first_bets(rules), raises(rules)
    most = hands * LANCES * _most_raises(rules)
    if not bets or not steps or rules.deje_after_raise != "previous_stake":
        return most
    return min(most, stones // min(*bets, *steps))
