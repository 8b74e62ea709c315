"""Games in which a player learns: one after another, with the same players throughout."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from korthus.arena.batch import Batch, GameLine, play_game
from korthus.arena.kept import is_kept
from korthus.bots.protocol import Bot, LearningBot
from korthus.bots.registry import make_bot
from korthus.core.errors import InvalidOptions


class Lessons:
    """A batch whose one learning player remembers, from game to game in a file.

    Every game has fresh players with luck of its own, and the learner knows what the file holds: a batch that
    was stopped and goes on comes to what it would have come to anyway.
    """

    def __init__(self, batch: Batch, memory: Path) -> None:
        """Seat the players; what ``memory`` holds, if it exists, the learner knows.

        Raises:
            InvalidOptions: not exactly one of the players learns, or the file holds something else.
        """
        self._batch = batch
        self.memory = memory
        self.learner = self._seat(0)[1]

    def play(self, first: int = 0) -> Iterator[GameLine]:
        """The lines of the batch in order, from game ``first`` on; what was learned is kept after each."""
        for number in range(first, self._batch.games):
            crew, self.learner = self._seat(number)
            line = play_game(self._batch, number, crew)
            self.learner.save(self.memory)
            yield line

    def _seat(self, number: int) -> tuple[tuple[Bot, ...], LearningBot]:
        """The players of a game, and the one among them who learns."""
        batch = self._batch
        crew = tuple(
            make_bot(name, batch.game, f"korthus player {player} of lesson {batch.seed + number}")
            for player, name in enumerate(batch.players)
        )
        learners = [bot for bot in crew if isinstance(bot, LearningBot)]
        if len(learners) != 1:
            raise InvalidOptions(
                "ONE_LEARNER",
                "A memory is for exactly one player that learns, not for {count}.",
                count=len(learners),
            )
        if is_kept(self.memory):
            learners[0].load(self.memory)
        return crew, learners[0]
