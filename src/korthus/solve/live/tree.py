"""The betting of a lance as it is at a table: the usual bets, and whatever was said here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from korthus.games.mus.actions import ACCEPT, ORDAGO, PASS, REFUSE, Envido, MusAction
from korthus.games.mus.menu import Menu
from korthus.games.mus.options import LEAST_BET, MusRules
from korthus.games.mus.state import Bet, How, Phase
from korthus.solve.core.staged import Betting, Node
from korthus.solve.mus.tree import LanceTree, Result


@lru_cache(maxsize=1024)
def table_tree(rules: MusRules, said: tuple[str, ...]) -> LanceTree:
    """Everything that is reckoned with in a lance after ``said``, from its beginning.

    Each turn has the smallest bet or raise that the table allows from two stones on, one raise beyond those
    that were made, and órdago; and what was said, of any size.
    """
    return _Grower(rules, said).tree()


class _Grower:
    def __init__(self, rules: MusRules, said: tuple[str, ...]) -> None:
        self._said = said
        self._menu = Menu(rules)
        self._cap = rules.cap
        self._raises = max(1, sum(word.startswith("envido") for word in said))
        self._nodes: list[Node | None] = []
        self._results: list[Result] = []

    def tree(self) -> LanceTree:
        """The whole tree."""
        self._grow(0, None, (), passed=False)
        nodes = tuple(node for node in self._nodes if node is not None)
        goes_on = tuple(not result.ended for result in self._results)
        return LanceTree(Betting(nodes, goes_on), tuple(self._results))

    def _actions(self, bet: Bet | None, path: tuple[str, ...]) -> Sequence[MusAction]:
        legal = self._menu.actions(Phase.BET, bet, ())
        amounts = [action.amount for action in legal if isinstance(action, Envido)]
        spoken = (
            self._said[len(path)] if self._said[: len(path)] == path and len(path) < len(self._said) else ""
        )
        usual = min((each for each in amounts if each >= LEAST_BET), default=max(amounts, default=0))
        if bet is not None and bet.raises >= self._raises:
            usual = 0
        return [
            each
            for each in legal
            if not isinstance(each, Envido) or each.amount == usual or str(each) == spoken
        ]

    def _grow(self, seat: int, bet: Bet | None, path: tuple[str, ...], *, passed: bool) -> int:
        place = len(self._nodes)
        self._nodes.append(None)
        actions = self._actions(bet, path)
        children = []
        for action in actions:
            further = (*path, str(action))
            if action == PASS:
                child = self._end(Result(How.PASS)) if passed else self._grow(1, None, further, passed=True)
            elif action == REFUSE:
                assert bet is not None
                child = self._end(Result(How.REFUSED, bet.seat, bet.before or 1))
            elif action == ACCEPT:
                assert bet is not None
                child = self._end(
                    Result(How.ACCEPTED, ended=True) if bet.ordago else Result(How.ACCEPTED, stones=bet.stake)
                )
            else:
                stake = 0 if bet is None else bet.stake
                raised = 0 if bet is None else bet.raises + 1
                now = self._cap if action == ORDAGO else stake + getattr(action, "amount", 0)
                new = Bet(seat, now, stake, raised, action == ORDAGO)
                child = self._grow(1 - seat, new, further, passed=passed)
            children.append(child)
        self._nodes[place] = Node(seat, tuple(map(str, actions)), tuple(children))
        return place

    def _end(self, result: Result) -> int:
        self._results.append(result)
        return ~(len(self._results) - 1)
