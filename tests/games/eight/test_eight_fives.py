"""The five cards that make a hand are told with it, in the event and in the view."""

from __future__ import annotations

import random

import pytest

import korthus
from korthus.games.eight.boards import Kind
from korthus.games.eight.evaluate import describe, five
from korthus.games.eight.events import BoardResult


@pytest.mark.parametrize("seed", range(6))
def test_the_five_cards_make_the_hand_that_is_named(seed: int) -> None:
    game = korthus.game("eight", hands=2)
    rng, chance = random.Random(seed), korthus.FairChance.seeded(str(seed))
    state, results = game.new(2), 0
    while (seat := game.to_act(state)) is not None:
        before = state
        if seat == korthus.CHANCE:
            state, events = game.apply(state, game.draw(state, chance))
        else:
            state, events = game.apply(state, game.pick(game.view(state, seat), rng), seat=seat)
        for event in events:
            if not isinstance(event, BoardResult):
                continue
            results += 1
            for player, cards in enumerate(event.fives):
                hole = before.placed[player][event.board.number]
                assert describe(five(cards)) == event.hands[player]
                assert len(set(cards)) == 5
                if event.kind is Kind.PLO:
                    assert len({*cards} & {*hole}) == 2
            fives = game.view(state, None).fives[event.board.number]
            assert fives in (event.fives, None)  # the board is gone when another hand has begun
    assert results == 6
