"""Many games without a screen, one after another or in several processes, with the same result either way.

Game number i of a batch is played with the batch's seed plus i. Everything in its line follows from that
seed, so a line can be had again by running its seed alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from korthus.arena.budgets import check_budget
from korthus.arena.crews import RETRIES, in_order, trouble_of
from korthus.arena.errors import ArenaError
from korthus.arena.hiring import hire
from korthus.arena.script import Script, play_script
from korthus.bots.chair import Losses, LostTurns
from korthus.bots.driver import BotDriver
from korthus.bots.protocol import Bot, Budget
from korthus.bots.registry import make_bot
from korthus.core.chance import seed_bytes
from korthus.core.errors import InvalidOptions, KorthusError
from korthus.core.protocol import AnyGame
from korthus.table import Player, Table

#: The most games of a batch, as many as an arena has deals.
MAX_GAMES: Final = 10_000_000


@dataclass(frozen=True, kw_only=True)
class Batch:
    """What to play. ``players`` names a bot for each seat; with none, the script alone is played."""

    game: AnyGame
    preset: str | None = None
    seats: int
    players: tuple[str, ...]
    seed: int
    games: int = 1
    #: How much a player may think about one move; None: as much as it likes.
    budget: Budget | None = None
    #: Let each player have every seat in turn: with seed s, player p has seat (p + s) mod seats.
    rotate: bool = False
    script: Script | None = None
    #: Whether the lines hold the records.
    records: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.games <= MAX_GAMES:
            raise InvalidOptions("BAD_GAMES", "A batch has 1 to {limit} games.", limit=MAX_GAMES)
        check_budget(self.budget)
        if len(self.players) not in (0, self.seats):
            raise InvalidOptions(
                "BATCH_SEATS", "A batch needs a player for each of its {seats} seats.", seats=self.seats
            )
        if not self.players and self.script is None:
            raise InvalidOptions("NO_PLAYERS", "Without a script, somebody must play.")
        self.game.new(self.seats)
        for name in self.players:
            make_bot(name, self.game, 0)

    # To another process, rules and scripts travel as JSON: what they are made for, and smaller than a pickle.

    def __getstate__(self) -> dict[str, Any]:
        script = None if self.script is None else msgspec.json.encode(self.script)
        return self.__dict__ | {
            "game": (type(self.game), msgspec.json.encode(self.game.rules)),
            "script": script,
        }

    def __setstate__(self, fields: dict[str, Any]) -> None:
        kind, rules = fields["game"]
        raw = fields["script"]
        self.__dict__.update(
            fields,
            game=kind(msgspec.json.decode(rules, type=kind.rules_type)),
            script=None if raw is None else msgspec.json.decode(raw, type=Script),
        )


class GameLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How one game went. Nothing in it depends on the machine, the time or the number of processes.

    A budget in seconds is the exception: then players do what the machine had time for.
    """

    game: str
    seed: int
    #: For each seat, which player of the batch had it (from 0), and what kind of player that is.
    players: tuple[int, ...]
    bots: tuple[str, ...]
    moves: int
    #: None where a script ends before the game does; then ``position`` says where it stands.
    scores: tuple[int, ...] | None
    winners: tuple[int, ...] | None
    breakdown: tuple[dict[str, int], ...] | None
    position: str | None = None
    #: The turns that players lost, by seat; an action at random was played instead (``korthus.bots.chair``).
    lost: tuple[LostTurns, ...] = ()
    record: Any = None

    def encode(self) -> bytes:
        """The line of JSON, without its end."""
        return msgspec.json.encode(self)


def cycle(names: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """A player for each seat: the names over and over.

    >>> cycle(("random", "greedy"), 3)
    ('random', 'greedy', 'random')
    """
    return tuple(names[seat % len(names)] for seat in range(seats)) if names else ()


def play_game(batch: Batch, number: int, crew: Sequence[Bot] = ()) -> GameLine:
    """Play one game of a batch, with fresh players, or with those of ``crew``, who remember earlier games.

    Raises:
        ScriptError: the script does not fit.
    """
    seed = batch.seed + number
    turn = seed % batch.seats if batch.rotate else 0
    who = tuple((seat - turn) % batch.seats for seat in range(batch.seats))
    bots = tuple(batch.players[player] for player in who) if batch.players else ()
    if bots:
        players = [Player(f"{bot} {player + 1}", bot) for bot, player in zip(bots, who, strict=True)]
    else:
        players = [Player(f"player {player + 1}") for player in who]
    table = Table(batch.game, players, server_seed=seed_bytes(seed), preset=batch.preset)
    table.start()
    losses = Losses()
    if batch.script is not None:
        play_script(table, batch.script, seed)
    if bots:
        fresh = crew or tuple(
            make_bot(name, batch.game, f"korthus player {player} of game {seed}")
            for player, name in enumerate(batch.players)
        )
        seated = {seat: fresh[player] for seat, player in enumerate(who)}
        BotDriver(table, seated, batch.budget, tell=losses.add).play()
    outcome = table.outcome
    return GameLine(
        game=batch.game.name,
        seed=seed,
        players=who,
        bots=bots,
        moves=table.moves,
        scores=None if outcome is None else tuple(outcome.scores),
        winners=None if outcome is None else tuple(outcome.winners),
        breakdown=None if outcome is None else tuple(outcome.breakdown),
        position=table.position() if outcome is None else None,
        lost=losses.all(),
        record=msgspec.to_builtins(table.record()) if batch.records else None,
    )


@dataclass(frozen=True)
class _Games:
    """The games of a batch as a task."""

    batch: Batch

    def do(self, unit: int) -> GameLine:
        """See ``Task.do``."""
        return play_game(self.batch, unit)

    def failed(self, unit: int, error: Exception) -> KorthusError:
        """See ``Task.failed``. What korthus refuses, a script above all, is said as it is."""
        if isinstance(error, KorthusError):
            return error
        return ArenaError("GAME_FAILED", seed=self.batch.seed + unit, trouble=trouble_of(error))

    def died(self, unit: int) -> KorthusError:
        """See ``Task.died``."""
        return ArenaError("GAME_DIES", seed=self.batch.seed + unit, times=RETRIES + 1)


def run_batch(batch: Batch, jobs: int = 1, first: int = 0, ray: str | None = None) -> Iterator[GameLine]:
    """The lines of a batch in the order of its games, from number ``first`` on, played by ``jobs`` processes.

    Args:
        ray: the address of a cluster that plays instead of the processes.

    Raises:
        ArenaError: the number of jobs makes no sense, the cluster cannot be reached, or a player failed.
        ScriptError: the script does not fit.
    """
    crew = hire(_Games(batch), batch.games - first, jobs=jobs, ray=ray, players=batch.players)
    try:
        yield from in_order(crew, range(first, batch.games))
    finally:
        crew.close()
