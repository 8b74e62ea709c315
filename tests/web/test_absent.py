"""Who is away is waited for, then played for, one turn at a time; and can come back whenever they like."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.patience import PATIENCE
from tests.web.client import Api
from tests.web.inside import inside
from tests.web.server import ServerProcess
from tests.web.support import in_loop, some_action


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with a short grace."""
    options = ("--deal-after", "0", "--bot-pause", "0.05", "--no-limits", "--grace", "0.5")
    with ServerProcess(tmp_path_factory.mktemp("absent"), *options) as running:
        yield running.url


@in_loop
async def test_a_bot_plays_the_turn_of_an_absent_person(patient: str) -> None:
    async with Api(patient) as api:
        code, (anna, bo) = await api.open_for_two("mulle")
        async with api.socket(code, anna) as first:
            answer = await first.act(some_action(first, random.Random(1)))
            waiting = await first.until(
                lambda message: message["type"] == "table" and message["players"][1]["absent_ms"] is not None
            )
            assert 0 <= waiting["players"][1]["absent_ms"] <= 500
            assert waiting["deadline"] is not None
            await first.until(lambda m: m["type"] == "table" and m["players"][1]["standing_in"])
            await first.wait_for(lambda: first.state["version"] == answer["version"] + 1)
            assert first.my_turn
            await first.wait_for(lambda: not first.state["players"][1]["standing_in"])
            async with api.socket(code, bo) as second:
                await first.wait_for(lambda: first.state["players"][1]["present"])
                answer = await first.act(some_action(first, random.Random(2)))
                await second.wait_for(lambda: second.my_turn)
                assert second.state["deadline"] is None, "who is here has all the time in the world"
                assert (await second.act(some_action(second, random.Random(3))))["type"] == "ok"


@in_loop
async def test_who_comes_back_in_time_plays_on(tmp_path: Path) -> None:
    async with inside(tmp_path, grace=PATIENCE) as (url, _), Api(url) as api:
        code, (anna, bo) = await api.open_for_two("mulle")
        async with api.socket(code, anna) as first:
            await first.act(some_action(first, random.Random(1)))
            await first.wait_for(lambda: first.state["players"][1]["absent_ms"] is not None)
            async with api.socket(code, bo) as second:
                assert second.my_turn
                await first.wait_for(lambda: first.state["players"][1]["absent_ms"] is None)
                assert second.state["version"] == first.state["version"]


@in_loop
async def test_nobody_is_played_for_while_nobody_is_there(patient: str) -> None:
    async with Api(patient) as api:
        code, (anna, _) = await api.open_for_two("mulle")
        async with api.socket(code) as watcher:  # a spectator is nobody in this sense
            with pytest.raises(TimeoutError):
                await watcher.until(lambda message: message["type"] == "update", timeout=1.2)
        async with api.socket(code, anna) as first:
            assert first.state["version"] == 1


@in_loop
async def test_the_clock_counts_for_those_who_are_here_too(patient: str) -> None:
    async with Api(patient) as api:
        code, (anna, bo) = await api.open_for_two("mulle", clock=5)
        async with api.socket(code, anna) as first, api.socket(code, bo):
            assert first.state["clock"] == 5
            assert 0 <= first.state["deadline"] <= 5000
            began = first.state["version"]
            await first.wait_for(lambda: first.state["version"] > began)


@in_loop
async def test_the_clock_begins_anew_with_each_turn(patient: str) -> None:
    async with Api(patient) as api:
        code, (anna, bo) = await api.open_for_two("mulle", clock=3600)
        async with api.socket(code, anna) as first, api.socket(code, bo):
            answer = await first.act(some_action(first, random.Random(1)))
            await first.wait_for(lambda: first.state["version"] == answer["version"])
            assert 0 < first.state["deadline"] <= 3_600_000
