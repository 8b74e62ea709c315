"""The readable rules against RLCard: random playouts, moves per second, one core, one run.

Bars: Kachuful and Mus at least 2 times RLCard's no-limit hold'em, Mulle at least half of it. Eight Cards is
shown for completeness. Everything goes through the public, checked calls: ``legal_actions`` and ``apply``.
"""

from __future__ import annotations

import random
import time

import rlcard
from bench.measure import Turn, rates, report

import korthus
from korthus import CHANCE, FairChance
from korthus.core.protocol import AnyGame

BARS = {"kachuful": 2.0, "mus": 2.0, "mulle": 0.5}


def ours(game: AnyGame, seats: int) -> Turn:
    """Random games of ours, deals included but not counted as moves."""

    def turn(seconds: float) -> int:
        rng = random.Random(1)
        luck = FairChance.seeded(1)
        moves = 0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            state = game.new(seats)
            while (actor := game.to_act(state)) is not None:
                if actor == CHANCE:
                    action = game.draw(state, luck)
                else:
                    action = rng.choice(game.legal_actions(state))
                    moves += 1
                state = game.apply(state, action).state
        return moves

    return turn


def rlcards(seconds: float) -> int:
    """Random games of RLCard's no-limit hold'em by ``env.step``, its quickest way."""
    env = rlcard.make("no-limit-holdem", config={"seed": 1})
    rng = random.Random(1)
    moves = 0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            moves += 1
    return moves


def main() -> None:
    """Print one line per game."""
    turns: dict[str, Turn] = {"rlcard": rlcards}
    seats = {"mulle": 2, "kachuful": 4, "mus": 2, "eight": 2}
    for name, count in seats.items():
        turns[name] = ours(korthus.game(name), count)
    measured = rates(turns)
    for name in seats:
        ratio = measured[name] / measured["rlcard"]
        report(
            f"readable rules of {name}: moves per second against RLCard no-limit-holdem",
            ours=round(measured[name]),
            peer=round(measured["rlcard"]),
            ratio=round(ratio, 2),
            bar=BARS.get(name),
            met=None if name not in BARS else ratio >= BARS[name],
        )


if __name__ == "__main__":
    main()
