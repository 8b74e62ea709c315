"""A line for a few workers: in turns, so that nobody waits long because another asks much.

Addresses take turns, and so do the people who share one. Whoever makes up many people at an address takes
turns from nobody but those at the same address.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Hashable, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final, NamedTuple

from korthus.web.http.refusals import ServerRefusal

#: People whose wishes fit into an address's part of a line. Chosen, not measured: a family.
_PEOPLE_AT_AN_ADDRESS: Final = 4


class Person(NamedTuple):
    """Who asks, as far as fairness goes."""

    address: str
    #: Which of those at the address, as well as it is known.
    name: str = ""


#: On whose account the computer works where nobody asked.
UNASKED: Final = Person("")


class Wish:
    """One who waits, or is being served."""

    def __init__(self, person: Person) -> None:
        self.person = person
        #: Done when it is this one's turn.
        self.turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()


#: The wishes of one address, by person; the person whose turn is next comes first.
_Near = OrderedDict[Person, deque[Wish]]


class Line:
    """Who waits for a limited number of workers. Each person's own wishes keep their order."""

    def __init__(self, places: int, *, most: int = 1_000, most_each: int = 1_000) -> None:
        """Open a line.

        Args:
            places: how many are served at a time.
            most: how many may wait.
            most_each: how many of one person's wishes may wait; four times as many from one address.
        """
        self._free = places
        self._most = most
        self._most_each = most_each
        #: By address; the address whose turn is next comes first.
        self._waiting: OrderedDict[str, _Near] = OrderedDict()

    def __len__(self) -> int:
        """How many wait."""
        return sum(map(_size, self._waiting.values()))

    @property
    def busy(self) -> bool:
        """Whether whoever comes now has to wait."""
        return not self._free or bool(self._waiting)

    def join(self, person: Person) -> Wish:
        """Get in line; ``wait`` must follow.

        Raises:
            ServerRefusal: too many wait.
        """
        wish = Wish(person)
        if self._free and not self._waiting:
            self._free -= 1
            wish.turn.set_result(None)
            return wish
        near = self._waiting.get(person.address, _Near())
        if (
            len(self) >= self._most
            or _size(near) >= self._most_each * _PEOPLE_AT_AN_ADDRESS
            or len(near.get(person, ())) >= self._most_each
        ):
            raise ServerRefusal("LINE_FULL")
        near.setdefault(person, deque()).append(wish)
        self._waiting[person.address] = near
        return wish

    def place(self, wish: Wish) -> int:
        """Whose turn a wish is: 1 is the next, 0 that it is being served or was given up."""
        near = self._waiting.get(wish.person.address, _Near())
        own = near.get(wish.person, deque())
        if wish not in own:
            return 0
        ahead = _ahead(own.index(wish), wish.person, {person: len(each) for person, each in near.items()})
        sizes = {address: _size(each) for address, each in self._waiting.items()}
        return _ahead(ahead, wish.person.address, sizes) + 1

    async def wait(self, wish: Wish) -> None:
        """Wait for one's turn; ``leave`` must follow, unless this is cancelled."""
        try:
            await wish.turn
        except asyncio.CancelledError:
            if self.place(wish):
                self._forget(wish)
            else:
                self.leave()  # it was this one's turn at that very moment
            raise

    def leave(self) -> None:
        """One has been served: the next, please."""
        if not self._waiting:
            self._free += 1
            return
        address, near = self._waiting.popitem(last=False)
        person, wishes = near.popitem(last=False)
        wish = wishes.popleft()
        if wishes:
            near[person] = wishes  # behind all others
        if near:
            self._waiting[address] = near
        if not wish.turn.done():
            wish.turn.set_result(None)
        else:
            self.leave()  # it was cancelled, and nobody has heard of it yet

    @asynccontextmanager
    async def turn(self, person: Person) -> AsyncIterator[None]:
        """Wait for one's turn and have it.

        Raises:
            ServerRefusal: too many wait.
        """
        await self.wait(self.join(person))
        try:
            yield
        finally:
            self.leave()

    def _forget(self, wish: Wish) -> None:
        near = self._waiting[wish.person.address]
        near[wish.person].remove(wish)
        if not near[wish.person]:
            del near[wish.person]
        if not near:
            del self._waiting[wish.person.address]


def _size(near: _Near) -> int:
    return sum(map(len, near.values()))


def _ahead(own: int, key: Hashable, sizes: Mapping[Any, int]) -> int:
    """How many are served before somebody who has ``own`` wishes of the same key before it.

    Args:
        sizes: how many wait, by key; the key whose turn is next comes first.
    """
    before, first = own, True
    for each, size in sizes.items():
        if each == key:
            first = False
        else:
            before += min(size, own + first)
    return before
