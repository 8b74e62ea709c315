"""The computer players of Eight Cards."""

from __future__ import annotations

import random

import msgspec
import pytest

from korthus.bots.eight.equity import equities
from korthus.bots.eight.players import (
    BOTS,
    EightEquityBot,
    EightMonteCarloBot,
    EightRulesBot,
    Judge,
    looks,
)
from korthus.bots.protocol import Bot, Budget
from korthus.bots.random import RandomBot
from korthus.core.cards import Card, in_order
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE
from korthus.games.eight.actions import Place
from korthus.games.eight.boards import Board
from korthus.games.eight.game import EightCards
from korthus.games.eight.legal import placements
from korthus.games.eight.options import EightRules
from korthus.games.eight.state import EightState

QUICK = Budget(simulations=4)
HANDS = "hand 0: As 9d 8c 2h 2s 6d Ac 4h; hand 1: 9s 5s 7d 7c 8d 8h Ks Qd"
FLOPS = "board a: Qs Js Ts; board b: Ah Kh Qh; board c: 2c 3h 5d"


def make(preset: str | None = None, /, **options: object) -> EightCards:
    return EightCards(EightRules.make(preset, **options))


def play_out(
    game: EightCards, players: tuple[Bot, Bot], seed: int, budget: Budget | None = None
) -> EightState:
    """A whole session. Every choice is checked against the legal ones by ``apply``."""
    chance = FairChance.seeded(seed)
    state = game.new()
    while (actor := game.to_act(state)) is not None:
        if actor == CHANCE:
            action = game.draw(state, chance)
        else:
            choice = players[actor].choose(game.view(state, actor), budget)
            assert choice in game.choices(game.view(state, actor))
            action = game.parse(str(choice))
        state = game.apply(state, action).state
    return state


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("preset", EightRules.presets)
@pytest.mark.parametrize("hidden", [True, False])
def test_EI24_each_player_finishes_a_session_in_every_mode(name: str, preset: str, hidden: bool) -> None:
    game = make(preset, hands=2, hidden_placement=hidden)
    players = (BOTS[name](game, random.Random(1)), RandomBot(game, random.Random(2)))
    first = play_out(game, players, 5, QUICK)
    again = play_out(game, (BOTS[name](game, random.Random(1)), RandomBot(game, random.Random(2))), 5, QUICK)
    assert first == again
    assert game.outcome(first) is not None


def test_EI24_rules_beats_random() -> None:
    """Both seats of the same deals, so that luck of the cards counts for both."""
    game = make(hands=1)
    total = 0
    for seed in range(30):
        for seat in (0, 1):
            ours, other = EightRulesBot(game, random.Random(1)), RandomBot(game, random.Random(seed))
            end = play_out(game, (ours, other) if seat == 0 else (other, ours), seed)
            total += end.bankrolls[seat] - 1000
    assert total > 60 * 20  # measured over 600 hands: 55 ± 5 chips a hand


def test_equity_beats_rules() -> None:
    game = make(hands=1)
    total = 0
    for seed in range(60):
        for seat in (0, 1):
            ours, other = EightEquityBot(game, random.Random(1)), EightRulesBot(game, random.Random(seed))
            end = play_out(game, (ours, other) if seat == 0 else (other, ours), seed, None)
            total += end.bankrolls[seat] - 1000
    assert total > 0


def test_equity_knows_a_board_that_is_won() -> None:
    game = make(hands=1)
    state = game.new()
    while game.to_act(state) == CHANCE:
        state = game.apply(state, game.draw(state, FairChance.seeded("equity"))).state
    seat = game.to_act(state)
    assert seat is not None
    quads = ("As", "Ah", "Ad", "Ac", "2c", "3d", "7h", "8s")
    flops = (("Kh", "Kd", "Qs"), ("4c", "5c", "9d"), ("Jd", "Th", "6s"))
    hand = in_order(tuple(Card(each) for each in quads))
    boards = tuple(tuple(Card(each) for each in flop) for flop in flops)
    view = msgspec.structs.replace(game.view(state, seat), hand=hand, boards=boards)
    chance = equities(view, 400, 1)
    aces, rags = in_order((Card("As"), Card("Ah"))), in_order((Card("2c"), Card("3d")))
    assert all(chance[aces][board] > chance[rags][board] + 0.2 for board in range(3))
    assert chance[aces][0] > 0.75
    assert equities(view, 400, 1) == chance, "the same seed gives the same chances"


def test_EI24_montecarlo_beats_random() -> None:
    game = make(hands=1)
    total = 0
    for seed in range(8):
        for seat in (0, 1):
            ours, other = EightMonteCarloBot(game, random.Random(1)), RandomBot(game, random.Random(seed))
            end = play_out(game, (ours, other) if seat == 0 else (other, ours), seed, Budget(simulations=20))
            total += end.bankrolls[seat] - 1000
    assert total > 16 * 10


def test_EI24_made_hands_and_draws_look_better() -> None:
    table = looks((Card.SQ, Card.SJ, Card.D2))
    queens, ace_high = table[Card.CQ, Card.HQ], table[Card.DK, Card.HA]
    flush_draw, nothing = table[Card.S3, Card.S4], table[Card.C3, Card.H4]
    open_ended, gutshot = table[Card.CT, Card.HK], table[Card.C8, Card.HT]
    assert 1 >= queens > ace_high > nothing >= 0
    assert flush_draw > nothing
    assert open_ended > gutshot
    with_ace, with_king = looks((Card.SA, Card.H2, Card.D9)), looks((Card.SK, Card.H2, Card.D9))
    assert with_ace[Card.C3, Card.H4] > with_king[Card.C3, Card.H4]  # a five makes a wheel


@pytest.mark.parametrize("plo", [None, *Board])
def test_EI24_the_best_placement_is_the_first_of_all(plo: Board | None) -> None:
    game = make()
    state = game.parse_state(f"{FLOPS}; {HANDS}")
    judge = Judge(state.boards)
    rated = judge.ranked(placements(state.hands[0], plo))
    best = judge.best(state.hands[0], plo)
    assert {plan: score for score, plan in rated}[best] == pytest.approx(rated[0][0])
    assert [score for score, _ in rated] == sorted((score for score, _ in rated), reverse=True)


def test_EI24_a_budget_of_seconds_is_kept() -> None:
    game = make()
    view = game.view(game.parse_state(f"{FLOPS}; {HANDS}"), 0)
    bot = EightMonteCarloBot(game, random.Random(3))
    assert isinstance(bot.choose(view, Budget(seconds=0.02)), Place)
    assert isinstance(bot.choose(view, Budget(seconds=0.0)), Place)
    bot.default_budget = Budget(simulations=2)  # type: ignore[misc]  # one bot, made quick for this test
    assert bot.choose(view, Budget()) in game.choices(view)


def test_EI24_with_one_way_left_nothing_is_played_out() -> None:
    game = make("alternating")
    state = game.parse_state(
        f"{FLOPS}; dealer: 1; to act: 1; plo: A; placed 0: A As 9d 8c 2h, B 2s 6d, C Ac 4h;"
        "placed 1: A 9s 5s 7d 7c, B 8d 8h, C Ks; hand 1: Qd"
    )
    bot = EightMonteCarloBot(game, random.Random(3))
    assert str(bot.choose(game.view(state, 1))) == "put Qd C"
    state = game.apply(state, game.parse("put Qd C")).state
    assert str(bot.choose(game.view(state, 0))) == "lock"
