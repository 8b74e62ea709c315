"""In a game that counts an action goes back only if it told its seat nothing: for every game and option."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st
from tests.conformance.options import make, options
from tests.conformance.test_games import PRESETS, VARIATIONS

import korthus
from korthus.core.chance import seed_bytes
from korthus.core.errors import IllegalAction, InvalidRecord
from korthus.core.protocol import CHANCE, Action, AnyGame, Event, visible
from korthus.games.mus.events import DeclarationMade
from korthus.table import Player, Table
from korthus.table.take_back import reveals
from korthus.testing import check_game
from korthus.testing.violation import ConformanceError

#: Worlds that the asker cannot tell apart before the action, tried for each action that may go back.
WORLDS = 4


def look(game: AnyGame, state: Any, action: Action, seat: int) -> tuple[Any, tuple[Event, ...]] | None:
    """What a seat sees and is told when it acts, or None where cards are dealt then."""
    after, events = game.apply(state, action, seat=seat)
    return None if game.to_act(after) == CHANCE else (game.view(after, seat), visible(events, seat))


def taken_back(game: AnyGame, seats: int, seed: str, moves: int) -> Counter[str]:
    """Play at random and ask after each action; other worlds must look alike where the answer is yes."""
    rng = random.Random(seed)
    table = Table(game, [Player(f"p{n}") for n in range(seats)], server_seed=seed_bytes(seed))
    table.start()
    answers: Counter[str] = Counter()
    for _ in range(moves):
        seat = table.to_act
        if seat is None:
            break
        view = table.view(seat)
        action = game.pick(view, rng)
        told = len(table.told(seat))
        table.submit(seat, action)
        try:
            table.check_take_back(seat)
        except IllegalAction as error:
            answers[error.code] += 1
            continue
        answers["allowed"] += 1
        real = (table.view(seat), tuple(notice.event for notice in table.told(seat, after=told)))
        for _ in range(WORLDS):
            assert look(game, game.sample(view, rng), action, seat) == real, action
    return answers


@pytest.mark.parametrize(
    ("name", "preset", "changed"),
    [*((*pair, {}) for pair in PRESETS), *((name, None, changed) for name, changed in VARIATIONS)],
    ids=str,
)
def test_what_may_be_taken_back_told_its_seat_nothing(
    name: str, preset: str | None, changed: dict[str, Any]
) -> None:
    game = korthus.game(name, preset, **changed)
    seats = 8 if preset == "eight_players" else game.min_seats
    answers = sum((taken_back(game, seats, f"{name} {n}", moves=60) for n in range(3)), Counter())
    assert answers["allowed"] > 0, answers
    assert set(answers) <= {"allowed", "REVEALED", "GAME_OVER"}


@pytest.mark.parametrize("name", [info.name for info in korthus.catalogue()])
def test_so_it_is_under_any_options(name: str) -> None:
    kind = type(korthus.game(name))
    answers: Counter[str] = Counter()

    @settings(
        max_examples=25,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
    )
    @given(options(kind), st.integers(0, 1000), st.integers(kind.min_seats, min(kind.max_seats, 4)))
    def check(chosen: dict[str, Any], seed: int, seats: int) -> None:
        game = make(kind, chosen, seats)
        if game is None:
            reject()
        answers.update(taken_back(game, seats, str(seed), moves=40))

    check()
    assert answers["allowed"] > 100
    assert answers["REVEALED"] > 0


def mus_at_the_end_of_chica() -> Table:
    table = Table(korthus.game("mus"), [Player("Anna"), Player("Bo")], server_seed=seed_bytes(4))
    table.start()
    while not any(isinstance(notice.event, DeclarationMade) for notice in table.told(None)):
        seat = table.to_act
        assert seat is not None
        table.submit(seat, "pass")
    return table


def test_who_has_pares_and_juego_cannot_be_learnt_and_the_action_taken_back() -> None:
    table = mus_at_the_end_of_chica()
    record = table.record()
    seat = record.actions[-1].seat
    assert isinstance(seat, int)
    with pytest.raises(IllegalAction, match="REVEALED"):
        table.check_take_back(seat)
    with pytest.raises(IllegalAction, match="REVEALED"):
        table.undo(seat, agreed=True)
    assert table.record() == record


def test_a_slip_that_told_nothing_goes_back() -> None:
    table = Table(korthus.game("mus"), [Player("Anna"), Player("Bo")], server_seed=seed_bytes(4))
    table.start()
    first = table.to_act
    assert first is not None
    table.submit(first, "envido 2")
    table.submit(1 - first, "no quiero")  # the deje counts at once, and chica begins
    table.undo(1 - first, agreed=True)
    assert table.to_act == 1 - first
    table.submit(1 - first, "quiero")


def test_in_practice_everything_goes_back() -> None:
    table = mus_at_the_end_of_chica()
    table.practice = True
    seat = table.record().actions[-1].seat
    assert isinstance(seat, int)
    table.undo(seat)
    assert table.to_act == seat


def test_ones_own_private_facts_are_no_news() -> None:
    game: AnyGame = korthus.game("eight")
    table = Table(game, [Player("Anna"), Player("Bo")], server_seed=seed_bytes(4))
    table.start()
    seat = table.to_act
    assert seat is not None
    table.submit(seat, game.pick(table.view(seat), random.Random(1)))
    assert any(notice.event.audience == seat for notice in table.told(seat))
    table.undo(seat, agreed=True)
    assert table.to_act == seat


def test_a_log_that_allowed_it_once_is_still_read() -> None:
    """Tables of earlier days hold such a taking back; they must open."""
    table = mus_at_the_end_of_chica()
    seat = table.record().actions[-1].seat
    assert isinstance(seat, int)
    raw = table.save()[:-2] + b',{"did":"undo","seat":%d,"agreed":true}]}' % seat
    assert Table.load(raw).to_act == seat
    with pytest.raises(InvalidRecord, match="SAVE_REFUSED"):
        Table.load(raw.replace(b',"agreed":true', b""))


def test_an_event_that_does_not_say_so_could_not_be_foreseen() -> None:
    class Whisper(Event, frozen=True, kw_only=True):
        pass

    assert reveals([Whisper()], 0)
    assert reveals([Whisper(audience=1)], 0)
    assert not reveals([], 0)


def test_the_kit_finds_an_event_that_claims_to_be_foreseen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DeclarationMade, "foreseen_by", lambda self, seat: True)
    with pytest.raises(ConformanceError, match="taking back"):
        check_game(korthus.game("mus"), games=60, seed=1, thorough=1)
