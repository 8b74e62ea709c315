"""What a best response gains from the strongest player: the player is judged, not what taught it.

In a match its words come from the network. In a single hand they come from the blueprint as long as the words
are usual, and from the network afterwards.
"""

from __future__ import annotations

import numpy as np

from korthus.solve.core.backend import Backend
from korthus.solve.mus.match.features import STAKES, stakes_row
from korthus.solve.mus.match.layers import Hand
from korthus.solve.mus.match.network import Network, softmax
from korthus.solve.mus.match.rows import Knowledge, own_nodes
from korthus.solve.mus.match.solver import MatchSolver, Tables
from korthus.solve.mus.match.stakes import Stakes
from korthus.solve.mus.packed import Blueprint

#: Numbers of the network's widest layer that are worked on at once.
_AT_ONCE = 8_000_000


def policy(
    hand: Hand,
    me: int,
    stakes: Stakes,
    network: Network,
    backend: Backend,
    blueprint: Blueprint | None = None,
) -> Tables:
    """What a seat does everywhere in a hand; None at the nodes of the other.

    ``blueprint``: what it follows while the words are usual.
    """
    knowledge = Knowledge(hand, me)
    told = stakes_row(stakes, me)
    tables: Tables = []
    for number, layer in enumerate(hand.layers):
        found: list[object] = [None] * len(layer.tree.betting.nodes)
        cards, lance = layer.hands[me], layer.spot.lance.number
        paths = {index: path for path, index in layer.tree.betting.paths.items() if index >= 0}
        for node, columns in own_nodes(layer, me):
            if blueprint is not None and layer.is_open:
                stage = blueprint.hand.spots.index(layer.spot)
                usual = blueprint.stages[stage].tree.betting.paths.get(paths[node])
                if usual is not None:
                    # Usual ways come in the same order in both trees, and so do their instances.
                    chances = blueprint.chances(stage, usual, slice(0, layer.instances))
                    found[node] = backend.array(chances.astype(np.float32))
                    continue
            rows = knowledge.rows(number, node)
            rows[:, :STAKES] = told
            public = network.public(rows)
            step = max(1, _AT_ONCE // (len(cards) * public.shape[1]))
            table = np.empty((len(columns), len(rows), len(cards)), dtype=np.float32)
            for start in range(0, len(rows), step):
                weights = network.weights(public[start : start + step], lance, cards)[..., list(columns)]
                table[:, start : start + step] = softmax(weights).transpose(2, 0, 1)
            found[node] = backend.array(table)
        tables.append(found)
    return tables


def gain(
    hand: Hand, stakes: Stakes, network: Network, backend: Backend, blueprint: Blueprint | None = None
) -> float:
    """What the stranger gets at most from the player in the other seat, in the unit of the stakes."""
    stranger = hand.sides.stranger
    solver = MatchSolver(hand, backend)
    solver.play_for(stakes, keep=False)
    return solver.best(stranger, policy(hand, 1 - stranger, stakes, network, backend, blueprint))
