"""The networks of the learnt seat while they learn: Adam on what ``reinforce`` adds up, step by step."""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np

from korthus.arena.stats import Estimate, mean_interval
from korthus.bots.kachuful.learnt import (
    BID_CHOICE,
    BID_HIDDEN,
    BID_MOMENT,
    CARD_CHOICE,
    CARD_HIDDEN,
    CARD_MOMENT,
    NAMES,
)
from korthus.kernels.rng import stream
from korthus.learn.brings import Arrays, Work
from korthus.learn.kachuful.net import Net, beginner, sensible
from korthus.learn.kachuful.reinforce import (
    ALWAYS,
    DEALS,
    IN_TURN,
    TIMES,
    Pair,
    compare,
    play_table,
    table,
    tables_of,
)
from korthus.threads import Threads

#: Adam's rate in the first step; it falls to a tenth of that in even steps. The usual 0.001 is for batches of
#: about 256; for larger ones it grows with the square root of their size: 0.0027 for 1,920 games.
STEP: Final = 0.003
#: Deals by which it is judged, beside the sensible seat: two seats each, 7 cards, both ways round.
JUDGED: Final = 4_000
#: What a network is told about a moment and a choice, and how much is hidden in it: for cards and for bids.
_SIZES: Final = ((CARD_MOMENT, CARD_CHOICE, CARD_HIDDEN), (BID_MOMENT, BID_CHOICE, BID_HIDDEN))
_KINDS: Final = ("card", "bid")
#: The sensible seat.
SENSIBLE: Final[Pair] = (sensible(*_SIZES[0]), sensible(*_SIZES[1]))


class SeatLearner:
    """See ``Learner``. Its threads play the tables of a step; what they say is added in one order."""

    def __init__(self, work: Work) -> None:
        self._steps, self._seed = work.rounds, work.seed
        rng = np.random.default_rng(work.seed)
        #: For cards and for bids.
        self.nets = (beginner(*_SIZES[0], rng), beginner(*_SIZES[1], rng))
        self._numbers = [*self.nets[0], *self.nets[1]]
        self._means, self._squares = ([np.zeros_like(each) for each in self._numbers] for _ in range(2))
        self._starts = [table(*each) for each in (*ALWAYS, *IN_TURN)]
        self._step = 0
        #: The share of bids that were made, a running mean that began at 0.
        self._made = 0.0
        self._threads: Threads[float] = Threads(work.jobs)

    def advance(self) -> None:
        """See ``Learner.advance``."""
        step, nets, indices = self._step + 1, self.nets, tables_of(self._step)
        changes = [tuple(Net(*map(np.zeros_like, net)) for net in nets) for _ in indices]
        works = [
            partial(
                play_table, self._starts[index], self._seed << 16 | index << 8, step * DEALS, *nets, *change
            )
            for index, change in zip(indices, changes, strict=True)
        ]
        made = float(np.mean(self._threads.do_all(works)))
        size = STEP * max(0.1, 1 - step / self._steps)
        for index, number in enumerate(self._numbers):
            total = np.sum([(*each[0], *each[1])[index] for each in changes], axis=0)
            change = total / (len(indices) * DEALS * TIMES)
            self._means[index][...] = 0.9 * self._means[index] + 0.1 * change
            self._squares[index][...] = 0.99 * self._squares[index] + 0.01 * change**2
            mean, square = self._means[index] / (1 - 0.9**step), self._squares[index] / (1 - 0.99**step)
            number += size * mean / (np.sqrt(square) + 1e-8)
        self._made = 0.99 * self._made + 0.01 * made
        self._step = step

    def judge(self) -> dict[str, float]:
        """The share of bids made in its own games, and points a round ahead of the sensible seat."""
        lead = ahead(self.nets, 7, "10_plus_predicted", JUDGED)
        made = self._made / (1 - 0.99**self._step)
        return {"bids_made": round(made, 4), "points_ahead": round(lead.value, 4)}

    def state(self) -> Arrays:
        """See ``Learner.state``."""
        lists = {"number": self._numbers, "mean": self._means, "square": self._squares}
        arrays = {f"{name} {index}": each for name, all_ in lists.items() for index, each in enumerate(all_)}
        return {"step": np.array(self._step), "made": np.array(self._made), **arrays}

    def restore(self, state: Arrays) -> None:
        """See ``Learner.restore``.

        Raises:
            KeyError: it lacks something.
            ValueError: a table of it has another size.
        """
        for index, number in enumerate(self._numbers):
            number[...] = state[f"number {index}"]  # the networks hold these very tables
            self._means[index][...] = state[f"mean {index}"]
            self._squares[index][...] = state[f"square {index}"]
        self._step, self._made = int(state["step"]), float(state["made"])

    def numbers(self) -> Arrays:
        """See ``Learner.numbers``."""
        return {
            f"{kind}_{name}": values.astype(np.float32)
            for kind, net in zip(_KINDS, self.nets, strict=True)
            for name, values in zip(NAMES, net, strict=True)
        }

    def close(self) -> None:
        """See ``Learner.close``."""
        self._threads.close()


def ahead(nets: Pair, cards: int, scoring: str, deals: int) -> Estimate:
    """Points of a learnt seat ahead of a sensible one in a round of four, with a 95 % interval."""
    return ahead_of(nets, SENSIBLE, (4, cards, scoring), deals)


def ahead_of(ours: Pair, theirs: Pair, at: tuple[int, int, str], deals: int) -> Estimate:
    """Points of a seat of ours ahead of one of theirs in a round at a table, with a 95 % interval."""
    leads, start = np.zeros(deals), table(*at)
    compare(start, 7, ours, theirs, np.zeros_like(start), stream(1), leads)
    return mean_interval(leads.tolist())
