"""The network of the strongest Mus player: what it reads, and that it plays at every table it is made for."""

from __future__ import annotations

import random
from typing import Any, cast

import numpy as np
import pytest
from tests.games.mus.helpers import mus

from korthus.bots.mus.match import known, stakes_of
from korthus.bots.mus.solved import SolvedBot, StonesOnlyBot
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE, visible
from korthus.games.mus.actions import Envido, MusAction
from korthus.games.mus.state import Phase
from korthus.solve.mus.match.features import STAKES, stakes_row
from korthus.solve.mus.match.layers import Hand
from korthus.solve.mus.match.network import Network, load_network, pack, softmax, unpack
from korthus.solve.mus.match.rows import Knowledge, own_nodes
from korthus.solve.mus.match.stakes import Stakes
from korthus.solve.mus.match.table import match_table
from korthus.solve.mus.match.trees import Sides

#: A hand with few cards, in which one seat says other amounts.
SMALL = (2, 0, 2, 0, 2, 0, 0, 2)


@pytest.mark.parametrize("me", [0, 1])
def test_the_table_tells_the_network_what_it_was_taught(me: int) -> None:
    """Rows made for all instances at once are those of a single hand, word by word."""
    from korthus.bots.mus.line import Hearing

    sides = Sides((5, 12), 1 - me)
    hand, rules, rng = Hand(sides, deck=SMALL), sides.rules, random.Random(me)
    knowledge = Knowledge(hand, me)
    paths = [{end: path for path, end in layer.tree.betting.paths.items()} for layer in hand.layers]

    def lines(number: int, instance: int) -> tuple[tuple[str, ...], ...]:
        """What was said in the lances before, from the instance alone."""
        for source in hand.layers[number].sources:
            before = hand.layers[source.layer]
            here = before.instances * len(source.leaves)
            if instance < here:
                earlier, way = divmod(instance, len(source.leaves))
                said = paths[source.layer][~source.leaves[way]]
                return (*lines(source.layer, earlier), said)
            instance -= here
        return ()

    for number, layer in enumerate(hand.layers):
        for node, _ in own_nodes(layer, me):
            instance = rng.randrange(layer.instances)
            said = (*lines(number, instance), paths[number][node])
            lances = (*layer.spot.before, layer.spot.lance)
            told = tuple((lance, (words,)) for lance, words in zip(lances, said, strict=True))
            found = known(rules, Hearing(told, layer.spot.pares, layer.spot.juego, (0, 0)), me)
            expected = knowledge.rows(number, node)[instance]
            expected[:STAKES] = stakes_row(Stakes(), me)
            assert np.array_equal(found, expected)


@pytest.mark.parametrize("preset", ["standard", "single_hand"])
def test_it_answers_any_amount_to_the_end(preset: str) -> None:
    game, rng, chance = mus(preset), random.Random(5), FairChance.seeded(preset)
    bot = SolvedBot(game, random.Random(1))
    for _ in range(3):
        state = game.new()
        bot.restart()
        while (actor := game.to_act(state)) is not None:
            if actor == CHANCE:
                action = game.draw(state, chance)
            elif actor == 0:
                mix = bot.mix(game.view(state, 0)) if state.phase is Phase.BET else {}
                assert not mix or sum(mix.values()) == pytest.approx(1, abs=1e-5)
                action = cast(MusAction, bot.choose(game.view(state, 0)))
            else:
                legal = game.legal_actions(state)
                amounts = [each for each in legal if isinstance(each, Envido)]
                action = rng.choice(amounts if amounts and rng.random() < 0.5 else legal)
            step = game.apply(state, action)
            state = step.state
            bot.observe(visible(step.events, 0))


def test_who_plays_for_stones_alone_asks_no_network() -> None:
    game = mus("standard")
    state = game.apply(game.new(), game.draw(game.new(), FairChance.seeded("x"))).state
    view = game.view(state, state.turn)
    assert SolvedBot(game, random.Random(1)).mix(view) != StonesOnlyBot(game, random.Random(1)).mix(view)


def test_a_packed_network_says_nearly_the_same() -> None:
    rng = np.random.default_rng(3)
    shapes = {
        "trunk.0": (8, 5),
        "trunk.2": (8, 8),
        "trunk.4": (8, 8),
        "mid": (6, 8),
        "deep": (5, 6),
        "last": (4, 5),
    }
    weights = {f"{name}.weight": rng.normal(size=shape) for name, shape in shapes.items()}
    weights |= {f"{name}.bias": rng.normal(size=shape[0]) for name, shape in shapes.items()}
    weights["hands.weight"] = rng.normal(size=(15, 8))
    network = Network(unpack(pack(weights)))
    row = rng.normal(size=5).astype(np.float32)
    mixed = network.mix(row, 2, 1, (0, 1, 3))
    x: Any = row
    for name in ("trunk.0", "trunk.2", "trunk.4"):
        x = weights[f"{name}.weight"] @ x + weights[f"{name}.bias"]
        x = x if name == "trunk.4" else np.maximum(x, 0)
    x = np.maximum(x + weights["hands.weight"][7], 0)
    for name in ("mid", "deep"):
        x = np.maximum(weights[f"{name}.weight"] @ x + weights[f"{name}.bias"], 0)
    x = weights["last.weight"] @ x + weights["last.bias"]
    assert mixed == pytest.approx(softmax(x[[0, 1, 3]]), abs=0.05)


def test_the_match_table_and_the_network_come_with_korthus() -> None:
    chances = match_table().array()
    assert chances.shape == (40, 40)
    assert (np.diff(chances, axis=0) >= 0).all()  # more stones are never worse
    assert (np.diff(chances, axis=1) <= 0).all()
    assert 0.49 < chances[0, 0] < 0.52
    assert load_network().public(np.zeros((1, 105), dtype=np.float32)).shape[0] == 1
    assert stakes_of(mus("standard").rules, (3, 4)).score == (3, 4)
