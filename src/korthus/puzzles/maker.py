"""Looks for puzzles in games that a computer player plays against itself, and proves them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from korthus.bots.registry import make_bot
from korthus.core.chance import FairChance
from korthus.core.errors import TooManyActions
from korthus.core.protocol import CHANCE, AnyGame, View, visible
from korthus.games.catalogue import game_with
from korthus.puzzles.prover import Proof, Prover, prover_of
from korthus.puzzles.puzzle import GamePuzzles, Plan, Puzzle, Worse, name_of
from korthus.puzzles.rating import TRIES, rating_of

#: How many of the actions that are not the best are kept with what they cost.
_KEPT: Final = 4
#: Of how many games one gives puzzles, too, that a beginner always finds.
_EASY_ONES: Final = 3


def plan_for(game: str, seed: int) -> Plan:
    """How puzzles of a game are made.

    Raises:
        InvalidOptions: there is no such game.
    """
    prover = prover_of(game)
    playing = game_with(game, None, dict(prover.options))
    return Plan(
        game=playing.name,
        options=msgspec.to_builtins(playing.rules.changed()),
        rules_version=playing.rules_version,
        seats=playing.min_seats if prover.seats is None else prover.seats,
        player=prover.player,
        seed=seed,
        kind=prover.kind,
        simulations=prover.simulations,
        margin=prover.margin,
        unit=prover.unit(playing),
    )


class Maker:
    """Makes the puzzles of a plan, game after game; the same plan gives the same puzzles."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._game = plan.make_game()
        self._prover = prover_of(plan.game)

    def play(self, number: int, check: Callable[[], None] = lambda: None) -> GamePuzzles:
        """Play a game, counted from 0, and give the puzzles that were found in it.

        Args:
            check: called between two decisions; may raise to give the game up.
        """
        seed = self.plan.seed + number
        found: list[Puzzle] = []
        rest = 0
        for turn, view in enumerate(decisions(self._game, self.plan.seats, self.plan.player, seed)):
            check()
            if len(found) == self._prover.each:
                break
            rest -= 1
            if rest > 0:
                continue
            easy = number % _EASY_ONES == 0
            puzzle = puzzle_in(self._game, self._prover, view, f"{seed}/{turn}", easy=easy)
            if puzzle is not None:
                found.append(puzzle)
                rest = self._prover.apart
        return GamePuzzles(seed=seed, puzzles=tuple(found))


def decisions(game: AnyGame, seats: int, player: str, seed: int) -> Iterator[View]:
    """What the seat to act sees at each decision of a game that a player plays against itself."""
    bots = [make_bot(player, game, f"{seed}/seat {seat}") for seat in range(seats)]
    chance = FairChance.seeded(seed)
    state: Any = game.new(seats)
    for bot in bots:
        bot.restart()
    while (actor := game.to_act(state)) is not None:
        if actor == CHANCE:
            step = game.apply(state, game.draw(state, chance))
        else:
            view: View = game.view(state, actor)
            yield view
            step = game.apply(state, bots[actor].choose(view), seat=actor)
        state = step.state
        for seat, bot in enumerate(bots):
            bot.observe(visible(step.events, seat))


def puzzle_in(game: AnyGame, prover: Prover, view: View, seed: str, *, easy: bool = False) -> Puzzle | None:
    """The puzzle that a view is, if one action in it is clearly the best.

    Args:
        easy: whether it may be one that a beginner always finds.
    """
    try:
        choices = len(game.choices(view))
    except TooManyActions:
        return None
    if choices < prover.choices or not prover.may_be(game, view):
        return None
    proof = prover.prove(game, view, seed)
    if proof is None:
        return None
    found = sum(prover.beginner(game, f"{seed}/{n}").choose(view) == proof.best for n in range(TRIES))
    if found == TRIES and not easy:
        return None
    position = game.format_state(game.sample(view, random.Random(seed)))
    return Puzzle(
        id=name_of(game, position),
        position=position,
        best=str(proof.best),
        gap=round(proof.gap, 2),
        choices=choices,
        rating=rating_of(found, choices),
        worse=_worse(proof),
    )


def _worse(proof: Proof) -> tuple[Worse, ...]:
    best, *others = proof.ranked
    return tuple(Worse(str(each.action), round(best.value - each.value, 2)) for each in others[:_KEPT])
