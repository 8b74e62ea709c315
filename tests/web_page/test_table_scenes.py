"""What the browser's tables of Mulle and Eight Cards make of views, events and actions."""

from __future__ import annotations

import json
import random
from itertools import product
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE, visible
from korthus.games.catalogue import game as game_of
from korthus.games.eight.boards import Board, open_splits, room_of
from korthus.games.mulle.cards import HAND_VALUE

#: Follows a game by its events; says where the scene is not that of the view, or a card loses its key.
FOLLOW = """async ({name, steps}) => {
  const { after, sceneOf } = await import(`/static/js/tables/${name}/scene.js`);
  const { isDoubled } = await import("/static/js/tables/eight/scene.js");
  const make = (view, before) => name === "mulle" ? sceneOf(view, null, before) : sceneOf(view, { before });
  const lying = (scene) => name === "mulle"
    ? [...scene.hands, ...scene.table.map((pile) => pile.cards)]
    : [...scene.hands, ...scene.placed.flatMap((three) => three ?? []), ...scene.boards];
  const cards = (scene) => lying(scene).map((pieces) => pieces.map((piece) => String(piece.card)).sort());
  const FACTS = ["taken", "winners", "names", "locked", "plo", "splits", "dealer", "pot", "ante",
    "bankrolls"];
  const facts = (scene) => [...FACTS.map((name) => scene[name] ?? null),
    scene.table?.map(({ value, owner, locked }) => [value, owner, locked])];
  const seen = (scene) => JSON.stringify([cards(scene), facts(scene)]);
  const wrong = [];
  let scene = make(steps[0].view, null);
  steps.slice(1).forEach(({ events, view }, at) => {
    for (const event of events) {
      if (isDoubled(event, view.seat)) continue;
      for (const step of after(scene, event)) {
        scene = step.scene;
        const keys = lying(scene).flat().map((piece) => piece.key);
        if (new Set(keys).size !== keys.length) wrong.push([at, event.type, "two cards have one key"]);
      }
    }
    const shown = make(view, scene);
    const known = new Set(lying(scene).flat().map((piece) => piece.key));
    const swept = events.some((event) => event.type === "HAND_RESULT");
    if (!swept && seen(shown) !== seen(scene)) wrong.push([at, seen(scene), seen(shown)]);
    const fresh = lying(shown).flat().filter((piece) => !known.has(piece.key));
    if (fresh.length) wrong.push([at, "cards from nowhere", fresh]);
    scene = shown;
  });
  return wrong;
}"""
PILES = """async (moments) => {
  const { optionsOf, touching } = await import("/static/js/tables/mulle/options.js");
  const wrong = [];
  for (const { actions, table, called } of moments) {
    for (const entry of actions) {
      const { action } = entry;
      const [option] = optionsOf([entry], action.card);
      const named = action.type === "Build" ? [action.base]
        : [...(action.singles ?? []), ...(action.builds ?? []), ...(action.plains ?? [])];
      if (option.piles.length !== named.length) wrong.push([entry.text, option.piles]);
      const found = option.piles.map((place) => touching([option], place, called).length);
      if (found.some((number) => number !== 1)) wrong.push(entry.text);
      if (action.type !== "Capture") continue;
      const add = (group) => group.reduce((sum, at) => sum + table[at].value, 0);
      const sums = option.groups.map(add);
      if (sums.some((sum) => sum !== entry.worth)) wrong.push([entry.text, sums]);
    }
  }
  return wrong;
}"""
DRAFTS = """async ({hand, goal, splits, fixed}) => {
  const { fitted, left, nothing, placeText, put, room, swapped, withLast } =
    await import("/static/js/tables/eight/draft.js");
  let draft = nothing();
  const full = [];
  hand.forEach((card, at) => {
    const next = put(draft, card, goal[at], splits);
    if (next === null) full.push(card);
    else draft = next;
  });
  return { draft, full, left: left(draft, hand), text: placeText(draft),
    room: room(draft, splits), fitted: fitted(draft, hand, fixed),
    swapped: swapped(draft, hand[0], hand[7]), whole: withLast(draft, hand, splits) };
}"""

ROOM = """async ([drafts, splits]) => {
  const { room } = await import("/static/js/tables/eight/draft.js");
  return drafts.map((counts) => room(counts.map((length) => Array.from({ length })), splits));
}"""


