"""The usual levels of a game that brings only its rules."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from tests.support.catalogued import put_into_catalogue
from tests.support.high_card import HighCard, HighCardRules, HighCardState, Play

import korthus
from korthus.bots.advice import Adviser
from korthus.bots.brings import players_of
from korthus.bots.default.players import BOTS, horizon_of
from korthus.bots.levels import NAMES
from korthus.bots.protocol import Budget
from korthus.bots.registry import bot_names, make_bot
from korthus.bots.rules_search import search
from korthus.bots.warm import compiled_levels
from korthus.core.cards import Card
from korthus.core.errors import TooManyActions
from korthus.core.protocol import CHANCE

GAME = HighCard(HighCardRules())
FEW = Budget(simulations=8)
#: Seat 0 follows to a nine with a ten, a three and an ace: the cheapest winner is best.
FOLLOWS = "round: 2; hands: 3s Ts As / 2s 4s; tricks: 1 2; leader: 1; table: 9s"


class Telling(HighCard):
    """High card that says how it stands."""

    def standing(self, state: HighCardState) -> Sequence[float]:
        return state.tricks


class Endless(HighCard):
    """High card with too many actions to list them."""

    def choices(self, view: Any) -> tuple[Any, ...]:
        raise TooManyActions(0)

    def pick(self, view: Any, rng: random.Random) -> Any:
        return rng.choice([Play(card) for card in view.hand])


def test_a_game_without_players_has_the_usual_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    put_into_catalogue(monkeypatch)
    assert bot_names("high_card") == ("random", *NAMES)
    assert compiled_levels("high_card") == ()
    assert players_of("high_card").BOTS is BOTS


@pytest.mark.parametrize("name", [info.name for info in korthus.catalogue()])
def test_the_games_of_the_house_bring_their_own(name: str) -> None:
    assert players_of(name).BOTS is not BOTS


def test_it_wins_the_last_trick_it_can() -> None:
    view = GAME.view(
        GAME.parse_state("round: 2; hands: 3s As / 4s; tricks: 3 1; leader: 1; table: 9s; taken: 5s 6s"), 0
    )
    bot = BOTS["easy"](GAME, random.Random(3))
    assert isinstance(bot, Adviser)
    first, second = bot.advise(view, Budget(simulations=200))
    # After the ace the three loses or not; after the three the ace wins the last trick in any case.
    assert {first.action, second.action} == {Play(Card.S3), Play(Card.SA)}
    assert first.value >= second.value
    assert first.visits + second.visits == 200


def test_all_its_luck_is_its_own() -> None:
    view = GAME.view(GAME.parse_state(FOLLOWS), 0)
    chosen = {str(BOTS["normal"](GAME, random.Random(7)).choose(view, Budget(simulations=60))) for _ in "123"}
    assert len(chosen) == 1


def test_worth_is_what_is_still_gained_up_to_the_end_of_the_round() -> None:
    """One trick is left of the first of two rounds, and the last card wins it or not."""
    state = GAME.parse_state("round: 1; hands: 3s / -; tricks: 1 1; leader: 1; table: 9s; taken: 4s 5s 6s 7s")
    game = Telling(HighCardRules())
    view = game.view(state, 0)
    (tried,) = search(
        game, view, game.choices(view), horizon_of(game), Budget(simulations=8), random.Random(1)
    )
    assert (tried.value, tried.error) == (-1.0, 0.0)
    plain = GAME.view(state, 0)
    (whole,) = search(
        GAME, plain, GAME.choices(plain), horizon_of(GAME), Budget(simulations=8), random.Random(1)
    )
    assert whole.error > 0, "without a standing the next round is played, too"


def test_of_two_bounds_the_first_ends_a_search() -> None:
    view = GAME.view(GAME.parse_state(FOLLOWS), 0)
    bot = BOTS["strong"](GAME, random.Random(1))
    assert isinstance(bot, Adviser)
    assert sum(each.visits for each in bot.advise(view, Budget(simulations=30, seconds=600))) <= 30
    assert sum(each.visits for each in bot.advise(view, Budget(simulations=10**9, seconds=0.01))) < 10**9


def test_too_many_actions_are_drawn_from() -> None:
    game = Endless(HighCardRules())
    view = game.view(game.parse_state(FOLLOWS), 0)
    assert BOTS["easy"](game, random.Random(1)).choose(view).card in view.hand  # type: ignore[attr-defined]


def test_levels_play_a_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    put_into_catalogue(monkeypatch)
    game, chance = korthus.game("high_card"), korthus.FairChance.seeded(5)
    bots = [make_bot(name, game, 1) for name in ("easy", "normal", "random")]
    state = game.new(3)
    while (actor := game.to_act(state)) is not None:
        action = game.draw(state, chance) if actor == CHANCE else bots[actor].choose(game.view(state, actor))
        state = game.apply(state, action).state
    outcome = game.outcome(state)
    assert outcome is not None
    assert sum(outcome.scores) == 6
