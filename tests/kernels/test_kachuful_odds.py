"""The compiled rule-based Kachuful player makes the choices of the readable one."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from korthus.bots.kachuful.odds import SEEN, VOIDS, WIDE, apply, best_bid, best_card, is_best_card
from korthus.bots.kachuful.players import RulesBot
from korthus.bots.kachuful.worlds import pack_view
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE
from korthus.games.kachuful import Kachuful, KachufulRules, KachufulView, Phase
from korthus.games.kachuful.actions import KachufulAction
from korthus.games.kachuful.state import KachufulState
from korthus.kernels.bits import lowest
from korthus.kernels.kachuful import kernel as kachuful
from korthus.kernels.kachuful.layout import BID, HANDS, Packed

TABLES: list[tuple[dict[str, Any], int]] = [
    ({}, 4),
    ({"start_cards": 13, "total_rounds": 6}, 4),
    ({"start_cards": 5, "total_rounds": 4}, 10),
    ({"scoring": "medium", "must_follow": False, "start_cards": 6}, 5),
    ({"scoring": "high_incentive", "first_leader": "highest_bidder"}, 2),
    ({"scoring": "point_per_trick", "dealer_restriction": False, "first_leader": "dealer"}, 6),
]


def packed_for(game: Kachuful, state: KachufulState, seat: int) -> Packed:
    """What the compiled player is given: the seat's view and its own hand, nobody else's."""
    full = pack_view(game, game.view(state, seat), random.Random(1))
    assert not any(full[HANDS + other] for other in range(len(state.hands)) if other != seat)
    return full[:WIDE].copy()


def compiled_choice(s: Packed, view: KachufulView) -> int:
    return BID + best_bid(s) if view.phase is Phase.BID else lowest(best_card(s))


@pytest.mark.parametrize(("options", "seats"), TABLES)
def test_it_chooses_what_the_readable_player_chooses(options: dict[str, Any], seats: int) -> None:
    game = Kachuful(KachufulRules.make(None, **options))
    bot, luck, compared = RulesBot(game, random.Random(1)), random.Random(2), 0
    for seed in range(4):
        state, chance = game.new(seats), FairChance.seeded(seed)
        while (seat := game.to_act(state)) is not None:
            if seat == CHANCE:
                state = game.apply(state, game.draw(state, chance)).state
                continue
            view = game.view(state, seat)
            action: KachufulAction = bot.choose(view)  # type: ignore[assignment]  # a bot of this game
            s = packed_for(game, state, seat)
            assert compiled_choice(s, view) == kachuful.encode(game, s, action), (seed, view)
            if view.phase is Phase.PLAY and len(choices := game.choices(view)) > 1:
                codes = [kachuful.encode(game, s, each) for each in choices]
                assert [each for each in choices if is_best_card(s, 1 << codes.pop(0))] == [action]
            compared += 1
            # Odd moves now and then, so that strange positions are met too.
            state = game.apply(
                state, action if luck.random() < 0.7 else luck.choice(game.choices(view))
            ).state
    assert compared > 300


def test_it_remembers_what_everybody_saw() -> None:
    game = Kachuful(KachufulRules.make(None))
    state, chance, luck = game.new(4), FairChance.seeded(3), random.Random(3)
    state = game.apply(state, game.draw(state, chance)).state
    s = np.zeros(WIDE, dtype=np.int64)
    s[: kachuful.SIZE] = kachuful.pack(game, state)
    shown = 0
    while state.round == 1:
        view = game.view(state, game.to_act(state))
        fresh = pack_view(game, view, luck)
        assert s[SEEN] == fresh[SEEN]
        assert s[VOIDS : VOIDS + 4].tolist() == fresh[VOIDS : VOIDS + 4].tolist()
        shown = max(shown, int(np.count_nonzero(s[VOIDS : VOIDS + 4])))
        action = luck.choice(game.choices(view))
        apply(s, kachuful.encode(game, s, action))
        state = game.apply(state, action).state
    assert shown
