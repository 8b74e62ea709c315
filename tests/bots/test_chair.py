"""A player that fails loses its turn by one rule, and that is told; the game goes on."""

from __future__ import annotations

import random
import re
import threading
import time
from collections.abc import Callable, Sequence

import msgspec
import pytest
from tests.support.tables import GAME as HIGH_CARD
from tests.support.tables import open_table

import korthus
from korthus.arena.match import Pace, play_game
from korthus.bots import chair
from korthus.bots.alarm import Again, TooLate, by_python, by_signal
from korthus.bots.chair import Fault, Losses, LostTurns
from korthus.bots.driver import BotDriver, play_bots
from korthus.bots.protocol import Bot, Budget
from korthus.bots.random import RandomBot
from korthus.core.chance import FairChance
from korthus.core.errors import KorthusError
from korthus.core.protocol import Action, Event, Outcome, View
from korthus.games.kachuful import Bid, Play
from korthus.kernels.code_folders import getting_ready
from korthus.locale import Translator

GAME = korthus.game("kachuful", start_cards=2)
QUICK = Budget(seconds=0.001)


class Acting(RandomBot):
    """Does something else than choosing, in each of its turns."""

    def __init__(self, does: Callable[[], object]) -> None:
        super().__init__(GAME, random.Random(5))
        self.does = does

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``."""
        return self.does()  # type: ignore[return-value]  # that is the point


class Deaf(RandomBot):
    """Cannot be told anything."""

    def observe(self, events: Sequence[Event]) -> None:
        """See ``Bot.observe``."""
        raise RuntimeError("what?")


def play(bot: Bot, budget: Budget | None = None) -> tuple[Outcome, tuple[LostTurns, ...]]:
    """A game of a bot in seat 0 against a random one, and the turns that the first has lost."""
    losses = Losses()
    bots = [bot, RandomBot(GAME, random.Random(6))]
    outcome, _ = play_game(GAME, bots, FairChance.seeded(3), budget, [Pace(), Pace()], losses)
    return outcome, tuple(lost for lost in losses.all() if lost.seat == 0)


def fail() -> None:
    raise KeyError("trump")


def leave() -> None:
    raise SystemExit


@pytest.mark.parametrize(
    ("does", "why", "said"),
    [
        (fail, "raised", r"KeyError: 'trump' \(test_chair\.py, line \d+\)"),
        (leave, "raised", r"SystemExit \(test_chair\.py, line \d+\)"),
        (lambda: korthus.game("mulle").new(9), "raised", r"InvalidOptions: .*\(test_chair\.py, line \d+\)"),
        (lambda: None, "illegal", r"None: That is not an action of kachuful\. \[WRONG_ACTION\]"),
        (lambda: "bid 1", "illegal", r"bid 1: That is not an action of kachuful\. \[WRONG_ACTION\]"),
        (lambda: Bid(99), "illegal", r"bid 99: .*\[\w+\]"),
        (lambda: Bid("x"), "illegal", r".*\[WRONG_ACTION\]"),  # type: ignore[arg-type]  # so it must be checked
        (lambda: Play(None), "illegal", r"Play: .*\[WRONG_ACTION\]"),  # type: ignore[arg-type]  # nor written
        (lambda: GAME.draw(GAME.new(2), FairChance.seeded(1)), "illegal", r".*\[NO_DEAL_NOW\]"),
    ],
)
def test_a_player_that_fails_loses_its_turns_and_random_actions_are_played(
    does: Callable[[], object], why: str, said: str
) -> None:
    outcome, lost = play(Acting(does))
    assert {each.why for each in lost} == {why}
    assert all(re.fullmatch(said, each.said) for each in lost)
    moves = sum(each.turns for each in lost)
    assert moves == 2 + 4 + 2, "every one of its turns: three rounds, a bid and the cards of each"
    assert play(Acting(does)) == (outcome, lost), "the same seed, the same game"


def test_why_a_turn_is_lost_is_said_in_any_language_also_from_a_file() -> None:
    tr = Translator("sv")
    for does, says in ((lambda: None, "None: "), (lambda: Bid(99), "bid 99: ")):
        _, lost = play(Acting(does))
        kept = msgspec.json.decode(msgspec.json.encode(lost), type=tuple[LostTurns, ...])
        for each in (*lost, *kept):
            said = tr.phrase(each.words())
            assert said.startswith(says)
            assert said != each.said
            assert each.words() == each.said
    _, lost = play(Acting(fail))
    assert tr.phrase(lost[0].words()) == lost[0].said


def test_what_a_player_does_at_random_is_not_always_the_same() -> None:
    """The luck of a lost turn is the chair's own: it differs from turn to turn and from seed to seed."""
    ends = set()
    for seed in range(12):
        bot = Acting(fail)
        bot.rng.seed(seed)
        ends.add(play(bot)[0].scores)
    assert len(ends) > 1


