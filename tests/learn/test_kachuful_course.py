"""The course ``seat`` of Kachuful: it comes to the same numbers, however often it is stopped."""

from __future__ import annotations

import numpy as np
import pytest
from tests.learn.toys import Killed, files, plan, train

from korthus.bots.kachuful.learnt import SHAPES
from korthus.learn.brings import Arrays, Work
from korthus.learn.kachuful import learner
from korthus.learn.kachuful.course import COURSES, Seat
from korthus.learn.kachuful.learner import SeatLearner


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judged by few deals, and kept every second step."""
    monkeypatch.setattr(learner, "JUDGED", 20)
    monkeypatch.setattr(Seat, "every", 2)


def learnt(steps: int, of: int, jobs: int = 1, seed: int = 5) -> SeatLearner:
    """A learner after some steps."""
    made = SeatLearner(Work(rounds=of, seed=seed, jobs=jobs, device="cpu"))
    for _ in range(steps):
        made.advance()
    made.close()
    return made


def same(one: Arrays, two: Arrays) -> bool:
    """Whether all tables are equal."""
    return one.keys() == two.keys() and all(np.array_equal(one[name], two[name]) for name in one)


def test_learning_again_finds_the_same_with_any_number_of_threads() -> None:
    one, two = learnt(2, 4), learnt(2, 4, jobs=2)
    assert same(one.state(), two.state())
    assert one.judge() == two.judge()
    assert not same(one.numbers(), learnt(2, 4, seed=6).numbers())
    assert max(np.abs(one.numbers()[name] - learnt(1, 4).numbers()[name]).max() for name in SHAPES) > 1e-4


def test_its_numbers_are_those_that_the_players_read() -> None:
    found = learnt(0, 4).numbers()
    assert {name: values.shape for name, values in found.items()} == SHAPES
    with np.load(str(COURSES["seat"].shipped)) as shipped:
        assert {name: shipped[name].dtype for name in shipped.files} == {
            name: values.dtype for name, values in found.items()
        }


@pytest.mark.parametrize("call", [1, 2, 4])
def test_whoever_is_killed_comes_to_the_same_numbers(
    call: int, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, course = plan(course="seat", games=0, rounds=5), COURSES["seat"]
    straight, cut = tmp_path_factory.mktemp("straight"), tmp_path_factory.mktemp("cut")
    report = train(straight, course, asked)
    step, calls = SeatLearner.advance, 0

    def dies(self: SeatLearner) -> None:
        nonlocal calls
        calls += 1
        step(self)
        if calls == call:
            raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(SeatLearner, "advance", dies)
        with pytest.raises(Killed):
            train(cut, course, asked)
    assert train(cut, course, asked) == report
    assert files(cut) == files(straight)
