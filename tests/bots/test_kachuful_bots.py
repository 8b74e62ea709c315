"""The Kachuful bots: legal, reproducible, sensible at the table, and better than chance."""

from __future__ import annotations

import random
from typing import Any

import pytest

from korthus.bots.kachuful.players import BOTS, Odds, RulesBot, spread
from korthus.bots.protocol import Bot
from korthus.bots.random import RandomBot
from korthus.core.cards import Card, Suit
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE
from korthus.games.kachuful import Kachuful, KachufulRules, KachufulState, Play


def make(**options: Any) -> Kachuful:
    return Kachuful(KachufulRules.make(None, **options))


def play(game: Kachuful, bots: list[Bot], seed: int) -> KachufulState:
    chance, state = FairChance.seeded(seed), game.new(len(bots))
    while (actor := game.to_act(state)) is not None:
        if actor == CHANCE:
            action: Any = game.draw(state, chance)
        else:
            view = game.view(state, actor)
            action = bots[actor].choose(view)
            assert action in game.choices(view)
        state = game.apply(state, action, seat=None if actor == CHANCE else actor).state
    return state


def answer(game: Kachuful, position: str) -> str:
    state = game.parse_state(position)
    seat = game.to_act(state)
    return str(RulesBot(game, random.Random(1)).choose(game.view(state, seat)))


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        ({}, 4),
        ({"too_many_cards": "clamp"}, 10),
        ({"decks": 2, "start_cards": 5}, 3),
        ({"scoring": "medium", "must_follow": False, "start_cards": 4}, 5),
        ({"scoring": "high_incentive", "first_leader": "highest_bidder"}, 2),
        ({"scoring": "point_per_trick", "dealer_restriction": False, "first_leader": "dealer"}, 6),
    ],
)
def test_it_plays_every_table_and_the_same_way_twice(options: dict[str, Any], seats: int) -> None:
    game = make(**options)
    games = [play(game, [RulesBot(game, random.Random(seat)) for seat in range(seats)], 5) for _ in range(2)]
    assert games[0] == games[1]
    assert game.outcome(games[0]) is not None


@pytest.mark.parametrize("scoring", ["10_plus_predicted", "high_incentive", "medium", "point_per_trick"])
def test_it_beats_random_clearly(scoring: str) -> None:
    game = make(scoring=scoring)
    mine = others = wins = 0
    games = 24
    for number in range(games):
        seat = number % 4
        bots: list[Bot] = [RandomBot(game, random.Random(f"{number}/{chair}")) for chair in range(4)]
        bots[seat] = RulesBot(game, random.Random(number))
        outcome = game.outcome(play(game, bots, number))
        assert outcome is not None
        mine += outcome.scores[seat]
        others += sum(outcome.scores) - outcome.scores[seat]
        wins += seat in outcome.winners
    assert mine > 1.7 * others / 3
    assert wins > 0.7 * games


def test_it_bids_what_it_has() -> None:
    game = make()
    rest = "hand 2: D3 D4 D5 D6 D7 D8 D9; hand 3: C3 C4 C5 C6 C7 C8 C9; hand 0: H3 H4 H5 H6 H7 H8 H9"
    assert answer(game, f"seats: 4; hand 1: SA SK SQ SJ S10 S9 S8; {rest}") == "bid 7"
    assert answer(game, f"seats: 4; hand 1: D2 C2 H2 C10 D10 H10 CJ; {rest}") == "bid 0"


def test_zero_is_no_goal_where_it_is_worthless() -> None:
    game = make(scoring="medium", start_cards=3)
    text = "seats: 3; hand 1: D2 C2 H2; hand 2: SA SK SQ; hand 0: HA HK HQ"
    assert answer(make(start_cards=3), text) == "bid 0"
    assert answer(game, text) != "bid 0"


def test_the_dealer_gives_way() -> None:
    game = make(start_cards=1)
    text = "seats: 2; hand 0: SA; hand 1: D2; bids: - 0"  # one would be right, and is barred
    assert answer(game, text) == "bid 0"
    assert answer(make(start_cards=1, dealer_restriction=False), text) == "bid 1"


def test_it_wins_cheaply_when_it_needs_the_rest() -> None:
    # Two tricks are missing and two are left: the seven is enough, and the ace is for the last one.
    text = "seats: 2; won: 0 0; leader: 1; hand 0: H7 HA; hand 1: D3; trick: H6; bids: 2 2"
    assert answer(make(start_cards=2), text) == "play H7"


def test_it_ducks_with_the_highest_card_that_loses() -> None:
    text = "seats: 2; leader: 1; hand 0: H2 HJ D2; hand 1: D3 D4; trick: HQ; bids: 0 2"
    assert answer(make(start_cards=3), text) == "play HJ"


def test_it_throws_its_danger_away() -> None:
    # Void in the suit led, nothing bid: the ace goes, the deuce stays.
    text = "seats: 2; round: 5; leader: 0; hand 0: D3 D4; hand 1: CA C2 H2; trick: DQ; bids: 2 0"
    assert answer(make(start_cards=3), text) == "play CA"


def test_once_lost_it_takes_what_another_needs() -> None:
    base = "seats: 2; won: 0 1; leader: 0; hand 0: D3; hand 1: HA H2; trick: HK"
    game = make(start_cards=3, dealer_restriction=False)
    assert answer(game, f"{base}; bids: 1 0") == "play HA"  # the other still needs one
    assert answer(game, f"{base}; bids: 0 0") == "play H2"  # the other wants none: let them have it


def test_once_lost_it_leads_against_the_others() -> None:
    base = "seats: 2; won: 0 1; leader: 1; hand 0: D3 D4; hand 1: HA D2"
    game = make(start_cards=3, dealer_restriction=False)
    assert answer(game, f"{base}; bids: 2 0") == "play HA"
    assert answer(game, f"{base}; bids: 0 0") == "play D2"


def test_spread_adds_up() -> None:
    rng = random.Random(2)
    chances = [rng.random() for _ in range(9)]
    counts = spread(chances)
    assert sum(counts) == pytest.approx(1)
    assert sum(number * chance for number, chance in enumerate(counts)) == pytest.approx(sum(chances))


def test_odds_know_what_is_certain() -> None:
    game = make(start_cards=2)
    state = game.parse_state("seats: 2; hand 0: H2 SA; hand 1: D3 D4; leader: 0; bids: 1 0")
    odds = Odds(game, game.view(state, 0))
    assert odds.now(Card.SA) == 1
    assert 0 < odds.now(Card.H2) < 1
    void = game.apply(game.apply(state, Play(Card.SA)).state, Play(Card.D3)).state
    assert Odds(game, game.view(void, 0)).lacks(1, Suit.SPADES) == 1  # it could not follow


def test_the_list_of_bots() -> None:
    assert next(iter(BOTS.items())) == ("rules", RulesBot)
    assert RulesBot.about
