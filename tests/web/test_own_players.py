"""Players that whoever runs the server invites: they are listed, chosen and asked like all others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import httpx
import pytest
from tests.support.patience import PATIENCE
from tests.web.server import QUICK, ServerProcess
from tests.web.support import in_loop
from tests.web.test_bots import first_turn

from korthus.web import logs
from korthus.web.bots.pool import BotPool
from korthus.web.pages.metrics import Metrics

SOURCE: Final = """
from korthus.bots.protocol import Bot

class First(Bot):
    about = "takes the first"

    def choose(self, view, budget=None):
        return self.choices(view)[0]

class Cheat(Bot):
    def choose(self, view, budget=None):
        return self.game.parse("bid 99")

class Gone(First):
    def choose(self, view, budget=None):
        raise SystemExit(2)

class Full(First):
    def choose(self, view, budget=None):
        raise OSError(28, "No space left on device")
"""


@pytest.fixture
def working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with two players in it; processes started from here are in it, too."""
    (tmp_path / "own_table.py").write_text(SOURCE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_page_offers_them_and_only_them(working_folder: Path) -> None:
    with (
        ServerProcess(working_folder, *QUICK, "--bots", "own_table:First") as server,
        httpx.Client(timeout=PATIENCE) as client,
    ):
        games = client.get(f"{server.url}/api/games").json()
        for game in games:
            levels = {level["name"]: level["about"] for level in game["levels"]}
            assert levels["own_table:First"] == "takes the first"
            assert "own_table:Cheat" not in levels

        def opened(level: str) -> httpx.Response:
            seats = [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": level}]
            return client.post(f"{server.url}/api/tables", json={"game": "kachuful", "seats": seats})

        assert opened("own_table:First").is_success
        refused = opened("own_table:Cheat")
        assert (refused.status_code, refused.json()["code"]) == (400, "UNKNOWN_BOT")


@in_loop
async def test_it_is_asked_in_a_process_of_its_own_and_what_is_illegal_is_played_by_another(
    working_folder: Path,
) -> None:
    game, view, legal = first_turn("kachuful")
    metrics = Metrics()
    pool = BotPool(1, PATIENCE, metrics)
    choice = await pool.choose(game, view, "own_table:First")
    assert (choice.text, choice.by, choice.why) == (legal[0], "own_table:First", None)
    choice = await pool.choose(game, view, "own_table:Cheat")
    assert choice.text in legal
    assert (choice.by, choice.why) == ("easy", "failed")
    choice = await pool.choose(game, view, "own_table:Gone")
    assert choice.text in legal
    assert (choice.by, choice.why) == ("easy", "failed")
    assert metrics.value("bot_failures", "died") == 0, "its process goes on, and the log has the line"
    await pool.close()


@in_loop
async def test_the_log_has_the_message_of_a_player_that_fails(working_folder: Path) -> None:
    game, view, legal = first_turn("kachuful")
    file = working_folder / "server.log"
    with logs.set_up("info", file):
        choice = await BotPool(1, PATIENCE, Metrics()).choose(game, view, "own_table:Full")
    assert choice.text in legal
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    (failure,) = [line for line in lines if line["event"] == "bot_failure"]
    assert failure["message"] == "[Errno 28] No space left on device"
    assert "own_table.py:" in failure["where"]
