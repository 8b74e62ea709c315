"""Whether a bot had a choice does not show in how long it takes."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

import pytest
from tests.web.client import Api
from tests.web.inside import inside
from tests.web.support import in_loop, some_action

from korthus.web.bots import worker
from korthus.web.live.rhythm import Rhythm


@pytest.mark.parametrize("free", [0.3, 1.5, 3.0])
def test_an_answer_at_once_takes_as_long_as_a_thought(free: float) -> None:
    rng, rhythm = random.Random(1), Rhythm()
    shown: dict[bool, list[int]] = {True: [], False: []}
    for turn in range(500):
        forced = rng.random() < 0.3
        pauses = rhythm.pauses(0.001 if forced else free * rng.uniform(0.97, 1.0), 0.7)
        if turn >= 8:
            shown[forced].append(pauses)
    pairs = [(quick, slow) for quick in shown[True] for slow in shown[False]]
    told_apart = sum((slow > quick) + 0.5 * (slow == quick) for quick, slow in pairs) / len(pairs)
    assert 0.48 < told_apart < 0.52, "0.5: not at all; 1.0: always"


def test_one_slow_thought_does_not_slow_the_others() -> None:
    rhythm = Rhythm()
    assert [rhythm.pauses(seconds, 0.7) for seconds in [0.1] * 9 + [6.0] + [0.1] * 3] == [1] * 9 + [9] + [
        1
    ] * 3


def test_a_slow_spell_is_forgotten() -> None:
    rhythm = Rhythm()
    for _ in range(5):
        rhythm.pauses(3.0, 0.7)
    assert [rhythm.pauses(0.1, 0.7) for _ in range(8)][-1] == 1


@in_loop
async def test_a_bot_at_a_table_plays_in_its_rhythm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []

    def three(_: Rhythm, thought: float, pause: float) -> int:
        asked.append(time.monotonic() - thought)
        return 3

    monkeypatch.setattr(Rhythm, "pauses", three)
    async with inside(tmp_path, bot_pause=0.2) as (url, _), Api(url) as api:
        seats = [{"kind": "bot", "level": "random"}, {"kind": "me", "name": "Anna"}]
        made = await api.open_table("kachuful", seats)
        async with api.socket(made["code"], made["token"]) as anna:
            await anna.wait_for(lambda: anna.my_turn)
            if not asked:  # she bids first
                answer = await anna.act(some_action(anna, random.Random(1)))
                await anna.wait_for(lambda: anna.state["version"] > answer["version"])
    assert time.monotonic() - asked[0] >= 0.6, "three pauses: a slow machine only makes it more"


def test_helpers_step_back_where_a_system_knows_how(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "nice", raising=False)  # Windows has none
    worker._step_back()
