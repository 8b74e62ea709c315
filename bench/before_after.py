"""Readable rules and kernels of this tree against those of a commit: has anything become slower?

``python -m bench.before_after 25820ad [--rounds 9]``. The commit is checked out into a folder of its own. One
process for each tree plays the same random games of every game in short turns, one after the other, so that a
change in the machine's speed hits both alike; processor time is counted, so other work on the machine counts
little. Prints one JSON line a game: moves (readable rules) or whole games (kernels) in a second of processor
time, the median over the rounds of now / before, and its quartiles.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Final

from bench.checkout import checked_out
from bench.measure import report

#: Runs in each tree, by the calls that both have: reads a line ``FORM GAME NUMBER``, answers with a rate.
_WORKER: Final = """
import random, sys, time
import korthus
from korthus import CHANCE, FairChance
from korthus.kernels.bulk import kernel_of, random_games

SEATS = {"kachuful": 4}
SECONDS = 1.0

def readable(name, number):
    game, rng, luck, moves = korthus.game(name), random.Random(number), FairChance.seeded(number), 0
    start = time.process_time()
    while time.process_time() - start < SECONDS:
        state = game.new(SEATS.get(name, 2))
        while (actor := game.to_act(state)) is not None:
            if actor == CHANCE:
                action = game.draw(state, luck)
            else:
                action = rng.choice(game.legal_actions(state))
                moves += 1
            state = game.apply(state, action).state
    return moves / (time.process_time() - start)

def compiled(name, number):
    game, seats = korthus.game(name), SEATS.get(name, 2)
    kernel = kernel_of(game)
    first = kernel.pack(game, game.new(seats))
    random_games(kernel, first, seats, 10, number)
    games, start = 0, time.process_time()
    while time.process_time() - start < SECONDS:
        random_games(kernel, first, seats, 100, number, games)
        games += 100
    return games / (time.process_time() - start)

for line in sys.stdin:
    form, name, number = line.split()
    print({"readable": readable, "compiled": compiled}[form](name, int(number)), flush=True)
"""
GAMES: Final = ("mulle", "kachuful", "mus", "eight")


class Tree:
    """The games of a source tree, in a process of their own."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(folder / "src")},
            cwd=folder,
            text=True,
        )

    def rate(self, form: str, game: str, number: int) -> float:
        """How many moves or games a second it makes, by the clock of the processor."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(form, game, number, file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit("a process has ended before it answered; its error stands above")
        return float(answer)

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()


def compare(before: Tree, now: Tree, form: str, game: str, rounds: int) -> None:
    """Measure one game in one form, and print its line. The first round is not counted."""
    pairs = []
    for number in range(rounds + 1):
        order = (before, now) if number % 2 else (now, before)
        seen = {tree: tree.rate(form, game, number) for tree in order}
        if number:
            pairs.append((seen[before], seen[now]))
    low, middle, high = statistics.quantiles([after / first for first, after in pairs], n=4)
    report(
        f"{form} rules of {game}: now against before",
        before=round(statistics.median(first for first, _ in pairs), 1),
        now=round(statistics.median(after for _, after in pairs), 1),
        ratio=round(middle, 3),
        quartiles=[round(low, 3), round(high, 3)],
        at_most_5_percent_slower=middle >= 0.95,
    )


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commit")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--games", nargs="+", default=GAMES)
    asked = parser.parse_args()
    with checked_out(asked.commit) as folder:
        before, now = Tree(folder), Tree(Path.cwd())
        try:
            for form in ("readable", "compiled"):
                for game in asked.games:
                    compare(before, now, form, game, asked.rounds)
        finally:
            before.close()
            now.close()


if __name__ == "__main__":
    main()
