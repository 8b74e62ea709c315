"""Reference values: exact where nobody bets, and solved for one to four lances."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.solve.lines import deal, pairs, say

from korthus.games.mus.game import Mus
from korthus.solve.core.backend import numpy_backend
from korthus.solve.core.variants import VARIANTS
from korthus.solve.mus.hand_game import MusHand
from korthus.solve.mus.menu import MENUS
from korthus.solve.mus.reference import passing_value, references

NINE = (4, 0, 0, 2, 0, 0, 2, 1)


@pytest.mark.parametrize("deck", [NINE, (3, 0, 1, 2, 0, 0, 2, 3), (4, 2, 0, 0, 2, 2, 0, 4)])
def test_passing_is_worth_what_the_engine_counts(deck: tuple[int, ...]) -> None:
    hand = MusHand(MENUS["plain"], deck=deck)
    game = Mus(hand.rules)
    total = 0
    for pair in pairs(hand):
        moment = deal(game, *(hand.hands.all[number] for number in pair))
        while not moment.over:
            moment = say(game, moment, "pass")
        total += int(hand.hands.ways[pair]) * moment.stones
    assert passing_value(4, deck) == Fraction(total, hand.hands.deals)


def test_the_values_of_the_whole_pack() -> None:
    assert [passing_value(lances) for lances in range(1, 5)] == [
        Fraction(8457068, 2691663975),
        Fraction(16914136, 2691663975),
        Fraction(30601268, 897221325),
        Fraction(50695427, 538332795),
    ]


def test_grande_ties_are_what_passing_gives_the_mano() -> None:
    hands = MusHand(MENUS["plain"]).hands
    same = sum(int(hands.ways[number, number]) for number in range(len(hands.all)))
    # The same hand twice is the only tie in grande, and a won tie is worth one stone to the mano.
    assert passing_value(1) == Fraction(same, hands.deals)


def test_references_come_in_order() -> None:
    found = list(references(MENUS["plain"], VARIANTS["dcfr"], numpy_backend(1), 0.02, NINE))
    assert [each.lances for each in found] == [1, 2, 3, 4]
    for each in found:
        low, high = each.judgement.bounds
        assert high - low <= 0.04
        assert low <= each.judgement.value <= high
        assert each.passing == passing_value(each.lances, NINE)
