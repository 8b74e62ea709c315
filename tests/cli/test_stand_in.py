"""At a terminal too a player that cannot think, or not yet, is played for, and the person is told."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any

import pytest

import korthus
from korthus.bots.chair import Chair
from korthus.bots.protocol import Bot, Budget
from korthus.bots.warm import Forecast, Piece
from korthus.cli.stand_in import Background, Seated
from korthus.core.chance import seed_bytes
from korthus.core.errors import InvalidOptions
from korthus.core.protocol import Action, AnyGame, Event, View
from korthus.table import Player, Table


class Broken(Bot):
    """A player that cannot think."""

    name = "strong"

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        raise OSError(28, "No space left on device")


class Secretive(Broken):
    """A player whose error names a card."""

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        raise KeyError("7h")


class Deaf(Secretive):
    """A player that fails over what it is told, as a whole program would."""

    def observe(self, events: Sequence[Event]) -> None:
        raise SystemExit("7h")


class Cheat(Bot):
    """A player whose action is none; it would say what cards it has."""

    name = "strong"

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        return self.game.parse("bid 99")


class Steady(Bot):
    """A player that can."""

    name = "strong"

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        action: Action = self.game.pick(view, self.rng)
        return action


class Late(Steady):
    """A player that cannot begin."""

    def restart(self) -> None:
        raise SystemExit(2)


class Slow(Background):
    """Stands for a compiler in the background."""

    def __init__(self, left: float | None) -> None:
        self.seconds = left

    def left(self, level: str) -> float | None:
        return self.seconds


Said = list[tuple[str, dict[str, Any]]]


def first_view() -> tuple[AnyGame, View, Sequence[Action]]:
    game = korthus.game("kachuful")
    table = Table(game, [Player("Anna"), Player("Bo")], server_seed=seed_bytes(1))
    table.start()
    seat = table.to_act
    assert seat is not None
    return game, table.view(seat), table.choices(seat)


@pytest.mark.parametrize(
    ("bot", "trouble"),
    [
        (Broken, r"\[Errno 28\] No space left on device"),
        (Secretive, r"KeyError \(test_stand_in\.py, line \d+\)"),
        (Deaf, r"SystemExit \(test_stand_in\.py, line \d+\)"),
        (Cheat, "no legal action"),
    ],
)
def test_who_cannot_think_is_played_for_and_no_card_is_told(bot: type[Bot], trouble: str) -> None:
    game, view, legal = first_view()
    said: Said = []
    seated = Seated(bot(game, random.Random(1)), lambda key, **params: said.append((key, params)))
    seated.observe(())
    assert seated.choose(view) in legal
    ((key, params),) = said
    assert re.fullmatch(trouble, params.pop("trouble"))
    assert (key, params) == ("failed", {"by": "rules"})


def test_what_it_was_told_costs_a_player_one_turn_and_no_more() -> None:
    game, view, legal = first_view()
    said: Said = []
    bot = Steady(game, random.Random(1))
    seated = Seated(bot, lambda key, **params: said.append((key, params)))
    bot.observe = Deaf(game, random.Random(1)).observe  # type: ignore[method-assign]
    seated.observe(())
    del bot.observe
    for _ in range(2):
        seated.observe(())
        assert seated.choose(view) in legal
    assert [key for key, _ in said] == ["failed"]


def test_who_cannot_begin_is_refused_by_its_own_name() -> None:
    game, _, _ = first_view()
    with pytest.raises(
        InvalidOptions,
        match=r"'tests\.cli\.test_stand_in:Late' cannot be used: SystemExit: 2 \(test_stand_in\.py, line",
    ):
        Chair(Seated(Late(game, random.Random(1)), lambda key, **params: None))


def test_until_it_is_compiled_another_plays_and_that_is_said_once() -> None:
    game, view, legal = first_view()
    said: Said = []
    slow = Slow(39.2)
    seated = Seated(Steady(game, random.Random(1)), lambda key, **params: said.append((key, params)), slow)
    for _ in range(3):
        assert seated.choose(view) in legal
    assert said == [("compiling", {"by": "rules", "seconds": 40})]
    slow.seconds = None
    for _ in range(2):
        assert seated.choose(view) in legal
    assert said[1:] == [("ready", {})]


def test_the_forecast_learns_how_quick_the_machine_is() -> None:
    todo = [Piece("mulle", "normal"), Piece("mulle", "easy"), Piece("mus", "normal")]
    forecast = Forecast(todo, set())
    before = forecast.ahead()
    assert list(before) == todo
    assert list(before.values()) == sorted(before.values())
    forecast.done(todo[0], 2 * before[todo[0]])
    after = forecast.ahead()
    assert after[todo[2]] == pytest.approx(2 * (before[todo[2]] - before[todo[0]])), "twice as slow"
    assert Forecast(todo, {"mulle", "mus"}).ahead()[todo[2]] < 10, "the levels of a game share their code"
