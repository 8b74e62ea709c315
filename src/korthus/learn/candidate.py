"""Players with the new numbers, in a process of their own: numbers are compiled into the code of a process.

The process is ``candidate_process``. It is asked as a table asks: by views and by what the seat was told. Its
luck is that of the player here, so it plays as it would in this process.
"""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

from korthus.apart import APART
from korthus.bots.protocol import Bot, Budget
from korthus.core.protocol import Action, AnyGame, Event, View
from korthus.kernels import learnt_files
from korthus.kernels.code_folders import CHOSEN
from korthus.learn.errors import LearnError


def with_numbers(numbers: Path, code: Path) -> dict[str, str]:
    """The environment of a process with the numbers of a folder; ``code`` is for what it compiles."""
    return {
        learnt_files.FOLDER: str(numbers.resolve()),
        learnt_files.TOLD: str(numbers.resolve()),
        CHOSEN: str(code.resolve()),
    }


class Candidate:
    """The process that plays with other numbers, or with other code."""

    def __init__(self, own: Mapping[str, str]) -> None:
        """Start it; ``own`` is what its environment has of its own. It ends when its input does."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "korthus.learn.candidate_process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **own},
            **APART,
        )
        self._seats = count()

    def ask(self, *question: object) -> Any:
        """What it answers.

        Raises:
            LearnError: it has ended, or cannot answer; the sentence says why.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            pickle.dump(question, self._process.stdin)
            self._process.stdin.flush()
            answer, trouble = pickle.load(self._process.stdout)
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            code = self._process.poll()
            raise LearnError("CANDIDATE_DIED", trouble=f"exit code {code}, {error!r}") from error
        if trouble is not None:
            raise LearnError("CANDIDATE_DIED", trouble=trouble)
        return answer

    def seat(self, game: AnyGame, player: str, seed: str) -> Bot:
        """A player for one game."""
        return _Seated(self, next(self._seats), game, player, seed)

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            with suppress(BrokenPipeError):  # a question that it died over is still on its way
                stream.close()


class _Seated(Bot):
    """Sits at our table and asks the process."""

    name = "candidate"

    def __init__(self, candidate: Candidate, number: int, game: AnyGame, player: str, seed: str) -> None:
        super().__init__(game, random.Random(seed))
        self._candidate, self._number = candidate, number
        candidate.ask("sit", number, game, player, seed)
        # Whoever makes a player by name may have drawn from its luck.
        self.rng.setstate(candidate.ask("luck", number))

    def restart(self) -> None:
        """See ``Bot.restart``."""
        self._candidate.ask("restart", self._number)

    def observe(self, events: Sequence[Event]) -> None:
        """See ``Bot.observe``."""
        self._candidate.ask("observe", self._number, tuple(events))

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``."""
        action: Action = self._candidate.ask("choose", self._number, view, budget, self.rng.getstate())
        return action
