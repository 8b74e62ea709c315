"""Masked PPO by self-play on the vectorised environments, in one file to start from.

    python ppo.py kachuful --seats 4 --minutes 2      # needs PyTorch; uses a graphics card if there is one
    python ppo.py kachuful --seats 4 --minutes 30 --resume
    korthus arena kachuful --bots ppo:Ppo rules --matches 200
    python ppo.py mus --goal win --minutes 28          # beats rules in the default match

One network plays every seat against itself. Nothing here knows the game: the observation, the ids of actions
and the mask come from ``korthus.envs``. ``ppo.npz`` is what it has learnt, written after every part of the
time with ``ppo.csv`` (the curve) and ``ppo.png`` (its picture); ``Ppo`` plays by it with NumPy alone.
"""

from __future__ import annotations

import argparse
import csv
import os
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

import korthus
import korthus.envs
from korthus.bots.protocol import Bot, Budget
from korthus.bots.registry import make_bot
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE, Action, AnyGame, View, visible
from korthus.envs.brings import encoding_of
from korthus.envs.vector_env import VectorEnv

Floats = npt.NDArray[np.float32]

#: What is learnt, beside this file unless the environment names another.
KEPT: Final = Path(os.environ.get("KORTHUS_PPO", Path(__file__).with_name("ppo.npz")))
#: Games at once, and decisions in each of them before the network learns.
SLOTS, STEPS = 256, 64
#: How often a decision is learnt from, in pieces of how many decisions.
EPOCHS, PIECE = 3, 2048
CLIP, DISCOUNT, TRACE = 0.2, 1.0, 0.95
#: The learning rate and what entropy is worth, at the beginning and at the end of the time; a straight line
#: between them.
RATES, ENTROPIES = (1e-3, 5e-5), (0.01, 0.001)
#: Points are divided by this; a value near 1 is what the network learns best.
SCALE: Final = 20.0
#: Games that show how strong it is, after each part of the time.
JUDGED: Final = 40


# -- playing: NumPy alone ------------------------------------------------------------------------------------


class Ppo(Bot):
    """Plays what the network likes best."""

    name = "ppo"
    about = "learnt by playing against itself"

    def __init__(self, game: AnyGame, rng: random.Random) -> None:
        super().__init__(game, rng)
        with np.load(KEPT) as kept:
            self.learnt_seats = int(kept["seats"])
            self.weights = {name: kept[name] for name in kept.files}
        self.encoding = encoding_of(game, self.learnt_seats)
        if (str(self.weights["game"]), self.weights["0.weight"].shape[1]) != (game.name, self.encoding.size):
            raise ValueError(f"{KEPT} was learnt for another game, or for other options or seats")

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """See ``Bot.choose``."""
        legal = self.encoding.ids(view)
        likes = self.likes(self.encoding.observe(view))
        return legal[max(legal, key=lambda each: likes[each])]

    def likes(self, row: Floats) -> Floats:
        """How much the network likes each action id: logits."""
        near = row * self.weights["per"]
        now: Floats = np.sign(near) * np.sqrt(np.abs(near))
        for layer in ("0", "2"):
            now = np.tanh(self.weights[f"{layer}.weight"] @ now + self.weights[f"{layer}.bias"])
        found: Floats = self.weights["policy.weight"] @ now + self.weights["policy.bias"]
        return found


def per_number(game: AnyGame, seats: int) -> Floats:
    """What each number of an observation is multiplied by: its largest value becomes 1."""
    fields = encoding_of(game, seats).fields
    return np.concatenate(
        [np.full(field.size, 1 / max(abs(field.low), abs(field.high), 1), np.float32) for field in fields]
    )


def judge(game: AnyGame, seats: int, rival: str, seed: int) -> float:
    """The share of ``JUDGED`` games that it wins against ``rival`` in all other seats."""
    won = 0.0
    for number in range(JUDGED):
        own = number % seats
        bots = [
            Ppo(game, random.Random(seed))
            if seat == own
            else make_bot(rival, game, f"{seed}/{number}/{seat}")
            for seat in range(seats)
        ]
        winners = play(game, bots, number)
        won += (own in winners) / len(winners)
    return won / JUDGED


