"""The kernel of Kachuful plays what the rules play: move by move, in every preset and under many options."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import cycle, product

import numpy as np
import pytest
from tests.kernels import lockstep

import korthus
from korthus.core.cards import DECK, Card
from korthus.core.errors import InvalidOptions
from korthus.core.protocol import Outcome
from korthus.games.kachuful.actions import Deal
from korthus.games.kachuful.game import Kachuful
from korthus.games.kachuful.options import KachufulRules
from korthus.games.kachuful.rules import ScoringVariant, get_bidding_order
from korthus.games.kachuful.state import KachufulState
from korthus.kernels.kachuful import kernel as kachuful

PRESET_MOVES = 2_000
OPTION_MOVES = 12_000


def deal_between(before: KachufulState, after: KachufulState) -> Deal:
    """The deal that gave these hands: who bids first got the first card."""
    # Between a deal and the first bid the leader is the seat on the dealer's left.
    order = get_bidding_order((after.leader - 1) % len(after.hands), len(after.hands))
    return Deal(
        tuple(card for cards in zip(*(after.hands[seat] for seat in order), strict=True) for card in cards)
    )


def places_of(outcome: Outcome) -> list[int]:
    """The place of each seat, as the kernel writes it: how many are ahead of it."""
    ahead = 0
    places = {}
    for group in outcome.ranking:
        places.update(dict.fromkeys(group, ahead))
        ahead += len(group)
    return [places[seat] for seat in range(len(outcome.scores))]


def play_both(game: Kachuful, seats: int, rng: random.Random) -> int:
    """One game in lockstep, the final order included; how many moves it had."""
    moves, state = lockstep.play(kachuful, game, seats, rng, deal_between)
    assert isinstance(state, KachufulState)
    outcome = game.outcome(state)
    assert outcome is not None
    places = np.zeros(seats, dtype=np.int64)
    kachuful.places(kachuful.pack(game, state), places)
    assert places.tolist() == places_of(outcome)
    return moves


def options() -> Iterator[dict[str, object]]:
    """Rules of every kind, one after the other, without end: every option with every other in turn."""
    flags = product((True, False), (True, False), ("left_of_dealer", "highest_bidder", "dealer"))
    shapes: tuple[dict[str, object], ...] = (
        {"start_cards": 3},
        {"start_cards": 26, "total_rounds": 2},
        {"start_cards": 4, "total_rounds": 9, "schedule": "zigzag"},
        {"start_cards": 1, "total_rounds": 7, "schedule": "zigzag"},
        {"start_cards": 6, "schedule": "descending", "total_rounds": 4},
        {"start_cards": 5, "total_rounds": 10},
        {"start_cards": 104, "schedule": "descending"},
        {"start_cards": 2, "deck": tuple(random.Random(4).sample(DECK, 23))},
    )
    endless = zip(
        cycle(shapes),
        cycle(flags),
        cycle(ScoringVariant),
        cycle(("exact_hits", "total_deviation", "exact_hits")),
        cycle(range(5)),
        strict=False,
    )
    for shape, (follow, restriction, leader), scoring, accuracy, dealer in endless:
        yield {
            **shape,
            "too_many_cards": "clamp",
            "must_follow": follow,
            "dealer_restriction": restriction,
            "first_leader": leader,
            "scoring": scoring,
            "bid_accuracy": accuracy,
            "starting_dealer": dealer,
        }


def tables() -> Iterator[tuple[Kachuful, int]]:
    """Games of these rules with 2 to 10 seats, without end."""
    for chosen, seats in zip(options(), cycle(range(2, 11)), strict=False):
        game = Kachuful(KachufulRules.make(**chosen))
        try:
            game.new(seats)
        except InvalidOptions:
            continue
        yield game, seats


@pytest.mark.parametrize("preset", KachufulRules.presets)
def test_the_kernel_keeps_step_in_every_preset(preset: str) -> None:
    rng = random.Random(f"lockstep {preset}")
    game = korthus.game("kachuful", preset)
    assert isinstance(game, Kachuful)
    most = {"clamped": 10, "eight_players": 8}.get(preset, 7)
    moves = 0
    for seats in cycle(range(2, most + 1)):
        moves += play_both(game, seats, rng)
        if moves >= PRESET_MOVES and seats == most:
            break


def test_the_kernel_keeps_step_under_all_kinds_of_options() -> None:
    rng = random.Random("lockstep options")
    moves = 0
    for game, seats in tables():
        moves += play_both(game, seats, rng)
        if moves >= OPTION_MOVES:
            break


def test_a_difference_is_seen() -> None:
    """The driver itself: a kernel for other rules does not get through."""
    strict, free = Kachuful(KachufulRules()), Kachuful(KachufulRules(must_follow=False))
    state = strict.parse_state(
        "seats: 2; round: 6; hand 0: S9 HA; hand 1: S2; trick: H3; bids: 1 0; leader: 1"
    )
    room = np.zeros(kachuful.MAX_LEGAL, dtype=np.int64)
    lockstep.compare(kachuful, strict, state, kachuful.pack(strict, state), room)
    with pytest.raises(lockstep.Mismatch, match="legal actions differ"):
        lockstep.compare(kachuful, strict, state, kachuful.pack(free, state), room)
    later = strict.apply(state, strict.parse("play HA")).state
    with pytest.raises(lockstep.Mismatch, match="states differ"):
        lockstep.compare(kachuful, strict, state, kachuful.pack(strict, later), room)


@pytest.mark.parametrize(
    "text",
    [
        "seats: 3; round: 4",
        "seats: 3; round: 14",
        "seats: 3; round: 14; hand 0: ",
        "seats: 2; round: 5; hand 0: S9 HA; hand 1: S2 S3; bids: 0 1; won: 1 0; leader: 1",
        "seats: 2; round: 5; hand 0: S9; hand 1: S2 S3; bids: 0 1; won: 1 0; leader: 0; trick: HA",
        "seats: 2; round: 4; hand 0: S9 S3; hand 1: S2; won: 1 1; leader: 0; tricks: C2 C3; trick: HA",
    ],
)
def test_positions_written_without_their_past_go_through(text: str) -> None:
    """Scores and earlier tricks may be left out of a position; what is there comes back, and plays on."""
    game = Kachuful(KachufulRules())
    state = game.parse_state(text)
    packed = kachuful.pack(game, state)
    room = np.zeros(kachuful.MAX_LEGAL, dtype=np.int64)
    lockstep.compare(kachuful, game, state, packed, room)
    while game.legal_actions(state):
        action = game.legal_actions(state)[-1]
        kachuful.apply(packed, kachuful.encode(game, packed, action))
        state = game.apply(state, action).state
        lockstep.compare(kachuful, game, state, packed, room)


def test_more_than_one_deck_is_refused() -> None:
    game = Kachuful(KachufulRules(decks=2))
    assert kachuful.supports(game.rules) == "Compiled Kachuful plays with one deck, not with 2."
    with pytest.raises(ValueError, match="one deck"):
        kachuful.pack(game, game.new(2))
    assert kachuful.supports(KachufulRules(deck=(Card.C2, Card.HA))) is None


def test_more_seats_than_there_is_room_for_are_refused() -> None:
    game = Kachuful(KachufulRules(start_cards=4))
    with pytest.raises(ValueError, match="11"):
        kachuful.pack(game, game.new(11))
