"""Masked PPO by self-play on the vectorised environments, in one file to start from.

    python ppo.py kachuful --seats 4 --minutes 2      # needs PyTorch; uses a graphics card if there is one
    python ppo.py kachuful --seats 4 --minutes 30 --resume
    korthus arena kachuful --bots ppo:Ppo rules --matches 200
    python ppo.py mus --goal win --minutes 28          # beats rules in the default match
    python ppo.py mus --updates 500 --ray auto         # the roll-outs are played on a Ray cluster

One network plays every seat against itself. Nothing here knows the game: the observation, the ids of actions
and the mask come from ``korthus.envs``. ``ppo.npz`` is what it has learnt, written after every part of the
time with ``ppo.csv`` (the curve, with the share of the time that went into playing) and ``ppo.png`` (its
picture); ``Ppo`` plays by it with NumPy alone.

The games are played in slices, here or on a cluster, and learnt from here. All luck belongs to a slice: with
``--updates`` (the clock decides nothing) the same seed, slots and slices learn the same numbers anywhere.
"""

from __future__ import annotations

import argparse
import copy
import csv
import os
import random
import sys
import time
from ast import literal_eval
from collections import defaultdict
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

import korthus
import korthus.envs
from korthus.arena.crews import RETRIES, in_order, trouble_of
from korthus.arena.errors import ArenaError
from korthus.arena.ray_crew import RayCrew
from korthus.bots.protocol import Bot, Budget
from korthus.bots.registry import make_bot
from korthus.core.chance import FairChance
from korthus.core.errors import KorthusError
from korthus.core.protocol import CHANCE, Action, AnyGame, View, visible
from korthus.envs.brings import encoding_of
from korthus.envs.vector_env import VectorEnv

Floats = npt.NDArray[np.float32]

#: What is learnt, beside this file unless the environment names another.
KEPT: Final = Path(os.environ.get("KORTHUS_PPO", Path(__file__).with_name("ppo.npz")))
#: Games at once, in how many slices, and decisions in each game before the network learns.
SLOTS, SLICES, STEPS = 256, 2, 64
#: How often a decision is learnt from, in pieces of how many decisions.
EPOCHS, PIECE = 3, 2048
CLIP, DISCOUNT, TRACE = 0.2, 1.0, 0.95
#: The learning rate and what entropy is worth, at the beginning and at the end of the time; a straight line
#: between them.
RATES, ENTROPIES = (1e-3, 5e-5), (0.01, 0.001)
#: Points are divided by this; a value near 1 is what the network learns best.
SCALE: Final = 20.0
#: Files that the nodes of a cluster need; a script is sent along by itself.
MODULES = () if __name__ == "__main__" else (__file__,)
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
        other = f"{KEPT} was learnt for another game, or for other options or seats"
        if str(self.weights["game"]) != game.name:
            raise ValueError(other)
        self.encoding = encoding_of(game, self.learnt_seats)
        if self.weights["0.weight"].shape[1] != self.encoding.size:
            raise ValueError(other)

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


# -- playing to learn: PyTorch on one core, here or on a node of a cluster -----------------------------------


class Rollout(NamedTuple):
    """What happened in ``STEPS`` decisions of some slots: arrays of steps by slots (by more)."""

    rows: npt.NDArray[Any]
    masks: npt.NDArray[np.int8]
    actions: npt.NDArray[np.int64]
    chances: Floats
    values: Floats
    seats: npt.NDArray[np.int64]
    rewards: Floats
    done: npt.NDArray[np.bool_]
    #: Who is to act afterwards, and what the network expects for that seat: arrays of slots.
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
        self.points = self.points + rewards  # not in place: what comes from Ray cannot be written to
        won = (self.points == self.points.max(axis=1, keepdims=True)).astype(np.float32)
        won /= won.sum(axis=1, keepdims=True)
        self.points[done] = 0.0
        return np.where(done[:, None], won - np.float32(1 / won.shape[1]), np.float32(0.0))


class Slice(NamedTuple):
    """Some of the slots, with all that is to be known to play on in them."""

    env: VectorEnv
    rewards: Rewards


