"""Today's player against the same one of a pinned commit: has it become stronger, or only other?

``python -m bench.against_release mulle 891a757 --level strong --deals 20``. The commit is checked out into a
folder of its own; its player sits in a process of its own and is asked as the server asks its players, by
views and what the seat was told. Every deal is played with both seatings. Prints one JSON line: the share of
games won by today's player, and how far it was ahead, each with a 95 % interval over deals.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from bench.checkout import checked_out
from bench.measure import options_of, report

import korthus
from korthus.arena.duplicate import DuplicateChance
from korthus.arena.match import Pace, play_game
from korthus.arena.stats import mean_interval, share_interval
from korthus.bots.protocol import Bot, Budget
from korthus.bots.registry import make_bot
from korthus.bots.warm_process import Noted
from korthus.core.chance import seed_bytes
from korthus.core.protocol import Action, AnyGame, Event, View
from korthus.web.bots.thoughts import Asked, Choose, Chosen, GettingReady, decode_answer, encode_line
from korthus.web.live.known_games import spec_of


class Release:
    """The players of a commit, in a process of their own."""

    def __init__(self, folder: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "korthus.web.bots.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            cwd=folder,
        )

    def choose(self, question: Choose) -> str:
        """What a player of that commit plays."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(encode_line(question) + b"\n")
        self._process.stdin.flush()
        while line := self._process.stdout.readline():
            answer: Any = decode_answer(line)
            if isinstance(answer, Chosen):
                return answer.text
            if not isinstance(answer, GettingReady | Noted):
                raise SystemExit(f"the player of that commit cannot answer: {answer}")
        raise SystemExit("the process of that commit has ended")

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()


class OldPlayer(Bot):
    """Sits at our table and asks the process of the commit."""

    name = "release"

    def __init__(self, game: AnyGame, release: Release, level: str, seed: str) -> None:
        super().__init__(game, random.Random(seed))
        self._release, self._level, self._seed = release, level, seed
        self._told: list[msgspec.Raw] = []

    def observe(self, events: Sequence[Event]) -> None:
        """See ``Bot.observe``."""
        self._told += [msgspec.Raw(encode_line(event)) for event in events]

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``."""
        asked = Asked(spec_of(self.game), msgspec.Raw(encode_line(view)), self._told)
        action: Action = self.game.parse(self._release.choose(Choose(asked, self._level, self._seed)))
        return action


def main() -> None:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("commit")
    parser.add_argument("--level", default="strong")
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--set", action="append", default=[], help="an option of the game, as in omgangar=1")
    args = parser.parse_args()
    game = korthus.game(args.game, None, **options_of(args.set))
    shares, leads = [], []
    with checked_out(args.commit) as folder:
        release = Release(folder)
        try:
            for deal in range(args.deals):
                share = lead = 0.0
                for own in (0, 1):
                    today = make_bot(args.level, game, f"{deal}/{own}/today")
                    old = OldPlayer(game, release, args.level, f"{deal}/{own}/release")
                    bots = [today, old] if own == 0 else [old, today]
                    chance = DuplicateChance(seed_bytes(f"release {deal}"))
                    outcome, _ = play_game(game, bots, chance, None, [Pace(), Pace()])
                    share += (own in outcome.winners) / len(outcome.winners) / 2
                    lead += (outcome.scores[own] - outcome.scores[1 - own]) / 2
                shares.append(share)
                leads.append(lead)
        finally:
            release.close()
    won, ahead = share_interval(shares, 2), mean_interval(leads)
    report(
        f"{args.game}: {args.level} of today v that of {args.commit}",
        won=round(won.value, 4),
        interval=[round(won.low, 4), round(won.high, 4)],
        lead=round(ahead.value, 2),
        lead_interval=[round(ahead.low, 2), round(ahead.high, 2)],
        deals=args.deals,
    )


if __name__ == "__main__":
    main()
