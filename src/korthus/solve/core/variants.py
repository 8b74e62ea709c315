"""How regrets become a strategy: the members of the family behind one small interface.

All of them follow regret matching: an action is played in proportion to the regret, so far, of not having
played it. They differ in what they forget, whether regrets may fall below zero, whether they expect the next
regret to be like the last, and how late strategies count in the average.

- ``cfr+``: no negative regrets, average weighted by the iteration (Tammelin 2014)
- ``dcfr``: old regrets are discounted, negative ones sooner (Brown and Sandholm 2019)
- ``pcfr+``: as cfr+, but the last regret is expected again (Farina, Kroer and Sandholm 2021)
- ``pdcfr+``: both: discounted, no negative regrets, and the last one expected again (Xu et al. 2024)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Variant:
    """One way to minimise regret.

    Attributes:
        alpha: regrets above zero keep ``t^alpha / (t^alpha + 1)`` of themselves; None keeps everything.
        beta: the same for those below zero; None where there are none, being cut off at zero.
        gamma: the strategy of iteration t weighs ``t^gamma`` in the average.
        predicts: the next strategy is made as if the last regret came again.
    """

    name: str
    alpha: float | None = None
    beta: float | None = None
    gamma: float = 1.0
    predicts: bool = False

    @property
    def floor(self) -> bool:
        """Whether regrets are cut off at zero."""
        return self.beta is None

    def keep(self, iteration: int) -> tuple[float, float]:
        """What regrets above and below zero keep of themselves after an iteration, counted from 1."""
        above = 1.0 if self.alpha is None else _kept(iteration, self.alpha)
        below = above if self.beta is None else _kept(iteration, self.beta)
        return above, below

    def weight(self, iteration: int) -> float:
        """What the strategy of an iteration counts, from 1."""
        return math.pow(iteration, self.gamma)


def _kept(iteration: int, power: float) -> float:
    if iteration == 0:
        return 0.0  # there is nothing yet to keep
    grown = math.pow(iteration, power)
    return grown / (grown + 1)


VARIANTS: Final[dict[str, Variant]] = {
    variant.name: variant
    for variant in (
        Variant("cfr+"),
        Variant("dcfr", alpha=1.5, beta=0.0, gamma=2.0),
        Variant("pcfr+", gamma=2.0, predicts=True),
        Variant("pdcfr+", alpha=2.3, gamma=5.0, predicts=True),
    )
}
