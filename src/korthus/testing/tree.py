"""Whole game trees of tiny decks: counting them, and every world that a seat must reckon with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from korthus.core.draws import Given, draws, wanted
from korthus.core.protocol import CHANCE, AnyGame, visible

encode = msgspec.json.encode


class TreeCount(msgspec.Struct, frozen=True):
    """The nodes of a game tree by kind; ``cut`` counts those below the depth that was looked at."""

    chance: int = 0
    decision: int = 0
    terminal: int = 0
    cut: int = 0

    def __add__(self, other: TreeCount) -> TreeCount:
        return TreeCount(
            self.chance + other.chance,
            self.decision + other.decision,
            self.terminal + other.terminal,
            self.cut + other.cut,
        )


class World(msgspec.Struct, frozen=True):
    """A possible state, and the number of ordered draws that lead to it."""

    state: Any
    weight: int


def next_worlds(game: AnyGame, state: Any) -> tuple[World, ...]:
    """At a chance node: every different state that the deal can lead to, with the weight of each."""
    found: dict[bytes, World] = {}
    for cards, ways in draws(*wanted(game, state)):
        after = game.apply(state, game.draw(state, Given(cards))).state
        key = encode(after)
        known = found.get(key)
        found[key] = World(after, ways + (known.weight if known else 0))
    return tuple(found.values())


def tree_count(
    game: AnyGame, state: Any = None, *, seats: int | None = None, depth: int | None = None
) -> TreeCount:
    """Count the tree below a state (the first one if None): nodes of chance, of decision, and ends.

    Deals that lead to equal states are one branch; actions never are. With a ``depth``, nodes that many
    steps down are counted in ``cut`` without looking at them (their number follows from the lists above).
    """
    known: dict[tuple[bytes, int | None], TreeCount] = {}

    def count(node: Any, left: int | None) -> TreeCount:
        key = encode(node), left
        if key not in known:
            known[key] = expand(node, left)
        return known[key]

    def expand(node: Any, left: int | None) -> TreeCount:
        actor = game.to_act(node)
        if actor is None:
            return TreeCount(terminal=1)
        below = None if left is None else left - 1
        if actor == CHANCE:
            total, children = TreeCount(chance=1), [world.state for world in next_worlds(game, node)]
        else:
            legal = game.legal_actions(node)
            if below == 0:
                return TreeCount(decision=1, cut=len(legal))
            total, children = TreeCount(decision=1), [game.apply(node, action).state for action in legal]
        if below == 0:
            return total + TreeCount(cut=len(children))
        for child in children:
            total += count(child, below)
        return total

    return count(game.new(seats) if state is None else state, depth)


def one_way(state: Any, action: Any) -> int:
    """For decks without equal cards: an action is done in one way."""
    return 1


def possible_worlds(
    game: AnyGame,
    actions: Sequence[Any],
    seat: int | None,
    *,
    seats: int | None = None,
    ways: Callable[[Any, Any], int] = one_way,
) -> tuple[World, ...]:
    """Every state that a chair must reckon with after ``actions`` (the deals among them included).

    Found by brute force, for tiny decks: everything that could have been dealt, or done by others, is tried,
    and kept if the chair would have seen and been told the same. The weights say how likely each world is
    when nothing is inferred from how others choose: what ``game.sample`` promises.

    Args:
        ways: where equal cards exist, how many choices of cardboard an action stands for in a state. Playing
            a nine from a hand with two of them is twice as likely as from a hand with one.
    """
    truth = game.new(seats)
    worlds: dict[bytes, World] = {encode(truth): World(truth, 1)}
    for action in actions:
        actor = game.to_act(truth)
        step = game.apply(truth, action)
        truth = step.state
        seen, told = encode(game.view(truth, seat)), encode(visible(step.events, seat))
        after: dict[bytes, World] = {}
        for world in worlds.values():
            if actor == CHANCE:
                children = next_worlds(game, world.state)
            else:
                tried = (action,) if actor == seat else game.legal_actions(world.state)
                children = _done(game, world.state, tried, seat, told, ways)
            for child in children:
                if encode(game.view(child.state, seat)) != seen:
                    continue
                key = encode(child.state)
                known = after.get(key)
                weight = world.weight * child.weight + (known.weight if known else 0)
                after[key] = World(child.state, weight)
        worlds = after
    return tuple(worlds.values())


def _done(
    game: AnyGame,
    state: Any,
    actions: Sequence[Any],
    seat: int | None,
    told: bytes,
    ways: Callable[[Any, Any], int],
) -> tuple[World, ...]:
    """Where some actions lead, as far as the chair is told the same."""
    steps = [(game.apply(state, action), ways(state, action)) for action in actions]
    return tuple(
        World(step.state, weight) for step, weight in steps if encode(visible(step.events, seat)) == told
    )
