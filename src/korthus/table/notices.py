"""What each seat has been told, in order, and who listens.

Every audience (a seat, or the spectators) has its own count. It goes up by one with each notice, so a gap
means a lost message, and it says nothing about what others were told in private.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from korthus.core.protocol import Event


class Notice(NamedTuple):
    """An event as one audience is told of it: the first has number 1."""

    sequence: int
    event: Event


class Listener:
    """A subscription; ``close`` ends it."""

    def __init__(self, tell: Callable[[Notice], None], seat: int | None, heard: int) -> None:
        self.seat = seat
        self._tell = tell
        #: How many notices have been handed over, or skipped.
        self.heard = heard
        self.closed = False

    def close(self) -> None:
        """Hear no more."""
        self.closed = True

    def hear(self, notice: Notice) -> None:
        """Hand over one notice. It counts as heard even if the listener fails on it."""
        self.heard = notice.sequence
        self._tell(notice)


class NoticeBoard:
    """The notices of each audience and their listeners."""

    def __init__(self, seats: int) -> None:
        self._told: dict[int | None, list[Event]] = {seat: [] for seat in (None, *range(seats))}
        self._listeners: list[Listener] = []
        self._delivering = False

    def post(self, events: Iterable[Event]) -> None:
        """Write events down for those who may know them. Nobody hears them before ``deliver``."""
        for event in events:
            if event.audience is None:
                for told in self._told.values():
                    told.append(event)
            else:
                self._told[event.audience].append(event)

    def count(self, seat: int | None) -> int:
        """How many notices an audience has had."""
        return len(self._told[seat])

    def since(self, seat: int | None, after: int) -> tuple[Notice, ...]:
        """An audience's notices with a number above ``after``."""
        after = max(after, 0)
        return tuple([Notice(*pair) for pair in enumerate(self._told[seat][after:], after + 1)])

    def listen(self, tell: Callable[[Notice], None], seat: int | None, after: int | None) -> Listener:
        """Subscribe an audience's listener; with ``after`` it first hears what came after that number."""
        count = self.count(seat)
        listener = Listener(tell, seat, count if after is None else min(max(after, 0), count))
        self._listeners.append(listener)
        self.deliver()
        return listener

    def deliver(self) -> None:
        """Hand over everything that has not been heard, to each listener in order.

        A listener may act on the table; what this causes is delivered after the notice it is hearing.

        Raises:
            ExceptionGroup: some listeners failed. All the others have heard everything nevertheless.
        """
        if self._delivering:
            return
        self._delivering = True
        failures: list[Exception] = []
        try:
            while pending := [each for each in self._listeners if self._behind(each)]:
                for listener in pending:
                    self._catch_up(listener, failures)
            self._listeners = [each for each in self._listeners if not each.closed]
        finally:
            self._delivering = False
        if failures:
            raise ExceptionGroup("listeners failed; what they were told of stands", failures)

    def _behind(self, listener: Listener) -> bool:
        return not listener.closed and listener.heard < self.count(listener.seat)

    def _catch_up(self, listener: Listener, failures: list[Exception]) -> None:
        for notice in self.since(listener.seat, listener.heard):
            if listener.closed:
                return
            try:
                listener.hear(notice)
            except Exception as failure:
                failures.append(failure)
