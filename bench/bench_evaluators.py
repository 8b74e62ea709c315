"""Seven-card hands from Python: our batch evaluator against libraries that take one hand a call.

    python -m bench.bench_evaluators [--seconds 0.5]

The peers are those that people use from Python: phevaluator (C), eval7 (Cython), treys and pokerkit (Python).
Each gets cards in its own form, made beforehand; ours gets an array of card numbers and checks it. First all
must put the same pairs of hands in the same order. Rates are hands a second of processor time on one core,
medians of 5 turns. A peer that is not installed is named in a line of its own.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Final

import numpy as np
from bench.bench_kernel_poker import PEER_CARD, shuffle_rows
from bench.measure import Turn, rates, report

from korthus.core.cards import DECK
from korthus.kernels.eight.poker import evaluate_seven
from korthus.kernels.rng import stream

#: Hands that are made beforehand, and looked at again and again.
HANDS: Final = 10_000

#: Gives a number for a hand in the library's own form; more is better.
Judge = Callable[[Any], Any]


def phevaluator(hands: Sequence[Sequence[int]]) -> tuple[Judge, list[Any]]:
    """phevaluator numbers cards within ranks, and the best hand is 1."""
    evaluate = import_module("phevaluator").evaluate_cards
    return lambda hand: -evaluate(*hand), [[int(PEER_CARD[card]) for card in hand] for hand in hands]


def eval7(hands: Sequence[Sequence[int]]) -> tuple[Judge, list[Any]]:
    """eval7 has objects for cards; the best hand is the largest."""
    library = import_module("eval7")
    cards = [library.Card(name) for name in DECK]
    return library.evaluate, [[cards[card] for card in hand] for hand in hands]


def treys(hands: Sequence[Sequence[int]]) -> tuple[Judge, list[Any]]:
    """treys has numbers for cards and takes hand and board apart; the best hand is 1."""
    library = import_module("treys")
    evaluate = library.Evaluator().evaluate
    cards = [library.Card.new(name) for name in DECK]
    made = [([cards[card] for card in hand[:2]], [cards[card] for card in hand[2:]]) for hand in hands]
    return lambda hand: -evaluate(*hand), made


def pokerkit(hands: Sequence[Sequence[int]]) -> tuple[Judge, list[Any]]:
    """pokerkit has objects for cards and for hands, which are compared."""
    library = import_module("pokerkit")
    judge = library.StandardHighHand.from_game
    cards = [next(iter(library.Card.parse(name))) for name in DECK]
    made = [([cards[card] for card in hand[:2]], [cards[card] for card in hand[2:]]) for hand in hands]
    return lambda hand: judge(*hand), made


PEERS: Final = {"phevaluator": phevaluator, "eval7": eval7, "treys": treys, "pokerkit": pokerkit}


def our_turn(hands: np.ndarray[Any, np.dtype[np.uint8]]) -> Turn:
    """Ours: all hands in one call."""

    def turn(seconds: float) -> int:
        done = 0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            evaluate_seven(hands)
            done += len(hands)
        return done

    return turn


def peer_turn(judge: Judge, hands: Sequence[Any]) -> Turn:
    """One hand a call, over and over."""

    def turn(seconds: float) -> int:
        done = 0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            for hand in hands[:500]:
                judge(hand)
            done += 500
        return done

    return turn


def prove_same_order(ours: Sequence[int], judge: Judge, hands: Sequence[Any]) -> None:
    """Each hand against the next one must come out alike.

    Raises:
        SystemExit: two hands come out otherwise.
    """
    theirs = [judge(hand) for hand in hands]
    for place in range(len(hands) - 1):
        mine = (ours[place] > ours[place + 1]) - (ours[place] < ours[place + 1])
        other = (theirs[place] > theirs[place + 1]) - (theirs[place] < theirs[place + 1])
        if mine != other:
            raise SystemExit(f"hands {place} and {place + 1} come out otherwise: {hands[place : place + 2]}")


def main() -> None:
    """Prove, then measure: a line for each peer."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=0.5, help="seconds of one turn")
    options = parser.parse_args()
    drawn = np.empty((HANDS, 7), dtype=np.uint8)
    shuffle_rows(drawn, stream(1))
    judged = evaluate_seven(drawn).tolist()
    turns: dict[str, Turn] = {"korthus": our_turn(drawn)}
    for name, made in PEERS.items():
        try:
            judge, hands = made(drawn.tolist())
        except ModuleNotFoundError as error:
            print(f"{name} is not measured: {error}", flush=True)
            continue
        prove_same_order(judged[:2_000], judge, hands[:2_000])
        turns[name] = peer_turn(judge, hands)
    found = rates(turns, seconds=options.seconds, clock=time.process_time)
    for name in [name for name in turns if name != "korthus"]:
        report(
            f"seven cards from Python, our batch and single calls of {name}: hands per second",
            ours=round(found["korthus"]),
            peer=round(found[name]),
            ratio=round(found["korthus"] / found[name], 1),
        )


if __name__ == "__main__":
    main()
