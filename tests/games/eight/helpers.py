"""Short ways to say things in the tests of Eight Cards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TypeVar

import pytest

from korthus.core.cards import Card
from korthus.core.chance import FairChance
from korthus.core.errors import KorthusError
from korthus.core.protocol import CHANCE, Event, Step
from korthus.games.eight.actions import Deal, EightAction, Place
from korthus.games.eight.game import EightCards
from korthus.games.eight.options import EightRules
from korthus.games.eight.state import EightState

E = TypeVar("E", bound=Event)

#: The hands and flops of EW-1; most tests begin here.
FIRST = "As 9d 8c 2h 2s 6d Ac 4h"
SECOND = "9s 5s 7d 7c 8d 8h Ks Qd"
FLOPS = "board a: Qs Js Ts; board b: Ah Kh Qh; board c: 2c 3h 5d"
FIRST_PLACES = "place A: As 9d 8c 2h, B: 2s 6d, C: Ac 4h"
SECOND_PLACES = "place A: 9s 5s 7d 7c, B: 8d 8h, C: Ks Qd"


def game(preset: str | None = None, /, **options: object) -> EightCards:
    return EightCards(EightRules.make(preset, **options))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(word) for word in text.split())


def deal(text: str) -> Deal:
    return Deal(cards(text))


def dealt(rules: EightCards, more: str = "dealer: 1") -> EightState:
    """The hands and flops of EW-1, nothing placed. With dealer 1, seat 0 places first."""
    burns = "; burnt: 3c 4c 5c" if rules.rules.burns else ""
    return rules.parse_state(f"{FLOPS}; hand 0: {FIRST}; hand 1: {SECOND}; {more}{burns}")


def play(rules: EightCards, state: EightState, *actions: str | EightAction) -> Step[EightState]:
    """The state after some actions, and all the events on the way."""
    events: list[Event] = []
    for action in actions:
        step = rules.apply(state, rules.parse(action) if isinstance(action, str) else action)
        state = step.state
        events += step.events
    return Step(state, tuple(events))


def refused(rules: EightCards, state: EightState, action: str | EightAction) -> KorthusError:
    """The error that an action is refused with. The state stays what it was."""
    before = rules.format_state(state)
    with pytest.raises(KorthusError) as caught:
        rules.apply(state, rules.parse(action) if isinstance(action, str) else action)
    assert rules.format_state(state) == before
    return caught.value


def of_kind(events: tuple[Event, ...], kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def walk(rules: EightCards, seed: int) -> Iterator[tuple[EightState, Step[EightState]]]:
    """Every step of a random session: the state before, and what its action led to."""
    rng = random.Random(seed)
    chance = FairChance.seeded(seed)
    state = rules.new()
    while (actor := rules.to_act(state)) is not None:
        if actor == CHANCE:
            action: EightAction = rules.draw(state, chance)
        else:
            action = rules.pick(rules.view(state, actor), rng)
        step = rules.apply(state, action)
        yield state, step
        state = step.state


def place(a: str, b: str, c: str) -> Place:
    return Place(cards(a), cards(b), cards(c))
