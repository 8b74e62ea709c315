"""A best response found the slow way: position by position through the engine, over all deals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

from tests.solve.lines import Moment, deal, pairs, say

from korthus.games.mus.cards import Hand
from korthus.games.mus.game import Mus
from korthus.games.mus.view import make_view
from korthus.solve.mus.hand_game import MusHand

#: What a seat does at a moment: the chance of each word.
Plays = Callable[[Moment], dict[str, float]]


class World(NamedTuple):
    """A deal at some moment, with its chance and how likely both seats have come there."""

    moment: Moment
    weight: float


def worlds(hand: MusHand, game: Mus) -> list[World]:
    """All deals."""
    hands = hand.hands
    return [World(deal(game, hands.all[a], hands.all[b]), float(hands.chance[a, b])) for a, b in pairs(hand)]


def best(game: Mus, seat: int, there: list[World], plays: Plays) -> float:
    """What a seat gets at most from worlds that look alike in public, the other playing as it does."""
    first = there[0].moment
    if first.over:
        sign = 1 if seat == 0 else -1
        return sum(world.weight * sign * world.moment.stones for world in there)
    words = [str(action) for action in game.legal_actions(first.state)]
    if first.state.turn == seat:
        # Words part the worlds; which word is best is asked for each own hand by itself.
        held: dict[Hand, list[World]] = defaultdict(list)
        for world in there:
            held[world.moment.state.hands[seat]].append(world)
        return sum(
            max(_after(game, seat, mine, word, plays, None) for word in words) for mine in held.values()
        )
    return sum(_after(game, seat, there, word, plays, word) for word in words)


def _after(game: Mus, seat: int, there: list[World], word: str, plays: Plays, played: str | None) -> float:
    parted: dict[object, list[World]] = defaultdict(list)
    for world in there:
        share = 1.0 if played is None else plays(world.moment)[played]
        if share == 0.0:
            continue
        moment = say(game, world.moment, word)
        view = make_view(game.rules, moment.state, None)
        parted[moment.over, view.lance, view.pares, view.juego].append(World(moment, world.weight * share))
    return sum(best(game, seat, worlds, plays) for worlds in parted.values())


def count(game: Mus, moment: Moment) -> int:
    """How many positions there are from a moment on."""
    if moment.over:
        return 1
    return 1 + sum(count(game, say(game, moment, str(word))) for word in game.legal_actions(moment.state))
