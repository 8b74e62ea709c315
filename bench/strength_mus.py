"""How strong the Mus players are against each other, on the same cards with seats swapped.

``python -m bench.strength_mus strong rules --deals 200`` plays each deal twice, once from either seat. A
player may be given a budget: ``strong@2000`` simulations, ``strong@0.2s``. The cards of a hand depend on the
deal and the number of the hand alone, so both games of a pair have the same ones as long as they last. Prints
one JSON line: the share of matches won and the stones ahead per game, each with a 95 % interval over deals,
and the mean time of a move. With ``--preset single_hand`` a game is one hand.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from typing import Any

from bench.measure import report

from korthus.bots.protocol import Budget
from korthus.bots.registry import make_bot
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE
from korthus.games.mus.game import Mus
from korthus.games.mus.options import MusRules


def contestant(text: str) -> tuple[str, Budget | None]:
    """The name and the budget of ``name``, ``name@simulations`` or ``name@seconds s``."""
    name, _, limit = text.partition("@")
    if not limit:
        return name, None
    if limit.endswith("s"):
        return name, Budget(seconds=float(limit[:-1]))
    return name, Budget(simulations=int(limit))


class Clock:
    """How long a player thought, and how often."""

    def __init__(self) -> None:
        self.seconds, self.moves = 0.0, 0


def play(game: Mus, names: list[str], deal: int, clocks: dict[str, Clock]) -> tuple[int, ...]:
    """The scores of a game."""
    players = [contestant(name) for name in names]
    bots = [make_bot(name, game, f"{deal}/{seat}/{name}") for seat, (name, _) in enumerate(players)]
    state, hand, chance = game.new(), 0, FairChance.seeded(deal)
    while (seat := game.to_act(state)) is not None:
        action: Any
        if seat == CHANCE:
            if state.number != hand:
                hand = state.number
                chance = FairChance.seeded(deal * 1_000 + hand)
            action = game.draw(state, chance)
        else:
            start = time.perf_counter()
            action = bots[seat].choose(game.view(state, seat), players[seat][1])
            clocks[names[seat]].seconds += time.perf_counter() - start
            clocks[names[seat]].moves += 1
        state = game.apply(state, action).state
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome.scores


def interval(values: list[float]) -> tuple[float, float, float]:
    """Mean and 95 % interval."""
    mean = statistics.fmean(values)
    half = 1.96 * statistics.stdev(values) / math.sqrt(len(values))
    return round(mean, 4), round(mean - half, 4), round(mean + half, 4)


def main() -> None:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("hero")
    parser.add_argument("rival")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--first", type=int, default=1, help="the first deal")
    parser.add_argument("--preset", default=None)
    args = parser.parse_args()
    game = Mus(MusRules.make(args.preset))
    clocks = {args.hero: Clock(), args.rival: Clock()}
    wins, leads = [], []
    start = time.perf_counter()
    for deal in range(args.first, args.first + args.deals):
        one = play(game, [args.hero, args.rival], deal, clocks)
        two = play(game, [args.rival, args.hero], deal, clocks)
        ahead = (one[0] - one[1], two[1] - two[0])
        wins.append(sum((each > 0) + (each == 0) / 2 for each in ahead) / 2)
        leads.append(sum(ahead) / 2)
    share, low, high = interval(wins)
    lead, lead_low, lead_high = interval(leads)
    report(
        f"Mus: {args.hero} v {args.rival}, games won, {args.preset or 'standard'}",
        won=share,
        interval=[low, high],
        lead=lead,
        lead_interval=[lead_low, lead_high],
        games=2 * args.deals,
        ms_per_move={
            name: round(1000 * clock.seconds / max(clock.moves, 1), 2) for name, clock in clocks.items()
        },
        seconds=round(time.perf_counter() - start, 1),
    )


if __name__ == "__main__":
    main()
