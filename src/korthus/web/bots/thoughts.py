"""What a computer player is asked in its worker process, and what it answers. Views only, never a state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from korthus.bots.advice import Reason
from korthus.bots.warm_process import Noted
from korthus.core.record import Record


class GameSpec(msgspec.Struct, frozen=True):
    """Which game, under which rules: all that a worker needs to set it up."""

    name: str
    options: dict[str, Any]
    rules_version: int


class Asked(msgspec.Struct, frozen=True):
    """What a player has before it when it is asked: all that its seat was told, and its view of now."""

    game: GameSpec
    view: msgspec.Raw
    told: list[msgspec.Raw]


class _ToPlayer(msgspec.Struct, frozen=True):
    """A question for the computer player of a level."""

    asked: Asked
    level: str
    #: The seed of the player's luck in this game.
    seed: str


class Choose(_ToPlayer, frozen=True, tag="choose"):
    """What do you play?"""


class Advise(_ToPlayer, frozen=True, tag="advise"):
    """What is each action worth?"""


class ReviewGame(msgspec.Struct, frozen=True, tag="review"):
    """Which actions of a finished game were mistakes?"""

    record: Record


class GetReady(msgspec.Struct, frozen=True, tag="get_ready"):
    """Load what reviews of a game need: somebody may ask for one soon."""

    game: str


Question = Choose | Advise | ReviewGame | GetReady


class Chosen(msgspec.Struct, frozen=True, tag="chosen"):
    """The text of an action."""

    text: str


class Thought(msgspec.Struct, frozen=True):
    """What one action is worth."""

    text: str
    value: float
    error: float | None
    reasons: list[Reason]
    #: The chance to win the game, where that is what counts.
    chance: float | None = None


class Advised(msgspec.Struct, frozen=True, tag="advised"):
    """The best first."""

    thoughts: list[Thought]


class Progress(msgspec.Struct, frozen=True, tag="progress"):
    """How much of a review is there, from 0 to 1, and the review so far; the whole follows later."""

    done: float
    review: msgspec.Raw


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """What reviews need is loaded."""


class GettingReady(msgspec.Struct, frozen=True, tag="getting_ready"):
    """Code that the answer needs is being loaded, or compiled; the answer follows later."""

    compiles: bool


class Reviewed(msgspec.Struct, frozen=True, tag="reviewed"):
    """The review as JSON."""

    review: msgspec.Raw


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """No answer. ``where`` has places in the source, never a card; so has ``message``, if there is one."""

    kind: str
    where: str
    message: str | None = None


#: Before an answer, ``Noted`` may come: what whoever runs the server should know about compiled code.
Answer = Chosen | Advised | Progress | Ready | GettingReady | Noted | Reviewed | Failed

encode_line = msgspec.json.Encoder().encode
decode_question: Callable[[bytes], Question] = msgspec.json.Decoder(Question).decode
decode_answer: Callable[[bytes], Answer] = msgspec.json.Decoder(Answer).decode
