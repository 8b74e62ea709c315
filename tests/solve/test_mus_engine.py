"""The solver's game is the engine's game: the same words at every moment, and the same stones."""

from __future__ import annotations

import random
from fractions import Fraction

import msgspec
import numpy as np
import pytest
from tests.solve.lines import deal, pairs, place, random_line, say, tree_stones, words

from korthus.games.mus.game import Mus
from korthus.games.mus.text import read_cards
from korthus.solve.mus.hand_game import MusHand
from korthus.solve.mus.hands import hands_of
from korthus.solve.mus.menu import MENUS, LanceMenu, Menu

RICH = Menu.even("two raises", LanceMenu(bets=(2, 5), raises=(2, 5), max_raises=2), 40)
SMALL = (3, 0, 1, 2, 0, 0, 1, 3)


@pytest.fixture(scope="module")
def plain() -> MusHand:
    return MusHand(MENUS["plain"])


@pytest.fixture(scope="module")
def ordago() -> MusHand:
    return MusHand(MENUS["ordago"])


def test_U2_there_are_330_hands_and_all_deals() -> None:
    hands = hands_of()
    assert len(hands.all) == 330
    assert hands.deals == 91_390 * 58_905
    assert int(hands.ways.sum()) == hands.deals
    assert np.array_equal(hands.ways, hands.ways.T)


def test_the_menus_have_the_expected_sizes(plain: MusHand, ordago: MusHand) -> None:
    assert plain.game.information_sets == 1_477_800
    assert ordago.game.information_sets == 12_375_360


def check_line(hand: MusHand, game: Mus, pair: tuple[int, int], line: list[str]) -> None:
    """Both games along a line: legal words, positions, stones."""
    moment = deal(game, hand.hands.all[pair[0]], hand.hands.all[pair[1]])
    for word in line:
        stage, instance, node = place(hand, game, moment)
        spot = hand.game.stages[stage]
        assert instance < spot.instances
        assert spot.betting.nodes[node].seat == moment.state.turn
        assert words(hand, stage, node) == tuple(map(str, game.legal_actions(moment.state)))
        moment = say(game, moment, word)
    assert moment.over
    assert tree_stones(hand, pair, line) == pytest.approx(moment.stones, abs=1e-9)


@pytest.mark.parametrize("name", ["plain", "ordago"])
def test_random_lines_pay_what_the_engine_pays(name: str, request: pytest.FixtureRequest) -> None:
    hand: MusHand = request.getfixturevalue(name)
    game = Mus(hand.rules)
    rng = random.Random(name)
    seen = set()
    for _ in range(1500):
        pair = (rng.randrange(330), rng.randrange(330))
        if not hand.hands.ways[pair]:
            continue
        line = random_line(hand, game, deal(game, *(hand.hands.all[n] for n in pair)), rng)
        check_line(hand, game, pair, line)
        seen.add(tuple(line))
    assert len(seen) > 300


@pytest.mark.parametrize("menu", [MENUS["plain"], MENUS["ordago"], RICH], ids=lambda menu: menu.name)
def test_every_pair_of_a_small_pack_on_random_lines(menu: Menu) -> None:
    small = MusHand(menu, deck=SMALL) if menu is not RICH else MusHand(menu, deck=(2, 0, 0, 2, 0, 0, 2, 2))
    game = Mus(small.rules)
    rng = random.Random(1)
    for pair in pairs(small):
        for _ in range(3):
            start = deal(game, *(small.hands.all[n] for n in pair))
            check_line(small, game, pair, random_line(small, game, start, rng))


def test_all_pairs_of_all_hands_when_everybody_passes(plain: MusHand) -> None:
    game = Mus(plain.rules)
    total = Fraction(0)
    for pair in pairs(plain):
        if pair[0] % 6 or pair[1] % 5:  # every sixth hand against every fifth
            continue
        moment = deal(game, *(plain.hands.all[n] for n in pair))
        line = []
        while not moment.over:
            line.append("pass")
            moment = say(game, moment, "pass")
        assert tree_stones(plain, pair, line) == pytest.approx(moment.stones, abs=1e-9)
        total += moment.stones
    assert total


def test_UW3_a_refused_bet_in_pares(plain: MusHand) -> None:
    game = Mus(plain.rules)
    pair = tuple(plain.hands.number[read_cards(cards)] for cards in ("7 7 6 5", "R R 5 5"))
    line = ["pass", "pass", "pass", "pass", "envido 2", "no quiero", "pass", "pass"]
    assert tree_stones(plain, (pair[0], pair[1]), line) == pytest.approx(2 - 3)
    check_line(plain, game, (pair[0], pair[1]), line)


def test_an_accepted_ordago_leaves_only_the_dejes(ordago: MusHand) -> None:
    game = Mus(ordago.rules)
    pair = tuple(ordago.hands.number[read_cards(cards)] for cards in ("R R C 1", "R R S 1"))
    line = ["envido 2", "envido 2", "no quiero", "pass", "pass", "ordago", "quiero"]
    # The other takes a deje of 2 in grande; the mano wins pares by the tie, and 40; chica is not counted.
    assert tree_stones(ordago, (pair[0], pair[1]), line) == pytest.approx(40 - 2)
    check_line(ordago, game, (pair[0], pair[1]), line)


def test_a_wrong_word_is_not_located(plain: MusHand) -> None:
    with pytest.raises(KeyError):
        plain.locate([("ordago",)])


def test_menus_are_data() -> None:
    for menu in MENUS.values():
        assert msgspec.json.decode(msgspec.json.encode(menu), type=Menu) == menu
