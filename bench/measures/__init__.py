"""The constants that ``bench.constants`` measures: where each is, what else it could be, and by what.

A measure is a function without arguments in one of the modules here. It works with whatever value the
constant has in its process, on positions and seeds that are always the same.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec


class Measured(msgspec.Struct, frozen=True):
    """What a measure has found."""

    #: The processor time of what was measured, in seconds.
    seconds: float
    #: By position: how bad it was; empty where time or memory is all that counts.
    losses: list[float] = []
    #: What else there is to say.
    more: dict[str, float] = {}


class Constant(NamedTuple):
    """A constant, its unit, other values and the measure: ``module:function``, and what its loss is."""

    name: str
    where: str
    unit: str
    others: tuple[Any, ...]
    measure: str
    loss: str
    #: Whether Numba compiles it in, so that another value needs sources of its own.
    compiled: bool = False
    #: Further modules that have imported it by its name.
    also: tuple[str, ...] = ()

    @property
    def module(self) -> str:
        """The module that defines it."""
        return self.where.partition(":")[0]

    @property
    def attribute(self) -> str:
        """Its name there; with a field of it after a point."""
        return self.where.partition(":")[2]


_REGRET: Final = "points lost by the chosen play against exact values, five cards each in the last rond"
_HABIT: Final = "minus the logarithm of the chance given to a play of `normal`, in nats"
_CARDS: Final = "minus the logarithm of the chance given to where a hidden card lies, in nats"
_LACK: Final = "utility lost by the chosen act against a long search"
_WINNER: Final = "minus the logarithm of the chance given to the winner, one to three rounds before the end"
_STONES: Final = "stones by which the first word of a solved lance falls short of the best one"
_EXPLOITED: Final = "exploitability after eight iterations, as a chance to win"
_LOST: Final = "stones that `normal` loses to `rules` in a hand without órdago"
_BOARD: Final = "minus the logarithm of the chance given to the Omaha board that players chose"
_STUDY: Final = "standard error of an entry of the tables, in shares of a board"
_LEFT: Final = "logarithm by which the iterations said to be left are off"
_WAIT: Final = "seconds that somebody waits who asks for little beside others who ask for much"
_FAIR: Final = "mean square by which shares of 400 worlds in a row are off those of fair deals"
_POINTS: Final = "points by which a chain of eight players is off where it comes to rest"

_MULLE: Final = (
    Constant(
        "mulle.exploration",
        "korthus.bots.mulle.thinking:SETTINGS.exploration",
        "utility",
        (0.06, 0.24),
        "mulle:regret",
        _REGRET,
    ),
    Constant(
        "mulle.trust",
        "korthus.bots.mulle.thinking:SETTINGS.trust",
        "visits",
        (4, 16),
        "mulle:regret",
        _REGRET,
    ),
    Constant(
        "mulle.sight",
        "korthus.bots.mulle.thinking:_SIGHT",
        "simulations",
        (0.0, 4.0, 16.0),
        "mulle:regret",
        _REGRET,
    ),
    Constant("mulle.stray", "korthus.bots.mulle.belief:STRAY", "share", (0.025, 0.1), "mulle:habit", _HABIT),
    Constant(
        "mulle.positions",
        "korthus.bots.mulle.thinking:_POSITIONS",
        "positions for each simulation",
        (10, 40),
        "mulle:unsolved",
        "ronds of six or seven cards each that 2,000 simulations do not solve",
    ),
    Constant(
        "mulle.first_patience",
        "korthus.bots.mulle.thinking:_FIRST_PATIENCE",
        "positions",
        (10000, 40000),
        "mulle:patience",
        "positions looked at until a rond is solved, for each that one try would need",
    ),
    Constant(
        "mulle.crowded", "korthus.kernels.mulle.packing:_PATIENCE", "steps", (), "mulle:crowded", "time"
    ),
)
_KACHUFUL: Final = (
    Constant(
        "kachuful.proof", "korthus.bots.kachuful.belief:PROOF", "acts", (5, 18), "kachuful:apart", _CARDS
    ),
    Constant(
        "kachuful.wanted",
        "korthus.bots.kachuful.apart:_WANTED",
        "hands for each world",
        (0.25, 1.0),
        "kachuful:apart",
        _CARDS,
    ),
    Constant(
        "kachuful.tries",
        "korthus.bots.kachuful.apart:_TRIES",
        "hands for each world",
        (3, 12),
        "kachuful:apart",
        _CARDS,
    ),
    Constant(
        "kachuful.seeds", "korthus.bots.kachuful.apart:_SEEDS", "hands", (2, 8), "kachuful:apart", _CARDS
    ),
    Constant("kachuful.led", "korthus.bots.kachuful.apart:_LED", "hands", (16, 64), "kachuful:apart", _CARDS),
    Constant(
        "kachuful.between_hands",
        "korthus.bots.kachuful.apart:_BETWEEN",
        "exchanges",
        (4, 16),
        "kachuful:apart",
        _CARDS,
    ),
    Constant(
        "kachuful.moves_of_a_hand",
        "korthus.bots.kachuful.apart:_MOVES",
        "exchanges",
        (12, 48),
        "kachuful:apart",
        _CARDS,
    ),
    Constant(
        "kachuful.weighed",
        "korthus.bots.kachuful.apart:_WEIGHED",
        "hands for each",
        ((2, 4), (6, 16)),
        "kachuful:apart",
        _CARDS,
    ),
    Constant(
        "kachuful.roomy",
        "korthus.bots.kachuful.belief:_ROOMY",
        "chance",
        (0.0001, 0.05),
        "kachuful:between",
        _CARDS,
    ),
    Constant(
        "kachuful.patience",
        "korthus.bots.kachuful.apart:_PATIENCE",
        "tries for each world",
        (250, 4000),
        "kachuful:between",
        _CARDS,
    ),
    Constant(
        "kachuful.moves",
        "korthus.bots.kachuful.together:_MOVES",
        "exchanges",
        (20, 80),
        "kachuful:together",
        _CARDS,
    ),
    Constant(
        "kachuful.settled",
        "korthus.bots.kachuful.together:_SETTLED",
        "worlds",
        (4, 16),
        "kachuful:together",
        _CARDS,
    ),
    Constant(
        "kachuful.between",
        "korthus.bots.kachuful.together:_BETWEEN",
        "exchanges",
        (12, 48),
        "kachuful:together",
        _CARDS,
    ),
    Constant(
        "kachuful.worlds",
        "korthus.bots.kachuful.thinking:_MANY_WORLDS",
        "worlds",
        (),
        "kachuful:worlds",
        _CARDS,
    ),
    Constant(
        "kachuful.exploration",
        "korthus.bots.kachuful.thinking:FOLLOWED.exploration",
        "utility",
        (0.15, 0.6),
        "kachuful:regret",
        _LACK,
    ),
    Constant(
        "kachuful.trust",
        "korthus.bots.kachuful.thinking:FOLLOWED.trust",
        "visits",
        (4, 16),
        "kachuful:regret",
        _LACK,
    ),
    Constant(
        "kachuful.depth",
        "korthus.bots.kachuful.thinking:FOLLOWED.depth",
        "choices",
        (1, 2, 6, 200),
        "kachuful:depth",
        _LACK,
    ),
    Constant(
        "kachuful.opinion",
        "korthus.bots.kachuful.thinking:_OPINION",
        "utility",
        (0.0, 0.005, 0.02),
        "kachuful:opinion",
        _LACK,
    ),
    Constant(
        "kachuful.width",
        "korthus.bots.kachuful.policy:_WIDTH",
        "utility",
        (0.08, 0.32),
        "kachuful:width",
        _WINNER,
    ),
    Constant(
        "kachuful.last_rounds",
        "korthus.bots.kachuful.thinking:_LAST_ROUNDS",
        "rounds",
        (),
        "kachuful:last_rounds",
        "utility gained",
    ),
    Constant(
        "kachuful.whim", "korthus.bots.kachuful.learnt:_WHIM", "share", (), "kachuful:whim", "see `whim`"
    ),
    Constant(
        "kachuful.deals_tried",
        "korthus.bots.kachuful.worlds:_TRIES",
        "deals",
        (10, 160),
        "kachuful:exchanges",
        _FAIR,
        compiled=True,
    ),
    Constant(
        "kachuful.swaps",
        "korthus.bots.kachuful.worlds:_SWAPS",
        "exchanges",
        (8, 120),
        "kachuful:exchanges",
        _FAIR,
        compiled=True,
    ),
)
_MUS: Final = (
    Constant(
        "mus.iterations",
        "korthus.bots.mus.line:_ITERATIONS",
        "iterations",
        (15, 30, 120),
        "mus:solving",
        _STONES,
    ),
    Constant(
        "mus.trembles_every",
        "korthus.solve.live.cfr:TREMBLES_EVERY",
        "iterations",
        (2, 10),
        "mus:solving",
        _STONES,
        compiled=True,
    ),
    Constant(
        "mus.trembles",
        "korthus.solve.live.cfr:TREMBLE",
        "share",
        (0.0, 0.1),
        "mus:solving",
        _STONES,
        compiled=True,
    ),
    Constant(
        "mus.least_share", "korthus.solve.live.lance:LEAST", "share", (1e-06, 0.01), "mus:solving", _STONES
    ),
    Constant("mus.kept", "korthus.bots.mus.line:_KEPT", "solutions", (), "mus:kept", "memory"),
    Constant("mus.small", "korthus.bots.mus.terms:_SMALL", "stones", (3,), "mus:amounts", _LOST),
    Constant("mus.large", "korthus.bots.mus.terms:_LARGE", "stones", (3, 10), "mus:amounts", _LOST),
    Constant("mus.raise_by", "korthus.bots.mus.terms:_RAISE", "stones", (2, 8), "mus:amounts", _LOST),
    Constant("mus.whim", "korthus.bots.mus.belief:_WHIM", "weight", (0.1, 0.4), "mus:amounts", _LOST),
    Constant(
        "mus.surprise", "korthus.bots.mus.belief:_SURPRISE", "weight", (0.01, 0.1), "mus:amounts", _LOST
    ),
    Constant(
        "mus.head_start",
        "korthus.solve.mus.match.induction:_HEAD_START",
        "iterations",
        (0, 6, 24),
        "mus:head_start",
        _EXPLOITED,
    ),
    Constant(
        "mus.regrets_kept",
        "korthus.solve.mus.match.induction:_KEPT",
        "share",
        (0.0, 0.25, 1.0),
        "mus:head_start",
        _EXPLOITED,
    ),
    Constant(
        "mus.gains",
        "korthus.solve.mus.match.features:_GAINS",
        "stones",
        ((1, 3, 8, 20), (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20)),
        "mus:told",
        "chance to win that a straight line between two gains misses at most, by score",
    ),
    Constant("mus.near", "korthus.bots.mus.search:NEAR", "stones", (), "mus:near", "how soon matches end"),
)
_EIGHT: Final = (
    Constant(
        "eight.slack", "korthus.bots.eight.values:_SLACK", "pots", (0.02, 0.08, 0.16), "eight:slack", _BOARD
    ),
    Constant("eight.patience", "korthus.bots.eight.values:_PATIENCE", "draws", (), "eight:slack", _BOARD),
    Constant(
        "eight.rivals",
        "korthus.bots.eight.policy:RIVALS",
        "placements",
        (80, 320),
        "eight:tables",
        _STUDY,
        compiled=True,
    ),
    Constant("eight.looks", "korthus.bots.eight.thinking:_ROUND", "worlds", (), "eight:looks", "time"),
    Constant(
        "eight.taking_back",
        "korthus.bots.eight.thinking:_WORTH_TAKING_BACK",
        "pots",
        (),
        "eight:taking_back",
        "three standard errors",
    ),
)
_HOUSE: Final = (
    Constant("search.nodes", "korthus.bots.search:MOST_NODES", "nodes", (), "house:trees", "memory and time"),
    Constant(
        "search.by_rules",
        "korthus.bots.kachuful.search:_CROWD",
        "simulations times seats",
        (),
        "house:by_rules",
        "time",
    ),
    Constant("solve.share", "korthus.solve.core.session:_SHARE", "parts", (4, 16), "house:judging", _LEFT),
    Constant(
        "solve.least", "korthus.solve.core.session:_LEAST", "iterations", (5, 20), "house:judging", _LEFT
    ),
    Constant(
        "solve.earlier", "korthus.solve.core.session:_EARLIER", "share", (0.3, 0.9), "house:judging", _LEFT
    ),
    Constant(
        "scale.resampled", "korthus.arena.scale:_RESAMPLED", "draws", (50, 800), "house:intervals", "time"
    ),
    Constant(
        "scale.still", "korthus.arena.scale:_STILL", "logarithm", (1e-05, 1e-09), "house:intervals", "time"
    ),
    Constant(
        "line.forgotten_in",
        "korthus.web.bounds:FORGOTTEN_IN",
        "seconds",
        (7.5, 15.0, 60.0, 120.0),
        "house:waiting",
        _WAIT,
        also=("korthus.web.bots.line",),
    ),
    Constant(
        "line.seconds_alike",
        "korthus.web.bounds:SECONDS_ALIKE",
        "seconds",
        (0.05, 1.0, 4.0),
        "house:waiting",
        _WAIT,
        also=("korthus.web.bots.line",),
    ),
    Constant(
        "line.turns",
        "korthus.web.bounds:TURNS_OF_AN_ADDRESS",
        "turns",
        (1, 4, 16),
        "house:waiting",
        _WAIT,
        also=("korthus.web.bots.line",),
    ),
    Constant("scale.rounds", "korthus.arena.scale:_ROUNDS", "rounds", (100, 300), "house:chain", _POINTS),
)

CONSTANTS: Final = (*_MULLE, *_KACHUFUL, *_MUS, *_EIGHT, *_HOUSE)