def roll_out(env: VectorEnv, network: Any, rewards: Rewards, luck: Any) -> Rollout:
    """Let the network play ``STEPS`` decisions in every slot, each action as likely as it finds it good.

    Args:
        luck: the generator of PyTorch that draws the actions, where the network is.
    """
    import torch

    kept: dict[str, list[Any]] = defaultdict(list)
    batch = env.batch
    for _ in range(STEPS):
        rows, masks = (torch.tensor(each, device=luck.device) for each in (batch.observations, batch.masks))
        kept["seats"].append(batch.to_act.astype(np.int64))
        with torch.no_grad():
            policy, values = network(rows, masks)
            actions = torch.multinomial(policy.probs, 1, generator=luck).squeeze(-1)
        batch = env.step(actions.cpu().numpy())
        kept["rewards"].append(rewards.of(batch.rewards, batch.done))
        kept["done"].append(batch.done.copy())
        made = {"rows": rows, "masks": masks, "actions": actions, "values": values}
        for name, each in (made | {"chances": policy.log_prob(actions)}).items():
            kept[name].append(each.cpu().numpy())
    with torch.no_grad():
        now = (torch.tensor(each, device=luck.device) for each in (batch.observations, batch.masks))
        _, last = network(*now)
    arrays = {name: np.stack(each) for name, each in kept.items()}
    return Rollout(**arrays, next_seats=batch.to_act.astype(np.int64), next_values=last.cpu().numpy())


class Turn:
    """A roll-out of every slice, each of them a unit of work: for this process, or for a cluster."""

    def __init__(self, network: Any, slices: Sequence[Slice], luck: str, device: str = "cpu") -> None:
        import torch

        self.network, self.slices, self.luck, self.device = network.to(device), slices, luck, device
        self.torch = str(torch.__version__)

    def do(self, unit: int) -> tuple[Rollout, Slice]:
        """Play on in a slice: what happened, and the slice as it is then."""
        import torch

        if torch.__version__ != self.torch:
            raise RuntimeError(f"a node has torch {torch.__version__}, and this run needs {self.torch}")
        torch.set_num_threads(1)  # more would add up the same numbers in another order
        luck = torch.Generator(self.device).manual_seed(number_of(f"{self.luck}/{unit}"))
        env, rewards = self.slices[unit]
        return roll_out(env, self.network, rewards, luck), Slice(env, rewards)

    def failed(self, unit: int, error: Exception) -> ArenaError:
        """How to say that a slice cannot be played."""
        return ArenaError("PIECE_FAILED", piece=unit + 1, trouble=trouble_of(error))

    def died(self, unit: int) -> ArenaError:
        """How to say that a slice ended whoever played it, again and again."""
        return ArenaError("PIECE_DIES", piece=unit + 1, times=RETRIES + 1)


Crew = RayCrew[tuple[Rollout, Slice]]


def take(turn: Turn, crew: Crew | None) -> tuple[Rollout, list[Slice]]:
    """A turn taken by the crew, or here: what happened in all slots, and the slices as they are then.

    A node that dies leaves nothing behind. The slice that it had is as it was before the turn here, and is
    played again elsewhere: with the same luck, so with the same result, which is counted once.
    """
    units = range(len(turn.slices))
    if crew is None:
        played = [turn.do(unit) for unit in units]
    else:
        crew.renew(turn)
        played = list(in_order(crew, units))
    # Slots are counted by the second number of an array, or by the first where there are no steps.
    fields = zip(*(rollout for rollout, _ in played), strict=True)
    joined = [np.concatenate(each, axis=min(1, each[0].ndim - 1)) for each in fields]
    return Rollout(*joined), [each for _, each in played]


def number_of(luck: str) -> int:
    """A number to begin with for a generator; other words, other luck."""
    return random.Random(luck).getrandbits(63)


