"""What chance can do: the deals of small decks with exact probabilities, and cards one by one."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from fractions import Fraction
from math import comb

import pytest
from tests.support.high_card import HighCard, HighCardRules

import korthus
from korthus.core.draws import wanted
from korthus.core.errors import IllegalAction
from korthus.core.protocol import CHANCE, AnyGame
from korthus.envs.chance import deal_of, deals, next_cards, sample_deal
from korthus.testing import next_worlds

NINE = (4, 0, 0, 2, 0, 0, 2, 1)
SMALL: dict[str, AnyGame] = {
    "nine cards of mus": korthus.game("mus", "single_hand", deck=NINE),
    "high card": HighCard(HighCardRules(hand=1)),
    "who starts in mulle": korthus.game("mulle", first_starter="random"),
}


@pytest.mark.parametrize("name", SMALL)
def test_every_deal_is_listed_once_with_its_probability(name: str) -> None:
    game = SMALL[name]
    state = game.new()
    listed = deals(game, state)
    assert listed is not None
    assert sum(each.probability for each in listed) == 1
    worlds = {world.state: world.weight for world in next_worlds(game, state)}
    ways = sum(worlds.values())
    found = {game.apply(state, each.deal).state: each.probability for each in listed}
    assert found == {world: Fraction(weight, ways) for world, weight in worlds.items()}
    assert len(found) == len(listed)


def test_deals_that_nobody_can_tell_apart_are_one() -> None:
    game = HighCard(HighCardRules(hand=2))
    listed = deals(game, game.new(), most=20_000)
    assert listed is not None
    assert len(listed) == comb(13, 2) * comb(11, 2)
    assert {each.probability for each in listed} == {Fraction(1, len(listed))}


def test_too_many_deals_are_not_listed() -> None:
    game = korthus.game("kachuful")
    assert deals(game, game.new(2)) is None
    assert deals(HighCard(HighCardRules(hand=2)), HighCard(HighCardRules(hand=2)).new()) is None


def test_no_deal_is_listed_where_none_is_due() -> None:
    game = SMALL["high card"]
    state = game.apply(game.new(), sample_deal(game, game.new(), random.Random(1))).state
    assert game.to_act(state) != CHANCE
    with pytest.raises(IllegalAction):
        deals(game, state)


def test_cards_that_come_one_by_one_make_the_same_deals() -> None:
    """The product of the cards' probabilities, over every order, is the probability of the deal."""
    game = SMALL["nine cards of mus"]
    state = game.new()
    due = wanted(game, state)
    found: dict[object, Fraction] = defaultdict(Fraction)

    def follow(drawn: tuple[object, ...], probability: Fraction) -> None:
        following = next_cards(due, drawn)
        if not following:
            found[game.apply(state, deal_of(game, state, drawn)).state] += probability
        assert not following or sum(each.probability for each in following) == 1
        for each in following:
            follow((*drawn, each.card), probability * each.probability)

    follow((), Fraction(1))
    listed = deals(game, state)
    assert listed is not None
    assert found == {game.apply(state, each.deal).state: each.probability for each in listed}


def test_samples_come_as_often_as_they_should() -> None:
    game = SMALL["high card"]
    state = game.new()
    rng = random.Random(7)
    seen = Counter(game.apply(state, sample_deal(game, state, rng)).state for _ in range(15_600))
    listed = deals(game, state)
    assert listed is not None
    assert len(seen) == len(listed) == 13 * 12
    # 100 of each are expected; six standard deviations are 60.
    assert max(abs(times - 100) for times in seen.values()) < 60