def watched(name: str, options: dict[str, Any], seat: int | None) -> list[dict[str, Any]]:
    """A random game as one audience gets it: each view with the events that led to it."""
    game, rng = game_of(name, **options), random.Random(8)
    chance = FairChance.seeded("scenes")
    state, steps = game.new(seats=2), []
    while (actor := game.to_act(state)) is not None:
        action = game.draw(state, chance) if actor == CHANCE else game.pick(game.view(state, actor), rng)
        state, events = game.apply(state, action)
        steps.append({"events": visible(events, seat), "view": game.view(state, seat)})
    found: list[dict[str, Any]] = json.loads(msgspec.json.encode(steps))
    return found


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("mulle", {"omgangar": 1, "ronder_nominal": 4}),
        ("mulle", {"omgangar": 1, "preset": "draft", "ronder_nominal": 3}),
        ("eight", {"hands": 3}),
        ("eight", {"hands": 2, "assignment": "alternating"}),
        ("eight", {"hands": 2, "assignment": "alternating", "hidden_placement": False}),
        ("eight", {"hands": 4, "assignment": "simultaneous"}),
    ],
)
def test_events_lead_a_scene_to_the_next_view_and_cards_keep_their_keys(
    modules: Page, name: str, options: dict[str, Any], seat: int | None
) -> None:
    assert modules.evaluate(FOLLOW, {"name": name, "steps": watched(name, options, seat)}) == []


@pytest.mark.parametrize("preset", ["complete", "draft"])
def test_every_play_of_mulle_finds_its_piles_and_shows_how_they_add_up(modules: Page, preset: str) -> None:
    game, rng, moments = game_of("mulle", preset=preset, omgangar=1, ronder_nominal=3), random.Random(3), []
    chance = FairChance.seeded("piles")
    state = game.new(seats=2)
    while (actor := game.to_act(state)) is not None:
        if actor == CHANCE:
            action = game.draw(state, chance)
        else:
            view = game.view(state, actor)
            choices: tuple[Any, ...] = game.choices(view)
            listed = [
                {
                    "text": str(each),
                    "action": each,
                    "effect": game.effect(view, each),
                    "worth": HAND_VALUE[each.card],
                }
                for each in choices
            ]
            moments.append({"actions": listed, "table": view.table, "called": view.called})
            action = rng.choice(choices)
        state = game.apply(state, action).state
    assert modules.evaluate(PILES, json.loads(msgspec.json.encode(moments))) == []


@pytest.mark.parametrize("plo", [None, *Board])
def test_the_page_reads_from_the_listed_splits_what_room_the_rules_give(
    modules: Page, plo: Board | None
) -> None:
    splits = open_splits(plo)
    drafts = sorted({draft for split in splits for draft in product(*(range(most + 1) for most in split))})
    read = modules.evaluate(ROOM, [drafts, splits])
    assert read == [list(room_of(draft, plo)) for draft in drafts]


def test_a_draft_has_room_for_four_cards_on_one_board_only(modules: Page) -> None:
    hand = ["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c"]
    splits, fixed = open_splits(None), open_splits(Board.C)
    goal = [0, 0, 0, 1, 1, 1, 0, 2]
    free = modules.evaluate(DRAFTS, {"hand": hand, "goal": goal, "splits": splits, "fixed": fixed})
    assert free["full"] == ["7c"]
    assert free["draft"] == [["2c", "3c", "4c", "8c"], ["5c", "6c"], ["9c"]]
    assert free["left"] == ["7c"]
    assert free["whole"] == [["2c", "3c", "4c", "8c"], ["5c", "6c"], ["9c", "7c"]]
    assert free["room"] == [4, 2, 2]
    assert free["swapped"] == [["9c", "3c", "4c", "8c"], ["5c", "6c"], ["2c"]]
    assert free["fitted"] == [["2c", "3c"], ["5c", "6c"], ["9c"]]
    splits, goal = open_splits(Board.B), [1, 1, 1, 1, 0, 0, 2, 2]
    bound = modules.evaluate(DRAFTS, {"hand": hand, "goal": goal, "splits": splits, "fixed": fixed})
    assert bound["left"] == []
    assert bound["whole"] == bound["draft"]
    assert str(game_of("eight").parse(bound["text"])) == "place A: 6c 7c, B: 2c 3c 4c 5c, C: 8c 9c"
