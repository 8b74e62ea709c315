"""An opponent that is nearly a best response to a seat's policy, and what the seat would rather have done.

A best response jumps from one action to another when the policy moves a little. One that takes an action the
likelier the more it gains follows smoothly, so a policy can be improved against it step by step: what it
gains falls along the advantages that are found here, exactly and for the whole tree.
"""

from __future__ import annotations

from korthus.solve.core.backend import Array
from korthus.solve.mus.match.solver import MatchSolver, Tables

#: Deals that are met so rarely are treated like ones that are met this often, to divide by it.
_RARE = 1e-20


def soft_response(solver: MatchSolver, seat: int, policy: Tables, temperature: float) -> Tables:
    """What a seat does against the policy of the other; None at the nodes of the other.

    An action is e times likelier than one that gains ``temperature`` less, in the unit of the stakes.
    """
    downs = solver.descend(seat, policy, follow=False)
    found: Tables = [[None] * len(layer.tree.betting.nodes) for layer in solver.hand.layers]
    xp = solver.backend.xp

    def choose(number: int, node: int, values: Array, _: Array | None) -> Array:
        met = xp.abs(solver.deals(number, seat, downs[number].other[node]))
        least = xp.full_like(met, _RARE)
        liking = values / (temperature * xp.where(met > least, met, least))[None, ...]
        liking = xp.exp(liking - xp.max(liking, axis=0)[None, ...])
        chances = liking / xp.sum(liking, axis=0)[None, ...]
        found[number][node] = chances
        return xp.sum(chances * values, axis=0)

    solver.walk(seat, policy, choose, follow=False, downs=downs)
    return found


def advantages(solver: MatchSolver, seat: int, policy: Tables, other: Tables) -> tuple[Tables, Tables]:
    """What each action of a seat gains over its policy against the other's, and how often it comes there.

    Gains are weighed with the chances of the deal and of the other's words, and not with the own reach. The
    value of the policy changes by gain times reach times the change of the chance of the action.
    """
    both = [
        [mine if mine is not None else theirs for mine, theirs in zip(*nodes, strict=True)]
        for nodes in zip(policy, other, strict=True)
    ]
    gains: Tables = [[None] * len(nodes) for nodes in policy]
    reaches: Tables = [[None] * len(nodes) for nodes in policy]
    xp = solver.backend.xp

    def choose(number: int, node: int, values: Array, reach: Array | None) -> Array:
        value = xp.sum(policy[number][node] * values, axis=0)
        gains[number][node] = values - value[None, ...]
        reaches[number][node] = reach
        return value

    solver.walk(seat, both, choose, follow=True)
    return gains, reaches
