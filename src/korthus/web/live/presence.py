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
        #: Servers that are telling all of their people, and who was named so far.
        self._rosters: dict[str, dict[tuple[str, int | None], int]] = {}

    def heard(self, node: str) -> None:
        """Another server is alive."""
        if node != self._node:
            self._heard[node] = time.monotonic()

    def tell(self, node: str, code: str, seat: int | None, count: int) -> None:
        """Another server says how many sockets it has for a seat."""
        if node == self._node:
            return
        self.heard(node)
        for people in (self._people.setdefault(node, {}), self._rosters.get(node)):
            if people is None:
                continue
            if count:
                people[code, seat] = count
            else:
                people.pop((code, seat), None)

    def roster_begins(self, node: str) -> None:
        """A server is about to tell all of its people, because something it told may have been lost."""
        if node != self._node:
            self._rosters[node] = {}

    def roster_ends(self, node: str) -> set[str]:
        """It has told them all; the tables of people who were not among them."""
        told = self._rosters.pop(node, None)
        if told is None:
            return set()
        before = self._people.get(node, {})
        self._people[node] = told
        return {code for code, _ in before.keys() - told.keys()}

    def hold_on(self) -> None:
        """We could hear nobody for a while: give the others time before they count as gone."""
        for node in self._heard:
            self.heard(node)
        self._rosters.clear()

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
            self._rosters.pop(node, None)
            tables |= {code for code, _ in self._people.pop(node, {})}
        return tables

    def forget(self, node: str) -> set[str]:
        """A server says goodbye; the tables it had people at."""
        self._heard.pop(node, None)
        self._rosters.pop(node, None)
        return {code for code, _ in self._people.pop(node, {})}
