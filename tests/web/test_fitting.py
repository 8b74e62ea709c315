"""What a form offers so that cards can be dealt to as many as want to play."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.web.client import Api, Json
from tests.web.support import in_loop

import korthus


async def fit(api: Api, seats: int, options: dict[str, Any] | None = None, **more: Any) -> Json:
    params = {"seats": seats, "options": json.dumps(options or {}), **more}
    answer = await api.get("/api/games/kachuful/fit", params=params)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


@pytest.mark.parametrize("preset", korthus.catalogue()[1].presets)
@pytest.mark.parametrize("seats", range(2, 11))
@in_loop
async def test_every_number_of_players_can_be_dealt_under_every_preset(
    url: str, preset: str, seats: int
) -> None:
    async with Api(url) as api:
        found = await fit(api, seats, preset=preset)
        assert found["refused"] is None
        assert (found["said"] is None) == (not found["adapted"])
        seated = [{"kind": "me", "name": "Anna"}, *[{"kind": "friend"}] * (seats - 1)]
        await api.open_table("kachuful", seated, preset=preset, options=found["adapted"])


@in_loop
async def test_what_is_adapted_is_said_in_words_without_names_of_the_notation(url: str) -> None:
    async with Api(url) as api:
        usual = await fit(api, 7)
        assert usual == {"adapted": {}, "said": None, "refused": None}
        eight = await fit(api, 8)
        assert eight["adapted"] == {"start_cards": 6}
        assert eight["said"].startswith("With 8 players the pack is enough for 6 cards each")
        assert "5 kort" in (await fit(api, 10, lang="sv"))["said"]
        own = await fit(api, 10, {"start_cards": "7", "total_rounds": "13"})
        assert own["adapted"] == {"start_cards": 5, "total_rounds": None}
        rounds = await fit(api, 4, {"start_cards": 3, "total_rounds": 40})
        assert (
            rounds["refused"] == "40 rounds are too many when the first has 3 cards: up to 6 can be played."
        )
        assert "=" not in rounds["refused"]
        assert "_" not in rounds["refused"]


@in_loop
async def test_nonsense_is_refused(url: str) -> None:
    async with Api(url) as api:
        path = "/api/games/kachuful/fit"
        assert (await api.get(path, params={"seats": 11})).status_code == 400
        assert (await api.get(path, params={"seats": 4, "options": "[1"})).status_code == 400
        gone = await api.get("/api/games/whist/fit", params={"seats": 4})
        assert "whist" in gone.json()["refused"]
