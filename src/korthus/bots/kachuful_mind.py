"""How a Kachuful player thinks: the view packed, cards valued, the search run, its findings made readable."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from korthus.bots.advice import Advice
from korthus.bots.protocol import Budget
from korthus.bots.search import Found, Searched, Settings, search
from korthus.bots.search_tree import Packed
from korthus.games.kachuful import Kachuful, KachufulView
from korthus.games.kachuful.actions import KachufulAction
from korthus.kernels import kachuful
from korthus.kernels.kachuful_hidden import determinise, imagine, pack_view
from korthus.kernels.kachuful_layout import ROUND
from korthus.kernels.kachuful_policy import ONE, WIDE, WORTH, actor, learn, policy, rollout, utilities
from korthus.kernels.rng import stream

SEARCHED: Final = Searched(
    size=WIDE,
    room=kachuful.MAX_LEGAL,
    actor=actor,
    legal=kachuful.legal,
    apply=kachuful.apply,
    deal=kachuful.deal,
    determinise=determinise,
    policy=policy,
    rollout=rollout,
    utilities=utilities,
)

#: Bids and cards are searched alike.
SETTINGS: Final = Settings(exploration=0.5, trust=8)

#: Worlds that are imagined, and weighed by what the others have bid and played.
WORLDS: Final = 8_192

#: Rounds that are played, so often, to learn what cards are worth.
_LESSONS: Final = (2_000, 4_000, 8_000)


class Mind:
    """What a player knows about a game before it looks at its cards."""

    def __init__(self, game: Kachuful) -> None:
        self._game = game

    def rank(
        self, view: KachufulView, choices: Sequence[KachufulAction], budget: Budget, rng: random.Random
    ) -> tuple[Advice, ...]:
        """The choices, the best first."""
        assert view.seat is not None  # only a seat has choices
        packed = pack_view(self._game, view, rng)
        imagined = WORLDS if budget.simulations is None else min(WORLDS, max(64, budget.simulations // 2))
        packed = imagine(packed, worth(self._game, view.seats, view.round), imagined, rng.getrandbits(63))
        codes = [kachuful.encode(self._game, packed, action) for action in choices]
        found = search(SEARCHED, packed, view.seat, codes, budget, rng.getrandbits(63), SETTINGS)
        order = sorted(range(len(codes)), key=lambda n: (-found[n].visits, -found[n].value, n))
        return tuple(_advice(choices[n], found[n]) for n in order)


@lru_cache(maxsize=1024)
def worth(game: Kachuful, seats: int, number: int) -> Packed:
    """How often each kind of card wins a trick in a round of a game: what ``WORTH`` holds."""
    s = np.zeros(WIDE, dtype=np.int64)
    s[: kachuful.SIZE] = kachuful.pack(game, game.new(seats))
    s[ROUND] = number
    s[WORTH : WORTH + 32] = ONE // seats
    luck, held = stream(number, seats), np.empty(32, dtype=np.int64)
    for rounds in _LESSONS:
        learn(s, game.setup(seats).cards(number), rounds, luck, held)
    return s[WORTH : WORTH + 32].copy()


def _advice(action: KachufulAction, found: Found) -> Advice:
    return Advice(action=action, value=found.value, error=found.error, visits=found.visits)
