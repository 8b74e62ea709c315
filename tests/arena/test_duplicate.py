"""The same cards for the same seats, whoever sits there and however they play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

import korthus
from korthus.arena.duplicate import DuplicateChance
from korthus.arena.match import Pace, play_game
from korthus.bots.registry import make_bot
from korthus.core.chance import seed_bytes

T = TypeVar("T")
#: Small bets and changed cards: matches of many hands, with redraws of every length.
LONG_MUS: Any = {"mus_phase": True, "ordago": False, "bets": (2,), "max_raises": 0}
SEED = seed_bytes("a duplicate evening")


class Watched(DuplicateChance):
    """Remembers every deal."""

    def __init__(self) -> None:
        super().__init__(SEED)
        self.deals: list[tuple[int, tuple[Any, ...]]] = []

    def draw(self, pool: Sequence[T], count: int) -> tuple[T, ...]:
        cards = super().draw(pool, count)
        self.deals.append((len(pool), cards))
        return cards


def deals(name: str, seats: int, seed: int, **options: Any) -> list[tuple[int, tuple[Any, ...]]]:
    """Every deal of a game of random players: how many cards there were, and which came."""
    game = korthus.game(name, **options)
    chance = Watched()
    bots = [make_bot("random", game, f"{seed} {seat}") for seat in range(seats)]
    play_game(game, bots, chance, None, [Pace() for _ in bots])
    return chance.deals


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        ("mulle", 2, {}),
        ("mulle", 2, {"first_starter": "random", "ronder_nominal": 3}),
        ("kachuful", 4, {}),
        ("eight", 2, {"burn_cards": "classic", "bankroll": 1000000}),
    ],
)
def test_every_deal_is_the_same_however_it_is_played(name: str, seats: int, options: dict[str, Any]) -> None:
    games = [deals(name, seats, seed, **options) for seed in range(4)]
    assert len(games[0]) > 2
    for one, other in pairwise(games):
        assert one == other


def test_mus_gives_every_hand_the_same_cards_whatever_was_redrawn_before() -> None:
    games = [deals("mus", 2, seed, **LONG_MUS) for seed in range(20)]
    assert len({len(game) for game in games}) > 5
    assert any(size == 32 for game in games for size, _ in game)
    fresh = [[cards for size, cards in game if size == 40] for game in games]
    longest = max(fresh, key=len)
    assert len(longest) > 3
    for hands in fresh:
        assert hands == longest[: len(hands)]


def test_mus_redraws_from_one_pack() -> None:
    """What a short redraw brings, a longer one brings first: the pack lies in one order."""
    begun = []
    for seed in range(40):
        game = deals("mus", 2, seed, **LONG_MUS)
        redraws = [cards for size, cards in game[1:2] if size == 32]
        begun += redraws
    assert len({len(cards) for cards in begun}) > 1
    longest = max(begun, key=len)
    for cards in begun:
        assert cards == longest[: len(cards)]


def test_cards_that_come_back_are_shuffled_and_later_decks_are_not_disturbed() -> None:
    deck = "AABBCCDD"
    quiet, busy = DuplicateChance(SEED), DuplicateChance(SEED)
    assert quiet.draw(deck, 6) == busy.draw(deck, 6)
    assert Counter(busy.draw("AABCD", 5)) == Counter("AABCD")  # these are not what is left
    assert Counter(busy.draw("ABC", 3)) == Counter("ABC")
    assert quiet.draw(deck, 8) == busy.draw(deck, 8)


@given(st.lists(st.integers(0, 5), min_size=1, max_size=12), st.data())
def test_a_draw_is_part_of_the_pool(pool: list[int], data: st.DataObject) -> None:
    chance = DuplicateChance(SEED)
    left = Counter(pool)
    while left.total():
        number = data.draw(st.integers(1, left.total()))
        drawn = chance.draw(sorted(left.elements()), number)
        assert len(drawn) == number
        assert not Counter(drawn) - left
        left -= Counter(drawn)


def test_every_order_of_a_deck_comes_about_as_often() -> None:
    seen = Counter(DuplicateChance(seed_bytes(seed)).draw("ABC", 2) for seed in range(3000))
    assert len(seen) == 6
    assert all(abs(count - 500) < 80 for count in seen.values())


@pytest.mark.parametrize("count", [-1, 4])
def test_nobody_draws_more_than_there_is(count: int) -> None:
    with pytest.raises(ValueError, match="cannot draw"):
        DuplicateChance(SEED).draw("ABC", count)
