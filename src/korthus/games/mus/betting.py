"""How a lance is bet on: what may be bet, how a bet grows, what ends the betting, what a refusal gives.

The one place that knows. Everything else (play, players, solver, page) asks here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, final

import msgspec

from korthus.games.mus.actions import Accept, Envido, MusAction, Ordago, Pass, Refuse
from korthus.games.mus.options import LEAST_BET, MusRules
from korthus.games.mus.scoring import Lance
from korthus.games.mus.state import Bet, How, Settled

# -- amounts -------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def first_bets(rules: MusRules) -> Sequence[int]:
    """What a first bet may be (UI-15), from low to high."""
    return range(LEAST_BET, rules.cap + 1) if rules.bets is None else tuple(sorted(set(rules.bets)))


def raises(rules: MusRules, room: int | None = None) -> Sequence[int]:
    """By how many stones a bet may be raised (UI-15), from low to high; by up to ``room``, if given."""
    most = rules.cap if room is None else room
    if rules.raises is None:
        return range(rules.min_raise, most + 1)
    return [amount for amount in sorted(set(rules.raises)) if amount <= most]


def room_to_raise(rules: MusRules, bet: Bet) -> int:
    """The most that a bet can be raised by; 0 if it cannot be raised (UI-15)."""
    if bet.ordago or (rules.max_raises is not None and bet.raises >= rules.max_raises):
        return 0
    return rules.cap - bet.stake


def amounts(rules: MusRules, bet: Bet | None) -> Sequence[int]:
    """What an envido may be: a first bet, or the raise of ``bet``, from low to high."""
    return first_bets(rules) if bet is None else raises(rules, room_to_raise(rules, bet))


# -- bets ----------------------------------------------------------------------------------------------


def stake_after(bet: Bet | None, amount: int) -> int:
    """What is at stake after an envido: the first bet itself, or ``bet`` and the raise together."""
    return amount if bet is None else bet.stake + amount


def envido(bet: Bet | None, seat: int, amount: int) -> Bet:
    """The bet after an envido: a first one, or ``bet`` raised by ``amount``."""
    if bet is None:
        return Bet(seat, amount, 0, 0, False)
    return Bet(seat, stake_after(bet, amount), bet.stake, bet.raises + 1, False)


def ordago(rules: MusRules, bet: Bet | None, seat: int) -> Bet:
    """The bet after an órdago, as a first bet or over ``bet``."""
    if bet is None:
        return Bet(seat, rules.cap, 0, 0, True)
    return Bet(seat, rules.cap, bet.stake, bet.raises + 1, True)


def deje(rules: MusRules, bet: Bet) -> int:
    """What the bettor takes at once if a bet is refused: one stone, or the stake before a raise (UI-8)."""
    return bet.before if bet.before and rules.deje_after_raise == "previous_stake" else 1


# -- words ---------------------------------------------------------------------------------------------


@final
class Turn(msgspec.Struct, frozen=True, gc=False):
    """A seat is to speak: to the bet of the other, or, where there is none, to bet or to pass."""

    seat: int
    bet: Bet | None = None


@final
class Ending(msgspec.Struct, frozen=True, gc=False):
    """The betting of a lance is over.

    ``seat`` bet last (None: nobody did); ``stones`` is the stake, or the deje of a refusal. An accepted
    ``ordago`` ends the hand as well.
    """

    how: How
    seat: int | None = None
    stones: int = 0
    ordago: bool = False


def speak(rules: MusRules, mano: int, turn: Turn, word: MusAction) -> Turn | Ending:
    """What a word leads to in a lance; it is taken for granted that it may be said.

    Both pass, or a bet is answered with quiero or no quiero: that ends the betting. To pass on a bet is to
    refuse it (UI-17).
    """
    seat, bet = turn.seat, turn.bet
    kind = type(word)  # the type itself is asked for, because ``match`` takes several times as long
    if kind is Envido:
        return Turn(1 - seat, envido(bet, seat, word.amount))  # type: ignore[attr-defined]
    if kind is Ordago:
        return Turn(1 - seat, ordago(rules, bet, seat))
    if bet is None:
        assert kind is Pass
        return Turn(1 - seat) if seat == mano else Ending(How.PASS)
    if kind is Accept:
        return Ending(How.ACCEPTED, bet.seat, bet.stake, bet.ordago)
    assert kind is Refuse or kind is Pass
    return Ending(How.REFUSED, bet.seat, deje(rules, bet))


# -- lances --------------------------------------------------------------------------------------------

#: The rows of the slate, each with the lances that can stand there: the first, until another is played.
SLATE: Final[tuple[tuple[Lance, ...], ...]] = (
    (Lance.GRANDE,),
    (Lance.CHICA,),
    (Lance.PARES,),
    (Lance.JUEGO, Lance.PUNTO),
)

#: What is declared before the betting goes on after a lance.
DECLARED_AFTER: Final[dict[Lance, tuple[Lance, ...]]] = {
    Lance.GRANDE: (),
    Lance.CHICA: (Lance.PARES, Lance.JUEGO),
    Lance.PARES: (Lance.JUEGO,),
    Lance.JUEGO: (),
    Lance.PUNTO: (),
}

#: What has been declared when a lance is bet on.
DECLARED_BEFORE: Final[dict[Lance, tuple[Lance, ...]]] = {
    lance: tuple(each for each in DECLARED_AFTER[Lance.CHICA] if each.number <= lance.number)
    for lance in Lance
}


def declared_before(
    lance: Lance, pares: tuple[bool, bool] | None, juego: tuple[bool, bool] | None
) -> tuple[tuple[bool, bool] | None, tuple[bool, bool] | None]:
    """Of who has pares, and who has juego: what is known when a lance is bet on, and None for the rest."""
    known = DECLARED_BEFORE[lance]
    return pares if Lance.PARES in known else None, juego if Lance.JUEGO in known else None


def declare(lance: Lance, has: tuple[bool, bool]) -> Lance | Settled:
    """What follows from who has pares, or juego.

    Gives the lance to bet on (punto if nobody has juego), or how it is settled without betting (UI-10).
    """
    if all(has):
        return lance
    if any(has):
        return Settled(lance, How.ALONE, has.index(True))
    return Lance.PUNTO if lance is Lance.JUEGO else Settled(lance, How.NOBODY)


def next_lance(lance: Lance, pares: tuple[bool, bool], juego: tuple[bool, bool]) -> Lance | None:
    """The lance that is bet on after another; None if the hand is counted then."""
    if lance is Lance.GRANDE:
        return Lance.CHICA
    for declared in DECLARED_AFTER[lance]:
        found = declare(declared, pares if declared is Lance.PARES else juego)
        if isinstance(found, Lance):
            return found
    return None
