"""What the form at home asks for is what was chosen."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Route, expect
from tests.browser.conftest import MakePerson

import korthus


@pytest.mark.parametrize("game", ["mulle", "kachuful", "mus", "eight"])
def test_a_preset_that_nobody_touched_is_played_as_it_is(make_person: MakePerson, game: str) -> None:
    person = make_person("click")
    asked: list[Any] = []

    def answer(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        asked.append(route.request.post_data_json)
        route.fulfill(status=409, json={"code": "FULL", "reason": "Not today."})

    person.page.route("**/api/tables", answer)
    person.set_up(game, "watch", {})
    presets = list(type(korthus.game(game)).rules_type.presets)
    for preset in presets:
        person.choose(person.find(f"preset-{preset}"))
        with person.page.expect_request(lambda request: request.method == "POST"):
            person.press(person.find("start-table"))
        expect(person.page.get_by_text("Not today.")).to_be_visible()
    assert [(wish["preset"], wish["options"]) for wish in asked] == [(preset, {}) for preset in presets]
    person.forgive("console: Failed to load resource: the server responded with a status of 409")