def play(game: AnyGame, bots: Sequence[Bot], seed: int) -> tuple[int, ...]:
    """One game with these players; the seats that won it."""
    state, luck = game.new(len(bots)), FairChance.seeded(seed)
    while (actor := game.to_act(state)) is not None:
        if actor == CHANCE:
            state, events = game.apply(state, game.draw(state, luck))
        else:
            state, events = game.apply(state, bots[actor].choose(game.view(state, actor)), seat=actor)
        for seat, bot in enumerate(bots):
            bot.observe(visible(events, seat))
    outcome = game.outcome(state)
    assert outcome is not None
    winners: tuple[int, ...] = outcome.winners
    return winners


# -- learning: PyTorch ---------------------------------------------------------------------------------------


class Rollout(NamedTuple):
    """What happened in ``STEPS`` decisions of every slot: arrays of steps by slots (by more)."""

    rows: Any
    masks: Any
    actions: Any
    chances: Any
    values: Any
    seats: npt.NDArray[np.int64]
    rewards: Floats
    done: npt.NDArray[np.bool_]
    #: Who is to act afterwards, and what the network expects for that seat.
    next_seats: npt.NDArray[np.int64]
    next_values: Floats


def make_network(size: int, actions: int, per: Floats, width: int) -> Any:
    """Two layers that policy and value share. The root makes small numbers easy to see: one card of four."""
    import torch

    class Network(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.register_buffer("per", torch.from_numpy(per))
            self.body = torch.nn.Sequential(
                torch.nn.Linear(size, width), torch.nn.Tanh(), torch.nn.Linear(width, width), torch.nn.Tanh()
            )
            self.policy = torch.nn.Linear(width, actions)
            self.value = torch.nn.Linear(width, 1)
            torch.nn.init.orthogonal_(self.policy.weight, 0.01)

        def forward(self, rows: Any, masks: Any) -> tuple[Any, Any]:
            near = rows.float() * self.per
            deep = self.body(near.sign() * near.abs().sqrt())
            likes = self.policy(deep).masked_fill(masks == 0, -1e9)
            policy = torch.distributions.Categorical(logits=likes, validate_args=False)
            return policy, self.value(deep).squeeze(-1)

    return Network()


class Rewards:
    """What the network learns from: points, or who has won."""

    def __init__(self, goal: str, slots: int, seats: int) -> None:
        self.goal = goal
        self.points = np.zeros((slots, seats), np.float32)

    def of(self, rewards: Floats, done: npt.NDArray[np.bool_]) -> Floats:
        """The rewards of a step; ``win`` gives 1 to be shared among the winners, less what is fair."""
        if self.goal == "points":
            return rewards / np.float32(SCALE)
        self.points += rewards
        won = (self.points == self.points.max(axis=1, keepdims=True)).astype(np.float32)
        won /= won.sum(axis=1, keepdims=True)
        self.points[done] = 0.0
        return np.where(done[:, None], won - np.float32(1 / won.shape[1]), np.float32(0.0))


def roll_out(env: VectorEnv, network: Any, rewards: Rewards, device: str) -> Rollout:
    """Let the network play ``STEPS`` decisions in every slot, each action as likely as it finds it good."""
    import torch

    kept: dict[str, list[Any]] = defaultdict(list)
    batch = env.batch
    for _ in range(STEPS):
        rows, masks = (torch.tensor(each, device=device) for each in (batch.observations, batch.masks))
        kept["seats"].append(batch.to_act.astype(np.int64))
        with torch.no_grad():
            policy, values = network(rows, masks)
            actions = policy.sample()
        batch = env.step(actions.cpu().numpy())
        kept["rewards"].append(rewards.of(batch.rewards, batch.done))
        kept["done"].append(batch.done.copy())
        now = {"rows": rows, "masks": masks, "actions": actions, "values": values}
        for name, each in (now | {"chances": policy.log_prob(actions)}).items():
            kept[name].append(each)
    with torch.no_grad():
        _, last = network(*(torch.tensor(each, device=device) for each in (batch.observations, batch.masks)))
    arrays = {name: np.stack(kept.pop(name)) for name in ("seats", "rewards", "done")}
    tensors = {name: torch.stack(each) for name, each in kept.items()}
    to_act = batch.to_act.astype(np.int64)
    return Rollout(**tensors, **arrays, next_seats=to_act, next_values=last.cpu().numpy())


def advantages(rollout: Rollout, values: Floats) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """How much better than expected each decision turned out for its seat (GAE), and which are known.

    Seats take turns, so what follows a decision is the same seat's next decision, and its reward is all that
    came to the seat in between. A decision whose next one lies beyond the rollout is not known.
    """
    steps, slots = rollout.seats.shape
    every = np.arange(slots)
    shape = rollout.rewards.shape[1:]
    waiting, ahead, trace = (np.zeros(shape, np.float32) for _ in range(3))
    known = np.zeros(shape, np.bool_)
    ahead[every, rollout.next_seats] = rollout.next_values
    known[every, rollout.next_seats] = True
    found, sure = np.zeros((steps, slots), np.float32), np.zeros((steps, slots), np.bool_)
    for step in reversed(range(steps)):
        over = rollout.done[step]
        for each in (waiting, ahead, trace):
            each[over] = 0.0
        known[over] = True
        waiting += rollout.rewards[step]
        own = (every, rollout.seats[step])
        sure[step] = known[own]
        gain = waiting[own] + DISCOUNT * ahead[own] - values[step]
        found[step] = trace[own] = np.where(known[own], gain + DISCOUNT * TRACE * trace[own], 0.0)
        ahead[own] = values[step]
        waiting[own] = 0.0
        known[own] = True
    return found, sure


def pieces(count: int, device: str) -> Iterator[Any]:
    """All decisions in random order, a piece at a time, ``EPOCHS`` times."""
    import torch

    for _ in range(EPOCHS):
        yield from torch.randperm(count, device=device).split(PIECE)


def learn(network: Any, optimizer: Any, rollout: Rollout, worth: float, device: str) -> float:
    """One update of PPO with what entropy is worth; the entropy of the policy."""
    import torch

    values = rollout.values.cpu().numpy()
    better, sure = advantages(rollout, values)
    keep = torch.from_numpy(np.flatnonzero(sure.ravel())).to(device)
    gains = torch.from_numpy(better.ravel()).to(device)[keep]
    goals = torch.from_numpy((better + values).ravel()).to(device)[keep]
    rows, masks, actions, chances = (
        each.flatten(0, 1)[keep] for each in (rollout.rows, rollout.masks, rollout.actions, rollout.chances)
    )
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    entropy = 0.0
    for piece in pieces(len(keep), device):
        policy, value = network(rows[piece], masks[piece])
        ratio = (policy.log_prob(actions[piece]) - chances[piece]).exp()
        kept = torch.min(ratio * gains[piece], ratio.clamp(1 - CLIP, 1 + CLIP) * gains[piece]).mean()
        spread = policy.entropy().mean()
        loss = -kept + 0.5 * (value - goals[piece]).square().mean() - worth * spread
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 0.5)
        optimizer.step()
        entropy = float(spread.detach())
    return entropy