def make_slices(asked: argparse.Namespace, luck: str) -> list[Slice]:
    """All slots at the beginning of their first games, shared out."""
    options = {name: _value(text) for name, text in (each.split("=", 1) for each in asked.set)}
    bounds = [asked.slots * each // asked.slices for each in range(asked.slices + 1)]
    kept = {"preset": asked.preset, "seed": number_of(luck), "threads": 1}
    envs = [
        korthus.envs.vector(asked.game, n=end - first, seats=asked.seats, first=first, **kept, **options)
        for first, end in pairwise(bounds)
    ]
    return [Slice(env, Rewards(asked.goal, env.n, env.seats)) for env in envs]


# -- learning: PyTorch, on a graphics card if there is one ---------------------------------------------------


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

    better, sure = advantages(rollout, rollout.values)
    keep = torch.from_numpy(np.flatnonzero(sure.ravel())).to(device)
    made = (rollout.rows, rollout.masks, rollout.actions, rollout.chances, better, better + rollout.values)
    rows, masks, actions, chances, gains, goals = (
        torch.from_numpy(each).to(device).flatten(0, 1)[keep] for each in made
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


class Learner:
    """The network, what is played with it, and how far it is."""

    def __init__(self, asked: argparse.Namespace, kept: dict[str, Any]) -> None:
        """Begin anew, or go on from what was kept: with its numbers, and games that were not played yet."""
        import torch

        self.asked = asked
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.decisions: int = kept.get("decisions", 0)
        self.entropy = 0.0
        #: By which time is measured, and its seconds that went into playing.
        self.clock = time.process_time if asked.processor else time.monotonic
        self.playing = 0.0
        torch.manual_seed(number_of(self.luck))
        self.slices = make_slices(asked, self.luck)
        env = self.slices[0].env
        self.game, self.seats = env.game, env.seats
        per = per_number(self.game, self.seats)
        network = make_network(env.encoding.size, env.encoding.actions, per, asked.width)
        self.network = network.to(self.device)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=RATES[0], eps=1e-5)
        if kept:
            try:
                self.network.load_state_dict(kept["network"])
            except RuntimeError:
                sys.exit(f"{KEPT} was learnt for another game, or for other options, seats or width.")
            self.optimizer.load_state_dict(kept["optimizer"])

    @property
    def luck(self) -> str:
        """The luck of what is played next."""
        return f"{self.asked.seed}/{self.decisions}"

    @property
    def turn(self) -> Turn:
        """What is to be played next."""
        return Turn(copy.deepcopy(self.network), self.slices, self.luck, self.asked.play_on)

    def update(self, part: float, crew: Crew | None) -> None:
        """Play a turn and learn from it, after a part of the time, 0 to 1."""
        import torch

        begun = self.clock()
        rollout, self.slices = take(self.turn, crew)
        self.playing += self.clock() - begun
        torch.set_num_threads(self.asked.threads)
        self.optimizer.param_groups[0]["lr"] = between(RATES, part)
        self.entropy = learn(self.network, self.optimizer, rollout, between(ENTROPIES, part), self.device)
        self.decisions += rollout.actions.size

    def keep(self, minutes: float) -> None:
        """Write what is learnt for ``Ppo``, and all of it to go on from."""
        import torch

        state = self.network.state_dict()
        learnt = {name.removeprefix("body."): each.cpu().numpy() for name, each in state.items()}
        part = KEPT.with_suffix(".part.npz")
        np.savez(part, game=self.game.name, seats=self.seats, **learnt)
        part.replace(KEPT)
        part, far = KEPT.with_suffix(".part.pt"), {"decisions": self.decisions, "minutes": minutes}
        torch.save({"network": state, "optimizer": self.optimizer.state_dict(), **far}, part)
        part.replace(KEPT.with_suffix(".pt"))


def what_was_kept() -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What a run before this one kept to go on from, and its curve."""
    import torch

    file, curve = KEPT.with_suffix(".pt"), KEPT.with_suffix(".csv")
    if not file.exists():
        sys.exit(f"{file} is not there, so there is nothing to go on from.")
    lines: list[dict[str, Any]] = []
    if curve.exists():
        with curve.open(newline="", encoding="utf-8") as table:
            for line in csv.DictReader(table):
                lines.append({name: literal_eval(text) for name, text in line.items() if text})
    return torch.load(file, map_location="cpu", weights_only=True), lines


def write_curve(lines: list[dict[str, Any]]) -> None:
    """How it went, as a table and as a picture."""
    part = KEPT.with_suffix(".part.csv")
    with part.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, dict.fromkeys(name for line in lines for name in line))
        table.writeheader()
        table.writerows(lines)
    part.replace(KEPT.with_suffix(".csv"))  # whole or not at all: it is read when it goes on
    draw_curve(lines)


def draw_curve(lines: list[dict[str, Any]]) -> None:
    """The share of games won against each rival over time, as a picture."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    for name in dict.fromkeys(name for line in lines for name in line if name.startswith("v ")):
        judged = [line for line in lines if name in line]
        axes.plot([line["minutes"] for line in judged], [line[name] for line in judged], "o-", label=name)
    axes.axhline(lines[0]["fair"], color="grey", linestyle=":", label="fair share")
    axes.set(xlabel="minutes", ylabel="share of games won", ylim=(0, 1))
    axes.legend()
    figure.savefig(KEPT.with_suffix(".png"), dpi=100)
    pyplot.close(figure)


def train(asked: argparse.Namespace) -> list[dict[str, Any]]:
    """Learn for a while, and say how it goes: the lines of the curve.

    Raises:
        KorthusError: the game cannot be played so, or the cluster cannot be used.
    """
    kept, lines = what_was_kept() if asked.resume else ({}, [])
    learner = Learner(asked, kept)
    crew = RayCrew(learner.turn, asked.ray, MODULES) if asked.ray else None
    try:
        for spent in parts(learner, crew):
            minutes = round(kept.get("minutes", 0.0) + spent, 2)
            learner.keep(minutes)
            line = {"minutes": minutes, "decisions": learner.decisions, "entropy": round(learner.entropy, 3)}
            line["playing"] = round(learner.playing / 60 / max(spent, 1e-9), 2)
            for rival in asked.rivals:
                line[f"v {rival}"] = judge(learner.game, learner.seats, rival, asked.seed)
            lines.append(line | {"fair": 1 / learner.seats})
            print(lines[-1], flush=True)
            write_curve(lines)
    finally:
        if crew is not None:
            crew.close()
    return lines


def parts(learner: Learner, crew: Crew | None) -> Iterator[float]:
    """Learn part after part; after each, the minutes that were spent. The caller's time is not learning."""
    asked, clock = learner.asked, learner.clock
    begun, updates = clock(), 0

    def done() -> float:
        if asked.updates:
            return updates / int(asked.updates)
        return (clock() - begun) / 60 / float(asked.minutes)

    for number in range(asked.parts):
        while (part := done()) < (number + 1) / asked.parts:
            learner.update(part, crew)
            updates += 1
        spent = clock() - begun
        yield spent / 60
        begun = clock() - spent


def between(ends: tuple[float, float], part: float) -> float:
    """A number on the straight line from the first to the last, after a part of the time, 0 to 1."""
    return ends[0] + (ends[1] - ends[0]) * part


def _value(text: str) -> Any:
    return int(text) if text.lstrip("-").isdigit() else {"true": True, "false": False}.get(text, text)


def whole_number(text: str) -> int:
    """A number from 1 on."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("it must be 1 or more")
    return number


def command_line() -> argparse.ArgumentParser:
    """What can be typed."""
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
    parser.add_argument(
        "--updates", type=whole_number, help="learn so often instead: the same numbers each time"
    )
    parser.add_argument(
        "--parts", type=whole_number, default=4, help="how often it is kept and judged in that time"
    )
    parser.add_argument("--rivals", nargs="*", default=["random", "rules"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slots", type=whole_number, default=SLOTS, help="games at once")
    parser.add_argument(
        "--slices", type=whole_number, default=SLICES, help="parts of the slots: so many nodes can play"
    )
    parser.add_argument(
        "--ray", metavar="ADDRESS", help="play on a Ray cluster: auto, HOST:PORT, ray://…, or local"
    )
    parser.add_argument(
        "--play-on", choices=("cpu", "cuda"), default="cpu", help="where games are played without --ray"
    )
    parser.add_argument(
        "--threads", type=int, default=1, help="of PyTorch to learn; for a network this small one is best"
    )
    parser.add_argument("--resume", action="store_true", help="go on from what was kept")
    return parser


def main(words: list[str] | None = None) -> None:
    """Learn what the command line asks for."""
    parser = command_line()
    asked = parser.parse_args(words)
    if asked.ray and (asked.processor or asked.play_on == "cuda"):
        parser.error("--ray goes neither with --processor, which counts this process alone, nor with cuda.")
    if asked.slices > asked.slots:
        parser.error("--slices cannot be more than --slots.")
    if not asked.resume and KEPT.exists():
        sys.exit(f"{KEPT} is there already: go on from it with --resume, or move it away.")
    for module, name, extra in (("torch", "PyTorch", "gpu"), ("matplotlib", "matplotlib", "envs")):
        if find_spec(module) is None:
            sys.exit(f'{name} is not installed; it comes with pip install "korthus[{extra}]".')
    try:
        train(asked)
    except KorthusError as refused:
        sys.exit(refused.reason)


if __name__ == "__main__":
    main()
