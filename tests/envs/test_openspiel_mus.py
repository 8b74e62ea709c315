"""A Mus of nine cards in OpenSpiel: its CFR and its exploitability agree with those of the house."""

from __future__ import annotations

import pyspiel
import pytest
from tests.solve.lines import Moment, deal, place, say
from tests.solve.test_small_mus import BACKEND, HANDS, some_strategy

from korthus.envs.openspiel import KorthusGame, KorthusState, load
from korthus.games.mus.game import Mus
from korthus.solve.core.best_response import judge
from korthus.solve.core.cfr import Solver
from korthus.solve.core.strategy import Strategy
from korthus.solve.core.variants import VARIANTS
from korthus.solve.mus.hand_game import MusHand


def small_mus(name: str) -> KorthusGame:
    """The game of a solver's hand, as anybody would ask for it."""
    rules = HANDS[name].rules
    return load("mus", margin=True, told=40, **rules.changed())


@pytest.mark.parametrize("name", HANDS)
def test_the_deals_are_those_of_the_solver(name: str) -> None:
    hand = HANDS[name]
    state = small_mus(name).new_initial_state()
    found = {}
    for number, chance in state.chance_outcomes():
        child = state.child(number)
        found[tuple(hand.hands.number[each] for each in child.moment.state.hands)] = chance
    assert len(found) == int((hand.hands.ways > 0).sum())
    for pair, chance in found.items():
        assert chance == pytest.approx(float(hand.hands.chance[pair]), abs=1e-12)


def policy_of(hand: MusHand, game: KorthusGame, strategy: Strategy) -> pyspiel.TabularPolicy:
    """A strategy of the solver by OpenSpiel's information states."""
    rules = Mus(hand.rules)
    table: dict[str, list[tuple[int, float]]] = {}

    def visit(state: KorthusState, line: Moment) -> None:
        if state.is_terminal():
            assert line.over
            assert state.returns() == [line.stones, -line.stones]
            return
        seat = state.current_player()
        stage, instance, node = place(hand, rules, line)
        held = hand.hands.number[line.state.hands[seat]]
        chances = strategy.at(stage, node, instance, held)
        words = hand.game.stages[stage].betting.nodes[node].actions
        said = {action: state.action_to_string(action) for action in state.legal_actions()}
        plays = [(action, float(chances[words.index(word)])) for action, word in said.items()]
        assert table.setdefault(state.information_state_string(), plays) == plays
        for action, word in said.items():
            visit(state.child(action), say(rules, line, word))

    start = game.new_initial_state()
    for action in start.legal_actions():
        dealt = start.child(action)
        visit(dealt, deal(rules, *dealt.moment.state.hands))
    return pyspiel.TabularPolicy(table)


@pytest.mark.parametrize("name", HANDS)
def test_openspiel_finds_the_same_exploitability(name: str) -> None:
    hand, game = HANDS[name], small_mus(name)
    strategy = some_strategy(hand)
    expected = pyspiel.exploitability(game, policy_of(hand, game, strategy))
    assert judge(strategy, BACKEND).exploitability == pytest.approx(expected, abs=1e-9)


def test_cfr_of_openspiel_takes_the_same_steps() -> None:
    game = small_mus("all in")
    theirs = pyspiel.CFRPlusSolver(game)
    ours = Solver(HANDS["all in"].game, VARIANTS["cfr+"], BACKEND)
    for _ in range(3):
        theirs.evaluate_and_update_policy()
        ours.run(1)
    expected = pyspiel.exploitability(game, theirs.average_policy())
    assert ours.judge().exploitability == pytest.approx(expected, rel=1e-3)
