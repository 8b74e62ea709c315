"""The Eight Cards players that value all placements at once."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest
from msgspec.structs import replace

from korthus.bots.advice import Adviser
from korthus.bots.eight.players import BOTS, EightMonteCarloBot, EightRulesBot
from korthus.bots.eight.policy import best_split, pair_number
from korthus.bots.eight.search import SEARCH_BOTS, SearchBot
from korthus.bots.eight.thinking import Mind, Stakes, Values, study
from korthus.bots.protocol import Bot, Budget
from korthus.core.cards import DECK
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE
from korthus.games.eight.actions import Place, PlaceCard, TakeBack
from korthus.games.eight.boards import BOARDS, Board, omaha_board
from korthus.games.eight.game import EightCards
from korthus.games.eight.legal import PATTERNS, placements
from korthus.games.eight.options import EightRules
from korthus.games.eight.state import EightState, Phase
from korthus.games.eight.view import EightView
from korthus.kernels.eight.layout import SPLITS_OF_BOARD
from korthus.kernels.eight.placements import SETS

NormalBot = SEARCH_BOTS["normal"]
StrongBot = SEARCH_BOTS["strong"]

FEW = Budget(simulations=200)
HANDS = "hand 0: As 9d 8c 2h 2s 6d Ac 4h; hand 1: 9s 5s 7d 7c 8d 8h Ks Qd"
FLOPS = "board a: Qs Js Ts; board b: Ah Kh Qh; board c: 2c 3h 5d"
PLACED = "placed 0: A As 9d 8c 2h, B 2s 6d, C Ac 4h; hand 1: 9s 5s 7d 7c 8d 8h Ks Qd; dealer: 1"


def make(preset: str | None = None, /, **options: object) -> EightCards:
    return EightCards(EightRules.make(preset, **options))


def search(game: EightCards, seed: int = 1) -> SearchBot:
    return StrongBot(game, random.Random(seed))


def dealt(game: EightCards, seed: int) -> EightState:
    state = game.new()
    return game.apply(state, game.draw(state, FairChance.seeded(seed))).state


def second(game: EightCards, seed: int) -> EightState:
    """A hand whose starter has placed by rules of thumb."""
    state = dealt(game, seed)
    choice = EightRulesBot(game, random.Random(0)).choose(game.view(state, state.starter))
    return game.apply(state, game.parse(str(choice))).state


def chips(game: EightCards, state: EightState, seat: int, seed: int) -> int:
    """What a seat wins when a placed hand is run out by the rules."""
    chance, before = FairChance.seeded(seed), state.bankrolls[seat] + state.ante
    while game.to_act(state) == CHANCE and state.phase is Phase.RUNOUT:
        state = game.apply(state, game.draw(state, chance)).state
    return state.bankrolls[seat] - before


# -- levels ----------------------------------------------------------------------------------------


def test_levels_are_listed_from_weak_to_strong() -> None:
    assert tuple(BOTS) == ("rules", "montecarlo", "equity", "easy", "normal", "strong", "strongest")
    assert all(issubclass(each, Adviser) for each in SEARCH_BOTS.values())


def test_levels_above_easy_think_alike_and_differ_in_budget_only() -> None:
    game = make()
    view = game.view(dealt(game, 3), 0)
    alike = [kind for name, kind in SEARCH_BOTS.items() if name != "easy"]
    assert len({each(game, random.Random(4)).choose(view, FEW) for each in alike}) == 1


def test_normal_thinks_in_no_more_worlds_than_its_level_says() -> None:
    """How long that takes measures ``bench/bench_levels.py``."""
    game = make()
    bot = NormalBot(game, random.Random(1))
    for state in (dealt(game, 2), second(game, 2)):
        assert state.turn is not None
        assert bot.default_budget.simulations is not None
        advice = bot.advise(game.view(state, state.turn))
        assert {each.visits for each in advice if each.visits} == {bot.default_budget.simulations}


def test_a_budget_of_seconds_is_kept() -> None:
    game = make()
    view = game.view(dealt(game, 3), 0)
    few = search(game).advise(view, Budget(seconds=0.0))[0].visits
    more = search(game).advise(view, Budget(seconds=0.2))[0].visits
    assert 0 < few < more
    assert search(game).advise(view, Budget())[0].visits > 0
    assert search(game).advise(view, Budget(simulations=37))[0].visits == 37


def test_search_beats_rules_of_thumb() -> None:
    """Both seats of the same deals, each hand run out a few times."""
    game = make(hands=1)
    total = 0
    for seed in range(25):
        for seat in (0, 1):
            players: list[Bot] = [
                EightRulesBot(game, random.Random(0)),
                EightRulesBot(game, random.Random(0)),
            ]
            players[seat] = search(game, seed)
            state = dealt(game, seed)
            while state.turn is not None:
                choice = players[state.turn].choose(game.view(state, state.turn), FEW)
                state = game.apply(state, game.parse(str(choice))).state
            total += sum(chips(game, state, seat, luck) for luck in range(8))
    assert total > 0  # about 8 chips a hand


# -- honesty ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["standard", "simultaneous", "alternating"])
@pytest.mark.parametrize("hidden", [True, False])
def test_the_choice_depends_on_the_view_alone(preset: str, hidden: bool) -> None:
    game = make(preset, hidden_placement=hidden)
    state = second(game, 5)
    assert state.turn is not None
    view = game.view(state, state.turn)
    choice = search(game).choose(view, FEW)
    rng = random.Random(6)
    worlds = [game.sample(view, rng) for _ in range(4)]
    if hidden:
        assert len({str(world) for world in worlds}) == 4
    for world in worlds:
        assert search(game).choose(game.view(world, state.turn), FEW) == choice


def test_the_same_seed_and_worlds_give_the_same_advice() -> None:
    game = make()
    view = game.view(second(game, 8), 1)
    advice = search(game, 3).advise(view, FEW)
    study.cache_clear()
    assert search(game, 3).advise(view, FEW) == advice
    assert search(game, 4).advise(view, FEW) != advice


# -- values ----------------------------------------------------------------------------------------


def test_E3_values_are_what_the_rules_pay() -> None:
    """With the opponent's cards face up nothing is guessed: only the run-out is left. Proves: E-16, EI-7."""
    game = make(hidden_placement=False)
    state = game.parse_state(f"{FLOPS}; {PLACED}; to act: 1; plo: A; locked: 0")
    advice = search(game).advise(game.view(state, 1), Budget(simulations=6_000))
    assert len(advice) == 420
    for each in (advice[0], advice[150], advice[419]):
        placed = game.apply(state, game.parse(str(each.action))).state
        played = [chips(game, placed, 1, seed) for seed in range(500)]
        off = np.mean(played) - each.value
        assert abs(off) < 4 * np.hypot(np.std(played) / np.sqrt(len(played)), each.error)


