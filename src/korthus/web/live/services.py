"""What all live tables of a server share."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING

from korthus.web.bots.one_thread import OneThread
from korthus.web.bots.pool import BotPool
from korthus.web.bots.rule_desk import RuleDesk
from korthus.web.bots.warming import Warming
from korthus.web.delivery.delivery import Delivery
from korthus.web.live.after_game import ReviewDesk
from korthus.web.live.presence import Presence
from korthus.web.live.wake import Wake
from korthus.web.pages.metrics import Metrics
from korthus.web.pages.ratings import Ratings
from korthus.web.settings import Settings
from korthus.web.store.log_writer import LogWriter, PostgresWriter, SqliteWriter
from korthus.web.store.store import Store

if TYPE_CHECKING:
    from korthus.web.http.routes import GameOut
    from korthus.web.live.live_table import LiveTable
    from korthus.web.live.live_tables import LiveTables
    from korthus.web.tournaments.desk import Tournaments


class Services:
    """One server process: its database, its writer, its computer players and its live tables."""

    live_tables: LiveTables
    tournaments: Tournaments
    #: News between the servers of one PostgreSQL database.
    wake: Wake | None = None

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.delivery = Delivery(settings.static)
        #: The name of this process among the servers of one database.
        self.node = secrets.token_hex(6)
        self.metrics = Metrics()
        self.store = Store(settings.database, self.metrics)
        self.writer: LogWriter = (
            SqliteWriter(self.store, self.metrics)
            if self.store.sqlite
            else PostgresWriter(self.store, self.metrics, self.node)
        )
        #: Where rules are worked out that can take long: of tables in play, of lessons, and of records and
        #: positions that people bring. None of them waits for the others.
        self.rules = RuleDesk(self.metrics)
        self.lessons = RuleDesk(self.metrics)
        self.studies = RuleDesk(self.metrics)
        #: Who asks what a game's explorer has to work out.
        self.explorer = OneThread("explorer")
        #: All games as ``/api/games`` lists them, by language. Made once: a list takes the loop 12 ms.
        self.shelf: dict[str, list[GameOut]] = {}
        #: Only one piece of long work goes on on the loop; see ``Pace``.
        self.gate = asyncio.Lock()
        #: One person at a time looks for a stranger to play with.
        self.pairing = asyncio.Lock()
        self.warming = Warming()
        self.bots = BotPool(settings.workers, settings.bot_deadline, self.metrics, self.warming)
        self.presence = Presence(self.node)
        self.reviews = ReviewDesk(self.bots)
        self.ratings = Ratings(self.store)

    async def open(self) -> None:
        """Get ready to serve."""
        await self.store.open()
        await self.writer.start()
        self.live_tables.start()
        if self.settings.warm:
            self.warming.start()
        if not self.store.sqlite:
            self.wake = Wake(self)
            self.wake.start()

    @property
    def deaf(self) -> bool:
        """Whether this server does not hear what others write, though there may be others."""
        return self.wake is not None and not self.wake.listening

    def tell_presence(self, live: LiveTable, seat: int | None) -> None:
        """Tell the other servers how many sockets a seat has here."""
        count = sum(guest.seat == seat for guest in live.guests)
        if self.wake is not None:
            self.wake.tell_presence(live.code, seat, count)

    async def close(self) -> None:
        """Finish what was accepted, then stop."""
        await self.reviews.close()
        await self.tournaments.close()
        await self.live_tables.close()
        if self.wake is not None:
            await self.wake.close()
        await self.writer.close()
        await self.warming.close()
        await self.bots.close()
        for desk in (self.rules, self.lessons, self.studies):
            await desk.close()
        self.explorer.close()
        await self.store.close()
