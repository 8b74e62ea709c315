"""Readable rules and kernels of this tree against those of a commit: has anything become slower?

``python -m bench.before_after 25820ad [--rounds 60]``. The commit is checked out into a folder of its own.
One process for each tree plays the same random games of every game in short turns, one after the other, so
that a change in the machine's speed hits both alike; processor time is counted, so other work on the machine
counts little. Prints one JSON line a game: moves (readable rules) or whole games (kernels) in a second of
processor time, the median over the rounds of now / before, and its quartiles.
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

#: Runs in each tree, by the calls that both have: reads a line ``FORM GAME SEED GAMES``, answers with the
#: moves (or games) that it made and the processor seconds that they took.
_WORKER: Final = """
import random, sys, time
import korthus
from korthus import CHANCE, FairChance
from korthus.kernels.bulk import kernel_of, random_games

SEATS = {"kachuful": 4}

def readable(name, seed, games):
    game, rng, luck, moves = korthus.game(name), random.Random(seed), FairChance.seeded(seed), 0
    start = time.process_time()
    for _ in range(games):
        state = game.new(SEATS.get(name, 2))
        while (actor := game.to_act(state)) is not None:
            if actor == CHANCE:
                action = game.draw(state, luck)
            else:
                action = rng.choice(game.legal_actions(state))
                moves += 1
            state = game.apply(state, action).state
    return moves, time.process_time() - start

def compiled(name, seed, games):
    game, seats = korthus.game(name), SEATS.get(name, 2)
    kernel = kernel_of(game)
    first = kernel.pack(game, game.new(seats))
    start = time.process_time()
    random_games(kernel, first, seats, games, seed)
    return games, time.process_time() - start

for line in sys.stdin:
    form, name, seed, games = line.split()
    print(*{"readable": readable, "compiled": compiled}[form](name, int(seed), int(games)), flush=True)
"""
GAMES: Final = ("mulle", "kachuful", "mus", "eight")
#: How long a turn should take, in seconds of processor time: shorter than a machine's speed stays the same.
TURN: Final = 0.15


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

    def play(self, form: str, game: str, seed: int, games: int) -> tuple[int, float]:
        """Moves (or games) that it made, and the processor seconds that they took."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(form, game, seed, games, file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit("a process has ended before it answered; its error stands above")
        made, seconds = answer.split()
        return int(made), float(seconds)

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()


def games_of_a_turn(tree: Tree, form: str, game: str) -> int:
    """How many games fill a turn."""
    games = 1
    while (took := tree.play(form, game, 0, games)[1]) < TURN / 2:
        games *= 2
    return max(1, round(games * TURN / took))


def compare(before: Tree, now: Tree, form: str, game: str, rounds: int) -> None:
    """Measure one game in one form, and print its line. Both trees play the same games, by turns."""
    for tree in (now, before):
        tree.play(form, game, 0, 1)  # compiles, fills caches
    games = games_of_a_turn(before, form, game)
    rates: dict[Tree, list[float]] = {before: [], now: []}
    for seed in range(1, rounds + 1):
        made = set()
        for tree in (before, now) if seed % 2 else (now, before):
            moves, seconds = tree.play(form, game, seed, games)
            rates[tree].append(moves / seconds)
            made.add(moves)
        if len(made) > 1:
            raise SystemExit(f"the two trees do not play the same games of {game}: {made} moves")
    shares = [after / first for first, after in zip(rates[before], rates[now], strict=True)]
    low, middle, high = statistics.quantiles(shares, n=4)
    report(
        f"{form} rules of {game}: now against before",
        before=round(statistics.median(rates[before]), 1),
        now=round(statistics.median(rates[now]), 1),
        ratio=round(middle, 3),
        quartiles=[round(low, 3), round(high, 3)],
        at_most_5_percent_slower=middle >= 0.95,
    )


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commit")
    parser.add_argument("--rounds", type=int, default=60)
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
