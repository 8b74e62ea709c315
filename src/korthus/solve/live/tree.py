"""The betting of a lance as it is at a table: the usual bets, and whatever was said here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from korthus.games.mus.actions import Envido, MusAction
from korthus.games.mus.legal import words
from korthus.games.mus.options import LEAST_BET, MusRules
from korthus.games.mus.state import Bet
from korthus.solve.mus.tree import Grower, LanceTree


@lru_cache(maxsize=1024)
def table_tree(rules: MusRules, said: tuple[str, ...]) -> LanceTree:
    """Everything that is reckoned with in a lance after ``said``, from its beginning.

    Each turn has the smallest bet or raise that the table allows from two stones on, one raise beyond those
    that were made, and órdago; and what was said, of any size.
    """
    return _TableGrower(rules, said).tree()


class _TableGrower(Grower):
    """Follows the usual bets, and the words that were said."""

    def __init__(self, rules: MusRules, said: tuple[str, ...]) -> None:
        super().__init__(rules)
        self._said = said
        self._raises = max(1, sum(word.startswith("envido") for word in said))

    def choices(self, bet: Bet | None, said: tuple[str, ...]) -> Sequence[MusAction]:
        """See ``Grower.choices``."""
        legal = words(self.rules, bet)
        amounts = [action.amount for action in legal if isinstance(action, Envido)]
        follows = self._said[: len(said)] == said and len(said) < len(self._said)
        spoken = self._said[len(said)] if follows else ""
        usual = min((each for each in amounts if each >= LEAST_BET), default=max(amounts, default=0))
        if bet is not None and bet.raises >= self._raises:
            usual = 0
        return [
            each
            for each in legal
            if not isinstance(each, Envido) or each.amount == usual or str(each) == spoken
        ]
