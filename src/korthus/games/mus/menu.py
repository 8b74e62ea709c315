"""What may be said now: the one place that knows, asked with a state and with a view alike."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Final

from korthus.core.errors import IllegalAction
from korthus.games.mus.actions import ACCEPT, MUS, NO_MUS, ORDAGO, PASS, REFUSE, Discard, Envido, MusAction
from korthus.games.mus.cards import RANKS, Hand
from korthus.games.mus.errors import illegal
from korthus.games.mus.options import LEAST_BET, SINGLE_HAND_CAP, MusRules
from korthus.games.mus.state import Bet, Phase

_ENVIDOS: Final = tuple(Envido(amount) for amount in range(SINGLE_HAND_CAP + 1))


class Menu:
    """The legal actions under certain rules, each list made once and then shared."""

    def __init__(self, rules: MusRules) -> None:
        self._rules = rules
        self._opening = (PASS, *self._bets(None))
        self._answers: dict[tuple[int, int, bool], tuple[MusAction, ...]] = {}

    def actions(self, phase: Phase, bet: Bet | None, hand: Hand) -> tuple[MusAction, ...]:
        """Everything the seat to act may do, in the order of ``order``."""
        if phase is Phase.BET:
            return self._opening if bet is None else self._answer(bet)
        return (MUS, NO_MUS) if phase is Phase.MUS else discards(hand)

    def _answer(self, bet: Bet) -> tuple[MusAction, ...]:
        key = (bet.stake, bet.raises, bet.ordago)
        known = self._answers.get(key)
        if known is None:
            known = self._answers[key] = (REFUSE, ACCEPT, *self._bets(bet))
        return known

    def _bets(self, bet: Bet | None) -> tuple[MusAction, ...]:
        if bet is not None and bet.ordago:
            return ()
        envidos = (_ENVIDOS[amount] for amount in self.amounts(bet))
        return (*envidos, ORDAGO) if self._rules.ordago else tuple(envidos)

    def amounts(self, bet: Bet | None) -> Sequence[int]:
        """What an envido may be: a first bet, or the raise of ``bet`` (UI-15)."""
        rules = self._rules
        if bet is None:
            offered, least, room = rules.bets, LEAST_BET, rules.cap
        elif bet.ordago or (rules.max_raises is not None and bet.raises >= rules.max_raises):
            return ()
        else:
            offered, least, room = rules.raises, rules.min_raise, rules.cap - bet.stake
        if offered is None:
            return range(least, room + 1)
        return tuple(amount for amount in sorted(set(offered)) if amount <= room)

    def why_not(self, amount: int, bet: Bet | None) -> IllegalAction:
        """The reason why an envido of that amount is not in the list."""
        rules = self._rules
        if bet is not None and bet.ordago:
            return illegal("ONLY_ANSWER")
        if bet is not None and rules.max_raises is not None and bet.raises >= rules.max_raises:
            return illegal("NO_MORE_RAISES", limit=rules.max_raises)
        if bet is None and amount < LEAST_BET:
            return illegal("BET_TOO_SMALL", least=LEAST_BET)
        if bet is not None and amount < rules.min_raise:
            return illegal("RAISE_TOO_SMALL", least=rules.min_raise)
        stake = 0 if bet is None else bet.stake
        if stake + amount > rules.cap:
            return illegal("STAKE_TOO_HIGH", cap=rules.cap, stake=stake)
        offered = ", ".join(map(str, self.amounts(bet))) or "-"
        return illegal("NOT_OFFERED", amount=amount, amounts=offered)


@cache
def discards(hand: Hand) -> tuple[Discard, ...]:
    """Every different choice of one to four cards of a hand."""
    choices = {cards for count in range(1, len(hand) + 1) for cards in combinations(hand, count)}
    return tuple(Discard(cards) for cards in sorted(choices, key=_discard_order))


def _discard_order(cards: Hand) -> tuple[int, ...]:
    return (len(cards), *(RANKS.index(card) for card in cards))


_PLACES: Final = {
    type(action): place for place, action in enumerate((PASS, REFUSE, ACCEPT, Envido(2), ORDAGO, MUS, NO_MUS))
}


def order(action: MusAction) -> tuple[int, ...]:
    """The place of an action in the lists above. Equal places mean equal actions."""
    if isinstance(action, Envido):
        return (_PLACES[Envido], action.amount)
    if isinstance(action, Discard):
        return (len(_PLACES), *_discard_order(action.cards))
    return (_PLACES.get(type(action), len(_PLACES) + 1),)
