"""How the Mus player that plays the solution does: hands against every other player, and matches.

``python -m bench.mus_solved hands rules --deals 10000`` plays single hands with the bets of a menu
(``--menu``), each deal from both seats, and prints one JSON line: stones ahead per hand with the 95 %
interval over deals, and what the mano was ahead. Against itself (``hands strongest``) the latter is compared
with the value that was computed, once as it was and once with the luck of the deal taken out: what the mano
would be ahead if everybody passed, whose mean is known exactly. A rival may be given a budget:
``montecarlo@30``.

``python -m bench.mus_solved match --deals 1000`` plays whole matches, for the match against for stones only,
each deal from both seats; with the same cards and the same luck both players do the same until they differ.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from bench.measure import report
from bench.strength_mus import contestant, interval
from rich.console import Console
from rich.progress import track

from korthus.bots.mus.solved import SolvedBot, StonesOnlyBot
from korthus.bots.protocol import Bot, Budget
from korthus.bots.registry import make_bot
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE
from korthus.games.mus.game import Mus
from korthus.games.mus.options import MusRules
from korthus.solve.mus.lookup import load_blueprint
from korthus.solve.mus.menu import MENUS
from korthus.solve.mus.reference import passing_value

Player = tuple[Bot, Budget | None]


def play(game: Mus, players: list[Player], deal: int) -> tuple[int, ...]:
    """The scores of a game. Cards and luck depend on the deal, the number of the hand and the seat."""
    state, hand, chance = game.new(), 0, FairChance.seeded(deal)
    for bot, _ in players:
        bot.restart()
    while (seat := game.to_act(state)) is not None:
        action: Any
        if seat == CHANCE:
            if state.number != hand:
                hand = state.number
                chance = FairChance.seeded(deal * 1_000 + hand)
                for place, (bot, _) in enumerate(players):
                    bot.rng.seed(f"{deal}/{hand}/{place}")
            action = game.draw(state, chance)
        else:
            bot, budget = players[seat]
            action = bot.choose(game.view(state, seat), budget)
        step = game.apply(state, action)
        state = step.state
        for place, (bot, _) in enumerate(players):
            bot.observe([event for event in step.events if event.audience in (None, place)])
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome.scores


def passing(game: Mus, deal: int) -> int:
    """By how much the mano is ahead at a deal when everybody passes: its luck."""
    state, chance = game.new(), FairChance.seeded(deal * 1_000 + 1)
    while (seat := game.to_act(state)) is not None:
        action = game.draw(state, chance) if seat == CHANCE else game.parse("paso")
        state = game.apply(state, action).state
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome.scores[0]


def play_deals(menu: str, rival_name: str, deals: range) -> list[tuple[float, float, int]]:
    """At each deal, from both seats: how far the solution was ahead, how far the mano, and the luck."""
    game = Mus(MusRules.make("single_hand", **_options(menu)))
    name, budget = contestant(rival_name)
    hero: Player = (SolvedBot(game, random.Random(1)), None)
    rival: Player = (make_bot(name, game, 2), budget)
    found = []
    for deal in deals:
        one = play(game, [hero, rival], deal)
        two = play(game, [rival, hero], deal)
        # The score of a single hand is by how much a seat is ahead.
        lead = (one[0] + two[1]) / 2
        mano = (one[0] + two[0]) / 2
        found.append((lead, mano, passing(game, deal)))
    return found


def without_luck(values: list[float], luck: list[int], mean_luck: float) -> tuple[float, float, float]:
    """Mean and 95 % interval when what the luck of the deal explains is taken out (a control variate)."""
    slope, _ = statistics.linear_regression(luck, values)
    return interval([value - slope * (each - mean_luck) for value, each in zip(values, luck, strict=True)])


def hands(args: argparse.Namespace) -> None:
    """Single hands against another player."""
    start = time.perf_counter()
    chunks = [
        range(first, min(first + 50, args.first + args.deals))
        for first in range(args.first, args.first + args.deals, 50)
    ]
    found: list[tuple[float, float, int]] = []
    with ProcessPoolExecutor(args.jobs) as pool:
        task = partial(play_deals, args.menu, args.rival)
        for each in track(pool.map(task, chunks), "deals", len(chunks), console=Console(stderr=True)):
            found += each
    lead, low, high = interval([lead for lead, _, _ in found])
    manos, luck = [mano for _, mano, _ in found], [each for _, _, each in found]
    mano, mano_low, mano_high = interval(manos)
    facts = load_blueprint(args.menu).facts
    fair, fair_low, fair_high = without_luck(manos, luck, float(passing_value(4)))
    report(
        f"Mus: strongest v {args.rival}, stones a hand, menu {args.menu}",
        lead=lead,
        interval=[low, high],
        mano_ahead=mano,
        mano_interval=[mano_low, mano_high],
        mano_without_luck=fair,
        mano_without_luck_interval=[fair_low, fair_high],
        computed_value=facts.value,
        hands=2 * args.deals,
        seconds=round(time.perf_counter() - start, 1),
    )


def _options(menu: str) -> dict[str, Any]:
    lance = MENUS[menu].lances[0]
    return {
        "ordago": MENUS[menu].ordago is not None,
        "bets": lance.bets,
        "raises": lance.raises,
        "max_raises": lance.max_raises,
    }


def match(args: argparse.Namespace) -> None:
    """Matches: for the match against for stones."""
    game = Mus(MusRules.make(args.preset))

    class Aware(SolvedBot):
        aware_from = args.aware_from

    wins = []
    start = time.perf_counter()
    aware: Player = (Aware(game, random.Random(1)), None)
    stones: Player = (StonesOnlyBot(game, random.Random(2)), None)
    for number, deal in enumerate(range(args.first, args.first + args.deals), start=1):
        one = play(game, [aware, stones], deal)
        two = play(game, [stones, aware], deal)
        wins.append(((one[0] > one[1]) + (two[1] > two[0])) / 2)
        if number % args.every and number < args.deals:
            continue
        share, low, high = interval(wins)
        report(
            f"Mus: strongest v the same for stones only, matches, {args.preset or 'standard'}",
            aware_from=args.aware_from,
            won=share,
            interval=[low, high],
            matches=2 * number,
            seconds=round(time.perf_counter() - start, 1),
        )


def main() -> None:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    ways = parser.add_subparsers(required=True)
    for name, run in (("hands", hands), ("match", match)):
        way = ways.add_parser(name)
        way.set_defaults(run=run)
        way.add_argument("--deals", type=int, default=100)
        way.add_argument("--first", type=int, default=1, help="the first deal")
        if name == "hands":
            way.add_argument("rival")
            way.add_argument("--jobs", type=int, default=2)
            way.add_argument("--menu", default="plain", choices=("plain", "ordago"))
        else:
            way.add_argument("--preset", default=None)
            way.add_argument("--aware-from", type=int, default=SolvedBot.aware_from)
            way.add_argument("--every", type=int, default=100, help="report after so many deals")
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
