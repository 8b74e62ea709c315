"""Hands of Mus played by the engine along a line of the solver's tree, and the other way round."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from korthus.games.mus.actions import Deal
from korthus.games.mus.cards import Hand
from korthus.games.mus.game import Mus
from korthus.games.mus.state import MusState, Phase
from korthus.games.mus.view import make_view
from korthus.solve.mus.hand_game import MusHand


class Moment(NamedTuple):
    """A position of the engine, and all that was said to come there, lance by lance."""

    state: MusState
    said: tuple[tuple[str, ...], ...]

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        return self.state.phase is not Phase.BET

    @property
    def stones(self) -> int:
        """What the mano is ahead."""
        return self.state.stones[0] - self.state.stones[1]


def deal(game: Mus, mine: Hand, theirs: Hand) -> Moment:
    """The beginning of a hand."""
    return Moment(game.apply(game.new(), Deal((*mine, *theirs))).state, ((),))


def say(game: Mus, moment: Moment, word: str) -> Moment:
    """The position after a word."""
    state = game.apply(moment.state, game.parse(word)).state
    said = (*moment.said[:-1], (*moment.said[-1], word))
    if state.phase is Phase.BET and state.lance is not moment.state.lance:
        said = (*said, ())
    return Moment(state, said)


def place(hand: MusHand, game: Mus, moment: Moment) -> tuple[int, int, int]:
    """Where the solver's tree is at a moment of the engine."""
    view = make_view(game.rules, moment.state, None)
    return hand.locate(moment.said, view.pares, view.juego)


def words(hand: MusHand, stage: int, node: int) -> tuple[str, ...]:
    """What the solver lets a seat say."""
    return hand.game.stages[stage].betting.nodes[node].actions


def random_line(hand: MusHand, game: Mus, start: Moment, rng: random.Random) -> list[str]:
    """Words said at random until the hand is over."""
    line, moment = [], start
    while not moment.over:
        stage, _, node = place(hand, game, moment)
        line.append(rng.choice(words(hand, stage, node)))
        moment = say(game, moment, line[-1])
    return line


def tree_stones(hand: MusHand, pair: tuple[int, int], line: Sequence[str]) -> float:
    """What the solver's tree pays to the mano along a line, summed over the stages on the way."""
    game = hand.game
    chance = hand.hands.chance[pair]
    total, stage, instance, node = 0.0, 0, 0, 0
    for word in line:
        spot = game.stages[stage]
        here = spot.betting.nodes[node]
        child = here.children[here.actions.index(word)]
        if child >= 0:
            node = child
            continue
        leaf = ~child
        columns = tuple(list(spot.hands[seat]).index(pair[seat]) for seat in (0, 1))
        if spot.paid[leaf, instance] >= 0:
            total += float(spot.payoffs[spot.paid[leaf, instance]][columns])
        if not spot.betting.goes_on[leaf]:
            break
        instance = instance * spot.betting.ways_on + spot.betting.ways[leaf]
        following = [n for n in game.after[stage] if _holds(hand, n, pair)]
        if not following:
            break
        [stage] = following
        node = 0
    return total / float(chance)


def _holds(hand: MusHand, stage: int, pair: tuple[int, int]) -> bool:
    return all(pair[seat] in hand.game.stages[stage].hands[seat] for seat in (0, 1))


def pairs(hand: MusHand) -> Iterator[tuple[int, int]]:
    """Every pair of hands that can be dealt."""
    ways = hand.hands.ways
    for first in range(len(ways)):
        for second in range(len(ways)):
            if ways[first, second]:
                yield first, second
