"""Mulle players remember how the other played, and believe in hands that explain it."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from korthus.bots.mulle.belief import imagine
from korthus.bots.mulle.learnt import TOLD, tell
from korthus.bots.mulle.memory import Heard, Memory
from korthus.bots.mulle.policy import ROOM, WIDE, chance_unseen
from korthus.bots.mulle.worlds import VIEW_SIZE, WORLDS, determinise, no_secret, pack_view
from korthus.bots.protocol import Budget
from korthus.bots.registry import make_bot
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE, visible
from korthus.games.mulle.cards import HAND_VALUE
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.options import MulleRules
from korthus.kernels.mulle import kernel as mulle
from korthus.kernels.mulle import layout as at
from korthus.kernels.rng import stream
from korthus.table import UndoDone

OPTIONS: list[dict[str, Any]] = [
    {"omgangar": 2},
    {"preset": "draft", "omgangar": 1},
    {"open_build_modifiable_by": "owner", "opponent_same_value": "merge", "omgangar": 1},
    {"builds_in_sums": "all", "special_capture": "any_sum", "down_from_single": True, "omgangar": 1},
    {"identical_rule": "off", "mulle_identity": "rank", "consolidation": "none", "omgangar": 1},
]


def rules(options: dict[str, Any]) -> MulleRules:
    preset = options.get("preset")
    return MulleRules.make(preset, **{name: value for name, value in options.items() if name != "preset"})


def leads_to(heard: Heard, code: int) -> list[int]:
    """What lies where after a play. Of several cards that are drawn together any may be what was built on."""
    after = heard.before.copy()
    mulle.apply(after, code)
    return [*after[: at.TABLE].tolist(), *sorted(after[at.TABLE : at.TABLE + after[at.PILES]].tolist())]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_who_listens_knows_every_play_of_the_rond(options: dict[str, Any]) -> None:
    game = Mulle(rules(options))
    rng, chance = random.Random(str(options)), FairChance.seeded(5)
    memories = [Memory(game), Memory(game)]
    state = game.new(2)
    played: list[tuple[int, int]] = []
    compared = 0
    while (seat := game.to_act(state)) is not None:
        if seat == CHANCE:
            played = []
            step = game.apply(state, game.draw(state, chance))
        else:
            for watcher in (0, 1):
                heard = memories[watcher].plays(pack_view(game, game.view(state, watcher)), 1 - watcher)
                made = [code for who, code in played if who != watcher]
                assert len(heard) == len(made)
                assert all(
                    leads_to(each, each.code) == leads_to(each, code)
                    for each, code in zip(heard, made, strict=True)
                )
                compared += len(heard)
            action: Any = game.pick(game.view(state, seat), rng)
            packed = mulle.pack(game, state)
            played.append((seat, mulle.encode(game, packed, action)))
            step = game.apply(state, action)
        state = step.state
        for watcher in (0, 1):
            memories[watcher].listen(visible(step.events, watcher))
    assert compared > 200


def test_what_was_taken_back_or_missed_is_not_believed() -> None:
    game = Mulle(MulleRules.make(omgangar=1))
    chance, rng = FairChance.seeded(3), random.Random(3)
    memory, late = Memory(game), Memory(game)
    state = game.new(2)
    for number in range(6):
        seat = game.to_act(state)
        assert seat is not None
        if seat == CHANCE:
            step = game.apply(state, game.draw(state, chance))
        else:
            action: Any = game.pick(game.view(state, seat), rng)
            step = game.apply(state, action)
        state = step.state
        memory.listen(visible(step.events, 0))
        if number > 1:
            late.listen(visible(step.events, 0))
    view = pack_view(game, game.view(state, 0))
    assert memory.plays(view, 1)
    assert late.plays(view, 1) == []
    memory.listen([UndoDone(seat=1, taken_back=1, left=0)])
    assert memory.plays(view, 1) == []


def some_view(game: Mulle, seed: int) -> tuple[Any, Any, Memory, int]:
    """A view of somebody who has seen the other play a few cards."""
    rng, chance = random.Random(seed), FairChance.seeded(seed)
    memories = [Memory(game), Memory(game)]
    bots = [make_bot("normal", game, f"{seed} {seat}") for seat in range(2)]
    state, plays = game.new(2), rng.randint(4, 12)
    while True:
        seat = game.to_act(state)
        assert seat is not None
        if seat == CHANCE:
            step = game.apply(state, game.draw(state, chance))
        elif plays == 0:
            return state, pack_view(game, game.view(state, seat)), memories[seat], seat
        else:
            plays -= 1
            action: Any = bots[seat].choose(game.view(state, seat), Budget(simulations=20))
            step = game.apply(state, action)
        state = step.state
        for watcher in (0, 1):
            memories[watcher].listen(visible(step.events, watcher))


@pytest.mark.parametrize("seed", range(6))
def test_every_hand_believed_in_is_one_that_the_view_allows(seed: int) -> None:
    game = Mulle(MulleRules.make(omgangar=1))
    state, view, memory, seat = some_view(game, seed)
    full = imagine(view, seat, memory.plays(view, 1 - seat), 200, seed)
    assert full[WORLDS] == 200
    other = state.sides[1 - seat]
    world = np.zeros(WIDE, dtype=np.int64)
    rng = stream(seed)
    for _ in range(50):
        determinise(full, seat, rng, world)
        drawn = mulle.unpack(game, world[: mulle.SIZE])
        hand = drawn.sides[1 - seat].hand
        assert len(hand) == len(other.hand)
        assert {HAND_VALUE[card] for card in hand} >= set(other.holds)
        # Every card of the two packs is somewhere, and nowhere twice.
        assert mulle.pack(game, drawn)[: at.TABLE].tolist() == world[: at.TABLE].tolist()
        assert drawn.sides[seat] == mulle.normal(state).sides[seat]


def test_who_left_a_twin_lying_has_none_most_likely() -> None:
    """The other discards while a king lies there: that he holds its twin becomes unlikely."""
    game = Mulle(MulleRules.make(omgangar=1))
    less = more = 0
    for seed in range(40):
        _, view, memory, seat = some_view(game, seed)
        past = memory.plays(view, 1 - seat)
        if not past or no_secret(view) or past[-1].code & 3 != at.DISCARD:
            continue
        before = past[-1].before
        lay = int(before[at.SINGLES]) & ~int(before[at.SINGLES + 1]) & int(view[at.UNDEALT])
        twins = [face for face in range(52) if lay >> face & 1 and at.HAND_VALUES[face] < 14]
        full = imagine(view, seat, past, 2000, seed)
        hands = full[VIEW_SIZE:].reshape(-1, 2)[:, 0]
        evenly = stream(seed)
        world = np.zeros(WIDE, dtype=np.int64)
        for face in twins:
            believed = float((hands >> face & 1).mean())
            drawn = 0
            for _ in range(500):
                determinise(view, seat, evenly, world)
                drawn += int(world[at.HANDS + 2 * (1 - seat)]) >> face & 1
            less += believed < 0.5 * drawn / 500
            more += believed > drawn / 500
    assert less > 5 * max(1, more)


def test_what_is_told_of_a_play_needs_no_hidden_card() -> None:
    """Which of the cards that a seat has not seen the other holds changes nothing that is told."""
    game = Mulle(MulleRules.make(omgangar=1))
    for seed in range(6):
        state, view, _, seat = some_view(game, seed)
        codes = [
            mulle.encode(game, mulle.pack(game, state), each) for each in game.choices(game.view(state, seat))
        ]
        rows = []
        for luck in range(3):
            world = np.zeros(WIDE, dtype=np.int64)
            determinise(view, seat, stream(luck), world)
            row, found = np.zeros(TOLD), []
            for code in codes:
                tell(world, world[ROOM:], code, chance_unseen(world), row)
                found.append(row.tolist())
            rows.append(found)
        assert rows[0] == rows[1] == rows[2]
