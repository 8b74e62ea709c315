"""The ladder: one number for each player, from all its matches, and how sure it is.

Ratings are openskill's Plackett-Luce. What is rated is a whole deal, its games added up, so that the luck of
the cards is gone before it counts: whoever has more points over the deal has won it. The players do not
change while they play, so nothing is forgotten (tau is 0) and sigma only shrinks. Deals are rated in the
order of the plan, in which all matches take turns; the result is the same on every machine.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

import msgspec

from korthus.arena.stats import Scoreboard

#: How many sigmas the shown interval reaches to either side.
REACH: Final = 2.0


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A player's place on the ladder. Everybody starts at 25 ± 16⅔."""

    name: str
    mu: float
    sigma: float
    deals: int

    @property
    def low(self) -> float:
        """The lower end of what is likely."""
        return self.mu - REACH * self.sigma

    @property
    def high(self) -> float:
        """The upper end of what is likely."""
        return self.mu + REACH * self.sigma


def ladder(board: Scoreboard) -> tuple[Standing, ...]:
    """All players, the best first; equals in the order of the plan."""
    from openskill.models import PlackettLuce  # here, so that no other command waits for it

    model = PlackettLuce(tau=0.0)
    names = board.plan.names
    ratings = [model.rating(name=name) for name in names]
    deals = [0] * len(names)
    matches = board.plan.matches
    for verdicts in zip_longest(*(board.verdicts[match] for match in matches)):
        for match, verdict in zip(matches, verdicts, strict=True):
            if verdict is None:
                continue
            sides = [[ratings[match.hero]], [ratings[match.other]]]
            (won,), (lost,) = model.rate(sides, scores=[verdict, 1 - verdict])
            ratings[match.hero], ratings[match.other] = won, lost
            deals[match.hero] += 1
            deals[match.other] += 1
    standings = [
        Standing(name=name, mu=rating.mu, sigma=rating.sigma, deals=count)
        for name, rating, count in zip(names, ratings, deals, strict=True)
    ]
    return tuple(sorted(standings, key=lambda standing: -standing.mu))
