"""The example that learns, learning: tiny games and small networks, with PyTorch where it is installed."""

from __future__ import annotations

import argparse
import csv
import json
import pickle
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

#: The folder that the benches are run from.
HOUSE = EXAMPLES.parent
#: A Kachuful of one and two cards for two, 16 games at once, a network of 16.
TINY = ["kachuful", "--seats=2", "--set=start_cards=2", "--width=16", "--slots=16", "--parts=2"]


@pytest.fixture
def torch() -> Any:
    """PyTorch."""
    return pytest.importorskip("torch", reason="PyTorch is no part of the development environment")


def learn(ppo: Any, *words: str) -> dict[str, Any]:
    """Learn in a tiny game; what the player got."""
    ppo.main([*TINY, *words])
    return learnt(ppo.KEPT)


def learnt(file: Path) -> dict[str, Any]:
    """What a player plays by."""
    with np.load(file) as kept:
        return {name: kept[name] for name in kept.files}


def curve(ppo: Any) -> list[dict[str, str]]:
    """The lines of the table."""
    with ppo.KEPT.with_suffix(".csv").open(encoding="utf-8") as table:
        return list(csv.DictReader(table))


def same(one: dict[str, Any], two: dict[str, Any]) -> bool:
    """Whether all arrays are equal."""
    return one.keys() == two.keys() and all(np.array_equal(one[name], two[name]) for name in one)


def asked_of(ppo: Any, *words: str) -> argparse.Namespace:
    """What a command line asks for."""
    asked: argparse.Namespace = ppo.command_line().parse_args([*TINY, *words])
    return asked


def learner_of(ppo: Any, *words: str) -> Any:
    """A learner that has learnt nothing yet."""
    return ppo.Learner(asked_of(ppo, *words), {})


# -- a roll-out ----------------------------------------------------------------------------------------------


def test_a_roll_out_holds_what_was_seen_done_and_got(torch: Any, ppo: Any) -> None:
    learner = learner_of(ppo, "--slices", "1")
    again = learner_of(ppo, "--slices", "1").slices[0].env
    rollout, slices = ppo.take(learner.turn, None)
    assert rollout.actions.shape == (ppo.STEPS, 16)
    assert rollout.done.any()
    batch = again.batch
    for step in range(ppo.STEPS):  # the same actions lead through the same games
        assert np.array_equal(rollout.rows[step], batch.observations)
        assert np.array_equal(rollout.masks[step], batch.masks)
        assert np.array_equal(rollout.seats[step], batch.to_act)
        batch = again.step(rollout.actions[step])
        assert np.allclose(rollout.rewards[step], batch.rewards / ppo.SCALE)
        assert np.array_equal(rollout.done[step], batch.done)
    assert np.array_equal(rollout.next_seats, batch.to_act)
    assert np.array_equal(slices[0].env.batch.observations, batch.observations)
    with torch.no_grad():
        seen = [torch.from_numpy(each) for each in (rollout.rows, rollout.masks)]
        policy, values = learner.network(*seen)
        _, after = learner.network(torch.tensor(batch.observations), torch.tensor(batch.masks))
    chances = policy.log_prob(torch.from_numpy(rollout.actions)).numpy()
    assert np.allclose(rollout.chances, chances, atol=1e-5)
    assert np.allclose(rollout.values, values.numpy(), atol=1e-5)
    assert np.allclose(rollout.next_values, after.numpy(), atol=1e-5)


def test_each_action_comes_as_often_as_the_network_likes_it(torch: Any, ppo: Any) -> None:
    learner = learner_of(ppo, "--slots", "256")
    rollout, _ = ppo.take(learner.turn, None)
    taken = np.take_along_axis(rollout.masks, rollout.actions[:, :, None], axis=2)
    assert taken.all(), "only what is legal"
    lots = rollout.masks.sum(axis=2) == 2
    assert lots.sum() > 2000
    # It has learnt nothing and likes all actions nearly alike: one of two is taken half of the time.
    lowest = rollout.actions == rollout.masks.argmax(axis=2)
    assert lowest[lots].mean() == pytest.approx(0.5, abs=0.05)
    assert np.exp(rollout.chances[lots]).mean() == pytest.approx(0.5, abs=0.01)


def test_slices_share_out_the_slots_and_their_games(torch: Any, ppo: Any) -> None:
    whole, thirds = (learner_of(ppo, "--slices", number).slices for number in ("1", "3"))
    assert [each.env.n for each in thirds] == [5, 5, 6]
    rows = np.concatenate([each.env.batch.observations for each in thirds])
    assert np.array_equal(rows, whole[0].env.batch.observations)


