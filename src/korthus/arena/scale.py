"""One scale for the players of a game: numbers of which differences say how often one beats another.

A player that is 400 above another wins ten games for each that it loses to it, 200 above three for one, as in
chess. One player of each game is pinned to 1000, a plain one that is not made stronger: so the scale does not
move when the others do. ``python -m bench.ladder`` measures it, and what it wrote is kept beside each game's
part of the arena.

The numbers make what was observed likeliest (Bradley and Terry's model; a hero among several copies of
another player wins one game in ``1 + copies`` among equals). Half a game for either side is added to every
match, so that who has lost them all has a number too. Intervals are 95 % of what resampled deals give.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from korthus.games.registry import brought, fenced

#: The points of the plain player of a game.
PINNED: Final = 1000.0
#: Points between two players of whom one wins ten games for one.
DECADE: Final = 400.0
#: How often the deals are drawn again for the intervals (``bench/constants.py``: scale.resampled).
_RESAMPLED: Final = 200
#: The fewest deals of a match: from fewer, resampling would pretend to know.
FEWEST: Final = 5
#: The most rounds in which the numbers are found, and the change of a logarithm of strength in a round below
#: which they have come to rest: a 60,000th of a point. Eight players in a chain take some hundred rounds
#: (``bench/constants.py``: scale.rounds, scale.still).
_ROUNDS: Final = 2_000
_STILL: Final = 1e-7


class Met(msgspec.Struct, frozen=True):
    """What one player won as the hero of games with copies of another."""

    hero: str
    other: str
    #: How many of the other sat at the table.
    copies: int
    #: By deal: the share of its games that the hero won.
    shares: tuple[float, ...]
    #: Games in a deal.
    games: int


class Rung(msgspec.Struct, frozen=True):
    """A player's place on the scale."""

    name: str
    points: int
    low: int
    high: int
    #: How many games it played.
    games: int


class Scale(msgspec.Struct, frozen=True, kw_only=True):
    """The players of a game, the best first."""

    format: Literal["korthus ladder"] = "korthus ladder"
    version: Literal[1] = 1
    game: str
    options: dict[str, Any]
    #: Who is pinned.
    anchor: str
    #: Players that thought by simulations instead of the clock, and how many.
    limited: dict[str, int]
    rungs: tuple[Rung, ...]


def measured(met: Sequence[Met], anchor: str, *, seed: int = 0) -> tuple[Rung, ...]:
    """Where the players of some matches stand, the best first.

    Raises:
        ValueError: a match has so few deals that nothing could be said of how sure its result is.
    """
    if any(len(each.shares) < FEWEST for each in met):
        raise ValueError(f"every match needs at least {FEWEST} deals")
    names = tuple(dict.fromkeys(name for each in met for name in (each.hero, each.other)))
    points = _points(names, met, anchor)
    rng = random.Random(seed)
    spread: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(_RESAMPLED):
        again = [msgspec.structs.replace(each, shares=tuple(_drawn(each.shares, rng))) for each in met]
        for name, value in _points(names, again, anchor).items():
            spread[name].append(value)
    played = {
        name: sum(len(each.shares) * each.games for each in met if name in (each.hero, each.other))
        for name in names
    }
    rungs = []
    for name in sorted(names, key=lambda each: -points[each]):
        ends = sorted(spread[name])
        low, high = ends[len(ends) // 40], ends[-1 - len(ends) // 40]
        rungs.append(Rung(name, round(points[name]), round(low), round(high), played[name]))
    return tuple(rungs)


def _drawn(shares: Sequence[float], rng: random.Random) -> list[float]:
    return rng.choices(shares, k=len(shares))


def _points(names: Sequence[str], met: Sequence[Met], anchor: str) -> dict[str, float]:
    """The likeliest numbers, by repeated division of what was won by what was to be expected."""
    wins = dict.fromkeys(names, 0.0)
    matches = []
    for each in met:
        games = len(each.shares) * each.games
        won = sum(each.shares) * each.games + 0.5
        wins[each.hero] += won
        wins[each.other] += games + 1 - won
        matches.append((each.hero, each.other, each.copies, games + 1))
    force = dict.fromkeys(names, 1.0)
    for _ in range(_ROUNDS):
        due = dict.fromkeys(names, 0.0)
        for hero, other, copies, games in matches:
            share = games / (force[hero] + copies * force[other])
            due[hero] += share
            due[other] += copies * share
        now = {name: wins[name] / due[name] for name in names}
        pinned = now[anchor]
        now = {name: value / pinned for name, value in now.items()}
        moved = max(abs(math.log(now[name] / force[name])) for name in names)
        force = now
        if moved < _STILL:
            break
    return {name: PINNED + DECADE * math.log10(value) for name, value in force.items()}


@cache
def scale_of(game: str) -> Scale | None:
    """The scale that was measured for a game; None if none was."""
    units = brought(game, "arena", "units")
    where = None if units is None else getattr(units, "__file__", None)
    if where is None:
        return None
    file = Path(where).with_name("ladder.json")
    return fenced(game, f"arena/{file.name}", _read, file) if file.exists() else None


def _read(file: Path) -> Scale:
    return msgspec.json.decode(file.read_bytes(), type=Scale)


def rung_of(game: str, player: str) -> Rung | None:
    """Where a player stands; None if that was not measured."""
    scale = scale_of(game)
    return None if scale is None else next((each for each in scale.rungs if each.name == player), None)
