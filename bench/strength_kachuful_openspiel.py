"""Kachuful against OpenSpiel's C++ ISMCTSBot at equal thinking time, on one-round games that both can play.

Four seats, seven cards, spades are trump, points as in ``oh_hell`` (a trick is one point, a bid that is kept
ten more). Two seats are ours, two theirs, and every deal is played both ways. Each bot is asked through its
own state of the same game; legal actions and final scores are compared. OpenSpiel shows the card that made
trump, which ours is not told; and the worlds it samples hold only cards that were really dealt, so it knows
more than it should.

Prints one JSON line: points of a seat of ours ahead of one of theirs, with a 95 % interval.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence
from typing import Any

import pyspiel
from bench.measure import report
from bench.strength_kachuful import interval

from korthus.bots.protocol import Bot, Budget
from korthus.bots.registry import make_bot
from korthus.core.cards import DECK, Card
from korthus.core.chance import FairChance
from korthus.games.kachuful import Bid, Kachuful, KachufulRules, Play

SEATS = 4
CARDS = 7
PEER = pyspiel.load_game(
    f"oh_hell(players={SEATS},num_suits=4,num_cards_per_suit=13,num_tricks_fixed={CARDS})"
)
GAME = Kachuful(KachufulRules.make(None, scoring="point_per_trick", start_cards=CARDS, total_rounds=1))
#: OpenSpiel's order of suits.
SUITS = "CDSH"


def code(card: Card) -> int:
    """OpenSpiel's number of a card: rank first, then suit."""
    name = card.name
    return "23456789TJQKA".index(name[1]) * 4 + SUITS.index(name[0])


def peer_bot(simulations: int, seed: int) -> Any:
    """The C++ bot with random rollouts."""
    policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.ISMCTSBot(seed, evaluator, 10.0, simulations, -1, policy, False, False)


def deal(number: int) -> tuple[Any, Any]:
    """The same deal in both games."""
    state = GAME.new(SEATS)
    state = GAME.apply(state, GAME.draw(state, FairChance.seeded(number))).state
    peer = PEER.new_initial_state()
    peer.apply_action(CARDS)
    peer.apply_action(0)
    for place in range(CARDS):
        for seat in range(SEATS):
            peer.apply_action(code(state.hands[seat][place]))
    held = {card for hand in state.hands for card in hand}
    peer.apply_action(code(next(card for card in DECK if card.name[0] == "S" and card not in held)))
    return state, peer


def play(
    number: int, ours: Sequence[int], budget: Budget, simulations: int, spent: list[float]
) -> list[float]:
    """The points of each seat; ``spent`` grows by the seconds that we and they took."""
    state, peer = deal(number)
    bots: dict[int, Bot] = {seat: make_bot("strong", GAME, f"{number}/{seat}") for seat in ours}
    theirs = {
        seat: peer_bot(simulations, number * SEATS + seat + 1) for seat in range(SEATS) if seat not in ours
    }
    while not peer.is_terminal():
        seat = peer.current_player()
        actions = {
            52 + action.count if isinstance(action, Bid) else code(action.card): action
            for action in GAME.legal_actions(state)
            if isinstance(action, Bid | Play)
        }
        assert seat == GAME.to_act(state)
        assert sorted(actions) == sorted(peer.legal_actions())
        start = time.perf_counter()
        if seat in bots:
            chosen = bots[seat].choose(GAME.view(state, seat), budget)
            number_chosen = next(key for key, action in actions.items() if action == chosen)
            spent[0] += time.perf_counter() - start
        else:
            number_chosen = theirs[seat].step(peer)
            spent[1] += time.perf_counter() - start
        state = GAME.apply(state, actions[number_chosen]).state
        peer.apply_action(number_chosen)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert list(outcome.scores) == peer.returns()
    return [float(each) for each in outcome.scores]


def main() -> None:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--simulations", type=int, default=2_000, help="of OpenSpiel's bot, for each move")
    parser.add_argument("--seconds", type=float, default=0.04, help="of ours, for each move")
    args = parser.parse_args()
    leads, spent = [], [0.0, 0.0]
    for number in range(1, args.deals + 1):
        lead = 0.0
        for ours in ((0, 2), (1, 3)):
            points = play(number, ours, Budget(seconds=args.seconds), args.simulations, spent)
            mine = statistics.fmean(points[seat] for seat in ours)
            others = statistics.fmean(points[seat] for seat in range(SEATS) if seat not in ours)
            lead += (mine - others) / 2
        leads.append(lead)
    mean, low, high = interval(leads)
    report(
        "Kachuful: strong v OpenSpiel ISMCTSBot, points of a seat ahead, one round",
        lead=mean,
        interval=[low, high],
        bar=0,
        met=low > 0,
        games=2 * args.deals,
        our_seconds=round(spent[0], 1),
        their_seconds=round(spent[1], 1),
    )


if __name__ == "__main__":
    main()
