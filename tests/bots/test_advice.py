"""Advice is in the order of what it shows, in every game at every level; near the end it is about winning."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import msgspec
import pytest

import korthus
from korthus.bots.advice import Advice, Adviser, by_chance, decides, fitted, fitted_to_win
from korthus.bots.protocol import Budget
from korthus.bots.registry import bot_types, make_bot
from korthus.core.protocol import CHANCE, AnyGame, View
from korthus.games.catalogue import game_names
from korthus.games.eight.actions import Lock

#: A game of each kind that is soon over, and whose end comes into sight.
GAMES: dict[str, tuple[AnyGame, int]] = {
    "mulle": (korthus.game("mulle", omgangar=1), 2),
    "kachuful": (korthus.game("kachuful", start_cards=4), 3),
    "mus": (korthus.game("mus", target_stones=30), 2),
    "eight": (korthus.game("eight", hands=2), 2),
}
ADVISERS = [
    (name, level)
    for name in game_names()
    if name in GAMES
    for level, kind in bot_types(name).items()
    if issubclass(kind, Adviser)
]
LITTLE = Budget(simulations=60)
#: How many moments of a game are looked at.
MOMENTS = 8


@cache
def moments(name: str, seed: str = "advice") -> tuple[View, ...]:
    """Views of seats with a choice, evenly over a game that is played at random, the last one first."""
    game, seats = GAMES[name]
    rng, chance = random.Random(4), korthus.FairChance.seeded(seed)
    state, views = game.new(seats), []
    while (seat := game.to_act(state)) is not None:
        if seat == CHANCE:
            state = game.apply(state, game.draw(state, chance)).state
            continue
        view = game.view(state, seat)
        choices = game.choices(view)
        if len(choices) > 1:
            views.append(view)
        calm = [each for each in choices if "ordago" not in str(each)]
        state = game.apply(state, rng.choice(calm or choices)).state
    step = max(1, (len(views) - 1) // (MOMENTS - 1))
    return tuple(views[::-1][::step][:MOMENTS])


def shown(advice: tuple[Advice, ...]) -> list[float]:
    """The figures that a face shows."""
    with_chance = [each.chance for each in advice if each.chance is not None]
    assert len(with_chance) in (0, len(advice)), "all of it is about winning, or none of it"
    assert all(0 <= each <= 1 for each in with_chance)
    return with_chance or [each.value for each in advice]


def both(bot: Adviser, view: View) -> Iterator[tuple[Advice, ...]]:
    """What a bot says of the values, and to a person."""
    yield bot.advise(view, LITTLE)
    yield bot.hint(view, LITTLE)


@pytest.mark.parametrize(("name", "level"), ADVISERS)
def test_advice_is_in_the_order_of_what_it_shows(name: str, level: str) -> None:
    game, _ = GAMES[name]
    bot = make_bot(level, game, 1)
    assert isinstance(bot, Adviser)
    views = moments(name)
    assert len(views) >= MOMENTS // 2
    for view in views:
        for advice in both(bot, view):
            figures = shown(advice)
            assert figures == sorted(figures, reverse=True), view
            assert {each.action for each in advice} == set(game.choices(view))


@pytest.mark.parametrize(("name", "level"), ADVISERS)
def test_hints_near_the_end_are_about_winning(name: str, level: str) -> None:
    game, _ = GAMES[name]
    bot = make_bot(level, game, 1)
    assert isinstance(bot, Adviser)
    told = 0
    for seed in "abc2":
        last = moments(name, seed)[0]
        advice, hint = bot.advise(last, LITTLE), bot.hint(last, LITTLE)
        assert all(each.chance is None and each.chance_error is None for each in advice)
        told += all(each.chance is not None and each.chance_error is not None for each in hint)
    assert told, "not all of these games are decided before their last choice"


def test_in_a_game_that_is_decided_chips_count_again() -> None:
    game, _ = GAMES["eight"]
    view = next(each for each in moments("eight") if each.number == 2)  # type: ignore[attr-defined]
    seat = view.seat
    assert seat is not None
    rich = tuple(10_000 if each == seat else 500 for each in (0, 1))
    for bankrolls in (rich, rich[::-1]):
        decided = msgspec.structs.replace(view, bankrolls=bankrolls)
        first, second = (make_bot("strong", game, 1) for _ in range(2))
        assert isinstance(first, Adviser)
        assert isinstance(second, Adviser)
        assert first.hint(decided, LITTLE) == second.advise(decided, LITTLE)


def to_win(*chances: float, error: float = 0.01) -> list[Advice]:
    """Advice with these chances to win."""
    return [
        Advice(action=Lock(), value=0.0, error=1.0, visits=1, chance=chance, chance_error=error)
        for chance in chances
    ]


def test_a_hint_is_about_winning_unless_the_game_is_decided() -> None:
    assert decides(to_win(0.5, 0.49))
    assert decides(to_win(1.0, 0.0, error=0.0))
    assert decides(to_win(0.5, 0.5)), "both are as good, and the game is open"
    assert not decides(to_win(0.0, 0.0, error=0.0))
    assert not decides(to_win(1.0, 0.998))
    unknown = to_win(0.0, error=float("inf"))
    assert not decides([*to_win(1.0, 1.0), *unknown])
    assert not decides(unknown)
    assert decides([*to_win(0.4, error=float("inf")), *unknown]), "no error is known"


def said(*values: float, visits: tuple[int, ...] = ()) -> list[Advice]:
    """Advice with these values."""
    many = visits or (1,) * len(values)
    return [
        Advice(action=Lock(), value=value, error=1.0, visits=tried)
        for value, tried in zip(values, many, strict=True)
    ]


def test_values_that_rise_down_the_list_become_their_mean_by_visits() -> None:
    assert [each.value for each in fitted(said(3, 1, 2))] == [3, 1.5, 1.5]
    assert [each.value for each in fitted(said(-5.11, -4.73, visits=(99, 1)))] == [
        pytest.approx(-5.1062),
        pytest.approx(-5.1062),
    ]
    assert [each.value for each in fitted(said(1, 2, 4, visits=(1, 1, 2)))] == [pytest.approx(2.75)] * 3
    assert fitted(said(2, 1, float("-inf"))) == tuple(said(2, 1, float("-inf")))


def test_chances_that_rise_down_the_list_become_their_mean_by_visits() -> None:
    tried = [
        Advice(action=Lock(), value=0.0, error=0.0, visits=visits, chance=chance)
        for chance, visits in ((0.5, 99), (0.9, 1), (0.2, 1))
    ]
    assert [each.chance for each in fitted_to_win(tried)] == [pytest.approx(0.504)] * 2 + [0.2]


def test_of_equal_chances_the_one_that_is_worth_more_comes_first() -> None:
    low, high = (Advice(action=Lock(), value=value, error=0.0, visits=0, chance=0.5) for value in (1.0, 2.0))
    assert by_chance([low, high]) == (high, low)
