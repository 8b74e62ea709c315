"""What may be said and done now: the one place that knows, asked with a state and with a view alike."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Final

from korthus.games.mus.actions import (
    ACCEPT,
    ASK_MUS,
    NO_MUS,
    ORDAGO,
    PASS,
    REFUSE,
    Accept,
    Discard,
    Envido,
    MusAction,
    Ordago,
    Pass,
    Refuse,
)
from korthus.games.mus.betting import amounts, first_bets, raises, room_to_raise
from korthus.games.mus.cards import RANKS, Hand
from korthus.games.mus.errors import illegal, unreadable
from korthus.games.mus.options import LEAST_BET, SINGLE_HAND_CAP, MusRules
from korthus.games.mus.state import Bet, MusState, Phase

if TYPE_CHECKING:
    from korthus.games.mus.view import MusView

_ENVIDOS: Final = tuple(Envido(amount) for amount in range(SINGLE_HAND_CAP + 1))


def legal_actions(rules: MusRules, state: MusState) -> tuple[MusAction, ...]:
    """Everything the seat to act may do, in the order of ``order``."""
    if state.phase is Phase.BET:
        return words(rules, state.bet)
    assert state.turn is not None
    return _before_betting(state.phase, state.hands[state.turn])


def choices(rules: MusRules, view: MusView) -> tuple[MusAction, ...]:
    """The same from the view of the seat to act."""
    return words(rules, view.bet) if view.phase is Phase.BET else _before_betting(view.phase, view.hand)


def _before_betting(phase: Phase, hand: Hand) -> tuple[MusAction, ...]:
    """What is said of other cards, and what may be put away for them."""
    return (ASK_MUS, NO_MUS) if phase is Phase.MUS else discards(hand)


def words(rules: MusRules, bet: Bet | None) -> tuple[MusAction, ...]:
    """What may be said in a lance: to nothing (None), or to the bet on the table."""
    if bet is None:
        return _opening(rules)
    return _answers(rules, room_to_raise(rules, bet), bet.ordago)


@lru_cache(maxsize=256)
def _opening(rules: MusRules) -> tuple[MusAction, ...]:
    envidos = [_ENVIDOS[amount] for amount in first_bets(rules)]
    return (PASS, *envidos, ORDAGO) if rules.ordago else (PASS, *envidos)


@lru_cache(maxsize=4096)
def _answers(rules: MusRules, room: int, to_ordago: bool) -> tuple[MusAction, ...]:
    envidos = [_ENVIDOS[amount] for amount in raises(rules, room)]
    over = (ORDAGO,) if rules.ordago and not to_ordago else ()
    return (REFUSE, ACCEPT, *envidos, *over)


def check_word(rules: MusRules, bet: Bet | None, action: MusAction) -> None:
    """Refuse what may not be said in a lance now. ``Pass`` to a bet is read as ``Refuse`` (UI-17).

    Raises:
        InvalidAction: it is a bet of something that is no number.
        IllegalAction: the rules do not allow it.
    """
    kind = type(action)
    if kind is Envido:
        amount = action.amount  # type: ignore[attr-defined]
        if type(amount) is not int:
            raise unreadable(f"envido {amount!r}"[:60])
        if amount not in amounts(rules, bet):
            _refuse_amount(rules, bet, amount)
    elif kind is Ordago:
        if not rules.ordago:
            raise illegal("NO_ORDAGO")
        if bet is not None and bet.ordago:
            raise illegal("ONLY_ANSWER")
    elif kind is Accept or kind is Refuse:
        if bet is None:
            raise illegal("NO_BET")
    elif kind is not Pass:
        raise illegal("NO_DISCARD_NOW" if kind is Discard else "NO_MUS_NOW")


def _refuse_amount(rules: MusRules, bet: Bet | None, amount: int) -> None:
    """Say why an envido of that amount is not in the list."""
    if bet is not None and bet.ordago:
        raise illegal("ONLY_ANSWER")
    if bet is not None and rules.max_raises is not None and bet.raises >= rules.max_raises:
        raise illegal("NO_MORE_RAISES", limit=rules.max_raises)
    if bet is None and amount < LEAST_BET:
        raise illegal("BET_TOO_SMALL", least=LEAST_BET)
    if bet is not None and amount < rules.min_raise:
        raise illegal("RAISE_TOO_SMALL", least=rules.min_raise)
    stake = 0 if bet is None else bet.stake
    if stake + amount > rules.cap:
        raise illegal("STAKE_TOO_HIGH", cap=rules.cap, stake=stake)
    offered = ", ".join(map(str, amounts(rules, bet))) or "-"
    raise illegal("NOT_OFFERED", amount=amount, amounts=offered)


@cache
def discards(hand: Hand) -> tuple[Discard, ...]:
    """Every different choice of one to four cards of a hand."""
    found = {cards for count in range(1, len(hand) + 1) for cards in combinations(hand, count)}
    return tuple(Discard(cards) for cards in sorted(found, key=_discard_order))


def _discard_order(cards: Hand) -> tuple[int, ...]:
    return (len(cards), *(RANKS.index(card) for card in cards))


_ORDER: Final = {
    type(action): index
    for index, action in enumerate((PASS, REFUSE, ACCEPT, Envido(2), ORDAGO, ASK_MUS, NO_MUS))
}


def order(action: MusAction) -> tuple[int, ...]:
    """What the lists above are sorted by. Actions of equal order are equal."""
    if isinstance(action, Envido):
        return (_ORDER[Envido], action.amount)
    if isinstance(action, Discard):
        return (len(_ORDER), *_discard_order(action.cards))
    return (_ORDER.get(type(action), len(_ORDER) + 1),)
