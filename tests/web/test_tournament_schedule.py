"""Who meets whom over which cards, and who stands where: without a server."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from korthus.core.protocol import Outcome
from korthus.web.tournaments.schedule import Fixture, deals_of, rounds_of, schedule
from korthus.web.tournaments.standing import Against, Result, cross_table, standings

SIZES = [(players, seats) for seats in (2, 3, 4) for players in range(seats, 10)]


def groups(fixtures: tuple[Fixture, ...]) -> set[tuple[int, frozenset[int]]]:
    return {(each.round, frozenset(each.players)) for each in fixtures}


@pytest.mark.parametrize(("players", "seats"), SIZES)
def test_everybody_holds_every_hand_of_a_group_once_and_no_deal_twice(players: int, seats: int) -> None:
    fixtures = schedule(players, seats, 2)
    held = Counter((each.deal, seat, who) for each in fixtures for seat, who in enumerate(each.players))
    assert set(held.values()) == {1}
    for deal in {each.deal for each in fixtures}:
        people = [frozenset(each.players) for each in fixtures if each.deal == deal]
        assert all(one == other or not one & other for one, other in combinations(people, 2))
        assert len({each.round for each in fixtures if each.deal == deal}) == 1
    assert {each.deal for each in fixtures} == {*range(deals_of(players, seats, 2))}
    assert [each.number for each in fixtures] == [*range(len(fixtures))]


@pytest.mark.parametrize(("players", "seats"), SIZES)
def test_everybody_plays_as_many_games_and_meets_everybody(players: int, seats: int) -> None:
    fixtures = schedule(players, seats, 1)
    assert (
        len({Counter(who for each in fixtures for who in each.players)[who] for who in range(players)}) == 1
    )
    met = Counter(pair for _, group in groups(fixtures) for pair in combinations(sorted(group), 2))
    if seats == 2:
        assert met == Counter(dict.fromkeys(combinations(range(players), 2), 1))
    elif players > seats:
        assert max(met.values()) <= rounds_of(players, seats)


def test_a_group_plays_all_its_deals_before_one_of_them_comes_back() -> None:
    turns = [each.turn for each in schedule(4, 2, 3) if each.round == 0]
    assert turns == sorted(turns)


def ended(*scores: int, resigned: int | None = None) -> Outcome:
    order = sorted({*scores}, reverse=True)
    ranking = tuple(tuple(seat for seat, score in enumerate(scores) if score == each) for each in order)
    if resigned is not None:
        others = tuple(seat for seat in range(len(scores)) if seat != resigned)
        ranking = (others, (resigned,))
    return Outcome(
        scores=scores,
        winners=ranking[0],
        ranking=ranking,
        breakdown=tuple({} for _ in scores),
        resigned=resigned,
    )


def test_points_first_then_the_same_cards() -> None:
    """Both win the better hand; the second has made more of it."""
    played = [Result(0, 0, (0, 1), ended(10, 4)), Result(1, 0, (1, 0), ended(12, 4))]
    first, second = standings(2, played)
    assert (first.player, first.points, first.won, first.games, first.same_cards) == (1, 1.0, 1, 2, 1.0)
    assert (second.player, second.place, second.same_cards) == (0, 2, -1.0)
    assert cross_table(2, played) == [[None, Against(1.0, 2)], [Against(1.0, 2), None]]


def test_a_game_given_up_is_lost_and_its_points_say_nothing() -> None:
    played = [Result(0, 0, (0, 1), ended(10, 4, resigned=0)), Result(1, 0, (1, 0), ended(5, 5))]
    first, second = standings(2, played)
    assert (first.player, first.points, first.same_cards) == (1, 1.5, None)
    assert (second.points, second.won) == (0.5, 1)


def test_more_players_share_the_point_and_computers_have_no_line() -> None:
    (first, second, third) = standings(3, [Result(0, 0, (0, None, 2), ended(7, 7, 1))])
    assert (first.player, first.points, first.place) == (0, 0.75, 1)
    assert (second.games, third.games) in ((0, 1), (1, 0))
    assert standings(3, []) == standings(3, [])
    assert {line.place for line in standings(3, [])} == {1}
