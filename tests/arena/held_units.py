"""Work that a node of a cluster holds in its hands until the node is killed."""

from __future__ import annotations

import time
import uuid
from pathlib import Path
from typing import Any

from korthus.arena.errors import ArenaError


class HeldUnits:
    """A task whose units on any node but ``head`` are held from the second on, until the node is killed."""

    def __init__(self, task: Any, folder: Path, head: str) -> None:
        self.task, self.folder, self.head = task, folder, head

    def do(self, unit: int) -> Any:
        """See ``Task.do``; it leaves a trace."""
        import ray

        node = ray.get_runtime_context().get_node_id()
        begun = len(list(self.folder.glob(f"{node} *")))
        (self.folder / f"{node} {uuid.uuid4()}").touch()
        held = self.folder / "held"
        if node != self.head and begun:
            held.touch()
            time.sleep(600)
        while node == self.head and begun and not held.exists():  # the other node has begun, too
            time.sleep(0.01)
        return self.task.do(unit)

    def failed(self, unit: int, error: Exception) -> ArenaError:
        """See ``Task.failed``."""
        failed: ArenaError = self.task.failed(unit, error)
        return failed

    def died(self, unit: int) -> ArenaError:
        """See ``Task.died``."""
        died: ArenaError = self.task.died(unit)
        return died
