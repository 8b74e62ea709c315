"""What was acknowledged is never lost, whenever the server is killed."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from pathlib import Path

from tests.web.client import Api
from tests.web.kill import play_and_kill
from tests.web.server import QUICK, ServerProcess
from tests.web.support import in_loop, play_on


def test_a_server_killed_at_random_moments_loses_nothing_it_has_acknowledged(tmp_path: Path) -> None:
    report = asyncio.run(play_and_kill(tmp_path, kills=3, tables=6, seed=11))
    assert report.kills == 3
    assert report.unfinished > 0
    assert report.acknowledged >= 3 * 6
    assert report.logged >= report.acknowledged
    assert report.told > report.acknowledged
    assert (report.lost, report.wrong) == (0, 0)


@in_loop
async def test_everything_around_the_game_survives_too(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, *QUICK)
    server.start()
    try:
        async with Api(server.url) as api:
            opened = await api.open_table(
                "mulle",
                [
                    {"kind": "me", "name": "Anna"},
                    {"kind": "friend"},
                ],
                seed="mine",
            )
            code, invite = opened["code"], opened["invites"][0]["invite"]
            server.kill()
            server.start()
            joined = await api.post(f"/api/tables/{code}/join", {"invite": invite, "name": "Bo"})
            moved = await api.post(f"/api/tables/{code}/takeover", {"token": joined.json()["token"]})
            tokens = [opened["token"], moved.json()["token"]]
            async with api.socket(code, tokens[0]) as first, api.socket(code, tokens[1]) as second:
                await play_on([first, second], random.Random(2), actions=5)
                version = first.state["version"]
                last = next(client for client in (first, second) if not client.my_turn)
                assert (await last.ask("chat", text="still here?"))["type"] == "ok"
                asked = await last.ask("undo")
            server.kill()
            server.start()
            async with api.socket(code, tokens[0]) as first:
                assert first.state["version"] == version
                assert [player["name"] for player in first.state["players"]] == ["Anna", "Bo"]
                assert [said["text"] for said in first.state["chat"]] == ["still here?"]
                if asked["type"] == "ok":
                    assert first.state["undo_asked"] is not None
            again = await api.post(f"/api/tables/{code}/join", {"invite": invite, "name": "Eve"})
            assert again.json()["code"] == "BAD_TOKEN"
    finally:
        server.kill()


def test_two_servers_do_not_share_one_file(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, *QUICK) as first:
        command = [
            sys.executable,
            "-m",
            "korthus",
            "serve",
            "--no-open",
            "--port",
            "0",
            "--data",
            str(tmp_path),
        ]
        second = subprocess.run(command, capture_output=True, text=True, check=True)
        assert second.stdout == f"korthus already serves {first.url}\n"
