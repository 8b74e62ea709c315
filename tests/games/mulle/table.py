"""Short ways to set up and play positions of Mulle in tests."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import korthus
from korthus import CHANCE, FairChance, IllegalAction, Step
from korthus.games.mulle.actions import Build, Capture, Discard, MulleAction, Trotta
from korthus.games.mulle.events import BuildMade
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.position import pile_text
from korthus.games.mulle.state import MulleState, Pile

KINDS = {"capture": Capture, "build": Build, "trotta": Trotta, "discard": Discard}


def mulle(preset: str | None = None, **options: object) -> Mulle:
    game = korthus.game("mulle", preset, **options)
    assert isinstance(game, Mulle)
    return game


class At:
    """A position and the questions that tests ask about it."""

    def __init__(self, text: str, preset: str | None = None, **options: object) -> None:
        self.game = mulle(preset, **options)
        self.state = self.game.parse_state(text)

    def plays(self, verb: str, card: str) -> list[str]:
        """The legal actions of one kind with one card, without the verb and the card."""
        start = f"{verb} {card}"
        return [
            str(action).removeprefix(start).lstrip(": ")
            for action in self.game.legal_actions(self.state)
            if str(action) == start or str(action).startswith((f"{start}:", f"{start} on"))
        ]

    def do(self, text: str) -> Step[MulleState]:
        action = self.game.parse(text)
        assert action in self.game.legal_actions(self.state)
        return self.game.apply(self.state, action)

    def after(self, text: str) -> list[str]:
        """The table after an action, pile by pile."""
        return table_text(self.do(text).state)

    def refusal(self, text: str) -> str:
        """The code with which an action is refused; it must not be listed either."""
        action = self.game.parse(text)
        before = self.game.format_state(self.state)
        assert action not in self.game.legal_actions(self.state)
        with pytest.raises(IllegalAction) as caught:
            self.game.apply(self.state, action)
        assert self.game.format_state(self.state) == before
        return caught.value.code


def table_text(state: MulleState) -> list[str]:
    return [pile_text(pile) for pile in state.table]


def made(step: Step[MulleState]) -> Pile:
    """The build that a step made."""
    return next(event.pile for event in step.events if isinstance(event, BuildMade))


def playout(
    game: Mulle, seed: int, rng: random.Random | None = None
) -> Iterator[tuple[MulleState, MulleAction, Step[MulleState]]]:
    """A random game, deals included: each state, action and what it led to."""
    luck = FairChance.seeded(seed)
    rng = rng or random.Random(seed)
    state = game.new()
    while (actor := game.to_act(state)) is not None:
        if actor == CHANCE:
            action: MulleAction = game.draw(state, luck)
        else:
            action = rng.choice(game.legal_actions(state))
        step = game.apply(state, action)
        yield state, action, step
        state = step.state