def values(game: EightCards, view: EightView, worlds: int, seed: int) -> Values:
    return Mind(game).values(view, Budget(simulations=worlds), random.Random(seed))


@pytest.mark.parametrize("seat", [0, 1])
def test_standard_errors_are_honest(seat: int) -> None:
    """Values of many runs spread as each run says."""
    game = make()
    state = dealt(game, 3) if seat == 0 else second(game, 3)
    view = game.view(state, seat)
    runs = [values(game, view, 150, seed) for seed in range(40)]
    tried = runs[0].worlds > 0
    assert tried.sum() == (1260 if seat == 0 else 420)
    seen = np.std([run.chips[tried] for run in runs], axis=0, ddof=1)
    said = np.mean([run.errors[tried] for run in runs], axis=0)
    assert 0.9 < float(np.mean(seen) / np.mean(said)) < 1.1
    some = values(game, view, 400, 1), values(game, view, 6_400, 1)
    assert float(np.mean(some[0].errors[tried]) / np.mean(some[1].errors[tried])) == pytest.approx(4, rel=0.1)


def test_EI7_a_sweep_counts_as_far_as_the_loser_can_pay() -> None:
    rich, poor = make(bankroll=1000), make(bankroll=60)
    text = f"{FLOPS}; {HANDS}"
    for game, most in ((rich, 150), (poor, 60)):
        state = game.parse_state(text)
        at, _ = Mind(game)._chips(game.view(state, 0), random.Random(1))
        assert (at[0], at[-1]) == (-most, most)
        assert at[13] == 1  # all three shared: an odd chip each of B and C to the non-dealer


