"""Bulk play: the same figures as the rules give, whatever the number of cores."""

from __future__ import annotations

import math
import random
import re
import statistics
from pathlib import Path

import pytest
from tests.cli.running import Korthus
from tests.support.high_card import HighCard, HighCardRules

import korthus
from korthus import CHANCE, FairChance
from korthus.cli.commands import simulate
from korthus.kernels.bulk import kernel_of, random_games, together

SETTINGS: list[tuple[str, dict[str, object], int, int]] = [
    ("kachuful", {}, 4, 250),
    ("mus", {}, 2, 1500),
    ("mulle", {"omgangar": 1}, 2, 120),
    ("mulle", {"omgangar": 1, "preset": "draft"}, 2, 120),
    ("eight", {"hands": 2}, 2, 250),
]


@pytest.mark.parametrize(("name", "options", "seats", "games"), SETTINGS)
def test_random_games_come_to_the_same_by_rules_and_kernel(
    name: str, options: dict[str, object], seats: int, games: int
) -> None:
    """Within five standard errors of the difference, for each seat's mean score."""
    game = korthus.game(name, **options)  # type: ignore[call-overload]
    rng = random.Random(1)
    scores: list[tuple[int, ...]] = []
    for seed in range(games):
        luck = FairChance.seeded(seed)
        state = game.new(seats)
        while (actor := game.to_act(state)) is not None:
            action = game.draw(state, luck) if actor == CHANCE else rng.choice(game.legal_actions(state))
            state = game.apply(state, action).state
        outcome = game.outcome(state)
        assert outcome is not None
        scores.append(outcome.scores)
    kernel = kernel_of(game)
    total = random_games(kernel, kernel.pack(game, game.new(seats)), seats, 20 * games, 3)
    for seat in range(seats):
        ours = [score[seat] for score in scores]
        error = statistics.stdev(ours) * math.sqrt(1 / games + 1 / total.games)
        assert abs(statistics.mean(ours) - total.scores[seat] / total.games) < 5 * error


def test_the_result_does_not_depend_on_the_cores(run_korthus: Korthus) -> None:
    words = ("simulate", "mus", "--games", "2600", "--seed", "4")
    one, two = (run_korthus(*words, "--jobs", jobs) for jobs in ("1", "2"))
    assert one.code == two.code == 0
    tables = [re.sub(r" in [\d.]+ s, [\d,]+", "", ran.out) for ran in (one, two)]
    assert tables[0] == tables[1]
    assert "mus: 2600 games at random (seed 4)" in tables[0]


def test_the_result_does_not_depend_on_how_many_pieces_are_taken_at_a_time(
    run_korthus: Korthus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [tmp_path / name for name in ("one", "four")]
    for file, each in zip(files, (1, 4), strict=True):
        monkeypatch.setattr(simulate, "_each", lambda *_, each=each: each)
        assert run_korthus("simulate", "mus", "--games", "2600", "--seed", "4", "--out", str(file)).code == 0
    assert files[0].read_bytes() == files[1].read_bytes()
    assert len(files[0].read_bytes().splitlines()) == 6


def test_pieces_are_shared_out_so_that_nobody_waits_long() -> None:
    mus = korthus.game("mus")
    assert [simulate._each(mus, left, 2) for left in (0, 15, 32, 2_000_000)] == [1, 1, 2, 16]
    assert [simulate._each(mus, left, None) for left in (6, 2_000_000)] == [1, 200]
    assert simulate._each(HighCard(HighCardRules()), 2_000_000, 2) == 1


def test_parts_add_up() -> None:
    game = korthus.game("mus")
    kernel = kernel_of(game)
    first = kernel.pack(game, game.new())
    parts = [random_games(kernel, first, 2, 50, 1, number) for number in range(3)]
    total = together(parts)
    assert total.games == 150
    assert sum(total.wins) == pytest.approx(150)
    assert total.scores[0] == sum(part.scores[0] for part in parts)


def test_what_cannot_be_simulated_is_refused(run_korthus: Korthus) -> None:
    for words, code in (
        (("simulate", "mus", "--policy", "clever"), "NO_SUCH_POLICY"),
        (("simulate", "mus", "--games", "0"), "BAD_AMOUNT"),
        (("simulate", "mus", "--jobs", "0"), "BAD_AMOUNT"),
        (("simulate", "kachuful", "--set", "decks=2"), "NO_KERNEL"),
        (("simulate", "kachuful", "--seats", "11", "--set", "start_cards=4"), "TOO_MANY_TO_SIMULATE"),
        (("simulate", "kachuful", "--seats", "11"), "TOO_MANY_CARDS"),
        (("simulate", "bridge"), "UNKNOWN_GAME"),
    ):
        ran = run_korthus(*words)
        assert ran.code == 1
        assert f"[{code}]" in ran.err
