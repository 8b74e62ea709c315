"""Games in which a player learns: one after another, with the same players throughout."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from korthus.arena.batch import Batch, GameLine, play_game
from korthus.bots.protocol import LearningBot
from korthus.bots.registry import make_bot
from korthus.core.errors import InvalidOptions


class Lessons:
    """A batch whose one learning player remembers, from game to game and in a file."""

    def __init__(self, batch: Batch, memory: Path) -> None:
        """Seat the players; what ``memory`` holds, if it exists, the learner knows.

        Raises:
            InvalidOptions: not exactly one of the players learns, or the file holds something else.
        """
        self._batch = batch
        self._memory = memory
        self._crew = tuple(
            make_bot(name, batch.game, f"korthus player {player} of lessons {batch.seed}")
            for player, name in enumerate(batch.players)
        )
        learners = [bot for bot in self._crew if isinstance(bot, LearningBot)]
        if len(learners) != 1:
            raise InvalidOptions(
                "ONE_LEARNER",
                "A memory is for exactly one player that learns, not for {count}.",
                count=len(learners),
            )
        self.learner = learners[0]
        if memory.exists():
            self.learner.load(memory)

    def play(self) -> Iterator[GameLine]:
        """The lines of the batch in order. What was learned is kept after every game."""
        for number in range(self._batch.games):
            line = play_game(self._batch, number, self._crew)
            self.learner.save(self._memory)
            yield line
