"""Solves that are stopped, killed and taken up again end where an uninterrupted one does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from korthus.solve.core import checkpoint
from korthus.solve.core.backend import numpy_backend
from korthus.solve.core.best_response import judge
from korthus.solve.core.blueprint import quantise, read, write
from korthus.solve.core.cfr import Solver
from korthus.solve.core.errors import SolveError
from korthus.solve.core.leduc import leduc
from korthus.solve.core.session import Session, iterations_left, next_judgement
from korthus.solve.core.variants import VARIANTS
from korthus.solve.mus.hand_game import MusHand
from korthus.solve.mus.menu import MENUS

BACKEND = numpy_backend(1)
NINE = (4, 0, 0, 2, 0, 0, 2, 1)


def solver(name: str = "dcfr") -> Solver:
    """A new solve of Leduc."""
    return Solver(leduc(), VARIANTS[name], BACKEND)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_killed_solve_goes_on_as_if_nothing_had_happened(name: str, tmp_path: Path) -> None:
    straight, killed = solver(name), solver(name)
    straight.run(25)
    killed.run(10)
    checkpoint.save(tmp_path, killed, 1.5)
    killed.run(7)  # work that is lost
    (tmp_path / f"{checkpoint.NAME}.new").write_bytes(b"half a checkpoi")
    resumed = solver(name)
    assert checkpoint.load(tmp_path, resumed) == 1.5
    assert resumed.iteration == 10
    resumed.run(15)
    for mine, theirs in zip(resumed.arrays(), straight.arrays(), strict=True):
        assert np.array_equal(mine, theirs)


def test_a_session_ends_at_the_same_iteration_wherever_it_was_cut(tmp_path: Path) -> None:
    target = 0.02
    straight = list(Session(solver(), target).standings())
    first = solver()
    for standing in Session(first, target).standings():
        if standing.iteration == straight[len(straight) // 2].iteration:
            checkpoint.save(tmp_path, first, standing.seconds)
            break
    second = solver()
    seconds = checkpoint.load(tmp_path, second)
    *_, last = Session(second, target, seconds=seconds).standings()
    assert last.iteration == straight[-1].iteration
    assert last.judgement == straight[-1].judgement
    assert last.seconds > seconds
    assert last.judgement.exploitability <= target < straight[-2].judgement.exploitability


def test_judgements_become_rarer() -> None:
    times = [0]
    while times[-1] < 1000:
        times.append(next_judgement(times[-1]))
    steps = np.diff(times)
    assert steps[0] == 10
    assert (np.diff(steps) >= 0).all()
    assert len(times) < 50


def test_how_long_it_will_take() -> None:
    assert iterations_left([(10, 1.0)], 2.0) == 0
    assert iterations_left([(10, 1.0)], 0.5) == float("inf")
    assert iterations_left([(10, 1.0), (20, 0.5)], 0.25) == pytest.approx(20)


def test_a_session_ticks_every_iteration() -> None:
    ticks: list[int] = []
    next(Session(solver(), 1e-9, tick=ticks.append).standings())
    assert ticks == list(range(1, 11))


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (None, "NOTHING_TO_RESUME"),
        (b"nonsense\n", "BAD_CHECKPOINT"),
        (b'{"format":"korthus-solve-1","game":"kuhn","algorithm":"dcfr","entries":1}\n', "OTHER_SOLVE"),
    ],
)
def test_what_is_no_checkpoint_is_refused(tmp_path: Path, content: bytes | None, code: str) -> None:
    if content is not None:
        (tmp_path / checkpoint.NAME).write_bytes(content)
    with pytest.raises(SolveError) as caught:
        checkpoint.load(tmp_path, solver())
    assert caught.value.code == code


def test_a_cut_off_checkpoint_is_refused(tmp_path: Path) -> None:
    path = checkpoint.save(tmp_path, solver(), 0.0)
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(SolveError, match="not a checkpoint"):
        checkpoint.load(tmp_path, solver())


# -- blueprints ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("wide", "whole"), [(True, 65_535), (False, 255)])
def test_bytes_add_up(wide: bool, whole: int) -> None:
    chances = np.random.default_rng(1).dirichlet([0.3] * 4, 500).T
    parts = quantise(chances, wide=wide)
    assert (parts.astype(int).sum(axis=0) == whole).all()
    assert np.abs(parts / whole - chances).max() < 1 / whole


def test_a_blueprint_plays_nearly_as_well(tmp_path: Path) -> None:
    game = MusHand(MENUS["plain"], deck=NINE).game
    solved = Solver(game, VARIANTS["dcfr"], BACKEND)
    solved.run(60)
    path = tmp_path / "blueprint.npz"
    losses = []
    for wide in (True, False):
        size = write(path, solved.strategy(), wide=wide)
        assert size == path.stat().st_size < 2 * game.entries
        losses.append(judge(read(path, game), BACKEND).exploitability - solved.judge().exploitability)
    assert abs(losses[0]) < 1e-4
    assert abs(losses[1]) < 0.02
