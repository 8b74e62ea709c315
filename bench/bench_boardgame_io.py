"""A move of Kachuful by our readable rules against a move of boardgame.io that has no rules to follow.

    python -m bench.bench_boardgame_io [--seconds 1]

boardgame.io's client plays whole games without a page or a network: four players throw seven cards each. That
is the framework's own cost of a move. Ours lists the legal actions, checks the one chosen, plays the trick
and scores the round, in rounds of four players and seven cards. Both by processor time, medians of 5 turns.
Node comes with the extra ``dev``; boardgame.io is installed once with npm, into the environment's own folder.
Without either there is one line that says so.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from bench.measure import report

import korthus

SCRIPT: Final = Path(__file__).with_name("boardgame_io.cjs")
VERSION: Final = "0.50.2"
REPEATS: Final = 5


class NoPeer(Exception):
    """boardgame.io cannot be had here; says why."""


def programs() -> str:
    """Where Node and npm are looked for: beside this Python first."""
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])


def modules() -> Path:
    """The folder that has boardgame.io, installed if need be.

    Raises:
        NoPeer: there is no Node, or npm cannot install it.
    """
    npm = shutil.which("npm", path=programs())
    if npm is None or shutil.which("node", path=programs()) is None:
        raise NoPeer("there is no Node here")
    folder = Path(sys.prefix) / "peers"
    if not (folder / "node_modules" / "boardgame.io").exists():
        folder.mkdir(exist_ok=True)
        words = [npm, "install", "--no-audit", "--no-fund", "--loglevel=error", f"boardgame.io@{VERSION}"]
        env = {**os.environ, "PATH": programs()}
        done = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, check=False)
        if done.returncode:
            raise NoPeer(done.stderr.strip()[-300:])
    return folder / "node_modules"


def peer_rate(found: Path, seconds: float) -> float:
    """Moves a second of boardgame.io."""
    env = {**os.environ, "PATH": programs(), "NODE_PATH": str(found)}
    words = ["node", str(SCRIPT), str(seconds)]
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    return float(told["moves"] / told["microseconds"] * 1e6)


def our_rate(seconds: float) -> float:
    """Moves a second of rounds at random, by the public, checked calls."""
    game = korthus.game("kachuful", start_cards=7, total_rounds=1)
    rng = random.Random(1)
    luck = korthus.FairChance.seeded(1)
    moves = 0
    begun = time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        state = game.new(4)
        while (actor := game.to_act(state)) is not None:
            if actor == korthus.CHANCE:
                state = game.apply(state, game.draw(state, luck)).state
            else:
                state = game.apply(state, rng.choice(game.legal_actions(state)), seat=actor).state
                moves += 1
    return moves / spent


def main() -> None:
    """Print one line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds of one turn")
    options = parser.parse_args()
    try:
        found = modules()
    except NoPeer as error:
        print(f"boardgame.io is not measured: {error}", flush=True)
        return
    ours, theirs = [], []
    our_rate(options.seconds)
    for _ in range(REPEATS):
        ours.append(our_rate(options.seconds))
        theirs.append(peer_rate(found, options.seconds))
    ratio = statistics.median(ours) / statistics.median(theirs)
    report(
        "Kachuful with all its rules, boardgame.io without any: moves per second",
        ours=round(statistics.median(ours)),
        peer=round(statistics.median(theirs)),
        ratio=round(ratio, 1),
        versions=f"boardgame.io {VERSION}",
    )


if __name__ == "__main__":
    main()
