"""What whoever runs a server may decide."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

STATIC: Final = Path(__file__).parent / "static"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """One server process. Times are in seconds."""

    #: An SQLAlchemy URL: ``sqlite:///file`` or ``postgresql+asyncpg://…``.
    database: str
    #: Whether it is served although something of it is lost.
    despite_damage: bool = False
    host: str = "127.0.0.1"
    #: 0 means any that is free.
    port: int = 8723
    #: Whether it is meant for the machines of a home network, and says where they find it.
    lan: bool = False
    #: Whether another port is taken where that one is in use.
    other_port: bool = False
    #: Where numbers for Prometheus are read: host and port, away from where people come in.
    metrics: tuple[str, int] | None = None
    static: Path = STATIC
    #: Processes in which computer players think.
    workers: int = 1
    #: How long an absent person is waited for before a bot plays that turn.
    grace: float = 45.0
    #: How long a full table waits with the first deal, so that seeds can be added.
    deal_after: float = 0.4
    #: What a bot's action takes at least. Longer thinking is rounded up to a multiple, see ``rhythm``.
    bot_pause: float = 0.7
    #: The same at a table of bots only.
    watch_pause: float = 0.8
    #: When a thinking bot is stopped and a quick one answers.
    bot_deadline: float = 6.0
    #: The folder that is offered for compiled code, should no other be found.
    compiled: Path | None = None
    #: Whether what is not compiled yet is compiled in the background.
    warm: bool = True
    #: How long a live table without sockets stays in memory.
    idle: float = 60.0
    #: Whether connections and addresses are limited in what they may ask for per second.
    limits: bool = True
    #: Names of this server, besides what a request says in ``Host``, whose pages may connect.
    origins: tuple[str, ...] = ()
    #: Whether ``X-Forwarded-For`` of a proxy on this machine is believed.
    behind_proxy: bool = False
