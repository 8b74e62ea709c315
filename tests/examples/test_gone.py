"""A table knows the package that brought its game, and stays readable when that package is gone."""

from __future__ import annotations

import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.examples.fresh import Fresh
from tests.web.client import Api
from tests.web.server import QUICK, ServerProcess
from tests.web.support import in_loop, play_on

PACKAGE = {"name": "korthus-scopa", "version": "0.1.0"}
GONE = (
    "came with the package korthus-scopa 0.1.0; it is not installed."
    " pip install korthus-scopa brings it back."
)


@pytest.fixture(scope="session")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Fresh:
    """An environment without the examples."""
    return Fresh(tmp_path_factory.mktemp("bare") / "venv")


@pytest.fixture
def record(fresh: Fresh, tmp_path: Path) -> dict[str, Any]:
    """A record of Scopa, also as ``game.json``."""
    words = ("run", "scopa", "--set", "target=1", "--seed", "3", "--records")
    found: dict[str, Any] = json.loads(fresh.korthus(*words, home=tmp_path))["record"]
    (tmp_path / "game.json").write_text(json.dumps(found))
    return found


def test_a_record_names_the_package(record: dict[str, Any], fresh: Fresh, tmp_path: Path) -> None:
    assert record["package"] == PACKAGE
    record["package"]["version"] = "0.2.0"
    (tmp_path / "forged.json").write_text(json.dumps(record))
    forged = fresh.run("korthus", "verify", "forged.json", home=tmp_path)
    assert forged.returncode == 1
    assert "closing hash" in forged.stdout


def test_a_record_can_be_read_without_the_package(
    record: dict[str, Any], bare: Fresh, tmp_path: Path
) -> None:
    told = " ".join(bare.korthus("replay", "game.json", home=tmp_path).split())
    assert GONE in told
    for entry in record["actions"]:
        assert entry["text"] in told
    refused = bare.run("korthus", "verify", "game.json", home=tmp_path)
    assert refused.returncode == 1
    assert GONE in " ".join(refused.stderr.split())


def log_of(folder: Path, code: str) -> list[dict[str, Any]]:
    """The log of a table as the database has it."""
    with closing(sqlite3.connect(folder / "tables.sqlite3")) as database:
        rows = database.execute("SELECT payload FROM log WHERE code = ? ORDER BY sequence", (code,))
        return [json.loads(payload) for (payload,) in rows]


@in_loop
async def test_a_table_on_the_web_stays_readable(fresh: Fresh, bare: Fresh, tmp_path: Path) -> None:
    rng = random.Random(1)
    with ServerProcess(tmp_path, *QUICK, python=fresh.python) as server:
        async with Api(server.url) as api:
            player = (await api.post("/api/me", {})).json()["player"]
            code, tokens = await api.open_for_two("scopa", options={"target": 1}, player=player)
            async with api.socket(code, tokens[0]) as anna, api.socket(code, tokens[1]) as bo:
                await anna.wait_for(lambda: anna.state["started"])
                await bo.wait_for(lambda: bo.state["started"])
                assert await play_on([anna, bo], rng, 5) == 5
    log = log_of(tmp_path, code)
    assert log[0] == {"did": "package", **PACKAGE}
    texts = [(entry["seat"], entry["text"]) for entry in log if entry["did"] == "act"]
    assert len(texts) == 5

    with ServerProcess(tmp_path, *QUICK, python=bare.python) as server:
        async with Api(server.url) as api:
            refused = await api.get(f"/api/tables/{code}")
            assert (refused.status_code, refused.json()["code"]) == (410, "GAME_GONE")
            assert GONE in refused.json()["reason"]
            own = {"Authorization": f"Bearer {tokens[1]}"}
            mine = (await api.get(f"/api/tables/{code}/moves", headers=own)).json()
            others = (await api.get(f"/api/tables/{code}/moves")).json()
            me = (await api.get("/api/me", headers={"Authorization": f"Bearer {player}"})).json()
            assert (await api.open_for_two("kachuful"))[0]
    assert [(game["code"], game["game"], game["over"]) for game in me["games"]] == [(code, "scopa", False)]
    assert (mine["game"], mine["package"], mine["players"]) == ("scopa", PACKAGE, ["Anna", "Bo"])
    # While the game goes on nobody is shown what others played: only the rules could say what is open.
    assert [(move["seat"], move["text"]) for move in mine["moves"]] == [
        each for each in texts if each[0] == 1
    ]
    assert others["moves"] == []

    with ServerProcess(tmp_path, *QUICK, python=fresh.python) as server:
        async with Api(server.url) as api:
            async with api.socket(code, tokens[0]) as anna, api.socket(code, tokens[1]) as bo:
                await play_on([anna, bo], rng)
            record = (await api.get(f"/api/tables/{code}/record")).json()
    assert record["package"] == PACKAGE
    (tmp_path / "web.json").write_text(json.dumps(record))
    fresh.korthus("verify", "web.json", home=tmp_path)

    with ServerProcess(tmp_path, *QUICK, python=bare.python) as server:
        async with Api(server.url) as api:
            told = (await api.get(f"/api/tables/{code}/moves")).json()
    played = [(entry["seat"], entry["text"]) for entry in record["actions"] if entry["seat"] != "deal"]
    assert [(move["seat"], move["text"]) for move in told["moves"]] == played
    assert told["scores"] == record["outcome"]["scores"]
