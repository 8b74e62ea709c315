"""One scale for the players of a game: pinned, in order, and as wide as what was seen is unsure."""

from __future__ import annotations

import random

import pytest

from korthus.arena.scale import Met, measured, rung_of, scale_of
from korthus.bots.registry import bot_names

#: The games whose scale is kept.
MEASURED = ("mus", "eight")


def met(hero: str, other: str, share: float, deals: int = 400, copies: int = 1) -> Met:
    """A match of single games of which the hero wins a share."""
    won = round(share * deals)
    return Met(hero, other, copies, (1.0,) * won + (0.0,) * (deals - won), 1)


def test_a_hundred_points_are_what_they_are_in_chess() -> None:
    rungs = {each.name: each for each in measured([met("good", "pinned", 10 / 11, 4400)], "pinned")}
    assert rungs["pinned"].points == rungs["pinned"].low == rungs["pinned"].high == 1000
    assert rungs["good"].points == pytest.approx(1400, abs=5)
    assert rungs["good"].low < 1400 < rungs["good"].high


def test_the_pin_does_not_move_when_somebody_else_becomes_stronger() -> None:
    before = measured([met("a", "pinned", 0.6), met("b", "pinned", 0.5), met("a", "b", 0.6)], "pinned")
    after = measured([met("a", "pinned", 0.9), met("b", "pinned", 0.5), met("a", "b", 0.9)], "pinned")
    points = [{each.name: each.points for each in rungs} for rungs in (before, after)]
    assert points[0]["pinned"] == points[1]["pinned"] == 1000
    assert abs(points[0]["b"] - points[1]["b"]) < 15
    assert points[1]["a"] > points[0]["a"] + 200


def test_all_matches_are_heard_and_an_impossible_circle_is_evened_out() -> None:
    rungs = measured([met("a", "b", 0.75), met("b", "c", 0.75), met("c", "a", 0.75)], "a")
    assert [each.points for each in rungs] == [1000, 1000, 1000]


def test_a_hero_among_three_who_wins_a_quarter_is_as_good_as_they() -> None:
    rungs = measured([met("hero", "others", 0.25, 4000, copies=3)], "others")
    assert all(abs(each.points - 1000) <= 1 for each in rungs)


def test_who_lost_everything_has_a_number_and_more_games_make_it_surer() -> None:
    few, many = (
        measured([met("a", "b", 0.6, deals), met("zero", "b", 0.0, 10)], "b") for deals in (20, 2000)
    )
    widths = [next(each.high - each.low for each in rungs if each.name == "a") for rungs in (few, many)]
    assert widths[1] < widths[0] / 5
    assert next(each.points for each in few if each.name == "zero") < 700


def test_numbers_are_found_again_from_games_that_follow_them() -> None:
    rng, true = random.Random(1), {"a": 1000, "b": 1150, "c": 1300, "d": 900}
    matches = []
    for hero, other in [("a", "b"), ("a", "c"), ("b", "c"), ("a", "d"), ("b", "d"), ("c", "d")]:
        chance = 1 / (1 + 10 ** ((true[other] - true[hero]) / 400))
        shares = tuple((int(rng.random() < chance) + int(rng.random() < chance)) / 2 for _ in range(300))
        matches.append(Met(hero, other, 1, shares, 2))
    found = measured(matches, "a")
    assert [each.name for each in found] == ["c", "b", "a", "d"]
    for each in found:
        assert each.low - 15 <= true[each.name] <= each.high + 15


def test_so_few_deals_that_nothing_is_sure_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 5 deals"):
        measured([met("a", "b", 0.5, 4)], "b")


@pytest.mark.parametrize("game", MEASURED)
def test_what_is_kept_of_a_game_names_its_players(game: str) -> None:
    scale = scale_of(game)
    assert scale is not None
    assert {each.name for each in scale.rungs} <= set(bot_names(game))
    assert {"random", "easy", "normal", "strong", "strongest"} <= {each.name for each in scale.rungs}
    pinned = rung_of(game, scale.anchor)
    assert pinned is not None
    assert pinned.points == 1000
    points = [each.points for each in scale.rungs]
    assert points == sorted(points, reverse=True)
    assert all(each.low <= each.points <= each.high for each in scale.rungs)
    assert rung_of(game, "nobody") is None
