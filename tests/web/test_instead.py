"""A player that cannot play its level says so at the table, and the log says why."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from numba import njit
from numba.core.errors import NumbaError
from tests.web.client import Api, Client, Json
from tests.web.inside import inside
from tests.web.support import in_loop, some_action

from korthus.core.protocol import AnyGame, View
from korthus.web.bots.line import UNASKED, Person
from korthus.web.bots.pool import Choice
from korthus.web.live.live_table import load_live_table
from korthus.web.live.services import Services
from korthus.web.logs import safe_message

LEVEL = "normal"


class Weary:
    """Stands for the pool's choice: the level cannot think until it is well again."""

    def __init__(self, services: Services) -> None:
        self.well = asyncio.Event()
        self._services = services
        services.bots.choose = self.choose  # type: ignore[method-assign]

    async def choose(
        self, game: AnyGame, view: View, level: str, person: Person = UNASKED, **_: object
    ) -> Choice:
        text = str(game.pick(view, random.Random(1)))
        return Choice(text, level) if self.well.is_set() else Choice(text, "greedy", "failed")


async def told_of(guest: Client) -> Json:
    """What a guest hears of who chose for the computer's seat."""
    await guest.wait_for(lambda: guest.state["players"][1]["instead"] is not None)
    told: Json = guest.state["players"][1]["instead"]
    return told


@in_loop
async def test_the_table_is_told_who_really_chose_and_when_that_is_over(tmp_path: Path) -> None:
    async with inside(tmp_path) as (url, services), Api(url) as api:
        weary = Weary(services)
        seats = [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": LEVEL}]
        made = await api.open_table("mulle", seats)
        code = made["code"]
        async with api.socket(code, made["token"]) as anna, api.socket(code) as watcher:
            if anna.my_turn:
                await anna.act(some_action(anna, random.Random(1)))
            for guest in (anna, watcher):
                told = await told_of(guest)
                assert (told["level"], told["by"], told["why"]) == (LEVEL, "greedy", "failed")
                assert set(told) == {"level", "by", "why", "version"}, "who chose, and nothing of the cards"
            # The log knows it too: a restart, or another server, says the same.
            again = await load_live_table(services, code)
            assert again.instead[1].by == "greedy"
            weary.well.set()
            await anna.wait_for(lambda: anna.my_turn)
            await anna.act(some_action(anna, random.Random(2)))
            await anna.wait_for(lambda: anna.state["players"][1]["instead"] is None)
        assert (await load_live_table(services, code)).instead == {}


def raised(error: Exception) -> Exception:
    """An error as it is when it was raised here."""
    try:
        raise error
    except Exception as caught:
        return caught


def test_the_log_has_what_the_machine_says_and_never_what_may_name_a_card() -> None:
    full = OSError(28, "No space left on device")
    assert safe_message(raised(full)) == "[Errno 28] No space left on device"
    for silent in (KeyError("7h"), ValueError("7h is not in list"), RuntimeError("7h")):
        assert safe_message(raised(silent)) is None


def test_the_log_has_what_the_compiler_says() -> None:
    with pytest.raises(NumbaError) as caught:
        njit(_wrong)(1)
    assert "no_such_thing" in (safe_message(caught.value) or "")


def _wrong(x: Any) -> Any:
    return x.no_such_thing
