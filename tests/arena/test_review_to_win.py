"""Near the end of a game a review, like a hint, is about winning it."""

from __future__ import annotations

import random
from functools import cache

import pytest
from tests.arena.reviewed import play

import korthus
from korthus.arena.review.data import Decision
from korthus.arena.review.judge import find_adviser, glance, judge
from korthus.arena.review.review import review
from korthus.bots.advice import Advice, Adviser
from korthus.bots.protocol import Budget
from korthus.bots.registry import make_bot
from korthus.core.protocol import CHANCE, Action, AnyGame, View

THOUGHT = Budget(simulations=400)
#: A game of each kind that is soon over, who is asked, and who plays it to its end.
GAMES: dict[str, tuple[AnyGame, int, str]] = {
    "mulle": (korthus.game("mulle", omgangar=1), 2, "strong"),
    "kachuful": (korthus.game("kachuful", start_cards=4, total_rounds=3), 3, "strong"),
    "mus": (korthus.game("mus", target_stones=30), 2, "strong"),
    "mus that was solved": (korthus.game("mus", target_stones=30), 2, "strongest"),
    "eight": (korthus.game("eight", hands=2), 2, "strong"),
}
#: Moments that are looked at.
MOMENTS = 8


@cache
def moments(name: str) -> tuple[View, ...]:
    """The last views of a game that is played by rules of thumb and now and then at random."""
    game, seats, _ = GAMES[name]
    rng, chance, views = random.Random(7), korthus.FairChance.seeded(name), []
    bots = [make_bot("greedy" if name == "mulle" else "rules", game, seat) for seat in range(seats)]
    state = game.new(seats)
    while (seat := game.to_act(state)) is not None:
        if seat == CHANCE:
            state = game.apply(state, game.draw(state, chance)).state
            continue
        view = game.view(state, seat)
        choices = game.choices(view)
        if len(choices) > 1:
            views.append(view)
        state = game.apply(
            state, rng.choice(choices) if rng.random() < 0.2 else bots[seat].choose(view)
        ).state
    return tuple(views[-MOMENTS:])


def hint_of(name: str, view: View, seed: str) -> tuple[Advice, ...]:
    game, _, level = GAMES[name]
    return find_adviser(game, level, seed).hint(view, THOUGHT)


def judged(name: str, view: View, action: Action) -> Decision:
    """What a review says of an action."""
    game, _, level = GAMES[name]
    return judge(lambda look: find_adviser(game, level, look), view, str(action), THOUGHT, index=0, base=0.0)


@pytest.mark.parametrize("name", GAMES)
def test_what_a_hint_puts_first_costs_nothing(name: str) -> None:
    game, _, level = GAMES[name]
    for view in moments(name):
        first = hint_of(name, view, "glance")[0].action
        seen = glance(find_adviser(game, level, "glance"), view, str(first), THOUGHT, index=0, base=0.0)
        assert (seen.best, seen.cost) == (str(first), 0.0)
        # Another hint, with other luck, may put something else first that is as good: no mistake either.
        assert not judged(name, view, hint_of(name, view, "another")[0].action).is_mistake


@pytest.mark.parametrize("name", GAMES)
def test_costs_near_the_end_are_those_that_a_hint_shows(name: str) -> None:
    to_win = 0
    for view in moments(name):
        game, _, level = GAMES[name]
        hint = hint_of(name, view, "glance")
        last = hint[-1]
        seen = glance(find_adviser(game, level, "glance"), view, str(last.action), THOUGHT, index=0, base=0.0)
        if seen.cost is None:  # it was hardly tried
            continue
        assert (seen.chance, seen.best_chance) == (last.chance, hint[0].chance)
        if last.chance is not None and hint[0].chance is not None:
            assert seen.cost == pytest.approx(hint[0].chance - last.chance)
            to_win += 1
    assert to_win


class _ToWin(Adviser):
    """Points speak for the first action, the chance to win for the second."""

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        return self.choices(view)[1]

    def advise(self, view: View, budget: Budget | None = None) -> tuple[Advice, ...]:
        first, second, *_ = self.game.choices(view)
        return (
            Advice(action=first, value=9.0, error=0.1, visits=9),
            Advice(action=second, value=1.0, error=0.1, visits=9),
        )

    def hint(self, view: View, budget: Budget | None = None) -> tuple[Advice, ...]:
        first, second, *_ = self.game.choices(view)
        return (
            Advice(action=second, value=1.0, error=0.1, visits=9, chance=0.9, chance_error=0.02),
            Advice(action=first, value=9.0, error=0.1, visits=9, chance=0.4, chance_error=0.02),
        )


def scripted(place: int) -> Decision:
    game, _, _ = GAMES["kachuful"]
    view = moments("kachuful")[0]
    bot = _ToWin(game, random.Random(1))
    return judge(lambda _: bot, view, str(game.choices(view)[place]), THOUGHT, index=0, base=10.0)


def test_play_that_wins_is_no_mistake_though_it_gives_points_away() -> None:
    won = scripted(1)
    assert (won.cost, won.is_mistake, won.chance, won.best_chance) == (0.0, False, 0.9, 0.9)


def test_play_that_loses_is_a_mistake_though_it_makes_points() -> None:
    lost = scripted(0)
    assert lost.is_mistake
    assert (lost.chance, lost.best_chance) == (0.4, 0.9)
    assert lost.cost == pytest.approx(0.5)
    assert lost.cost_error == pytest.approx(0.02 * 2**0.5)
    assert (lost.value, lost.best_value) == (19.0, 11.0)  # the prospects stay in points


def test_chances_and_points_are_counted_apart() -> None:
    """The costliest plays of a whole game: points in its first round, the chance to win in the others."""
    game, seats, level = GAMES["kachuful"]

    def pick(index: int, view: View) -> Action:
        hint = find_adviser(game, level, f"{index}").hint(view, Budget(simulations=60))
        return hint[-1].action if view.seat == 1 else hint[0].action

    found = review(play(game, seats, 5, pick), budget=THOUGHT, replays=0)
    seat = found.seats[1]
    mistakes = [found.decision(index) for index in seat.mistakes]
    to_win = [each.cost or 0.0 for each in mistakes if each.is_to_win]
    others = [each.cost or 0.0 for each in mistakes if not each.is_to_win]
    assert to_win
    assert others
    assert [each.is_to_win for each in mistakes] == [True] * len(to_win) + [False] * len(others)
    assert to_win == sorted(to_win, reverse=True)
    assert others == sorted(others, reverse=True)
    assert seat.chance_cost == pytest.approx(sum(to_win))
    assert seat.cost == pytest.approx(sum(others))
    assert all(0 < each <= 1 for each in to_win)
