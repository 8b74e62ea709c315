"""What a training tells whoever watches it, and when it may be stopped."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

#: Hears how many units of a stage are done, and how many there are.
Tell = Callable[[int, int], None]


class Watcher(Protocol):
    """Who watches a training."""

    def stage(self, name: str) -> AbstractContextManager[Tell]:
        """A stage begins: ``playing``, ``teaching`` or ``gating``. Within, it says how far it is."""
        ...

    def held(self) -> AbstractContextManager[Callable[[], None]]:
        """Within, whoever wants to stop waits until the given function is called, which then raises."""
        ...
