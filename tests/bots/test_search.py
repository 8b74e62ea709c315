"""The one search, on games small enough to know the answer."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from korthus.bots.protocol import Budget
from korthus.bots.search import Found, Search, Searched, Settings, most_visited, search
from korthus.bots.search_tree import Packed
from korthus.kernels.compiled import compiled
from korthus.kernels.rng import Stream, below, stream

# Nim with one heap: take one to three, whoever takes the last one wins.
# s: heap, seat to act, seats, winner.


@compiled
def nim_actor(s: Packed) -> Any:
    return s[1] if s[0] > 0 else -2


@compiled
def nim_legal(s: Packed, out: Packed) -> Any:
    for take in range(min(s[0], 3)):
        out[take] = take + 1
    return min(s[0], 3)


@compiled
def nim_apply(s: Packed, action: int) -> None:
    s[0] -= action
    s[3] = s[1]
    s[1] = (s[1] + 1) % s[2]


@compiled
def no_deal(s: Packed, rng: Stream) -> None:
    s[0] = s[0]


@compiled
def all_is_known(view: Packed, seat: int, rng: Stream, out: Packed) -> None:
    for place in range(4):
        out[place] = view[place]


@compiled
def nim_policy(s: Packed, rng: Stream) -> Any:
    return below(rng, min(s[0], 3)) + 1


@compiled
def nim_rollout(s: Packed, rng: Stream) -> None:
    while s[0] > 0:
        nim_apply(s, nim_policy(s, rng))


@compiled
def nim_utilities(s: Packed, out: Any) -> None:
    for seat in range(s[2]):
        out[seat] = 1.0 if seat == s[3] else 0.0


NIM = Searched(
    4, 3, nim_actor, nim_legal, nim_apply, no_deal, all_is_known, nim_policy, nim_rollout, nim_utilities
)

# A coin lies hidden, heads (0) or tails (1). Seat 0 may look at once for a sure 0.6, or let seat 1 guess,
# who wins if it is right. With the coin thrown in the middle of the game chance has its turn.
# s: stage, coin (-1 until thrown), utility of seat 0 in hundredths.
LOOK, LEAVE, HEADS, TAILS = range(4)


@compiled
def coin_actor(s: Packed) -> Any:
    if s[0] == 1 and s[1] < 0:
        return -1
    return s[0] if s[0] < 2 else -2


@compiled
def coin_legal(s: Packed, out: Packed) -> Any:
    out[0] = LOOK if s[0] == 0 else HEADS
    out[1] = LEAVE if s[0] == 0 else TAILS
    return 2


@compiled
def coin_apply(s: Packed, action: int) -> None:
    s[0] += 1
    if action == LOOK:
        s[0], s[2] = 2, 60
    elif action != LEAVE:
        s[2] = 0 if s[1] == action - HEADS else 100


@compiled
def coin_deal(s: Packed, rng: Stream) -> None:
    s[1] = below(rng, 2)


@compiled
def coin_worlds(view: Packed, seat: int, rng: Stream, out: Packed) -> None:
    out[0], out[1], out[2] = view[0], view[1], 0


@compiled
def coin_hidden(view: Packed, seat: int, rng: Stream, out: Packed) -> None:
    out[0], out[1], out[2] = view[0], below(rng, 2), 0


@compiled
def coin_policy(s: Packed, rng: Stream) -> Any:
    return below(rng, 2) + (HEADS if s[0] else LOOK)


@compiled
def coin_rollout(s: Packed, rng: Stream) -> None:
    while s[0] < 2:
        if s[0] == 1 and s[1] < 0:
            coin_deal(s, rng)
        coin_apply(s, coin_policy(s, rng))


@compiled
def coin_utilities(s: Packed, out: Any) -> None:
    out[0] = s[2] / 100
    out[1] = 1.0 - s[2] / 100


def coin(determinise: Any) -> Searched:
    return Searched(
        3,
        2,
        coin_actor,
        coin_legal,
        coin_apply,
        coin_deal,
        determinise,
        coin_policy,
        coin_rollout,
        coin_utilities,
    )


def nim(heap: int, seats: int = 2) -> Packed:
    return np.array([heap, 0, seats, 0])


@pytest.mark.parametrize("heap", [5, 6, 7, 9, 10, 11])
def test_it_finds_the_winning_move(heap: int) -> None:
    found = search(NIM, nim(heap), 0, [1, 2, 3], Budget(simulations=8_000), 1)
    best = most_visited(found)
    assert best.action == heap % 4
    assert best.value > 0.9
    assert all(each.value < best.value - 0.2 for each in found if each != best)


def test_every_seat_is_out_for_itself() -> None:
    values = {}
    for heap in (3, 4):
        found = search(NIM, nim(heap, 3), 0, [1, 2, 3], Budget(simulations=6_000), 1)
        values[heap] = [round(each.value) for each in found]
    assert values[3] == [0, 0, 1]
    assert values[4] == [0, 0, 0]  # the next one takes all that is left: for itself, not for us


@pytest.mark.parametrize("determinise", [coin_worlds, coin_hidden])
def test_nobody_acts_on_what_it_cannot_see(determinise: Any) -> None:
    """Worlds differ, the node is one: guessing wins half the time, so leaving is worth 0.5, less than 0.6."""
    found = search(coin(determinise), np.array([0, -1, 0]), 0, [LOOK, LEAVE], Budget(simulations=20_000), 1)
    assert most_visited(found).action == LOOK
    assert found[0].value == pytest.approx(0.6)
    assert found[1].value == pytest.approx(0.5, abs=5 * found[1].error)


def test_simulations_and_a_seed_make_it_reproducible() -> None:
    def once(seed: int) -> list[Found]:
        return search(NIM, nim(10), 0, [1, 2, 3], Budget(simulations=777), seed)

    assert once(5) == once(5)
    assert once(5) != once(6)
    assert sum(each.visits for each in once(5)) == 777


def test_going_on_is_the_same_as_going_on_at_once() -> None:
    whole, parts = (Search(NIM, nim(10), 0, 3) for _ in range(2))
    whole.run(900)
    for _ in range(3):
        parts.run(300)
    assert [whole.found(each) for each in (1, 2, 3)] == [parts.found(each) for each in (1, 2, 3)]
    assert parts.simulations == 900


def test_a_full_tree_grows_no_more_but_is_searched_on() -> None:
    task = Search(NIM, nim(30), 0, 3, nodes=20)
    task.run(5_000)
    assert sum(task.found(each).visits for each in (1, 2, 3)) == 5_000


def test_depth_one_tries_the_actions_and_plays_out() -> None:
    task = Search(NIM, nim(9), 0, 3, settings=Settings(depth=1))
    task.run(3_000)
    values = [task.found(each).value for each in (1, 2, 3)]
    assert all(0.3 < value < 0.7 for value in values)  # nobody plays well after the first action


# Nim in which a seat goes by the heap alone, and the other takes one whenever it may.


@compiled
def nim_heap(s: Packed) -> Any:
    return s[0]


@compiled
def takes_one(s: Packed, rng: Stream) -> Any:
    return 1


@compiled
def timid_goes_on(s: Packed, seat: int, rng: Stream) -> None:
    while s[0] > 0 and s[1] != seat:
        nim_apply(s, 1)


TIMID = NIM._replace(policy=takes_one, go_on=timid_goes_on, seen=nim_heap)


def test_followed_others_are_met_where_the_policy_is_weak() -> None:
    """With eight left nobody can win against good play; against one who always takes one it is easy."""
    lost = search(NIM, nim(8), 0, [1, 2, 3], Budget(simulations=20_000), 1)
    assert max(each.value for each in lost) < 0.5
    settings = Settings(follow=True, trust=2)
    found = search(TIMID, nim(8), 0, [1, 2, 3], Budget(simulations=20_000), 1, settings)
    assert most_visited(found).value > 0.9


def test_followed_others_need_no_nodes_and_alike_moments_are_one() -> None:
    task = Search(TIMID, nim(30), 0, 3, settings=Settings(follow=True, trust=2), nodes=200)
    task.run(20_000)
    # Three actions of the root, and of every other heap one node and at most three actions: no tree of paths.
    assert int(task._scratch[0]) <= 3 + 28 * 4
    assert max(task.found(each).value for each in (1, 2, 3)) > 0.9


def test_who_follows_must_be_told_what_is_seen() -> None:
    with pytest.raises(ValueError, match="what a seat has seen"):
        Search(NIM, nim(9), 0, 3, settings=Settings(follow=True))


def test_a_paired_search_is_fair_and_can_go_on() -> None:
    settings = Settings(exploration=50.0, paired=True)
    task = Search(coin(coin_hidden), np.array([0, -1, 0]), 0, 5, settings=settings)
    task.run(4_001)
    look, leave = task.found(LOOK), task.found(LEAVE)
    assert leave.value == pytest.approx(0.5, abs=5 * leave.error)
    again = Search(coin(coin_hidden), np.array([0, -1, 0]), 0, 5, settings=settings)
    for _ in range(3):
        again.run(1_000)
    again.run(1_001)
    assert [again.found(each) for each in (LOOK, LEAVE)] == [look, leave]


LUCKY = 3


@compiled
def lots_legal(s: Packed, out: Packed) -> Any:
    for place in range(LUCKY):
        out[place] = place
    return LUCKY


@compiled
def lots_actor(s: Packed) -> Any:
    return 0 if s[1] < 0 else -2


@compiled
def lots_worlds(view: Packed, seat: int, rng: Stream, out: Packed) -> None:
    out[0], out[1] = below(rng, 1_000), -1


@compiled
def lots_apply(s: Packed, action: int) -> None:
    s[1] = action


@compiled
def lots_utilities(s: Packed, out: Any) -> None:
    out[0] = s[0] / 1_000 + s[1] / 10_000


@compiled
def lots_policy(s: Packed, rng: Stream) -> Any:
    return 0


LOTS = Searched(
    2, LUCKY, lots_actor, lots_legal, lots_apply, no_deal, lots_worlds, lots_policy, no_deal, lots_utilities
)


def test_pairs_take_the_luck_of_a_world_out_of_a_difference() -> None:
    """What the world gives is a thousand times what the action does; in pairs the difference is exact."""
    task = Search(LOTS, np.zeros(2, dtype=np.int64), 0, 1, settings=Settings(exploration=50.0, paired=True))
    task.run(3 * 200)
    values = [task.found(each).value for each in range(LUCKY)]
    assert [task.found(each).visits for each in range(LUCKY)] == [200] * LUCKY
    assert np.diff(values) == pytest.approx([0.0001, 0.0001])


def test_what_was_not_tried_is_not_known() -> None:
    task = Search(NIM, nim(9), 0, 3)
    assert task.found(1) == Found(1, 0, 0.0, float("inf"))
    task.run(1)
    tried = [task.found(each) for each in (1, 2, 3) if task.found(each).visits]
    assert len(tried) == 1
    assert tried[0].error == float("inf")


def test_the_error_is_that_of_a_mean() -> None:
    task = Search(NIM, nim(9), 0, 3, settings=Settings(depth=1, exploration=50.0))
    task.run(9_000)
    found = task.found(1)
    assert found.error == pytest.approx((found.value * (1 - found.value) / found.visits) ** 0.5, rel=0.01)


def test_a_budget_of_time_is_used() -> None:
    search(NIM, nim(30), 0, [1, 2, 3], Budget(simulations=1), 1)
    found = search(NIM, nim(30), 0, [1, 2, 3], Budget(seconds=0.1), 1)
    assert sum(each.visits for each in found) > 1_000


def test_the_loop_is_compiled_once_for_all_processes() -> None:
    """A second process finds the compiled loop on disk, whatever functions it passes."""
    code = (
        "from korthus.bots.search_tree import simulate;"
        "assert sum(simulate.stats.cache_hits.values()) == 1, simulate.stats"
    )
    subprocess.run([sys.executable, "-c", "import korthus.bots.search_tree"], check=True)
    subprocess.run([sys.executable, "-c", code], check=True)


def test_streams_are_not_shared() -> None:
    assert stream(1)[0] != stream(2)[0]
