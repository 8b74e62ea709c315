"""What one stranger asks for holds up nobody else: work waits where only its like waits."""

from __future__ import annotations

import asyncio
import itertools
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.support.patience import PATIENCE
from tests.web.client import Api
from tests.web.inside import inside
from tests.web.support import in_loop

from korthus.solve.mus.explorer import ask
from korthus.web.mus import handlers

#: More than asyncio has threads for everybody.
MANY = 40


@in_loop
async def test_questions_to_the_explorer_of_mus_keep_neither_the_list_of_tables_nor_a_record_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = threading.Event()

    def wait(*asked: Any) -> Any:
        held.wait()
        return ask(*asked)

    monkeypatch.setattr(handlers, "_asked", wait)
    hands = ["".join(cards) for cards in itertools.combinations_with_replacement("RCS76", 4)][:MANY]
    async with inside(tmp_path) as (url, _), Api(url) as api, Api(url) as stranger:
        opened = await api.open_table(
            "kachuful", [{"kind": "me", "name": "A"}, {"kind": "friend"}], open=True
        )
        done = await api.open_table(
            "kachuful", [{"kind": "me", "name": "A"}, {"kind": "bot", "level": "random"}]
        )
        async with api.socket(done["code"], done["token"]) as player:
            await player.wait_for(lambda: player.my_turn)
            assert (await player.ask("resign"))["type"] == "ok"
        asking = [asyncio.create_task(stranger.get(f"/api/mus/strategy?hand={hand}")) for hand in hands]
        try:
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*(stranger.get("/healthz") for _ in hands))  # they have all come
                tables = (await api.get("/api/tables")).json()
                record = await api.get(f"/api/tables/{done['code']}/record")
            assert [table["code"] for table in tables] == [opened["code"]]
            assert record.status_code == 200
        finally:
            held.set()
            answers = await asyncio.gather(*asking)
    assert {each.status_code for each in answers} == {200, 429}, (
        "what waits is bounded, and the rest is answered"
    )
