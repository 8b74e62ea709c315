"""Whether a move is what a step of a lesson asks for."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from korthus.core.errors import KorthusError
from korthus.core.protocol import AnyGame, Event, State
from korthus.lessons.errors import LessonError
from korthus.lessons.lesson import Step


class Done(NamedTuple):
    """What a move has led to that met its goal."""

    state: State
    events: tuple[Event, ...]
    #: Why the rules refused it, where that was the goal.
    refusal: KorthusError | None = None


def judge(game: AnyGame, state: State, step: Step, text: str) -> Done:
    """What a move leads to.

    Raises:
        LessonError: the rules allow it, but it is not what the step asks for.
        KorthusError: the rules refuse it, and the step does not ask for that.
    """
    seat = game.to_act(state)
    try:
        action = game.parse(text)
        after, events = game.apply(state, action, seat=seat)
    except KorthusError as error:
        if error.code == step.refused:
            return Done(state, (), error)
        raise
    meets = (
        not step.refused
        and (not step.do or action in [game.parse(each) for each in step.do])
        and is_like(msgspec.to_builtins(action), step.act)
        and (not step.event or any(is_like(msgspec.to_builtins(event), step.event) for event in events))
    )
    if not meets:
        raise LessonError("NOT_THE_GOAL")
    return Done(after, events)


def is_like(found: Any, wanted: Any) -> bool:
    """Whether a value is what a goal describes.

    A table has these fields, among others; a list has these members, among others. Of a list, a table says
    with ``has`` what is in it and with ``size`` how long it is. Everything else must be equal.

    >>> is_like({"type": "Bid", "count": 2}, {"type": "Bid"})
    True
    >>> is_like({"b": ["Ks", "Kd", "2c", "3c"]}, {"b": ["Kd", "Ks"]})
    True
    >>> is_like({"b": ["Ks", "Kd"]}, {"b": {"has": ["Ks"], "size": 4}})
    False
    """
    if isinstance(wanted, dict) and isinstance(found, list | tuple):
        return is_like(found, wanted.get("has", [])) and wanted.get("size", len(found)) == len(found)
    if isinstance(wanted, dict):
        return all(name in found and is_like(found[name], each) for name, each in wanted.items())
    if isinstance(wanted, list):
        return isinstance(found, list | tuple) and all(each in found for each in wanted)
    return bool(found == wanted)
