"""The end of the last rond: no card is hidden any more, and every play is solved to the end of the omgång."""

from __future__ import annotations

import random
from typing import ClassVar, Final

from korthus.arena.review.judge import find_adviser
from korthus.bots.default.players import RulesSearchBot
from korthus.bots.protocol import Bot, Budget
from korthus.core.protocol import AnyGame, View
from korthus.games.mulle.view import MulleView
from korthus.puzzles.prover import Proof, Prover, Valued, ranking
from korthus.puzzles.puzzle import Kind

#: Cards in a hand that a person can still think through, and fewer than which there is nothing to think.
_MOST: Final = 5
_FEWEST: Final = 2


class _Beginner(RulesSearchBot):
    """Plays each action on in the head a few times, at random."""

    default_budget = Budget(simulations=24)


class RondProver(Prover):
    """Every play is followed to the end against best play (``bots.mulle.endgame``)."""

    kind: ClassVar[Kind] = "exact"
    player = "normal"
    margin = 1.0
    apart = 4

    def may_be(self, game: AnyGame, view: View) -> bool:
        """See ``Prover.may_be``: few cards are left in both hands."""
        assert isinstance(view, MulleView)
        assert view.seat is not None
        return _FEWEST <= len(view.hand) <= _MOST and view.sides[1 - view.seat].cards_in_hand <= _MOST

    def beginner(self, game: AnyGame, seed: str) -> Bot:
        """See ``Prover.beginner``: every level solves these positions, so one that tries plays at random."""
        return _Beginner(game, random.Random(seed))

    def prove(self, game: AnyGame, view: View, seed: str) -> Proof | None:
        """See ``Prover.prove``. Values are points of lead at the end of the omgång; nothing is drawn."""
        advice = find_adviser(game, "strong", seed).advise(view, Budget(simulations=1))
        if any(each.visits or each.error for each in advice):
            return None  # cards are hidden, or to come: that was a search
        ranked = ranking(advice)
        if len(ranked) < 2 or ranked[0].value - ranked[1].value < self.margin:
            return None
        return Proof(ranked=tuple(Valued(each.action, each.value) for each in ranked))


PROVER: Final = RondProver()
