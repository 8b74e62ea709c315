"""Improve the network of the strongest Mus player on a graphics card against opponents who know it.

``python -m bench.mus_match_descend --seconds 500 --out mus_match.npz`` begins with the network that comes
with korthus, or with ``--begin``: a state (``.pt``) or a packed network (``.npz``). Again and again a score,
a seat and a set of other amounts is taken; the whole tree of the hand is walked against an opponent who
nearly makes a best response to the network, and the network is moved along what would have gained against
him (``solve.mus.match.adversary``). A process for each set and seat shares the card; their steps are made
together.

``--stage middle`` takes turns of that stage only (``bench.mus_stages``): less has to be learnt at once. The
player has one network for all it may play for. The next step is a network for each stage, each begun from
the one that is shipped; such a descent was not run yet.

Prints what a true best response gains, in stones or points of match chance, and at the end JSON lines, for
the network at first and as packed: at the scores of ``mus_exploit``, where turns are taken often, and at
others that no turn is taken at (``held out``).
``bench.mus_match_teach`` makes the first network. PyTorch is needed: extra ``gpu``.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from bench.measure import report
from bench.mus_exploit import SCORES, fair
from bench.mus_stages import HELD_OUT, STAGES, same, scores_of, turns
from torch import distributed, multiprocessing, nn

from korthus.solve.core.backend import torch_backend
from korthus.solve.mus.lookup import load_blueprint
from korthus.solve.mus.match.adversary import advantages, soft_response
from korthus.solve.mus.match.features import SIZE, STAKES, stakes_row
from korthus.solve.mus.match.layers import Hand, Layer
from korthus.solve.mus.match.network import pack, shipped, unpack
from korthus.solve.mus.match.rows import ACTIONS, Knowledge, own_nodes
from korthus.solve.mus.match.solver import MatchSolver, Tables
from korthus.solve.mus.match.stakes import Stakes
from korthus.solve.mus.match.trees import Sides
from korthus.solve.mus.packed import Blueprint

Tensor = Any

#: The amounts of the opponents that it learns from, in stones, and of those by whom it is judged.
AMOUNTS: Final = ((3, 7, 20), (5, 10, 25))
JUDGES: Final = (3, 5, 7, 10, 20)
#: The widths of the trunk, of what meets the cards, and of the two layers after that.
WIDE, MEETING, MIDDLE, DEEP = 384, 384, 256, 128
#: Words that are taken from one walk; steps that are made with them.
SAMPLES, STEPS = 4_000_000, 2
#: Words that are worked on at once in a step.
ROWS: Final = 700_000
#: Steps until the full rate, and how much of the running mean a step keeps.
RISE, KEPT = 60, 0.99
#: The opponent's temperature at first and at last, as a part of what órdago is worth.
WARM, COLD = 1.2e-3, 4e-4
#: An action that gains is made likelier as if it had at least this chance.
FLOOR: Final = 0.03
#: Logarithms of chances beyond which nothing is made rarer.
RAREST: Final = -9.0
#: A pack of a few cards and two lances, for a look.
SMALL: Final[dict[str, Any]] = {"deck": (2, 0, 2, 0, 2, 0, 0, 2), "lances": 2}
#: Numbers of the widest layer that are worked on at once.
AT_ONCE: Final = 400_000_000
#: How much a stone of a single hand counts against one at the beginning of a match.
ALONE: Final = 4.0


class Policy(nn.Module):  # type: ignore[misc]  # types are checked without PyTorch
    """The network, with the names that ``solve.mus.match.network`` reads."""

    def __init__(self, hands: int) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            nn.Linear(SIZE, WIDE), nn.ReLU(), nn.Linear(WIDE, WIDE), nn.ReLU(), nn.Linear(WIDE, MEETING)
        )
        self.hands = nn.Embedding(5 * hands, MEETING)
        nn.init.normal_(self.hands.weight, std=0.3)
        self.mid, self.deep, self.last = (
            nn.Linear(MEETING, MIDDLE),
            nn.Linear(MIDDLE, DEEP),
            nn.Linear(DEEP, ACTIONS),
        )

    def above(self, met: Tensor) -> Tensor:
        """The weights of the words from what met the cards."""
        return self.last(torch.relu(self.deep(torch.relu(self.mid(torch.relu(met))))))

    def take(self, weights: Mapping[str, Any]) -> None:
        """Take over weights. Where they are of narrower layers, what is wider changes nothing yet."""
        for name, own in self.state_dict().items():
            values = torch.as_tensor(np.asarray(weights[name]))
            if name in ("mid.weight", "deep.weight"):
                own[:, values.shape[1] :] = 0
            own[tuple(map(slice, values.shape))] = values


@dataclass(eq=False)
class Room:
    """The own nodes of a layer: rows of knowledge, node after node, and what may be said."""

    layer: Layer
    nodes: list[tuple[int, tuple[int, ...]]]
    rows: Tensor
    cards: Tensor
    may: Tensor


class Board:
    """A hand against a stranger with certain amounts, and everything the seat ``me`` may know in it."""

    def __init__(self, more: tuple[int, ...], me: int, device: str, **small: Any) -> None:
        self.me = me
        self.device = device
        self.more = more
        hand = Hand(Sides(more, 1 - me), **small)
        self.solver = MatchSolver(hand, torch_backend(device))
        knowledge, size = Knowledge(hand, me), len(hand.plain.hands.all)
        self.rooms: list[Room] = []
        for number, layer in enumerate(hand.layers):
            nodes = list(own_nodes(layer, me))
            rows = np.concatenate([knowledge.rows(number, node) for node, _ in nodes])
            may = torch.zeros(len(nodes), ACTIONS, dtype=torch.bool)
            for place, (_, columns) in enumerate(nodes):
                may[place, list(columns)] = True
            cards = torch.tensor(layer.hands[me]) + size * layer.spot.lance.number
            self.rooms.append(
                Room(
                    layer,
                    nodes,
                    torch.tensor(rows).to(device),
                    cards.to(device),
                    may.repeat_interleave(layer.instances, 0).to(device),
                )
            )
        self._usual: Tables | None = None
        self._put(Stakes())

    def play_for(self, stakes: Stakes) -> None:
        """Put a score in the place of the one before; the same one costs nothing."""
        if not same(stakes, self.stakes):
            self._put(stakes)

    def _put(self, stakes: Stakes) -> None:
        self.stakes = stakes
        told = torch.tensor(stakes_row(stakes, self.me), device=self.device)
        for room in self.rooms:
            room.rows[:, :STAKES] = told
        self.solver.play_for(stakes)

    def policy(self, net: Policy, blueprint: Blueprint | None) -> Tables:
        """What the player does everywhere: the network, in a single hand after other amounts only."""
        short = torch.float16 if self.device == "cuda" else torch.float32
        weights = [(each.weight.to(short).T, each.bias.to(short)) for each in (net.mid, net.deep, net.last)]
        usual = self._follow(blueprint) if blueprint is not None and self.stakes.equity is None else None
        tables: Tables = []
        for number, room in enumerate(self.rooms):
            public = net.trunk(room.rows).to(short)
            cards = net.hands(room.cards).to(short)
            step = max(1, AT_ONCE // (len(cards) * MEETING))
            found = torch.empty(len(public), len(cards), ACTIONS, device=self.device)
            for start in range(0, len(public), step):
                some = slice(start, start + step)
                x = torch.relu(public[some, None, :] + cards[None, :, :]).view(-1, MEETING)
                for layer, (weight, bias) in enumerate(weights):
                    x = torch.addmm(bias, x, weight)
                    x = torch.relu_(x) if layer < 2 else x
                x = x.view(-1, len(cards), ACTIONS).float().masked_fill_(~room.may[some, None, :], -1e9)
                found[some] = torch.softmax(x, 2)
            table: list[Any] = [None] * len(room.layer.tree.betting.nodes)
            instances = room.layer.instances
            for place, (node, columns) in enumerate(room.nodes):
                part = found[place * instances : (place + 1) * instances]
                own = part[:, :, list(columns)].permute(2, 0, 1).contiguous()
                known = None if usual is None else usual[number][node]
                table[node] = own if known is None else known
            tables.append(table)
        return tables

    def _follow(self, blueprint: Blueprint) -> Tables:
        """What the blueprint says where words are usual; None elsewhere. See ``match.judged.policy``."""
        if self._usual is None:
            self._usual = []
            for room in self.rooms:
                layer = room.layer
                found: list[Any] = [None] * len(layer.tree.betting.nodes)
                paths = {index: path for path, index in layer.tree.betting.paths.items() if index >= 0}
                for node, _ in room.nodes if layer.is_open else ():
                    stage = blueprint.hand.spots.index(layer.spot)
                    usual = blueprint.stages[stage].tree.betting.paths.get(paths[node])
                    if usual is not None:
                        chances = blueprint.chances(stage, usual, slice(0, layer.instances))
                        found[node] = torch.tensor(chances.astype(np.float32), device=self.device)
                self._usual.append(found)
        return self._usual

    def is_fixed(self, number: int, node: int) -> bool:
        """Whether the blueprint decides there, and not the network."""
        return (
            self.stakes.equity is None and self._usual is not None and self._usual[number][node] is not None
        )


@dataclass(eq=False)
class Samples:
    """Words to be learnt: what is known, the cards, how much likelier a word should be, what may be said."""

    known: Tensor
    cards: Tensor
    wish: Tensor
    may: Tensor

    def part(self, chosen: Tensor) -> Samples:
        """Some of them."""
        return Samples(self.known[chosen], self.cards[chosen], self.wish[chosen], self.may[chosen])


def sample(board: Board, policy: Tables, gains: Tables, reaches: Tables, unit: float) -> Samples:
    """Some words of the hand, the likelier the more they matter, weighed so that none is favoured."""
    wishes, total = [], 0.0
    for number, room in enumerate(board.rooms):
        instances, size = room.layer.instances, len(room.cards)
        wish = torch.zeros(len(room.nodes), instances, size, ACTIONS, device=board.device)
        for place, (node, columns) in enumerate(room.nodes):
            if board.is_fixed(number, node):
                continue
            chances, gain = policy[number][node], gains[number][node]
            chances = torch.where(gain > 0, chances.clamp_min(FLOOR), chances)
            wish[place, :, :, list(columns)] = (chances * gain * reaches[number][node][None]).permute(1, 2, 0)
        wishes.append(wish.view(-1, ACTIONS))
        total += float(wishes[-1].abs().sum(dtype=torch.float64))
    parts: list[list[Tensor]] = [[], [], [], []]
    for room, wish in zip(board.rooms, wishes, strict=True):
        chance = (wish.abs().sum(1) * (SAMPLES / max(total, 1e-30))).clamp_max(1)
        kept = (torch.rand_like(chance) < chance).nonzero()[:, 0]
        row = kept // len(room.cards)
        parts[0].append(room.rows[row].half())
        parts[1].append(room.cards[kept % len(room.cards)])
        parts[2].append(wish[kept] / chance[kept, None] / unit)
        parts[3].append(room.may[row])
    return Samples(*(torch.cat(each) for each in parts))


def learn(net: Policy, steps: torch.optim.Optimizer, each: Samples) -> None:
    """One step towards what all processes wish."""
    kind = each.known.device.type
    steps.zero_grad(set_to_none=True)
    for rows in torch.arange(len(each.cards), device=each.cards.device).split(ROWS):
        some = each.part(rows)
        with torch.autocast(kind, dtype=torch.bfloat16, enabled=kind == "cuda"):
            weights = net.above(net.trunk(some.known.float()) + net.hands(some.cards))
        says = torch.log_softmax(weights.float().masked_fill(~some.may, -1e9), 1).masked_fill(~some.may, 0)
        held = (some.wish < 0) & (says < RAREST)
        (-(some.wish.masked_fill(held, 0) * says).sum()).backward()
    together(list(net.parameters()))
    steps.step()


def together(parameters: list[nn.Parameter]) -> None:
    """Add up the gradients of all processes. They share a card, so it goes by way of the processor."""
    gradients = [each.grad for each in parameters if each.grad is not None]
    flat = torch.cat([each.reshape(-1) for each in gradients]).cpu()
    distributed.all_reduce(flat)
    flat, at = flat.to(gradients[0].device), 0
    for each in gradients:
        each.copy_(flat[at : at + each.numel()].view_as(each))
        at += each.numel()


def unit_of(stakes: Stakes) -> float:
    """What órdago is worth, in the unit of the stakes: half the match, or its stones."""
    return 0.5 if stakes.equity is not None else float(stakes.ordago)


def judge(net: Policy, board: Board, blueprint: Blueprint | None, scores: Sequence[str]) -> dict[str, float]:
    """What a best response gains, by score and the seat of the one who makes it: stones, or points."""
    found = {}
    for score in scores:
        stakes, due = fair(score, 1 - board.me)
        board.play_for(stakes)
        with torch.no_grad():
            most = board.solver.best(1 - board.me, board.policy(net, blueprint))
        factor = 1 if score == "single" else 100
        found[f"{score} {'other' if board.me == 0 else 'mano'}"] = round(factor * (most - due), 3)
    return found


def walk(
    board: Board, net: Policy, stakes: Stakes, temperature: float, blueprint: Blueprint | None
) -> Samples:
    """Play a hand against the opponent, and take what is to be learnt from it."""
    unit = unit_of(stakes)
    board.play_for(stakes)
    with torch.no_grad():
        policy = board.policy(net, blueprint)
        other = soft_response(board.solver, 1 - board.me, policy, unit * temperature)
        gains, reaches = advantages(board.solver, board.me, policy, other)
        return sample(board, policy, gains, reaches, unit / (ALONE if stakes.equity is None else 1.0))


def share_of(start: float, seconds: float) -> float:
    """How much of the time is over; the same in all processes."""
    share = torch.tensor([(time.perf_counter() - start) / seconds])
    distributed.broadcast(share, 0)
    return float(share)


def descend(net: Policy, board: Board, args: argparse.Namespace, rank: int) -> Policy:
    """Improve a network; gives back the running mean of what it was."""
    start, done = time.perf_counter(), 0
    blueprint = None if args.small else load_blueprint("ordago")
    mean: Policy = Policy(len(board.solver.hand.plain.hands.all)).to(board.device)
    mean.load_state_dict(net.state_dict())
    first, last = args.rates
    looks = scores_of(args.stage, SCORES if args.stage else ("single", "0-0", "30-35", "38-39"))
    steps = torch.optim.Adam(net.parameters(), lr=first, betas=(0.9, 0.99), eps=1e-12)
    for number, stakes in enumerate(turns(random.Random(100 * args.seed + rank), args.stage)):
        share = share_of(start, args.seconds)
        if share >= 1:
            break
        samples = walk(board, net, stakes, WARM * (COLD / WARM) ** share, blueprint)
        for chosen in torch.randperm(len(samples.cards), device=board.device).chunk(STEPS):
            done += 1
            rate = last + (first - last) * 0.5 * (1 + math.cos(math.pi * share))
            for group in steps.param_groups:
                group["lr"] = rate * min(1.0, done / RISE)
            learn(net, steps, samples.part(chosen))
            with torch.no_grad():
                for slow, fast in zip(mean.parameters(), net.parameters(), strict=True):
                    slow.lerp_(fast, 1 - min(KEPT, done / (done + 10)))
        if rank == 0 and number % 50 == 49:
            torch.save(mean.state_dict(), args.out.with_suffix(".pt"))
            found = judge(mean, board, blueprint, looks)
            print(f"{done} steps, {100 * share:.0f} %, {found}", flush=True)
    if rank == 0:
        print(f"{done} steps in {time.perf_counter() - start:.0f} s", flush=True)
    return mean


def work(rank: int, args: argparse.Namespace) -> None:
    """One process: a set of amounts and a seat. The first one writes what was learnt."""
    torch.manual_seed(args.seed + 1000 * rank)
    torch.backends.cuda.matmul.allow_tf32 = True
    where = f"file://{args.out.resolve().with_suffix('.meeting')}"
    distributed.init_process_group("gloo", init_method=where, rank=rank, world_size=2 * len(AMOUNTS))
    board = Board(AMOUNTS[rank // 2], 1 - rank % 2, args.device, **SMALL if args.small else {})
    torch.manual_seed(args.seed)
    net = Policy(len(board.solver.hand.plain.hands.all))
    if not args.small:
        net.take(beginning(args))
    torch.manual_seed(args.seed + 1000 * rank)
    net = descend(net.to(args.device), board, args, rank)
    if rank == 0:
        torch.save(net.state_dict(), args.out.with_suffix(".pt"))
        args.out.write_bytes(
            pack({name: each.float().cpu().numpy() for name, each in net.state_dict().items()})
        )
    distributed.barrier()


def beginning(args: argparse.Namespace) -> Mapping[str, Any]:
    """The weights to begin with."""
    if args.begin is None:
        return unpack(shipped())
    if args.begin.suffix == ".npz":
        return unpack(args.begin.read_bytes())
    found: Mapping[str, Any] = torch.load(args.begin, map_location="cpu")
    return found


def judge_all(args: argparse.Namespace, before: Mapping[str, Any]) -> None:
    """Report what is gained from the network at first and from the packed one."""
    content, blueprint = args.out.read_bytes(), load_blueprint("ordago")
    looks = {"usual": scores_of(args.stage, SCORES), "held out": scores_of(args.stage, HELD_OUT)}
    gained: dict[str, dict[str, float]] = {}
    for me in (1, 0):
        board = Board(JUDGES, me, args.device)
        for when, weights in (("before", before), ("after", unpack(content))):
            net = Policy(len(board.solver.hand.plain.hands.all))
            net.take(weights)
            net.to(args.device)
            for name, scores in looks.items():
                found = judge(net, board, blueprint, scores)
                gained.setdefault(f"{name} scores, {when}", {}).update(found)
        del board
        torch.cuda.empty_cache()
    for name, found in gained.items():
        if found:  # a single hand has no scores that are held out
            claim = f"Mus: gained from the network by a best response, {name}"
            report(claim, stage=args.stage or "all", **found, bytes=len(content))


def main() -> None:
    """Improve, pack, judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stage", choices=STAGES, help="take turns at this stage only")
    parser.add_argument("--seconds", type=float, default=500.0)
    parser.add_argument("--begin", type=Path, help="a network that was kept on the way, .pt or .npz")
    parser.add_argument("--device", default="cuda")
    parser.add_argument(
        "--rates", type=float, nargs=2, default=(1e-4, 3e-6), help="of the first and last step"
    )
    parser.add_argument(
        "--small", action="store_true", help="a new network for a game of a few cards, for a look"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("mus_match.npz"))
    args = parser.parse_args()
    before = beginning(args)  # read now: the same file may be written on the way
    meeting = args.out.with_suffix(".meeting")
    meeting.unlink(missing_ok=True)
    multiprocessing.spawn(work, (args,), nprocs=2 * len(AMOUNTS))
    meeting.unlink(missing_ok=True)
    if args.small:
        return
    judge_all(args, before)


if __name__ == "__main__":
    main()
