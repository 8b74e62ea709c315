"""Taking back is free until the player locks, and a hand ends all the same."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.eight.helpers import FLOPS, SECOND, cards, dealt, game, play, refused

from korthus.core.chance import FairChance, seed_bytes
from korthus.core.errors import InvalidState
from korthus.core.protocol import CHANCE
from korthus.core.record import decode_record, encode_record
from korthus.games.eight.actions import EightAction, Lock, PlaceCard, TakeBack
from korthus.games.eight.boards import all_cards
from korthus.games.eight.game import EightCards
from korthus.games.eight.memory import MOST_REPEATS, MOST_TAKEN, NOTHING, Memory
from korthus.games.eight.state import EightState, Phase
from korthus.table.reopen import reopen_game
from korthus.table.seats import Player
from korthus.table.table import Table
from korthus.table.verify import verify

ALONE = f"{FLOPS}; dealer: 1; to act: 0; plo: A; locked: 1; placed 1: A 9s 5s 7d 7c, B 8d 8h, C Ks Qd"
#: Seat 1 has locked, so seat 0 goes on alone: with one card down, and with all eight.
ONE_DOWN = f"{ALONE}; placed 0: A As; hand 0: 9d 8c 2h 2s 6d Ac 4h"
ALL_DOWN = f"{ALONE}; placed 0: A As 9d 8c 2h, B 2s 6d, C Ac 4h"

Choose = Callable[[Any, tuple[Any, ...], random.Random], EightAction]


def again(card: str, board: str, times: int) -> list[str]:
    """A card is taken back and put where it lay, over and over."""
    return [f"take {card}", f"put {card} {board}"] * times


def test_EI5_taking_back_has_no_number() -> None:
    rules = game("alternating")
    swap = ("take As", "take 2s", "put As B", "put 2s A")
    state = rules.parse_state(ALL_DOWN)
    state = play(rules, state, *again("As", "A", 64), "take Ac", "take 6d", "put Ac B", "put 6d C").state
    state = play(rules, state, *again("As", "A", 62), *swap, *again("As", "B", 50)).state
    assert state.taken == (180, 0)
    assert play(rules, state, "lock").state.phase is Phase.RUNOUT


def test_EI5_what_repeats_is_refused_after_64_where_something_new_is_open() -> None:
    rules = game("alternating")
    state = play(rules, rules.parse_state(ONE_DOWN), *again("As", "A", MOST_REPEATS), "take As").state
    error = refused(rules, state, "put As A")
    assert (error.code, error.params["limit"]) == ("REPEATED", 64)
    legal = set(map(str, rules.legal_actions(state)))
    assert "put As A" not in legal
    assert {"put As B", "put As C", "put 9d A"} <= legal
    # Something new, and what was refused may be done again.
    state = play(rules, state, "put As B", *again("As", "B", 10), "take As", "put As A").state
    assert state.memory[0] == Memory((cards("As"), cards("As"), ()), 11)


def test_EI5_the_64th_repeat_is_not_refused() -> None:
    rules = game("alternating")
    state = play(rules, rules.parse_state(ONE_DOWN), *again("As", "A", MOST_REPEATS - 1), "take As").state
    assert state.memory[0].repeats == MOST_REPEATS - 1
    assert play(rules, state, "put As A").state.memory[0].is_full


def test_EI5_a_card_can_be_taken_back_after_64_repeats_to_do_something_new() -> None:
    """Every board is full: two cards change places."""
    rules = game("alternating")
    state = play(rules, rules.parse_state(ALL_DOWN), *again("As", "A", MOST_REPEATS)).state
    assert len(rules.legal_actions(state)) == 9
    state = play(rules, state, "take Ac").state
    assert refused(rules, state, "put Ac C").code == "REPEATED"
    assert all(isinstance(action, TakeBack) for action in rules.legal_actions(state))
    assert rules.pick(rules.view(state, 0), random.Random(1)) in rules.legal_actions(state)
    state = play(rules, state, "take 6d").state
    assert list(map(str, rules.legal_actions(state)))[:2] == ["put Ac B", "put 6d C"]
    assert play(rules, state, "put Ac B", "put 6d C", "lock").state.phase is Phase.RUNOUT


def test_EI5_when_every_card_has_lain_everywhere_taking_back_ends_after_64_repeats() -> None:
    rules = game("alternating")
    lain = "A As Ac 9d 8c 6d 4h 2h 2s, B As Ac 9d 8c 6d 4h 2h 2s, C As Ac 9d 8c 6d 4h 2h 2s"
    state = rules.parse_state(f"{ALL_DOWN}; taken: 80/0; lain 0: {lain}; repeats: 63/0")
    state = play(rules, state, "take As").state
    done = play(rules, state, "put As A").state
    assert rules.legal_actions(done) == (Lock(),)
    assert refused(rules, done, "take As").code == "NOTHING_NEW"
    # Whatever is still in hand may be put where there is room.
    two = play(rules, state, "take 9d", "put 9d A").state
    assert list(map(str, rules.legal_actions(two))) == ["put As A"]
    assert play(rules, two, "put As A", "lock").state.phase is Phase.RUNOUT


def test_EI3_a_card_that_was_returned_has_lain_there() -> None:
    rules = game("alternating")
    state = play(
        rules,
        dealt(rules),
        "put As A",
        "put 9s C",
        "put 9d A",
        "put 5s C",
        "put 8c A",
        "put 7d C",
        "put 2h A",
    ).state
    assert state.memory == (NOTHING, Memory(((), (), cards("7d")), 0))
    assert rules.parse_state(rules.format_state(state)) == state


def test_EI5_a_house_may_still_play_with_a_number() -> None:
    rules = game("alternating", take_backs=64)
    state = play(rules, rules.parse_state(ONE_DOWN), *again("As", "A", 64)).state
    assert state.memory == (NOTHING, NOTHING)
    assert refused(rules, state, "take As").code == "NO_TAKE_BACKS"


# -- every hand ends -------------------------------------------------------------------------------


def any_back(state: EightState, legal: tuple[EightAction, ...], rng: random.Random) -> EightAction:
    """Takes a card back whenever it may."""
    backs = [action for action in legal if isinstance(action, TakeBack)]
    return rng.choice(backs or legal)


def dawdle(state: EightState, legal: tuple[EightAction, ...], rng: random.Random) -> EightAction:
    """Does what is new as late as it can: takes back what it placed, and puts it where it lay."""
    assert state.turn is not None
    memory = state.memory[state.turn]
    known = [each for each in legal if isinstance(each, PlaceCard) and memory.knows(each.card, each.board)]
    backs = [each for each in legal if isinstance(each, TakeBack)]
    return rng.choice(known or backs or legal)


def wander(state: EightState, legal: tuple[EightAction, ...], rng: random.Random) -> EightAction:
    """Anything that is legal, all alike."""
    return rng.choice(legal)


@pytest.mark.no_cover
@pytest.mark.parametrize("choose", [any_back, dawdle, wander])
@settings(max_examples=12)  # up to 6,000 actions each
@given(seed=st.integers(0, 2**32))
def test_EI5_a_hand_ends_whoever_takes_back(choose: Choose, seed: int) -> None:
    rules = game("alternating", hands=1, hidden_placement=bool(seed % 2))
    rng, chance = random.Random(seed), FairChance.seeded(seed)
    state = rules.new()
    while (actor := rules.to_act(state)) is not None:
        if actor == CHANCE:
            state = rules.apply(state, rules.draw(state, chance)).state
            continue
        legal = rules.legal_actions(state)
        assert legal
        if rng.random() < 0.01:
            assert rules.choices(rules.view(state, actor)) == legal
            assert rules.parse_state(rules.format_state(state)) == state
        state = rules.apply(state, choose(state, legal, rng)).state
        assert max(state.taken) <= MOST_TAKEN
    assert state.memory == (NOTHING, NOTHING)


def test_EI5_players_at_random_seldom_take_back() -> None:
    rules = game("alternating")
    view = rules.view(rules.parse_state(ALL_DOWN), 0)
    rng = random.Random(1)
    picks = [rules.pick(view, rng) for _ in range(800)]
    assert 50 < sum(isinstance(action, TakeBack) for action in picks) < 200
    assert set(picks) == set(rules.choices(view))


# -- who knows of it -------------------------------------------------------------------------------


def tried(rules: EightCards) -> EightState:
    """Seat 0 has tried some cards; seat 1 is to act."""
    return play(
        rules, dealt(rules), "put As A", "put 9s A", "take As", "put 9d B", "put 5s A", "put As A"
    ).state


def test_EI6_what_was_tried_face_down_is_known_to_its_seat_alone() -> None:
    rules = game("alternating")
    state = tried(rules)
    assert rules.view(state, 0).memory == (Memory((cards("As"), (), ()), 1), NOTHING)
    for seat in (1, None):
        view = rules.view(state, seat)
        assert view.memory == (None, NOTHING)
        memories = set()
        for seed in range(30):
            world = rules.sample(view, random.Random(seed))
            assert rules.view(world, seat) == view
            assert rules.parse_state(rules.format_state(world)) == world
            own = {*world.hands[0], *all_cards(world.placed[0])}
            assert set(all_cards(world.memory[0].lain)) <= own
            assert len(all_cards(world.memory[0].lain)) == world.taken[0] == 1
            memories.add(world.memory[0])
        assert len(memories) > 10


def test_EI6_what_was_tried_face_up_is_known_to_everybody() -> None:
    rules = game("alternating", hidden_placement=False)
    state = tried(rules)
    for seat in (0, 1, None):
        assert rules.view(state, seat).memory == state.memory
        assert rules.sample(rules.view(state, seat), random.Random(1)).memory == state.memory


# -- as text, in files, and as it was --------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ("taken: 1625/0", "TOO_MANY_TAKE_BACKS"),
        ("taken: 3/0; lain 0: A Ks", "LAIN_NOT_OWN"),
        ("taken: 3/0; lain 0: A As As", "LAIN_NOT_OWN"),
        ("lain 0: B As 9d", "MORE_THAN_TAKEN"),
        ("taken: 3/0; repeats: 5/0", "MORE_THAN_TAKEN"),
        ("taken: 99/0; repeats: 65/0", "MORE_THAN_TAKEN"),
        ("taken: 3/0; repeats: -1/0", "MORE_THAN_TAKEN"),
        ("taken: 0/2; lain 1: A 9s", "NOTHING_TO_REPEAT"),
    ],
)
def test_E19_a_memory_that_cannot_be_is_refused(more: str, code: str) -> None:
    rules = game("alternating")
    with pytest.raises(InvalidState) as caught:
        rules.parse_state(f"{ONE_DOWN}; {more}")
    assert caught.value.code == code


@pytest.mark.parametrize("more", ["taken: 3/0; repeats: 5/0", "taken: 2/0; lain 1: A 9s"])
def test_a_memory_that_cannot_be_counts_seats_from_one(more: str) -> None:
    with pytest.raises(
        InvalidState, match="Seat 1 has taken back" if "repeats" in more else "Seat 2 has nothing"
    ):
        game("alternating").parse_state(f"{ONE_DOWN}; {more}")


@pytest.mark.parametrize("options", [{"take_backs": 3}, {"assignment": "sequential"}])
def test_E19_nothing_is_remembered_where_taking_back_is_not_free(options: dict[str, object]) -> None:
    rules = game("alternating", **options)
    with pytest.raises(InvalidState) as caught:
        rules.parse_state(f"{FLOPS}; hand 0: As 9d 8c 2h 2s 6d Ac 4h; hand 1: {SECOND}; lain 0: A As")
    assert caught.value.code == "NOTHING_TO_REPEAT"


def played(rules: EightCards, choose: Choose, most: int) -> Table:
    """A table after ``most`` actions."""
    table = Table(rules, [Player("Ann"), Player("Bo")], server_seed=seed_bytes(5))
    table.start()
    rng = random.Random(2)
    for _ in range(most):
        if (seat := table.to_act) is None:
            break
        table.submit(seat, choose(table._state, table.choices(seat), rng))
    return table


def test_EI5_a_saved_game_remembers_what_was_repeated() -> None:
    rules = game("alternating", hands=1)
    table = played(rules, dawdle, 250)
    assert table.to_act is not None
    assert "repeats: " in table.position()
    assert Table.load(table.save()).position() == table.position()
    done = played(rules, wander, 10_000).record()
    assert len(done.actions) > 100
    assert verify(decode_record(encode_record(done))).ok


def test_EI5_games_that_were_played_with_a_number_can_still_be_read() -> None:
    """Eight was the default before, so records of then do not name the option."""
    before = played(game("alternating", take_backs=8, hands=2), any_back, 10_000).record()
    assert before.options == {"assignment": "alternating", "take_backs": 8, "hands": 2}
    options = {key: value for key, value in before.options.items() if key != "take_backs"}
    now = reopen_game("eight", options, "alternating", before.rules_version)
    state = now.new()
    for action in before.actions:
        state = now.apply(state, now.parse(action.text)).state
    outcome = now.outcome(state)
    assert outcome is not None
    assert before.outcome is not None
    assert outcome.scores == before.outcome.scores
    assert reopen_game("eight", before.options, "alternating", before.rules_version).rules.take_backs == 8
