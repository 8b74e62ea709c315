"""The player keeps its promises and wins."""

from __future__ import annotations

import random

import korthus
from korthus.bots.driver import play_bots
from korthus.bots.random import RandomBot
from korthus.core.chance import seed_bytes
from korthus.table import Player, Table
from korthus_my_bot import MyBot


def points(seed: int, seat: int) -> tuple[int, ...]:
    """The scores of a short game in which the player sits in a seat, against a random one."""
    game = korthus.game("kachuful", start_cards=2)
    table = Table(game, [Player("a"), Player("b")], server_seed=seed_bytes(seed))
    table.start()
    bots = {
        seat: MyBot(game, random.Random(seed)),
        1 - seat: RandomBot(game, random.Random(seed)),
    }
    play_bots(table, bots)
    assert table.outcome is not None
    return table.outcome.scores


def test_the_same_seed_gives_the_same_game() -> None:
    assert points(5, 0) == points(5, 0)


def test_it_is_better_than_chance() -> None:
    """In forty short games, each deal from both seats, it scores more than a random player."""
    ahead = 0
    for seed in range(20):
        first, second = points(seed, 0), points(seed, 1)
        ahead += first[0] - first[1] + second[1] - second[0]
    assert ahead > 0
