"""The same code on another library: the strict one, which refuses what is not in the array API standard."""

from __future__ import annotations

import array_api_strict
import numpy as np
import pytest

from korthus.solve.core import backend as backends
from korthus.solve.core.backend import Backend, backend_for, numpy_backend
from korthus.solve.core.best_response import judge
from korthus.solve.core.cfr import Solver
from korthus.solve.core.errors import SolveError
from korthus.solve.core.leduc import leduc
from korthus.solve.core.strategy import Strategy
from korthus.solve.core.variants import VARIANTS
from korthus.solve.mus.hand_game import MusHand
from korthus.solve.mus.menu import MENUS

STRICT = Backend(array_api_strict)
NINE = (4, 0, 0, 2, 0, 0, 2, 1)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_strict_library_takes_the_same_steps(name: str) -> None:
    game = leduc()
    strict, numpy = (Solver(game, VARIANTS[name], backend) for backend in (STRICT, numpy_backend(1)))
    for solver in (strict, numpy):
        solver.run(3)
    assert strict.judge().best == pytest.approx(numpy.judge().best, abs=1e-5)


def test_the_strict_library_judges_mus_alike() -> None:
    strategy = Strategy.uniform(MusHand(MENUS["plain"], deck=NINE).game)
    strict, numpy = judge(strategy, STRICT), judge(strategy, numpy_backend(1))
    assert strict.best == pytest.approx(numpy.best, abs=1e-12)
    assert strict.value == pytest.approx(numpy.value, abs=1e-12)


@pytest.mark.parametrize("piece", [90, 1000, 10**9])
def test_pieces_and_threads_change_nothing_but_rounding(piece: int) -> None:
    game = MusHand(MENUS["ordago"], deck=NINE).game
    whole = judge(Strategy.uniform(game), numpy_backend(1))
    parts = Backend(numpy_backend(1).xp, threads=2, piece=piece)
    assert judge(Strategy.uniform(game), parts).best == pytest.approx(whole.best, abs=1e-12)


def test_threads_do_not_change_a_bit() -> None:
    game = MusHand(MENUS["ordago"], deck=NINE).game
    one, two = (
        Solver(game, VARIANTS["dcfr"], Backend(numpy_backend(1).xp, threads=threads, piece=400))
        for threads in (1, 2)
    )
    for solver in (one, two):
        solver.run(4)
    for mine, theirs in zip(one.arrays(), two.arrays(), strict=True):
        assert np.array_equal(mine, theirs)


def test_pieces_cover_all_rows() -> None:
    pieces = Backend(numpy_backend(1).xp, piece=1000).pieces(105, 33)
    rows = [row for piece in pieces for row in range(piece.start, piece.stop)]
    assert rows == list(range(105))
    assert all((piece.stop - piece.start) * 33 <= 1000 for piece in pieces)


def test_an_unknown_device_is_refused() -> None:
    with pytest.raises(SolveError, match="no device abacus"):
        backend_for("abacus")


def test_without_pytorch_there_is_no_graphics_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "torch", None)
    with pytest.raises(SolveError, match="PyTorch is not installed"):
        backends.torch_backend("cuda")
