"""Sampled worlds come as often as they should: on tiny decks, against all the worlds there are."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from math import comb, prod
from typing import Any

import pytest
from tests.support.high_card import HighCard, HighCardRules, HighCardState, HighCardView

import korthus
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE, AnyGame
from korthus.testing import possible_worlds, sample_chi_square
from korthus.testing.chi_square import chi_square, upper_tail
from korthus.testing.tree import one_way

#: So rare that a right sampler does not come near it in this file, while a wrong one soon falls below.
TOO_RARE = 1e-6


def test_the_tail_agrees_with_the_tables() -> None:
    for statistic, degrees, tail in [
        (3.841, 1, 0.05),
        (6.635, 1, 0.01),
        (11.070, 5, 0.05),
        (20.515, 5, 0.001),
        (124.342, 100, 0.05),
        (77.929, 100, 0.95),
    ]:
        assert upper_tail(statistic, degrees) == pytest.approx(tail, rel=2e-3)
    assert upper_tail(0, 5) == 1


def test_a_cell_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="at least sometimes"):
        chi_square([1, 2], [3.0, 0.0])


class Lopsided(HighCard):
    """Deals the low cards to the others too often."""

    def _sample(self, view: HighCardView, rng: random.Random) -> HighCardState:
        one, two = super()._sample(view, rng), super()._sample(view, rng)
        return min(one, two, key=lambda state: str(state.hands))


class Inventive(HighCard):
    """Forgets that cards which lie on the table are in nobody's hand."""

    def _sample(self, view: HighCardView, rng: random.Random) -> HighCardState:
        return super()._sample(view, rng) if rng.random() < 0.99 else HighCardState(1, ((), ()), (0, 0))


def dealt(game: AnyGame, seed: int) -> tuple[Any, list[Any]]:
    """The state after the first deal, and that deal."""
    deal = game.draw(game.new(), FairChance.seeded(seed))
    return game.apply(game.new(), deal).state, [deal]


def test_an_even_sampler_passes_and_others_do_not() -> None:
    rules = HighCardRules(hand=1, rounds=1)
    state, actions = dealt(HighCard(rules), 4)
    worlds = possible_worlds(HighCard(rules), actions, 0)
    assert len(worlds) == 12
    view = HighCard(rules).view(state, 0)
    assert sample_chi_square(HighCard(rules), view, worlds).p_value > TOO_RARE
    assert sample_chi_square(Lopsided(rules), view, worlds).p_value < TOO_RARE
    with pytest.raises(AssertionError, match="a world that cannot be"):
        sample_chi_square(Inventive(rules), view, worlds)


def copies(hand: Sequence[Any], cards: Sequence[Any]) -> int:
    """In how many ways the cards of an action can be taken out of a hand that has equal ones."""
    held = Counter(hand)
    return prod(comb(held[card], count) for card, count in Counter(cards).items())


def mulle_ways(state: Any, action: Any) -> int:
    """A card can be played in as many ways as the hand has copies of it."""
    return copies(state.sides[state.turn].hand, (action.card,))


def mus_ways(state: Any, action: Any) -> int:
    """Cards of one rank are alike when they are discarded."""
    return copies(state.hands[state.turn], getattr(action, "cards", ()))


TINY: dict[str, tuple[AnyGame, int, Callable[[Any, Any], int]]] = {
    "high card": (HighCard(HighCardRules(hand=1, rounds=1)), 3, one_way),
    "kachuful": (
        korthus.game("kachuful", deck=("2c", "3c", "2d", "3d", "2h", "3h"), start_cards=2, total_rounds=1),
        2,
        one_way,
    ),
    "kachuful for three": (
        korthus.game("kachuful", deck=("2c", "3c", "2d", "3d", "2h"), start_cards=1, total_rounds=1),
        3,
        one_way,
    ),
    "mus": (korthus.game("mus", "single_hand", deck=(3, 0, 0, 2, 0, 0, 0, 4)), 2, mus_ways),
    "mus with mus": (
        korthus.game("mus", "single_hand", deck=(3, 0, 0, 0, 0, 0, 2, 5), mus_phase=True, max_mus=1),
        2,
        mus_ways,
    ),
    "mulle": (
        korthus.game("mulle", deck=("9c", "4s", "5h", "5c"), hand_size=2, table_cards=2, omgangar=1),
        2,
        mulle_ways,
    ),
    "mulle with special values": (
        korthus.game("mulle", deck=("2s", "Kd", "Ac", "As"), hand_size=2, table_cards=2, omgangar=1),
        2,
        mulle_ways,
    ),
}


@pytest.mark.no_cover
@pytest.mark.parametrize("name", TINY)
def test_sampled_worlds_come_as_often_as_they_should(name: str) -> None:
    """At positions of a few games, for every chair, the sampler agrees with brute force."""
    game, seats, ways = TINY[name]
    for seed in range(2):
        rng, chance = random.Random(seed), FairChance.seeded(seed)
        state = game.new(seats)
        actions: list[Any] = []
        while (actor := game.to_act(state)) is not None:
            for seat in (None, *range(seats)) if actor != CHANCE and rng.random() < 0.5 else ():
                worlds = possible_worlds(game, actions, seat, seats=seats, ways=ways)
                view = game.view(state, seat)
                result = sample_chi_square(game, view, worlds, samples=20 * len(worlds), seed=seed)
                assert result.p_value > TOO_RARE, (game.format_state(state), seat, result)
            legal = game.legal_actions(state)
            action = game.draw(state, chance) if actor == CHANCE else rng.choice(legal)
            state = game.apply(state, action).state
            actions.append(action)


def test_eight_deals_the_unseen_cards_evenly() -> None:
    """How many hearts the other holds follows the hypergeometric law."""
    game = korthus.game("eight")
    state, chance = game.new(), FairChance.seeded(2)
    while game.to_act(state) == CHANCE:
        state = game.apply(state, game.draw(state, chance)).state
    seat = game.to_act(state)
    assert seat is not None
    view = game.view(state, seat)
    rng = random.Random(1)
    known = {card for card in game.located(state) if card not in state.hands[1 - seat]}
    unseen = [card for card in game.deck() if card not in known]
    hearts = sum(card[1] == "h" for card in unseen)
    samples = 3000
    counts = [0] * 9
    for _ in range(samples):
        counts[sum(card[1] == "h" for card in game.sample(view, rng).hands[1 - seat])] += 1
    law = [comb(hearts, n) * comb(len(unseen) - hearts, 8 - n) / comb(len(unseen), 8) for n in range(9)]
    few = [n for n in range(9) if law[n] * samples < 5]
    kept = [n for n in range(9) if n not in few]
    observed = [counts[n] for n in kept] + [sum(counts[n] for n in few)]
    expected = [law[n] * samples for n in kept] + [sum(law[n] for n in few) * samples]
    assert chi_square(observed, expected).p_value > TOO_RARE
