"""Which seats have a person at another server of the same database.

Servers tell each other who came and who went, and say every few seconds that they are alive. A server that is
not heard of takes its people with it: after a while they count as absent.
"""

from __future__ import annotations

import time
from typing import Final

#: How often a server says that it is alive, and when it is given up, in seconds.
HEARTBEAT: Final = 2.0
GONE_AFTER: Final = 7.0


class Presence:
    """Who sits at other servers."""

    def __init__(self, node: str) -> None:
        self._node = node
        #: Per server: when it was last heard of, and its people as (table, seat); spectators have seat None.
        self._heard: dict[str, float] = {}
        self._people: dict[str, dict[tuple[str, int | None], int]] = {}

    def heard(self, node: str) -> None:
        """Another server is alive."""
        if node != self._node:
            self._heard[node] = time.monotonic()

    def tell(self, node: str, code: str, seat: int | None, count: int) -> None:
        """Another server has so many sockets for a seat."""
        if node == self._node:
            return
        self.heard(node)
        people = self._people.setdefault(node, {})
        if count:
            people[code, seat] = count
        else:
            people.pop((code, seat), None)

    def elsewhere(self, code: str, seat: int | None) -> int:
        """How many sockets other servers have for a seat."""
        if not self._people:
            return 0
        return sum(people.get((code, seat), 0) for people in self._people.values())

    def drop_the_dead(self) -> set[str]:
        """Forget servers that are not heard of; the tables whose people went with them."""
        limit = time.monotonic() - GONE_AFTER
        tables: set[str] = set()
        for node in [node for node, last in self._heard.items() if last < limit]:
            del self._heard[node]
            tables |= {code for code, _ in self._people.pop(node, {})}
        return tables

    def forget(self, node: str) -> set[str]:
        """A server says goodbye; the tables it had people at."""
        self._heard.pop(node, None)
        return {code for code, _ in self._people.pop(node, {})}
