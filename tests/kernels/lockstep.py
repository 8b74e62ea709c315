"""Rules and kernel side by side: the same deals and actions through both, compared at each step.

``play(kernel, game, seats, rng, deal_between)`` plays one random game and raises ``Mismatch`` at the first
difference in actor, legal actions (decoded, in order), state or scores. Luck is the kernel's: it deals, the
test's ``deal_between(before, after)`` reads off which deal of the rules that was, and the rules must come to
the same state from it. Now and then the kernel goes on from a freshly packed state, so that conversion is
proven in the middle of everything, not only at the start.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from korthus.core.protocol import CHANCE, Action, AnyGame, State
from korthus.kernels.rng import Stream, stream

Packed = npt.NDArray[np.int64]

#: Which deal of the rules led from the first state to the second.
DealBetween = Callable[[Any, Any], Action]

#: How a kernel names chance and the end where the rules say ``CHANCE`` and None.
DEALING = -1
OVER = -2

#: Mean number of steps between two states that are packed anew; otherwise the kernel goes on from its own.
REPACK = 8


class Kernel(Protocol):
    """The verbs of a kernel; a module has them as functions. ``MAX_LEGAL`` is the longest legal list."""

    SIZE: int
    MAX_LEGAL: int

    def supports(self, rules: Any) -> str | None: ...
    def pack(self, game: Any, state: Any) -> Packed: ...
    def unpack(self, game: Any, packed: Packed) -> State: ...
    def encode(self, game: Any, packed: Packed, action: Any) -> int: ...
    def decode(self, game: Any, packed: Packed, code: int) -> Action: ...
    def actor(self, s: Packed) -> int: ...
    def deal(self, s: Packed, rng: Stream) -> None: ...
    def legal(self, s: Packed, out: Packed) -> int: ...
    def apply(self, s: Packed, action: int) -> None: ...
    def playout(self, s: Packed, rng: Stream) -> None: ...
    def scores(self, s: Packed, out: Packed) -> None: ...


class Mismatch(AssertionError):
    """Rules and kernel differ; the text says in what, and where."""

    def __init__(self, what: str, game: AnyGame, state: State, rules: object, kernel: object) -> None:
        super().__init__(
            f"{what} differ in {game!r} at {game.format_state(state)}\n  rules:  {rules}\n  kernel: {kernel}"
        )


def play(
    kernel: Kernel, game: AnyGame, seats: int, rng: random.Random, deal_between: DealBetween
) -> tuple[int, State]:
    """One random game through both: how many moves the seats made, and the last state.

    Raises:
        Mismatch: the two differ.
    """
    refusal = kernel.supports(game.rules)
    assert refusal is None, refusal
    luck = stream(rng.getrandbits(64))
    room = np.zeros(kernel.MAX_LEGAL, dtype=np.int64)
    state = game.new(seats)
    packed = kernel.pack(game, state)
    moves = 0
    compare(kernel, game, state, packed, room)
    while (actor := game.to_act(state)) is not None:
        if actor == CHANCE:
            kernel.deal(packed, luck)
            action = deal_between(state, kernel.unpack(game, packed))
        else:
            action = rng.choice(game.legal_actions(state))
            kernel.apply(packed, kernel.encode(game, packed, action))
            moves += 1
        state = game.apply(state, action).state
        compare(kernel, game, state, packed, room)
        if rng.randrange(REPACK) == 0:
            packed = kernel.pack(game, state)
            compare(kernel, game, state, packed, room)
    outcome = game.outcome(state)
    assert outcome is not None
    points = np.zeros(seats, dtype=np.int64)
    kernel.scores(packed, points)
    if outcome.scores != tuple(points.tolist()):
        raise Mismatch("scores", game, state, outcome.scores, points)
    return moves, state


def compare(kernel: Kernel, game: AnyGame, state: Any, packed: Packed, room: Packed) -> None:
    """Hold one moment of both against each other; ``room`` is where the kernel lists legal actions.

    Raises:
        Mismatch: the two differ.
    """
    assert packed.shape == (kernel.SIZE,)
    assert packed.dtype == np.int64
    unpacked = kernel.unpack(game, packed)
    if unpacked != state:
        raise Mismatch("states", game, state, state, unpacked)
    actor = game.to_act(state)
    named = DEALING if actor == CHANCE else OVER if actor is None else actor
    if kernel.actor(packed) != named:
        raise Mismatch("actors", game, state, actor, kernel.actor(packed))
    if named < 0:
        return
    legal = game.legal_actions(state)
    codes = room[: kernel.legal(packed, room)].tolist()
    listed = tuple(kernel.decode(game, packed, code) for code in codes)
    if listed != legal:
        raise Mismatch("legal actions", game, state, legal, listed)
    if [kernel.encode(game, packed, action) for action in legal] != codes:
        raise Mismatch("codes", game, state, legal, codes)
