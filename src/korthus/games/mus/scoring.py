"""Who has the better hand in each lance, what a hand is worth, and how a game ended.

Hands compare as numbers: the larger one is better, and equal numbers are a tie, which the mano wins (UI-3).
"""

from __future__ import annotations

from collections import Counter
from enum import IntEnum, StrEnum
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from korthus.core.protocol import Outcome, rank_scores
from korthus.games.mus.cards import Hand

if TYPE_CHECKING:
    from korthus.games.mus.options import MusRules
    from korthus.games.mus.state import MusState


class Lance(StrEnum):
    """What is played for, in order (U-7). Punto takes the place of juego when nobody has juego."""

    GRANDE = "grande"
    CHICA = "chica"
    PARES = "pares"
    JUEGO = "juego"
    PUNTO = "punto"

    number: int

    def __init__(self, name: str) -> None:
        self.number = ("grande", "chica", "pares", "juego", "punto").index(name)

    __hash__ = str.__hash__


LANCES: Final = tuple(Lance)


class Reason(StrEnum):
    """Why stones are scored."""

    DEJE = "deje"
    PASS = "pass"
    STAKE = "stake"
    VALUE = "value"
    ORDAGO = "ordago"


class Pares(IntEnum):
    """The kinds of pares (U-8). The number is also what they are worth in stones (U-19)."""

    NONE = 0
    PAR = 1
    MEDIAS = 2
    DUPLES = 3


JUEGO_LEAST: Final = 31
_BEST_JUEGO: Final = {31: 102, 32: 101}  # above 40, the best of the rest (U-9)


class Strength(NamedTuple):
    """Everything the rules ask about a hand. ``pares`` and ``juego`` are 0 for a hand that has none."""

    grande: int
    chica: int
    pares: int
    juego: int
    punto: int
    pares_value: int
    juego_value: int


def grande(hand: Hand) -> int:
    """The highest card decides, then the next (UI-14).

    >>> from korthus.games.mus.text import read_cards
    >>> grande(read_cards("R C 4 4")) > grande(read_cards("R S S S"))
    True
    """
    key = 0
    for card in sorted(hand, key=lambda each: -each.height):
        key = key * 8 + card.height
    return key


def chica(hand: Hand) -> int:
    """The lowest card decides, then the next lowest (UI-14)."""
    key = 0
    for card in sorted(hand, key=lambda each: each.height):
        key = key * 8 + 7 - card.height
    return key


def pares(hand: Hand) -> tuple[Pares, tuple[int, ...]]:
    """The kind of pares and the heights that rank it among its kind (UI-12, UI-13).

    Four equal cards are duples of that card twice. Cards outside the pares do not count.
    """
    held = Counter(card.height for card in hand)
    paired = sorted((height for height, number in held.items() if number >= 2), reverse=True)
    if not paired:
        return Pares.NONE, ()
    if held[paired[0]] == 4:
        return Pares.DUPLES, (paired[0], paired[0])
    if len(paired) == 2:
        return Pares.DUPLES, (paired[0], paired[1])
    return (Pares.MEDIAS if held[paired[0]] == 3 else Pares.PAR), (paired[0],)


def points(hand: Hand) -> int:
    """The sum of the cards (U-5): juego from 31, punto below."""
    return sum(card.points for card in hand)


def juego(total: int) -> int:
    """How good a sum is as juego, 0 if it is none: 31, 32, then 40 down to 33 (U-9).

    38 and 39 cannot be made of four cards (UI-20); the order has a place for them all the same.
    """
    return _BEST_JUEGO.get(total, total) if total >= JUEGO_LEAST else 0


@cache
def strength(hand: Hand) -> Strength:
    """All of the above for one hand; 330 different hands exist, so each is worked out once."""
    kind, heights = pares(hand)
    rank = 0
    if kind is not Pares.NONE:
        high, low = heights[0], heights[-1]
        rank = kind * 64 + high * 8 + low
    total = points(hand)
    value = 0 if total < JUEGO_LEAST else 3 if total == JUEGO_LEAST else 2
    return Strength(grande(hand), chica(hand), rank, juego(total), total, int(kind), value)


def plays(lance: Lance, hand: Hand) -> bool:
    """Whether a hand can be bet on in a lance: some are for pares, juego, or no juego only (U-12, U-13)."""
    known = strength(hand)
    if lance is Lance.PARES:
        return known.pares > 0
    if lance is Lance.JUEGO:
        return known.juego > 0
    return lance is not Lance.PUNTO or known.juego == 0


def winner(lance: Lance, hands: tuple[Hand, Hand], mano: int) -> int:
    """The seat with the better cards in a lance. The mano wins a tie."""
    index = lance.number
    return mano if strength(hands[mano])[index] >= strength(hands[1 - mano])[index] else 1 - mano


def value(lance: Lance, hand: Hand) -> int:
    """What a hand is worth in itself when it wins a lance (U-19): nothing in grande and chica."""
    if lance is Lance.PARES:
        return strength(hand).pares_value
    if lance is Lance.JUEGO:
        return strength(hand).juego_value
    return 1 if lance is Lance.PUNTO else 0


def outcome(rules: MusRules, state: MusState) -> Outcome:
    """How a game that is over ended: stones; in a single hand what each seat is ahead, lance by lance."""
    mine = [dict(zip(LANCES, each, strict=True)) for each in state.tally]
    brought = [state.stones[seat] - sum(state.tally[seat]) for seat in (0, 1)]
    won = [{str(lance): stones for lance, stones in each.items()} for each in mine]
    for seat in (0, 1):
        if brought[seat]:
            won[seat]["brought"] = brought[seat]
    if rules.target_stones is None:
        keys = dict.fromkeys((*won[0], *won[1]))
        won = [{key: won[seat].get(key, 0) - won[1 - seat].get(key, 0) for key in keys} for seat in (0, 1)]
    scores = tuple(sum(each.values()) for each in won)
    ranking = rank_scores(scores)
    return Outcome(scores=scores, winners=ranking[0], ranking=ranking, breakdown=tuple(won))
