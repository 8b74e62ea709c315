"""One PettingZoo environment of ours against one of PettingZoo's own card games, steps per second.

Random play by the mask through ``last`` and ``step``, observations and masks included, all in one process by
turns and in processor time. PettingZoo's is ``texas_holdem_no_limit_v6``, which plays on RLCard, as its
``env()`` makes it: with PettingZoo's wrappers that check each call, as ours checks them itself. Bar: at least
5 times as many, on the kernel; on the rules, which also keep what everybody was told, the figure is printed,
and so is that of its ``raw_env()``, without any check.
"""

from __future__ import annotations

import random
import statistics
import time
import warnings
from typing import Any, Final

import numpy as np
from bench.measure import report
from pettingzoo.utils.env import AECEnv

import korthus
from korthus.core.errors import InvalidOptions
from korthus.envs.pettingzoo import env

PEER: Final = "texas_holdem_no_limit_v6"
RAW: Final = f"{PEER}, raw_env()"
SECONDS: Final = 2.0
REPEATS: Final = 5
BAR: Final = 5


def peers() -> dict[str, AECEnv]:
    """PettingZoo's environment, as people make it and without its checks.

    It warns of the way in which it is made, which all its versions know.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo.classic import texas_holdem_no_limit_v6

        return {PEER: texas_holdem_no_limit_v6.env(), RAW: texas_holdem_no_limit_v6.raw_env()}


def rate(table: Any, seconds: float, rng: random.Random) -> float:
    """Steps a second of processor time, in whole games."""
    steps = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        table.reset(seed=rng.getrandbits(31) if steps == 0 else None)
        for _ in table.agent_iter():
            observation, _, terminated, truncated, _ = table.last()
            if terminated or truncated:
                table.step(None)
            else:
                table.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
                steps += 1
    return steps / (time.process_time() - start)


def contestants() -> dict[str, Any]:
    """Every game of the house on its kernel, where there is one with numbers, and on its rules."""
    found: dict[str, Any] = {**peers()}
    for info in korthus.catalogue():
        found[f"{info.name} on its rules"] = env(info.name)
        try:
            found[f"{info.name} on its kernel"] = env(info.name, compiled=True)
        except InvalidOptions as error:
            print(f"{info.name} on its kernel: {error}")
    return found


def main() -> None:
    """Take turns, and print one line for each game."""
    rng = random.Random(1)
    tables = contestants()
    seen: dict[str, list[float]] = {name: [] for name in tables}
    for repeat in range(REPEATS + 1):  # the first round compiles, and is not counted
        for name, table in tables.items():
            figure = rate(table, SECONDS, rng)
            if repeat:
                seen[name].append(figure)
    rates = {name: statistics.median(figures) for name, figures in seen.items()}
    for name, figure in rates.items():
        if name not in (PEER, RAW):
            ratio = figure / rates[PEER]
            bar = BAR if name.endswith("kernel") else None
            spread = [round(min(seen[name])), round(max(seen[name]))]
            report(
                f"one PettingZoo environment: {name}",
                steps_per_second=round(figure),
                spread=spread,
                peer=PEER,
                peer_steps_per_second=round(rates[PEER]),
                peer_without_checks=round(rates[RAW]),
                ratio=round(ratio, 1),
                bar=bar,
                met=None if bar is None else ratio >= bar,
            )


if __name__ == "__main__":
    main()
