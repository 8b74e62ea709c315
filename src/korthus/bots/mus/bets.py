"""One lance of Mus as a small betting game, solved: how a sensible player bets each of the 330 hands.

The lance stands alone, stones count evenly, and órdago is a bet of as many stones as the match is worth.
There are two sizes of a first bet, one raise that can be made twice, and órdago. Regret matching in the form
of CFR+ (Tammelin 2014) on all hands of both seats finds mixed strategies close to an equilibrium.

Nodes are numbers: 0 the mano speaks, 1 the other after a pass; then 12 in which a bet is answered, by who
opened, with which size, and how often it was raised; then órdago as an opening, and over each of the 12.
Children have higher numbers than their parents.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from korthus.kernels.compiled import compiled

Reals = npt.NDArray[np.float64]
Wholes = npt.NDArray[np.int64]

HANDS: Final = 330
NODES: Final = 28
#: Pass or refuse, accept, the small bet or the raise, the large bet, órdago.
MOVES: Final = 5
GIVE, TAKE, BET, LARGE, ALL_IN = range(MOVES)

#: The first nodes of a kind.
ANSWERS: Final = 2
OPENED_ALL_IN: Final = 14
ALL_IN_OVER: Final = 16
#: Raises that are told apart.
STEPS: Final = 3

#: What a table makes of the game: an array that ``terms.Terms`` fills by asking the rules. First the amounts
#: that the model plays with (0 for one that is not played), órdago as stones;
SMALL_SIZE, LARGE_SIZE, RAISE_SIZE, ALL_IN_SIZE = range(4)
#: then the stake of each of the 12 answers, and by node what a refusal gives;
STAKES: Final = 4
DEJES: Final = STAKES + 4 * STEPS
#: then by node and move 1 if it is there to be made;
OFFERED: Final = DEJES + NODES
#: then by node, move and the value of the hand (0 to 3) what the one who wins by it, or is refused, makes.
PRIZES: Final = OFFERED + NODES * MOVES
VALUES: Final = 4
TERMS: Final = PRIZES + NODES * MOVES * VALUES


@compiled
def actor_of(node: int) -> int:
    """Who acts: 0 for the mano, 1 for the other."""
    if node < ANSWERS:
        return node
    if node < OPENED_ALL_IN:
        place = node - ANSWERS
        return 1 - (place // (2 * STEPS) + place % STEPS) % 2
    if node < ALL_IN_OVER:
        return 1 - (node - OPENED_ALL_IN)
    return 1 - actor_of_answer(node - ALL_IN_OVER)


@compiled
def actor_of_answer(place: int) -> int:
    """The same for one of the 12 answers, by its place."""
    return 1 - (place // (2 * STEPS) + place % STEPS) % 2


@compiled
def stake_of(terms: Reals, place: int) -> float:
    """What is bet where one of the 12 answers is due."""
    return terms[STAKES + place]


@compiled
def deje_of(terms: Reals, node: int) -> float:
    """What the bettor takes if the bet is refused."""
    return terms[DEJES + node]


@compiled
def exists(terms: Reals, node: int, move: int) -> bool:
    """Whether a move is there to be made."""
    return terms[OFFERED + node * MOVES + move] > 0.0


@compiled
def child_of(node: int, move: int) -> int:
    """Where a move leads; -1 where it ends the lance."""
    if node < ANSWERS:
        if move == GIVE:
            return 1 if node == 0 else -1
        if move == ALL_IN:
            return OPENED_ALL_IN + node
        return ANSWERS + (2 * node + (move == LARGE)) * STEPS
    if move == BET:
        return node + 1
    if move == ALL_IN:
        return node - ANSWERS + ALL_IN_OVER
    return -1


@compiled
def _end(
    terms: Reals,
    node: int,
    move: int,
    me: int,
    order: Wholes,
    ranks: Wholes,
    worth: Wholes,
    came: Reals,
    out: Reals,
) -> None:
    """What the end of the lance brings each of my hands, against what came to it of the other's.

    ``order`` lists the hands that can be here by their rank. ``came`` is how likely each hand of the other
    gets to the end, ``out`` takes the results.
    """
    number = len(order)
    prizes = PRIZES + (node * MOVES + move) * VALUES
    if move == GIVE and node != 1:
        total = 0.0
        lost = 0.0
        for place in range(number):
            hand = order[place]
            total += came[hand]
            lost += came[hand] * terms[prizes + worth[hand]]
        mine = actor_of(node) == me
        for place in range(number):
            hand = order[place]
            out[move, hand] = -lost if mine else terms[prizes + worth[hand]] * total
        return
    lost = 0.0
    for place in range(number):
        hand = order[place]
        lost += came[hand] * terms[prizes + worth[hand]]
    won = 0.0
    start = 0
    while start < number:
        end = start
        same = 0.0
        paid = 0.0
        while end < number and ranks[order[end]] == ranks[order[start]]:
            hand = order[end]
            same += came[hand]
            paid += came[hand] * terms[prizes + worth[hand]]
            end += 1
        if me == 0:  # the mano wins ties
            won += same
            lost -= paid
        for place in range(start, end):
            hand = order[place]
            out[move, hand] = won * terms[prizes + worth[hand]] - lost
        if me == 1:
            won += same
            lost -= paid
        start = end


@compiled
def _match_regrets(terms: Reals, order: Wholes, regrets: Reals, now: Reals) -> None:
    for node in range(NODES):
        there = 0
        moves = 0
        for move in range(MOVES):
            if exists(terms, node, move):
                there |= 1 << move
                moves += 1
        for place in range(len(order)):
            hand = order[place]
            total = 0.0
            for move in range(MOVES):
                total += regrets[node, move, hand]
            even = 1.0 / moves
            share = 1.0 / total if total > 0.0 else 0.0
            for move in range(MOVES):
                if there >> move & 1:
                    now[node, move, hand] = regrets[node, move, hand] * share if total > 0.0 else even


@compiled
def solve(
    terms: Reals,
    order: Wholes,
    ranks: Wholes,
    worth: Wholes,
    prior: Reals,
    rounds: int,
    regrets: Reals,
    now: Reals,
    total: Reals,
    theirs: Reals,
    mine: Reals,
    values: Reals,
    out: Reals,
    came: Reals,
) -> None:
    """Play so many rounds of regret matching; ``total`` takes the sum of the strategies, later ones heavier.

    ``prior`` says how likely each hand of the mano and of the other is. The arrays after ``rounds`` are work
    space: ``regrets``, ``now``, ``total`` of nodes, moves and hands, the next three of nodes and hands,
    ``out`` of moves and hands, ``came`` of hands.
    """
    for round_ in range(rounds):
        for me in range(2):
            _match_regrets(terms, order, regrets, now)
            for place in range(len(order)):
                hand = order[place]
                theirs[0, hand] = prior[1 - me, hand]
                mine[0, hand] = 1.0
                for node in range(1, NODES):
                    theirs[node, hand] = 0.0
                    mine[node, hand] = 0.0
            for node in range(NODES):
                for move in range(MOVES):
                    child = child_of(node, move)
                    if child < 0 or not exists(terms, node, move):
                        continue
                    own = actor_of(node) == me
                    for place in range(len(order)):
                        hand = order[place]
                        chance = now[node, move, hand]
                        theirs[child, hand] = theirs[node, hand] * (1.0 if own else chance)
                        mine[child, hand] = mine[node, hand] * (chance if own else 1.0)
            for back in range(NODES):
                node = NODES - 1 - back
                own = actor_of(node) == me
                for place in range(len(order)):
                    values[node, order[place]] = 0.0
                for move in range(MOVES):
                    if not exists(terms, node, move):
                        continue
                    child = child_of(node, move)
                    if child >= 0:
                        for place in range(len(order)):
                            out[move, order[place]] = values[child, order[place]]
                    else:
                        for place in range(len(order)):
                            hand = order[place]
                            came[hand] = theirs[node, hand] * (1.0 if own else now[node, move, hand])
                        _end(terms, node, move, me, order, ranks, worth, came, out)
                    for place in range(len(order)):
                        hand = order[place]
                        values[node, hand] += out[move, hand] * (now[node, move, hand] if own else 1.0)
                if own:
                    for move in range(MOVES):
                        if exists(terms, node, move):
                            for place in range(len(order)):
                                hand = order[place]
                                gain = regrets[node, move, hand] + out[move, hand] - values[node, hand]
                                regrets[node, move, hand] = max(0.0, gain)
                                share = mine[node, hand] * now[node, move, hand]
                                total[node, move, hand] += (round_ + 1) * share
