"""How a Mus player thinks: hands of the other weighed, actions tried against them, a choice that is not read.

Betting is never quite predictable: an action is chosen the likelier the better it is found, and the likelier
the oftener the solved model of the lance takes it. So what is found moves the model's mixture; it does not
replace it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from korthus.bots.advice import Advice, by_value
from korthus.bots.mus.belief import beliefs, kept_of, shown_by, spoken
from korthus.bots.mus.bets import HANDS, MOVES
from korthus.bots.mus.model import CARDS, NUMBER_OF, Model, Reals, Wholes, model, solve_lance
from korthus.bots.mus.policy import code_of, node_of, try_actions
from korthus.bots.mus.reasons import reasons
from korthus.bots.protocol import Budget
from korthus.bots.search import Found
from korthus.games.mus.actions import Envido, MusAction
from korthus.games.mus.game import Mus
from korthus.games.mus.scoring import Lance
from korthus.games.mus.state import Phase
from korthus.games.mus.view import MusView
from korthus.kernels.mus import kernel as mus
from korthus.kernels.mus import layout as at
from korthus.kernels.rng import stream


class Thought(NamedTuple):
    """What a level thinks about."""

    #: Whether the lances after this one are played out too.
    ahead: bool = True
    #: Whether bets and passes of earlier lances say something about the other's cards.
    reads: bool = True
    #: Rounds in which the lance is solved again, from what both may hold and what órdago is worth now.
    rounds: int = 0
    #: Whether that the other has passed in this lance says something about its cards.
    heeds: bool = True


# The numbers below are the character of a player, set by hand: ``python -m bench.strength_mus strong rules``
# measures it as a whole.

#: Stones by which an action has to be better to weigh e times as much in the mixture, if its value is exact.
_PULL: Final = 0.4
#: Standard errors that are added to that.
_DOUBT: Final = 0.5
#: Shares, 0 to 1: what is added to the model's share of an action, so that none is ruled out; and the weight
#: next to the heaviest action below which one is left out.
_OPEN, _RARE = 0.01, 0.04

#: Worlds that are tried between two looks at the clock, and the most that are tried for a choice.
_AT_ONCE, _ENOUGH = 500, 20_000


class Position(NamedTuple):
    """A moment as the player sees it."""

    view: MusView
    root: Wholes
    #: How likely each style and hand of the other is.
    likely: Reals
    #: How sensible players bet, by style, lance, hand, node and move.
    bets: Reals
    terms: Reals
    #: What a stone is worth, and what the score is, as a chance to win the match.
    stone: float
    now: float


class Mind:
    """The thinking of a player at one table: what each choice in a view is worth, and which is the best."""

    def __init__(self, game: Mus, thought: Thought) -> None:
        self._game = game
        self._thought = thought

    @property
    def _model(self) -> Model:
        return model(self._game)

    def choose(
        self, view: MusView, choices: Sequence[MusAction], budget: Budget, rng: random.Random
    ) -> MusAction:
        """One of the choices."""
        return self._think(view, choices, budget, rng)[0][0][0]

    def advise(
        self, view: MusView, choices: Sequence[MusAction], budget: Budget, rng: random.Random
    ) -> tuple[Advice, ...]:
        """All choices with values in stones, the best first, and in a match with the chance to win it."""
        ranked, position = self._think(view, choices, budget, rng)
        rest = [action for action in choices if all(action != other for other, _ in ranked)]
        if rest:
            ranked += self._try(position, rest, budget, rng)
        in_match = self._game.rules.target_stones is not None
        return by_value(
            Advice(
                action=action,
                value=found.value,
                error=found.error,
                visits=found.visits,
                reasons=reasons(self._game.rules, view, position.likely.sum(axis=0), action),
                chance=min(1.0, max(0.0, position.now + found.value * position.stone)) if in_match else None,
                chance_error=found.error * position.stone if in_match else None,
            )
            for action, found in ranked
        )

    def _think(
        self, view: MusView, choices: Sequence[MusAction], budget: Budget, rng: random.Random
    ) -> tuple[list[tuple[MusAction, Found]], Position]:
        """What is found about the choices that are worth a thought, the chosen one first."""
        position = self.look(view, rng)
        usual = self._usual(position, choices)
        ranked = self._try(position, list(usual), budget, rng)
        if view.phase is Phase.BET:
            weights = _mix(ranked, usual)
            chosen = rng.choices(range(len(ranked)), weights)[0]
        else:
            chosen = max(range(len(ranked)), key=lambda n: ranked[n][1].value)
        ranked.insert(0, ranked.pop(chosen))
        return ranked, position

    def look(self, view: MusView, rng: random.Random) -> Position:
        """Everything that is known without trying anything."""
        assert view.seat is not None
        known, thought = self._model, self._thought
        root = mus.pack(self._game, self._game.sample(view, rng))
        mine, theirs = view.stones[view.seat], view.stones[1 - view.seat]
        is_mano_next = view.seat != view.mano
        stone = known.stone(mine, theirs, is_mano_next)
        all_in = known.all_in(stone)
        bets = known.bets(all_in)
        now = float(mine - theirs)
        if self._game.rules.target_stones is not None:
            now = float(known.match[int(not is_mano_next), mine, theirs])
        likely = beliefs(known, view, bets if thought.reads else None, all_in)
        if view.lance is None:
            explains, _ = kept_of(known, view)
            likely = likely * explains / (likely * explains).sum()
            terms = known.terms.array(Lance.GRANDE, all_in)
            return Position(view, root, likely, bets, terms, stone, now)
        amounts = known.terms_for(view.bet)
        terms = amounts.array(view.lance, all_in)
        here = known.bets_in(view.lance, amounts, all_in)
        if thought.rounds:
            own = shown_by(known, view, bets if thought.reads else None, all_in)
            theirs_now = likely.sum(axis=0)
            both = (own, theirs_now) if view.seat == view.mano else (theirs_now, own)
            here = solve_lance(amounts, view.lance, all_in, np.stack(both), thought.rounds)
        said = (here, known.honest(here, view.lance))
        if thought.heeds or view.bet is not None:
            likely = spoken(likely, said, terms, node_of(root, terms), int(view.seat == view.mano))
        bets = bets.copy()
        bets[:, view.lance.number] = said
        return Position(view, root, likely, bets, terms, stone, now)

    def _usual(self, position: Position, choices: Sequence[MusAction]) -> dict[MusAction, float]:
        """The choices that are worth a thought, with how often the model takes them."""
        view, root = position.view, position.root
        if view.lance is None:
            return dict.fromkeys(choices, 1.0)
        hand, node = NUMBER_OF[view.hand], node_of(root, position.terms)
        often = dict.fromkeys((each for each in choices if not isinstance(each, Envido)), 0.0)
        for move in range(MOVES):
            chance = float(position.bets[0, view.lance.number, hand, node, move])
            action = mus.decode(self._game, root, code_of(root, position.terms, move))
            often[action] = often.get(action, 0.0) + chance
        return often

    def _try(
        self, position: Position, choices: Sequence[MusAction], budget: Budget, rng: random.Random
    ) -> list[tuple[MusAction, Found]]:
        """What each choice comes to, in stones."""
        view, root, known = position.view, position.root, self._model
        assert view.seat is not None
        codes = np.array([mus.encode(self._game, root, action) for action in choices], dtype=np.int64)
        _, gone = kept_of(known, view)
        left = known.kept[:, gone] if gone else CARDS
        only = view.lance.number if view.lance is not None and not self._thought.ahead else -1
        luck, sums, done = stream(rng.getrandbits(63)), np.zeros((len(codes), 2)), 0
        s, thrown = np.zeros(at.SIZE, dtype=np.int64), view.discarded[1 - view.seat]
        most = min(_ENOUGH, budget.simulations or _ENOUGH)
        end = None if budget.simulations is not None else time.perf_counter() + (budget.seconds or 0.0)
        totals = position.likely.cumsum()
        while done < most and (end is None or not done or time.perf_counter() < end):
            number = min(_AT_ONCE, most - done)
            # Evenly over all hands: chance decides only between neighbours.
            marks = (np.arange(number) + rng.random()) / number * totals[-1]
            indices = np.minimum(np.searchsorted(totals, marks, side="right"), len(totals) - 1)
            styles, hands = np.divmod(indices, HANDS)
            worlds = np.stack([CARDS[hands], left[hands], styles], axis=1)
            try_actions(
                root,
                view.seat,
                codes,
                worlds,
                thrown,
                position.terms,
                position.bets,
                known.changes,
                known.match,
                only,
                luck,
                s,
                sums,
            )
            done += number
        return [
            (action, _found(int(codes[n]), done, float(sums[n, 0]), float(sums[n, 1]), position))
            for n, action in enumerate(choices)
        ]


def _found(code: int, number: int, total: float, squares: float, position: Position) -> Found:
    mean = total / number
    spread = max(0.0, squares / number - mean * mean) / max(number - 1, 1)
    return Found(code, number, (mean - position.now) / position.stone, spread**0.5 / position.stone)


def _mix(ranked: Sequence[tuple[MusAction, Found]], usual: dict[MusAction, float]) -> list[float]:
    """How likely each choice should be."""
    best = max(found.value for _, found in ranked)
    pull = _PULL + _DOUBT * max(found.error for _, found in ranked)
    weights = [
        (usual[action] + _OPEN) * float(np.exp((found.value - best) / pull)) for action, found in ranked
    ]
    least = _RARE * max(weights)
    return [weight if weight >= least else 0.0 for weight in weights]
