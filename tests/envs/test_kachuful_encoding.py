"""Kachuful as numbers: every legal action has one id, and a row says what the view says."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.envs.checked import check_numbers
from tests.envs.courses import course

from korthus.core.cards import DECK, ORDER, Card
from korthus.core.errors import InvalidOptions
from korthus.envs.brings import encoding_of
from korthus.envs.kachuful.encoding import FIRST_BID, HUNDRED, KachufulEncoding
from korthus.games.kachuful.game import Kachuful
from korthus.games.kachuful.options import KachufulRules
from korthus.games.kachuful.rules import ScoringVariant
from korthus.games.kachuful.state import KachufulState, Phase

RULES = st.fixed_dictionaries(
    {
        "scoring": st.sampled_from(ScoringVariant),
        "start_cards": st.integers(1, 8),
        "schedule": st.sampled_from(["spec", "zigzag", "descending"]),
        "must_follow": st.booleans(),
        "first_leader": st.sampled_from(["left_of_dealer", "highest_bidder", "dealer"]),
        "dealer_restriction": st.booleans(),
        "decks": st.integers(1, 3),
        "too_many_cards": st.just("clamp"),
    }
)


def moments(options: dict[str, Any], seats: int, seed: int) -> Iterator[tuple[Kachuful, KachufulState]]:
    """States of a random game under any rules, whoever is to act."""
    game = Kachuful(KachufulRules.make(**options))
    for moment in course(game, seats, seed):
        yield game, moment.state


@settings(max_examples=20)
@given(RULES, st.integers(2, 12), st.integers(0, 2**32))
def test_every_legal_action_has_one_id_and_every_number_its_range(
    options: dict[str, Any], seats: int, seed: int
) -> None:
    pick = random.Random(seed)
    encoding: Any = None
    for game, state in moments(options, seats, seed):
        encoding = encoding or encoding_of(game, seats)
        seat = game.to_act(state)
        for looking in (seat, pick.randrange(seats)):
            if looking is None or looking < 0:
                continue
            check_numbers(encoding, game.view(state, looking))


@settings(max_examples=12)
@given(RULES, st.integers(2, 6), st.integers(0, 2**32))
def test_a_row_says_what_the_view_says(options: dict[str, Any], seats: int, seed: int) -> None:
    pick = random.Random(seed)
    for game, state in moments(options, seats, seed):
        seat = pick.randrange(seats)
        view = game.view(state, seat)
        encoding = encoding_of(game, seats)
        seen = encoding.named(encoding.observe(view))
        ring = [(seat + index) % seats for index in range(seats)]
        assert _cards(seen["hand"]) == sorted(view.hand, key=ORDER.__getitem__)
        played = [card for each in range(seats) for card in view.played(each)]
        assert _cards(seen["seen"]) == sorted(played, key=ORDER.__getitem__)
        assert seen["bids"].tolist() == [view.bids[each] or 0 for each in ring]
        assert seen["has_bid"].tolist() == [view.bids[each] is not None for each in ring]
        assert seen["won"].tolist() == [view.won[each] for each in ring]
        assert seen["needs"].tolist() == [view.needs[each] or 0 for each in ring]
        assert (seen["points"] @ [HUNDRED, 1]).tolist() == [view.totals[each] for each in ring]
        assert bool(seen["bidding"][0]) is (view.phase is Phase.BID)
        for name, who in (("dealer", view.dealer), ("leader", view.leader), ("winning", view.winning)):
            assert seen[name].tolist() == [each == who for each in ring], name
        on_table = {each.seat: each.card for each in view.trick}
        for index, each in enumerate(ring):
            suits, ranks = seen["trick"][index, :4], seen["trick"][index, 4:]
            assert _cards(np.outer(suits, ranks).ravel()) == ([on_table[each]] if each in on_table else [])


def _cards(counts: Any) -> list[Card]:
    return [card for card, count in zip(DECK, counts.tolist(), strict=True) for _ in range(int(count))]


def test_ids_are_cards_in_canonical_order_and_then_bids() -> None:
    encoding = KachufulEncoding(Kachuful(KachufulRules()), 4)
    assert encoding.actions == FIRST_BID + 8
    assert [encoding.text(each) for each in (0, 12, 51, 52, 59)] == [
        "play C2",
        "play CA",
        "play SA",
        "bid 0",
        "bid 7",
    ]


def test_a_row_of_a_position_reads_as_expected() -> None:
    game = Kachuful(KachufulRules())
    state = game.parse_state(
        "seats: 3; round: 6; hand 0: S9 HA; hand 1: S2; hand 2: D4 DK; bids: 1 0 2; "
        "leader: 1; trick: H3; scores: 3/3 2/1 4/3, 0/1 1/1 2/4, 0/5 0/0 0/0, 0/4 0/0 0/0, 0/3 0/0 0/0"
    )
    encoding = encoding_of(game, 3)
    seen = encoding.named(encoding.observe(game.view(state, 2)))
    assert {name: part.tolist() for name, part in seen.items() if name not in ("hand", "seen", "trick")} == {
        "bidding": [0],
        "trump": [0, 0, 0, 1],
        "led": [0, 0, 1, 0],
        "dealer": [1, 0, 0],
        "leader": [0, 0, 1],
        "winning": [0, 0, 1],
        "voids": [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
        "has_bid": [1, 1, 1],
        "bids": [2, 1, 0],
        "won": [0, 0, 0],
        "needs": [2, 1, 0],
        "points": [[0, 30], [0, 13], [0, 41]],
        "cards": [2],
        "tricks_left": [2],
        "bid_sum": [3],
        "barred": [-1],
        "round": [6],
        "rounds_left": [7],
    }
    assert np.flatnonzero(seen["trick"][2]).tolist() == [2, 4 + 1]
    assert not seen["trick"][:2].any()


def test_the_barred_bid_is_told() -> None:
    game = Kachuful(KachufulRules(start_cards=3))
    state = game.parse_state("seats: 2; round: 1; hand 0: S9 HA C2; hand 1: S2 S3 S4; bids: - 1")
    encoding = encoding_of(game, 2)
    view = game.view(state, 0)
    assert encoding.named(encoding.observe(view))["barred"].tolist() == [2]
    assert [encoding.text(each) for each in sorted(encoding.ids(view))] == ["bid 0", "bid 1", "bid 3"]


def test_seats_that_cannot_play_are_refused() -> None:
    with pytest.raises(InvalidOptions):
        encoding_of(Kachuful(KachufulRules()), 8)


def test_long_games_have_room_for_their_points() -> None:
    game = Kachuful(
        KachufulRules(
            start_cards=26, total_rounds=500, schedule="zigzag", scoring=ScoringVariant.HIGH_INCENTIVE
        )
    )
    points = next(field for field in encoding_of(game, 2).fields if field.name == "points")
    most = sum(10 * (cards + 1) + cards for cards in cast("Any", game.setup(2)).schedule)
    assert points.high == most // HUNDRED
    assert points.low < 0
