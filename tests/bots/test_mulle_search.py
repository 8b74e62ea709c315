"""The Mulle bots that search: honest, legal, reproducible, quick, and sensible at the table."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import numpy as np
import pytest

import korthus
from korthus.bots.advice import Advice
from korthus.bots.levels import NAMES
from korthus.bots.mulle.levels import LEVELS
from korthus.bots.mulle.players import BOTS, GreedyBot
from korthus.bots.mulle.policy import (
    MENU,
    WIDE,
    actor,
    apply,
    lead,
    legal,
    policy,
    random_rollout,
    rollout,
)
from korthus.bots.mulle.search import SEARCH_BOTS, SearchBot
from korthus.bots.mulle.worlds import VIEW_SIZE, determinise, pack_view
from korthus.bots.protocol import Bot, Budget
from korthus.bots.random import RandomBot
from korthus.core.chance import FairChance
from korthus.core.errors import InvalidState
from korthus.core.protocol import CHANCE
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.state import MulleState
from korthus.games.mulle.view import MulleView
from korthus.kernels.mulle import kernel as mulle
from korthus.kernels.mulle.layout import HANDS, STARTER, TURN
from korthus.kernels.rng import below, stream

StrongBot = SEARCH_BOTS["strong"]

FEW = Budget(simulations=40)


def make(preset: str | None = None, **options: Any) -> Mulle:
    game = korthus.game("mulle", preset, **options)
    assert isinstance(game, Mulle)
    return game


def positions(game: Mulle, seed: int) -> list[MulleState]:
    """Every moment of a session between greedy bots in which a seat is to act."""
    chance, state = FairChance.seeded(seed), game.new()
    bot = GreedyBot(game, random.Random(seed))
    moments = []
    while (seat := game.to_act(state)) is not None:
        if seat == CHANCE:
            state = game.apply(state, game.draw(state, chance)).state
        else:
            moments.append(state)
            state = game.apply(state, bot.choose(game.view(state, seat))).state  # type: ignore[arg-type]
    return moments


def view_of(game: Mulle, state: MulleState) -> MulleView:
    return game.view(state, game.to_act(state))


def play(game: Mulle, bots: list[Bot], seed: int, budget: Budget) -> MulleState:
    chance, state = FairChance.seeded(seed), game.new()
    while (seat := game.to_act(state)) is not None:
        action: Any
        if seat == CHANCE:
            action = game.draw(state, chance)
        else:
            action = bots[seat].choose(game.view(state, seat), budget)
        state = game.apply(state, action, seat=None if seat == CHANCE else seat).state
    return state


TABLES: list[tuple[str, dict[str, Any]]] = [
    ("complete", {}),
    ("draft", {}),
    ("complete", {"hand_size": 5, "bonus_scope": "session", "mulle_identity": "rank"}),
    ("complete", {"ronder_nominal": 2, "leftovers": "last_capturer", "bonus_scope": "rond"}),
    ("draft", {"trail_restriction": True, "mulle_card_counts_intake": False, "intake_in_total": True}),
]


@pytest.mark.parametrize(("preset", "options"), TABLES)
def test_it_plays_every_table_and_the_same_way_twice(preset: str, options: dict[str, Any]) -> None:
    game = make(preset, omgangar=1, **options)
    games = [play(game, [StrongBot(game, random.Random(seat)) for seat in (0, 1)], 5, FEW) for _ in range(2)]
    assert games[0] == games[1]
    assert game.outcome(games[0]) is not None


@pytest.mark.parametrize(("preset", "options"), TABLES)
def test_every_world_is_one_that_the_view_allows(preset: str, options: dict[str, Any]) -> None:
    game = make(preset, omgangar=1, **options)
    rng, luck = random.Random(7), stream(7)
    world = np.zeros(WIDE, dtype=np.int64)
    moments = positions(game, 7)
    for state in rng.sample(moments, min(60, len(moments))):
        shown = mulle.normal(state)
        view = view_of(game, shown)
        packed = pack_view(game, view)
        for _ in range(8):
            determinise(packed, view.seat or 0, luck, world)
            assert game.view(mulle.unpack(game, world), view.seat) == view
            assert mulle.pack(game, mulle.unpack(game, world)).tolist()[:HANDS] == world[:HANDS].tolist()


def test_worlds_are_drawn_evenly() -> None:
    """The other is known to hold two values; every hand that has both comes up equally often."""
    game = make(decks=1, ronder_nominal=1, table_cards=4, hand_size=3)
    state = game.parse_state(
        "table: [7 of 1: HJ 4 + KL 3], [9 of 1: HJ 5 + KL 4]; hand: KL 2, KL 5, KL 6; "
        "hand 1: HJ 7, RU 9, SP J; holds 1: 7, 9"
    )
    view = game.view(state, 0)
    assert view.sides[1].holds == (7, 9)
    packed = pack_view(game, view)
    luck, world = stream(3), np.zeros(WIDE, dtype=np.int64)
    draws = 40_000
    seen: Counter[int] = Counter()
    for _ in range(draws):
        determinise(packed, 0, luck, world)
        seen[int(world[HANDS + 2])] += 1
    # Four sevens, four nines: one of each and another card, or two of the one and one of the other.
    unseen = 52 - 4 - 3
    hands = 4 * 4 * (unseen - 8) + 2 * 6 * 4
    assert len(seen) == hands
    mean = draws / hands
    chi = sum((each - mean) ** 2 / mean for each in seen.values())
    assert chi < hands - 1 + 4.5 * (2 * (hands - 1)) ** 0.5


def test_it_answers_to_what_the_seat_may_know_and_nothing_else() -> None:
    game = make(omgangar=1)
    rng = random.Random(11)
    for state in rng.sample(positions(game, 11), 25):
        view = view_of(game, state)
        other = game.sample(view, rng)
        answers = {
            StrongBot(game, random.Random(1)).choose(game.view(each, view.seat), Budget(simulations=200))
            for each in (state, other)
        }
        assert len(answers) == 1


def test_a_view_that_cannot_be_is_refused() -> None:
    game = make()
    view = game.view(game.parse_state("table: KL 4; hand: KL 2, HJ 3; hand 1: HJ 7"), 0)
    side = msgspec.structs.replace(view.sides[1], holds=(7, 9))
    with pytest.raises(InvalidState, match="IMPOSSIBLE_VIEW"):
        pack_view(game, msgspec.structs.replace(view, sides=(view.sides[0], side)))


def test_levels_differ_in_thought_only() -> None:
    assert list(BOTS) == ["learner", "greedy", *NAMES]
    for name, level in LEVELS.items():
        assert BOTS[name].default_budget == level.budget
        assert BOTS[name].about == level.about
        assert BOTS[name].choose is SearchBot.choose


def test_where_the_kernel_does_not_know_the_table_it_says_so_and_keeps_its_rules() -> None:
    game = make(capture_choice="free", omgangar=1)
    bot = StrongBot(game, random.Random(1))
    assert bot.note is not None
    assert "capture_choice" in bot.note
    assert StrongBot(make(), random.Random(1)).note is None
    view = view_of(game, positions(game, 2)[5])
    advice = bot.advise(view, FEW)
    assert {each.action for each in advice} == set(game.choices(view))
    assert advice[0].action == StrongBot(game, random.Random(1)).choose(view, FEW)
    assert sum(each.visits for each in advice) >= len(advice)


def test_search_on_the_rules_beats_chance() -> None:
    game = make(capture_choice="free", omgangar=1, hand_size=4, ronder_nominal=1)
    lead = 0
    for deal in range(8):
        for seat in (0, 1):
            bots: list[Bot] = [RandomBot(game, random.Random(deal)), RandomBot(game, random.Random(deal))]
            bots[seat] = StrongBot(game, random.Random(deal))
            outcome = game.outcome(play(game, bots, deal, Budget(simulations=200)))
            assert outcome is not None
            lead += outcome.scores[seat] - outcome.scores[1 - seat]
    assert lead > 0


def test_advice_lists_every_choice_the_chosen_one_first() -> None:
    game = make(omgangar=1)
    moments = positions(game, 5)
    for state in (*moments[:12:2], *moments[-14:-1]):
        view = view_of(game, state)
        advice = StrongBot(game, random.Random(2)).advise(view, Budget(simulations=300))
        assert sorted(map(str, (each.action for each in advice))) == sorted(map(str, game.choices(view)))
        assert all(each.reasons for each in advice)
        assert sum(each.visits for each in advice) in (0, 300)
        if len(advice) > 1:
            chosen = StrongBot(game, random.Random(2)).choose(view, Budget(simulations=300))
            assert advice[0].action == chosen


def advise(position: str, **options: Any) -> tuple[Advice, ...]:
    game = make(None, **options)
    state = game.parse_state(position)
    bot = StrongBot(game, random.Random(1))
    return bot.advise(game.view(state, game.to_act(state)), Budget(simulations=2_000))


def facts(advice: tuple[Advice, ...], action: str) -> dict[str, dict[str, str | int]]:
    return {
        reason.key.removeprefix("mulle.advice."): reason.params
        for each in advice
        if str(each.action) == action
        for reason in each.reasons
    }


def test_it_takes_a_mulle_and_says_what_it_is_worth() -> None:
    advice = advise("rond: 2; table: HJ 9, KL 4, RU 2; hand: HJ 9, KL 3, RU K; hand 1: KL 5, RU 6, HJ 8")
    assert str(advice[0].action) == "capture HJ 9: HJ 9"
    assert facts(advice, "capture HJ 9: HJ 9")["mulle"] == {"card": "9♥", "points": 9}


def test_it_says_what_a_tabbe_an_intake_a_build_and_a_discard_mean() -> None:
    advice = advise("rond: 2; table: SP 9; hand: HJ 9, KL 3, KL 3, RU Q; hand 1: KL 5, RU 6, HJ 8, HJ Q")
    assert facts(advice, "capture HJ 9: SP 9") == {"tabbe": {}, "intake": {"points": 1}}
    assert facts(advice, "build KL 3 on SP 9") == {"builds": {"value": 12, "card": "Q♦"}}
    assert "twin_in_hand" in facts(advice, "discard KL 3")


def test_it_says_which_build_the_other_can_take() -> None:
    advice = advise(
        "rond: 2; table: [7 of 1: HJ 4 + KL 3], RU 5; hand: HJ 9, KL Q, RU 5; "
        "hand 1: KL 7, RU 6, HJ 8; holds 1: 7"
    )
    assert facts(advice, "discard HJ 9")["leaves_build"] == {"value": 7}


def test_the_end_of_the_last_rond_is_exact() -> None:
    game = make(omgangar=1)
    state = positions(game, 9)[-9]
    view = view_of(game, state)
    advice = StrongBot(game, random.Random(1)).advise(view, Budget(simulations=1))
    assert all(each.error == 0.0 for each in advice)
    assert [each.value for each in advice] == sorted((each.value for each in advice), reverse=True)


def packed_start(game: Mulle, luck: Any) -> Any:
    s = np.zeros(WIDE, dtype=np.int64)
    s[: mulle.SIZE] = mulle.pack(game, game.new())
    mulle.deal(s, luck)
    return s


def test_the_policy_plays_better_than_chance() -> None:
    """Ronder of the policy against uniform play."""
    game, luck = make(omgangar=1), stream(5)
    total = 0.0
    for number in range(60):
        s = packed_start(game, luck)
        while actor(s) >= 0:
            if s[TURN] == number % 2:
                action = policy(s, luck)
            else:
                action = s[MENU + below(luck, legal(s, s[MENU : MENU + mulle.MAX_LEGAL]))]
            apply(s, int(action))
        total += float(lead(s)) * (1 if number % 2 == 0 else -1)
    assert total / 60 > 5.0


@pytest.mark.parametrize("preset", ["complete", "draft"])
def test_rollouts_end_with_the_rond(preset: str) -> None:
    game, luck = make(preset, omgangar=1), stream(6)
    for play_out in (rollout, random_rollout):
        s = packed_start(game, luck)
        for rond in range(1, 7):
            assert game.to_act(mulle.unpack(game, s)) == s[STARTER]
            play_out(s, luck)
            state = mulle.unpack(game, s)
            assert state.rond == rond
            assert game.to_act(state) == (CHANCE if rond < 6 else None)
            if rond < 6:
                mulle.deal(s, luck)
        outcome = game.outcome(mulle.unpack(game, s))
        assert outcome is not None
        assert lead(s) == outcome.scores[0] - outcome.scores[1]


def test_where_captures_are_too_many_to_list_the_search_still_has_legal_ones() -> None:
    game = make(omgangar=1)
    piles = ", ".join(f"{suit} {rank}" for rank in (*range(2, 7), "A") for suit in ("KL", "HJ", "RU", "SP"))
    state = game.parse_state(
        f"rond: 6; table: {piles}, {piles}; hand: HJ 10, KL 7, SP 8; hand 1: KL K, HJ K, RU K"
    )
    s = np.zeros(WIDE, dtype=np.int64)
    s[: mulle.SIZE] = mulle.pack(game, state)
    menu = np.zeros(mulle.MAX_LEGAL, dtype=np.int64)
    plays = [mulle.decode(game, s[: mulle.SIZE], int(code)) for code in menu[: legal(s, menu)]]
    assert len(plays) >= 6
    for each in plays:
        game.apply(state, each)  # legal
    view = game.view(state, 0)
    game.apply(state, StrongBot(game, random.Random(1)).choose(view, FEW))  # type: ignore[arg-type]


def test_packed_views_have_room_for_what_they_hold() -> None:
    game = make()
    assert len(pack_view(game, view_of(game, positions(game, 3)[30]))) == VIEW_SIZE
