"""The games as environments for learners: PettingZoo, Gymnasium, OpenSpiel, and thousands of games at once.

Every environment is a face: it shows a seat its view, as numbers, and takes one of the seat's legal actions,
as a number. ``encoding`` says what the numbers are; ``envs/<game>/`` has those of a game, and any other
game gets one made from its view's fields and its action texts.

The doors, each with its own library (``docs/environments.md``):

- ``korthus.envs.pettingzoo.env("mulle")``: all seats, one after the other;
- ``korthus.envs.gymnasium.env("mulle", opponents="greedy")``: one seat against players of the house;
- ``korthus.envs.openspiel``: ``pyspiel.load_game("korthus_mulle")``, once it is imported;
- ``korthus.envs.vector("mulle", n=4096)``: many games at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy.typing as npt

    from korthus.core.protocol import AnyGame
    from korthus.envs.vector_env import VectorEnv


def vector(
    game: str | AnyGame,
    n: int = 4096,
    seats: int | None = None,
    *,
    preset: str | None = None,
    seed: int = 0,
    first: int = 0,
    threads: int | None = None,
    checked: bool = True,
    dtype: npt.DTypeLike | None = None,
    **options: Any,
) -> VectorEnv:
    """Many games at once; the first position of each is there already.

    Compiled code plays them; where a game has none, or none for these options or seats, the rules do, some
    hundred times slower. The environment's ``compiled`` says which it is.

    Args:
        game: its name, with ``preset`` and ``options`` as for ``korthus.game``; or a game.
        n: how many games.
        seats: how many play in each; None: as few as can.
        seed: equal seeds, equal games, with any number of threads.
        first: the number of the first slot. So 4096 slots can be shared out among machines: one has the
            first 2048, another ``n=2048, first=2048``, and together they play the games of one with all.
        threads: how many work at once; None: one for each core, if there are games enough.
        checked: whether ``step`` looks for illegal actions before it does anything.
        dtype: the type of the numbers in an observation: integers, or floats of 32 or 64 bits, that hold
            them all; None: the smallest integers that do.

    Raises:
        InvalidOptions: there is no such game, or it cannot be played so.
    """
    from korthus.envs.episode import game_for
    from korthus.envs.vector_env import VectorEnv  # loads the compiler

    return VectorEnv(
        game_for(game, preset, options),
        n,
        seats,
        seed=seed,
        first=first,
        threads=threads,
        checked=checked,
        dtype=dtype,
    )
