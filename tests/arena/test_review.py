"""Looking back on a game: mistakes are found, luck is told from play, and nobody's cards are looked into."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import msgspec
import pytest
from tests.arena.reviewed import advised, at_random, play, quietly
from tests.support.tables import GAME as HIGH_CARD
from tests.support.tables import finished_record

import korthus
from korthus.arena.review import judge as review_judge
from korthus.arena.review import work as review_work
from korthus.arena.review.data import Decision, Review, decode_review, encode_review
from korthus.arena.review.errors import ReviewError
from korthus.arena.review.judge import find_adviser, is_enough, judge
from korthus.arena.review.luck import Packs, PacksAgain, packs_of
from korthus.arena.review.review import Reviewing, review
from korthus.arena.review.units import ahead, unit_of
from korthus.bots.advice import Advice, Adviser
from korthus.bots.protocol import Budget
from korthus.bots.random import RandomBot
from korthus.core.errors import InvalidOptions, InvalidRecord
from korthus.core.protocol import CHANCE, Action, AnyGame, State, View
from korthus.core.record import ActionEntry, Record
from korthus.table import Replay

THOUGHT = Budget(simulations=300)
#: A game of each kind that is soon over.
SHORT: dict[str, tuple[AnyGame, int]] = {
    "mulle": (korthus.game("mulle", omgangar=1), 2),
    "kachuful": (korthus.game("kachuful", start_cards=3, schedule="descending", total_rounds=2), 3),
    "eight": (korthus.game("eight", hands=2), 2),
    "mus": (korthus.game("mus", target_stones=30, ordago=False), 2),
}
KACHUFUL, SEATS = SHORT["kachuful"]


@pytest.fixture(scope="module")
def random_game() -> Record:
    """Two rounds of Kachuful in which everybody plays anything."""
    return play(KACHUFUL, SEATS, 5, at_random(KACHUFUL))


@pytest.fixture(scope="module")
def found(random_game: Record) -> Review:
    """The review of that."""
    return review(random_game, budget=THOUGHT, replays=3)


# -- decisions ---------------------------------------------------------------------------------------


def test_every_decision_is_judged(random_game: Record, found: Review) -> None:
    played = [n for n, entry in enumerate(random_game.actions) if entry.seat != "deal"]
    assert [each.index for each in found.decisions] == played
    for each in found.decisions:
        entry = random_game.actions[each.index]
        assert (each.seat, each.text) == (entry.seat, entry.text)
        assert each.cost is not None
        assert each.cost >= 0
        assert each.best_reasons
        if each.text == each.best:
            assert each.cost == 0


@pytest.mark.parametrize("name", ["kachuful", "eight"])
def test_who_follows_the_advice_pays_nothing(name: str) -> None:
    game, seats = SHORT[name]
    ask = advised(game, THOUGHT)
    record = play(game, seats, 3, lambda index, view: ask(index, view)[0].action)
    found = review(record, budget=THOUGHT, replays=0)
    assert [each.cost for each in found.decisions] == [0.0] * len(found.decisions)
    assert all(seat.mistakes == () and seat.cost == 0 for seat in found.seats)


def test_a_planted_blunder_is_the_biggest_mistake_of_its_seat() -> None:
    thought = Budget(simulations=2_000)
    ask = advised(KACHUFUL, thought)
    planted: list[int] = []

    def pick(index: int, view: View) -> Action:
        advice = ask(index, view)
        if not planted and view.seat == 2:  # its first bid
            planted.append(index)
            return min(advice, key=lambda each: each.value).action
        return advice[0].action

    found = review(play(KACHUFUL, SEATS, 3, pick), budget=thought, replays=0)
    seat = found.seats[2]
    assert seat.mistakes[0] == planted[0]
    blunder = found.decision(planted[0])
    assert blunder.cost is not None
    assert blunder.cost_error is not None
    assert blunder.cost > 2 * blunder.cost_error > 0
    assert seat.cost >= blunder.cost
    assert found.seats[0].mistakes == found.seats[1].mistakes == ()
    assert found.mistakes[0].index == planted[0]


def test_an_exact_mistake_needs_no_second_look() -> None:
    game: AnyGame = korthus.game("mulle", omgangar=1)
    record = play(game, 2, 4, at_random(game, 2))
    last = [n for n, entry in enumerate(record.actions) if entry.seat != "deal"][-10:]
    replay = Replay(record)
    costs = []
    for index in last:
        replay.goto(index)
        view = replay.view(game.to_act(replay.state))
        looks: list[str] = []

        def ask(look: str, looks: list[str] = looks) -> Adviser:
            looks.append(look)
            return find_adviser(game, "strong", look)

        decision = judge(ask, view, record.actions[index].text, THOUGHT, index=index, base=0.0)
        assert looks == ["first"]
        assert decision.cost_error == 0
        costs.append(decision.cost)
    assert any(costs)


class _Scripted(Adviser):
    """Says what it is told to say."""

    said: tuple[Advice, ...] = ()

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        return self.said[0].action

    def advise(self, view: View, budget: Budget | None = None) -> tuple[Advice, ...]:
        return self.said


def scripted(
    *looks: tuple[float, float, float],
    visits: int = 100,
    error: float = 1.0,
    chances: tuple[float, float, float] | None = None,
) -> Decision:
    """A decision for the second of three actions, whose values each look gives, and the chances to win.

    ``visits`` and, where there are chances, ``error`` are those of the second.
    """
    game, seats = KACHUFUL, SEATS
    state = game.apply(game.new(seats), game.draw(game.new(seats), korthus.FairChance.seeded(1))).state
    view = game.view(state, game.to_act(state))
    actions = game.choices(view)
    said = iter(looks)

    def ask(look: str) -> Adviser:
        bot = _Scripted(game, None)  # type: ignore[arg-type]  # no luck is needed
        bot.said = tuple(
            Advice(
                action=action,
                value=value,
                error=error if chances is None or n == 1 else 1.0,
                visits=visits if n == 1 else 100,
                chance=None if chances is None else chances[n],
                chance_error=None if chances is None else 0.01,
            )
            for n, (action, value) in enumerate(zip(actions, next(said), strict=False))
        )
        return bot

    return judge(ask, view, str(actions[1]), THOUGHT, index=1, base=10.0)


def test_what_looks_bad_once_is_looked_at_again_and_the_second_look_counts() -> None:
    accident = scripted((9, 0, 0), (1, 0.5, 0))
    assert (accident.cost, accident.is_mistake) == (0.5, False)
    true = scripted((9, 0, 0), (7, 0, 8))
    assert (true.cost, true.is_mistake) == (7, True)
    assert (true.value, true.best_value) == (10, 17)


def test_what_is_good_enough_is_looked_at_once() -> None:
    assert scripted((1, 0, 0)).cost == 1
    assert scripted((0, 1, 0)).cost == 0


def test_an_adviser_that_bluffs_is_measured_by_its_own_values() -> None:
    bluff = scripted((0, -5, 9), (0, -5, 9))
    assert bluff.cost == 14


def test_few_trials_are_not_taken_for_certainty() -> None:
    assert scripted((9, 0, 0), (9, 0, 0), visits=100).is_mistake
    rare = scripted((9, 0, 0), visits=2)
    assert rare.error == pytest.approx(50**0.5)
    assert not rare.is_mistake


def test_what_cannot_be_judged_is_said_so() -> None:
    unknown = scripted((float("-inf"), 0, 0), error=float("inf"))
    assert (unknown.cost, unknown.value, unknown.is_mistake) == (None, None, False)
    assert b"null" in msgspec.json.encode(unknown)


def test_what_was_tried_for_points_once_is_judged_by_the_chance_to_win() -> None:
    blunder = scripted((4, -11, 0), (4, -11, 0), error=float("inf"), chances=(0.5, 0.1, 0.4))
    assert blunder.cost == pytest.approx(0.4)
    assert (blunder.value, blunder.is_mistake) == (-1, True)
    assert blunder.error == 10  # as if the best had been tried once


# -- secrecy -----------------------------------------------------------------------------------------


def test_the_adviser_gets_the_views_of_the_seats_that_decide(
    random_game: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[View] = []
    replay = Replay(random_game)

    class Spy:
        """Notes what an adviser is asked about."""

        def __init__(self, inner: Adviser) -> None:
            self._inner = inner

        def hint(self, view: View, budget: Budget) -> tuple[Advice, ...]:
            seen.append(view)
            assert not isinstance(view, State)
            return self._inner.hint(view, budget)

    monkeypatch.setattr(
        review_work, "find_adviser", lambda game, level, seed: Spy(find_adviser(game, level, seed))
    )
    found = review(random_game, budget=THOUGHT, replays=0)
    views = []
    for each in found.decisions:
        replay.goto(each.index)
        views.append(replay.view(each.seat))
    assert [*dict.fromkeys(seen)] == views


def test_hidden_cards_do_not_change_the_review_of_a_decision() -> None:
    record = play(KACHUFUL, SEATS, 8, at_random(KACHUFUL))
    word, *cards = record.actions[0].text.split()
    assert (word, len(cards)) == ("deal", 9)
    first = record.actions[1].seat
    assert isinstance(first, int)
    hands = [cards[place::SEATS] for place in range(SEATS)]
    mine = view_after_deal(record, first)
    seen: dict[str, Decision] = {}
    for order in permutations(range(SEATS)):
        mixed = zip(*(hands[place] for place in order), strict=True)
        dealt = " ".join(["deal", *(card for turn in mixed for card in turn)])
        other = play_on(record, dealt)
        if view_after_deal(other, first) == mine:
            seen[dealt] = review(other, budget=THOUGHT, replays=0).decisions[0]
    one, two = seen.values()
    assert len({state_at(play_on(record, dealt), 1) for dealt in seen}) == 2
    assert one == two


def view_after_deal(record: Record, seat: int) -> View:
    """What a seat sees after the first deal."""
    replay = Replay(record)
    replay.goto(1)
    return replay.view(seat)


def play_on(record: Record, dealt: str) -> Record:
    """The record with another first deal, the same first bid, and anything legal after that."""
    game = KACHUFUL
    state = game.apply(game.new(SEATS), game.parse(dealt)).state
    entries = [ActionEntry(seat="deal", text=dealt)]
    chance = korthus.FairChance.seeded(2)
    while (actor := game.to_act(state)) is not None:
        if actor == CHANCE:
            action = game.draw(state, chance)
        elif len(entries) == 1:
            action = game.parse(record.actions[1].text)
        else:
            action = game.legal_actions(state)[0]
        entries.append(ActionEntry(seat="deal" if actor == CHANCE else actor, text=str(action)))
        state = game.apply(state, action).state
    return msgspec.structs.replace(record, actions=tuple(entries))


# -- luck --------------------------------------------------------------------------------------------


def test_cards_that_win_everything_are_luck_however_they_are_played() -> None:
    game = korthus.game("eight", hands=1)
    ask = advised(game, THOUGHT)

    def pick(index: int, view: View) -> Action:
        advice = ask(index, view)
        return advice[-1 if view.seat == 0 else 0].action

    record = play(game, 2, 9, pick)  # with these cards good players let seat 0 sweep
    found = review(record, budget=Budget(simulations=400), replays=8)
    lucky, unlucky = found.seats
    assert lucky.luck is not None
    assert lucky.luck_error is not None
    assert lucky.luck > 100  # of 150: the ante and the bonus of a sweep
    assert lucky.luck - 3 * lucky.luck_error > lucky.result  # it threw that away, which is no lack of luck
    assert lucky.play == lucky.result - lucky.luck
    assert unlucky.luck == -lucky.luck


@pytest.mark.parametrize("name", SHORT)
def test_the_recorded_packs_are_dealt_again(name: str) -> None:
    game, seats = SHORT[name]
    record = play(game, seats, 6, at_random(game))
    packs = packs_of(Replay(record))
    assert isinstance(packs, Packs)
    chance = PacksAgain(packs)
    state = game.new(seats)
    for entry in record.actions:
        if entry.seat == "deal":
            assert str(game.draw(state, chance)) == entry.text
        state = game.apply(state, game.parse(entry.text)).state


def test_a_hand_of_mus_begins_with_the_recorded_deal_whatever_was_changed_before() -> None:
    game, _ = SHORT["mus"]
    record = play(game, 2, 6, quietly(game, 3))
    packs = packs_of(Replay(record))
    assert isinstance(packs, Packs)
    recorded = fresh_deals(game, record)
    assert len(recorded) > 2
    for seed in range(3):
        chance, other = PacksAgain(packs), quietly(game, seed)
        state, deals = game.new(2), []
        while (actor := game.to_act(state)) is not None:
            if actor == CHANCE:
                action = game.draw(state, chance)
                if state.phase == "deal":
                    deals.append(str(action))
            else:
                action = other(0, game.view(state, actor))
            state = game.apply(state, action).state
        both = min(len(deals), len(recorded))
        assert deals[:both] == recorded[:both]


def fresh_deals(game: AnyGame, record: Record) -> list[str]:
    """The first deal of every hand."""
    replay = Replay(record)
    deals = []
    for index, entry in enumerate(record.actions):
        replay.goto(index)
        state: Any = replay.state
        if entry.seat == "deal" and state.phase == "deal":
            deals.append(entry.text)
    return deals


def test_without_a_seed_or_with_other_deals_luck_is_not_known(random_game: Record) -> None:
    shuffle = msgspec.structs.replace(random_game.shuffle, server_seed=None)
    found = review(msgspec.structs.replace(random_game, shuffle=shuffle), budget=THOUGHT)
    assert (found.luck_missing, found.replays) == ("no_seed", 0)
    assert all((seat.luck, seat.luck_error, seat.play) == (None, None, None) for seat in found.seats)
    shuffle = msgspec.structs.replace(random_game.shuffle, server_seed="00" * 32)
    found = review(msgspec.structs.replace(random_game, shuffle=shuffle), budget=THOUGHT)
    assert found.luck_missing == "wrong_deals"


def test_luck_and_play_make_the_result(found: Review) -> None:
    assert found.replays == 3
    for seat in found.seats:
        assert seat.luck is not None
        assert seat.play is not None
        assert seat.luck_error is not None
        assert seat.luck + seat.play == pytest.approx(seat.result)
        assert seat.luck_error >= 0
    assert sum(seat.luck or 0 for seat in found.seats) == pytest.approx(0)


# -- the curve ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["mulle", "kachuful", "eight"])
def test_the_curve_begins_at_nothing_and_ends_at_the_result(name: str) -> None:
    game, seats = SHORT[name]
    record = play(game, seats, 2, at_random(game))
    found = review(record, budget=Budget(simulations=20), replays=0)
    replay = Replay(record)
    unit = unit_of(replay.game)
    assert record.outcome is not None
    assert len(found.curve) == len(record.actions) + 1
    assert found.curve[0] == (0.0,) * seats
    assert found.curve[-1] == tuple(seat.result for seat in found.seats)
    assert found.curve[-1] == unit.result(game, record.outcome.scores)
    for step, row in enumerate(found.curve):
        replay.goto(step)
        if unit.settled(replay.state):
            assert sum(row) == pytest.approx(0)
    for each in found.decisions:
        if not unit.settled(state_at(record, each.index + 1)):
            assert each.value is None or found.curve[each.index + 1][each.seat] == each.value


def state_at(record: Record, step: int) -> State:
    """The state at a step."""
    replay = Replay(record)
    replay.goto(step)
    return replay.state


def test_the_last_decisions_of_mulle_lead_exactly_to_the_result() -> None:
    game = korthus.game("mulle", omgangar=2)
    ask = advised(game, Budget(simulations=1))
    rng = at_random(game)

    def pick(index: int, view: View) -> Action:
        hands = [each.cards_in_hand for each in view.sides]  # type: ignore[attr-defined]
        last = view.rond == 6 and max(hands) <= 3  # type: ignore[attr-defined]
        return ask(index, view)[0].action if last else rng(index, view)

    record = play(game, 2, 5, pick)
    found = review(record, budget=Budget(simulations=1), replays=0)
    for each in found.decisions[
        -4:
    ]:  # solved, and played well: the value is the result, earlier omgång and all
        assert each.value == pytest.approx(found.seats[each.seat].result)


def test_points_ahead_are_counted_against_the_mean_of_the_others() -> None:
    assert ahead([3, 9]) == (-6, 6)
    assert sum(ahead([1, 2, 3, 5])) == 0


# -- the whole ---------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_review(random_game: Record, found: Review) -> None:
    assert review(random_game, budget=THOUGHT, replays=3) == found
    assert review(random_game, budget=THOUGHT, replays=3, seed=1) != found


def test_processes_change_nothing_and_progress_is_told(random_game: Record, found: Review) -> None:
    told: list[tuple[int, int]] = []
    both = review(
        random_game,
        budget=THOUGHT,
        replays=3,
        jobs=2,
        progress=lambda done, total: told.append((done, total)),
    )
    assert both == found
    done = [each for each, _ in told]
    assert {total for _, total in told} == {done[-1]}
    assert done == sorted(done)
    assert done[0] == 0


def test_all_decisions_get_a_glance_and_the_doubtful_a_long_look_the_worst_first(random_game: Record) -> None:
    task = Reviewing(random_game, budget=THOUGHT, replays=2)
    pieces = list(task.work())
    decisions = [each for each in pieces if isinstance(each, Decision)]
    glances = [each for each in decisions if each.looks == 1]
    assert decisions[: len(glances)] == glances
    assert [each.index for each in glances] == [
        n for n, entry in enumerate(random_game.actions) if entry.seat != "deal"
    ]
    seemed = {each.index: each.gravity for each in glances}  # near the end chances to win come before points
    judged = decisions[len(glances) :]
    assert [seemed[each.index] for each in judged] == sorted(
        (seemed[each.index] for each in judged), reverse=True
    )
    assert {each.index for each in judged} == {each.index for each in glances if not is_enough(each)}
    assert 0 < len(judged) < len(glances)
    assert [isinstance(each, tuple) for each in pieces[-2:]] == [True, True]


def test_a_review_can_be_read_while_it_is_made(random_game: Record, found: Review) -> None:
    task = Reviewing(random_game, budget=THOUGHT, replays=3)
    assert task.so_far().decisions == ()
    assert task.so_far().curve[-1] == found.curve[-1]
    number = 0
    for number, _ in enumerate(task.work(), 1):
        now = task.so_far()
        assert len(now.decisions) == min(number, len(found.decisions))
        assert all(each in now.decisions for each in now.mistakes)
        assert decode_review(encode_review(now)) == now
    assert task.so_far() == found
    assert number > len(found.decisions) + 3


def test_what_was_done_before_is_not_done_again(random_game: Record, found: Review) -> None:
    every = list(Reviewing(random_game, budget=THOUGHT, replays=3).work())
    for cut in (5, len(found.decisions) + 1, len(every) - 1):
        task = Reviewing(random_game, budget=THOUGHT, replays=3)
        assert list(task.work(known=every[:cut])) == every[cut:]
        assert task.so_far() == found
        assert task.done == task.total


def test_a_review_goes_to_json_and_back(found: Review) -> None:
    raw = encode_review(found)
    assert decode_review(raw) == found
    assert set(msgspec.json.decode(raw)) == {"format", *Review.__struct_fields__}


def test_a_table_that_no_kernel_knows_is_reviewed_on_the_rules() -> None:
    game = korthus.game("kachuful", start_cards=1, schedule="descending", total_rounds=1, decks=2)
    found = review(play(game, 2, 1, at_random(game)), replays=2)
    assert found.note is not None
    assert found.simulations == 400
    assert all(each.cost is not None for each in found.decisions)


def test_a_game_that_brings_only_its_rules_is_reviewed() -> None:
    found = review(finished_record(), game=HIGH_CARD, level="easy", budget=Budget(simulations=20), replays=2)
    outcome = finished_record().outcome
    assert outcome is not None
    assert (found.unit, [seat.score for seat in found.seats]) == ("points", list(outcome.scores))
    assert found.curve[0] == (0.0,) * len(found.seats)
    assert found.curve[-1] == ahead(outcome.scores)
    assert all(each.cost is not None for each in found.decisions)


def test_a_game_whose_players_cannot_judge_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_judge, "bot_types", lambda _: {"random": RandomBot})
    with pytest.raises(ReviewError, match="NO_ADVISER"):
        review(finished_record(), game=HIGH_CARD)


def test_what_cannot_be_reviewed_is_refused(random_game: Record) -> None:
    cut = msgspec.structs.replace(random_game, actions=random_game.actions[:-1], outcome=None)
    with pytest.raises(ReviewError, match="UNFINISHED"):
        review(cut)
    with pytest.raises(ReviewError, match="easy, normal, strong and strongest can"):
        review(random_game, level="rules")
    with pytest.raises(InvalidOptions, match="UNKNOWN_BOT"):
        review(random_game, level="nobody")
    with pytest.raises(InvalidRecord, match="DOES_NOT_REPLAY"):
        review(msgspec.structs.replace(random_game, actions=random_game.actions[1:]))


@pytest.mark.parametrize(
    "budget",
    [
        Budget(),
        Budget(simulations=0),
        Budget(simulations=10**9),
        Budget(seconds=0),
        Budget(seconds=float("nan")),
        Budget(seconds=1, simulations=1),
    ],
)
def test_thought_that_makes_no_sense_is_refused(random_game: Record, budget: Budget) -> None:
    with pytest.raises(ReviewError, match="BAD_THOUGHT"):
        review(random_game, budget=budget)


def test_numbers_that_make_no_sense_are_refused(random_game: Record) -> None:
    for replays in (-1, 1, 10**6):
        with pytest.raises(ReviewError, match="BAD_REPLAYS"):
            review(random_game, replays=replays)
    with pytest.raises(ReviewError, match="BAD_REVIEW_JOBS"):
        review(random_game, jobs=0)


@pytest.mark.parametrize(("seats", "replays"), [(11, 2), (13, 0), (26, 0), (52, 0)])
def test_KI11_a_crowd_is_reviewed_on_the_rules(seats: int, replays: int) -> None:
    game = korthus.game("kachuful", start_cards=1)
    found = review(play(game, seats, 1, at_random(game)), budget=Budget(simulations=2), replays=replays)
    assert "has room for 10 seats" in str(found.note)
    assert len(found.seats) == seats
    assert len(found.decisions) == 2 * seats
