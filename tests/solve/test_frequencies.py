"""How often, and what a hand is worth: against exact counts on a small pack, and against the judge."""

from __future__ import annotations

import numpy as np
import pytest

from korthus.games.mus.scoring import Lance, winner
from korthus.solve.core.backend import numpy_backend
from korthus.solve.core.best_response import judge
from korthus.solve.core.cfr import Solver
from korthus.solve.core.strategy import Strategy
from korthus.solve.core.variants import VARIANTS
from korthus.solve.mus.frequencies import frequencies, hand_values, strength_share
from korthus.solve.mus.hand_game import MusHand
from korthus.solve.mus.menu import MENUS

#: Kings, sevens, fours and aces: every lance comes up.
SMALL = (4, 0, 2, 2, 0, 0, 2, 4)


@pytest.fixture(scope="module")
def small() -> MusHand:
    """A hand of a small pack, with órdago."""
    return MusHand(MENUS["ordago"], deck=SMALL)


def test_everybody_is_where_chance_and_the_strategy_lead(small: MusHand) -> None:
    found = frequencies(small, Strategy.uniform(small.game))
    chance = small.hands.chance
    opening = found[Lance.GRANDE, ()]
    assert opening.chance.sum() == pytest.approx(1.0)
    assert opening.reached == pytest.approx(chance.sum(axis=1))
    assert opening.frequency("ordago") == pytest.approx(np.full(len(small.hands.all), 1 / 3))
    answer = found[Lance.GRANDE, ("ordago",)]
    assert answer.seat == 1
    assert answer.share("quiero") == pytest.approx(0.5)
    # Half of what is said after an órdago ends the hand; the others go on to chica.
    ended = sum(
        float(visits.chance[visits.actions.index("quiero")].sum())
        for (lance, path), visits in found.items()
        if lance is Lance.GRANDE and path and path[-1] == "ordago"
    )
    assert found[Lance.CHICA, ()].chance.sum() == pytest.approx(1.0 - ended)
    # Who comes to pares has some.
    has = small.hands.has(Lance.PARES)
    assert np.array_equal(found[Lance.PARES, ()].reached > 0, has & (chance[:, has].sum(axis=1) > 0))
    assert np.isnan(found[Lance.PARES, ()].frequency("pass")[~has]).all()


def test_a_hand_is_worth_what_the_judge_says(small: MusHand) -> None:
    solver = Solver(small.game, VARIANTS["dcfr"], numpy_backend(1))
    solver.run(20)
    strategy = solver.strategy()
    mano, other = hand_values(small, strategy, numpy_backend(1))
    dealt = small.hands.chance.sum(axis=1)
    value = judge(strategy, numpy_backend(1)).value
    assert float((mano * dealt).sum()) == pytest.approx(value)
    assert float((other * dealt).sum()) == pytest.approx(-value)


@pytest.mark.parametrize("lance", list(Lance))
def test_strength_is_the_chance_to_have_the_better_cards(small: MusHand, lance: Lance) -> None:
    hands, ways = small.hands.all, small.hands.ways
    juego, has = small.hands.has(Lance.JUEGO), small.hands.has(Lance.PARES)
    plays = {Lance.PARES: has, Lance.JUEGO: juego, Lance.PUNTO: ~juego}.get(
        lance, np.ones(len(hands), dtype=bool)
    )
    for seat in (0, 1):
        share = strength_share(small, lance, seat)
        for place, hand in enumerate(hands):
            won = met = 0
            for against, theirs in enumerate(hands):
                if plays[place] and plays[against]:
                    deals = int(ways[place, against])
                    met += deals
                    pair = (hand, theirs) if seat == 0 else (theirs, hand)
                    won += deals * (winner(lance, pair, 0) == seat)
            assert np.isnan(share[place]) if met == 0 else share[place] == pytest.approx(won / met)


def test_where_nobody_comes_nothing_is_shared(small: MusHand) -> None:
    strategy = Strategy.uniform(small.game)
    for table, word in zip(strategy.tables[0][0], small.game.stages[0].betting.nodes[0].actions, strict=True):
        table[:] = word == "pass"
    found = frequencies(small, strategy)
    assert np.isnan(found[Lance.GRANDE, ("ordago",)].share("quiero"))
    assert found[Lance.GRANDE, ("pass",)].chance.sum() == pytest.approx(1.0)
