"""What a lesson is, and reading the lessons of a game from the file ``lessons.toml`` of its package here.

[[lesson]]
name = "sum"
position = "table: SP 4, HJ 5, KL Q; hand 0: RU 9, KL 2; hand 1: SP 6, KL K; to act: 0"
steps = [{ do = ["capture RU 9: SP 4, HJ 5"] }]
en.title = "Cards that add up"
en.task = "…"
en.why = "…"
sv.title = …
"""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

import msgspec

from korthus.core.protocol import AnyGame
from korthus.games.catalogue import game as game_of


class Words(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a lesson says in one language."""

    #: A few words.
    title: str
    #: What to do now.
    task: str
    #: What has been learnt, once it is done.
    why: str


class Step(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One move of the person who learns, and what the others do then.

    A move meets the goal if everything that is given here holds for it.
    """

    #: It is one of these actions.
    do: tuple[str, ...] = ()
    #: Its fields are like this; see ``goal.is_like``.
    act: dict[str, Any] = {}
    #: It causes an event with fields like this, its type among them.
    event: dict[str, Any] = {}
    #: The rules refuse it with this code: the person has tried what cannot be done.
    refused: str = ""
    #: What the others, and chance, do afterwards.
    then: tuple[str, ...] = ()
    #: A move that meets the goal; one of ``do`` if it is not given.
    hint: str = ""

    @property
    def hints(self) -> tuple[str, ...]:
        """The moves that a hint may show: the first of them that can be played."""
        return (self.hint,) if self.hint else self.do

    def __post_init__(self) -> None:
        if not (self.do or self.act or self.event or self.refused):
            raise ValueError("a step needs a goal: do, act, event or refused")
        if not (self.do or self.hint):
            raise ValueError("a step needs a hint where it lists no action")


class Lesson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position, what is to be done in it, and what is said about it.

    The person who learns has the seat that is to act in the position.
    """

    name: str
    position: str
    steps: tuple[Step, ...]
    #: Options of the rules that differ from the game's first preset.
    options: dict[str, Any] = {}
    en: Words
    sv: Words | None = None
    es: Words | None = None

    def words(self, language: str) -> Words:
        """What is said in a language; in English where a package has no other words."""
        found: Words | None = getattr(self, language)
        return found or self.en

    def game(self, name: str) -> AnyGame:
        """The game under the rules of this lesson."""
        return game_of(name, **self.options)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    lesson: tuple[Lesson, ...]


def read_lessons(package: str) -> tuple[Lesson, ...]:
    """The lessons in ``lessons.toml`` of a package, in the order in which they are learnt.

    Raises:
        ValueError: the file cannot be read, something in it is no lesson, or two have one name.
    """
    text = (resources.files(package) / "lessons.toml").read_text(encoding="utf-8")
    lessons = msgspec.convert(tomllib.loads(text), _File).lesson
    names = [lesson.name for lesson in lessons]
    if len({*names}) < len(names):
        raise ValueError(f"two lessons of {package} have one name")
    return lessons
