"""Computer players at a terminal: who cannot think yet, or cannot at all, is played for, and that is said.

A game that can be repeated (with a seed), or that nobody types in, waits for the compiler instead: what is
played must not depend on how quick a machine is.
"""

from __future__ import annotations

import math
import random
import subprocess
import threading
from collections.abc import Callable, Sequence

from korthus.apart import APART
from korthus.bots.chair import judge
from korthus.bots.faults import place_of, said_of
from korthus.bots.outside import cannot_be_used, written
from korthus.bots.protocol import Bot, Budget
from korthus.bots.random import RandomBot
from korthus.bots.registry import make_bot, plain_player
from korthus.bots.warm import Forecast, Piece
from korthus.bots.warm_process import Ahead, Noted, command, decode_line
from korthus.cli.compiling import Countdown
from korthus.core.errors import KorthusError
from korthus.core.phrases import Phrase
from korthus.core.protocol import Action, Event, View
from korthus.kernels.code_folders import report
from korthus.web.logs import safe_message

#: Hears a key of ``common.play.instead``, and what the sentence names beside the player itself.
Say = Callable[..., None]


class Background:
    """Compiles the players of a game in another process while a person plays."""

    def __init__(self, game: str, todo: Sequence[Piece]) -> None:
        self._game = game
        self._ahead: dict[str, Countdown] = {}
        self._expect({str(piece): left for piece, left in Forecast(todo, set()).ahead().items()})
        self._process = subprocess.Popen(
            command([game]), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, **APART
        )
        threading.Thread(target=self._listen, name="compiling", daemon=True).start()

    def left(self, level: str) -> float | None:
        """Seconds until a level is ready, about; None if it is, or has to see for itself."""
        found = self._ahead.get(str(Piece(self._game, level)))
        return None if found is None else found.left()

    def close(self) -> None:
        """Stop. What is compiled so far is kept."""
        self._process.kill()
        self._process.wait()

    def _expect(self, ahead: dict[str, float]) -> None:
        counts = {name: self._ahead.get(name) or Countdown() for name in ahead}
        for name, seconds in ahead.items():
            counts[name].expect(seconds)
        self._ahead = counts

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            match decode_line(line):
                case Ahead(pieces=ahead):
                    self._expect(ahead)
                case Noted(trouble=trouble, folder=folder, reason=reason):
                    report(trouble, folder, reason)
                case _:
                    pass  # the level itself will say why it cannot think
        self._ahead = {}


class Seated(Bot):
    """A computer player at a terminal, with others who step in for it.

    The rule of lost turns (``korthus.bots.chair``) says when: whatever it raises, ``observe`` included, and
    an action that is not legal. Only who plays then is another, and nobody counts.
    """

    name = "seated"

    def __init__(self, bot: Bot, say: Say, background: Background | None = None) -> None:
        super().__init__(bot.game, bot.rng)
        self.bot = bot
        self._say = say
        self._background = background
        plain = [plain_player(bot.game.name), RandomBot.name]
        self._others = [make_bot(name, bot.game, bot.rng) for name in dict.fromkeys(plain)]
        self._waiting = False
        #: What went wrong while the player was told what happened; it costs its next turn.
        self._misheard: str | None = None

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``. Never fails as long as anybody can play at all."""
        left = None if self._background is None else self._background.left(self.bot.name)
        if left is not None:
            if not self._waiting:
                self._say("compiling", by=self._others[0].name, seconds=math.ceil(left))
            self._waiting = True
            return self._others[0].choose(view)
        if self._waiting:
            self._waiting = False
            self._say("ready")
        trouble, self._misheard = self._misheard, None
        if trouble is None:
            try:
                action = self.bot.choose(view, budget)
            except (Exception, SystemExit) as error:  # anything can happen in somebody else's code
                trouble = _trouble(error)
            else:
                try:
                    judge(self.bot, view, action, random.Random(0))
                    return action
                except KorthusError:
                    trouble = Phrase("tools.lost.illegal", "no legal action")
        return self._instead(view, trouble)

    def _instead(self, view: View, trouble: str) -> Action:
        """What another player does in this turn; who, and why, is said."""
        failed: Exception | None = None
        for bot in self._others:
            try:
                action = bot.choose(view)
            except Exception as error:
                failed = failed or error
                continue
            self._say("failed", by=bot.name, trouble=trouble)
            return action
        assert failed is not None
        raise failed

    def observe(self, events: Sequence[Event]) -> None:
        """See ``Bot.observe``. If the player fails over it, that is said when it has lost its turn."""
        try:
            self.bot.observe(events)
        except (Exception, SystemExit) as error:  # anything can happen in somebody else's code
            self._misheard = self._misheard or _trouble(error)

    def restart(self) -> None:
        """See ``Bot.restart``.

        Raises:
            InvalidOptions: the player fails; it is called what its own person calls it.
        """
        try:
            self.bot.restart()
        except KorthusError:
            raise
        except (Exception, SystemExit) as error:  # anything can happen in somebody else's code
            raise cannot_be_used(written(self.bot), said_of(error)) from error


def _trouble(error: BaseException) -> str:
    """What went wrong and where, without a word that may name a card."""
    return safe_message(error) or place_of(error)
