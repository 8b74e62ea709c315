"""The players of mus: legal, reproducible, and better than chance."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from tests.games.mus.helpers import mus, play

from korthus.bots.mus.players import (
    BOTS,
    Habits,
    MonteCarloBot,
    RulesBot,
    best_discard,
    percentiles,
    prospects,
    rivals,
    shortlist,
    worth_keeping,
)
from korthus.bots.protocol import Bot, Budget
from korthus.bots.random import RandomBot
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE, Outcome
from korthus.games.mus.actions import (
    ACCEPT,
    ASK_MUS,
    NO_MUS,
    ORDAGO,
    PASS,
    REFUSE,
    Discard,
    Envido,
    MusAction,
)
from korthus.games.mus.cards import PACK
from korthus.games.mus.game import Mus
from korthus.games.mus.options import MusRules
from korthus.games.mus.scoring import Lance
from korthus.games.mus.text import read_cards

SMALL = Budget(simulations=12)


def match(
    game: Mus, kinds: Sequence[type[Bot]], seed: int, budget: Budget | None = None
) -> tuple[Outcome, list[str]]:
    bots = [kind(game, random.Random(f"{seed}/{seat}")) for seat, kind in enumerate(kinds)]
    chance = FairChance.seeded(seed)
    state, said = game.new(), []
    while (actor := game.to_act(state)) is not None:
        if actor == CHANCE:
            action = game.draw(state, chance)
        else:
            view = game.view(state, actor)
            chosen = bots[actor].choose(view, budget)
            assert chosen in game.choices(view)
            assert isinstance(chosen, MusAction)
            action = chosen
        said.append(str(action))
        state = game.apply(state, action).state
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome, said


def choose(
    kind: type[Bot], position: str, *, seed: int = 1, budget: Budget | None = None, **options: object
) -> str:
    game = mus(None, **options)
    state = game.parse_state(position)
    seat = game.to_act(state)
    assert seat is not None
    return str(kind(game, random.Random(seed)).choose(game.view(state, seat), budget))


@pytest.mark.parametrize("kind", [RulesBot, MonteCarloBot])
@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("standard", {}),
        ("mus", {}),
        ("mus", {"deck": (4, 0, 0, 0, 0, 1, 1, 2), "max_mus": 3}),
        ("single_hand", {"ordago": True}),
        ("standard", {"bets": (), "punto_bonus_on_accept": False, "deje_after_raise": "one"}),
        ("standard", {"bets": (), "ordago": False}),
        ("single_hand", {"bets": (2, 5), "raises": (2, 5), "max_raises": 1}),
    ],
)
def test_UI24_bots_play_any_table_legally_and_reproducibly(
    kind: type[Bot], preset: str, options: dict[str, object]
) -> None:
    """Proves: U-1."""
    game = mus(preset, **options)
    for seed in range(3):
        first = match(game, (kind, RandomBot), seed, SMALL)
        assert first == match(game, (kind, RandomBot), seed, SMALL)
    assert match(game, (kind, kind), 9, SMALL)[1]


def test_UI24_the_rule_player_beats_chance() -> None:
    game = mus()
    won = sum(match(game, (RulesBot, RandomBot), seed)[0].winners == (0,) for seed in range(30))
    won += sum(match(game, (RandomBot, RulesBot), seed)[0].winners == (1,) for seed in range(30))
    assert won >= 46  # of 60; it wins nine in ten


def test_UI24_the_monte_carlo_player_beats_chance() -> None:
    game, budget = mus(), Budget(simulations=40)
    won = sum(match(game, (MonteCarloBot, RandomBot), seed, budget)[0].winners == (0,) for seed in range(20))
    won += sum(match(game, (RandomBot, MonteCarloBot), seed, budget)[0].winners == (1,) for seed in range(20))
    assert won >= 28  # of 40


def test_UI24_time_is_a_budget_too() -> None:
    position = "cards 0: R R C 1; cards 1: R R S 1"
    assert choose(MonteCarloBot, position, budget=Budget(seconds=0.02))
    assert choose(MonteCarloBot, position, budget=Budget(seconds=5.0, simulations=1))
    assert choose(MonteCarloBot, position, budget=Budget())


@pytest.mark.parametrize("kind", BOTS.values())
def test_hopeless_cards_refuse_and_the_best_do_not(kind: type[Bot]) -> None:
    poor = "cards 0: 7 6 5 4; cards 1: R R S 1; bet: 8 by 1; to act: 0; hand: 1"
    assert choose(kind, poor) == str(REFUSE)
    best = "cards 0: R R R R; cards 1: 7 6 5 4; bet: 8 by 1; to act: 0"
    assert choose(kind, best) != str(REFUSE)
    assert choose(kind, "cards 0: R R R R; cards 1: R 6 5 4; bet: ordago by 1; to act: 0") == str(ACCEPT)
    assert choose(kind, "cards 0: 5 5 4 4; cards 1: R 6 5 4; bet: ordago by 1; to act: 0") == str(REFUSE)


def test_the_best_hand_bets_and_a_poor_one_usually_passes() -> None:
    assert choose(RulesBot, "cards 0: R R R R; cards 1: 7 6 5 4").startswith(("envido", "ordago"))
    poor = [choose(RulesBot, "cards 0: 6 5 4 4; cards 1: 7 6 5 4", seed=seed) for seed in range(60)]
    assert poor.count(str(PASS)) > 40
    assert poor.count(str(Envido(2))) > 1  # a bluff now and then


def test_near_the_end_the_score_decides() -> None:
    # The other lacks one stone, which any refusal gives: a fair hand takes the órdago on.
    fair = "cards 0: R R 7 4; cards 1: 7 6 5 4; bet: ordago by 1; to act: 0"
    assert choose(RulesBot, f"{fair}; stones: 0, 0") == str(REFUSE)
    assert choose(RulesBot, f"{fair}; stones: 3, 39") == str(ACCEPT)
    # Órdago is thought of with the best cards, or with nothing to lose.
    game = mus()
    for cards, stones, bold in (
        ("R R R R", "0, 0", True),
        ("S 7 6 4", "0, 0", False),
        ("S 7 6 4", "2, 39", True),
    ):
        view = game.view(game.parse_state(f"cards 0: {cards}; cards 1: 7 5 5 4; stones: {stones}"), 0)
        assert (ORDAGO in shortlist(game.rules, view, game.choices(view))) is bold
    rules = MusRules()
    assert prospects(rules, 40, 39) == 1.0
    assert prospects(rules, 39, 40) == 0.0
    assert prospects(rules, 20, 20) == 0.5
    assert prospects(rules, 36, 30) > prospects(rules, 16, 10) > 0.5


def test_changing_cards() -> None:
    rules = MusRules()
    assert worth_keeping(rules, read_cards("R R R 1"))
    assert worth_keeping(rules, read_cards("R R C C"))
    assert not worth_keeping(rules, read_cards("7 6 5 4"))
    assert str(best_discard(read_cards("R R 7 4"))) == "discard 7 4"
    assert str(best_discard(read_cards("7 6 5 4"))) == "discard 6 5 4"
    assert str(best_discard(read_cards("R R R R"))) == "discard R"
    game = mus("mus")
    state = game.parse_state("cards 0: 7 6 5 4; cards 1: R R 7 7")
    assert RulesBot(game, random.Random(1)).choose(game.view(state, 0)) == ASK_MUS
    state, _ = play(game, state, "mus")
    assert RulesBot(game, random.Random(1)).choose(game.view(state, 1)) == NO_MUS
    state, _ = play(game, state, "mus")
    assert isinstance(MonteCarloBot(game, random.Random(1)).choose(game.view(state, 0), SMALL), Discard)


def test_percentiles_are_exact() -> None:
    tables = percentiles(PACK)
    assert [len(table) for table in tables] == [330, 330, 260, 104, 226]
    grande = tables[Lance.GRANDE.number]
    # Four kings: 70 of 91,390 hands, and nothing beats them.
    assert grande[read_cards("R R R R")] == pytest.approx(1 - 35 / 91_390)
    assert tables[Lance.CHICA.number][read_cards("1 1 1 1")] == pytest.approx(1 - 35 / 91_390)
    juego = tables[Lance.JUEGO.number]
    assert juego[read_cards("R R R 1")] == pytest.approx(1 - 8384 / 2 / 24_444)


def test_rivals_are_weighed_by_the_cards_that_are_left() -> None:
    game = mus()
    state = game.parse_state("cards 0: R R R R; cards 1: 7 6 5 4")
    field = rivals(game.rules, game.view(state, 0), Lance.GRANDE)
    assert sum(rival.weight for rival in field) == pytest.approx(1)
    assert all(rival.beaten for rival in field)  # the mano wins even against the other four kings
    late = game.parse_state("cards 0: R R C 1; cards 1: R R S 1; lance: juego")
    said = rivals(game.rules, game.view(late, 1), Lance.JUEGO)
    assert 0 < sum(rival.weight for rival in said if rival.beaten) < 1
    assert len(said) < len(field)


def test_what_was_said_makes_hands_likelier() -> None:
    game = mus()
    habits = Habits(game.rules)
    good, poor = "cards 0: 7 6 5 4; cards 1: R R R 1", "cards 0: 7 6 5 4; cards 1: 7 6 5 4"
    line = "settled: grande accepted 4 by 1; lance: chica; bet: 2 by 1"
    likely = [
        habits.likelihood(game.view(state, 0), state)
        for state in (game.parse_state(f"{each}; {line}") for each in (good, poor))
    ]
    assert likely[0] > likely[1]
    line = "settled: grande refused 1 by 0; lance: chica"
    likely = [
        habits.likelihood(game.view(state, 0), state)
        for state in (game.parse_state(f"{each}; {line}") for each in (good, poor))
    ]
    assert likely[0] < likely[1]
