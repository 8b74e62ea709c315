"""A line for a few workers: in turns by person, so that nobody waits long because another asks much."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from korthus.web.http.refusals import line_full

#: Who asks, as far as fairness goes: an address, or whatever else is given.
Person = str


class Wish:
    """One who waits, or is being served."""

    def __init__(self, person: Person) -> None:
        self.person = person
        #: Done when it is this one's turn.
        self.turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class Line:
    """Who waits for a limited number of workers. Each person's own wishes keep their order."""

    def __init__(self, places: int, *, most: int = 1_000, most_each: int = 1_000) -> None:
        """Open a line.

        Args:
            places: how many are served at a time.
            most: how many may wait.
            most_each: how many of one person's wishes may wait.
        """
        self._free = places
        self._most = most
        self._most_each = most_each
        #: The person whose turn is next comes first.
        self._waiting: OrderedDict[Person, deque[Wish]] = OrderedDict()

    def __len__(self) -> int:
        """How many wait."""
        return sum(map(len, self._waiting.values()))

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
        if len(self) >= self._most or len(self._waiting.get(person, ())) >= self._most_each:
            raise line_full()
        self._waiting.setdefault(person, deque()).append(wish)
        return wish

    def place(self, wish: Wish) -> int:
        """Whose turn a wish is: 1 is the next, 0 that it is being served or was given up."""
        own = self._waiting.get(wish.person, deque())
        if wish not in own:
            return 0
        round_ = own.index(wish)
        before, first = round_, True
        for person, wishes in self._waiting.items():
            if person == wish.person:
                first = False
            else:
                before += min(len(wishes), round_ + first)
        return before + 1

    async def wait(self, wish: Wish) -> None:
        """Wait for one's turn; ``leave`` must follow, unless this is cancelled."""
        try:
            await wish.turn
        except asyncio.CancelledError:
            own = self._waiting.get(wish.person, deque())
            if wish in own:
                own.remove(wish)
                if not own:
                    del self._waiting[wish.person]
            else:
                self.leave()  # it was this one's turn at that very moment
            raise

    def leave(self) -> None:
        """One has been served: the next, please."""
        if not self._waiting:
            self._free += 1
            return
        person, wishes = self._waiting.popitem(last=False)
        wish = wishes.popleft()
        if wishes:
            self._waiting[person] = wishes  # behind all others
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
