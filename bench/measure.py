"""How the benchmarks measure: turns of us and the peer in one process, medians, one JSON line."""

from __future__ import annotations

import json
import platform
import statistics
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

#: Plays for about the given number of seconds; returns the number of moves it made.
Turn = Callable[[float], int]


def rates(
    turns: Mapping[str, Turn],
    *,
    repeats: int = 5,
    seconds: float = 2.0,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, float]:
    """Moves per second of each contestant: the median over ``repeats`` rounds in which all take a turn.

    Taking turns lets a change in the machine's speed hit everybody alike. One round before is not counted.

    Args:
        clock: what a second is; ``time.process_time`` where everybody uses one core of this process, so that
            others on the machine do not count.
    """
    seen: dict[str, list[float]] = {name: [] for name in turns}
    for repeat in range(repeats + 1):
        for name, turn in turns.items():
            start = clock()
            moves = turn(seconds)
            if repeat:
                seen[name].append(moves / (clock() - start))
    return {name: statistics.median(figures) for name, figures in seen.items()}


def options_of(pairs: Iterable[str]) -> dict[str, Any]:
    """Options of a game from a command line: ``scoring=medium`` is a text, ``start_cards=5`` a number.

    >>> options_of(["scoring=medium", "start_cards=5"])
    {'scoring': 'medium', 'start_cards': 5}
    """
    found: dict[str, Any] = {}
    for pair in pairs:
        key, _, value = pair.partition("=")
        try:
            found[key] = json.loads(value)
        except json.JSONDecodeError:
            found[key] = value
    return found


def report(claim: str, **figures: object) -> None:
    """Print the JSON line of a claim."""
    line = {"claim": claim, **figures, "python": platform.python_version(), "machine": platform.machine()}
    print(json.dumps(line), flush=True)
