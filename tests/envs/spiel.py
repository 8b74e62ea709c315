"""OpenSpiel's own tests, for games that it does not list; importing them loads all of its Python games."""

from __future__ import annotations

import unittest
import warnings
from collections.abc import Sequence
from typing import Any

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from open_spiel.integration_tests import api_test
    from open_spiel.python.tests import games_sim_test


def check_api(game: Any, states: Sequence[Any]) -> int:
    """Run those tests of OpenSpiel's ``api_test`` that look at some states of a game; how many there were.

    OpenSpiel itself takes 400 states near the root, which lie all in the first deal where cards come one by
    one; so the states are given.
    """
    return _run(api_test.EnforceAPIOnPartialTreeBase, game, _looks_at(game, states))


def check_api_of_tree(game: Any, nodes: tuple[int, int, int], known: int) -> int:
    """Run those tests that walk through the whole tree of a game; how many there were.

    Args:
        nodes: how many nodes of chance, of decision and ends there are.
        known: how many information states in which a player acts.
    """
    api_test.TOTAL_NUM_STATES[str(game)], api_test.PERFECT_RECALL_NUM_STATES[str(game)] = nodes, known
    return _run(api_test.EnforceAPIOnFullTreeBase, game, {})


def _looks_at(game: Any, states: Sequence[Any]) -> dict[str, Any]:
    def look(case: Any) -> None:
        case.some_states, case.game_type = states, game.get_type()

    return {"setUpClass": classmethod(look)}


def _run(base: type[unittest.TestCase], game: Any, more: dict[str, Any]) -> int:
    case = type("Test", (base,), {"game": game, "game_name": str(game), **more})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.wasSuccessful(), "\n".join(text for _, text in (*result.errors, *result.failures))
    return result.testsRun


def simulate(game: Any) -> None:
    """Run the simulation of OpenSpiel's ``games_sim_test`` on a game."""
    games_sim_test.GamesSimTest().sim_game(game)
