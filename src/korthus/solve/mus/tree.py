"""The betting tree of one lance, made by asking the rules what may be said.

Seat 0 is the mano. Which bets there are is the business of the game's own menu; this file only follows them
to the end of the lance.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from korthus.games.mus.actions import Envido, Ordago, Pass, Refuse
from korthus.games.mus.menu import Menu as LegalMenu
from korthus.games.mus.options import MusRules
from korthus.games.mus.state import Bet, How, Phase
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
    return _Grower(menu.rules(ordago=ordago)).tree()


class _Grower:
    """Follows every action from the root, parents before children."""

    def __init__(self, rules: MusRules) -> None:
        self._rules = rules
        self._menu = LegalMenu(rules)
        self._nodes: list[Node | None] = []
        self._results: list[Result] = []

    def tree(self) -> LanceTree:
        self._grow(0, None, passed=False)
        nodes = tuple(node for node in self._nodes if node is not None)
        assert len(nodes) == len(self._nodes)
        goes_on = tuple(not result.ended for result in self._results)
        return LanceTree(Betting(nodes, goes_on), tuple(self._results))

    def _grow(self, seat: int, bet: Bet | None, *, passed: bool) -> int:
        place = len(self._nodes)
        self._nodes.append(None)
        actions = self._menu.actions(Phase.BET, bet, ())
        children = []
        for action in actions:
            match action:
                case Pass() if not passed:
                    child = self._grow(1, None, passed=True)
                case Pass():
                    child = self._end(Result(How.PASS))
                case Envido(amount=amount):
                    stake = 0 if bet is None else bet.stake
                    raises = 0 if bet is None else bet.raises + 1
                    child = self._grow(
                        1 - seat, Bet(seat, stake + amount, stake, raises, False), passed=passed
                    )
                case Ordago():
                    stake = 0 if bet is None else bet.stake
                    raises = 0 if bet is None else bet.raises + 1
                    child = self._grow(
                        1 - seat, Bet(seat, self._rules.cap, stake, raises, True), passed=passed
                    )
                case Refuse():
                    assert bet is not None
                    child = self._end(Result(How.REFUSED, bet.seat, bet.before or 1))
                case _:
                    assert bet is not None
                    child = self._end(
                        Result(How.ACCEPTED, ended=True)
                        if bet.ordago
                        else Result(How.ACCEPTED, stones=bet.stake)
                    )
            children.append(child)
        self._nodes[place] = Node(seat, tuple(map(str, actions)), tuple(children))
        return place

    def _end(self, result: Result) -> int:
        self._results.append(result)
        return ~(len(self._results) - 1)
