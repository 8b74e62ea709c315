"""The random bot, the registry, and bots at a table."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from tests.support.high_card import HandDealt, HighCardView
from tests.support.tables import GAME, open_table

from korthus.bots.driver import BotDriver, play_bots
from korthus.bots.protocol import Bot, Budget
from korthus.bots.random import RandomBot
from korthus.bots.registry import bot_names, make_bot
from korthus.core.errors import InvalidOptions
from korthus.core.protocol import Action, Event, View, visible
from korthus.games.catalogue import catalogue, game
from korthus.table import TableEvent, UndoDone


class Watcher(Bot):
    """Remembers everything it is given."""

    name = "watcher"

    def __init__(self) -> None:
        super().__init__(GAME, random.Random(1))
        self.views: list[View] = []
        self.events: list[Event] = []
        self.budgets: list[Budget | None] = []
        self.restarts = 0

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        self.views.append(view)
        self.budgets.append(budget)
        action: Action = self.game.choices(view)[0]
        return action

    def observe(self, events: Sequence[Event]) -> None:
        self.events += events

    def restart(self) -> None:
        self.restarts += 1


def test_random_plays_every_legal_action_equally_often() -> None:
    """χ² with 2 degrees of freedom: above 13.8 once in 1,000 (fixed seed)."""
    table = open_table()
    bot = make_bot("random", GAME, 5)
    counts = Counter(bot.choose(table.view(0)) for _ in range(3000))
    assert set(counts) == set(table.choices(0))
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 13.8


def test_the_same_seed_plays_the_same_game() -> None:
    records = []
    for rng in (7, 7, random.Random(7), "seven"):
        table = open_table(3)
        bots = {seat: make_bot("random", GAME, rng) for seat in range(3)}
        assert play_bots(table, bots) == 18
        records.append(table.record())
    assert records[0] == records[1]
    assert records[3] != records[0]


@pytest.mark.parametrize("name", [info.name for info in catalogue()])
def test_random_plays_every_game_to_its_end(name: str) -> None:
    playing = game(name)
    table = open_table(playing.min_seats, game=playing)
    play_bots(table, {seat: make_bot("random", playing, seat) for seat in range(playing.min_seats)})
    assert table.over


def test_the_registry_names_random_first() -> None:
    assert bot_names("high_card")[0] == "random"
    for info in catalogue():
        assert bot_names(info.name)[0] == "random"
    assert type(make_bot("random", GAME, 1)) is RandomBot


@pytest.mark.parametrize("name", ["", "Random", "x" * 1000, "../random"])
def test_an_unknown_bot_is_refused_with_the_list(name: str) -> None:
    with pytest.raises(InvalidOptions) as caught:
        make_bot(name, GAME, 1)
    assert caught.value.code == "UNKNOWN_BOT"
    assert "there are random" in caught.value.reason
    assert len(caught.value.reason) < 200


def test_bots_are_given_their_own_views_and_events_and_nothing_else() -> None:
    table = open_table(3)
    bots = {seat: Watcher() for seat in range(3)}
    play_bots(table, bots, Budget(simulations=3))
    for seat, bot in bots.items():
        assert bot.restarts == 1
        assert {view.seat for view in bot.views} == {seat}
        assert all(isinstance(view, HighCardView) for view in bot.views)
        assert set(bot.budgets) == {Budget(simulations=3)}
        assert list(visible(bot.events, seat)) == bot.events
        told = [notice.event for notice in table.told(seat)]
        assert bot.events == [event for event in told if not isinstance(event, TableEvent)]
        assert sum(isinstance(event, HandDealt) for event in bot.events) == 2


def test_a_driver_plays_until_a_person_is_to_act() -> None:
    table = open_table(3, practice=True)
    bot = Watcher()
    driver = BotDriver(table, {1: bot})
    assert driver.play() == 0
    table.submit(0, table.choices(0)[0])
    assert driver.play() == 1
    assert table.to_act == 2
    table.undo(0)
    assert driver.play() == 0
    table.submit(0, table.choices(0)[0])
    driver.play()
    assert any(isinstance(event, UndoDone) for event in bot.events)


def test_a_bot_that_joins_late_is_told_what_came_before() -> None:
    table = open_table()
    table.submit(0, table.choices(0)[0])
    bot = Watcher()
    play_bots(table, {1: bot})
    assert isinstance(bot.events[1], HandDealt)