def keep(network: Any, optimizer: Any, game: AnyGame, seats: int) -> None:
    """Write what is learnt for ``Ppo``, and all of it to go on from."""
    import torch

    state = {name.removeprefix("body."): each.cpu().numpy() for name, each in network.state_dict().items()}
    part = KEPT.with_suffix(".part.npz")
    np.savez(part, game=game.name, seats=seats, **state)
    part.replace(KEPT)
    torch.save(
        {"network": network.state_dict(), "optimizer": optimizer.state_dict()}, KEPT.with_suffix(".pt")
    )


def draw_curve(lines: list[dict[str, Any]]) -> None:
    """The share of games won against each rival over time, as a picture."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    for name in lines[0]:
        if name.startswith("v "):
            axes.plot([line["minutes"] for line in lines], [line[name] for line in lines], "o-", label=name)
    axes.axhline(lines[0]["fair"], color="grey", linestyle=":", label="fair share")
    axes.set(xlabel="minutes", ylabel="share of games won", ylim=(0, 1))
    axes.legend()
    figure.savefig(KEPT.with_suffix(".png"), dpi=100)
    pyplot.close(figure)


def train(asked: argparse.Namespace) -> list[dict[str, Any]]:
    """Learn for a while, and say how it goes."""
    import torch

    torch.manual_seed(asked.seed)
    torch.set_num_threads(asked.threads)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    options = {name: _value(text) for name, text in (each.split("=", 1) for each in asked.set)}
    env = korthus.envs.vector(
        asked.game, n=SLOTS, seats=asked.seats, preset=asked.preset, seed=asked.seed, **options
    )
    game = env.game
    per = per_number(game, env.seats)
    network = make_network(env.encoding.size, env.encoding.actions, per, asked.width).to(device)
    optimizer = torch.optim.Adam(network.parameters(), lr=RATES[0], eps=1e-5)
    rewards = Rewards(asked.goal, env.n, env.seats)
    if asked.resume:
        kept = torch.load(KEPT.with_suffix(".pt"), map_location=device, weights_only=True)
        network.load_state_dict(kept["network"])
        optimizer.load_state_dict(kept["optimizer"])
    lines: list[dict[str, Any]] = []
    clock = time.process_time if asked.processor else time.monotonic
    begun, decisions, entropy = clock(), 0, 0.0
    while len(lines) < asked.parts:
        spent = (clock() - begun) / 60
        if spent < asked.minutes * (len(lines) + 1) / asked.parts:
            part = spent / asked.minutes
            optimizer.param_groups[0]["lr"] = between(RATES, part)
            rollout = roll_out(env, network, rewards, device)
            entropy = learn(network, optimizer, rollout, between(ENTROPIES, part), device)
            decisions += SLOTS * STEPS
            continue
        keep(network, optimizer, game, env.seats)
        line = {"minutes": round(spent, 2), "decisions": decisions, "entropy": round(entropy, 3)}
        shares = {f"v {rival}": judge(game, env.seats, rival, asked.seed) for rival in asked.rivals}
        lines.append({**line, **shares, "fair": 1 / env.seats})
        print(lines[-1], flush=True)
        begun = clock() - 60 * spent  # being judged is not learning
        with KEPT.with_suffix(".csv").open("w", newline="", encoding="utf-8") as file:
            table = csv.DictWriter(file, lines[0])
            table.writeheader()
            table.writerows(lines)
        draw_curve(lines)
    return lines


def between(ends: tuple[float, float], part: float) -> float:
    """A number on the straight line from the first to the last, after a part of the time, 0 to 1."""
    return ends[0] + (ends[1] - ends[0]) * part


def _value(text: str) -> Any:
    return int(text) if text.lstrip("-").isdigit() else {"true": True, "false": False}.get(text, text)


def main(words: list[str] | None = None) -> None:
    """Learn what the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="?", default="kachuful")
    parser.add_argument("--preset")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--goal", choices=("points", "win"), default="points", help="what it learns to get")
    parser.add_argument("--width", type=int, default=256, help="neurons of each of the two layers")
    parser.add_argument("--minutes", type=float, default=2.0, help="of learning, without being judged")
    parser.add_argument(
        "--processor", action="store_true", help="minutes of processor time, for a machine with other work"
    )
    parser.add_argument("--parts", type=int, default=4, help="how often it is kept and judged in that time")
    parser.add_argument("--rivals", nargs="*", default=["random", "rules"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--threads", type=int, default=1, help="of PyTorch; for a network this small one is best"
    )
    parser.add_argument("--resume", action="store_true", help="go on from what was kept")
    asked = parser.parse_args(words)
    if not asked.resume and KEPT.exists():
        sys.exit(f"{KEPT} is there already: go on from it with --resume, or move it away.")
    train(asked)


if __name__ == "__main__":
    main()
