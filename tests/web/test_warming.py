"""Players are compiled in the background: others answer meanwhile and say so; what is wanted comes first."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from tests.support.patience import PATIENCE
from tests.web.client import Api
from tests.web.inside import inside
from tests.web.support import in_loop, some_action
from tests.web.test_bots import first_turn

from korthus.bots.registry import plain_player
from korthus.web.bots import warming as module
from korthus.web.bots.pool import BotPool, NotReady
from korthus.web.bots.warming import Warming
from korthus.web.pages.metrics import Metrics

#: Stands for the process that compiles: it says in which order it would, and is done when a file is there.
STUB = """
import json, sys, time
from pathlib import Path
folder, *games = sys.argv[1:]
with open(Path(folder) / "started", "a") as file:
    print(*games, file=file)
levels = ("normal", "easy", "strong", "strongest")
ahead = {f"{game}:{level}": 40.0 * (place + 1) for place, game in enumerate(games) for level in levels}
print(json.dumps({"type": "ahead", "pieces": ahead}), flush=True)
while not (Path(folder) / "go").exists():
    time.sleep(0.01)
print(json.dumps({"type": "broken", "game": "eight", "message": "LLVM is out of order"}), flush=True)
print(json.dumps({"type": "ahead", "pieces": {}}), flush=True)
"""


@pytest.fixture
def stub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the process that stands for the compiling one."""
    folder = tmp_path / "stub"
    folder.mkdir()

    def command(games: Sequence[str]) -> list[str]:
        return [sys.executable, "-c", STUB, str(folder), *games]

    monkeypatch.setattr(module, "command", command)
    return folder


def orders(stub: Path) -> list[list[str]]:
    """The games of each process that was started, in order."""
    return [line.split() for line in (stub / "started").read_text().splitlines()]


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something that needs no message."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


@in_loop
async def test_until_a_level_is_ready_a_plain_player_answers_and_it_is_said(stub: Path) -> None:
    game, view, legal = first_turn("kachuful")
    warming = Warming()
    pool = BotPool(1, PATIENCE, Metrics(), warming)
    warming.start()
    choice = await pool.choose(game, view, "strong")
    assert choice.text in legal
    assert (choice.by, choice.why) == (plain_player("kachuful"), "compiling")
    with pytest.raises(NotReady) as caught:
        await pool.advise(game, view)
    assert 0 < caught.value.seconds <= 160
    assert (await pool.choose(game, view, "rules")).why is None, "who needs no compiler is ready"
    (stub / "go").touch()
    async with asyncio.timeout(PATIENCE):
        await warming.ready("kachuful")
    assert (await warming.out()).games == {}
    await warming.close()
    await pool.close()


@in_loop
async def test_the_game_that_somebody_opens_comes_first_and_each_only_once(stub: Path) -> None:
    warming = Warming()
    warming.start()
    assert await warming.left("mus", "normal") is not None  # … which makes it wanted
    await until(lambda: len(orders(stub)) == 2)
    await warming.out()
    for game in ("mus", "eight", "no such game", "mus"):
        warming.prefer(game)
    (stub / "go").touch()
    async with asyncio.timeout(PATIENCE):
        await warming.ready("mulle")
    first, second = orders(stub)
    assert first[0] == "mulle"
    assert second[0] == "mus"
    assert sorted(first) == sorted(second)
    await warming.close()


@pytest.mark.parametrize("command", [[sys.executable, "-c", "raise SystemExit(3)"], ["/nowhere/python"]])
@in_loop
async def test_a_process_that_fails_is_written_down_and_holds_nobody_up(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, command: list[str]
) -> None:
    monkeypatch.setattr(module, "command", lambda _: command)
    warming = Warming()
    warming.start()
    async with asyncio.timeout(PATIENCE):
        assert await warming.left("mulle", "normal") is None, "the worker shall try for itself"
    assert "warming_failed" in caplog.text
    await warming.close()


@in_loop
async def test_the_page_is_told_how_long_and_the_table_who_plays_meanwhile(
    stub: Path, tmp_path: Path
) -> None:
    async with inside(tmp_path, warm=True) as (url, _), Api(url) as api:
        answer = (await api.get("/api/warming")).json()
        assert set(answer["games"]) == {"mulle", "kachuful", "mus", "eight"}
        assert 0 < answer["games"]["mulle"]["left"]["normal"] <= 40
        seats = [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "normal"}]
        made = await api.open_table("kachuful", seats, practice=True)
        async with api.socket(made["code"], made["token"]) as anna:
            if anna.my_turn:
                await anna.act(some_action(anna, random.Random(1)))
            await anna.wait_for(lambda: anna.state["players"][1]["instead"] is not None)
            told = anna.state["players"][1]["instead"]
            assert (told["level"], told["by"], told["why"]) == ("normal", "rules", "compiling")
            await anna.wait_for(lambda: anna.my_turn)
            refused = await anna.ask("hint")
            assert refused["code"] == "NOT_READY"
        assert [games[0] for games in orders(stub)] == ["mulle", "kachuful"], "the opened game came first"
        (stub / "go").touch()
        async with asyncio.timeout(PATIENCE):
            while (await api.get("/api/warming")).json()["games"]:
                await asyncio.sleep(0.01)
