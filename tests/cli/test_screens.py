"""What every screen owes the terminal, met on random positions of every game and preset."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from tests.support.drawing import drawn

import korthus
from korthus.cli.choices import Node, stepped
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE, Action, visible
from korthus.locale import LANGUAGES, Translator
from korthus.screens.load import screen_of

PRESETS = [(info.name, preset) for info in korthus.catalogue() for preset in info.presets]
#: How many turns of a game are looked at.
TURNS = 24


def actions_in(node: Node) -> Iterator[Action]:
    if node.action is not None:
        yield node.action
    for child in node.children:
        yield from actions_in(child)


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_screens_draw_everything_and_lead_to_every_action(name: str, preset: str) -> None:
    """In each language: tables fit into 80 columns, texts can be drawn, and steps lose no action."""
    game = korthus.game(name, preset)
    seats = min(game.max_seats, 4)
    screen, chance, rng = screen_of(game), FairChance.seeded(preset), random.Random(preset)
    names = tuple(f"Player {seat}" for seat in range(seats))
    pictures: list[str] = []
    state = game.new(seats)
    for turn in range(TURNS):
        tr = Translator(LANGUAGES[turn % len(LANGUAGES)])
        while game.to_act(state) == CHANCE:
            state = game.apply(state, game.draw(state, chance)).state
        seat = game.to_act(state)
        if seat is None:
            break
        view = game.view(state, seat)
        actions = game.choices(view)
        assert set(actions_in(stepped(actions, view, screen, tr))) == set(actions)
        pictures.append(drawn(screen.table(view, tr, names)))
        pictures.append(drawn(screen.table(game.view(state, None), tr, names)))
        pictures.append(drawn(screen.help(view, tr)))
        for action in rng.sample(actions, min(10, len(actions))):
            pictures.append(drawn(screen.action(action, view, tr)))
        step = game.apply(state, rng.choice(actions))
        for eyes in (None, *range(seats)):
            for event in visible(step.events, eyes):
                pictures.append(drawn(screen.event(event, tr, names, eyes) or ""))
        state = step.state
    whole = "".join(pictures)
    assert "\x1b" not in whole
    assert max(map(len, whole.splitlines())) <= 80
