"""Search speed on Kachuful against OpenSpiel's C++ ISMCTSBot: simulations per second from a mid-round state.

Four seats, seven cards, nine cards played; one core, both in one run. A simulation of ours draws a world,
walks down the tree and plays the round out by the sensible seat; imagining and weighing the worlds is counted
in, as in every move. Bar: 8 times the peer at 64,000 simulations a move, about a tenth of what ``strongest``
makes. With fewer (``strong`` makes 4,000) imagining weighs more, because worlds are worth more than more
simulations of few; those figures are printed, too. So is the last one: among players whom the sensible seat
does not explain, the learnt seat plays out, a network for every card, in far fewer simulations that say more.
"""

from __future__ import annotations

import random
import time
from typing import Any

import pyspiel
from bench.measure import Turn, rates, report

from korthus.bots.kachuful.players import RulesBot
from korthus.bots.kachuful.thinking import Mind
from korthus.bots.protocol import Budget
from korthus.bots.random import RandomBot
from korthus.core.chance import FairChance
from korthus.games.kachuful import Kachuful, KachufulRules, KachufulView

SEATS = 4
CARDS = 7
PLAYED = 9
POSITIONS = 20
JUDGED = 64_000


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


def ours(simulations: int, *, sensible: bool = True) -> Turn:
    """Our search, one move after the other."""
    game = Kachuful(KachufulRules(start_cards=CARDS))
    views = our_positions(game, sensible)
    mind = Mind(game, reads=True)
    budget = Budget(simulations=simulations)

    def turn(seconds: float) -> int:
        rng = random.Random(1)
        done = 0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            view = views[done // simulations % POSITIONS]
            mind.rank(view, game.choices(view), budget, rng)
            done += simulations
        return done

    return turn


def peer(simulations: int) -> Turn:
    """OpenSpiel's bot with its random rollout evaluator, from states of random play."""
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

    def turn(seconds: float) -> int:
        done = 0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            bot.step(states[done // simulations % POSITIONS])
            done += simulations
        return done

    return turn


def main() -> None:
    """Print one line per number of simulations."""
    for simulations in (1_000, 4_000, JUDGED):
        found = rates({"ours": ours(simulations), "peer": peer(simulations)}, seconds=2.0)
        ratio = found["ours"] / found["peer"]
        bar = {"bar": 8, "met": ratio >= 8} if simulations == JUDGED else {}
        report(
            f"Kachuful search: simulations per second at {simulations} a move against OpenSpiel ISMCTSBot",
            ours=round(found["ours"]),
            peer=round(found["peer"]),
            ratio=round(ratio, 2),
            **bar,
        )
    found = rates({"ours": ours(JUDGED, sensible=False), "peer": peer(JUDGED)}, seconds=2.0)
    report(
        f"Kachuful search: the same at {JUDGED} a move where the learnt seat plays out",
        ours=round(found["ours"]),
        peer=round(found["peer"]),
        ratio=round(found["ours"] / found["peer"], 2),
    )


if __name__ == "__main__":
    main()
