"""What can be learnt of Mulle: how likely a good player makes a play, for what players believe of a hand."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

import korthus.bots
from korthus.learn.brings import Amounts, Arrays, Course, Learner, Pairing, Work


class Belief:
    """See ``Course``. It learns from what players who search did (``positions``)."""

    counts: Literal["epochs", "steps"] = "epochs"
    usual = Amounts(games=1500, rounds=60, simulations=2000, deals=100)
    every = 1
    pairing = Pairing(player="strong", seats=2, options={"omgangar": 1})
    shipped: Path | None = Path(korthus.bots.__file__).parent / "mulle" / "learnt.npz"
    needs: tuple[str, ...] = ("torch",)

    def play(self, simulations: int, deal: int) -> Arrays:
        """See ``Course.play``."""
        from korthus.learn.mulle.positions import played  # loads the compiler

        return played(simulations, deal)

    def learner(self, samples: Arrays, work: Work) -> Learner:
        """See ``Course.learner``."""
        from korthus.learn.mulle.learner import BeliefLearner  # loads the compiler

        return BeliefLearner(samples, work)


COURSES: Final[dict[str, Course]] = {"belief": Belief()}
