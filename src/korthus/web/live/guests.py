"""Who is connected to a table, and how they are told."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Protocol

from korthus.web.http.refusals import (
    ServerRefusal,
)
from korthus.web.live.services import Services
from korthus.web.logs import record_event
from korthus.web.socket.wire import InsteadOut
from korthus.web.store.entries import (
    Said,
)


class Guest(Protocol):
    """A connection, as a live table sees it."""

    seat: int | None
    #: Where it comes from.
    address: str
    #: The hash of the token by which the seat is held.
    key: bytes | None

    @property
    def language(self) -> str | None:
        """In which language it wants sentences, if any."""
        ...

    def update(self) -> None:
        """The position has changed."""
        ...

    def table_news(self) -> None:
        """Who is here has changed."""
        ...

    def said(self, said: Said) -> None:
        """Somebody said something."""
        ...

    def moved(self) -> None:
        """The seat went to another device."""
        ...

    def dismiss(self, why: ServerRefusal) -> None:
        """The table is closed."""
        ...


class Telling:
    """A table as its guests know it: all are told at once, and each makes its own view of the news."""

    def __init__(self, services: Services, code: str) -> None:
        self.services = services
        #: The name of the table.
        self.code = code
        self.guests: set[Guest] = set()
        #: Who chose a seat's last action, where it was not the level that plays the seat.
        self.instead: dict[int, InsteadOut] = {}
        #: What the guests were last told of ``instead``.
        self._told_instead: dict[int, InsteadOut] = {}

    def tell(self) -> None:
        """Tell everybody here what has changed in the game."""
        self._tell_each(lambda guest: guest.update())

    def tell_table(self, but: Guest | None = None) -> None:
        """Tell everybody here, but perhaps one, who is here and how the table stands."""
        self._told_instead = dict(self.instead)
        self._tell_each(lambda guest: guest.table_news() if guest is not but else None)

    def _tell_chat(self, said: Said) -> None:
        self._tell_each(lambda guest: guest.said(said))

    def _tell_each(self, tell: Callable[[Guest], None]) -> None:
        """Tell everybody; if that fails for one of them, the others hear it all the same."""
        for guest in list(self.guests):
            try:
                tell(guest)
            except Exception as error:
                record_event(logging.ERROR, "telling_failed", error=error, table=self.code)
                self.services.metrics.count("server_errors")
