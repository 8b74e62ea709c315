"""What each room offers a game to bring: modules, and what must stand in each.

Games of the house are held to it by tests, those of other packages when they are asked (``registry``).
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, Final, NamedTuple

from korthus.games.fitness import Unfit


class Promise(NamedTuple):
    """What a room looks for in a module."""

    name: str
    #: What it must be, ``module:Class``, loaded when something is held against it.
    kind: str
    #: The same of everything in it.
    each: str = ""


_CALLED: Final = "collections.abc:Callable"
#: By room and module.
PARTS: Final[Mapping[str, Mapping[str, Promise]]] = {
    "arena": {
        "script": Promise("translate", _CALLED),
        "units": Promise("UNIT", "korthus.arena.review.units:Unit"),
    },
    "bots": {
        "compiling": Promise("COMPILING", "korthus.bots.brings:Compiling"),
        "players": Promise("BOTS", "builtins:dict"),
    },
    "envs": {
        "bounds": Promise("bounds", _CALLED),
        "compiled": Promise("observe", _CALLED),
        "encoding": Promise("ENCODING", "builtins:type"),
        "points": Promise("points", _CALLED),
        "told": Promise("most_told", _CALLED),
    },
    "kernels": {"kernel": Promise("supports", _CALLED), "layout": Promise("SIZE", "builtins:int")},
    "learn": {"course": Promise("COURSES", "collections.abc:Mapping")},
    "lessons": {"path": Promise("LESSONS", "builtins:tuple", "korthus.lessons.lesson:Lesson")},
    "puzzles": {"prover": Promise("PROVER", "korthus.puzzles.prover:Prover")},
    "screens": {
        "diagrams": Promise("DIAGRAMS", "korthus.screens.diagrams:Diagrams"),
        "emblem": Promise("EMBLEM", "korthus.screens.emblem:Emblem"),
        "hand_names": Promise("hand_names", _CALLED),
        "screen": Promise("SCREEN", "korthus.screens.load:AnyScreen"),
    },
    "web": {
        "asks": Promise("ASKS", "korthus.web.brings:Asks"),
        "coach": Promise("COACH", _CALLED),
        "handlers": Promise("HANDLERS", "collections.abc:Sequence"),
        "people": Promise("PEOPLE", "korthus.web.brings:People"),
    },
}
#: The rooms whose modules may load a compiler or a library for learning, which takes seconds.
SLOW: Final = frozenset({"envs", "kernels", "learn"})


def check_part(module: ModuleType, promise: Promise) -> None:
    """See whether what is promised stands in a module.

    Raises:
        Unfit: it does not.
    """
    if not hasattr(module, promise.name):
        raise Unfit(f"There is no {promise.name}.")
    value = getattr(module, promise.name)
    if not isinstance(value, _named(promise.kind)):
        raise Unfit(f"{promise.name} is no {_short(promise.kind)}.")
    if promise.each and not all(isinstance(one, _named(promise.each)) for one in value):
        raise Unfit(f"{promise.name} has something that is no {_short(promise.each)}.")


def _named(kind: str) -> Any:
    module, _, name = kind.partition(":")
    return getattr(import_module(module), name)


def _short(kind: str) -> str:
    return kind.rpartition(":")[2]
