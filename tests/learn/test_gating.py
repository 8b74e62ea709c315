"""The match that judges new numbers: its arithmetic, its process, and that it can be gone on with."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random

import pytest
from tests.learn.toys import Toy, files, plan, train

import korthus
from korthus.arena.match import DealLine, GameResult, play_unit
from korthus.arena.plan import Plan, make_plan
from korthus.arena.stats import Estimate, Scoreboard
from korthus.bots.protocol import Budget
from korthus.bots.random import RandomBot
from korthus.core.protocol import Action, View
from korthus.learn import gating
from korthus.learn.candidate import Candidate, with_numbers
from korthus.learn.errors import LearnError
from korthus.learn.gating import Gate, gate_of, verdict_of


def match(deals: int, player: str = "rules") -> Plan:
    """A match of a player of Kachuful against itself, at two seats."""
    game = korthus.game("kachuful", start_cards=2, total_rounds=2)
    return make_plan(game, (player, player), deals=deals, seed=3, hero=player)


def gate(leads: list[tuple[int, int]]) -> Gate:
    """What is said of a match in which the new player was ahead so much: by deal, from seat 0 and seat 1."""
    asked = match(len(leads))
    board = Scoreboard(asked)
    for unit, both in enumerate(leads):
        games = tuple(
            GameResult(
                seats=("rules", "rules#2") if own == 0 else ("rules#2", "rules"),
                scores=(lead, 0) if own == 0 else (0, lead),
                winners=(own,) if lead > 0 else (1 - own,) if lead < 0 else (0, 1),
                moves=1,
            )
            for own, lead in enumerate(both)
        )
        line = DealLine(unit=unit, deal=unit, seed="", hero="rules", other="rules#2", games=games)
        board.add(line)
    return gate_of(board, 7)


def test_points_ahead_are_per_game_and_the_interval_is_over_deals() -> None:
    found = gate([(3, 1), (4, 0), (1, 3), (2, 4)])
    # By deal 2, 2, 2 and 3 points a game: mean 2.25, deviation 0.5, Student's 3.182 for three degrees.
    assert found.ahead == pytest.approx((2.25, 2.25 - 3.1824 * 0.25, 2.25 + 3.1824 * 0.25), abs=1e-3)
    assert (found.deals, found.games, found.seats, found.simulations) == (4, 8, 2, 7)
    assert found.won[0] == pytest.approx(7.5 / 8)
    assert (found.fair, found.verdict) == (0.5, gating.STRONGER)


def test_the_verdict_is_the_side_of_nought_that_the_whole_interval_lies_on() -> None:
    assert gate([(-3, -1), (-4, 0), (-1, -3), (-2, -4)]).verdict == gating.WEAKER
    assert gate([(9, 9), (-8, -8), (1, 1)]).verdict == gating.NOT_TOLD_APART
    assert verdict_of(Estimate(1, 0.0, 2)) == gating.NOT_TOLD_APART


def test_a_player_in_the_other_process_plays_as_it_would_here(toy: Toy, tmp_path: Path) -> None:
    train(tmp_path / "run", toy, plan())
    numbers, asked = tmp_path / "run" / "candidate", match(2, "random")
    try:
        make = partial(gating._make, numbers, tmp_path / "code")
        assert [play_unit(asked, unit, make).result for unit in range(2)] == [
            play_unit(asked, unit).result for unit in range(2)
        ]
    finally:
        gating._dismiss()


def test_players_without_numbers_are_not_told_apart(toy: Toy, tmp_path: Path) -> None:
    report = train(tmp_path / "run", toy, plan(deals=4))
    assert report.gate is not None
    assert report.gate.verdict == gating.NOT_TOLD_APART
    # Both are the same rules without luck, so that every deal comes out even.
    assert report.gate.ahead == (0.0, 0.0, 0.0)
    assert (report.gate.player, report.gate.deals, report.gate.games) == ("rules", 4, 8)


def test_two_processes_play_the_same_match(toy: Toy, tmp_path: Path) -> None:
    asked = plan(deals=3, games=1)
    for jobs in (1, 2):
        train(tmp_path / f"by {jobs}", toy, asked, jobs=jobs)
    one, two = (files(tmp_path / f"by {jobs}" / "match") for jobs in (1, 2))
    assert one["results.jsonl"].count(b"\n") == 3
    assert one == two


def test_a_turn_that_is_lost_ends_the_match(
    toy: Toy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Loser(RandomBot):
        def choose(self, view: View, budget: Budget | None = None) -> Action:
            raise LearnError("CANDIDATE_DIED", trouble="nobody there")

    monkeypatch.setattr(Candidate, "seat", lambda self, game, player, seed: Loser(game, Random(seed)))
    with pytest.raises(LearnError, match="A player lost a turn in deal 1") as refused:
        train(tmp_path / "run", toy, plan(deals=2))
    assert "nobody there" in refused.value.reason
    assert not (tmp_path / "run" / "learnt").exists()


def test_a_process_that_has_ended_is_told(tmp_path: Path) -> None:
    candidate = Candidate(with_numbers(tmp_path, tmp_path))
    try:
        with pytest.raises(LearnError, match="KeyError: 5"):
            candidate.ask("restart", 5)
        candidate._process.kill()
        candidate._process.wait()  # what it is asked now stays in the pipe's buffer, also when that is closed
        with pytest.raises(LearnError, match="has ended"):
            candidate.ask("restart", 5)
    finally:
        candidate.close()
