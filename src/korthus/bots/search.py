"""One search for every game: information sets, sampled worlds, each seat out for itself.

The search knows no game. A kernel lends it some compiled functions (``Searched``); with them it draws a world
that the seat's view allows, walks down a tree of what everybody may see, plays the rest out by the kernel's
policy, and gives every node on the way the utility of the seat that chose it. That is single-observer
information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012) for any number of seats: in each
world only some actions exist, so a node counts how often it could be chosen, not only how often it was.

Four things are ours. A new information set first follows the policy and is searched only when it has been
visited ``trust`` times, for until then a random reply says less than a sensible one. Where the policy is how
the others play, it may speak for them throughout (``follow``); then the tree holds the seat's own choices
only, and those that look alike to it (``seen``) are one, so that the search sees further. The actions of the
root may be tried in the same worlds (``paired``). And luck inside the horizon is left out of the tree:
whatever is dealt, the node is the same.

The functions are passed as Numba's first-class functions. So the loop is compiled once for all games, and the
compiled form on disk serves every later process.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np

from korthus.bots.protocol import Budget
from korthus.bots.search_tree import FREE, LENT, LONGEST, MOST_SEATS, STATS, Packed, Values, simulate, slot_of
from korthus.kernels.compiled import Lent, compiled
from korthus.kernels.rng import Stream, stream


class Searched(NamedTuple):
    """A game as the search sees it: compiled functions on a packed state ``s`` of ``size`` words.

    The horizon is where the search looks no further: the end of a round, say. There ``actor`` answers -2.
    """

    #: Words of a packed state, and the longest legal list.
    size: int
    room: int
    #: ``actor(s)``: the seat to act, -1 for chance, -2 at the horizon.
    actor: Callable[[Packed], int]
    #: ``legal(s, out)`` writes the legal actions and returns how many there are.
    legal: Callable[[Packed, Packed], int]
    #: ``apply(s, action)``, unchecked.
    apply: Callable[[Packed, int], None]
    #: ``deal(s, rng)`` where chance is to act.
    deal: Callable[[Packed, Stream], None]
    #: ``determinise(view, seat, rng, s)`` writes a world that the seat's packed view allows.
    determinise: Callable[[Packed, int, Stream, Packed], None]
    #: ``policy(s, rng)``: a sensible action of the seat to act, with some luck in it.
    policy: Callable[[Packed, Stream], int]
    #: ``rollout(s, rng)`` plays by the policy, or something quicker like it, to the horizon.
    rollout: Callable[[Packed, Stream], None]
    #: ``utilities(s, out)`` writes how well each seat did at the horizon, about 0 to 1.
    utilities: Callable[[Packed, Values], None]
    #: Two more where the others may be followed: ``go_on(s, seat, rng)`` lets them until it is the
    #: seat's turn or the horizon is reached, ``seen(s)`` is what the seat to act goes by, as a number.
    go_on: Callable[[Packed, int, Stream], None] | None = None
    seen: Callable[[Packed], int] | None = None


class Settings(NamedTuple):
    """How to search."""

    #: The weight of curiosity against what looks best so far.
    exploration: float = 0.5
    #: Visits of an information set before it is searched; the root always is.
    trust: int = 8
    #: Whether the other seats are taken to play as ``go_on`` does; then only the seat's own choices are
    #: searched.
    follow: bool = False
    #: Choices from the root that the tree holds; what comes after them is played out.
    depth: int = 200
    #: Whether the actions of the root are tried in the same worlds: what one world gives or takes is no
    #: difference between them then.
    paired: bool = False


class Found(NamedTuple):
    """What a search says about one action of the root."""

    action: int
    visits: int
    #: The mean utility of the seat that chooses, and its standard error.
    value: float
    error: float


#: Worlds of a seat for which no simulation was made have no error; this stands for "not known".
UNKNOWN: Final = float("inf")

# The numbers below bound memory and waiting; ``bench/constants.py`` measures both (search.nodes).

#: The most nodes of a tree: 12 MiB. When they are used up, the tree grows no more but the search goes on.
MOST_NODES: Final = 1 << 17

#: Nodes that there is room for, by simulation. Without followers a simulation adds one; where the others
#: follow it can add several, but adds 0.2 in Kachuful and 1.3 in Mulle on average.
_NODES: Final = 2

#: How many simulations one call makes at most, so that Ctrl-C is heard: a tenth of a second.
_AT_ONCE: Final = 20_000
#: Between two looks at the clock, in seconds: a 300th of the longest budget of a level (1.5 s).
_GLANCE: Final = 0.005


@cache
def _lent(game: Searched) -> tuple[Any, Any, Any, Any, Any, Any, Any, Any, Any, Any]:
    asked = game._replace(go_on=game.go_on or _nobody_follows, seen=game.seen or game.actor)
    actor, legal, apply, deal, determinise, policy, *rest = map(Lent, asked[2:], LENT)
    rollout, utilities, go_on, seen = rest
    return actor, legal, apply, deal, determinise, policy, rollout, utilities, go_on, seen


@compiled
def _nobody_follows(s: Packed, seat: int, rng: Stream) -> None:
    """Stands for ``go_on`` where it is not asked."""


class Search:
    """A search of one position. ``run`` may be called again and goes on with the same tree."""

    def __init__(
        self,
        game: Searched,
        view: Packed,
        seat: int,
        seed: int,
        *,
        settings: Settings | None = None,
        nodes: int = MOST_NODES,
    ) -> None:
        """Begin; the same seed and as many simulations find the same.

        Args:
            view: what the seat knows, packed as the game's ``determinise`` reads it.
            nodes: as many as the tree may have.
        """
        if settings and settings.follow and (game.go_on is None or game.seen is None):
            raise ValueError("this game does not say how others follow the policy and what a seat has seen")
        slots = 1 << (2 * max(nodes, 2) - 1).bit_length()
        self.simulations = 0
        self._game = game
        self._view = view
        self._seat = seat
        self._settings = settings or Settings()
        self._rng = stream(seed)
        self._paired = 1 | seed & (1 << 62) - 1 if self._settings.paired else 0
        self._parents = np.full(slots + 1, FREE, dtype=np.int64)
        self._parents[slots] = slots
        self._actions = np.empty(slots + 1, dtype=np.int64)
        self._stats = np.empty((slots + 1) * STATS + MOST_SEATS, dtype=np.float64)
        self._stats[slots * STATS :] = 0.0
        self._state = np.zeros(game.size, dtype=np.int64)
        self._scratch = np.zeros(1 + 2 * LONGEST + 3 * game.room, dtype=np.int64)

    def run(self, simulations: int) -> None:
        """Make more simulations."""
        settings = self._settings
        for start in range(0, simulations, _AT_ONCE):
            number = min(_AT_ONCE, simulations - start)
            simulate(
                *_lent(self._game),
                self._view,
                self._seat,
                number,
                settings.exploration,
                settings.trust,
                settings.follow,
                min(settings.depth, LONGEST),
                self._paired,
                self._rng,
                self._parents,
                self._actions,
                self._stats,
                self._state,
                self._scratch,
            )
            self.simulations += number

    def run_for(self, seconds: float) -> None:
        """Simulate for about so long."""
        start = time.perf_counter()
        chunk = 16
        while (now := time.perf_counter()) < start + seconds:
            self.run(chunk)
            took = time.perf_counter() - now
            chunk = max(1, min(_AT_ONCE, int(chunk * min(4.0, _GLANCE / max(took, 1e-6)))))

    def found(self, action: int) -> Found:
        """What is known about an action of the root."""
        root = len(self._parents) - 1
        slot = slot_of(self._parents, self._actions, root, action)
        if self._parents[slot] == FREE:
            return Found(action, 0, 0.0, UNKNOWN)
        visits, _, total, squares = self._stats[slot * STATS : slot * STATS + 4].tolist()
        mean = total / visits
        if visits < 2:
            return Found(action, int(visits), mean, UNKNOWN)
        spread = max(0.0, squares / visits - mean * mean) / (visits - 1)
        return Found(action, int(visits), mean, spread**0.5)


def search(
    game: Searched,
    view: Packed,
    seat: int,
    actions: list[int],
    budget: Budget,
    seed: int,
    settings: Settings | None = None,
) -> list[Found]:
    """What each of a seat's legal actions is worth, in the order given."""
    if budget.simulations is not None:
        nodes = min(MOST_NODES, _NODES * budget.simulations)
        task = Search(game, view, seat, seed, settings=settings, nodes=nodes)
        task.run(budget.simulations)
    else:
        task = Search(game, view, seat, seed, settings=settings)
        task.run_for(budget.seconds or 0.0)
    return [task.found(action) for action in actions]


def most_visited(found: list[Found]) -> Found:
    """The action that the search came back to most often; of equals the better, then the earlier one."""
    return max(found, key=lambda each: (each.visits, each.value))
