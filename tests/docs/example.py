"""The worked examples of the docs: a short game between two computer players, told by the engine."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import korthus
from korthus.bots.registry import make_bot
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE, Event, visible
from korthus.locale import Translator
from korthus.screens.load import screen_of

NAMES = ("Anna", "Bo", "Eva")
#: The signs up to which choices are listed, about; the rest is counted.
ROOM = 110


class Setting(NamedTuple):
    """What is played for a game's page."""

    options: dict[str, Any]
    seats: int
    bot: str
    seed: int
    #: How many actions of players are told.
    turns: int
    intro: str


SETTINGS = {
    "mulle": Setting({}, 2, "greedy", 5, 8, "The first eight plays of a session between two greedy players."),
    "kachuful": Setting(
        {"start_cards": 2, "schedule": "descending", "total_rounds": 1},
        3,
        "rules",
        3,
        99,
        "One round of two cards for three players.",
    ),
    "mus": Setting(
        {"target_stones": None, "ordago": False},
        2,
        "rules",
        4,
        99,
        "A single hand without órdago, from the deal to the count.",
    ),
    "eight": Setting({"hands": 1}, 2, "rules", 1, 99, "One hand, from the deal to the last chip."),
}


def example(name: str) -> str:
    """The worked example of a game as Markdown."""
    setting = SETTINGS[name]
    game = korthus.game(name, **setting.options)
    screen, tr = screen_of(game), Translator("en")
    chance = FairChance.seeded(setting.seed)
    bots = [
        make_bot(setting.bot, game, random.Random(f"{setting.seed}/{seat}")) for seat in range(setting.seats)
    ]
    names = NAMES[: setting.seats]

    def told(events: tuple[Event, ...]) -> list[str]:
        sentences = [screen.event(event, tr, names, None) for event in visible(events, None)]
        return [f"- {sentence}" for sentence in sentences if sentence]

    options = "".join(f", {key}={value!r}" for key, value in setting.options.items())
    call = f'korthus.game("{name}"{options})'
    lines = [setting.intro, f"It is `{call}` with seed {setting.seed}; the cards are dealt:", ""]
    state, turns = game.new(setting.seats), 0
    while (actor := game.to_act(state)) is not None and turns < setting.turns:
        if actor == CHANCE:
            state, events = game.apply(state, game.draw(state, chance))
            lines += [*told(events), ""]
            if not turns and game.to_act(state) != CHANCE:
                lines += ["The position, with all hands open:", "", *_fenced(game.format_state(state)), ""]
            continue
        view = game.view(state, actor)
        legal = game.choices(view)
        action = bots[actor].choose(view)
        turns += 1
        lines += [f"**{turns}. {names[actor]}** can choose from {_choices(legal)}", ""]
        state, events = game.apply(state, action, seat=actor)
        lines += [f"{names[actor]} chooses `{action}`:", "", *told(events), ""]
    lines += ["The position now:", "", *_fenced(game.format_state(state))]
    outcome = game.outcome(state)
    if outcome is not None:
        winners = " and ".join(names[seat] for seat in outcome.winners)
        scores = ", ".join(f"{who} {score}" for who, score in zip(names, outcome.scores, strict=True))
        lines += ["", f"The scores are {scores}: {winners} won."]
    return "\n".join(lines)


def _choices(legal: tuple[Any, ...]) -> str:
    if len(legal) == 1:
        return f"one action only, `{legal[0]}`."
    shown: list[str] = []
    for action in legal:
        if len(", ".join(shown)) < ROOM:
            shown.append(f"`{action}`")
    rest = len(legal) - len(shown)
    return f"{len(legal)} actions: {', '.join(shown)}" + (f" and {rest} more." if rest else ".")


def _fenced(text: str) -> list[str]:
    return ["```text", *text.split("; "), "```"]
