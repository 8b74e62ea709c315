"""The computer players of Mus as strategies that can be judged exactly.

- ``random`` plays every legal action with the same chance.
- ``rules`` is asked for its exact mix: its one throw of a coin is replaced by a coin that notes how often it
  should fall on which side.
- Any other player gets a generator of its own for each situation, seeded by the situation, and a fixed
  number of simulations. So it is a strategy, the same every time it is asked: what it would do in this
  situation, with this luck.

What a player answers is kept by what it looks at, so that equal questions are asked once.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence

from korthus.bots.mus.players import RulesBot
from korthus.bots.protocol import Bot, Budget
from korthus.bots.random import RandomBot
from korthus.bots.registry import make_bot
from korthus.games.mus.game import Mus
from korthus.games.mus.view import MusView
from korthus.solve.mus.coded import Coded


def coded_bot(name: str, game: Mus, *, simulations: int, seed: int) -> Coded:
    """A computer player of Mus by name, as a strategy.

    Raises:
        InvalidOptions: there is no such player.
    """
    bot = make_bot(name, game, seed)
    if isinstance(bot, RandomBot):
        return Even()
    if isinstance(bot, RulesBot):
        return Tossing(game)
    return Sampled(name, game, Budget(simulations=simulations), seed)


class Even:
    """Every action as likely as the others."""

    def chances(self, view: MusView, words: tuple[str, ...]) -> Sequence[float]:
        """See ``Coded.chances``."""
        return [1 / len(words)] * len(words)


class _Toss(float):
    """A throw that notes what it is compared with, and then falls as its coin says."""

    coin: Coin

    def __lt__(self, limit: float) -> bool:
        self.coin.limits.append(limit)
        return self.coin.falls_below


class Coin(random.Random):
    """A generator with one coin in it."""

    def __init__(self) -> None:
        super().__init__(0)
        self.limits: list[float] = []
        self.falls_below = False

    def random(self) -> float:
        """See ``random.Random.random``."""
        toss = _Toss(0.5)
        toss.coin = self
        return toss


class Tossing:
    """A player that throws at most one coin for each action, with its exact chances."""

    def __init__(self, game: Mus) -> None:
        self._coin = Coin()
        self._bot: Bot = RulesBot(game, self._coin)
        self._known: dict[Hashable, Sequence[float]] = {}

    def chances(self, view: MusView, words: tuple[str, ...]) -> Sequence[float]:
        """See ``Coded.chances``."""
        key = (view.seat, view.hand, view.lance, view.bet, view.stones, view.pares, view.juego)
        if key not in self._known:
            self._known[key] = self._ask(view, words)
        return self._known[key]

    def _ask(self, view: MusView, words: tuple[str, ...]) -> Sequence[float]:
        usual, limits = self._throw(view, falls_below=False)
        chances = [0.0] * len(words)
        share = 0.0
        if limits:
            [limit] = limits
            share = min(max(limit, 0.0), 1.0)
            rare, _ = self._throw(view, falls_below=True)
            chances[words.index(rare)] += share
        chances[words.index(usual)] += 1 - share
        return chances

    def _throw(self, view: MusView, *, falls_below: bool) -> tuple[str, list[float]]:
        self._coin.limits = []
        self._coin.falls_below = falls_below
        return str(self._bot.choose(view)), self._coin.limits


class Sampled:
    """A player with luck of its own in every situation, and a fixed number of simulations."""

    def __init__(self, name: str, game: Mus, budget: Budget, seed: int) -> None:
        self._name = name
        self._game = game
        self._budget = budget
        self._seed = seed
        self._known: dict[Hashable, Sequence[float]] = {}

    def chances(self, view: MusView, words: tuple[str, ...]) -> Sequence[float]:
        """See ``Coded.chances``."""
        # Of the lances before, how they ended; stones already taken shift all values alike.
        past = tuple((settled.lance, settled.how, settled.seat) for settled in view.settled)
        key = (view.seat, view.hand, view.lance, view.bet, past, view.pares, view.juego)
        if key not in self._known:
            bot = make_bot(self._name, self._game, f"{self._seed} {key}")
            word = str(bot.choose(view, self._budget))
            self._known[key] = [float(each == word) for each in words]
        return self._known[key]