def test_a_player_that_cannot_hear_loses_the_turn_before_which_it_was_told() -> None:
    _, lost = play(Deaf(GAME, random.Random(1)))
    assert [each.why for each in lost] == ["raised"]
    assert lost[0].said.startswith("RuntimeError: what? (test_chair.py, line")


def test_without_anybody_who_is_told_what_is_raised_is_raised() -> None:
    with pytest.raises(KeyError):
        play_game(GAME, [Acting(fail), Acting(fail)], FairChance.seeded(3), None, [Pace(), Pace()])
    with pytest.raises(KeyError):
        play_game(GAME, [Acting(fail), Acting(fail)], FairChance.seeded(3), QUICK, [Pace(), Pace()])
    bot = Acting(fail)
    bot.game = HIGH_CARD
    with pytest.raises(KeyError):
        play_bots(open_table(2), {0: bot, 1: bot})


def test_at_a_table_the_turn_is_lost_by_the_same_rule() -> None:
    table = open_table(2)
    told: list[tuple[int, Fault]] = []
    bots: dict[int, Bot] = {seat: RandomBot(HIGH_CARD, random.Random(seat)) for seat in range(2)}
    bots[1] = Acting(lambda: None)
    bots[1].game = HIGH_CARD
    BotDriver(table, bots, tell=lambda seat, fault: told.append((seat, fault))).play()
    assert table.over
    assert {seat for seat, _ in told} == {1}
    assert len(told) == table.moves // 2


def test_faults_of_the_rules_are_not_the_players() -> None:
    """Only a refusal of the rules costs a turn; anything else that playing raises is a fault of the house."""
    bot = RandomBot(GAME, random.Random(1))
    state = GAME.apply(GAME.new(2), GAME.draw(GAME.new(2), FairChance.seeded(1))).state
    seat = GAME.to_act(state)

    def broken(action: Action) -> None:
        raise ZeroDivisionError

    told: list[Fault] = []
    with pytest.raises(ZeroDivisionError):
        chair.Chair(bot, told.append).take_turn((), GAME.view(state, seat), broken)
    assert told == []


# -- time --------------------------------------------------------------------------------------------


@pytest.fixture
def no_overtime(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is late has lost the turn at once, from the first turn on."""
    monkeypatch.setattr(chair, "OVERTIME", 0.0)
    monkeypatch.setattr(chair, "_ready", {Acting, RandomBot})


def sleep() -> None:
    time.sleep(600)


def loop() -> None:
    while True:
        pass


def set_and_loop(again: Again) -> None:
    again(0.01)
    loop()


def stubborn() -> None:
    while True:
        try:
            loop()
        except BaseException as error:
            if isinstance(error, TooLate) and next(TRIES) > 2:
                raise


TRIES = iter(range(1_000_000))


@pytest.mark.usefixtures("no_overtime")
@pytest.mark.parametrize("does", [sleep, loop, stubborn])
def test_a_player_that_takes_for_ever_is_interrupted(does: Callable[[], None]) -> None:
    _, lost = play(Acting(does), QUICK)
    assert [(each.why, each.said, each.turns) for each in lost] == [
        ("late", "more than 101 ms, overtime used up", 8)
    ]
    assert Translator("sv").phrase(lost[0].words()) == "mer än 101 ms, övertiden är slut"


@pytest.mark.usefixtures("no_overtime")
def test_an_answer_that_comes_too_late_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled code hears no alarm; here nobody sets one."""
    monkeypatch.setattr(chair, "call_within", lambda seconds, work: work(lambda after: None))
    monkeypatch.setattr(chair, "GRACE", -1.0)
    _, lost = play(Acting(lambda: Bid(0)), QUICK)
    assert [each.why for each in lost] == ["late"]


@pytest.mark.usefixtures("no_overtime")
def test_a_turn_in_which_code_is_loaded_is_not_held_against_anybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chair, "GRACE", -1.0)
    monkeypatch.setattr(chair, "call_within", lambda seconds, work: work(lambda after: None))

    def load() -> None:
        getting_ready(compiles=True)

    _, lost = play(Acting(load), QUICK)
    assert {each.why for each in lost} == {"illegal"}, "it gives back nothing, but that in time"
    monkeypatch.setattr(chair, "_ready", set())
    _, lost = play(Acting(lambda: None), QUICK)
    assert sorted((each.why, each.turns) for each in lost) == [("illegal", 1), ("late", 7)]


