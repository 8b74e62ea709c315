"""A Kachuful player knows by the rounds that are over whether the others act like the sensible seat."""

from __future__ import annotations

import random
from typing import Any

import pytest

from korthus.bots.kachuful.company import Company
from korthus.bots.kachuful.heard import Heard
from korthus.bots.protocol import Budget
from korthus.bots.registry import make_bot
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE, Event, visible
from korthus.games.kachuful import Kachuful, KachufulRules
from korthus.table import UndoDone


def rounds_of(levels: list[str], rounds: int, seed: int = 5, **options: Any) -> tuple[Kachuful, Heard]:
    """What the first seat has heard in the first ``rounds`` rounds."""
    game, heard = Kachuful(KachufulRules.make(None, **options)), Heard()
    chance, state = FairChance.seeded(seed), game.new(len(levels))
    bots = [make_bot(level, game, f"{seed} {seat}") for seat, level in enumerate(levels)]
    while (seat := game.to_act(state)) is not None and state.round <= rounds:
        if seat == CHANCE:
            step = game.apply(state, game.draw(state, chance))
        else:
            action: Any = bots[seat].choose(game.view(state, seat), Budget(simulations=20))
            step = game.apply(state, action)
        state = step.state
        heard.listen(visible(step.events, 0))
    return game, heard


@pytest.mark.parametrize("scoring", ["10_plus_predicted", "point_per_trick"])
@pytest.mark.parametrize("seats", [2, 4, 7])
def test_rounds_of_rule_based_players_are_explained_to_the_last_card(seats: int, scoring: str) -> None:
    game, heard = rounds_of(["rules"] * seats, 3, scoring=scoring)
    company = Company(game)
    assert len(heard.rounds_before(4)) == 3
    assert [company.is_sensible(heard.rounds_before(4), seat) for seat in range(seats)] == [True] * seats


@pytest.mark.parametrize("other", ["random", "easy", "normal"])
def test_one_who_plays_otherwise_is_noticed_by_everybody_else(other: str) -> None:
    game, heard = rounds_of(["rules", other, "rules"], 3)
    company = Company(game)
    found = [company.is_sensible(heard.rounds_before(4), seat) for seat in range(3)]
    assert found == [False, True, False]


def test_of_a_few_cards_nothing_is_judged() -> None:
    game, heard = rounds_of(["rules", "random"], 1, start_cards=2)
    assert Company(game).is_sensible(heard.rounds_before(2), 0) is None


def test_of_a_game_that_begins_anew_no_round_has_been_heard() -> None:
    game, heard = rounds_of(["rules"] * 3, 2)
    assert len(heard.rounds_before(3)) == 2
    state = game.new(3)
    heard.listen(visible(game.apply(state, game.draw(state, FairChance.seeded(6))).events, 0))
    assert heard.rounds_before(3) == []


def test_what_was_taken_back_was_not_heard() -> None:
    """Taking the last action back leaves what one has heard who never heard it."""
    game, chance = Kachuful(KachufulRules.make(None, start_cards=3)), FairChance.seeded(8)
    state = game.new(3)
    told: list[tuple[Event, ...]] = []
    rng = random.Random(8)
    while len(told) < 40 and (seat := game.to_act(state)) is not None:
        action = game.draw(state, chance) if seat == CHANCE else game.pick(game.view(state, seat), rng)
        step = game.apply(state, action)
        state = step.state
        told.append(visible(step.events, 0))
    for back in range(1, 40):
        heard, other = Heard(), Heard()
        for events in told:
            heard.listen(events)
        heard.listen([UndoDone(seat=None, taken_back=back, left=40 - back)])
        for events in told[: 40 - back]:
            other.listen(events)
        assert heard.rounds_before(99) == other.rounds_before(99)
        heard.listen([event for events in told[40 - back :] for event in events])
        for events in told[40 - back :]:
            other.listen(events)
        assert heard.rounds_before(99) == other.rounds_before(99) != []
