"""A unit of an arena's work: one deal, played with the hero in every seat.

Everything in a ``DealLine`` follows from the plan. How long the players thought does not, and is kept apart
in a ``PaceLine``, so that results can be compared byte by byte.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import exp2, floor, log2
from typing import Final, NamedTuple

import msgspec

from korthus.arena.duplicate import DuplicateChance
from korthus.arena.plan import Plan
from korthus.bots.chair import Chair, Losses, LostTurns
from korthus.bots.protocol import Bot, Budget
from korthus.bots.registry import make_bot
from korthus.core.chance import Chance, seed_bytes
from korthus.core.protocol import CHANCE, AnyGame, Event, Outcome, State, Step, visible

#: Makes a player of a plan for a seat: plan, index of the player in it, game, seed.
MakePlayer = Callable[[Plan, int, AnyGame, str], Bot]
#: Bins of thinking time for each doubling.
BINS_PER_OCTAVE: Final = 4


class GameResult(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One game of a unit. Scores and winners are by seat."""

    seats: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    moves: int
    #: The turns that players lost; an action at random was played instead (``korthus.bots.chair``).
    lost: tuple[LostTurns, ...] = ()


class DealLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The results of one unit: a line of ``results.jsonl``."""

    unit: int
    deal: int
    #: The text that the deal's luck comes from.
    seed: str
    hero: str
    other: str
    games: tuple[GameResult, ...]


class Pace(msgspec.Struct, kw_only=True):
    """How long one player thought, move by move: sums, and counts by length in microseconds."""

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    #: Bin b holds the moves of 2^(b/4) to 2^((b+1)/4) microseconds.
    bins: dict[int, int] = {}

    def add(self, seconds: float) -> None:
        """Count a move."""
        self.moves += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)
        index = max(0, floor(BINS_PER_OCTAVE * log2(max(1.0, seconds * 1e6))))
        self.bins[index] = self.bins.get(index, 0) + 1

    def merge(self, other: Pace) -> None:
        """Count all moves of another."""
        self.moves += other.moves
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)
        for index, count in other.bins.items():
            self.bins[index] = self.bins.get(index, 0) + count

    def quantile(self, part: float) -> float:
        """The time in seconds that a part of the moves did not exceed, as exactly as the bins are."""
        seen = 0
        for index in sorted(self.bins):
            seen += self.bins[index]
            if seen >= part * self.moves:
                return min(self.longest, exp2((index + 1) / BINS_PER_OCTAVE) / 1e6)
        return self.longest


class PaceLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The thinking times of one unit by player: a line of ``times.jsonl``."""

    unit: int
    players: dict[str, Pace]


class Played(NamedTuple):
    """A unit's two lines of JSON, as they travel and as they are kept."""

    result: bytes
    times: bytes


def make_player(plan: Plan, index: int, game: AnyGame, seed: str) -> Bot:
    """A player of a plan, by its index there."""
    return make_bot(plan.bots[index], game, seed)


def play_unit(plan: Plan, number: int, make: MakePlayer = make_player) -> Played:
    """Play a unit with fresh players. The result depends on the plan and the number alone.

    (A budget in seconds is the exception: then it depends on how fast the machine is, too.)

    Args:
        make: makes a player; one that is named twice in the plan may be two, made in different ways.
    """
    unit = plan.unit(number)
    game = plan.open_game()
    names = plan.names
    deal = f"{plan.seed}/{unit.deal}"
    paces = {names[index]: Pace() for index in (unit.match.hero, unit.match.other)}
    games = []
    for own, lineup in enumerate(unit.lineups):
        bots = [
            make(
                plan,
                index,
                game,
                f"arena {deal}, {unit.match.hero} v {unit.match.other}, game {own}, seat {seat}",
            )
            for seat, index in enumerate(lineup)
        ]
        chance = DuplicateChance(seed_bytes(f"arena {deal}"))
        losses = Losses()
        outcome, moves = play_game(
            game, bots, chance, plan.budget, [paces[names[index]] for index in lineup], losses
        )
        games.append(
            GameResult(
                seats=tuple(names[index] for index in lineup),
                scores=outcome.scores,
                winners=outcome.winners,
                moves=moves,
                lost=losses.all(),
            )
        )
    line = DealLine(
        unit=number,
        deal=unit.deal,
        seed=deal,
        hero=names[unit.match.hero],
        other=names[unit.match.other],
        games=tuple(games),
    )
    return Played(msgspec.json.encode(line), msgspec.json.encode(PaceLine(unit=number, players=paces)))


def play_game(
    game: AnyGame,
    bots: Sequence[Bot],
    chance: Chance,
    budget: Budget | None,
    paces: Sequence[Pace],
    losses: Losses | None = None,
) -> tuple[Outcome, int]:
    """Play one game to its end: how it ended, and after how many moves.

    The players are told what their seats may know, before they choose and when the game is over, as at a
    table. There is no table here because its shuffle is promised to people who can check it; ours is the same
    for every seating.

    Args:
        losses: counts the turns that players lose. Without it, whatever a player raises is raised.
    """
    state: State = game.new(len(bots))
    news: list[list[Event]] = [[] for _ in bots]
    moves = 0
    chairs = [
        Chair(bot, None if losses is None else partial(losses.add, seat)) for seat, bot in enumerate(bots)
    ]
    while (actor := game.to_act(state)) is not None:
        step: Step[State]
        if actor == CHANCE:
            step = game.apply(state, game.draw(state, chance))
        else:
            chair, play = chairs[actor], partial(game.apply, state, seat=actor)
            step = chair.take_turn(news[actor], game.view(state, actor), play, budget)
            news[actor] = []
            paces[actor].add(chair.thought)
            moves += 1
        state = step.state
        for seat, heard in enumerate(news):
            heard += visible(step.events, seat)
    for chair, heard in zip(chairs, news, strict=True):
        chair.hear_the_end(heard)
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome, moves
