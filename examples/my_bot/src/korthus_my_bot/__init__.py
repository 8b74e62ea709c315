"""A player of any game: it imagines how each action would end, and does what ended best."""

from __future__ import annotations

from korthus.bots.protocol import Bot, Budget
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE, Action, View


class MyBot(Bot):
    """Imagines games that fit what it sees, plays them to their end at random, and counts who wins."""

    name = "my_bot"
    about = "imagines how each action would end"
    #: No game is named, so it plays them all.
    games = ()
    default_budget = Budget(simulations=30)

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``. A budget of seconds is not kept; it imagines as many games as ever."""
        imagined = (budget and budget.simulations) or self.default_budget.simulations or 1
        # Some of the legal actions, because a few games have more than can be listed.
        actions: list[Action] = [*{self.game.pick(view, self.rng): None for _ in range(imagined)}]
        wins = dict.fromkeys(actions, 0.0)
        for number in range(imagined - imagined % len(actions)):
            action = actions[number % len(actions)]
            wins[action] += self._play_on(view, action)
        return max(actions, key=wins.__getitem__)

    def _play_on(self, view: View, action: Action) -> float:
        """Take an action in a world that fits the view, play on at random: 1 for a win, a share for a tie."""
        state, luck = self.game.sample(view, self.rng), FairChance.seeded(self.rng.getrandbits(64))
        state = self.game.apply(state, action).state
        while (actor := self.game.to_act(state)) is not None:
            if actor == CHANCE:
                state = self.game.apply(state, self.game.draw(state, luck)).state
            else:
                state = self.game.apply(state, self.game.pick(self.game.view(state, actor), self.rng)).state
        outcome = self.game.outcome(state)
        return (view.seat in outcome.winners) / len(outcome.winners) if outcome is not None else 0.0
