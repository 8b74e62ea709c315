"""Short ways to set up a position and play it."""

from __future__ import annotations

from typing import TypeVar

import korthus
from korthus.core.protocol import Event
from korthus.games.mus.events import HandEnded
from korthus.games.mus.game import Mus
from korthus.games.mus.state import MusState

E = TypeVar("E", bound=Event)


def mus(preset: str | None = None, **options: object) -> Mus:
    """A game of mus under some options."""
    game = korthus.game("mus", preset, **options)
    assert isinstance(game, Mus)
    return game


def play(game: Mus, state: MusState, line: str) -> tuple[MusState, tuple[Event, ...]]:
    """Play actions separated by commas; gives the last state and everything that came about."""
    events: list[Event] = []
    for text in line.split(","):
        state, news = game.apply(state, game.parse(text))
        events += news
    return state, tuple(events)


def hand(
    a: str, b: str, line: str, *, position: str = "", preset: str | None = None, **options: object
) -> tuple[tuple[int, int], tuple[Event, ...]]:
    """Deal A (the mano) and B some cards, play a line; what both have made when it ends, and the events."""
    game = mus(preset, **options)
    state = game.parse_state(f"cards 0: {a}; cards 1: {b}; {position}")
    after, events = play(game, state, line)
    ended = only(events, HandEnded)
    assert after.stones == ended[-1].stones
    return ended[-1].gained, events


def only(events: tuple[Event, ...], kind: type[E]) -> list[E]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


PASSES = ", ".join(["pass"] * 8)


def passes(lances: int) -> str:
    """Both pass that many lances."""
    return ", ".join(["pass"] * (2 * lances))
