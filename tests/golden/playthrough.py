"""A whole random game as readable text: what was the case, what could be done and was, who learnt what.

The first steps are written in full, the rest as one line each with short hashes, so that any change of
behaviour shows and the file can still be read.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from typing import Any

import msgspec

import korthus
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE, AnyGame, Event
from korthus.games.eight.actions import TakeBack

#: How many characters are written in full before the one-line steps begin, and how long a list may be.
FULL = 40_000
LONGEST_LIST = 700
SEED = 1

#: Games that are more telling with more players than they need at least.
SEATS = {("kachuful", "standard"): 4, ("kachuful", "eight_players"): 8, ("kachuful", "clamped"): 10}


def digest(value: Any) -> str:
    """A short name for a value: the same value, the same name."""
    return hashlib.sha256(msgspec.json.encode(value)).hexdigest()[:8]


def choose(legal: tuple[Any, ...], rng: random.Random) -> Any:
    """Any legal action, but rarely the one that ends everything at once, and seldom one that takes back."""
    calm = tuple(action for action in legal if "ordago" not in str(action))
    if calm and rng.random() < 0.97:
        legal = calm
    onward = tuple(action for action in legal if not isinstance(action, TakeBack))
    return rng.choice(onward if len(onward) < len(legal) and rng.random() < 7 / 8 else legal)


def write(name: str, preset: str) -> str:
    """The playthrough of a preset."""
    game = korthus.game(name, preset)
    seats = SEATS.get((name, preset), game.min_seats)
    lines = [
        f"{name}, preset {preset}, {seats} seats, seed {SEED}, rules version {game.rules_version}",
        f"options: {msgspec.json.encode(game.rules.changed()).decode()}",
        "",
    ]
    written = 0
    for full, short in _steps(game, seats):
        block = full if written < FULL else [short]
        written += sum(len(line) + 1 for line in block)
        lines += block
    return "\n".join(lines) + "\n"


def _steps(game: AnyGame, seats: int) -> Iterator[tuple[list[str], str]]:
    """Each step in full, and in one line."""
    rng, chance = random.Random(SEED), FairChance.seeded(SEED)
    state, number = game.new(seats), 0
    while (actor := game.to_act(state)) is not None:
        legal = game.legal_actions(state)
        action = game.draw(state, chance) if actor == CHANCE else choose(legal, rng)
        who = "chance" if actor == CHANCE else f"seat {actor}"
        after, events = game.apply(state, action)
        views = [game.view(after, seat) for seat in (None, *range(seats))]
        full = [f"{number}. {who}", f"  state   {game.format_state(state)}"]
        if actor != CHANCE:
            full.append(f"  legal   {len(legal)}: {_listed(legal)}")
        full.append(f"  action  {action}")
        full += [f"  event   {_event(event)}" for event in events]
        full += [f"  views   {' '.join(digest(view) for view in views)}", ""]
        listed = f"{len(legal)} {digest([str(each) for each in legal])}"
        yield full, f"{number}. {who}: {action}  [{listed} {digest(after)} {digest(events)} {digest(views)}]"
        state, number = after, number + 1
    end = ["", "end", f"  state   {game.format_state(state)}"]
    end += [f"  view    {_json(game.view(state, seat))}" for seat in (None, 0)]
    end.append(f"  outcome {_json(game.outcome(state))}")
    yield end, "\n".join(end)


def _listed(legal: tuple[Any, ...]) -> str:
    texts = [str(action) for action in legal]
    line = " | ".join(texts)
    if len(line) <= LONGEST_LIST:
        return line
    return " | ".join([*texts[:3], "…", texts[-1]]) + f" ({digest(texts)})"


def _event(event: Event) -> str:
    fields = msgspec.to_builtins(event)
    kind, audience = fields.pop("type"), fields.pop("audience", None)
    whom = "all" if audience is None else f"seat {audience}"
    return f"{kind} to {whom}: {_json(fields)}"


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
