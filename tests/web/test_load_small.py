"""Many tables at once: everything is acknowledged, and nobody misses an event. How fast is for ``bench``."""

from __future__ import annotations

from pathlib import Path

from bench.load_tables import connect_all, open_tables, play
from tests.support.patience import PATIENCE
from tests.web.server import QUICK, ServerProcess
from tests.web.support import in_loop

TABLES = 50
ACTIONS = 600


@in_loop
async def test_fifty_tables_at_once_are_all_played_and_told(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, *QUICK) as server:
        tables = await open_tables(server.url, "mulle", TABLES, seed=5)
        await connect_all(server.url, tables)
        before = {table.code: table.seats[0].version for table in tables}
        while sum(table.sent for table in tables) < ACTIONS:
            run = await play(tables, rate=300, seconds=1, patience=PATIENCE)
            assert run.sent == run.heard > 0
        for table in tables:
            first, second = table.seats
            assert not table.wrong
            assert first.acknowledged + second.acknowledged == table.sent > 0
            # Each action is one version, and both have heard of the last.
            assert first.version == second.version == before[table.code] + table.sent
        # Killed and started again, every table stands where it stood, and goes on.
        stood = {table.code: table.seats[0].version for table in tables}
        server.kill()
        server.start()
        await connect_all(server.url, tables)
        assert {table.code: table.seats[0].version for table in tables} == stood
        again = await play(tables, rate=300, seconds=0.5, patience=PATIENCE)
        assert again.sent == again.heard > 0
        assert not [what for table in tables for what in table.wrong]
        for table in tables:
            for seat in table.seats:
                seat.close()
