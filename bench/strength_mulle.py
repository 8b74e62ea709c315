"""How strong the Mulle players are: pairs of omgångar with the same cards, seats swapped, points added.

``python -m bench.strength_mulle strong greedy --pairs 50``. A player may be given a budget: ``strong@2000``
simulations, ``strong@0.2s``; and another number of hands that it weighs by what the other played:
``strong:0@2000`` reads nothing, and lets the other plan against the cards in its hand. ``cheat@2000`` is the
search of ``strong`` with the other's hand seen, ``cheat:0@2000`` that of ``strong:0``: the measure of what
could be gained at most by knowing more. The cards of every rond are the same in both games of a pair,
however the ronder before were played. Prints one JSON line: the share of pairs won (draws half) with Wilson's
95 % interval, and the points ahead per omgång.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cached_property, partial
from typing import Final, cast

import numpy as np
from bench.measure import report
from rich.console import Console
from rich.progress import track

from korthus.arena.duplicate import DuplicateChance
from korthus.bots.mulle.levels import LEVELS
from korthus.bots.mulle.search import SearchBot
from korthus.bots.mulle.thinking import Mind
from korthus.bots.mulle.worlds import WORLDS
from korthus.bots.protocol import Bot, Budget
from korthus.bots.registry import make_bot
from korthus.core.cards import Card
from korthus.core.chance import seed_bytes
from korthus.core.protocol import CHANCE, visible
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.options import MulleRules
from korthus.kernels.mulle.convert import words_of
from korthus.kernels.mulle.layout import Packed

#: Who sees the other's hand.
CHEAT: Final = "cheat"


def contestant(text: str) -> tuple[str, Budget | None]:
    """The player and the budget of ``player``, ``player@simulations`` or ``player@seconds s``."""
    player, _, limit = text.partition("@")
    if not limit:
        return player, None
    if limit.endswith("s"):
        return player, Budget(seconds=float(limit[:-1]))
    return player, Budget(simulations=int(limit))


class SeesAll(Mind):
    """A mind that knows the other's hand."""

    hand: tuple[Card, ...] = ()

    def _imagine(self, packed: Packed, seat: int, budget: Budget, seed: int) -> Packed:
        known = np.append(packed, words_of(self.hand))
        known[WORLDS] = 1
        return known


class Cheat(SearchBot):
    """Searches as the others do, in the one world that is true."""

    reads = cast(int, LEVELS["strong"].fields["reads"])

    @cached_property
    def _mind(self) -> SeesAll:
        return SeesAll(cast(Mulle, self.game), self.reads)

    def look_at(self, hand: tuple[Card, ...]) -> None:
        """See the other's hand."""
        self._mind.hand = hand


def seated(player: str, game: Mulle, seed: str) -> Bot:
    """A player by name, or by name and the number of hands that it weighs."""
    name, _, hands = player.partition(":")
    bot = Cheat(game, random.Random(seed)) if name == CHEAT else make_bot(name, game, seed)
    if not hands:
        return bot
    kind: type[Bot] = type(name, (type(bot),), {"reads": int(hands)})
    return kind(game, bot.rng)


def play(game: Mulle, names: tuple[str, str], deal: int) -> int:
    """By how many points seat 0 wins an omgång."""
    players = [contestant(name) for name in names]
    bots = [seated(name, game, f"{deal}/{names}/{seat}") for seat, (name, _) in enumerate(players)]
    chance, state = DuplicateChance(seed_bytes(f"strength {deal}")), game.new(2)
    while (seat := game.to_act(state)) is not None:
        if seat == CHANCE:
            step = game.apply(state, game.draw(state, chance))
        else:
            bot = bots[seat]
            if isinstance(bot, Cheat):
                bot.look_at(state.sides[1 - seat].hand)
            action = bot.choose(game.view(state, seat), players[seat][1])
            step = game.apply(state, action)  # type: ignore[arg-type]  # a bot of this game
        state = step.state
        for listener, bot in enumerate(bots):
            bot.observe(visible(step.events, listener))
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome.scores[0] - outcome.scores[1]


def play_pair(preset: str | None, hero: str, other: str, deal: int) -> int:
    """By how many points the hero wins a pair."""
    game = Mulle(MulleRules.make(preset, omgangar=1))
    return play(game, (hero, other), deal) - play(game, (other, hero), deal)


def wilson(share: float, number: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    z = 1.96
    middle = share + z * z / (2 * number)
    half = z * math.sqrt(share * (1 - share) / number + z * z / (4 * number * number))
    return round((middle - half) / (1 + z * z / number), 4), round((middle + half) / (1 + z * z / number), 4)


def main() -> None:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("hero")
    parser.add_argument("other")
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--first", type=int, default=1, help="the first deal")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--preset", default=None)
    args = parser.parse_args()
    task = partial(play_pair, args.preset, args.hero, args.other)
    deals = range(args.first, args.first + args.pairs)
    start = time.perf_counter()
    with ProcessPoolExecutor(args.jobs) as pool:
        console = Console(stderr=True)
        leads = list(track(pool.map(task, deals), "pairs", total=args.pairs, console=console))
    won = statistics.fmean(1.0 if lead > 0 else 0.5 if lead == 0 else 0.0 for lead in leads)
    mean = statistics.fmean(leads) / 2
    half = 0.98 * statistics.stdev(leads) / math.sqrt(len(leads))
    report(
        f"Mulle: {args.hero} v {args.other}, pairs of omgangar won",
        won=round(won, 4),
        interval=wilson(won, len(leads)),
        lead=round(mean, 2),
        lead_interval=[round(mean - half, 2), round(mean + half, 2)],
        pairs=len(leads),
        seconds=round(time.perf_counter() - start, 1),
    )


if __name__ == "__main__":
    main()