def test_EI9_odd_chips_are_in_the_values() -> None:
    game = make(ante=50, odd_chips_rule="p1_default")
    at, other = Mind(game)._chips(game.view(game.parse_state(f"{FLOPS}; {HANDS}"), 0), random.Random(1))
    assert at[13] == 1  # 34/33/33, the odd chips of B and C
    assert other[13] == -1


# -- how good players place ------------------------------------------------------------------------


def flops_of(text: str) -> tuple[int, int, int]:
    a, b, c = (sum(1 << DECK.index(card) for card in board) for board in make().parse_state(text).boards)
    return a, b, c


def test_tables_know_good_cards_from_bad() -> None:
    """Three aces on B, a straight on C, spades on A."""
    flops = flops_of(f"{FLOPS}; {HANDS}")
    pool = [card for place, card in enumerate(DECK) if not (flops[0] | flops[1] | flops[2]) >> place & 1]

    def pair(text: str) -> int:
        low, high = sorted(pool.index(card) for card in DECK if card in text.split())
        return pair_number(low, high)

    even = Stakes(1.0, 1.0)
    for passes, chooser in ((0, True), (1, False), (2, True)):
        worth = study(flops, chooser, even, even, passes).worth
        assert worth[0, 1, pair("As Ac")] > worth[0, 1, pair("Ac 7d")] > worth[0, 1, pair("7d 8c")]
        assert worth[0, 2, pair("4h 6d")] > worth[0, 2, pair("9d Kc")]
        assert worth[1, 0, pair("As 2s")] > worth[1, 0, pair("3c 7d")]
        assert worth.min() >= 0
        assert worth.max() <= 1


def test_rivals_get_better_with_every_pass() -> None:
    """The same cards beat fewer of the placements of better rivals."""
    flops, even = flops_of(f"{FLOPS}; {HANDS}"), Stakes(1.0, 1.0)
    means = [float(study(flops, False, even, even, passes).worth_four.mean()) for passes in (0, 1)]
    assert means[1] < means[0]


@pytest.mark.parametrize("plo", [0, 1, 2])
def test_the_best_split_is_the_best_of_all(plo: int) -> None:
    flops, stakes = flops_of(f"{FLOPS}; {HANDS}"), Stakes(1.0, 0.5)
    tables = study(flops, True, stakes, stakes, 1)
    numbers = sorted(random.Random(plo).sample(range(43), 8))
    sets = [*combinations(numbers, 2), *combinations(numbers, 4)]
    fours = {four: n for n, four in enumerate(sorted(combinations(range(43), 4), key=lambda f: f[::-1]))}

    def promise(split: int) -> float:
        wins = []
        for board, which in enumerate(PATTERNS[None][split]):
            cards = sets[which]
            low, high = cards[0], cards[1]
            table = tables.worth_four[plo, fours[cards]] if board == plo else None  # type: ignore[index]
            wins.append(float(tables.worth[plo, board, pair_number(low, high)] if table is None else table))
        a, b, c = wins
        return (a + b + c) / 3 + stakes.gain * a * b * c - stakes.loss * (1 - a) * (1 - b) * (1 - c)

    room, free = np.zeros((4, SETS), dtype=np.int64), np.zeros(3, dtype=np.int64)
    room[0, :8] = numbers
    found, value = best_split(room, plo, tables.worth, tables.worth_four, np.array(stakes), free)
    best = max(range(plo * SPLITS_OF_BOARD, (plo + 1) * SPLITS_OF_BOARD), key=promise)
    assert promise(found) == pytest.approx(promise(best), abs=1e-4)
    assert value == pytest.approx(promise(found), abs=1e-4)
    free[(plo + 1) % 3] = 0b11  # the two lowest cards lie on a hold'em board
    found, _ = best_split(room, plo, tables.worth, tables.worth_four, np.array(stakes), free)
    assert set(sets[PATTERNS[None][found][(plo + 1) % 3]]) == set(numbers[:2])


