"""What a seat of Kachuful believes: worlds that explain what the others bid and played.

``imagine`` asks first whether the sensible seat (``odds``) explains nearly all that the others did; if not,
the learnt one (``learnt``) speaks for them. Then worlds are found in which every hand was bid and played as
that seat would have done.

What a seat did depends on its own hand alone. So where many cards are in nobody's hand, hands are found for
each seat apart, and worlds put together from them (``apart``); where nearly all cards are dealt, hands bind
each other, and worlds are drawn and changed as a whole (``together``).
"""

from __future__ import annotations

from math import comb
from typing import Final, Protocol

import numpy as np

from korthus.bots.kachuful.apart import Apart
from korthus.bots.kachuful.explain import ALIKE, acts_seen
from korthus.bots.kachuful.odds import LEARNT, SENSIBLE, STYLES
from korthus.bots.kachuful.together import Together
from korthus.bots.kachuful.worlds import FIT, NEED, ORDER, OTHERS, READS, UNSEEN, VIEW_SIZE, WORLDS
from korthus.kernels.kachuful.layout import BIDS, SEATS, TO_BID, Packed
from korthus.kernels.rng import stream

#: Acts needed before the fit is tested, for players about whom nothing is known: after a bid or two chance
#: fits anybody (decision 22; ``bench/constants.py``: kachuful.proof).
PROOF: Final = 9
#: What ``FIT`` is before it has been tested: lower than any fit.
UNASKED: Final = -1_000_000
#: The least chance that evenly drawn hands of the seats that have bid have no card in common, for hands to be
#: found for each seat apart (``bench/constants.py``: kachuful.roomy).
_ROOMY: Final = 1 / 200


class Way(Protocol):
    """A way to find worlds for a view with room for them behind it."""

    def sensible(self) -> int:
        """Find what the sensible seat explains; how well it does, as ``FIT``."""

    def learnt(self) -> None:
        """Find what the learnt seat explains."""

    def write(self) -> bool:
        """Write the worlds behind the view; whether there are any."""


def imagine(view: Packed, worlds: int, seed: int, proof: int = PROOF, reads: bool = True) -> Packed:
    """The view with ``worlds`` worlds to choose from; one that explains the others well is there repeatedly.

    It says, too, who speaks for the seats in them (``STYLES``), and how well the sensible seat explains what
    the others did (``FIT``). As long as nobody else has bid there is nothing to explain: worlds are drawn
    afresh.

    Args:
        proof: acts of the others needed before the fit is tested; 0 if they count as sensible until the fit
            says otherwise.
        reads: whether of acts that the learnt seat must explain cards are weighed, too, or bids alone.
    """
    seats = int(view[SEATS])
    acts = acts_seen(view)
    full = np.zeros(VIEW_SIZE + (worlds if acts else 0) * seats, dtype=np.int64)
    full[:VIEW_SIZE] = view
    full[FIT] = UNASKED
    if not acts:
        if proof:
            full[STYLES : STYLES + seats] = LEARNT
        else:
            full[FIT] = 0
        return full
    luck = stream(seed)
    full[WORLDS] = worlds
    asks = not proof or bool(view[TO_BID] == 0 and acts >= proof)
    if not (_is_roomy(full) and _believe(full, Apart(full, luck, acts), asks, reads)):
        _believe(full, Together(full, luck, acts), asks, reads)
    return full


def _believe(full: Packed, way: Way, asks: bool, reads: bool) -> bool:
    styles = slice(STYLES, STYLES + int(full[SEATS]))
    full[FIT], full[READS], full[styles] = UNASKED, 1, SENSIBLE
    if asks:
        full[FIT] = way.sensible()
    if full[FIT] < ALIKE:
        full[READS], full[styles] = int(reads), LEARNT
        way.learnt()
    return way.write()


def _is_roomy(view: Packed) -> bool:
    unseen, taken, chance = int(view[UNSEEN]).bit_count(), 0, 1.0
    for seat in view[ORDER : ORDER + view[OTHERS]].tolist():
        if view[BIDS + seat] >= 0:
            need = int(view[NEED + seat])
            chance *= comb(unseen - taken, need) / comb(unseen, need)
            taken += need
    return chance >= _ROOMY
