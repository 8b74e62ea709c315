"""A line for a few workers: in turns, so that nobody waits long because another asks much.

Everybody who waits has one turn in a round, whether they share their address with others or not. One address
has a bounded number of turns in a round, which its people then take in turns among them: whoever makes up
many people takes no more from those elsewhere.

Turns are not alike: an address is charged for the seconds that it used, and whoever used least goes first,
however many turns the others still have. Work that nobody asked for comes last.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Final, NamedTuple

from korthus.web.bounds import FORGOTTEN_IN, MAX_ADDRESSES, SECONDS_ALIKE, TURNS_OF_AN_ADDRESS
from korthus.web.http.refusals import ServerRefusal


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


class _Used:
    """The seconds that each address used lately: half of what it used is forgotten again and again."""

    def __init__(self) -> None:
        #: By address: the seconds it had used, and the time on the clock at which it had used that much.
        self._seconds: dict[str, tuple[float, float]] = {}

    def of(self, address: str, now: float) -> float:
        seconds, when = self._seconds.get(address, (0.0, now))
        return seconds * math.exp2((when - now) / FORGOTTEN_IN)

    def charge(self, address: str, seconds: float, now: float) -> None:
        """Charge for a span that ends now. However often it is cut, it costs the same."""
        if address not in self._seconds and len(self._seconds) >= MAX_ADDRESSES:
            self._forget(now)
        rate = math.log(2) / FORGOTTEN_IN
        left = -math.expm1(-seconds * rate) / rate  # the older part is forgotten in part already
        self._seconds[address] = (self.of(address, now) + left, now)

    def _forget(self, now: float) -> None:
        """Make room: the half that used least goes."""
        by_use = sorted(self._seconds, key=lambda address: self.of(address, now))
        for address in by_use[: len(by_use) // 2]:
            del self._seconds[address]


class _Waiting:
    """Those who wait, in the order in which they are served."""

    def __init__(self, turns: int) -> None:
        #: By address; the address whose turns these are comes first.
        self._near: OrderedDict[str, _Near] = OrderedDict()
        #: How many turns an address has in a round at most.
        self._most_turns = turns
        #: How many turns the first address still has in this round: as many as it had people when they began.
        self._turns = 0

    def copy(self) -> _Waiting:
        copied = _Waiting(self._most_turns)
        for address, near in self._near.items():
            copied._near[address] = _Near((person, wishes.copy()) for person, wishes in near.items())
        copied._turns = self._turns
        return copied

    def __len__(self) -> int:
        return sum(self.at(address) for address in self._near)

    def __iter__(self) -> Iterator[str]:
        """The addresses from which somebody waits."""
        return iter(self._near)

    def at(self, address: str) -> int:
        """How many wishes of an address wait."""
        return sum(map(len, self._near.get(address, _Near()).values()))

    def of(self, person: Person) -> deque[Wish]:
        """A person's wishes."""
        return self._near.get(person.address, _Near()).get(person, deque())

    def add(self, wish: Wish) -> None:
        near = self._near.setdefault(wish.person.address, _Near())
        near.setdefault(wish.person, deque()).append(wish)

    def remove(self, wish: Wish) -> None:
        address, near = wish.person.address, self._near[wish.person.address]
        near[wish.person].remove(wish)
        if not near[wish.person]:
            del near[wish.person]
        if not near:
            if address == next(iter(self._near)):
                self._turns = 0
            del self._near[address]

    def pop(self, ranks: Mapping[str, float]) -> Wish:
        """Whose turn it is.

        Args:
            ranks: by address; the lowest goes first, and those of one rank take turns.
        """
        address = min(self._near, key=lambda each: ranks[each])  # the first of several that are alike
        if address != next(iter(self._near)):
            self._near.move_to_end(address, last=False)
            self._turns = 0
        near = self._near[address]
        self._turns = (self._turns or min(len(near), self._most_turns)) - 1
        person, wishes = near.popitem(last=False)
        wish = wishes.popleft()
        if wishes:
            near[person] = wishes  # behind all others
        if not near:
            del self._near[address]
            self._turns = 0
        elif not self._turns:
            self._near.move_to_end(address)
        return wish


class Line:
    """Who waits for a limited number of workers. Each person's own wishes keep their order."""

    def __init__(
        self,
        places: int,
        *,
        most: int = 2_000,
        most_each: int = 1_000,
        turns: int = TURNS_OF_AN_ADDRESS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Open a line.

        Args:
            places: how many are served at a time.
            most: how many may wait; half as many from one address.
            most_each: how many of one person's wishes may wait.
            turns: how many turns an address has in a round at most.
            clock: tells the time, in seconds.
        """
        self._free = places
        self._most = most
        self._most_each = most_each
        self._waiting = _Waiting(turns)
        self._clock = clock
        self._used = _Used()
        #: Who is being served, and since when their address has not been charged for it.
        self._served: dict[Wish, float] = {}

    def __len__(self) -> int:
        """How many wait."""
        return len(self._waiting)

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
            self._serve(wish)
            return wish
        if (
            len(self) >= self._most
            or self._waiting.at(person.address) >= self._most // 2
            or len(self._waiting.of(person)) >= self._most_each
        ):
            raise ServerRefusal("LINE_FULL")
        self._waiting.add(wish)
        return wish

    def place(self, wish: Wish) -> int:
        """Whose turn a wish is as things stand: 1 is the next, 0 that it is being served or was given up."""
        if wish not in self._waiting.of(wish.person):
            return 0
        ahead, ranks = self._waiting.copy(), self._ranks()
        place = 1
        while ahead.pop(ranks) is not wish:
            place += 1
        return place

    async def wait(self, wish: Wish) -> None:
        """Wait for one's turn; ``leave`` must follow, unless this is cancelled."""
        try:
            await wish.turn
        except asyncio.CancelledError:
            if wish in self._waiting.of(wish.person):
                self._waiting.remove(wish)
            elif wish in self._served:
                self.leave(wish)  # it was this one's turn at that very moment
            # Else ``leave`` has passed it over, and it never had a turn.
            raise

    def leave(self, wish: Wish) -> None:
        """One has been served: the next, please."""
        self._charge()
        self._served.pop(wish, None)
        ranks = self._ranks()
        while self._waiting:
            following = self._waiting.pop(ranks)
            if not following.turn.done():
                self._serve(following)
                return
            # It was cancelled, and nobody has heard of it yet.
        self._free += 1

    def _serve(self, wish: Wish) -> None:
        self._served[wish] = self._clock()
        wish.turn.set_result(None)

    def _charge(self) -> None:
        """Charge the addresses that are being served for what they have used until now."""
        now = self._clock()
        for wish, since in self._served.items():
            self._used.charge(wish.person.address, now - since, now)
            self._served[wish] = now

    def _ranks(self) -> dict[str, float]:
        """Of each address from which somebody waits, how late it is served."""
        self._charge()
        now = self._clock()
        used = {address: self._used.of(address, now) // SECONDS_ALIKE for address in self._waiting}
        if UNASKED.address in used:
            used[UNASKED.address] = math.inf
        return used

    @asynccontextmanager
    async def turn(self, person: Person) -> AsyncIterator[None]:
        """Wait for one's turn and have it.

        Raises:
            ServerRefusal: too many wait.
        """
        wish = self.join(person)
        await self.wait(wish)
        try:
            yield
        finally:
            self.leave(wish)
