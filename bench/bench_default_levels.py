"""How the default levels do on a game that brings only its rules: seconds for a choice, and matches in a row.

    python -m bench.bench_default_levels [MODULE:CLASS] [--deals 10]

Without a game, the high card game of the tests is taken. Each level meets the one below it over the same
deals with seats exchanged; figures are the mean lead of the stronger one in points and its standard error,
the share of games that it won, and how long its choices took. ``strongest`` thinks by the clock: ten deals
take two minutes, two hundred forty.
"""

from __future__ import annotations

import argparse
import random
import time
from importlib import import_module
from itertools import pairwise
from math import sqrt
from statistics import fmean, stdev

from bench.measure import report

from korthus.bots.default.players import BOTS
from korthus.bots.protocol import Bot
from korthus.bots.random import RandomBot
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE, AnyGame

Played = tuple[tuple[int, ...], list[list[float]]]


def play(game: AnyGame, kinds: tuple[type[Bot], type[Bot]], seed: int) -> Played:
    """The scores of a game, and the seconds of each seat's choices where it had more than one."""
    chance = FairChance.seeded(seed)
    bots = [kind(game, random.Random(f"{seed}/{seat}")) for seat, kind in enumerate(kinds)]
    took: list[list[float]] = [[], []]
    state = game.new(2)
    while (actor := game.to_act(state)) is not None:
        if actor == CHANCE:
            action = game.draw(state, chance)
        else:
            view = game.view(state, actor)
            began = time.perf_counter()
            action = bots[actor].choose(view)
            if len(game.choices(view)) > 1:
                took[actor].append(time.perf_counter() - began)
        state = game.apply(state, action).state
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome.scores, took


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game", nargs="?", default="tests.support.high_card:HighCard")
    parser.add_argument("--deals", type=int, default=10, help="deals of each pair of levels")
    wishes = parser.parse_args()
    module, _, name = wishes.game.partition(":")
    kind = getattr(import_module(module), name)
    game = kind(kind.rules_type())
    levels: list[type[Bot]] = [RandomBot, *BOTS.values()]
    for weak, strong in pairwise(levels):
        leads, took, won = [], [], 0
        for deal in range(wishes.deals):
            for place in (0, 1):
                kinds = (strong, weak) if place == 0 else (weak, strong)
                scores, seconds = play(game, kinds, deal)
                leads.append(scores[place] - scores[1 - place])
                won += leads[-1] > 0
                took += seconds[place]
        error = stdev(leads) / sqrt(len(leads))
        report(
            f"default levels, {type(game).__name__}: {strong.name} against {weak.name}, points ahead",
            ours=round(fmean(leads), 2),
            standard_error=round(error, 2),
            games=len(leads),
            share_won=round(won / len(leads), 2),
            ms_a_choice=round(1000 * fmean(took), 1),
            ms_at_most=round(1000 * max(took), 1),
        )


if __name__ == "__main__":
    main()
