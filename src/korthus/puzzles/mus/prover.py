"""Words in a hand of Mus that the solution holds, at a table that offers just the bets it was solved for."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from korthus.bots.mus.solved import StonesOnlyBot
from korthus.core.protocol import AnyGame, View
from korthus.games.mus.state import Phase
from korthus.games.mus.view import MusView
from korthus.puzzles.prover import Proof, Prover, Valued, ranking
from korthus.puzzles.puzzle import Kind
from korthus.solve.mus.menu import MENUS


class SolutionProver(Prover):
    """What each word is worth against the solution, hand by hand (``solve.mus``)."""

    kind: ClassVar[Kind] = "solved"
    #: A single hand with the bets that the solution knows.
    options: ClassVar[Mapping[str, Any]] = MENUS["ordago"].rules.changed()
    player = "strongest"
    margin = 0.4
    each = 1

    def may_be(self, game: AnyGame, view: View) -> bool:
        """See ``Prover.may_be``: a word is to be said."""
        assert isinstance(view, MusView)
        return view.phase is Phase.BET

    def prove(self, game: AnyGame, view: View, seed: str) -> Proof | None:
        """See ``Prover.prove``. Values are stones of the hand, against the solution; nothing is drawn.

        None where the view leaves open what was said, or where the solution would never come: values there
        rest on a lance that is solved anew.
        """
        from korthus.bots.mus.words import Ear, said_in

        assert isinstance(view, MusView)
        if any(len(lines) > 1 for _, lines in said_in(game.rules, view, Ear())):
            return None
        advice = StonesOnlyBot(game, random.Random(seed)).advise(view)
        if any(each.error for each in advice):
            return None
        ranked = ranking(advice)
        if ranked[0].value - ranked[1].value < self.margin:
            return None
        return Proof(ranked=tuple(Valued(each.action, each.value) for each in ranked))


PROVER: Final = SolutionProver()