@pytest.mark.parametrize("goal", ["points", "win"])
def test_whoever_is_sent_a_slice_plays_it_like_the_owner(torch: Any, ppo: Any, goal: str) -> None:
    learner = learner_of(ppo, "--goal", goal)
    _, learner.slices = ppo.take(learner.turn, None)
    sent = pickle.loads(pickle.dumps(learner.slices))
    for each in sent:
        each.rewards.points.flags.writeable = False  # what comes from Ray cannot be written to
    here, after = ppo.take(learner.turn, None)
    there, later = ppo.take(ppo.Turn(learner.network, sent, learner.luck), None)
    assert same(here._asdict(), there._asdict())
    for one, two in zip(after, later, strict=True):
        assert np.array_equal(one.rewards.points, two.rewards.points)
        assert np.array_equal(one.env.batch.observations, two.env.batch.observations)


def test_no_two_turns_have_the_same_luck(torch: Any, ppo: Any) -> None:
    learner = learner_of(ppo)
    first = learner.luck
    learner.update(0.0, None)
    assert learner.decisions == 16 * ppo.STEPS
    assert learner.luck != first
    sent = pickle.dumps(learner.slices)
    played = [
        ppo.take(ppo.Turn(learner.network, pickle.loads(sent), luck), None)[0]
        for luck in (learner.luck, learner.luck, first)
    ]
    assert same(played[0]._asdict(), played[1]._asdict())
    assert not np.array_equal(played[0].actions, played[2].actions)


def test_a_node_with_another_pytorch_is_refused(torch: Any, ppo: Any) -> None:
    turn = learner_of(ppo).turn
    turn.torch = "0.1"
    with pytest.raises(RuntimeError, match=r"this run needs 0\.1") as refused:
        turn.do(0)
    assert "Piece 1 of the work cannot be done: RuntimeError: a node has torch" in str(
        turn.failed(0, refused.value)
    )
    assert turn.died(0).code == "PIECE_DIES"


# -- learning ------------------------------------------------------------------------------------------------


def test_what_turns_out_well_is_done_more_often(torch: Any, ppo: Any) -> None:
    torch.manual_seed(1)
    luck = np.random.default_rng(1)
    network = ppo.make_network(3, 3, np.ones(3, np.float32), 16)
    optimizer = torch.optim.Adam(network.parameters(), lr=0.02)
    shape, entropies = (32, 32), []
    masks = np.tile(np.array([1, 1, 0], np.int8), (*shape, 1))  # the third is not legal
    rows = luck.integers(0, 2, (*shape, 3)).astype(np.int8)
    for _ in range(10):
        with torch.no_grad():
            policy, values = network(torch.from_numpy(rows), torch.from_numpy(masks))
            actions = policy.sample()
        won = actions.numpy() == rows[:, :, 0]  # the right one can be seen
        rollout = ppo.Rollout(
            rows,
            masks,
            actions.numpy(),
            policy.log_prob(actions).numpy(),
            values.numpy(),
            seats=np.zeros(shape, np.int64),
            rewards=won.astype(np.float32)[:, :, None],
            done=np.ones(shape, np.bool_),
            next_seats=np.zeros(shape[1], np.int64),
            next_values=np.zeros(shape[1], np.float32),
        )
        entropies.append(ppo.learn(network, optimizer, rollout, 0.0, "cpu"))
    with torch.no_grad():
        policy, values = network(torch.from_numpy(rows), torch.from_numpy(masks))
    right = np.take_along_axis(policy.probs.numpy(), rows[:, :, :1].astype(np.int64), axis=2)
    assert right.mean() > 0.9
    assert policy.probs[..., 2].max() == 0
    assert values.mean() > 0.5, "what is expected follows what was got"
    assert entropies[0] == pytest.approx(np.log(2), abs=0.05)
    assert entropies[-1] < entropies[0] / 2


class Mixed:
    """Plays each action as often as the network likes it.

    What it likes best would prove nothing: a network that has learnt nothing has a favourite everywhere, too,
    and some such fixed ways to play win six games of ten against players at random. Drawn by its likings,
    which are nearly alike before it learns, it is a player at random itself.
    """

    def __init__(self, ppo: Any, game: Any, seed: int) -> None:
        self.ppo, self.luck = ppo.Ppo(game, random.Random(seed)), random.Random(seed)

    def choose(self, view: Any) -> Any:
        """See ``Bot.choose``."""
        encoding = self.ppo.encoding
        legal = encoding.ids(view)
        likes = self.ppo.likes(encoding.observe(view))[list(legal)]
        return legal[self.luck.choices([*legal], np.exp(likes - likes.max()))[0]]

    def observe(self, events: Any) -> None:
        """See ``Bot.observe``."""


