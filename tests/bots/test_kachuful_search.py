"""The Kachuful bots that search: honest, legal, reproducible, quick, and sensible at the table."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from korthus.bots.kachuful.belief import PROOF, UNASKED, imagine
from korthus.bots.kachuful.endgame import ROOM, STACK, solve
from korthus.bots.kachuful.heard import Heard
from korthus.bots.kachuful.levels import LEVELS
from korthus.bots.kachuful.odds import AIM, LEARNT, STYLES, WIDE, apply
from korthus.bots.kachuful.players import BOTS, RulesBot
from korthus.bots.kachuful.policy import actor, utilities
from korthus.bots.kachuful.search import SEARCH_BOTS, SearchBot
from korthus.bots.kachuful.thinking import SOLVED, Mind, Ranking
from korthus.bots.kachuful.worlds import FIT, VIEW_SIZE, determinise, pack_view
from korthus.bots.levels import NAMES
from korthus.bots.protocol import Bot, Budget
from korthus.bots.search import Found
from korthus.bots.search_tree import Packed
from korthus.core.cards import Card
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE, visible
from korthus.games.kachuful import Kachuful, KachufulRules, KachufulState, KachufulView, Phase
from korthus.kernels.kachuful import kernel as kachuful
from korthus.kernels.kachuful.layout import BIDS, HANDS, LEFT, LIFT, POINTS, SEATS, WON
from korthus.kernels.rng import stream

StrongBot = SEARCH_BOTS["strong"]

FEW = Budget(simulations=60)


def make(**options: Any) -> Kachuful:
    return Kachuful(KachufulRules.make(None, **options))


def positions(game: Kachuful, seats: int, seed: int) -> list[KachufulState]:
    """Every moment of a game between rule-based bots in which a seat is to act."""
    chance, state = FairChance.seeded(seed), game.new(seats)
    bot = RulesBot(game, random.Random(seed))
    moments = []
    while (actor := game.to_act(state)) is not None:
        if actor == CHANCE:
            state = game.apply(state, game.draw(state, chance)).state
        else:
            moments.append(state)
            state = game.apply(state, bot.choose(game.view(state, actor))).state  # type: ignore[arg-type]
    return moments


def view_of(game: Kachuful, state: KachufulState) -> KachufulView:
    return game.view(state, game.to_act(state))


def play(game: Kachuful, bots: list[Bot], seed: int, budget: Budget) -> KachufulState:
    chance, state = FairChance.seeded(seed), game.new(len(bots))
    while (actor := game.to_act(state)) is not None:
        if actor == CHANCE:
            action: Any = game.draw(state, chance)
        else:
            action = bots[actor].choose(game.view(state, actor), budget)
        state = game.apply(state, action, seat=None if actor == CHANCE else actor).state
    return state


TABLES: list[tuple[dict[str, Any], int]] = [
    ({}, 4),
    ({"start_cards": 5, "total_rounds": 2}, 10),
    ({"scoring": "medium", "must_follow": False, "start_cards": 4}, 5),
    ({"scoring": "high_incentive", "first_leader": "highest_bidder"}, 2),
    ({"scoring": "point_per_trick", "dealer_restriction": False, "first_leader": "dealer"}, 6),
]


@pytest.mark.parametrize(("options", "seats"), TABLES)
def test_it_plays_every_table_and_the_same_way_twice(options: dict[str, Any], seats: int) -> None:
    game = make(**options)
    games = [
        play(game, [StrongBot(game, random.Random(seat)) for seat in range(seats)], 5, FEW) for _ in range(2)
    ]
    assert games[0] == games[1]
    assert game.outcome(games[0]) is not None


@pytest.mark.parametrize(("options", "seats"), TABLES)
def test_every_world_is_one_that_the_view_allows(options: dict[str, Any], seats: int) -> None:
    game = make(**options)
    rng, luck = random.Random(7), stream(7)
    world = np.zeros(WIDE, dtype=np.int64)
    for state in rng.sample(positions(game, seats, 7), 60):
        view = view_of(game, state)
        packed = pack_view(game, view, rng)
        for _ in range(8):
            determinise(packed, view.seat or 0, luck, world)
            assert game.view(kachuful.unpack(game, with_plays(world, packed)), view.seat) == view


@pytest.mark.parametrize("known", [0, 1])
@pytest.mark.parametrize(("options", "seats"), TABLES)
def test_what_is_imagined_is_what_the_view_allows(options: dict[str, Any], seats: int, known: int) -> None:
    """From the first bid on, whether the others are known to be sensible or not."""
    game = make(**options)
    rng, luck = random.Random(8), stream(8)
    world = np.zeros(WIDE, dtype=np.int64)
    for state in rng.sample(positions(game, seats, 8), 30):
        view = view_of(game, state)
        full = imagine(pack_view(game, view, rng), 64, 5, 0 if known else PROOF)
        for _ in range(16):
            determinise(full, view.seat or 0, luck, world)
            assert game.view(kachuful.unpack(game, with_plays(world, full)), view.seat) == view


def with_plays(world: Any, packed: Any) -> Any:
    """A world as a full state: what was played and written is public, and worlds go without it."""
    full = packed[: kachuful.SIZE].copy()
    full[: kachuful.HEAD] = world[: kachuful.HEAD]
    return full


def test_worlds_are_drawn_evenly() -> None:
    """Two seats that lack a suit each, few cards: every deal that fits comes up equally often."""
    cards = "C2 C3 C4 C5 D2 D3 D4 D5 H2 H3 H4 H5 S2 S3 S4 S5"
    game = make(deck=tuple(Card[card] for card in cards.split()), start_cards=4)
    text = "seats: 3; hand 0: D2 D3; hand 1: S2 H4; hand 2: C3 D4; tricks: S3 H3 S4, C5 H2 C2; bids: 1 1 0"
    state = game.parse_state(text)
    view = game.view(state, 0)
    assert sum(len(each) for each in view.voids) == 2
    packed = pack_view(game, view, random.Random(1))
    luck, world = stream(3), np.zeros(WIDE, dtype=np.int64)
    seen: Counter[tuple[int, int]] = Counter()
    draws = 40_000
    for _ in range(draws):
        determinise(packed, 0, luck, world)
        seen[int(world[HANDS + 1]), int(world[HANDS + 2])] += 1
    rng = random.Random(4)
    expected = {game.sample(view, rng).hands[1:] for _ in range(4_000)}
    assert len(seen) == len(expected)
    mean = draws / len(seen)
    chi = sum((each - mean) ** 2 / mean for each in seen.values())
    freedom = len(seen) - 1
    assert chi < freedom + 4.5 * (2 * freedom) ** 0.5


def test_it_answers_to_what_the_seat_may_know_and_nothing_else() -> None:
    game = make()
    rng = random.Random(11)
    for state in rng.sample(positions(game, 4, 11), 25):
        view = view_of(game, state)
        other = game.sample(view, rng)
        answers = {
            StrongBot(game, random.Random(1)).choose(game.view(each, view.seat), Budget(simulations=200))
            for each in (state, other)
        }
        assert len(answers) == 1


def test_levels_differ_in_thought_only() -> None:
    assert list(BOTS) == ["rules", *NAMES]
    for name, level in LEVELS.items():
        assert BOTS[name].default_budget == level.budget
        assert BOTS[name].about == level.about
        assert BOTS[name].choose is SearchBot.choose


def test_a_level_has_its_own_pace_among_players_who_are_not_sensible() -> None:
    game = make(start_cards=5)
    chance, rng, state = FairChance.seeded(3), random.Random(3), game.new(4)
    budget, enough = StrongBot.default_budget, StrongBot.playouts
    assert enough is not None
    made = []
    while state.round == 1:
        seat = game.to_act(state)
        if seat == CHANCE:
            state = game.apply(state, game.draw(state, chance)).state
            continue
        view = view_of(game, state)
        if len(choices := game.choices(view)) > 1 and (state.phase is Phase.BID or len(view.hand) > SOLVED):
            paced = Mind(game).rank(view, choices, budget, random.Random(1), most=enough).found
            asked = Mind(game).rank(view, choices, budget, random.Random(1)).found
            assert StrongBot(game, random.Random(1)).choose(view) == paced[0][0]
            assert StrongBot(game, random.Random(1)).choose(view, budget) == asked[0][0]
            assert sum(found.visits for _, found in asked) == budget.simulations
            made.append(sum(found.visits for _, found in paced))
        state = game.apply(state, game.pick(view, rng)).state
    # Bids say too little; by the third trick random players have shown what they are.
    assert made[:4] == [budget.simulations] * 4
    assert made[-1] == enough


def test_where_the_kernel_does_not_know_the_table_it_says_so_and_keeps_its_rules() -> None:
    game = make(decks=2, start_cards=3)
    bot = StrongBot(game, random.Random(1))
    assert bot.note is not None
    assert "one deck" in bot.note
    state = play(game, [StrongBot(game, random.Random(seat)) for seat in range(3)], 2, FEW)
    assert game.outcome(state) is not None
    assert StrongBot(make(), random.Random(1)).note is None
    view = view_of(game, positions(game, 3, 2)[4])
    advice = bot.advise(view, FEW)
    assert {each.action for each in advice} == set(game.choices(view))
    assert advice[0].action == StrongBot(game, random.Random(1)).choose(view, FEW)


def test_search_on_the_rules_finds_the_winning_card() -> None:
    """Two decks, both tricks wanted: the seven wins this one, and the ace is kept for the next."""
    game = make(decks=2, start_cards=2)
    state = game.parse_state("seats: 2; won: 0 0; leader: 1; hand 0: H7 HA; hand 1: D3; trick: H6; bids: 2 2")
    bot = StrongBot(game, random.Random(1))
    best = bot.advise(game.view(state, 0), Budget(simulations=200))[0]
    assert str(best.action) == "play H7"


def test_advice_lists_every_choice_the_chosen_one_first() -> None:
    game = make()
    for state in positions(game, 4, 5)[:20]:
        view = view_of(game, state)
        advice = StrongBot(game, random.Random(2)).advise(view, Budget(simulations=500))
        assert sorted(map(str, (each.action for each in advice))) == sorted(map(str, game.choices(view)))
        assert all(each.reasons for each in advice)
        assert all(each.visits > 0 and each.error < 20 for each in advice)
        if len(advice) > 1:
            chosen = StrongBot(game, random.Random(2)).choose(view, Budget(simulations=500))
            assert advice[0].action == chosen


def answer(game: Kachuful, position: str) -> str:
    state = game.parse_state(position)
    view = game.view(state, game.to_act(state))
    return str(StrongBot(game, random.Random(1)).choose(view, Budget(simulations=3_000)))


def test_it_bids_what_it_has() -> None:
    game = make()
    rest = "hand 2: D3 D4 D5 D6 D7 D8 D9; hand 3: C3 C4 C5 C6 C7 C8 C9; hand 0: H3 H4 H5 H6 H7 H8 H9"
    assert answer(game, f"seats: 4; hand 1: SA SK SQ SJ S10 S9 S8; {rest}") == "bid 7"
    rest = "hand 2: D3 D9 D5 D6 D7 D8 DA; hand 3: CA C4 CK C6 C7 C8 C9; hand 0: H3 HA H5 H6 H7 H8 H9"
    assert answer(game, f"seats: 4; hand 1: D2 C2 H2 C3 D4 H4 C5; {rest}") == "bid 0"


def test_it_wins_cheaply_when_it_needs_the_rest() -> None:
    text = "seats: 2; won: 0 0; leader: 1; hand 0: H7 HA; hand 1: D3; trick: H6; bids: 2 2"
    assert answer(make(start_cards=2), text) == "play H7"


def test_it_ducks_with_the_highest_card_that_loses() -> None:
    text = "seats: 2; leader: 1; hand 0: H2 HJ D2; hand 1: D3 D4; trick: HQ; bids: 0 2"
    assert answer(make(start_cards=3), text) == "play HJ"


def test_once_lost_it_breaks_the_bid_of_another() -> None:
    # The other needs one trick. Given this one it will win the last one too, for nobody can follow its lead:
    # that breaks the bid more often than taking the ace and hoping that the deuce wins.
    text = "seats: 2; won: 0 1; leader: 0; hand 0: D3; hand 1: HA H2; trick: HK; bids: 1 0"
    assert answer(make(start_cards=3, dealer_restriction=False), text) == "play H2"


def test_packed_views_have_room_for_what_they_hold() -> None:
    game = make()
    view = view_of(game, positions(game, 4, 3)[30])
    assert len(pack_view(game, view, random.Random(1))) == VIEW_SIZE


def ended(bids: list[int], won: list[int], points: list[int], aim: int) -> list[float]:
    """The utilities of a round that came out so, after these totals."""
    game = make(scoring="10_plus_predicted")
    s = np.zeros(WIDE, dtype=np.int64)
    s[: kachuful.SIZE] = kachuful.pack(game, positions(game, 4, 3)[0])
    for seat in range(4):
        s[BIDS + seat], s[WON + seat], s[POINTS + seat] = bids[seat], won[seat], points[seat]
    s[AIM] = aim
    values = np.zeros(4)
    utilities(s, values)
    return list(values)


def test_before_the_last_rounds_points_ahead_of_the_others_count() -> None:
    far, near = (ended([2, 1, 1, 1], [2, 1, 3, 1], points, 0) for points in ([0] * 4, [90, 10, 50, 80]))
    assert far == near
    assert far[0] > far[1] == far[3] > far[2]
    # Utilities are in proportion to points ahead of the mean of the others: 12 - 22/3, and 11 - 23/3.
    assert (far[0] - 0.5) / (far[1] - 0.5) == pytest.approx((12 - 22 / 3) / (11 - 23 / 3))


def test_in_the_last_round_the_game_counts() -> None:
    # Ten behind the leader: only his miss helps.
    won = ended([1, 1, 1, 1], [1, 2, 1, 1], [70, 80, 0, 0], 1)
    lost = ended([1, 1, 1, 1], [1, 1, 1, 1], [70, 80, 0, 0], 1)
    assert won[0] > 0.9 > 0.1 > won[1]
    assert lost[1] > 0.9 > 0.1 > lost[0]
    # A shared win is worth half of one.
    shared = ended([1, 2, 0, 0], [1, 1, 1, 1], [70, 81, 0, 0], 1)
    assert shared[0] == pytest.approx(shared[1], abs=0.1)


def test_with_rounds_to_come_nearer_is_better() -> None:
    one, two, three = (
        ended([1, 1, 1, 1], [1, 1, 1, 1], [60 + more, 80, 20, 0], 3)[0] for more in (0, 10, 20)
    )
    assert one < two < three
    assert ended([1, 1, 1, 1], [1, 1, 1, 1], [80, 80, 80, 80], 3) == pytest.approx([0.25 * 0.9 + 0.05] * 4)


def test_it_gives_up_points_to_win_the_game() -> None:
    """Ten behind in the last round, and the other has bid one: only by taking that trick the game is won.

    For points it is better to bid none: an ace wins only where its suit is led.
    """
    game = make(start_cards=2, schedule="descending", dealer_restriction=False)
    text = "seats: 2; round: 2; hand 0: S3; hand 1: HA; bids: 1 -; scores: 0/0 1/2"
    assert answer(game, text) == "bid 1"
    advice = StrongBot(game, random.Random(1)).advise(view_of(game, game.parse_state(text)))
    assert str(advice[0].action) == "bid 0"


def brute_force(s: Packed) -> list[float]:
    """What each seat comes to when all play for themselves, by trying every legal card; ties to the first."""
    seats = int(s[SEATS])
    if actor(s) < 0:
        values = np.zeros(seats)
        utilities(s, values)
        return list(values)
    seat = actor(s)
    menu = np.zeros(kachuful.MAX_LEGAL, dtype=np.int64)
    best: list[float] = []
    for action in menu[: kachuful.legal(s, menu)]:
        after = s.copy()
        apply(after, action)
        found = brute_force(after)
        if not best or found[seat] > best[seat]:
            best = found
    return best


@pytest.mark.parametrize(
    ("options", "seats", "left"),
    [
        ({}, 4, 2),
        ({"start_cards": 6}, 2, 4),
        ({"scoring": "high_incentive"}, 3, 2),
        ({"must_follow": False, "start_cards": 4, "scoring": "point_per_trick"}, 3, 2),
    ],
)
def test_the_end_of_a_round_is_solved_exactly(options: dict[str, Any], seats: int, left: int) -> None:
    game = make(**options)
    stack, values = np.empty(STACK, dtype=np.int64), np.empty(ROOM)
    compared = 0
    for state in positions(game, seats, 9):
        s = np.zeros(WIDE, dtype=np.int64)
        s[: kachuful.SIZE] = kachuful.pack(game, state)
        # Seats choose between equals in the order of the suits, which is turned where trump is not on top.
        if state.phase is not Phase.PLAY or s[LEFT] > left or s[LIFT]:
            continue
        before = s.copy()
        for action in game.legal_actions(state):
            after = s.copy()
            code = kachuful.encode(game, s, action)
            apply(after, code)
            expected = brute_force(after)[actor(s)]
            assert solve(s, code, stack, values) == pytest.approx(expected)
            assert (s == before).all()
            compared += 1
    assert compared > 20


def test_whom_it_plays_with_is_remembered_from_round_to_round() -> None:
    """Before a first card nothing is asked of strangers; after rounds with rule-based players it is."""
    game, budget = make(), Budget(simulations=1_000)
    heard = Heard()
    mind, bot, first_cards = Mind(game, heard=heard), RulesBot(game, random.Random(1)), 0
    state, chance = game.new(4), FairChance.seeded(11)
    while (seat := game.to_act(state)) is not None and state.round < 4:
        if seat == CHANCE:
            step = game.apply(state, game.draw(state, chance))
        else:
            view = game.view(state, seat)
            if seat == 0 and len(game.choices(view)) > 1 and view.phase is Phase.PLAY and not view.tricks:
                fresh = Mind(game)._imagine(view, budget, random.Random(2))
                known = mind._imagine(view, budget, random.Random(2))
                assert fresh[FIT] == UNASKED
                assert fresh[STYLES : STYLES + 4].tolist() == [LEARNT] * 4
                assert (known[FIT] == UNASKED) == (view.round == 1)
                first_cards += view.round > 1
            step = game.apply(state, bot.choose(view))  # type: ignore[arg-type]  # a bot of this game
        state = step.state
        heard.listen(visible(step.events, 0))
    assert first_cards


def test_in_the_last_rounds_a_hint_begins_with_what_is_played_not_with_what_won_once() -> None:
    game = make(start_cards=4, total_rounds=3)
    state = next(
        each for each in positions(game, 3, 4) if each.round == 2 and len(game.legal_actions(each)) > 2
    )
    view = view_of(game, state)
    actions = game.choices(view)
    mind = Mind(game)
    packed = mind.rank(view, actions, FEW, random.Random(1)).packed
    # The first was tried often; the second three times, and won them all.
    searched = [
        (action, Found(0, visits, value, 0.01))
        for action, visits, value in zip(actions, (400, 3, 3), (0.5, 0.9, 0.1), strict=False)
    ]
    mind.rank = lambda *_, **__: Ranking(searched, packed)  # type: ignore[method-assign]
    hint = mind.hint(view, actions, FEW, random.Random(1))
    assert [each.action for each in hint] == [action for action, _ in searched]
    assert hint[0].chance == hint[1].chance
    assert hint[0].chance == pytest.approx(0.5, abs=0.03)
    assert hint[2].chance == pytest.approx(0.05, abs=0.05)
