"""The question a person asks the solution: these cards, these words; what now, and what is it worth?"""

from __future__ import annotations

from dataclasses import dataclass

from korthus.solve.mus.line import Line, LineError
from korthus.solve.mus.lookup import History, Option, load_blueprint, mix
from korthus.solve.mus.ranges import reach_of

#: Own chances below this are rounding: the solution does not come there by its own words.
_NEVER = 1e-9


@dataclass(frozen=True)
class Answer:
    """What the solution does in a line, best known first in the order of the menu.

    Attributes:
        reached: whether the solution itself would have come here with these cards. Where it would not, it has
            no mix of its own, only values.
        exploitability: how far from perfect the solution is, in stones per hand.
    """

    options: tuple[Option, ...]
    reached: bool
    exploitability: float


def ask(menu: str, line: Line) -> Answer:
    """Ask the solution that comes with korthus.

    Raises:
        LineError: it is not the player's word.
        SolveError: no solution of that menu comes with korthus.
    """
    if not line.is_mine:
        raise LineError("NOT_YOUR_WORD")
    blueprint = load_blueprint(menu)
    history = History(line.said, line.pares, line.juego)
    own = reach_of(blueprint, history)[line.seat][blueprint.hand.hands.number[line.cards]]
    options = tuple(mix(blueprint, line.cards, history))
    return Answer(options, bool(own > _NEVER), blueprint.facts.exploitability)
