"""What hands pay that are over, many of them at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from korthus.bots.mus.line import Pair
from korthus.bots.mus.model import RANKS, WORTH, Reals, Wholes
from korthus.games.mus.betting import declare
from korthus.games.mus.options import MusRules
from korthus.games.mus.scoring import Lance
from korthus.games.mus.state import Settled
from korthus.solve.mus.match.stakes import Stakes
from korthus.solve.mus.tree import Result
from korthus.solve.mus.utility import Matrix, Race, count_table, deje

#: Lances of a hand.
_LANCES: Final = 4


class Ended(NamedTuple):
    """Hands that are over, all by the same words. Pairs begin with the mano."""

    #: The lances that were bet on, in order.
    results: Mapping[Lance, Result]
    #: What nobody came to declare is None.
    pares: Pair | None
    juego: Pair | None
    #: The numbers of the hands of the mano and of the other, one pair after the other.
    hands: tuple[Wholes, Wholes]


def paid(rules: MusRules, stakes: Stakes, ends: Sequence[Ended]) -> Reals:
    """What the mano gets, end by end: the chance to win the match, or in a single hand stones ahead."""
    dejes, counts, winner = (
        np.concatenate(parts, axis=-1) for parts in zip(*_parts(rules, ends), strict=True)
    )
    if stakes.equity is None:
        stones: Reals = (dejes.sum(axis=0) + counts.sum(axis=0) + stakes.ordago * winner).astype(np.float64)
        return stones
    race = Race(stakes.score, len(stakes.equity), len(winner))
    for gain in dejes:
        race.add(gain)
    race.decide(winner)
    for gain in counts:
        race.add(gain)
    return race.chance(stakes.equity)


def _parts(rules: MusRules, ends: Sequence[Ended]) -> Iterator[tuple[Wholes, Wholes, Wholes]]:
    """Of each end: the dejes and what lances count for the mano, in order, and who wins an órdago."""
    for end in ends:
        size = len(end.hands[0])
        dejes, counts = (np.zeros((_LANCES, size), dtype=np.int64) for _ in range(2))
        for index, result in enumerate(end.results.values()):
            dejes[index] = deje(result)
        last, result = list(end.results.items())[-1]
        if result.ended:
            yield dejes, counts, 1 - 2 * _better(last, end.hands)
            continue
        for index, gain in enumerate(_counted(rules, end)):
            counts[index] = gain
        yield dejes, counts, np.zeros(size, dtype=np.int64)


def _counted(rules: MusRules, end: Ended) -> Iterator[Matrix]:
    """What the lances bring the mano when they are counted, in their order."""
    declared = {Lance.PARES: end.pares, Lance.JUEGO: end.juego}
    for lance in Lance:
        result, has = end.results.get(lance), declared.get(lance)
        if result is not None:
            settled: Settled | Lance = Settled(lance, result.how, result.seat, result.stones)
        elif has is not None:
            settled = declare(lance, has)
        else:
            continue
        if isinstance(settled, Settled):
            mine, theirs = (WORTH[lance.number, each] for each in end.hands)
            yield _gains(rules, settled)[_better(lance, end.hands), mine, theirs]


def _better(lance: Lance, hands: tuple[Wholes, Wholes]) -> Wholes:
    """The seat with the better cards: the mano wins ties."""
    first, second = (RANKS[lance.number, each] for each in hands)
    return (second > first).astype(np.int64)


@lru_cache(maxsize=4096)
def _gains(rules: MusRules, settled: Settled) -> Matrix:
    return count_table(rules, settled)
