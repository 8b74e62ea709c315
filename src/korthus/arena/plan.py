"""What an arena plays, as data: two runs of equal plans have equal results.

Every pair of players meets in a *match*: the same deals, each played once with the *hero* in every seat. At
two seats the hero sits opposite the other player, so each deal is played twice with seats swapped. At more
seats the hero sits among copies of the other player; since that is not the same as the other way round, each
player is once the hero of each pair.

The unit of work is one deal of one match, all seats of the hero included. Units are numbered deal by deal, so
that all matches grow together and a run that is stopped has treated everybody alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from korthus import __version__
from korthus.arena.budgets import check_budget
from korthus.arena.errors import ArenaError
from korthus.bots.outside import sources_of
from korthus.bots.protocol import Budget
from korthus.bots.registry import make_bot
from korthus.core.protocol import AnyGame
from korthus.table.reopen import reopen_game

MAX_BOTS: Final = 32
MAX_DEALS: Final = 10_000_000

BotIndex = Annotated[int, Meta(ge=0)]


class Match(msgspec.Struct, frozen=True, array_like=True):
    """Two players of a plan, by their indices in it."""

    hero: BotIndex
    other: BotIndex


class Unit(msgspec.Struct, frozen=True):
    """One deal of one match."""

    number: int
    deal: int
    match: Match
    #: For each game, who has which seat.
    lineups: tuple[tuple[int, ...], ...]


class Plan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that decides the results of a run."""

    format: Literal["korthus arena"] = "korthus arena"
    version: Literal[1] = 1
    #: Whose players these are: another version may play otherwise.
    korthus: str = __version__
    game: str
    preset: str | None
    options: dict[str, Any]
    rules_version: int
    seats: Annotated[int, Meta(ge=2)]
    bots: Annotated[tuple[str, ...], Meta(min_length=2, max_length=MAX_BOTS)]
    budget: Budget | None
    seed: int
    deals: Annotated[int, Meta(ge=1, le=MAX_DEALS)]
    matches: Annotated[tuple[Match, ...], Meta(min_length=1)]
    #: The SHA-256 of the source of players that no package names; None in plans that did not keep it.
    sources: dict[str, str] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names; the second of two players of one kind is called ``random#2``."""
        return tuple(
            name if (nth := self.bots[: index + 1].count(name)) == 1 else f"{name}#{nth}"
            for index, name in enumerate(self.bots)
        )

    @property
    def units(self) -> int:
        """How many units of work there are."""
        return self.deals * len(self.matches)

    @property
    def games_per_unit(self) -> int:
        """How often each deal of a match is played."""
        return self.seats

    @property
    def fair_share(self) -> float:
        """The share of games that a hero wins among equals."""
        return 1 / self.seats

    def unit(self, number: int) -> Unit:
        """What is to be played as a unit's work."""
        deal, index = divmod(number, len(self.matches))
        match = self.matches[index]
        lineups = tuple(
            tuple(match.hero if seat == own else match.other for seat in range(self.seats))
            for own in range(self.seats)
        )
        return Unit(number, deal, match, lineups)

    def title(self, match: Match) -> str:
        """A match in words.

        >>> import korthus
        >>> plan = make_plan(korthus.game("kachuful"), ["rules", "random"], deals=1, seed=1, seats=4)
        >>> plan.title(plan.matches[0])
        'rules v 3 × random'
        """
        copies = f"{self.seats - 1} × " if self.seats > 2 else ""
        return f"{self.names[match.hero]} v {copies}{self.names[match.other]}"

    def open_game(self) -> AnyGame:
        """The game that is played.

        Raises:
            InvalidRecord: the game, its options or its rules are no longer what the plan says.
        """
        return reopen_game(self.game, self.options, self.preset, self.rules_version)


def make_plan(
    game: AnyGame,
    bots: Sequence[str],
    *,
    deals: int,
    seed: int,
    preset: str | None = None,
    seats: int | None = None,
    budget: Budget | None = None,
    hero: str | None = None,
) -> Plan:
    """A plan in which every player meets every other, or only the hero meets the others.

    Raises:
        ArenaError: too few or too many players, no deals, a budget without sense, a hero who does not play.
        InvalidOptions: the game has no such player, or cannot be played by that many.
    """
    if len(bots) < 2:
        raise ArenaError("ONE_BOT")
    if len(bots) > MAX_BOTS:
        raise ArenaError("TOO_MANY_BOTS", limit=MAX_BOTS)
    if not 1 <= deals <= MAX_DEALS:
        raise ArenaError("NO_MATCHES", limit=MAX_DEALS)
    check_budget(budget)
    seats = game.min_seats if seats is None else seats
    game.new(seats)
    for name in dict.fromkeys(bots):
        make_bot(name, game, 0)
    if hero is not None and hero not in bots:
        raise ArenaError("NO_SUCH_HERO", name=repr(hero)[:60], names=tuple(dict.fromkeys(bots)))
    indices = range(len(bots))
    if hero is not None:
        first = bots.index(hero)
        pairs = [(first, other) for other in indices if other != first]
    else:
        pairs = list(combinations(indices, 2) if seats == 2 else permutations(indices, 2))
    return Plan(
        game=game.name,
        preset=preset,
        options=game.rules.changed(),
        rules_version=game.rules_version,
        seats=seats,
        bots=tuple(bots),
        budget=budget,
        seed=seed,
        deals=deals,
        matches=tuple(Match(*pair) for pair in pairs),
        sources=sources_of(bots),
    )
