"""The betting tree of one lance, made by asking the rules what may be said.

Seat 0 is the mano. What may be said and what it leads to is the business of the rules; this file only follows
the words to the end of the lance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from korthus.games.mus.actions import MusAction
from korthus.games.mus.betting import Ending, Turn, speak
from korthus.games.mus.legal import words
from korthus.games.mus.options import MusRules
from korthus.games.mus.state import Bet, How
from korthus.solve.core.staged import Betting, Node
from korthus.solve.mus.menu import LanceMenu


class Result(NamedTuple):
    """How a lance ended. ``seat`` bet last where it was refused; ``stones`` is the stake or the deje.

    Equal results count alike. An accepted órdago has ``ended`` the hand.
    """

    how: How
    seat: int | None = None
    stones: int = 0
    ended: bool = False

    @classmethod
    def of(cls, ending: Ending) -> Result:
        """The result of an end of the betting."""
        if ending.ordago and ending.how is How.ACCEPTED:
            return cls(How.ACCEPTED, ended=True)
        return cls(ending.how, ending.seat if ending.how is How.REFUSED else None, ending.stones)


@dataclass(frozen=True)
class LanceTree:
    """The betting of a lance and the result of each of its leaves."""

    betting: Betting
    results: tuple[Result, ...]

    @property
    def ways(self) -> tuple[Result, ...]:
        """The results of the leaves that the hand goes on from, in order."""
        return tuple(result for result in self.results if not result.ended)


@lru_cache(maxsize=64)
def lance_tree(menu: LanceMenu, ordago: bool) -> LanceTree:
    """Everything that can be said in one lance."""
    return Grower(menu.rules(ordago=ordago)).tree()


class Grower:
    """Follows words from the root of a lance to its ends, parents before children."""

    def __init__(self, rules: MusRules) -> None:
        self.rules = rules
        self._nodes: list[Node | None] = []
        self._results: list[Result] = []

    def tree(self) -> LanceTree:
        """The whole tree."""
        self._grow(Turn(0), ())
        nodes = tuple(node for node in self._nodes if node is not None)
        assert len(nodes) == len(self._nodes)
        goes_on = tuple(not result.ended for result in self._results)
        return LanceTree(Betting(nodes, goes_on), tuple(self._results))

    def choices(self, bet: Bet | None, said: tuple[str, ...]) -> Sequence[MusAction]:
        """The words that are followed after ``said``: all that may be said."""
        return words(self.rules, bet)

    def _grow(self, turn: Turn, said: tuple[str, ...]) -> int:
        index = len(self._nodes)
        self._nodes.append(None)
        actions = self.choices(turn.bet, said)
        children = []
        for action in actions:
            after = speak(self.rules, 0, turn, action)
            if isinstance(after, Ending):
                self._results.append(Result.of(after))
                children.append(~(len(self._results) - 1))
            else:
                children.append(self._grow(after, (*said, str(action))))
        self._nodes[index] = Node(turn.seat, tuple(map(str, actions)), tuple(children))
        return index
