"""What the browser's tables show: events lead from one view to the next, suits and digits mean one thing."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE
from korthus.games.catalogue import game as game_of

FOLD = """async ({name, views, told, same}) => {
  const { sceneOf, after } = await import(`/static/js/tables/${name}/scene.js`);
  const lead = (scene, event) => after(scene, event).at(-1)?.scene ?? scene;
  const wrong = [];
  for (let i = 1; i < views.length; i += 1) {
    const led = told[i].reduce(lead, sceneOf(views[i - 1], []));
    const now = sceneOf(views[i], []);
    for (const field of same) {
      const both = [led[field], now[field]];
      if (JSON.stringify(both[0]) !== JSON.stringify(both[1])) wrong.push([i, field, ...both]);
    }
  }
  return wrong;
}"""
SLATES = """async ({views, told}) => {
  const { sceneOf, after } = await import("/static/js/tables/mus/scene.js");
  const { rows } = await import("/static/js/tables/mus/slate.js");
  const lead = (scene, event) => after(scene, event).at(-1)?.scene ?? scene;
  const spoken = (scene, over) =>
    rows(scene).map(({ lance, now, has, won, settled }) => [
      lance,
      now,
      has,
      over ? null : won,
      ["pass", "accepted", "refused"].includes(settled?.how) ? settled : null,
    ]);
  return views.slice(1).map((view, i) => [
    spoken(told[i + 1].reduce(lead, sceneOf(views[i], [])), view.phase === "over"),
    spoken(sceneOf(view, []), view.phase === "over"),
  ]);
}"""
SUITS = """async ({number, hands}) => {
  const { openFaces } = await import("/static/js/tables/mus/faces.js");
  return hands.map((both) => openFaces(number, both, 0));
}"""
DIGITS = """async ([typed, most]) => {
  const { readDigits } = await import("/static/js/tables/kachuful/digits.js");
  return readDigits(typed, Array.from({ length: most + 1 }, (_, bid) => bid));
}"""

#: What a scene of Kachuful says of the round.
ROUND = ("round", "cards", "trump", "dealer")


def played(
    name: str, options: dict[str, Any], seats: int, seat: int | None
) -> tuple[list[Any], list[list[Any]]]:
    """A random game as one audience sees it: its views, and before each what was told since the last."""
    game, rng = game_of(name, **options), random.Random(5)
    chance = FairChance.seeded("pictures")
    state, views, told, heard = game.new(seats=seats), [], [], []
    while (actor := game.to_act(state)) is not None:
        if actor == CHANCE:
            action = game.draw(state, chance)
        else:
            action = rng.choice(game.choices(game.view(state, actor)))
        state, events = game.apply(state, action)
        heard += [event for event in events if event.audience in (None, seat)]
        if game.to_act(state) != CHANCE:
            views.append(game.view(state, seat))
            told.append(heard)
            heard = []
    encoded = json.loads(msgspec.json.encode([views, told]))
    return encoded[0], encoded[1]


@pytest.mark.parametrize(
    ("name", "options", "seats", "same"),
    [
        (
            "kachuful",
            {"start_cards": 4},
            4,
            [*ROUND, "bids", "won", "needs", "trick", "last", "sheet", "totals", "ahead"],
        ),
        (
            "kachuful",
            {"start_cards": 3, "decks": 2},
            10,
            ["bids", "won", "needs", "trick", "sheet", "totals"],
        ),
        (
            "mus",
            {"mus_phase": True, "bets": (2, 3), "max_raises": 0, "ordago": False},
            2,
            ["number", "mano", "stones", "held", "lances", "lance", "declared"],
        ),
    ],
)
@pytest.mark.parametrize("seat", [0, None])
def test_events_lead_from_one_view_to_the_next(
    modules: Page, name: str, options: dict[str, Any], seats: int, same: list[str], seat: int | None
) -> None:
    views, told = played(name, options, seats, seat)
    assert len(views) > 10
    for view in views:  # a hand is a set of cards; the order in which they came does not matter
        view["hand"].sort()
    # The last view of a game of Kachuful has no round any more, which no event says.
    last = len(views) - (name == "kachuful")
    fold = {"name": name, "views": views[:last], "told": told[:last], "same": same}
    assert modules.evaluate(FOLD, fold) == []


@pytest.mark.parametrize("options", [{}, {"deje_after_raise": "one", "bets": (2,)}], ids=str)
def test_the_slate_of_mus_is_led_to_what_the_server_has(modules: Page, options: dict[str, Any]) -> None:
    views, told = played("mus", {"bets": (2, 3), "max_raises": 1, "ordago": False} | options, 2, 0)
    both = modules.evaluate(SLATES, {"views": views, "told": told})
    settled = [row[4] for _, now in both for row in now if row[4]]
    assert {each["how"] for each in settled} >= {"pass", "refused"}
    assert {each["lance"] for each in settled} >= {"grande", "chica"}
    assert any(any(row[3] or ()) for _, now in both for row in now)
    for led, now in both:
        assert led == now


def test_equal_ranks_get_different_suits(modules: Page) -> None:
    hands = [[["R", "R", "R", "R"], ["C", "C", "1", "1"]], [["C", "C", "7", "4"], ["C", "C", "7", "7"]]]
    for both in modules.evaluate(SUITS, {"number": 3, "hands": hands}):
        faces = [face["rank"] + face["suit"] for hand in both for face in hand]
        assert len(set(faces)) == len(faces) == 8
    assert modules.evaluate(SUITS, {"number": 3, "hands": hands}) == modules.evaluate(
        SUITS, {"number": 3, "hands": hands}
    )


@pytest.mark.parametrize(
    ("typed", "most", "bid", "sure"),
    [("3", 7, 3, True), ("8", 7, None, False), ("1", 12, 1, False), ("12", 12, 12, True), ("2", 12, 2, True)],
)
def test_a_typed_number_is_meant_when_no_other_begins_so(
    modules: Page, typed: str, most: int, bid: int | None, sure: bool
) -> None:
    assert modules.evaluate(DIGITS, [typed, most]) == {"bid": bid, "sure": sure}
