"""Packed blueprints: what is written is read again, and what comes with korthus is what it says it is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from korthus.solve.core.backend import numpy_backend
from korthus.solve.core.best_response import judge
from korthus.solve.core.errors import SolveError
from korthus.solve.core.strategy import Strategy, Tables
from korthus.solve.mus import packed
from korthus.solve.mus.hand_game import MusHand
from korthus.solve.mus.lookup import SHIPPED, load_blueprint, mix

PLAIN = load_blueprint("plain")


@pytest.mark.parametrize("whole", [255, 1023])
def test_what_is_written_is_read_again(tmp_path: Path, whole: int) -> None:
    hand = MusHand(PLAIN.menu)
    rng = np.random.default_rng(1)
    tables: Tables = [
        [
            [
                np.repeat(rng.random((1, len(stage.hands[node.seat]))), stage.instances, axis=0)
                for _ in node.actions
            ]
            for node in stage.tree.betting.nodes
        ]
        for stage in packed.layout(hand)
    ]
    facts = packed.Facts(
        menu=PLAIN.menu, whole=whole, iterations=1, value=0, bounds=(0, 0), solved_to=0, exploitability=0
    )
    parts = packed.pack(hand, tables, whole, 0.0)
    size = packed.write(tmp_path / "blueprint", facts, parts)
    content = (tmp_path / "blueprint").read_bytes()
    assert size == len(content)
    found = packed.read(content)
    assert found.facts == facts
    for stage in range(len(found.stages)):
        for node in range(len(found.stages[stage].tree.betting.nodes)):
            weights = np.array(tables[stage][node])
            expected = weights / weights.sum(axis=0)
            assert np.abs(found.chances(stage, node, slice(None)) - expected).max() <= 1 / whole


def test_the_plain_blueprint_is_as_good_as_it_says() -> None:
    judged = judge(Strategy(PLAIN.hand.game, PLAIN.tables()), numpy_backend())
    assert judged.exploitability == pytest.approx(PLAIN.facts.exploitability, abs=1e-9)
    assert judged.exploitability < 0.0002
    low, high = PLAIN.facts.bounds
    assert low < judged.value < high


def test_ordago_is_in_the_blueprint_of_its_menu() -> None:
    blueprint = load_blueprint("ordago")
    assert blueprint.facts.exploitability < 0.003
    for hand in (blueprint.hand.hands.all[0], blueprint.hand.hands.all[-1]):
        options = mix(blueprint, hand, ("pass", "pass"))
        assert [each.action for each in options] == ["pass", "envido 2", "ordago"]
        assert sum(each.chance for each in options) == pytest.approx(1)
        assert all(abs(each.value) <= 40 for each in options)


def test_other_menus_and_other_files_are_refused() -> None:
    assert SHIPPED == ("plain", "ordago")
    with pytest.raises(SolveError, match="NO_MENU"):
        load_blueprint("rich")
    with pytest.raises(SolveError, match="NO_SOLUTION"):
        packed.read(b"something else")
    with pytest.raises(KeyError):
        mix(PLAIN, PLAIN.hand.hands.all[0], ("ordago",))
