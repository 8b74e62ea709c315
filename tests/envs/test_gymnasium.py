"""One seat of every game as a Gymnasium environment passes Gymnasium's own check."""

from __future__ import annotations

import copy
import pickle
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar
from xml.etree import ElementTree

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import korthus
from korthus.bots.protocol import Bot, Budget
from korthus.bots.registry import bot_types
from korthus.core.errors import GameOver, InvalidOptions
from korthus.core.protocol import Action, Event, View
from korthus.envs.errors import EnvError
from korthus.envs.gymnasium import SeatEnv, env

Asked = tuple[str, dict[str, Any]]
GAMES = [info.name for info in korthus.catalogue()]


def play(chair: SeatEnv, seed: int, rng: random.Random) -> float:
    """A random game; the sum of the rewards."""
    observation, _ = chair.reset(seed=seed)
    total, terminated = 0.0, False
    while not terminated:
        chosen = rng.choice(np.flatnonzero(observation["action_mask"]).tolist())
        observation, reward, terminated, truncated, info = chair.step(chosen)
        assert not truncated
        assert "refused" not in info
        total += float(reward)
    return total


@pytest.mark.parametrize("mask_in", ["observation", "info"])
@pytest.mark.parametrize("name", GAMES)
def test_the_check_passes_without_a_warning(name: str, mask_in: str) -> None:
    check_env(gymnasium.make(f"korthus/{name}-v0", mask_in=mask_in).unwrapped)


def test_a_game_that_is_made_already_brings_its_own_options() -> None:
    game = korthus.game("kachuful", start_cards=2)
    assert env(game, seats=3).episode.game is game
    for changed in ({"preset": "complete"}, {"start_cards": 3}):
        with pytest.raises(InvalidOptions, match="game cannot be kachuful, made already"):
            env(game, **changed)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_rewards_add_up_to_the_outcome_of_the_seat(asked: Asked, seat: int | None) -> None:
    name, options = asked
    chair = env(name, seat=seat, **options)
    start = 1000 if name == "eight" else 0
    seats = set()
    for seed in range(4):
        total = play(chair, seed, random.Random(seed))
        outcome = chair.episode.game.outcome(chair.episode.state)
        assert outcome is not None
        assert total == outcome.scores[chair.seat] - start
        seats.add(chair.seat)
    assert seats == {seat} if seat is not None else len(seats) > 1


@pytest.mark.parametrize("again", [copy.deepcopy, lambda chair: pickle.loads(pickle.dumps(chair))])
@pytest.mark.parametrize(("name", "opponent"), [("kachuful", "rules"), ("mus", "rules"), ("mulle", "greedy")])
def test_a_copy_in_the_middle_goes_on_in_the_same_way(name: str, opponent: str, again: Any) -> None:
    """Also the opponents in it, who are made anew from their seeds and what they were told."""
    chair = env(name, opponents=opponent)
    observation, _ = chair.reset(seed=11)
    observation, *_ = chair.step(int(np.flatnonzero(observation["action_mask"])[0]))
    other = again(chair)
    terminated = False
    while not terminated:
        chosen = int(np.flatnonzero(observation["action_mask"])[-1])
        observation, reward, terminated, _, _ = chair.step(chosen)
        same, reward_there, over_there, _, _ = other.step(chosen)
        assert (reward, terminated) == (reward_there, over_there)
        assert (observation["observation"] == same["observation"]).all()
        assert chair.information_state() == other.information_state()


@pytest.mark.parametrize("again", [copy.deepcopy, lambda chair: pickle.loads(pickle.dumps(chair))])
def test_a_copy_of_opponents_who_remember_goes_on_in_the_same_way(
    again: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kachuful's players judge the others by the rounds that are over."""
    monkeypatch.setattr(bot_types("kachuful")["strong"], "default_budget", Budget(simulations=20))
    chair = env("kachuful", opponents=("strong", "rules"), seats=3, start_cards=4)
    observation, _ = chair.reset(seed=11)
    others, terminated, steps = [], False, 0
    while not terminated:
        if steps in (7, 12):
            others.append(again(chair))
        steps += 1
        chosen = int(np.flatnonzero(observation["action_mask"])[-1])
        observation, _, terminated, _, _ = chair.step(chosen)
        for other in others:
            same, *_ = other.step(chosen)
            assert (observation["observation"] == same["observation"]).all()
    assert len(others) == 2


class Listener(Bot):
    """Does the first thing that it may, and writes down what it hears."""

    name = "listener"
    heard: ClassVar[list[Event]] = []

    def observe(self, events: Sequence[Event]) -> None:
        self.heard.extend(events)

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        choices: tuple[Action, ...] = self.game.choices(view)
        return choices[0]


def test_an_opponent_is_told_what_its_seat_is_told_and_its_moves_are_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "korthus.envs.gymnasium.make_bot", lambda name, game, seed: Listener(game, random.Random(seed))
    )
    Listener.heard.clear()
    chair = env("kachuful", opponents="listener", start_cards=2)
    play(chair, 5, random.Random(5))
    told = chair.episode.heard(1)
    facts = [entry for entry in told if isinstance(entry, Event)]
    assert Listener.heard == facts[: len(Listener.heard)]
    assert len(Listener.heard) > 20
    bids = [str(entry) for entry in told if isinstance(entry, Action) and str(entry).startswith("bid")]
    assert set(bids) <= {"bid 0", "bid 1"}, "the first bid that is allowed"


