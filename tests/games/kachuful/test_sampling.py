"""Sampled worlds: every deal that fits, each as often as the others."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.kachuful.test_play import OPTIONS, make, playout

from korthus.core.cards import DECK, Card, Suit
from korthus.core.errors import InvalidState
from korthus.core.protocol import CHANCE
from korthus.games.kachuful.sample import Holder, share_out
from korthus.testing import check_game, possible_worlds, sample_chi_square, tree_count
from korthus.testing.chi_square import chi_square

TINY = (Card.C2, Card.C3, Card.D4, Card.D5, Card.H6, Card.H7, Card.S8, Card.S9)


def all_ways(cards: tuple[Card, ...], holders: list[Holder]) -> set[tuple[frozenset[Card], ...]]:
    """By brute force: put each card somewhere, keep what fits."""
    found = set()
    sizes = [holder.size for holder in holders]
    for places in itertools.product(range(len(holders)), repeat=len(cards)):
        if [places.count(place) for place in range(len(holders))] != sizes:
            continue
        hands = tuple(
            frozenset(card for card, at in zip(cards, places, strict=True) if at == place)
            for place in range(len(holders))
        )
        if all(
            not any(card.suit in holder.lacks for card in hand)
            for hand, holder in zip(hands, holders, strict=True)
        ):
            found.add(hands)
    return found


C, D, H, S = Suit


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "holders",
    [
        [Holder(2), Holder(2), Holder(4)],
        [Holder(2, (C,)), Holder(2), Holder(4)],
        [Holder(2, (C,)), Holder(2, (C,)), Holder(4)],
        [Holder(2, (C, D)), Holder(2, (D, H)), Holder(2, (S,)), Holder(2)],
        [Holder(1, (C, D, H)), Holder(3, (S,)), Holder(0, (C,)), Holder(4)],
        [Holder(3, (C,)), Holder(3, (D,)), Holder(2, (H,))],
        [Holder(4, (C, D)), Holder(4)],
    ],
)
def test_KI12_voids_are_kept_and_every_deal_is_equally_likely(holders: list[Holder]) -> None:
    ways = all_ways(TINY, holders)
    rng = random.Random(11)
    samples = 20 * len(ways)
    counts = Counter(tuple(frozenset(hand) for hand in share_out(TINY, holders, rng)) for _ in range(samples))
    assert counts.keys() <= ways
    assert chi_square([counts[way] for way in ways], [20.0] * len(ways)).p_value > 1e-4


@pytest.mark.parametrize(
    "holders",
    [
        [Holder(8, (C,))],
        [Holder(7, (C,)), Holder(1)],
        [Holder(4, (C,)), Holder(4, (C, D))],
        [Holder(4, (C, D, H, S)), Holder(4)],
    ],
)
def test_no_deal_fits(holders: list[Holder]) -> None:
    with pytest.raises(InvalidState, match="IMPOSSIBLE_VIEW"):
        share_out(TINY, holders, random.Random(1))


def test_nothing_to_share_out() -> None:
    assert share_out((), [Holder(0), Holder(0, (C,))], random.Random(1)) == ((), ())


SMALL = (Card.D4, Card.D5, Card.H6, Card.H7, Card.S8, Card.S9)


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
@pytest.mark.parametrize("decks", [1, 2])
def test_sample_against_all_worlds(seat: int | None, decks: int) -> None:
    """A game of a few cards, followed from the deal to a shown void, compared with brute force."""
    deck = SMALL if decks == 1 else (Card.D4, Card.H6, Card.S8)
    game = make(deck=deck, decks=decks, start_cards=2 if decks == 1 else 1, total_rounds=1)
    first = "deal D4 H6 D5 S8 H7 S9" if decks == 1 else "deal D4 H6 D4"
    texts = [first, "bid 0", "bid 0", "bid 0", "play D4", "play H6"]
    actions = [game.parse(text) for text in texts]
    state = game.new(3)
    for number, action in enumerate(actions, start=1):
        state = game.apply(state, action).state
        if number in (1, 5, 6):
            worlds = possible_worlds(game, actions[:number], seat, seats=3)
            result = sample_chi_square(game, game.view(state, seat), worlds, samples=1500, seed=number)
            assert result.p_value > 1e-4, (number, result)


def test_tree_counts() -> None:
    """Two seats, one card each, four cards: 12 deals; two bids for the first, one or two for the dealer."""
    game = make(deck=(Card.H2, Card.H3, Card.S2, Card.S3), start_cards=1)
    count = tree_count(game, seats=2)
    assert (count.chance, count.terminal) == (1, 24)
    assert count.decision == 12 * (1 + 2 + 2 * 2)
    free = make(deck=(Card.H2, Card.H3, Card.S2, Card.S3), start_cards=1, dealer_restriction=False)
    assert tree_count(free, seats=2).terminal == 48


@settings(max_examples=25)
@given(OPTIONS, st.integers(2, 7), st.integers(0, 10**6))
def test_a_sampled_world_has_the_same_view(options: dict[str, Any], seats: int, seed: int) -> None:
    game = make(**options)
    trace, over = playout(game, seats, seed)
    rng = random.Random(seed)
    for state in (*rng.sample([state for state, _, _ in trace], min(12, len(trace))), over):
        for seat in (None, rng.randrange(seats)):
            view = game.view(state, seat)
            world = game.sample(view, rng)
            assert game.view(world, seat) == view
            if game.to_act(state) not in (CHANCE, None) and seat == game.to_act(state):
                assert game.choices(view) == game.legal_actions(world)


def test_a_view_that_cannot_be_is_refused() -> None:
    game = make(start_cards=2)
    state = playout(game, 2, 1)[0][1][0]
    view = msgspec.structs.replace(game.view(state, 0), hand=(DECK[0], DECK[0]))
    with pytest.raises(InvalidState, match="IMPOSSIBLE_VIEW"):
        game.sample(view, random.Random(1))


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        ({}, 4),
        ({"decks": 2, "start_cards": 4}, 3),
        ({"must_follow": False, "start_cards": 3, "first_leader": "dealer"}, 5),
        ({"scoring": "high_incentive", "schedule": "descending", "first_leader": "highest_bidder"}, 2),
    ],
)
def test_K32_conformance(options: dict[str, Any], seats: int) -> None:
    report = check_game(make(**options), games=4, seats=seats, seed=7)
    assert report.different > 0
