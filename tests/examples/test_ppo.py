"""The example that learns: what it makes of rewards is right, and what it keeps plays. No PyTorch needed."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.examples.fresh import EXAMPLES

import korthus
import korthus.envs
from korthus.envs.brings import encoding_of

FILE = EXAMPLES / "ppo" / "ppo.py"


def some_weights(ppo: Any, game: Any, seats: int) -> dict[str, Any]:
    """A network that has learnt nothing."""
    encoding, rng = encoding_of(game, seats), np.random.default_rng(1)
    widths = {"0": (4, encoding.size), "2": (4, 4), "policy": (encoding.actions, 4)}
    made: dict[str, Any] = {"per": ppo.per_number(game, seats), "game": game.name, "seats": seats}
    for name, shape in widths.items():
        made |= {f"{name}.weight": rng.normal(size=shape), f"{name}.bias": np.zeros(shape[0])}
    return made


@pytest.mark.parametrize(("name", "seats"), [("kachuful", 3), ("mus", 2)])
def test_what_is_kept_plays_a_whole_game(ppo: Any, name: str, seats: int) -> None:
    game = korthus.game(name, **({"start_cards": 2} if name == "kachuful" else {"target_stones": None}))
    np.savez(ppo.KEPT, **some_weights(ppo, game, seats))
    bots = [ppo.Ppo(game, random.Random(seat)) for seat in range(seats)]
    assert set(ppo.play(game, bots, seed=1)) <= set(range(seats))


def test_what_was_learnt_for_another_game_is_refused(ppo: Any) -> None:
    np.savez(ppo.KEPT, **some_weights(ppo, korthus.game("mus"), 2))
    with pytest.raises(ValueError, match="learnt for another game"):
        ppo.Ppo(korthus.game("kachuful"), random.Random(1))


def test_numbers_of_an_observation_are_at_most_one(ppo: Any) -> None:
    game = korthus.game("kachuful")
    env = korthus.envs.vector("kachuful", n=16, seats=3, seed=1)
    for _ in range(50):
        batch = env.step(env.random_actions())
        assert np.abs(batch.observations * ppo.per_number(game, 3)).max() <= 1


def by_hand(ppo: Any, rollout: Any, values: Any, slot: int) -> dict[int, float]:
    """The advantage of each known decision in a slot, one seat after the other, as the textbook has it."""
    found: dict[int, float] = {}
    steps, _, seats = rollout.rewards.shape
    for seat in range(seats):
        own = [step for step in range(steps) if rollout.seats[step, slot] == seat]
        for place, step in enumerate(own):
            # Add up what follows, decision by decision, each weighed by the trace.
            total, weight = 0.0, 1.0
            for here, start in enumerate(own[place:], place):
                until = own[here + 1] if here + 1 < len(own) else steps
                over = [each for each in range(start, until) if rollout.done[each, slot]]
                reward = rollout.rewards[start : (over[0] + 1 if over else until), slot, seat].sum()
                if over:
                    total += weight * (reward - values[start, slot])
                    found[step] = total
                    break
                if until == steps and rollout.next_seats[slot] != seat:
                    break  # nobody knows how it goes on
                after = rollout.next_values[slot] if until == steps else values[until, slot]
                total += weight * (reward + ppo.DISCOUNT * after - values[start, slot])
                weight *= ppo.DISCOUNT * ppo.TRACE
                # A decision is known by its own reward and what is expected next; later ones only refine it.
                found[step] = total
    return found


@pytest.mark.parametrize("seed", range(5))
def test_advantages_are_those_of_the_textbook(ppo: Any, seed: int) -> None:
    rng = np.random.default_rng(seed)
    steps, slots, seats = 12, 6, 3
    rollout = ppo.Rollout(
        *[None] * 5,
        seats=rng.integers(seats, size=(steps, slots)),
        rewards=rng.normal(size=(steps, slots, seats)).astype(np.float32),
        done=rng.random((steps, slots)) < 0.2,
        next_seats=rng.integers(seats, size=slots),
        next_values=rng.normal(size=slots).astype(np.float32),
    )
    values = rng.normal(size=(steps, slots)).astype(np.float32)
    found, sure = ppo.advantages(rollout, values)
    for slot in range(slots):
        expected = by_hand(ppo, rollout, values, slot)
        assert {int(step) for step in np.flatnonzero(sure[:, slot])} == set(expected)
        for step, value in expected.items():
            assert found[step, slot] == pytest.approx(value, abs=1e-4)


def test_whoever_learns_to_win_gets_a_share_of_the_victory_when_the_game_is_over(ppo: Any) -> None:
    rewards = ppo.Rewards("win", slots=3, seats=2)
    first = rewards.of(np.array([[5, 0], [1, 1], [0, 9]], np.float32), np.array([False, False, True]))
    assert first.tolist() == [[0, 0], [0, 0], [-0.5, 0.5]]
    second = rewards.of(np.array([[0, 3], [2, 2], [1, 0]], np.float32), np.array([True, True, True]))
    assert second.tolist() == [[0.5, -0.5], [0, 0], [0.5, -0.5]]


def test_whoever_learns_to_get_points_gets_points(ppo: Any) -> None:
    points = ppo.Rewards("points", slots=1, seats=2).of(np.array([[20, -10]], np.float32), np.array([False]))
    assert points.tolist() == [[20 / ppo.SCALE, -10 / ppo.SCALE]]


def test_rates_lie_on_a_line_between_their_ends(ppo: Any) -> None:
    assert [ppo.between((1.0, 0.5), part) for part in (0.0, 0.5, 1.0)] == [1.0, 0.75, 0.5]


def test_numbers_below_zero_are_seen_too(ppo: Any) -> None:
    game = korthus.game("kachuful", start_cards=2)
    np.savez(ppo.KEPT, **some_weights(ppo, game, 3))
    bot = ppo.Ppo(game, random.Random(1))
    row = np.full(bot.encoding.size, -1, np.float32)
    assert np.isfinite(bot.likes(row)).all()


def test_nothing_that_was_learnt_is_written_over(ppo: Any, tmp_path: Path) -> None:
    ppo.KEPT.write_bytes(b"learnt for hours")
    ran = subprocess.run([sys.executable, str(FILE), "mus"], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "--resume" in ran.stderr
    assert ppo.KEPT.read_bytes() == b"learnt for hours"