# -- ways of placing -------------------------------------------------------------------------------


def test_EI2_cards_in_turn_follow_one_plan() -> None:
    """As long as no board is Omaha, every card is one of the best placement of the first thought."""
    game = make("alternating")
    bot, thumb = search(game), EightRulesBot(game, random.Random(0))
    state = dealt(game, 4)
    first = bot._mind.values(game.view(state, 0), FEW, random.Random(1))
    plan = placements(state.hands[0], None)[int(np.argmax(first.chips))]
    before = 0
    while state.turn is not None:
        action = (bot if state.turn == 0 else thumb).choose(game.view(state, state.turn), FEW)
        if state.turn == 0 and state.plo is None:
            assert isinstance(action, PlaceCard)
            assert action.card in plan.boards[action.board.number]
            before += 1
        state = game.apply(state, game.parse(str(action))).state
    assert before >= 4
    assert omaha_board(state.placed[0]) is state.plo


def test_EI5_a_card_is_taken_back_when_another_board_became_omaha() -> None:
    """Two aces lie on a board where they are wasted, and B has become Omaha in between."""
    game = make("alternating")
    state = game.parse_state(
        "board a: 2s 7d 9c; board b: Ah Ad Kh; board c: 3c 5d 8h; dealer: 1; to act: 0; plo: B;"
        "placed 0: A As Ac; hand 0: 2h 7h 5c 8c 4s Jd;"
        "placed 1: B Kc Kd 4d 4h; hand 1: Qs Qd Jc Js"
    )
    action = search(game).choose(game.view(state, 0), Budget(simulations=3_000))
    assert isinstance(action, TakeBack)
    assert str(action) in ("take As", "take Ac")
    none_left = make("alternating", take_backs=0)
    stays = search(none_left).choose(none_left.view(state, 0), Budget(simulations=3_000))
    assert isinstance(stays, PlaceCard)


@pytest.mark.parametrize("bot", [EightRulesBot, EightMonteCarloBot, StrongBot])
def test_EI5_whoever_takes_over_after_many_repeats_plays_on(bot: type[Bot]) -> None:
    """The seat's ace must not go back to A, the one board with room, so something else comes first."""
    game = make("alternating")
    state = game.parse_state(
        "board a: Qs Js Ts; board b: Ah Kh Qh; board c: 2c 3h 5d; dealer: 1; to act: 0; plo: A; locked: 1;"
        "placed 0: A 9d 8c 2h, B 2s 6d, C Ac 4h; hand 0: As; taken: 65/0; lain 0: A As; repeats: 64/0;"
        "placed 1: A 9s 5s 7d 7c, B 8d 8h, C Ks Qd"
    )
    player = bot(game, random.Random(1))
    actions = 0
    while game.to_act(state) == 0:
        action = player.choose(game.view(state, 0), Budget(simulations=300))
        assert action in game.legal_actions(state)
        state = game.apply(state, action).state
        actions += 1
    assert actions < 30


def test_EI4_the_second_of_two_at_once_counts_on_placing_again() -> None:
    game = make("simultaneous")
    state = second(game, 5)
    view = game.view(state, 1)
    assert view.plo is None
    advice = search(game).advise(view, Budget(simulations=2_000))
    assert len(advice) == 1260
    by_board = {
        board: max(each.value for each in advice if omaha_board(each.action.boards) is board)  # type: ignore[attr-defined]
        for board in BOARDS
    }
    # Whichever board we guess, a wrong guess is placed again: the best of each is worth the same.
    assert max(by_board.values()) == pytest.approx(min(by_board.values()))


@pytest.mark.parametrize("assignment", ["alternating", "simultaneous", "sequential"])
def test_whoever_is_far_ahead_wins_the_last_hand_with_any_placement(assignment: str) -> None:
    """Also on a board that the other chose in no world: then placements are made again (EI-4)."""
    game = make(assignment=assignment, hands=1)
    state = second(game, 5) if assignment != "alternating" else dealt(game, 5)
    view = game.view(state, game.to_act(state))
    assert view.seat is not None
    for purse in (10_000, 0):
        rich = tuple(purse if each == view.seat else 5_000 for each in (0, 1))
        hint = search(game).hint(replace(view, bankrolls=rich), Budget(simulations=1))
        assert all(each.chance is None for each in hint)  # it is decided


