"""Mulle players remember how the other played, and believe in hands that explain it."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import numpy as np
import pytest

from korthus.bots.chair import for_players
from korthus.bots.mulle import thinking
from korthus.bots.mulle.belief import imagine
from korthus.bots.mulle.learnt import TOLD, tell
from korthus.bots.mulle.memory import Heard, Memory
from korthus.bots.mulle.policy import ROOM, WIDE, chance_unseen
from korthus.bots.mulle.worlds import VIEW_SIZE, WORLDS, determinise, no_secret, pack_view
from korthus.bots.protocol import Budget
from korthus.bots.registry import make_bot
from korthus.core.chance import FairChance, seed_bytes
from korthus.core.protocol import CHANCE, visible
from korthus.games.mulle.cards import HAND_VALUE
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.view import MulleView
from korthus.kernels.mulle import kernel as mulle
from korthus.kernels.mulle import layout as at
from korthus.kernels.rng import stream
from korthus.table import Notice, Player, Table

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


def hear(memory: Memory, notice: Notice) -> None:
    memory.listen(for_players([notice]))


def practice(seed: int) -> tuple[Table, list[Memory]]:
    """A practice table whose cards are dealt, and what each seat remembers of it."""
    game = Mulle(MulleRules.make(omgangar=1))
    table = Table(game, [Player("A"), Player("B")], server_seed=seed_bytes(seed), practice=True)
    memories = [Memory(game), Memory(game)]
    for seat, memory in enumerate(memories):
        table.listen(partial(hear, memory), seat=seat)
    table.start()
    return table, memories


def play_on(table: Table, plays: int, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(plays):
        seat = table.to_act
        assert seat is not None
        table.submit(seat, table.game.pick(table.view(seat), rng), version=table.version)


def believed(table: Table, memory: Memory, seat: int) -> list[tuple[int, list[int]]]:
    """What a memory says of the other's plays: their numbers, and the position before each."""
    view = table.view(seat)
    assert isinstance(table.game, Mulle)
    assert isinstance(view, MulleView)
    heard = memory.plays(pack_view(table.game, view), 1 - seat)
    return [(each.code, each.before.tolist()) for each in heard]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("plays", [4, 20])  # in the first rond and in the second
def test_plays_that_were_taken_back_are_forgotten_and_the_others_kept(plays: int, seed: int) -> None:
    table, memories = practice(seed)
    play_on(table, plays, seed)
    before = [believed(table, memories[seat], seat) for seat in range(2)]
    assert all(before)
    for more in (1, 2, 3):
        play_on(table, more, seed + more)
        for _ in range(more):
            table.undo()
        assert [believed(table, memories[seat], seat) for seat in range(2)] == before


def test_after_a_deal_was_taken_back_nothing_is_believed() -> None:
    table, memories = practice(3)
    play_on(table, 17, 3)  # a rond has 16 plays
    assert believed(table, memories[0], 0) or believed(table, memories[1], 1)
    table.undo()
    table.undo()
    assert [believed(table, memories[seat], seat) for seat in range(2)] == [[], []]


def test_who_missed_plays_believes_nothing() -> None:
    table, memories = practice(3)
    play_on(table, 2, 3)
    assert isinstance(table.game, Mulle)
    late = Memory(table.game)
    table.listen(partial(hear, late), seat=0)
    play_on(table, 4, 4)
    assert believed(table, memories[0], 0)
    assert believed(table, late, 0) == []


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


@pytest.mark.parametrize(("simulations", "hands"), [(2_000, 512), (1_024, 512), (100, 50), (1, None)])
def test_a_small_search_weighs_few_hands(
    monkeypatch: pytest.MonkeyPatch, simulations: int, hands: int | None
) -> None:
    game = Mulle(MulleRules.make(omgangar=1))
    state, _, _, seat = some_view(game, 1)
    weighed: list[int] = []

    def count(view: Any, seat: int, plays: Any, hands: int, seed: int) -> Any:
        weighed.append(hands)
        return imagine(view, seat, plays, hands, seed)

    monkeypatch.setattr(thinking, "imagine", count)
    bot: Any = make_bot("strong", game, "few")
    bot.advise(game.view(state, seat), Budget(simulations=simulations))
    assert weighed == ([] if hands is None else [hands])
