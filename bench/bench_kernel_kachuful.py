"""The kernel of Kachuful against OpenSpiel's C++ Oh Hell: random rounds and rollouts, moves per second.

Four seats, seven cards, all luck included: 4 bids and 28 cards, 32 moves a round. Bars, on one core: 50 times
``evaluate_bots`` with uniform random bots, deal included, one call a game; 15 times its rollout evaluator
from dealt states. Both cores together give at least 1.8 times one.
"""

from __future__ import annotations

import os
import random
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import count, cycle

import numpy as np
import pyspiel
from bench.measure import Turn, rates, report

from korthus.games.kachuful.game import Kachuful
from korthus.games.kachuful.options import KachufulRules
from korthus.kernels.kachuful import kernel as kachuful
from korthus.kernels.kachuful.layout import Packed
from korthus.kernels.rng import stream

SEATS = 4
CARDS = 7
MOVES = SEATS + SEATS * CARDS
ROLLOUTS = 1_500
POSITIONS = 50

GAME = Kachuful(KachufulRules(start_cards=CARDS))
PEER = pyspiel.load_game(
    f"oh_hell(players={SEATS},num_suits=4,num_cards_per_suit=13,num_tricks_fixed={CARDS})"
)


def rounds(number: int) -> Turn:
    """Random rounds in a stream of its own."""

    def turn(seconds: float) -> int:
        packed = kachuful.pack(GAME, GAME.new(SEATS))
        rng = stream(1, number)
        played = 0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            kachuful.play_rounds(packed, CARDS, 10_000, rng)
            played += 10_000
        return played * MOVES

    return turn


def two_at_once(seconds: float) -> int:
    """The same in two threads, a stream for each."""
    with ThreadPoolExecutor(2) as pool:
        return sum(pool.map(lambda number: rounds(number)(seconds), range(2)))


def peer_rounds(seconds: float) -> int:
    """OpenSpiel's bots, one call a game."""
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(SEATS)]
    end = time.perf_counter() + seconds
    for number in count(1):
        pyspiel.evaluate_bots(PEER.new_initial_state(), bots, number)
        if time.perf_counter() >= end:
            return number * MOVES
    raise AssertionError


def our_rollouts(seconds: float) -> int:
    """Rollouts of rounds that are dealt, as many from each as the peer makes."""
    rng = stream(2)
    dealt: list[Packed] = []
    for _ in range(POSITIONS):
        packed = kachuful.pack(GAME, GAME.new(SEATS))
        kachuful.deal(packed, rng)
        dealt.append(packed)
    work = np.zeros(kachuful.SIZE, dtype=np.int64)
    sums = np.zeros(SEATS, dtype=np.int64)
    played = 0
    end = time.perf_counter() + seconds
    for packed in cycle(dealt):
        kachuful.rollouts(packed, work, ROLLOUTS, rng, sums)
        played += ROLLOUTS
        if time.perf_counter() >= end:
            break
    return played * MOVES


def peer_rollouts(seconds: float) -> int:
    """OpenSpiel's rollout evaluator, reached through a search of one simulation."""
    rng = random.Random(2)
    bot = pyspiel.MCTSBot(PEER, pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1), 2.0, 1, 1_000, False, 1, False)
    dealt = []
    for _ in range(POSITIONS):
        state = PEER.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
        dealt.append(state)
    played = 0
    end = time.perf_counter() + seconds
    for state in cycle(dealt):
        bot.step(state)
        played += ROLLOUTS
        if time.perf_counter() >= end:
            break
    return played * MOVES


def compare(claim: str, ours: float, peer: float, bar: float) -> None:
    """Print the line of a claim."""
    ratio = ours / peer
    report(claim, ours=round(ours), peer=round(peer), ratio=round(ratio, 2), bar=bar, met=ratio >= bar)


def main() -> None:
    """Print one line per claim."""
    found = rates(
        {
            "rounds": rounds(0),
            "peer rounds": peer_rounds,
            "rollouts": our_rollouts,
            "peer rollouts": peer_rollouts,
        },
        seconds=1.0,
    )
    compare(
        "Kachuful random rounds, deal included: moves per second against OpenSpiel evaluate_bots",
        found["rounds"],
        found["peer rounds"],
        50,
    )
    compare(
        "Kachuful rollouts from dealt states: moves per second against OpenSpiel RandomRolloutEvaluator",
        found["rollouts"],
        found["peer rollouts"],
        15,
    )
    if (os.cpu_count() or 1) > 1:
        cores = rates({"one": rounds(0), "two": two_at_once}, seconds=1.0)
        ratio = cores["two"] / cores["one"]
        report(
            "Kachuful random rounds: moves per second of two cores against one",
            ours=round(cores["two"]),
            one_core=round(cores["one"]),
            ratio=round(ratio, 2),
            bar=1.8,
            met=ratio >= 1.8,
        )


if __name__ == "__main__":
    main()
