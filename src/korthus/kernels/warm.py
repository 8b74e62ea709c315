"""Compile the kernels once, so that nobody's first move waits for a compiler."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final

import numpy as np

import korthus
from korthus.kernels.rng import stream

#: The games that have a kernel, in ``korthus.kernels.<game>``.
KERNELS: Final = ("kachuful", "mus", "mulle", "eight")


def warm() -> Iterator[str]:
    """Compile kernel after kernel and keep the code on disk; yields each one's name before its turn."""
    for name in KERNELS:
        yield name
        _touch(import_module(f"korthus.kernels.{name}"), name)


def _touch(kernel: Any, name: str) -> None:
    """Call every verb once, with the types it is always called with."""
    game = korthus.game(name)
    state = game.new()
    packed = kernel.pack(game, state)
    rng = stream(0)
    kernel.deal(packed, rng)
    legal = np.zeros(kernel.MAX_LEGAL, dtype=np.int64)
    count = kernel.legal(packed, legal)
    assert count > 0
    assert kernel.actor(packed) >= 0
    kernel.apply(packed, legal[0])
    kernel.playout(packed, rng)
    scores = np.zeros(game.max_seats, dtype=np.int64)
    kernel.scores(packed, scores)
