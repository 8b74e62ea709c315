"""One scale for each game from a round robin of its players: ``make ladder``.

``python -m bench.ladder [GAME ...] --deals 20 --jobs 2``. Every pair of players plays the same deals with
every seating. Players that think by the clock make a number of simulations here, so that results can be
repeated; what they gain by their full time is in docs/strength.md. Writes ``ladder.json`` beside the game's
part of the arena, and prints a JSON line for each game.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import deque
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
from bench.measure import report

import korthus
from korthus.arena.duplicate import DuplicateChance
from korthus.arena.match import Pace, play_game
from korthus.arena.scale import FEWEST, Met, Scale, measured
from korthus.bots.protocol import Bot, Budget
from korthus.bots.registry import bot_names, bot_types, plain_player
from korthus.core.chance import seed_bytes
from korthus.core.protocol import AnyGame
from korthus.games.registry import brought

#: What is played, so that a deal takes seconds.
OPTIONS: dict[str, dict[str, Any]] = {
    "mulle": {"omgangar": 1},
    "kachuful": {"start_cards": 4},
    "eight": {"hands": 10},
}
#: How many of each player sit at a table, by turns; one of each otherwise.
EACH = {"kachuful": 2}
#: Simulations of players that think by the clock at the table.
SIMULATIONS = {"mulle": 4_000, "kachuful": 1_000, "eight": 4_000}
#: Deals that are played at once, so that no core waits for the longest match of a deal.
AHEAD = 4
#: Players that are left out: they take too long for what they show.
WITHOUT = {"mus": ("montecarlo",), "eight": ("montecarlo",)}


def players(name: str) -> dict[str, int | None]:
    """The players of a game, and how many simulations they make if not their own number."""
    found: dict[str, int | None] = {}
    for each in bot_names(name):
        if each not in WITHOUT.get(name, ()):
            by_clock = bot_types(name)[each].default_budget.seconds is not None
            found[each] = SIMULATIONS[name] if by_clock else None
    return found


def seated(game: AnyGame, player: str, simulations: int | None, seed: str) -> Bot:
    """A player, thinking by simulations if a number is given."""
    kind = bot_types(game.name)[player]
    if simulations is not None:
        own = {"default_budget": Budget(simulations=simulations)}
        kind = type(kind.__name__, (kind,), own)
    return kind(game, random.Random(seed))


def play(name: str, hero: str, other: str, deal: int) -> float:
    """The share of the games of a deal that the hero wins against the other, seats swapped."""
    game = korthus.game(name, **OPTIONS.get(name, {}))
    known, share = players(name), 0.0
    for own in (0, 1):
        lineup = ([hero, other] if own == 0 else [other, hero]) * EACH.get(name, 1)
        bots = [
            seated(game, each, known[each], f"{deal}/{hero}/{other}/{own}/{seat}")
            for seat, each in enumerate(lineup)
        ]
        chance = DuplicateChance(seed_bytes(f"ladder {deal}"))
        outcome, _ = play_game(game, bots, chance, None, [Pace() for _ in bots])
        share += sum(seat % 2 == own for seat in outcome.winners) / len(outcome.winners)
    return share / 2


def ladder(name: str, deals: int, jobs: int, seconds: float) -> Scale:
    """Measure a game. After ``seconds`` no further deal is begun; all matches have as many."""
    known = players(name)
    matches = list(combinations(known, 2))
    shares: dict[tuple[str, str], list[float]] = {match: [] for match in matches}
    ends = time.monotonic() + seconds
    pending: deque[list[Future[float]]] = deque()
    deal = 0
    with ProcessPoolExecutor(jobs) as pool:
        while pending or deal == 0:
            while deal < deals and len(pending) < AHEAD and (deal < FEWEST or time.monotonic() < ends):
                deal += 1
                pending.append([pool.submit(play, name, hero, other, deal) for hero, other in matches])
            for match, share in zip(matches, pending.popleft(), strict=True):
                shares[match].append(share.result())
            print(f"{name}: deal {deal - len(pending)} of {deals}", file=sys.stderr, flush=True)
    met = [Met(hero, other, 1, tuple(shares[hero, other]), 2) for hero, other in matches]
    anchor = plain_player(name)
    limited = {each: many for each, many in known.items() if many is not None}
    rungs = measured(met, anchor)
    return Scale(game=name, options=OPTIONS.get(name, {}), anchor=anchor, limited=limited, rungs=rungs)


def main() -> None:
    """Measure, keep and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=["mulle", "kachuful", "mus", "eight"])
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=60.0, help="for each game, at most about so many")
    args = parser.parse_args()
    for name in args.games:
        found = ladder(name, args.deals, args.jobs, 60 * args.minutes)
        units = brought(name, "arena", "units")
        assert units is not None
        assert units.__file__ is not None
        file = Path(units.__file__).with_name("ladder.json")
        file.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")
        rows = {each.name: [each.points, each.low, each.high, each.games] for each in found.rungs}
        report(f"ladder of {name}, {found.anchor} pinned to 1000", players=rows, limited=found.limited)


if __name__ == "__main__":
    main()
