"""One lance of Mus as a small betting game, solved: how a sensible player bets each of the 330 hands.

The lance stands alone, stones count evenly, and órdago is a bet of as many stones as the match is worth.
There are two sizes of a first bet, one raise that can be made twice, and órdago. Regret matching in the form
of CFR+ (Tammelin 2014) on all hands of both seats finds mixed strategies close to an equilibrium.

Nodes are numbers: 0 the mano speaks, 1 the other after a pass; then 12 in which a bet is answered, by who
opened, with which size, and how often it was raised; then órdago as an opening, and over each of the 12.
Children have higher numbers than their parents.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from korthus.kernels.compiled import compiled

Reals = npt.NDArray[np.float64]
Wholes = npt.NDArray[np.int64]

#: Hands of the Mus pack that differ: eight ranks, four cards.
HANDS: Final = 330
#: Moments of a lance at which somebody chooses, in the model.
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
        index = node - ANSWERS
        return 1 - (index // (2 * STEPS) + index % STEPS) % 2
    if node < ALL_IN_OVER:
        return 1 - (node - OPENED_ALL_IN)
    return 1 - actor_of_answer(node - ALL_IN_OVER)


@compiled
def actor_of_answer(index: int) -> int:
    """The same for one of the 12 answers, by its index."""
    return 1 - (index // (2 * STEPS) + index % STEPS) % 2


@compiled
def stake_of(terms: Reals, index: int) -> float:
    """What is bet where one of the 12 answers is due."""
    return terms[STAKES + index]


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


class Game(NamedTuple):
    """A lance to be solved."""

    terms: Reals
    #: The hands that can be here, by their rank.
    order: Wholes
    #: By hand: how good it is, and what it is worth.
    ranks: Wholes
    worth: Wholes
    #: How likely each hand of the mano and of the other is.
    prior: Reals


class Work(NamedTuple):
    """Room to solve a lance in: zeros at the beginning."""

    #: By node, move and hand: regrets, the strategy of this round, and the sum of all, later ones heavier.
    regrets: Reals
    now: Reals
    total: Reals
    #: By node and hand: how likely the other's hands, and one's own, are played to it; what it is worth.
    theirs: Reals
    mine: Reals
    values: Reals
    #: By move and hand: what a move is worth. By hand: how likely the other's hands come to an end.
    out: Reals
    came: Reals


@compiled
def _end(game: Game, work: Work, node: int, move: int, me: int) -> None:
    """What the end of the lance brings each of my hands, against what came to it of the other's."""
    order, ranks, worth, terms, came = game.order, game.ranks, game.worth, game.terms, work.came
    number = len(order)
    prizes = PRIZES + (node * MOVES + move) * VALUES
    lost = 0.0
    total = 0.0
    for index in range(number):
        hand = order[index]
        total += came[hand]
        lost += came[hand] * terms[prizes + worth[hand]]
    if move == GIVE and node != 1:
        mine = actor_of(node) == me
        for index in range(number):
            hand = order[index]
            work.out[move, hand] = -lost if mine else terms[prizes + worth[hand]] * total
        return
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
        for index in range(start, end):
            hand = order[index]
            work.out[move, hand] = won * terms[prizes + worth[hand]] - lost
        if me == 1:
            won += same
            lost -= paid
        start = end


@compiled
def _match_regrets(game: Game, work: Work) -> None:
    """The strategy of this round: moves in proportion to what they are regretted, evenly where none is."""
    for node in range(NODES):
        there = 0
        moves = 0
        for move in range(MOVES):
            if exists(game.terms, node, move):
                there |= 1 << move
                moves += 1
        for index in range(len(game.order)):
            hand = game.order[index]
            total = 0.0
            for move in range(MOVES):
                total += work.regrets[node, move, hand]
            even = 1.0 / moves
            share = 1.0 / total if total > 0.0 else 0.0
            for move in range(MOVES):
                if there >> move & 1:
                    work.now[node, move, hand] = (
                        work.regrets[node, move, hand] * share if total > 0.0 else even
                    )


@compiled
def _go_down(game: Game, work: Work, me: int) -> None:
    """How likely the hands of both are played to each node."""
    for index in range(len(game.order)):
        hand = game.order[index]
        work.theirs[0, hand] = game.prior[1 - me, hand]
        work.mine[0, hand] = 1.0
        for node in range(1, NODES):
            work.theirs[node, hand] = 0.0
            work.mine[node, hand] = 0.0
    for node in range(NODES):
        own = actor_of(node) == me
        for move in range(MOVES):
            child = child_of(node, move)
            if child < 0 or not exists(game.terms, node, move):
                continue
            for index in range(len(game.order)):
                hand = game.order[index]
                chance = work.now[node, move, hand]
                work.theirs[child, hand] = work.theirs[node, hand] * (1.0 if own else chance)
                work.mine[child, hand] = work.mine[node, hand] * (chance if own else 1.0)


@compiled
def _value(game: Game, work: Work, node: int, me: int) -> None:
    """What a node and each of its moves are worth to me, its children being known."""
    own = actor_of(node) == me
    for index in range(len(game.order)):
        work.values[node, game.order[index]] = 0.0
    for move in range(MOVES):
        if not exists(game.terms, node, move):
            continue
        child = child_of(node, move)
        if child >= 0:
            for index in range(len(game.order)):
                work.out[move, game.order[index]] = work.values[child, game.order[index]]
        else:
            for index in range(len(game.order)):
                hand = game.order[index]
                work.came[hand] = work.theirs[node, hand] * (1.0 if own else work.now[node, move, hand])
            _end(game, work, node, move, me)
        for index in range(len(game.order)):
            hand = game.order[index]
            work.values[node, hand] += work.out[move, hand] * (work.now[node, move, hand] if own else 1.0)


@compiled
def _learn(game: Game, work: Work, node: int, weight: int) -> None:
    """Take in what the moves at an own node were worth; ``weight`` is that of this round."""
    for move in range(MOVES):
        if not exists(game.terms, node, move):
            continue
        for index in range(len(game.order)):
            hand = game.order[index]
            gain = work.regrets[node, move, hand] + work.out[move, hand] - work.values[node, hand]
            work.regrets[node, move, hand] = max(0.0, gain)
            work.total[node, move, hand] += weight * (work.mine[node, hand] * work.now[node, move, hand])


@compiled
def solve(game: Game, rounds: int, work: Work) -> None:
    """Play ``rounds`` rounds of regret matching; ``work.total`` gets the sum of the strategies."""
    for round_ in range(rounds):
        for me in range(2):
            _match_regrets(game, work)
            _go_down(game, work, me)
            for back in range(NODES):
                node = NODES - 1 - back
                _value(game, work, node, me)
                if actor_of(node) == me:
                    _learn(game, work, node, round_ + 1)
