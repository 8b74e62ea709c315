"""A server that may write its data and nothing else: a container with ``--read-only``, a strict service."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import tempfile
from pathlib import Path

from tests.cli.test_unknown_user import GAME, Container, _until_the_computer_has_played
from tests.support.patience import PATIENCE
from tests.web.client import Api
from tests.web.support import in_loop

#: Read by every Python that starts: where it runs there is no folder for temporary files.
NOTHING_TEMPORARY = """
import tempfile

def none():
    raise FileNotFoundError(2, "No usable temporary directory found")

tempfile._get_default_tempdir = none
"""


@in_loop
async def test_a_server_that_may_only_write_its_data_compiles_there_and_says_who_plays_meanwhile() -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        container = Container(folder)
        (folder / "sitecustomize.py").write_text(NOTHING_TEMPORARY)
        container._env["PYTHONPATH"] += f"{os.pathsep}{folder}"
        data = container.scratch / "data"
        options = ("--no-open", "--port", "0", "--bot-pause", "0", "--deal-after", "0", "--no-limits")
        with container.start("serve", *options, "--data", str(data), stdout=subprocess.PIPE) as server:
            try:
                assert server.stdout is not None
                async with Api(server.stdout.readline().split()[-1]) as api:
                    await _until_somebody_else_has_played(api)
                async with asyncio.timeout(PATIENCE):
                    while not list((data / "compiled").rglob("*.nbc")):
                        await asyncio.sleep(0.05)
            finally:
                server.terminate()
        assert (data / "compiled").stat().st_mode & 0o777 == 0o700


async def _until_somebody_else_has_played(api: Api) -> None:
    assert GAME in (await api.get("/api/warming")).json()["games"]
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "normal"}]
    made = await api.open_table(GAME, seats)
    async with api.socket(made["code"], made["token"]) as anna:
        await _until_the_computer_has_played(anna, random.Random(1))
        await anna.ask("ping")
        assert anna.state["players"][1]["instead"]["why"] == "compiling"
