"""The course ``belief`` of Mulle: what is seen in its games, and who is needed to learn from them."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from tests.cli.running import Korthus
from tests.learn.toys import plan

from korthus import extras
from korthus.bots.mulle.learnt import FILE, TOLD
from korthus.learn.brings import Arrays, Work, joined
from korthus.learn.mulle.course import COURSES
from korthus.learn.mulle.positions import MOST, played
from korthus.learn.self_play import SelfPlay, play_games, read_games


def test_the_positions_of_a_deal_are_always_the_same() -> None:
    found, again = played(8, 7), played(8, 7)
    assert all(np.array_equal(found[name], again[name]) for name in found)
    assert (len(found["made"]), found["plays"].sum(), found["made"].sum()) == (87, 697, 277)
    assert found["told"].sum() == pytest.approx(2788.4224, abs=1e-2)
    assert found["told"].shape[1:] == (MOST, TOLD)
    assert (found["made"] < found["plays"]).all()


def test_two_processes_see_the_same_as_one(tmp_path: Path) -> None:
    seen = []
    for jobs in (1, 2):
        task = SelfPlay(plan("mulle", "belief", games=3, simulations=2), tmp_path / str(jobs))
        play_games(task, jobs, lambda done, total: None)
        seen.append(read_games(task))
    assert seen[0].keys() == {"told", "plays", "made"}
    assert all(np.array_equal(seen[0][name], seen[1][name]) for name in seen[0])
    alone = joined([COURSES["belief"].play(2, deal) for deal in (1, 2, 3)])
    assert np.array_equal(seen[0]["told"], alone["told"])


@pytest.mark.parametrize("language", ["en", "sv", "es"])
def test_without_pytorch_one_sentence_says_what_to_type(
    language: str, run_korthus: Korthus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = importlib.util.find_spec
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name == "torch" else whole(name))
    ran = run_korthus("train", "mulle", "--out", str(tmp_path / "run"), "--games", "1", "--lang", language)
    assert ran.code == 1
    assert ran.out == ""
    (said,) = ran.err.splitlines()
    assert said.endswith(': pip install "korthus[gpu]" [NO_EXTRA]')
    assert language != "en" or said.startswith("korthus train mulle needs torch, which is not ")
    assert not (tmp_path / "run" / "games").exists(), "before any game is played"


def test_the_learner_goes_on_where_it_was(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is no part of the development environment")
    luck = np.random.default_rng(1)
    samples: Arrays = {
        "told": luck.standard_normal((60, MOST, TOLD)).astype(np.float32),
        "plays": luck.integers(2, MOST, 60),
        "made": np.zeros(60, dtype=np.int64),
    }
    work = Work(rounds=4, seed=1, jobs=1, device="cpu")
    straight, cut, gone_on = (COURSES["belief"].learner(samples, work) for _ in range(3))
    for _ in range(4):
        straight.advance()
    for _ in range(2):
        cut.advance()
    gone_on.restore(cut.state())
    for _ in range(2):
        gone_on.advance()
    one, two = straight.numbers(), gone_on.numbers()
    assert all(np.array_equal(one[name], two[name]) for name in one)
    assert straight.judge() == gone_on.judge()
    assert straight.judge()["loss"] < straight.judge()["loss_evenly"]
    with np.load(FILE) as shipped:
        assert {name: values.shape for name, values in one.items()} == {
            name: shipped[name].shape for name in shipped.files
        }
