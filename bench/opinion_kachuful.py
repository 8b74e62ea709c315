"""How much the learnt seat's opinion should count in Kachuful beside what play-outs find.

``python -m bench.opinion_kachuful --games 3`` lets four ``strongest`` with few play-outs play. In every fifth
moment with a choice in which the learnt seat plays out, the choices are valued by 12,000 play-outs, and by 48
and 400 others. Prints one JSON line for bids and for cards and each number of play-outs: by the weight of the
opinion (utility for each unit of the logarithm of a chance), how much the choice falls short of the best one,
in thousandths of utility, judged by the 12,000. These have errors of their own, so that some of it is no loss
at all, and they know nothing of what is wrong with all play-outs alike.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from bench.measure import report

from korthus.bots.kachuful.explain import ALIKE
from korthus.bots.kachuful.learnt import likely_bid, likely_card
from korthus.bots.kachuful.odds import WIDE
from korthus.bots.kachuful.thinking import SOLVED, Mind
from korthus.bots.kachuful.worlds import FIT
from korthus.bots.protocol import Budget
from korthus.bots.registry import make_bot
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE
from korthus.games.kachuful import Kachuful, KachufulRules, KachufulView, Phase
from korthus.kernels.kachuful import kernel
from korthus.kernels.kachuful.layout import BID, TO_BID

SEATS: Final = 4
TRUTH: Final = 12_000
NUMBERS: Final = (48, 400)
WEIGHTS: Final = (0.0, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 1.0)
#: Who plays, and one of how many moments is asked about.
PLAYER, PACE, ASKED = "strongest", Budget(simulations=60), 5

Values = npt.NDArray[np.float64]


class Moment(NamedTuple):
    """What was found in a moment about each choice, in their order."""

    bids: bool
    #: The logarithm of the learnt seat's chance.
    likely: Values
    #: By number of play-outs.
    values: dict[int, Values]


def valued(game: Kachuful, mind: Mind, view: KachufulView, luck: random.Random) -> Moment | None:
    """A moment valued; None where the learnt seat does not play out."""
    choices, values = game.choices(view), {}
    likely: list[float] = []
    for number in (TRUTH, *NUMBERS):
        rng = random.Random(luck.random())
        found, packed = mind.rank(view, choices, Budget(simulations=number), rng, for_points=True)
        solved = view.phase is Phase.PLAY and len(view.hand) <= SOLVED
        if packed[FIT] >= ALIKE or solved:
            return None
        by_action = dict(found)
        values[number] = np.array([by_action[each].value for each in choices])
        s = packed[:WIDE].copy()
        codes = [kernel.encode(game, packed, each) for each in choices]
        likely = [likely_bid(s, code - BID) if s[TO_BID] else likely_card(s, 1 << code) for code in codes]
    return Moment(view.phase is Phase.BID, np.array(likely), values)


def moments(game: Kachuful, deal: int) -> Iterator[Moment]:
    """Some moments of a game."""
    luck = random.Random(deal)
    bots: list[Any] = [make_bot(PLAYER, game, f"{deal}/{seat}") for seat in range(SEATS)]
    chance, state, mind = FairChance.seeded(deal), game.new(SEATS), Mind(game, reads=True)
    while (seat := game.to_act(state)) is not None:
        if seat == CHANCE:
            state = game.apply(state, game.draw(state, chance)).state
            continue
        view = game.view(state, seat)
        if len(game.choices(view)) > 1 and luck.randrange(ASKED) == 0:
            found = valued(game, mind, view, luck)
            if found is not None:
                yield found
        state = game.apply(state, bots[seat].choose(view, PACE)).state


def short(moment: Moment, number: int, weight: float) -> float:
    """How far the choice by ``number`` play-outs and the weighed opinion falls short of the best one."""
    truth = moment.values[TRUTH]
    chosen = int(np.argmax(moment.values[number] + weight * moment.likely))
    return float(truth.max() - truth[chosen])


def main() -> None:
    """Value moments and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--first", type=int, default=1, help="the first deal")
    args = parser.parse_args()
    game = Kachuful(KachufulRules.make())
    found: list[Moment] = []
    for deal in range(args.first, args.first + args.games):
        found += moments(game, deal)
        print(f"{deal - args.first + 1}/{args.games}: {len(found)} moments", file=sys.stderr, flush=True)
    for bids in (True, False):
        asked = [each for each in found if each.bids is bids]
        for number in NUMBERS:
            by_weight = {
                str(weight): round(1000 * statistics.fmean(short(each, number, weight) for each in asked), 2)
                for weight in WEIGHTS
            }
            kind = "bids" if bids else "cards"
            report(
                f"Kachuful: {kind} by {number} play-outs, short of the best by weight of the opinion",
                thousandths=by_weight,
                moments=len(asked),
            )


if __name__ == "__main__":
    main()
