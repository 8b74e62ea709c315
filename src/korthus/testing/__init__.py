"""The conformance kit: prove that a game keeps the promises of ``korthus.core.protocol``.

    from korthus.testing import check_game

    report = check_game(MyGame(MyRules()), games=1000, seed=1)

``check_game`` plays random games and looks at each position from every chair. ``tree_count`` counts whole
game trees of tiny decks, and ``sample_chi_square`` compares sampled worlds with all the worlds there are.
"""

from korthus.testing.chi_square import ChiSquare, sample_chi_square
from korthus.testing.conformance import Report, check_game
from korthus.testing.tree import TreeCount, World, next_worlds, possible_worlds, tree_count
from korthus.testing.violation import ConformanceError

__all__ = [
    "ChiSquare",
    "ConformanceError",
    "Report",
    "TreeCount",
    "World",
    "check_game",
    "next_worlds",
    "possible_worlds",
    "sample_chi_square",
    "tree_count",
]
