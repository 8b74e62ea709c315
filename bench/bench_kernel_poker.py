"""The batch evaluator against phevaluator's C functions, called from a compiled loop; one core, one run.

    python -m bench.bench_kernel_poker [--seconds 0.5] [--hands 10000000] [--readable 100000]

First it proves on ``--hands`` random hands that both give the same, and on ``--readable`` hands that the
readable rules do. Then it measures: medians of 5, the checks of our input included.
"""

from __future__ import annotations

import argparse
import ctypes
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import phevaluator
from bench.measure import rates, report
from numba import njit
from rich.console import Console
from rich.progress import track

from korthus.core.cards import DECK
from korthus.games.eight.evaluate import holdem, omaha
from korthus.kernels.eight.poker import READABLE, evaluate_omaha, evaluate_seven
from korthus.kernels.rng import Stream, below, stream

#: Hands per call.
BATCH = 1_000_000
SEVEN_BAR, OMAHA_BAR = 4.0, 1.5

Hands = npt.NDArray[np.uint8]

#: phevaluator counts four suits within each rank, and from 7462 (worst) to 1.
PEER_CARD = np.array([4 * (card % 13) + card // 13 for card in range(52)], dtype=np.int32)
PEER_TOP = 7462

(_LIBRARY,) = Path(phevaluator.__file__).parent.glob("_pheval*.so")
_PEER = ctypes.CDLL(str(_LIBRARY))


def _function(name: str, cards: int) -> Any:
    found = _PEER[name]
    found.argtypes = [ctypes.c_int] * cards
    found.restype = ctypes.c_int
    return found


_seven = _function("evaluate_7cards", 7)
_omaha = _function("evaluate_plo4_cards", 9)


@njit(nogil=True)
def peer_seven(cards: npt.NDArray[np.int32], out: npt.NDArray[np.int32]) -> None:
    """phevaluator's C function, once a row."""
    for row in range(len(cards)):
        a, b, c, d, e, f, g = (
            cards[row, 0],
            cards[row, 1],
            cards[row, 2],
            cards[row, 3],
            cards[row, 4],
            cards[row, 5],
            cards[row, 6],
        )
        out[row] = _seven(a, b, c, d, e, f, g)


@njit(nogil=True)
def peer_omaha(
    holes: npt.NDArray[np.int32], boards: npt.NDArray[np.int32], out: npt.NDArray[np.int32]
) -> None:
    """phevaluator's C function for Omaha, once a row: the board first."""
    for row in range(len(holes)):
        a, b, c, d, e = boards[row, 0], boards[row, 1], boards[row, 2], boards[row, 3], boards[row, 4]
        f, g, h, i = holes[row, 0], holes[row, 1], holes[row, 2], holes[row, 3]
        out[row] = _omaha(a, b, c, d, e, f, g, h, i)


@njit(cache=True, nogil=True)
def shuffle_rows(out: Hands, rng: Stream) -> None:
    """Different cards in every row."""
    deck = np.arange(52).astype(np.uint8)
    for row in range(len(out)):
        for place in range(out.shape[1]):
            other = place + below(rng, 52 - place)
            deck[place], deck[other] = deck[other], deck[place]
            out[row, place] = deck[place]


def prove(number: int, rng: Stream) -> None:
    """Equality with phevaluator on random hands."""
    hands = np.empty((min(BATCH, number), 9), dtype=np.uint8)
    peer = np.empty(len(hands), dtype=np.int32)
    console = Console(stderr=True)
    for _ in track(range(max(1, number // len(hands))), description="same as phevaluator", console=console):
        shuffle_rows(hands, rng)
        ids = PEER_CARD[hands]
        peer_seven(np.ascontiguousarray(ids[:, :7]), peer)
        if not np.array_equal(PEER_TOP - peer, evaluate_seven(hands[:, :7])):
            raise SystemExit("seven cards: not the same")
        peer_omaha(np.ascontiguousarray(ids[:, :4]), np.ascontiguousarray(ids[:, 4:]), peer)
        if not np.array_equal(PEER_TOP - peer, evaluate_omaha(hands[:, :4], hands[:, 4:])):
            raise SystemExit("Omaha: not the same")
    report("the evaluator gives what phevaluator gives", hands=number, different=0)


def prove_readable(number: int, rng: Stream) -> None:
    """Equality with the readable rules on random hands."""
    hands = np.empty((min(100_000, number), 9), dtype=np.uint8)
    console = Console(stderr=True)
    for _ in track(range(number // max(1, len(hands))), description="same as the rules", console=console):
        shuffle_rows(hands, rng)
        seven = READABLE[evaluate_seven(hands[:, :7])].tolist()
        four = READABLE[evaluate_omaha(hands[:, :4], hands[:, 4:])].tolist()
        for place, row in enumerate(hands.tolist()):
            cards = [DECK[card] for card in row]
            if holdem(cards[:2], cards[2:7]) != seven[place] or omaha(cards[:4], cards[4:]) != four[place]:
                raise SystemExit(f"not the same: {' '.join(cards)}")
    report("the evaluator gives what the readable rules give", hands=number, different=0)


def turn(call: Callable[[], object]) -> Callable[[float], int]:
    """Evaluate the batch again and again for some seconds."""

    def play(seconds: float) -> int:
        end = time.perf_counter() + seconds
        done = 0
        while time.perf_counter() < end:
            call()
            done += BATCH
        return done

    return play


def compare(
    claim: str, bar: float, seconds: float, ours: Callable[[], object], peer: Callable[[], object]
) -> None:
    """Measure both in turns and print the ratio."""
    found = rates({"korthus": turn(ours), "phevaluator": turn(peer)}, seconds=seconds)
    ratio = found["korthus"] / found["phevaluator"]
    report(
        claim,
        korthus_per_s=round(found["korthus"]),
        phevaluator_per_s=round(found["phevaluator"]),
        ratio=round(ratio, 2),
        bar=bar,
        met=ratio >= bar,
    )


def main() -> None:
    """Prove, then measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=0.5, help="seconds of one turn")
    parser.add_argument("--hands", type=int, default=10_000_000, help="random hands of the proof")
    parser.add_argument("--readable", type=int, default=100_000, help="hands of the proof against the rules")
    options = parser.parse_args()
    rng = stream(1)
    prove(options.hands, rng)
    prove_readable(options.readable, rng)
    hands = np.empty((BATCH, 9), dtype=np.uint8)
    shuffle_rows(hands, rng)
    seven, hole, board = (np.ascontiguousarray(hands[:, part]) for part in (slice(7), slice(4), slice(4, 9)))
    ids = [PEER_CARD[part] for part in (seven, hole, board)]
    out = np.empty(BATCH, dtype=np.int32)
    compare(
        "seven-card evaluation, batch",
        SEVEN_BAR,
        options.seconds,
        lambda: evaluate_seven(seven),
        lambda: peer_seven(ids[0], out),
    )
    compare(
        "Omaha 2+3 evaluation, batch",
        OMAHA_BAR,
        options.seconds,
        lambda: evaluate_omaha(hole, board),
        lambda: peer_omaha(ids[1], ids[2], out),
    )


if __name__ == "__main__":
    main()
