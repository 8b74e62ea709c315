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

CONSTANTS: Final = (
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
    Constant(
        "mulle.stray",
        "korthus.bots.mulle.belief:STRAY",
        "share",
        (0.025, 0.1),
        "mulle:habit",
        _HABIT,
    ),
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
        (10_000, 40_000),
        "mulle:patience",
        "positions looked at until a rond is solved, for each that one try would need",
    ),
    *(
        Constant(f"kachuful.{name}", f"korthus.bots.kachuful.{where}", unit, others, f"kachuful:{by}", loss)
        for name, where, unit, others, by, loss in (
            ("proof", "belief:PROOF", "acts", (5, 18), "apart", _CARDS),
            ("roomy", "belief:_ROOMY", "chance", (0.0001, 0.05), "between", _CARDS),
            ("wanted", "apart:_WANTED", "hands for each world", (0.25, 1.0), "apart", _CARDS),
            ("tries", "apart:_TRIES", "hands for each world", (3, 12), "apart", _CARDS),
            ("fewest_hands", "apart:_FEWEST", "hands", (16, 64), "apart", _CARDS),
            ("seeds", "apart:_SEEDS", "hands", (2, 8), "apart", _CARDS),
            ("led", "apart:_LED", "hands", (16, 64), "apart", _CARDS),
            ("weighed", "apart:_WEIGHED", "hands for each", ((2, 4), (6, 16)), "apart", _CARDS),
            ("patience", "apart:_PATIENCE", "tries for each world", (250, 4_000), "between", _CARDS),
            ("moves", "together:_MOVES", "exchanges", (20, 80), "together", _CARDS),
            ("settled", "together:_SETTLED", "worlds", (4, 16), "together", _CARDS),
            ("between", "together:_BETWEEN", "exchanges", (12, 48), "together", _CARDS),
            ("worlds", "thinking:_MANY_WORLDS", "worlds", (), "worlds", _CARDS),
            ("exploration", "thinking:FOLLOWED.exploration", "utility", (0.15, 0.6), "regret", _LACK),
            ("trust", "thinking:FOLLOWED.trust", "visits", (4, 16), "regret", _LACK),
            ("depth", "thinking:FOLLOWED.depth", "choices", (1, 2, 6, 200), "depth", _LACK),
            ("opinion", "thinking:_OPINION", "utility", (0.0, 0.005, 0.02), "opinion", _LACK),
            ("width", "policy:_WIDTH", "utility", (0.08, 0.32), "width", _WINNER),
            ("last_rounds", "thinking:_LAST_ROUNDS", "rounds", (), "last_rounds", "utility gained"),
            ("whim", "learnt:_WHIM", "share", (), "whim", "see `whim`"),
        )
    ),
)
