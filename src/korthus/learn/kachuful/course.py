"""What can be learnt of Kachuful: the seat that bids and plays in the play-outs of the search."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

import korthus.bots
from korthus.learn.brings import Amounts, Arrays, Course, Learner, Pairing, Work


class Seat:
    """See ``Course``. It learns from rounds against itself, which its teaching plays (``reinforce``)."""

    counts: Literal["epochs", "steps"] = "steps"
    usual = Amounts(games=0, rounds=12_000, simulations=400, deals=40)
    every = 100
    pairing = Pairing(player="strong", seats=4)
    shipped: Path | None = Path(korthus.bots.__file__).parent / "kachuful" / "learnt.npz"
    needs: tuple[str, ...] = ()

    def play(self, simulations: int, deal: int) -> Arrays:
        """See ``Course.play``: no games come before its teaching."""
        raise AssertionError("games of self-play are asked of a course that has none")

    def learner(self, samples: Arrays, work: Work) -> Learner:
        """See ``Course.learner``."""
        from korthus.learn.kachuful.learner import SeatLearner  # loads the compiler

        return SeatLearner(work)


COURSES: Final[dict[str, Course]] = {"seat": Seat()}
