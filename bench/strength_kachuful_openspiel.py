"""Kachuful against OpenSpiel's C++ ISMCTSBot at equal thinking time, on one-round games that both can play.

Four seats, spades are trump, points as in ``oh_hell`` (a trick is one point, a bid that is kept ten more).
Two seats are ours, two theirs, and every deal is played both ways. Each bot is asked through its own state of
the same game; legal actions and final scores are compared. They make a number of simulations a move; ours get
the time that a move of theirs takes on average.

OpenSpiel shows the card that made trump, which ours is not told; and the worlds that its bot samples hold
only cards that were really dealt, so it knows which cards are out of play. With seven cards a seat (24 out of
play) that is a great deal to know; with twelve (4 out of play) next to nothing, so that is the usual game
here. Deals that leave no spade to turn up are passed over.

Prints one JSON line: points of a seat of ours ahead of one of theirs, with a 95 % interval. While it plays,
the standard error shows how far it is.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Sequence
from typing import Any

import pyspiel
from bench.measure import report
from bench.strength_kachuful import interval

from korthus.bots.protocol import Bot, Budget
from korthus.bots.registry import make_bot
from korthus.core.cards import DECK, Card, Suit
from korthus.core.chance import FairChance
from korthus.games.kachuful import Bid, Kachuful, KachufulRules, KachufulState, Play

SEATS = 4
PEER = "oh_hell(players={seats},num_suits=4,num_cards_per_suit=13,num_tricks_fixed={cards})"
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


def our_game(cards: int) -> Kachuful:
    """One round, counted as in OpenSpiel."""
    return Kachuful(KachufulRules.make(None, scoring="point_per_trick", start_cards=cards, total_rounds=1))


def dealt(game: Kachuful, number: int) -> tuple[KachufulState, list[Card]]:
    """A deal, and the spades that are left over."""
    state = game.new(SEATS)
    state = game.apply(state, game.draw(state, FairChance.seeded(number))).state
    held = {card for hand in state.hands for card in hand}
    return state, [card for card in DECK if card.suit is Suit.SPADES and card not in held]


def deal(game: Kachuful, cards: int, number: int) -> tuple[Any, Any]:
    """The same deal in both games."""
    state, spare = dealt(game, number)
    peer = pyspiel.load_game(PEER.format(seats=SEATS, cards=cards)).new_initial_state()
    peer.apply_action(cards)
    peer.apply_action(0)
    for place in range(cards):
        for seat in range(SEATS):
            peer.apply_action(code(state.hands[seat][place]))
    peer.apply_action(code(spare[0]))
    return state, peer


class Clock:
    """How long the moves of both sides took."""

    def __init__(self) -> None:
        self.ours, self.theirs = [0.0], [0.0]

    def budget(self) -> Budget:
        """What a move of theirs takes on average, and what ours have left over or took too much so far."""
        fair = sum(self.theirs) / max(1, len(self.theirs) - 1)
        over = sum(self.ours) - fair * (len(self.ours) - 1)
        return Budget(seconds=min(2 * fair, max(fair / 4, fair - over)))


def play(
    game: Kachuful, cards: int, number: int, ours: Sequence[int], simulations: int, clock: Clock
) -> list[float]:
    """The points of each seat."""
    state, peer = deal(game, cards, number)
    bots: dict[int, Bot] = {seat: make_bot("strong", game, f"{number}/{seat}") for seat in ours}
    theirs = {
        seat: peer_bot(simulations, number * SEATS + seat + 1) for seat in range(SEATS) if seat not in ours
    }
    while not peer.is_terminal():
        seat = peer.current_player()
        actions = {
            52 + action.count if isinstance(action, Bid) else code(action.card): action
            for action in game.legal_actions(state)
            if isinstance(action, Bid | Play)
        }
        assert seat == game.to_act(state)
        assert sorted(actions) == sorted(peer.legal_actions())
        start = time.perf_counter()
        if seat in bots:
            chosen = bots[seat].choose(game.view(state, seat), clock.budget())
            number_chosen = next(key for key, action in actions.items() if action == chosen)
            clock.ours.append(time.perf_counter() - start)
        else:
            number_chosen = theirs[seat].step(peer)
            clock.theirs.append(time.perf_counter() - start)
        state = game.apply(state, actions[number_chosen]).state
        peer.apply_action(number_chosen)
    points = [float(each) for each in state.sheet[0].points]
    assert points == peer.returns()
    return points


def main() -> None:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--simulations", type=int, default=2_000, help="of OpenSpiel's bot, for each move")
    parser.add_argument("--cards", type=int, default=12, help="for each seat")
    parser.add_argument("--first", type=int, default=1, help="the first deal")
    args = parser.parse_args()
    leads, clock, game = [], Clock(), our_game(args.cards)
    numbers = [n for n in range(args.first, args.first + 4 * args.deals + 40) if dealt(game, n)[1]]
    play(
        game, args.cards, numbers[-1], (1, 3), args.simulations, clock
    )  # what they take, and what was compiled
    clock.ours = [0.0]
    for number in numbers[: args.deals]:
        lead = 0.0
        for ours in ((0, 2), (1, 3)):
            points = play(game, args.cards, number, ours, args.simulations, clock)
            mine = statistics.fmean(points[seat] for seat in ours)
            others = statistics.fmean(points[seat] for seat in range(SEATS) if seat not in ours)
            lead += (mine - others) / 2
        leads.append(lead)
        text = f"{len(leads)}/{args.deals}: {lead:+.2f}, so far {statistics.fmean(leads):+.3f}"
        print(text, file=sys.stderr, flush=True)
    mean, low, high = interval(leads)
    report(
        f"Kachuful: strong v OpenSpiel ISMCTSBot, points of a seat ahead, one round of {args.cards} cards",
        lead=mean,
        interval=[low, high],
        bar=0,
        met=low > 0,
        games=2 * args.deals,
        simulations=args.simulations,
        our_milliseconds_a_move=round(1_000 * statistics.fmean(clock.ours[1:]), 1),
        their_milliseconds_a_move=round(1_000 * statistics.fmean(clock.theirs[1:]), 1),
    )


if __name__ == "__main__":
    main()