def test_one_hint_in_the_last_hand_is_one_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make(hands=2)
    thoughts: list[EightView] = []
    meet = Mind._meet

    def count(mind: Mind, view: EightView, budget: Budget, rng: random.Random) -> Values:
        thoughts.append(view)
        return meet(mind, view, budget, rng)

    monkeypatch.setattr(Mind, "_meet", count)
    for number in (1, 2):
        view = replace(game.view(dealt(game, 5), 0), number=number)
        thoughts.clear()
        search(game).hint(view, FEW)
        assert len(thoughts) == 1


@pytest.mark.parametrize("hidden", [True, False])
def test_E3_face_up_cards_are_never_dealt_again(hidden: bool) -> None:
    """An opponent with the nuts face up on A is not beaten there."""
    game = make(hidden_placement=hidden)
    state = game.parse_state(
        "board a: Qs Js Ts; board b: Ah 9h 4h; board c: 2c 3h 5d; dealer: 1; to act: 1; plo: C; locked: 0;"
        "placed 0: A As Ks, B 2s 6d, C Ac 4d Td 9c; hand 1: 9s 5s 7d 7c 8d 8h Kd Qd"
    )
    advice = search(game).advise(game.view(state, 1), Budget(simulations=500))
    chance = max(int(each.reasons[0].params["a"]) for each in advice)
    assert (chance == 0) != hidden


# -- advice ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", EightRules.presets)
def test_advice_has_every_action_once_and_the_choice_first(preset: str) -> None:
    game = make(preset)
    state = dealt(game, 6)
    for _ in range(5):
        assert state.turn is not None
        view = game.view(state, state.turn)
        advice = search(game, 2).advise(view, FEW)
        actions = [each.action for each in advice]
        assert sorted(map(str, actions)) == sorted(map(str, game.choices(view)))
        assert search(game, 2).choose(view, FEW) == actions[0]
        worths = [each.value for each in advice[1:]]
        assert worths == sorted(worths, reverse=True)
        assert all(np.isfinite(each.value) and each.visits > 0 for each in advice)
        state = game.apply(state, game.parse(str(actions[0]))).state
        if state.turn is None:
            break


def test_reasons_are_facts() -> None:
    """A royal flush on A, and nothing elsewhere."""
    game = make()
    state = game.parse_state(
        "board a: Qs Js Ts; board b: Ah Ad 9h; board c: Kc Kh 9d; dealer: 1; to act: 0;"
        "hand 0: As Ks 2h 3c 2d 4c 5h 7d; hand 1: 9s 5s 7s 7c 8d 8h Kd Qd"
    )
    advice = search(game).advise(game.view(state, 0), Budget(simulations=500))
    royal = next(each for each in advice if str(each.action).startswith("place A: Ks As,"))
    boards, sweep = royal.reasons
    assert boards.key == "eight.advice.boards"
    assert boards.params["a"] == 100
    assert "A" in str(boards.params["favoured"]).split()
    assert sweep.key == "eight.advice.sweep"
    assert sweep.params["swept"] == 0
    assert 0 <= int(sweep.params["sweep"]) <= 100


def test_a_player_says_what_is_different_at_the_table() -> None:
    assert search(make()).note is None
    assert search(make("simultaneous")).note is None
    assert "one by one" in str(search(make("alternating")).note)


def test_splits_and_placements_have_one_order() -> None:
    game = make()
    view = game.view(dealt(game, 6), 0)
    assert view.plo is None
    best = search(game, 2).choose(view, FEW)
    assert isinstance(best, Place)
    at = int(np.argmax(values(game, view, 200, 2).chips))
    assert placements(view.hand, None)[at].boards == best.boards
    assert omaha_board(best.boards) is Board("ABC"[at // 420])
