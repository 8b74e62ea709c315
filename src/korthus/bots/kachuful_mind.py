"""How a Kachuful player thinks: the view packed, cards valued, the search run, its findings made readable."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

import numpy as np

from korthus.bots.advice import Advice
from korthus.bots.protocol import Budget
from korthus.bots.search import Found, Searched, Settings, search
from korthus.bots.search_tree import Packed
from korthus.games.kachuful import Kachuful, KachufulView, Phase
from korthus.games.kachuful.actions import KachufulAction
from korthus.kernels import kachuful
from korthus.kernels.kachuful_hidden import determinise, pack_view
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

#: A bid is tried against what others are likely to bid, not against every bid there is.
BIDDING: Final = Settings(exploration=0.5, depth=1)
PLAYING: Final = Settings(exploration=0.5, trust=8)

#: Rounds that are played, so often, to learn what cards are worth.
_LESSONS: Final = (2_000, 4_000, 8_000)


class Mind:
    """What a player knows about a game before it looks at its cards."""

    def __init__(self, game: Kachuful) -> None:
        self._game = game
        self._worths: dict[tuple[int, int, bool], Packed] = {}

    def rank(
        self, view: KachufulView, choices: Sequence[KachufulAction], budget: Budget, rng: random.Random
    ) -> tuple[Advice, ...]:
        """The choices, the best first."""
        assert view.seat is not None  # only a seat has choices
        packed = self._pack(view, rng)
        codes = [kachuful.encode(self._game, packed, action) for action in choices]
        settings = BIDDING if view.phase is Phase.BID else PLAYING
        found = search(SEARCHED, packed, view.seat, codes, budget, rng.getrandbits(63), settings)
        order = sorted(range(len(codes)), key=lambda n: (-found[n].visits, -found[n].value, n))
        return tuple(_advice(choices[n], found[n]) for n in order)

    def _pack(self, view: KachufulView, rng: random.Random) -> Packed:
        packed = pack_view(self._game, view, rng)
        trump = view.trump is not None and view.trump.suit is not None
        key = (view.seats, view.cards, trump)
        if key not in self._worths:
            self._worths[key] = self._learn(view)
        packed[WORTH : WORTH + 32] = self._worths[key]
        return packed

    def _learn(self, view: KachufulView) -> Packed:
        s = np.zeros(WIDE, dtype=np.int64)
        s[: kachuful.SIZE] = kachuful.pack(self._game, self._game.new(view.seats))
        s[ROUND] = view.round
        s[WORTH : WORTH + 32] = ONE // view.seats
        luck, held = stream(view.cards, view.seats), np.empty(32, dtype=np.int64)
        for rounds in _LESSONS:
            learn(s, view.cards, rounds, luck, held)
        return s[WORTH : WORTH + 32].copy()


def _advice(action: KachufulAction, found: Found) -> Advice:
    return Advice(action=action, value=found.value, error=found.error, visits=found.visits)
