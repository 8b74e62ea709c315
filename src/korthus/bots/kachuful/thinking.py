"""How a Kachuful player thinks: the view packed, cards valued, the search run, its findings made readable."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from msgspec.structs import replace

from korthus.bots.advice import Advice, Reason, decides, fitted, fitted_to_win
from korthus.bots.kachuful.belief import PROOF, UNASKED, imagine
from korthus.bots.kachuful.company import Company
from korthus.bots.kachuful.endgame import ROOM, STACK, solve_worlds
from korthus.bots.kachuful.explain import ALIKE
from korthus.bots.kachuful.heard import Heard
from korthus.bots.kachuful.learnt import likely_bid, likely_card
from korthus.bots.kachuful.odds import AIM, WIDE, apply
from korthus.bots.kachuful.policy import (
    actor,
    chance_of,
    error_of_chance,
    go_on,
    policy,
    rollout,
    seen,
    utilities,
    utility_of_points,
)
from korthus.bots.kachuful.worlds import FIT, determinise, pack_view
from korthus.bots.known_tables import kernel_refusal
from korthus.bots.protocol import Budget
from korthus.bots.search import Found, Searched, Settings, search
from korthus.bots.search_tree import Packed
from korthus.games.kachuful import Bid, Kachuful, KachufulView, Phase
from korthus.games.kachuful.actions import KachufulAction
from korthus.kernels.kachuful import kernel as kachuful
from korthus.kernels.kachuful.layout import BID, BIDS, TO_BID, TURN, WINNER, WON
from korthus.kernels.rng import stream

SEARCHED: Final = Searched(
    size=WIDE,
    room=kachuful.MAX_LEGAL,
    actor=actor,
    legal=kachuful.legal,
    apply=apply,
    deal=kachuful.deal,
    determinise=determinise,
    policy=policy,
    rollout=rollout,
    utilities=utilities,
    go_on=go_on,
    seen=seen,
)

#: As long as the others act like the sensible seat (``ALIKE``), it speaks for them, and the next choices of
#: the player are searched: the weight of curiosity (utilities are 0 to 1), the visits before a moment is
#: searched, the choices that the tree holds (``bench/constants.py``: kachuful.exploration, .trust, .depth).
FOLLOWED: Final = Settings(exploration=0.3, trust=8, follow=True, depth=3, paired=True)
#: A bid is a plan for the whole round.
FOLLOWED_BID: Final = FOLLOWED._replace(depth=Settings().depth)
#: Else the learnt seat plays every choice out for everybody: deeper trees gained nothing that could be seen
#: in trials with ``python -m bench.choices_kachuful`` (docs/search.md).
PLAYED_OUT: Final = FOLLOWED._replace(depth=1)
#: The weight of the learnt seat's opinion: utility for each unit of the logarithm of its chance, and what is
#: added to it, divided by the number of play-outs: the fewer they are, the less do they say. Measured with
#: ``python -m bench.opinion_kachuful`` (docs/search.md).
_OPINION: Final = 0.01
_OPINION_OF_FEW: Final = 2.0

#: Rounds at the end of a game in which the chance to win it counts; before them points count, and always in
#: the first round, when nobody is ahead yet (``bench/constants.py``: kachuful.last_rounds).
_LAST_ROUNDS: Final = 3

# How many worlds are imagined: one for each _A_WORLD simulations up to _MANY_WORLDS, then one for each
# _ANOTHER_WORLD; always between _FEWEST and _MOST. By the clock: what a _PART of the time allows.
# ``bench/constants.py`` says what more of them tell and cost (kachuful.worlds).
_A_WORLD: Final = 4
_MANY_WORLDS: Final = 1_024
_ANOTHER_WORLD: Final = 128
_FEWEST, _MOST = 64, 4_096
_PART: Final = 1 / 5

#: Tricks before the end of a round from which worlds are solved instead of searched. In matches two are as
#: strong as searching on (docs/search.md; ``python -m bench.strength_kachuful`` plays such matches).
SOLVED: Final = 2
#: The most worlds that are solved for one choice: then the standard error of a utility, which lies between 0
#: and 1, is 0.011 at most (0.5 / the root of 2,000).
_ENOUGH: Final = 2_000

#: Play-outs for the reasons that go with advice: the standard error of a percentage is 3 points at most.
_TRIALS: Final = 300


class Ranking(NamedTuple):
    """What was found about each choice, the best first, and the packed view with the worlds of the search."""

    found: list[tuple[KachufulAction, Found]]
    packed: Packed


class Mind:
    """The thinking of a player at one table: what each choice in a view is worth, and which is the best."""

    def __init__(self, game: Kachuful, *, reads: bool = False, heard: Heard | None = None) -> None:
        """Think about a game.

        Args:
            heard: what the seat was told; it may hear more later. Without it each round is a first one.
            reads: whether the cards that players play who are not like the sensible seat tell something about
                those they hold; their bids do in any case.
        """
        self._game = game
        self._reads = reads
        self._heard = heard or Heard()
        self._company = Company(game)

    def rank(
        self,
        view: KachufulView,
        choices: Sequence[KachufulAction],
        budget: Budget,
        rng: random.Random,
        *,
        for_points: bool = False,
        most: int | None = None,
    ) -> Ranking:
        """Search the choices in worlds that fit what is seen.

        Args:
            for_points: play the last rounds for points, too, not for the chance to win the game.
            most: play-outs by the learnt seat that are enough, whatever the budget allows, among players who
                have shown that they are not like the sensible seat.
        """
        start = time.perf_counter()
        packed = self._imagine(view, budget, rng)
        if not for_points and self.plays_to_win(view):
            packed[AIM] = len(view.schedule) - view.round + 1
        if budget.seconds is not None:
            # What imagining took is part of the time.
            spent = time.perf_counter() - start
            budget = Budget(seconds=max(budget.seconds - spent, budget.seconds / 2))
        codes = [kachuful.encode(self._game, packed, action) for action in choices]
        seed = rng.getrandbits(63)
        alike = bool(packed[FIT] >= ALIKE)
        if view.phase is Phase.PLAY and len(view.hand) <= SOLVED and not alike:
            found = _solve(packed, codes, budget, seed)
            order = sorted(range(len(codes)), key=lambda n: (-found[n].value, n))
        else:
            followed = FOLLOWED_BID if view.phase is Phase.BID else FOLLOWED
            settings = followed if alike else PLAYED_OUT
            if (
                most is not None
                and not alike
                and (packed[FIT] != UNASKED or self._is_sensible(view) is False)
            ):
                budget = Budget(simulations=most)
            found = search(SEARCHED, packed, int(packed[TURN]), codes, budget, seed, settings)
            merits = [float(each.visits) for each in found] if alike else _merits(packed, found)
            order = sorted(range(len(codes)), key=lambda n: (-merits[n], -found[n].value, n))
        return Ranking([(choices[n], found[n]) for n in order], packed)

    def advise(
        self, view: KachufulView, choices: Sequence[KachufulAction], budget: Budget, rng: random.Random
    ) -> tuple[Advice, ...]:
        """The choices, the best first, with values in points and reasons."""
        ranked, packed = self.rank(view, choices, budget, rng, for_points=True)
        luck = random.Random(rng.getrandbits(63))
        point = 1 / (utility_of_points(packed, 1) - utility_of_points(packed, 0))
        return fitted(
            [
                Advice(
                    action=action,
                    value=(found.value - 0.5) * point,
                    error=found.error * point,
                    visits=found.visits,
                    reasons=(self._reason(view, packed, action, luck),),
                )
                for action, found in ranked
            ]
        )

    def plays_to_win(self, view: KachufulView) -> bool:
        """Whether the chance to win the game counts now, not points."""
        return view.round > 1 and len(view.schedule) - view.round < _LAST_ROUNDS

    def hint(
        self, view: KachufulView, choices: Sequence[KachufulAction], budget: Budget, rng: random.Random
    ) -> tuple[Advice, ...]:
        """The choices by what they do for winning the game, the one that is played first.

        They have values in points all the same.
        """
        advice = self.advise(view, choices, budget, rng)
        points = {each.action: each for each in advice}
        ranked, packed = self.rank(view, choices, budget, rng)
        scale = utility_of_points(packed, 1) - 0.5
        made = []
        for action, found in ranked:
            known = points[action]
            chance = chance_of(found.value, 0.5 + scale * known.value) if found.visits else 0.0
            error = error_of_chance(found.error)
            made.append(replace(known, visits=found.visits, chance=chance, chance_error=error))
        return fitted_to_win(made) if decides(made) else advice

    def _is_sensible(self, view: KachufulView) -> bool | None:
        """Whether the others were sensible in the rounds before this one; None if that cannot be told."""
        assert view.seat is not None  # only a seat thinks
        return self._company.is_sensible(self._heard.rounds_before(view.round), view.seat)

    def _imagine(self, view: KachufulView, budget: Budget, rng: random.Random) -> Packed:
        refusal = kernel_refusal(self._game, view.seats)
        if refusal is not None:  # compiled code does not look where it writes
            raise ValueError(refusal)
        packed = pack_view(self._game, view, rng)
        seed = rng.getrandbits(63)
        proof = 0 if self._is_sensible(view) else PROOF
        if budget.simulations is not None:
            worlds = min(budget.simulations // _A_WORLD, _MANY_WORLDS)
            worlds = max(worlds, budget.simulations // _ANOTHER_WORLD)
            return imagine(packed, min(_MOST, max(_FEWEST, worlds)), seed, proof, self._reads)
        start = time.perf_counter()
        few = imagine(packed, _FEWEST, seed, proof, self._reads)
        took = max(time.perf_counter() - start, 1e-6)
        worlds = min(_MOST, int(((budget.seconds or 0.0) * _PART / took - 1) * _FEWEST))
        return imagine(packed, worlds, seed, proof, self._reads) if worlds > _FEWEST else few

    def _reason(
        self, view: KachufulView, packed: Packed, action: KachufulAction, rng: random.Random
    ) -> Reason:
        """What the action does, and how often the bid is made after it."""
        seat = int(packed[TURN])
        luck, s, made = stream(rng.getrandbits(63)), np.zeros(WIDE, dtype=np.int64), 0
        for _ in range(_TRIALS):
            determinise(packed, seat, luck, s)
            apply(s, kachuful.encode(self._game, packed, action))
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


def _merits(packed: Packed, found: Sequence[Found]) -> list[float]:
    """What was found and what the learnt seat thinks, together."""
    s = packed[:WIDE].copy()
    likely = [
        likely_bid(s, each.action - BID) if s[TO_BID] else likely_card(s, 1 << each.action) for each in found
    ]
    weight = _OPINION + _OPINION_OF_FEW / max(1, sum(each.visits for each in found))
    return [
        each.value + weight * like if each.visits else -np.inf
        for each, like in zip(found, likely, strict=True)
    ]


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
