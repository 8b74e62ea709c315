"""How the Mus player that plays the solution does: hands against every other player, and matches.

``python -m bench.mus_solved hands rules --deals 10000`` plays single hands with the bets of a menu
(``--menu``), each deal from both seats, and prints one JSON line: stones ahead per hand with the 95 %
interval over deals, and what the mano was ahead. Against itself (``hands strongest``) the latter is compared
with the value that was computed. A rival may be given a budget: ``montecarlo@30``.

``python -m bench.mus_solved match --deals 1000`` plays whole matches, for the match against for stones only,
each deal from both seats; with the same cards and the same luck both players do the same until they differ.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

from bench.measure import report
from bench.strength_mus import contestant, interval

from korthus.bots.mus_solved import SolvedBot, StonesOnlyBot
from korthus.bots.protocol import Bot, Budget
from korthus.bots.registry import make_bot
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE
from korthus.games.mus.game import Mus
from korthus.games.mus.options import MusRules
from korthus.solve.lookup import load_blueprint
from korthus.solve.menu import MENUS

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


def hands(args: argparse.Namespace) -> None:
    """Single hands against another player."""
    menu = MENUS[args.menu]
    game = Mus(MusRules.make("single_hand", **_options(args.menu)))
    name, budget = contestant(args.rival)
    hero: Player = (SolvedBot(game, random.Random(1)), None)
    rival: Player = (make_bot(name, game, 2), budget)
    leads, manos = [], []
    start = time.perf_counter()
    for deal in range(args.first, args.first + args.deals):
        one = play(game, [hero, rival], deal)
        two = play(game, [rival, hero], deal)
        leads.append((one[0] - one[1] + two[1] - two[0]) / 2)
        manos.append((one[0] - one[1] + two[0] - two[1]) / 2)
    lead, low, high = interval(leads)
    mano, mano_low, mano_high = interval(manos)
    report(
        f"Mus: strongest v {args.rival}, stones a hand, menu {menu.name}",
        lead=lead,
        interval=[low, high],
        mano_ahead=mano,
        mano_interval=[mano_low, mano_high],
        computed_value=load_blueprint(args.menu).facts.value,
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
            way.add_argument("--menu", default="plain", choices=("plain", "ordago"))
        else:
            way.add_argument("--preset", default=None)
            way.add_argument("--aware-from", type=int, default=SolvedBot.aware_from)
            way.add_argument("--every", type=int, default=100, help="report after so many deals")
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
