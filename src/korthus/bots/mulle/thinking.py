"""How a Mulle player thinks: the view packed, the rond searched or solved, its findings made readable."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Final, cast

import numpy as np

from korthus.bots.advice import Advice
from korthus.bots.mulle.belief import imagine
from korthus.bots.mulle.endgame import Endgame
from korthus.bots.mulle.memory import Memory
from korthus.bots.mulle.policy import (
    ONE,
    ROOM,
    SCALE,
    START,
    WIDE,
    actor,
    apply,
    chance_unseen,
    legal,
    policy,
    rollout,
    utilities,
    worth,
)
from korthus.bots.mulle.reasons import reasons
from korthus.bots.mulle.replies import ROOMY, go_on, seen
from korthus.bots.mulle.worlds import determinise, no_secret, pack_view
from korthus.bots.protocol import Budget
from korthus.bots.search import Searched, Settings, search
from korthus.bots.search_tree import Packed
from korthus.core.protocol import Event
from korthus.games.mulle.actions import Play
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.view import MulleView
from korthus.kernels.mulle import kernel as mulle
from korthus.kernels.mulle.layout import ROND, RONDER
from korthus.kernels.rng import stream

SEARCHED: Final = Searched(
    size=WIDE,
    room=mulle.MAX_LEGAL,
    actor=actor,
    legal=legal,
    apply=apply,
    deal=mulle.deal,
    determinise=determinise,
    policy=policy,
    rollout=rollout,
    utilities=utilities,
)

#: The same where the other replies as the learnt network has it.
ANSWERED: Final = SEARCHED._replace(size=ROOMY, go_on=go_on, seen=seen)

#: The weight of curiosity (a point is 1/80 of utility), and the visits before a moment is searched
#: (``bench/constants.py``: mulle.exploration, mulle.trust).
SETTINGS: Final = Settings(exploration=0.12, trust=8)
#: The weight of the policy's first opinion of a play, in simulations (``bench/constants.py``: mulle.sight).
_SIGHT: Final = 8.0
#: The fewest simulations for each hand that is weighed. To weigh 512 takes longer than 2,000 simulations do,
#: which a search of 100 should not wait for (``bench/bench_review.py``); the levels' own budgets allow all.
_FOR_A_HAND: Final = 2

#: Cards in a hand up to which the last rond is always solved: some thousand positions, some hundredths of a
#: second (``docs/mulle-search.md``).
ALWAYS_SOLVED: Final = 5
#: Positions that a solution may look at for each simulation (mulle.positions of ``bench/constants.py``).
_POSITIONS: Final = 20
#: The share of a budget in seconds, 0 to 1, that is spent on trying to solve: half is left in any case.
_SHARE: Final = 0.5
#: Positions that the first try of that may look at; each further one may look at twice as many
#: (``bench/constants.py``: mulle.first_patience).
_FIRST_PATIENCE: Final = 20_000
#: More positions than any solution looks at: no bound.
_ENDLESS: Final = 1 << 60


class Mind:
    """The thinking of a player at one table: what each choice in a view is worth, and which is the best.

    What the seat was told is remembered.
    """

    def __init__(self, game: Mulle, reads: int = 0) -> None:
        """Think about tables of a game.

        Args:
            reads: hands of the other that are weighed by what they played in the rond. A player that reads
                also lets the learnt habits play for the other.
        """
        self._game = game
        self._reads = reads
        self._memory = Memory(game)

    def listen(self, events: Sequence[Event]) -> None:
        """Take in what the seat is told."""
        self._memory.listen(events)

    def rank(
        self,
        view: MulleView,
        choices: Sequence[Play],
        budget: Budget,
        rng: random.Random,
        *,
        explain: bool = False,
    ) -> tuple[Advice, ...]:
        """The choices, the best first: exactly if the rond can be solved, else as far as a search sees.

        Args:
            explain: give reasons, and exact values for all plays where there is a solution.
        """
        assert view.seat is not None  # only a seat has choices
        packed = pack_view(self._game, view)
        codes = [mulle.encode(self._game, packed, action) for action in choices]
        began = time.perf_counter()
        ranked = self._solve(view, packed, choices, codes, budget, explain)
        if ranked is None:
            seed = rng.getrandbits(63)
            packed = self._imagine(packed, view.seat, budget, seed)
            if budget.simulations is None:
                spent = time.perf_counter() - began
                budget = Budget(seconds=max(0.0, (budget.seconds or 0.0) - spent))
            ranked = self._search(view, packed, choices, codes, seed, budget)
        if not explain:
            return ranked
        known = self._game.sample(view, rng).sides[1 - view.seat].hand if no_secret(packed) else None
        return tuple(
            Advice(
                action=each.action,
                value=each.value,
                error=each.error,
                visits=each.visits,
                reasons=reasons(self._game, view, cast(Play, each.action), known),
            )
            for each in ranked
        )

    def _imagine(self, packed: Packed, seat: int, budget: Budget, seed: int) -> Packed:
        """The view with hands behind it that explain what the other played, where something is known."""
        hands = self._reads
        if budget.simulations is not None:
            hands = min(hands, budget.simulations // _FOR_A_HAND)
        if not hands or no_secret(packed):
            return packed
        return imagine(packed, seat, self._memory.plays(packed, 1 - seat), hands, seed)

    def lead(self, view: MulleView) -> float:
        """How many points a seat is ahead: omgångar that are over, and what this one promises."""
        assert view.seat is not None
        promised = float(pack_view(self._game, view)[START] / ONE)
        over = view.points[: view.omgang - 1]
        ahead = promised + sum(first - second for first, second in over)
        return ahead if view.seat == 0 else -ahead

    def _solve(
        self,
        view: MulleView,
        packed: Packed,
        choices: Sequence[Play],
        codes: list[int],
        budget: Budget,
        all_values: bool,
    ) -> tuple[Advice, ...] | None:
        """The choices by what they lead to with best play; None where luck or the budget forbids it."""
        if packed[ROND] != packed[RONDER] or not no_secret(packed):
            return None
        assert view.seat is not None
        world = np.zeros(WIDE, dtype=np.int64)
        determinise(packed, view.seat, stream(0), world)
        sights = _first_sight(packed, view.seat, codes)
        order = sorted(range(len(codes)), key=lambda n: -sights[n])
        tried = [codes[n] for n in order]
        endgame = Endgame(world)
        values = None
        if len(view.hand) <= ALWAYS_SOLVED and view.sides[1 - view.seat].cards_in_hand <= ALWAYS_SOLVED:
            values = endgame.solve(tried, _ENDLESS, all_values=all_values)
        elif budget.simulations is not None:
            values = endgame.solve(tried, budget.simulations * _POSITIONS, all_values=all_values)
        else:
            until = time.perf_counter() + _SHARE * (budget.seconds or 0.0)
            patience = _FIRST_PATIENCE
            while values is None and time.perf_counter() < until:
                values = endgame.solve(tried, patience, all_values=all_values)
                patience *= 2
        if values is None:
            return None
        now = float(packed[START] / ONE) * (1 if view.seat == 0 else -1)
        solved = sorted(zip(order, values, strict=True), key=lambda pair: -pair[1])
        return tuple(Advice(action=choices[n], value=value - now, error=0.0, visits=0) for n, value in solved)

    def _search(
        self,
        view: MulleView,
        packed: Packed,
        choices: Sequence[Play],
        codes: list[int],
        seed: int,
        budget: Budget,
    ) -> tuple[Advice, ...]:
        """The choices by what simulations and the first sight of them say together.

        Where counting tells both hands the other plans as this seat does: it knows as much.
        """
        assert view.seat is not None
        answered = self._reads > 0 and not no_secret(packed)
        settings = SETTINGS._replace(follow=answered)
        found = search(ANSWERED if answered else SEARCHED, packed, view.seat, codes, budget, seed, settings)
        visits = sum(each.visits for each in found)
        mean = sum(each.visits * each.value for each in found) / max(1, visits)
        sights = _first_sight(packed, view.seat, codes)
        usual = sum(each.visits * sight for each, sight in zip(found, sights, strict=True)) / max(1, visits)
        judged = []
        for action, each, sight in zip(choices, found, sights, strict=True):
            guess = mean + (sight - usual) / (2 * SCALE)
            value = (each.visits * each.value + _SIGHT * guess) / (each.visits + _SIGHT)
            judged.append(
                Advice(
                    action=action,
                    value=(value - 0.5) * 2 * SCALE,
                    error=each.error * 2 * SCALE,
                    visits=each.visits,
                )
            )
        return tuple(sorted(judged, key=lambda advice: -advice.value))


def _first_sight(packed: Packed, seat: int, codes: list[int]) -> list[float]:
    """What plays are worth before anything is searched, in points."""
    world = np.zeros(WIDE, dtype=np.int64)
    determinise(packed, seat, stream(0), world)
    unseen = chance_unseen(world)
    return [float(worth(world, world[ROOM:], code, unseen)) for code in codes]