@pytest.mark.usefixtures("no_overtime")
@pytest.mark.parametrize("loads", [None, False])
def test_the_first_turn_of_a_player_from_elsewhere_ends(
    monkeypatch: pytest.MonkeyPatch, loads: bool | None
) -> None:
    """It has a limit of its own, which begins anew when kept code of the house is loaded."""
    limits: list[float] = []

    def by_its_limit(seconds: float, work: Callable[[Again], object]) -> object:
        limits.append(seconds)
        work(limits.append)
        raise TooLate

    monkeypatch.setattr(chair, "call_within", by_its_limit)
    monkeypatch.setattr(chair, "_ready", {RandomBot})
    monkeypatch.setattr(chair, "FIRST_TURN", 7.0)
    _, lost = play(Acting(lambda: None if loads is None else getting_ready(compiles=loads)), QUICK)
    assert lost[0].said == "more than 7 s to get ready"
    assert Translator("es").phrase(lost[0].words()) == "más de 7 s para prepararse"
    assert max(limits) == pytest.approx(7.0)


@pytest.mark.usefixtures("no_overtime")
def test_a_first_turn_without_end_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chair, "_ready", set())
    monkeypatch.setattr(chair, "FIRST_TURN", 0.01)
    _, lost = play(Acting(sleep), QUICK)
    assert sum(each.turns for each in lost) == 8
    assert {each.why for each in lost} == {"late"}


@pytest.mark.usefixtures("no_overtime")
def test_while_code_of_the_house_is_compiled_nobody_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where kept code is loaded in between: compiling one function asks for others."""
    limits: list[float] = []

    def compile_then_load() -> None:
        getting_ready(compiles=False)
        getting_ready(compiles=True)
        getting_ready(compiles=False)

    def noted(seconds: float, work: Callable[[Again], object]) -> object:
        return work(limits.append)

    monkeypatch.setattr(chair, "call_within", noted)
    monkeypatch.setattr(chair, "FIRST_TURN", 7.0)
    monkeypatch.setattr(chair, "_COMPILING", 7_000.0)
    _, lost = play(Acting(compile_then_load), QUICK)
    assert {each.why for each in lost} == {"illegal"}, "it gives back nothing, but that in time"
    assert [round(limit, -1) for limit in limits] == [10, 7_000, 7_000] * 8


def test_players_of_the_house_compile_in_their_first_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[float] = []

    def noted(seconds: float, work: Callable[[Again], object]) -> object:
        limits.append(seconds)
        return work(lambda after: None)

    monkeypatch.setattr(chair, "call_within", noted)
    monkeypatch.setattr(chair, "_ready", {Acting})
    monkeypatch.setattr(chair, "_COMPILING", 7_000.0)
    play(Acting(lambda: None), QUICK)
    assert limits.count(7_000.0) == 1
    assert max(sorted(limits)[:-1]) < 10


def test_overtime_is_for_a_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on by a second when it is read, a turn takes one: two are forgiven."""
    now = iter(range(1_000))
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(now)))
    monkeypatch.setattr(chair, "call_within", lambda seconds, work: work(lambda after: None))
    monkeypatch.setattr(chair, "_ready", {Acting, RandomBot})
    monkeypatch.setattr(chair, "OVERTIME", 2.0)
    _, lost = play(Acting(lambda: None), QUICK)
    assert sorted((each.why, each.turns) for each in lost) == [("illegal", 2), ("late", 6)]


@pytest.mark.parametrize("by", [by_signal, by_python])
def test_an_alarm_rings_once_and_is_then_put_away(
    by: Callable[[float, Callable[[Again], object]], object],
) -> None:
    with pytest.raises(TooLate):
        by(0.01, lambda again: loop())
    assert by(600.0, lambda again: again(0.001)) is None
    sum(range(200_000))  # nothing rings any more
    assert by(600.0, lambda again: 7) == 7
    with pytest.raises(TooLate):
        by(600.0, set_and_loop)
    with pytest.raises(KorthusError):
        by(600.0, lambda again: GAME.new(1))


def test_an_alarm_rings_in_any_thread() -> None:
    heard: list[type[BaseException]] = []

    def work() -> None:
        try:
            by_python(0.01, lambda again: loop())
        except TooLate as error:
            heard.append(type(error))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert heard == [TooLate]
