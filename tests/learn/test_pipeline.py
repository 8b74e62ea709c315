"""A training that is killed, stopped or repeated comes to the numbers of one that was not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace
from tests.learn.toys import Killed, Quiet, Toy, ToyLearner, files, plan, train

from korthus.arena.errors import ArenaError
from korthus.arena.runs import RunFolder
from korthus.extras import MissingExtra
from korthus.learn import pipeline
from korthus.learn.errors import LearnError
from korthus.learn.pipeline import Training, check_course
from korthus.learn.run_folder import TrainFolder, unpacked


def dying(whole: Callable[..., Any], calls: int) -> Callable[..., Any]:
    """The same function; before its so-manieth call the process is killed."""
    left = calls

    def watched(*args: Any, **kwargs: Any) -> Any:
        nonlocal left
        left -= 1
        if left == 0:
            raise Killed
        return whole(*args, **kwargs)

    return watched


@pytest.mark.parametrize(
    ("kind", "method", "call"),
    [
        (Toy, "play", 1),
        (Toy, "play", 3),
        (ToyLearner, "advance", 1),
        (ToyLearner, "advance", 4),
        (ToyLearner, "judge", 2),
        (ToyLearner, "numbers", 1),
        (RunFolder, "append", 2),
        (pipeline, "_put_report", 1),
    ],
    ids=lambda each: str(getattr(each, "__name__", each)),
)
def test_whoever_is_killed_comes_to_the_same(
    kind: Any, method: str, call: int, toy: Toy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = plan(deals=3)
    straight = train(tmp_path / "straight", toy, asked)
    with monkeypatch.context() as patch:
        patch.setattr(kind, method, dying(getattr(kind, method), call))
        with pytest.raises(Killed):
            train(tmp_path / "cut", toy, asked)
    assert train(tmp_path / "cut", toy, asked) == straight
    assert files(tmp_path / "cut") == files(tmp_path / "straight")


def test_no_game_is_played_twice_and_no_round_is_taught_twice(toy: Toy, tmp_path: Path) -> None:
    asked = plan(seed=2)
    with TrainFolder(tmp_path / "run", asked) as folder:
        watcher = Quiet()
        Training(asked, toy, folder).run(1, "cpu", watcher)
    assert toy.deals == [(1 << 20) + number for number in (1, 2, 3)], "another seed has other deals"
    steps = [done for name, done, _ in watcher.heard if name == "teaching"]
    assert steps == [0, 1, 2, 3, 4, 5, 6]
    lines = (tmp_path / "run" / "losses.jsonl").read_bytes().splitlines()
    assert [msgspec.json.decode(line)["round"] for line in lines] == [2, 4, 6]


def test_other_settings_in_the_same_folder_are_refused(toy: Toy, tmp_path: Path) -> None:
    train(tmp_path / "run", toy, plan())
    before = files(tmp_path / "run")
    for changed in ("games", "rounds", "simulations", "deals", "seed"):
        with pytest.raises(ArenaError, match=rf"is of another run \({changed} differs\)"):
            train(tmp_path / "run", toy, replace(plan(), **{changed: 9}))
    assert files(tmp_path / "run") == before


def test_a_folder_with_something_else_in_it_is_left_as_it_is(toy: Toy, tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("mine")
    with pytest.raises(ArenaError, match=r"diary\.txt is there already") as refused:
        train(tmp_path, toy, plan())
    assert refused.value.code == "NOT_OURS"
    assert files(tmp_path) == {"diary.txt": b"mine"}


def test_two_cannot_write_one_folder(toy: Toy, tmp_path: Path) -> None:
    with TrainFolder(tmp_path / "run", plan()), pytest.raises(ArenaError, match="another run"):
        train(tmp_path / "run", toy, plan())


def test_a_torn_file_is_named(toy: Toy, tmp_path: Path) -> None:
    (tmp_path / "run" / "games").mkdir(parents=True)
    with TrainFolder(tmp_path / "other", plan()) as folder:
        (tmp_path / "run" / "plan.json").write_bytes((folder.path / "plan.json").read_bytes())
    (tmp_path / "run" / "games" / "000001.npz").write_bytes(b"PK\3\4 torn")
    with pytest.raises(LearnError, match=r"000001\.npz cannot be read"):
        train(tmp_path / "run", toy, plan())
    (tmp_path / "run" / "games" / "000001.npz").unlink()
    (tmp_path / "run" / "checkpoint.npz").write_bytes(b"")
    with pytest.raises(LearnError, match=r"checkpoint\.npz cannot be read"):
        train(tmp_path / "run", toy, plan())


def test_the_result_and_what_is_said_about_it(toy: Toy, tmp_path: Path) -> None:
    report = train(tmp_path / "run", toy, plan())
    found = unpacked(tmp_path / "run" / "learnt" / "kachuful-toy.npz")
    assert {name: values.dtype for name, values in found.items()} == {"table": np.float32}
    written = tmp_path / "run" / "learnt" / "kachuful-toy.json"
    assert msgspec.json.decode(written.read_bytes(), type=pipeline.Report) == report
    assert (report.game, report.course, report.gate) == ("kachuful", "toy", None)
    assert report.bytes == (tmp_path / "run" / "learnt" / report.file).stat().st_size
    assert report.losses is not None
    assert report.losses.figures["loss"] == pytest.approx(float(found["table"][0]), abs=1e-5)


def test_a_file_above_the_limit_is_not_written(toy: Toy, tmp_path: Path) -> None:
    toy.size = 1_250_001  # four bytes each
    with pytest.raises(LearnError, match="a file of them may have 5000000") as refused:
        train(tmp_path / "run", toy, plan())
    assert refused.value.code == "NUMBERS_TOO_LARGE"
    assert not (tmp_path / "run" / "learnt").exists()


def test_numbers_that_are_not_finite_are_not_written(
    toy: Toy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ToyLearner, "numbers", lambda self: {"table": self.table / 0 * np.inf})
    with np.errstate(all="ignore"), pytest.raises(LearnError, match="not finite"):
        train(tmp_path / "run", toy, plan())
    assert not (tmp_path / "run" / "candidate").exists()


def test_who_lacks_a_library_is_told_before_any_game_is_played(toy: Toy) -> None:
    toy.needs = ("no_such_torch",)
    with pytest.raises(MissingExtra) as refused:
        check_course(toy, "kachuful")
    assert refused.value.reason == (
        'korthus train kachuful needs no_such_torch, which is not installed; type: pip install "korthus[gpu]"'
    )