def won_against_random(ppo: Any, games: int) -> float:
    """The share of some games that what is kept wins against a player at random."""
    game, won = korthus.game("kachuful", start_cards=3), 0.0
    for number in range(games):
        bots, own = [Mixed(ppo, game, number), ppo.make_bot("random", game, str(number))], number % 2
        winners = ppo.play(game, bots if own == 0 else bots[::-1], number)
        won += (own in winners) / len(winners)
    return won / games


#: Where there is something to learn in some seconds: three cards, a network of 64, 64 games at once.
WIDER = ("--set=start_cards=3", "--width=64", "--slots=64", "--goal=win")


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_whoever_has_learnt_beats_players_at_random_and_nobody_did_before(
    torch: Any, ppo: Any, seed: str
) -> None:
    """The share of 600 games is known to ± 0.02: 0.57 is out of reach for who plays at random."""
    words = (*WIDER, "--seed", seed)
    learner_of(ppo, *words).keep(0.0)
    assert won_against_random(ppo, 600) < 0.57
    ppo.KEPT.unlink()
    learn(ppo, *words, "--updates=40", "--rivals")
    assert won_against_random(ppo, 600) > 0.57


def test_whoever_does_not_step_learns_nothing(torch: Any, ppo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the optimiser that makes the difference in the test above."""
    learner_of(ppo, *WIDER).keep(0.0)
    before = learnt(ppo.KEPT)
    ppo.KEPT.unlink()
    monkeypatch.setattr(ppo, "RATES", (0.0, 0.0))
    assert same(before, learn(ppo, *WIDER, "--updates=2", "--rivals"))


def test_the_same_seed_learns_the_same_numbers(torch: Any, ppo: Any) -> None:
    found = []
    for seed in ("1", "1", "2"):
        found.append(learn(ppo, "--updates", "3", "--seed", seed, "--rivals"))
        ppo.KEPT.unlink()
    assert same(found[0], found[1])
    assert not same(found[0], found[2])


def test_training_keeps_a_player_a_curve_and_a_picture(torch: Any, ppo: Any) -> None:
    kept = learn(ppo, "--updates", "4", "--rivals", "random")
    assert (str(kept["game"]), int(kept["seats"])) == ("kachuful", 2)
    lines = curve(ppo)
    assert [int(line["decisions"]) for line in lines] == [2 * 16 * ppo.STEPS, 4 * 16 * ppo.STEPS]
    for line in lines:
        assert 0 <= float(line["v random"]) <= 1
        assert 0 < float(line["playing"]) < 1
        assert float(line["fair"]) == 0.5
    assert ppo.KEPT.with_suffix(".png").read_bytes().startswith(b"\x89PNG")
    assert not list(ppo.KEPT.parent.glob("*.part.*"))


def test_the_player_likes_what_the_network_likes(torch: Any, ppo: Any) -> None:
    learner = learner_of(ppo)
    for part in (0.0, 0.5):
        learner.update(part, None)
    learner.keep(0.1)
    bot = ppo.Ppo(learner.game, random.Random(1))
    batch = learner.slices[0].env.batch
    with torch.no_grad():
        policy, _ = learner.network(torch.tensor(batch.observations), torch.tensor(batch.masks))
    for slot, mask in enumerate(batch.masks.astype(np.bool_)):
        likes = bot.likes(batch.observations[slot].astype(np.float32))[mask]
        chances = np.exp(likes) / np.exp(likes).sum()
        assert np.allclose(chances, policy.probs[slot].numpy()[mask], atol=1e-5)


def test_the_bench_says_what_was_won_after_how_long_and_what_is_fair(torch: Any) -> None:
    words = [sys.executable, "-m", "bench.bench_ppo", "--minutes", "0.01", "--deals", "2"]
    ran = subprocess.run(words, cwd=HOUSE, capture_output=True, text=True, check=True)
    line = json.loads(ran.stdout)
    low, high = line["interval"]
    assert low <= line["won"] <= high
    assert (line["games"], line["bar"], line["met"]) == (4, 0.5, low > 0.5)
    assert line["minutes"] >= 0.01


# -- going on ------------------------------------------------------------------------------------------------


def test_resume_goes_on_from_the_numbers_that_were_kept(torch: Any, ppo: Any) -> None:
    learn(ppo, "--updates", "2", "--rivals")
    kept, lines = ppo.what_was_kept()
    learner = ppo.Learner(asked_of(ppo, "--resume"), kept)
    for name, each in learner.network.state_dict().items():
        assert torch.equal(each, kept["network"][name])
    moments, stored = (each["state"] for each in (learner.optimizer.state_dict(), kept["optimizer"]))
    assert stored
    assert all(torch.equal(moments[name]["exp_avg"], stored[name]["exp_avg"]) for name in stored)
    assert learner.decisions == lines[-1]["decisions"] == 2 * 16 * ppo.STEPS
    first = learner_of(ppo, "--seed", "1")
    rows = [each.slices[0].env.batch.observations for each in (first, learner)]
    assert not np.array_equal(*rows), "the games of before are not played once more"


def test_resume_carries_the_curve_on(torch: Any, ppo: Any) -> None:
    learn(ppo, "--updates", "2", "--rivals", "random")
    before = curve(ppo)
    once = learnt(ppo.KEPT)
    learn(ppo, "--updates", "2", "--rivals", "rules", "--resume")
    lines = curve(ppo)
    assert [line["decisions"] for line in lines] == [str(each * 16 * ppo.STEPS) for each in (1, 2, 3, 4)]
    minutes = [float(line["minutes"]) for line in lines]
    assert minutes == sorted(minutes)
    for line, old in zip(lines, before, strict=False):
        assert {name: line[name] for name in old} == old
    assert [bool(line["v random"]) for line in lines] == [True, True, False, False]
    assert [bool(line["v rules"]) for line in lines] == [False, False, True, True]
    assert not same(once, learnt(ppo.KEPT))


def test_with_nothing_to_go_on_from_one_sentence_says_so(torch: Any, ppo: Any) -> None:
    with pytest.raises(SystemExit) as refused:
        ppo.main([*TINY, "--resume"])
    assert str(refused.value.code).endswith("ppo.pt is not there, so there is nothing to go on from.")


def test_what_another_network_has_learnt_is_not_gone_on_with(torch: Any, ppo: Any) -> None:
    before = learn(ppo, "--updates", "1", "--rivals")
    for words in (["--width", "8"], ["--set", "start_cards=3", "--seats", "4"]):
        with pytest.raises(SystemExit) as refused:
            ppo.main([*TINY, "--resume", "--updates", "1", *words])
        assert "was learnt for another game, or for other options" in str(refused.value.code)
    assert same(before, learnt(ppo.KEPT))


# -- what is said instead ------------------------------------------------------------------------------------


def test_without_pytorch_one_sentence_says_where_it_comes_from(
    ppo: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ppo, "find_spec", lambda name: None)
    with pytest.raises(SystemExit) as refused:
        ppo.main(TINY)
    assert refused.value.code == 'PyTorch is not installed; it comes with pip install "korthus[gpu]".'


def test_without_ray_one_sentence_says_where_it_comes_from(
    torch: Any, ppo: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(SystemExit) as refused:
        ppo.main([*TINY, "--ray", "auto"])
    assert refused.value.code == 'Ray is not installed; it comes with pip install "korthus[ray]".'


def test_torch_shares_the_memory_of_a_batch(torch: Any) -> None:
    seen = korthus.envs.vector("kachuful", n=4).batch.observations
    assert torch.from_dlpack(seen).data_ptr() == torch.from_numpy(seen).data_ptr() == seen.ctypes.data


def test_a_cluster_that_is_not_there_is_told(torch: Any, ppo: Any) -> None:
    with pytest.raises(SystemExit) as refused:
        ppo.main([*TINY, "--ray", "127.0.0.1:1"])
    assert str(refused.value.code).startswith("Ray at 127.0.0.1:1 cannot be used: ")


def test_a_game_that_cannot_be_played_so_is_told(torch: Any, ppo: Any) -> None:
    with pytest.raises(SystemExit) as refused:
        ppo.main([*TINY, "--seats", "99"])
    assert "99" in str(refused.value.code)


@pytest.mark.parametrize(
    "words",
    [
        ("--ray", "auto", "--processor"),
        ("--ray", "auto", "--play-on", "cuda"),
        ("--slices", "0"),
        ("--updates", "0"),
        ("--slices", "17"),
    ],
)
def test_what_does_not_go_together_is_refused_before_anything_is_learnt(
    ppo: Any, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        ppo.main([*TINY, *words])
    assert refused.value.code == 2
    assert words[0] in capsys.readouterr().err
