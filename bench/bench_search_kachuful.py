"""Search speed on Kachuful against OpenSpiel's C++ ISMCTSBot: simulations per second, by simulations a move.

Four seats, seven cards, nine cards played; one core, both in one run, by turns, in processor time. Ours is
the player ``strong`` as people meet it: ``choose`` with a budget. So everything that a move takes is counted
in: looking at the view, imagining worlds that explain what the others did, and the search, in which each
simulation takes a world, walks down the tree and plays the round out by the sensible seat.

Bars: 5 times the peer at 1,000 simulations a move, 8 times at 64,000. The second curve has no bar: among
players whom the sensible seat does not explain, the learnt seat plays out, a network for every card, in
simulations that take longer and say more.
"""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable
from typing import Any

import pyspiel
from bench.measure import Turn, rates, report

from korthus.bots.kachuful.players import RulesBot
from korthus.bots.protocol import Budget
from korthus.bots.random import RandomBot
from korthus.bots.registry import make_bot
from korthus.core.chance import FairChance
from korthus.games.kachuful import Kachuful, KachufulRules, KachufulView

SEATS = 4
CARDS = 7
PLAYED = 9
POSITIONS = 20
SIMULATIONS = (100, 300, 1_000, 3_000, 10_000, 64_000)
#: By simulations: how many times as fast as the peer we are to be.
BARS = {1_000: 5, 64_000: 8}


def our_positions(game: Kachuful, sensible: bool) -> list[KachufulView]:
    """Rounds that rule-based bots, or random ones, began to play, where the seat to act has a choice."""
    views: list[KachufulView] = []
    number = 0
    while len(views) < POSITIONS:
        number += 1
        state = game.new(SEATS)
        state = game.apply(state, game.draw(state, FairChance.seeded(number))).state
        bot = (RulesBot if sensible else RandomBot)(game, random.Random(number))
        for _ in range(SEATS + PLAYED):
            state = game.apply(state, bot.choose(game.view(state, game.to_act(state)))).state  # type: ignore[arg-type]
        view = game.view(state, game.to_act(state))
        if len(game.choices(view)) > 1:
            views.append(view)
    return views


def peer_positions() -> list[Any]:
    """States of random play as far on as ours."""
    game = pyspiel.load_game(
        f"oh_hell(players={SEATS},num_suits=4,num_cards_per_suit=13,num_tricks_fixed={CARDS})"
    )
    rng = random.Random(2)
    states: list[Any] = []
    while len(states) < POSITIONS:
        state = game.new_initial_state()
        moves = 0
        while moves < SEATS + PLAYED:
            if state.is_chance_node():
                state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
        if len(state.legal_actions()) > 1:
            states.append(state)
    return states


def turns_of(think: Callable[[Any], object], positions: list[Any], simulations: int) -> Turn:
    """A turn thinks about one position after the other, and the next turn goes on where it stopped."""
    places = itertools.cycle(positions)

    def turn(seconds: float) -> int:
        done = 0
        end = time.process_time() + seconds
        while not done or time.process_time() < end:
            think(next(places))
            done += simulations
        return done

    return turn


def ours(simulations: int, *, sensible: bool = True) -> Turn:
    """Our player, one move after the other."""
    game = Kachuful(KachufulRules(start_cards=CARDS))
    bot, budget = make_bot("strong", game, 1), Budget(simulations=simulations)
    return turns_of(lambda view: bot.choose(view, budget), our_positions(game, sensible), simulations)


def peer(simulations: int) -> Turn:
    """OpenSpiel's bot with its random rollout evaluator."""
    bot = pyspiel.ISMCTSBot(
        1,
        pyspiel.RandomRolloutEvaluator(1, 1),
        0.7,
        simulations,
        -1,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        False,
        False,
    )
    return turns_of(bot.step, peer_positions(), simulations)


def main() -> None:
    """Print one line per number of simulations, for either kind of table."""
    for sensible in (True, False):
        for simulations in SIMULATIONS:
            # Long moves need long turns, or a turn is one position.
            seconds = max(1.0, simulations / 20_000)
            turns = {"ours": ours(simulations, sensible=sensible), "peer": peer(simulations)}
            found = rates(turns, seconds=seconds, clock=time.process_time)
            ratio = found["ours"] / found["peer"]
            bar = BARS.get(simulations) if sensible else None
            report(
                f"Kachuful search{'' if sensible else ' where the learnt seat plays out'}: "
                f"simulations per second at {simulations} a move against OpenSpiel ISMCTSBot",
                ours=round(found["ours"]),
                peer=round(found["peer"]),
                ratio=round(ratio, 2),
                **({} if bar is None else {"bar": bar, "met": ratio >= bar}),
            )


if __name__ == "__main__":
    main()
