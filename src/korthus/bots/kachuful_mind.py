"""How a Kachuful player thinks: the view packed, cards valued, the search run, its findings made readable."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from korthus.bots.advice import Advice, Reason
from korthus.bots.protocol import Budget
from korthus.bots.search import Found, Searched, Settings, search
from korthus.bots.search_tree import Packed
from korthus.games.kachuful import Bid, Kachuful, KachufulView, Phase
from korthus.games.kachuful.actions import KachufulAction
from korthus.kernels import kachuful
from korthus.kernels.kachuful_endgame import ROOM, STACK, solve_worlds
from korthus.kernels.kachuful_hidden import determinise, imagine, pack_view
from korthus.kernels.kachuful_layout import BIDS, ROUND, TURN, WINNER, WON
from korthus.kernels.kachuful_policy import (
    ONE,
    WIDE,
    WORTH,
    actor,
    learn,
    policy,
    rollout,
    utilities,
    utility_of_points,
)
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

#: From so many tricks before the end, worlds are solved instead of searched; from one more if there is time.
SOLVED: Final = 3
#: Worlds that are enough, what a search of so many simulations may take instead, and what counts as time.
_ENOUGH: Final = 2_000
_PATIENCE: Final = Budget(seconds=0.3, simulations=20_000)

#: Rounds that are played, so often, to learn what cards are worth.
_LESSONS: Final = (2_000, 4_000, 8_000)

#: Play-outs for the reasons that go with advice.
_TRIALS: Final = 300


class Mind:
    """What a player knows about a game before it looks at its cards."""

    def __init__(self, game: Kachuful) -> None:
        self._game = game

    def rank(
        self, view: KachufulView, choices: Sequence[KachufulAction], budget: Budget, rng: random.Random
    ) -> list[tuple[KachufulAction, Found]]:
        """What is found about each of the choices, the best first."""
        packed = self._imagine(view, budget, rng)
        codes = [kachuful.encode(self._game, packed, action) for action in choices]
        seed = rng.getrandbits(63)
        if view.phase is Phase.PLAY and len(view.hand) <= SOLVED + _has_time(budget):
            found = _solve(packed, codes, budget, seed)
            order = sorted(range(len(codes)), key=lambda n: (-found[n].value, n))
        else:
            found = search(SEARCHED, packed, int(packed[TURN]), codes, budget, seed, SETTINGS)
            order = sorted(range(len(codes)), key=lambda n: (-found[n].visits, -found[n].value, n))
        return [(choices[n], found[n]) for n in order]

    def advise(
        self, view: KachufulView, choices: Sequence[KachufulAction], budget: Budget, rng: random.Random
    ) -> tuple[Advice, ...]:
        """The choices, the best first, with values in points and reasons."""
        ranked = self.rank(view, choices, budget, rng)
        luck = random.Random(rng.getrandbits(63))
        packed = self._imagine(view, budget, luck)
        point = 1 / (utility_of_points(packed, 1) - utility_of_points(packed, 0))
        return tuple(
            Advice(
                action=action,
                value=(found.value - 0.5) * point,
                error=found.error * point,
                visits=found.visits,
                reasons=(self._reason(view, packed, action, luck),),
            )
            for action, found in ranked
        )

    def _imagine(self, view: KachufulView, budget: Budget, rng: random.Random) -> Packed:
        packed = pack_view(self._game, view, rng)
        worlds = WORLDS if budget.simulations is None else min(WORLDS, max(64, budget.simulations // 2))
        return imagine(packed, worth(self._game, view.seats, view.round), worlds, rng.getrandbits(63))

    def _reason(
        self, view: KachufulView, packed: Packed, action: KachufulAction, rng: random.Random
    ) -> Reason:
        """What the action does, and how often the bid is made after it."""
        seat = int(packed[TURN])
        luck, s, made = stream(rng.getrandbits(63)), np.zeros(WIDE, dtype=np.int64), 0
        for _ in range(_TRIALS):
            determinise(packed, seat, luck, s)
            kachuful.apply(s, kachuful.encode(self._game, packed, action))
            if actor(s) >= 0:
                rollout(s, luck)
            made += int(s[BIDS + seat] == s[WON + seat])
        percent = round(100 * made / _TRIALS)
        if isinstance(action, Bid):
            return Reason("kachuful.advice.bid", {"bid": action.count, "made": percent})
        after = packed.copy()
        kachuful.apply(after, kachuful.encode(self._game, packed, action))
        if not view.trick:
            does = "lead"
        elif len(view.trick) + 1 == view.seats:
            does = "win" if after[WON + seat] > packed[WON + seat] else "duck"
        else:
            does = "head" if after[WINNER] == seat else "duck"
        return Reason(f"kachuful.advice.{does}", {"made": percent})


def _has_time(budget: Budget) -> bool:
    if budget.simulations is not None:
        return budget.simulations >= (_PATIENCE.simulations or 0)
    return (budget.seconds or 0.0) >= (_PATIENCE.seconds or 0.0)


def _solve(packed: Packed, codes: Sequence[int], budget: Budget, seed: int) -> list[Found]:
    """The mean over worlds of what each card comes to when everything is open."""
    luck, s = stream(seed), np.zeros(WIDE, dtype=np.int64)
    stack, values = np.empty(STACK, dtype=np.int64), np.empty(ROOM)
    menu, sums = np.array(codes), np.zeros(2 * len(codes))
    most = _ENOUGH if budget.simulations is None else min(_ENOUGH, budget.simulations)
    end = None if budget.simulations is not None else time.perf_counter() + (budget.seconds or 0.0)
    done = 0
    while done < most and (end is None or not done or time.perf_counter() < end):
        chunk = min(20, most - done)
        solve_worlds(packed, chunk, luck, s, menu, sums, stack, values)
        done += chunk
    return [_mean(code, done, *sums[2 * n : 2 * n + 2].tolist()) for n, code in enumerate(codes)]


def _mean(code: int, number: int, total: float, squares: float) -> Found:
    mean = total / number
    spread = max(0.0, squares / number - mean * mean) / max(number - 1, 1)
    return Found(code, number, mean, spread**0.5)


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
