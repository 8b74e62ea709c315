"""Whatever is written can be read back: states, views, actions and events, as JSON and as text."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec

from korthus.core.protocol import AnyGame, Event
from korthus.testing.violation import Where

encode = msgspec.json.encode


def check_state(where: Where, state: Any) -> None:
    """A state survives JSON and text, and is written the same way afterwards."""
    game = where.game
    raw = encode(state)
    back = game.decode_state(raw)
    if back != state or encode(back) != raw:
        raise where.violation("state JSON", f"comes back as {back!r}")
    text = game.format_state(state)
    read = game.parse_state(text)
    if read != state or encode(read) != raw:
        raise where.violation("state text", f"{text!r} is read as {game.format_state(read)!r}: {read!r}")


def check_view(where: Where, view: Any) -> None:
    """A view survives JSON."""
    raw = encode(view)
    back = where.game.decode_view(raw)
    if back != view or encode(back) != raw:
        raise where.violation("view JSON", f"the view of {view.seat} comes back as {back!r}")


def check_action(where: Where, action: Any) -> None:
    """An action survives JSON and text."""
    game = where.game
    back = game.decode_action(encode(action))
    if back != action or type(back) is not type(action):
        raise where.violation("action JSON", f"{action!r} comes back as {back!r}")
    text = str(action)
    read = game.parse(text)
    if read != action or type(read) is not type(action):
        raise where.violation("action text", f"{text!r} stands for {action!r} and is read as {read!r}")


def check_event(where: Where, event: Event) -> None:
    """An event survives JSON."""
    back = where.game.decode_event(encode(event))
    if back != event or type(back) is not type(event):
        raise where.violation("event JSON", f"{event!r} comes back as {back!r}")


def check_list(where: Where, legal: Sequence[Any], rng: random.Random, limit: int) -> None:
    """A list of legal actions is a sorted tuple, each action with a text of its own that reads back."""
    game: AnyGame = where.game
    if type(legal) is not tuple:
        raise where.violation("legal list", f"is a {type(legal).__name__}, not a tuple")
    keys = [game.sort_key(action) for action in legal]
    for one, other, action in zip(keys, keys[1:], legal[1:], strict=False):
        if other < one:
            raise where.violation("legal list", f"is not sorted: {action} stands too late")
        if not one < other:
            raise where.violation("legal list", f"{action} shares its place with the one before")
    texts: dict[str, Any] = {}
    for action in legal:
        twin = texts.setdefault(str(action), action)
        if twin is not action:
            raise where.violation("action text", f"{str(action)!r} stands for {twin!r} and for {action!r}")
    for action in legal if len(legal) <= limit else rng.sample(legal, limit):
        check_action(where, action)
