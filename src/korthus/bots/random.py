"""The player who knows the rules and nothing else."""

from __future__ import annotations

from korthus.bots.protocol import Bot, Budget
from korthus.core.protocol import Action, View


class RandomBot(Bot):
    """Plays any legal action, as ``Game.pick`` draws it. Knows every game."""

    name = "random"
    about = "plays any legal action"

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``."""
        action: Action = self.game.pick(view, self.rng)
        return action