#: A player in a file of the working folder.
OWN = """
from korthus.bots.protocol import Bot

class Last(Bot):
    def choose(self, view, budget=None):
        return self.choices(view)[-1]
"""


def test_an_own_player_of_the_working_folder_can_sit_opposite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own_opposite.py").write_text(OWN, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    chair = env("kachuful", opponents="own_opposite:Last", start_cards=2, total_rounds=1)
    try:
        play(chair, 5, random.Random(5))
    finally:
        sys.modules.pop("own_opposite", None)
    bids = [str(each) for each in chair.episode.heard(1) if isinstance(each, Action) and "bid" in str(each)]
    assert bids in (["bid 1"], ["bid 2"]), "the last bid that is allowed"
    with pytest.raises(InvalidOptions, match="There is no module 'own_opposit'") as refused:
        env("kachuful", opponents="own_opposit:Last")
    assert refused.value.code == "NO_PLAYER_MODULE"


def test_each_seat_can_have_a_player_of_its_own() -> None:
    chair = env("kachuful", seats=3, opponents=("rules", "random"), seat=1, render_mode="ansi")
    chair.reset(seed=1)
    text = chair.render()
    assert [text.index(name) for name in ("random", "learner", "rules")] == sorted(
        text.index(name) for name in ("random", "learner", "rules")
    )


def test_an_illegal_id_changes_nothing_and_says_so() -> None:
    chair = env("kachuful", start_cards=1)
    observation, _ = chair.reset(seed=3)
    before = chair.information_state()
    same, reward, terminated, truncated, info = chair.step(0)
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert "0 is not the id of a legal action now" in info["refused"]
    assert (same["observation"] == observation["observation"]).all()
    assert chair.information_state() == before


def test_a_game_that_is_over_takes_nothing_more() -> None:
    chair = env("mus", preset="single_hand")
    play(chair, 1, random.Random(1))
    with pytest.raises(GameOver):
        chair.step(0)


def test_nothing_can_be_done_before_the_first_reset() -> None:
    with pytest.raises(EnvError, match="Reset the environment first"):
        env("mus").step(0)


def test_only_what_there_is_can_be_asked_for() -> None:
    with pytest.raises(InvalidOptions, match="kachuful has no player called 'nobody'"):
        env("kachuful", opponents="nobody")
    with pytest.raises(InvalidOptions, match="opponents cannot be 2; it takes 1"):
        env("kachuful", opponents=("random", "random"))
    for players in (3, [3], ("rules", None)):
        with pytest.raises(
            InvalidOptions, match=r"opponents cannot be .*; it takes a name, or a list of names"
        ):
            env("kachuful", opponents=players)  # type: ignore[arg-type]
    for seat in (2, -1, 1.0, True, "0"):
        with pytest.raises(InvalidOptions, match=f"seat cannot be {seat!r}; it takes none, or 0 to 1"):
            env("kachuful", seat=seat)  # type: ignore[arg-type]
    with pytest.raises(InvalidOptions, match="mask_in cannot be 'x'; it takes observation or info"):
        env("kachuful", mask_in="x")  # type: ignore[arg-type]
    with pytest.raises(InvalidOptions, match="simulations cannot be 0"):
        env("kachuful", simulations=0)
    with pytest.raises(EnvError, match="no way to render"):
        env("kachuful", render_mode="oil")


@pytest.mark.parametrize("mode", ["ansi", "rgb_array", "svg", "human"])
def test_the_table_is_rendered(mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    chair = env("eight", render_mode=mode)
    chair.reset(seed=1)
    shown = chair.render()
    printed = capsys.readouterr().out
    if mode == "ansi":
        assert "learner" in shown
    elif mode == "rgb_array":
        assert shown.dtype == np.uint8
    elif mode == "svg":
        assert "learner" in "".join(ElementTree.fromstring(shown).itertext())
    else:
        assert shown is None
    assert ("learner" in printed) == (mode == "human")
