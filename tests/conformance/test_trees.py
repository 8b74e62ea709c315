"""Whole trees of tiny decks, counted; some a second time by a count that knows nothing of the engine."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Any

import pytest
from tests.support.high_card import HighCard, HighCardRules

import korthus
from korthus.core.chance import FairChance
from korthus.core.draws import draws, number_of_draws
from korthus.testing import TreeCount, next_worlds, tree_count


def test_draws_are_all_there_and_weighted() -> None:
    assert dict(draws("aab", 2)) == {("a", "a"): 2, ("a", "b"): 2, ("b", "a"): 2}
    assert sum(ways for _, ways in draws("aabbcd", 3)) == 6 * 5 * 4
    assert list(draws("ab", 0)) == [((), 1)]


@pytest.mark.parametrize(("pool", "count"), [("aab", 2), ("aabbcd", 3), ("aabbcd", 6), ("abc", 0), ("aa", 2)])
def test_draws_are_counted_without_making_them(pool: str, count: int) -> None:
    assert number_of_draws(pool, count) == len(list(draws(pool, count)))


def test_next_worlds_merge_equal_states() -> None:
    game = HighCard(HighCardRules(hand=2))
    worlds = next_worlds(game, game.new())
    assert len(worlds) == comb(13, 2) * comb(11, 2)
    assert {world.weight for world in worlds} == {4}


def test_high_card_by_formula() -> None:
    # Two seats with one card: every deal is two forced plays.
    assert tree_count(HighCard(HighCardRules(hand=1, rounds=1))) == TreeCount(1, 13 * 12 * 2, 13 * 12)
    # With two cards each, whoever plays has 2, 2, 1, 1 cards to choose from.
    deals = comb(13, 2) * comb(11, 2)
    assert tree_count(HighCard(HighCardRules(hand=2, rounds=1))) == TreeCount(1, deals * 11, deals * 4)


@pytest.mark.no_cover
def test_depth_cuts_the_tree() -> None:
    game = HighCard(HighCardRules(hand=2, rounds=1))
    deals = comb(13, 2) * comb(11, 2)
    assert tree_count(game, depth=1) == TreeCount(chance=1, cut=deals)
    assert tree_count(game, depth=2) == TreeCount(chance=1, decision=deals, cut=2 * deals)
    assert tree_count(game, depth=99) == tree_count(game)


# -- Kachuful --------------------------------------------------------------------------------------

FIVE = ("2c", "3c", "4c", "2s", "3s")


def brute_kachuful(deck: tuple[str, ...], size: int) -> tuple[int, int]:
    """Decisions and ends of one round for two with spades as trump, by a few lines of its own.

    Seat 0 deals, so seat 1 bids and leads first.
    """

    def plays(hands: dict[int, frozenset[str]], leader: int) -> tuple[int, int]:
        if not hands[leader]:
            return 0, 1
        decisions, ends = 1, 0
        for lead in hands[leader]:
            decisions += 1
            follower = 1 - leader
            suited = {card for card in hands[follower] if card[1] == lead[1]}
            for reply in suited or hands[follower]:
                wins = (reply[1] == lead[1] and reply[0] > lead[0]) or reply[1] == "s" != lead[1]
                after = {leader: hands[leader] - {lead}, follower: hands[follower] - {reply}}
                below = plays(after, follower if wins else leader)
                decisions, ends = decisions + below[0], ends + below[1]
        return decisions, ends

    total, leaves = 0, 0
    for first in combinations(deck, size):
        for second in combinations(sorted({*deck} - {*first}), size):
            total += 1
            for bid in range(size + 1):
                total += 1
                below = plays({0: frozenset(first), 1: frozenset(second)}, 1)
                for answer in range(size + 1):
                    if bid + answer != size:
                        total, leaves = total + below[0], leaves + below[1]
    return total, leaves


@pytest.mark.parametrize(
    ("size", "pinned"), [(1, TreeCount(1, 140, 40)), (2, TreeCount(1, 1668, 504))], ids=["one", "two"]
)
def test_kachuful_by_brute_force(size: int, pinned: TreeCount) -> None:
    game = korthus.game("kachuful", deck=FIVE, start_cards=size, schedule="descending", total_rounds=1)
    decisions, ends = brute_kachuful(FIVE, size)
    assert tree_count(game) == TreeCount(1, decisions, ends) == pinned


# -- Mus -------------------------------------------------------------------------------------------


def betting(lances: int) -> TreeCount:
    """With one size of bet and no raise, a lance is four decisions with five ways out."""
    return TreeCount(decision=sum(4 * 5**lance for lance in range(lances)), terminal=5**lances)


def mus_lances(kings: int) -> Iterator[str]:
    """The lances with betting when mano has ``kings`` of the four kings and all other cards are aces."""
    yield from ("grande", "chica")
    yield "pares"  # of four cards of two ranks, some two are always alike
    if (kings * 10 + 4 - kings >= 31) == ((4 - kings) * 10 + kings >= 31):
        yield "juego or punto"


def test_mus_by_formula() -> None:
    game = korthus.game(
        "mus", "single_hand", deck=(4, 0, 0, 0, 0, 0, 0, 4), bets=(2,), raises=(), max_raises=0
    )
    expected = TreeCount(chance=1)
    for kings in range(5):
        expected += betting(len([*mus_lances(kings)]))
    assert tree_count(game) == expected == TreeCount(1, 1120, 1125)


# -- Eight Cards -----------------------------------------------------------------------------------


def test_eight_has_1260_times_420_placements() -> None:
    game = korthus.game("eight")
    state, chance = game.new(), FairChance.seeded(1)
    while game.to_act(state) == korthus.CHANCE:
        state = game.apply(state, game.draw(state, chance)).state
    assert tree_count(game, state, depth=2) == TreeCount(decision=1 + 1260, cut=1260 * 420)


# -- Mulle -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "pinned"),
    [
        ({"deck": ("9c", "4s", "5h"), "hand_size": 1, "table_cards": 1}, TreeCount(65, 716, 866)),
        ({"deck": ("9c", "4s", "5h"), "hand_size": 2, "table_cards": 2}, TreeCount(1, 1425, 2174)),
        ({"deck": ("2s", "Kd", "Ac"), "hand_size": 2, "table_cards": 2}, TreeCount(1, 826, 677)),
    ],
    ids=["one card each", "two cards each", "special values"],
)
def test_mulle_is_as_large_as_it_was(options: dict[str, Any], pinned: TreeCount) -> None:
    game = korthus.game("mulle", omgangar=1, **options)
    assert tree_count(game) == pinned
