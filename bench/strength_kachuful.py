"""How strong the Kachuful players are against each other, on the same deals with seats rotated.

``python -m bench.strength_kachuful strong rules --deals 50`` puts one ``strong`` among ``rules`` bots; with
``--heroes 2`` every other seat is his. A player may be given a budget: ``strong@2000`` simulations,
``strong@0.2s``. A deal is the cards of a whole game; it is played once for every place the heroes can sit
at. Prints one JSON line: the share of games won (a shared win counts in part), points ahead of the mean of
the others per game, and the share of deals won (points ahead over all places, draws half), each with a 95 %
interval over deals. While it plays, the standard error shows how far it is.

``--field-from COMMIT`` seats the players of a commit in the field, from a process of their own, so that
today's are measured against them: ``strongest@400 strongest@400 --heroes 2 --field-from 5896fee``. ``--set
scoring=medium start_cards=5`` changes options of the game.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from functools import partial
from pathlib import Path

from bench.checkout import checked_out
from bench.measure import options_of, report

from korthus.bots.protocol import Bot, Budget
from korthus.bots.registry import make_bot
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE
from korthus.games.kachuful import Kachuful, KachufulRules
from korthus.learn.candidate import Candidate

#: By deal: the share of wins, and the lead.
Pairs = list[tuple[float, float]]


def contestant(text: str) -> tuple[str, Budget | None]:
    """The name and the budget of ``name``, ``name@simulations`` or ``name@seconds s``."""
    name, _, limit = text.partition("@")
    if not limit:
        return name, None
    if limit.endswith("s"):
        return name, Budget(seconds=float(limit[:-1]))
    return name, Budget(simulations=int(limit))


#: The process of this one with the players of another commit, by the folder of the commit.
_others: dict[Path, Candidate] = {}


def seated(game: Kachuful, name: str, seed: str, folder: Path | None) -> Bot:
    """A player of today, or of the commit in a folder."""
    if folder is None:
        return make_bot(name, game, seed)
    if folder not in _others:
        _others[folder] = Candidate({"PYTHONPATH": str(folder / "src")})
    return _others[folder].seat(game, name, seed)


def play(
    game: Kachuful, names: list[str], deal: int, folders: list[Path | None] | None = None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The scores and the winners of a game; ``folders`` says of which commit each player is."""
    players = [contestant(name) for name in names]
    bots = [
        seated(game, name, f"{deal}/{seat}", folders[seat] if folders else None)
        for seat, (name, _) in enumerate(players)
    ]
    chance, state = FairChance.seeded(deal), game.new(len(bots))
    while (seat := game.to_act(state)) is not None:
        if seat == CHANCE:
            state = game.apply(state, game.draw(state, chance)).state
        else:
            action = bots[seat].choose(game.view(state, seat), players[seat][1])
            state = game.apply(state, action).state  # type: ignore[arg-type]  # a bot of this game
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome.scores, outcome.winners


def play_deal(
    game: Kachuful, hero: str, field: str, seats: int, heroes: int, folder: Path | None, deal: int
) -> tuple[float, float]:
    """The heroes' share of wins and lead per game, over all their places at one deal."""
    wins = leads = 0.0
    shifts = seats // heroes
    for shift in range(shifts):
        mine = {seat for seat in range(seats) if seat % shifts == shift}
        names = [hero if seat in mine else field for seat in range(seats)]
        folders = [None if seat in mine else folder for seat in range(seats)]
        scores, winners = play(game, names, deal, folders)
        wins += len(mine.intersection(winners)) / len(winners)
        ours = statistics.fmean(scores[seat] for seat in mine)
        leads += ours - statistics.fmean(scores[seat] for seat in range(seats) if seat not in mine)
    return wins / shifts, leads / shifts


def interval(values: list[float]) -> tuple[float, float, float]:
    """Mean and 95 % interval."""
    mean = statistics.fmean(values)
    half = 1.96 * statistics.stdev(values) / math.sqrt(len(values))
    return round(mean, 4), round(mean - half, 4), round(mean + half, 4)


def told(results: Iterable[tuple[float, float]], deals: int) -> Pairs:
    """The results; each is shown on the standard error as it comes."""
    found: Pairs = []
    for wins, ahead in results:
        found.append((wins, ahead))
        share = statistics.fmean(won for won, _ in found)
        lead = statistics.fmean(points for _, points in found)
        text = f"{len(found)}/{deals}: {wins:.3f} {ahead:+.2f}, so far {share:.3f} {lead:+.2f}"
        print(text, file=sys.stderr, flush=True)
    return found


def main() -> None:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("hero")
    parser.add_argument("field")
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--first", type=int, default=1, help="the first deal")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--heroes", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--preset", default=None)
    parser.add_argument("--set", nargs="*", default=[], help="options of the game, as in scoring=medium")
    parser.add_argument("--field-from", help="the commit whose players sit in the field")
    args = parser.parse_args()
    game = Kachuful(KachufulRules.make(args.preset, **options_of(args.set)))
    with checked_out(args.field_from) if args.field_from else nullcontext() as folder:
        task = partial(play_deal, game, args.hero, args.field, args.seats, args.heroes, folder)
        found, took = match(task, args)
    tell(args, found, took)


def match(task: Callable[[int], tuple[float, float]], args: argparse.Namespace) -> tuple[Pairs, float]:
    """Play all deals; wins and leads by deal, and the seconds that they took."""
    deals = range(args.first, args.first + args.deals)
    start = time.perf_counter()
    if args.jobs > 1:
        with ProcessPoolExecutor(args.jobs) as pool:
            found = told(pool.map(task, deals), args.deals)
    else:
        found = told(map(task, deals), args.deals)
    return found, time.perf_counter() - start


def tell(args: argparse.Namespace, found: Pairs, took: float) -> None:
    """Print the result."""
    share, low, high = interval([wins for wins, _ in found])
    lead, lead_low, lead_high = interval([ahead for _, ahead in found])
    best, best_low, best_high = interval([(ahead > 0) + (ahead == 0) / 2 for _, ahead in found])
    report(
        f"Kachuful: {args.heroes} {args.hero} v {args.seats - args.heroes} {args.field}, games won",
        won=share,
        interval=[low, high],
        fair=args.heroes / args.seats,
        lead=lead,
        lead_interval=[lead_low, lead_high],
        deals_won=best,
        deals_won_interval=[best_low, best_high],
        games=args.deals * (args.seats // args.heroes),
        deals=args.deals,
        seconds=round(took, 1),
    )


if __name__ == "__main__":
    random.seed(0)
    main()
