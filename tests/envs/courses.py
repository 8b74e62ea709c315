"""Random games for the tests of environments: every state of one, with what was done and told."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.support.high_card import HighCard, HighCardRules
from tests.support.scopa import scopa

import korthus
from korthus.core.draws import Luck
from korthus.core.protocol import CHANCE, Action, AnyGame, Event


class Moment(NamedTuple):
    """A state, and what happened right before it."""

    state: Any
    actor: int | None
    action: Action | None
    events: tuple[Event, ...]


def course(game: AnyGame, seats: int | None = None, seed: int = 1) -> Iterator[Moment]:
    """A random game from its first state to its last."""
    rng = random.Random(seed)
    luck = Luck(rng)
    state = game.new(seats)
    yield Moment(state, None, None, ())
    while (actor := game.to_act(state)) is not None:
        action = game.draw(state, luck) if actor == CHANCE else game.pick(game.view(state, actor), rng)
        state, events = game.apply(state, action)
        yield Moment(state, actor, action, events)


#: Short games of every kind, by a name for the test: the game and its seats.
GAMES: dict[str, tuple[AnyGame, int]] = {
    "mulle": (korthus.game("mulle", omgangar=1), 2),
    "mulle draft": (korthus.game("mulle", "draft", omgangar=1), 2),
    "kachuful": (korthus.game("kachuful", start_cards=3), 3),
    "mus": (korthus.game("mus", "mus"), 2),
    "mus hand": (korthus.game("mus", "single_hand"), 2),
    "eight": (korthus.game("eight", hands=2), 2),
    "eight in turn": (korthus.game("eight", "alternating", hands=1), 2),
    "scopa": (scopa(target=6), 2),
    "high card": (HighCard(HighCardRules()), 3),
}
