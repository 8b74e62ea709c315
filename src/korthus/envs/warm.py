"""What is compiled for environments, so that ``korthus warm --envs`` can do it beforehand."""

from __future__ import annotations

import random

import korthus
from korthus.envs.brings import compiled_of
from korthus.games.catalogue import game_names


def compiled_environments() -> tuple[str, ...]:
    """The games whose environments run on compiled code; looking loads the compiler."""
    return tuple(name for name in game_names() if compiled_of(korthus.game(name)) is not None)


def compile_environment(name: str) -> None:
    """Compile what the environments of a game call under its usual rules, and keep it, by using it."""
    from korthus.envs import vector
    from korthus.envs.compiled_episode import CompiledEpisode
    from korthus.envs.vector_code import expect

    expect(name)
    many = vector(name, n=2, threads=1)
    many.step(many.random_actions())
    one = CompiledEpisode(korthus.game(name))
    one.begin(random.Random(0))
    while one.to_act is not None:
        one.observe(one.to_act)
        one.step(int(one.mask(one.to_act).argmax()))
