"""Teach the network of the strongest Mus player on a graphics card: hands are solved, and it learns them.

``python -m bench.mus_match_teach solve lessons.pt`` solves hands at many scores, from both seats, against a
stranger who says other amounts, and keeps some of what the solved seat does (eight minutes; two gigabytes).
``python -m bench.mus_match_teach learn lessons.pt --out src/korthus/solve/mus/data/mus_match.npz`` teaches a
network for so many ``--seconds`` and packs it; ``bench.mus_match_descend`` improves it, ``bench.mus_exploit``
judges it. PyTorch is needed: extra ``gpu``.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from bench.measure import report

from korthus.games.mus.scoring import Lance
from korthus.solve.core.backend import backend_for
from korthus.solve.mus.match.features import SIZE, STAKES, stakes_row
from korthus.solve.mus.match.layers import Hand
from korthus.solve.mus.match.network import pack
from korthus.solve.mus.match.rows import ACTIONS, Knowledge, own_nodes
from korthus.solve.mus.match.solver import MatchSolver
from korthus.solve.mus.match.stakes import Stakes
from korthus.solve.mus.match.table import match_table
from korthus.solve.mus.match.trees import Sides

Tensor = Any

#: The amounts of the strangers, in stones, and the scores that are solved with each of them.
LESSONS: Final[dict[tuple[int, ...], tuple[tuple[int, int], ...]]] = {
    (3, 7, 20): ((10, 20), (30, 39), (30, 35), (0, 0), (5, 5), (36, 36), (36, 30), (32, 25), (39, 5)),
    (5, 10, 30): ((5, 39), (5, 28), (30, 36), (38, 39), (10, 10), (16, 16), (39, 39), (35, 30), (28, 8)),
    (4, 8, 14): ((8, 28), (20, 20), (24, 24), (38, 36), (37, 33), (10, 0), (38, 20), (28, 5)),
    (3, 10, 25): ((0, 20), (20, 38), (0, 10), (18, 26), (33, 37), (35, 39), (28, 28), (34, 14)),
    (5, 7, 20): ((14, 34), (25, 32), (32, 32), (26, 18), (39, 30), (20, 10), (20, 0)),
}
#: Strangers against whom a single hand is solved too.
SINGLE: Final = ((3, 7, 20), (5, 10, 30))
#: Iterations of a first solve, of one that begins with its neighbour's regrets, and of a single hand.
FIRST, NEXT, ALONE = 130, 60, 240
#: What is learnt of a node, in rows; what a row of each lance counts: early lances come in every hand.
ROWS: Final = 3500
WEIGHT: Final = {Lance.GRANDE: 4.0, Lance.CHICA: 3.0, Lance.PARES: 1.5, Lance.JUEGO: 1.0, Lance.PUNTO: 1.0}
#: The widths of the trunk and of the two layers before the last, the rows of a step, the first step's size.
WIDE, MIDDLE, DEEP, BATCH, RATE = 384, 256, 128, 65_536, 2e-3


class Lessons:
    """Rows of what a seat knew, held and did, gathered from solved hands."""

    def __init__(self, torch: Any) -> None:
        self._torch = torch
        self._kept: dict[str, list[Tensor]] = {
            name: [] for name in ("known", "row", "hand", "does", "may", "weight")
        }
        self._rows = 0

    def gather(self, solver: MatchSolver, known: list[dict[int, Tensor]], me: int, stakes: Stakes) -> None:
        """Take some rows of every own node where a hand comes to: half of all ways, half as they come."""
        torch = self._torch
        policy = solver.strategy()
        downs = solver.descend(me, policy, follow=True)
        told = torch.tensor(stakes_row(stakes, me), device="cuda", dtype=torch.float16)
        size = len(solver.hand.plain.hands.all)
        for number, layer in enumerate(solver.hand.layers):
            lance = layer.spot.lance
            cards = torch.tensor(layer.hands[me], device="cuda") + size * lance.number
            for node, columns in own_nodes(layer, me):
                own, other = downs[number].own[node], downs[number].other[node].abs().sum(1)
                share = 0.5 / len(own) + 0.5 * other / other.sum().clamp_min(1e-20)
                chances = (own.clamp_min(0) * share[:, None]).reshape(-1).float()
                if float(chances.sum()) <= 0:
                    continue
                count = min(ROWS, 4 * len(chances))
                picked = torch.multinomial(chances, count, replacement=True)
                instance, hand = picked // own.shape[1], picked % own.shape[1]
                used, row = torch.unique(instance, return_inverse=True)
                rows = known[number][node][used].clone()
                rows[:, :STAKES] = told
                does = torch.zeros(count, ACTIONS, device="cuda", dtype=torch.float16)
                may = 0
                for action, column in enumerate(columns):
                    does[:, column] = policy[number][node][action][instance, hand].half()
                    may |= 1 << column
                self._keep("known", rows)
                self._keep("row", (row + self._rows).int())
                self._keep("hand", cards[hand].short())
                self._keep("does", does)
                self._keep("may", torch.full((count,), may, dtype=torch.uint8))
                self._keep("weight", torch.full((count,), WEIGHT[lance], dtype=torch.float16))
                self._rows += len(used)

    def _keep(self, name: str, values: Tensor) -> None:
        self._kept[name].append(values.cpu())

    def all(self) -> dict[str, Tensor]:
        """Everything in rows."""
        return {name: self._torch.cat(parts) for name, parts in self._kept.items()}


def solved_hands(torch: Any) -> Iterator[tuple[MatchSolver, list[dict[int, Tensor]], int, Stakes, float]]:
    """Solve every hand: the solver, what is known, the seat, the stakes, the exploitability."""
    table, backend = match_table().array(), backend_for("cuda")
    for more, scores in LESSONS.items():
        for me in (1, 0):
            solver = MatchSolver(Hand(Sides(more, 1 - me)), backend)
            rows = Knowledge(solver.hand, me)
            known = [
                {
                    node: torch.tensor(rows.rows(number, node)).cuda().half()
                    for node, _ in own_nodes(layer, me)
                }
                for number, layer in enumerate(solver.hand.layers)
            ]
            for place, score in enumerate(sorted(scores, key=lambda each: (each[0] - each[1], each[0]))):
                stakes = Stakes(score, table)
                solver.play_for(stakes)
                if place:
                    solver.restart(warm=0.5, begin=12)
                solver.run(NEXT if place else FIRST)
                yield solver, known, me, stakes, solver.judge().exploitability
            if more in SINGLE:
                solver.play_for(Stakes())
                solver.restart()
                solver.run(ALONE)
                yield solver, known, me, Stakes(), solver.judge().exploitability
            del solver, known
            torch.cuda.empty_cache()


def solve(path: Path) -> None:
    """Solve the hands and write what was gathered."""
    import torch

    torch.manual_seed(1)
    lessons, start = Lessons(torch), time.perf_counter()
    for solver, known, me, stakes, error in solved_hands(torch):
        lessons.gather(solver, known, me, stakes)
        name = "a single hand" if stakes.equity is None else f"{stakes.score[0]} to {stakes.score[1]}"
        more, seconds = solver.hand.sides.more, time.perf_counter() - start
        print(f"{more}, seat {me}, {name}: exploitability {error:.5f}, {seconds:.0f} s", flush=True)
    torch.save(lessons.all(), path)


def network(torch: Any) -> Any:
    """A network to be taught, with the names that ``solve.mus.match.network`` reads."""
    nn = torch.nn
    made = nn.Module()
    made.trunk = nn.Sequential(
        nn.Linear(SIZE, WIDE), nn.ReLU(), nn.Linear(WIDE, WIDE), nn.ReLU(), nn.Linear(WIDE, WIDE)
    )
    made.hands = nn.Embedding(len(Lance) * len(Hand(Sides()).plain.hands.all), WIDE)
    nn.init.normal_(made.hands.weight, std=0.3)
    made.mid, made.deep, made.last = (
        nn.Linear(WIDE, MIDDLE),
        nn.Linear(MIDDLE, DEEP),
        nn.Linear(DEEP, ACTIONS),
    )
    return made.cuda()


def learn(path: Path, seconds: float, out: Path) -> None:
    """Teach a network from lessons and write it packed."""
    import torch

    torch.manual_seed(1)
    torch.backends.cuda.matmul.allow_tf32 = True
    lessons = {name: values.cuda() for name, values in torch.load(path).items()}
    made = network(torch)
    bits = torch.tensor([1 << column for column in range(ACTIONS)], device="cuda", dtype=torch.uint8)
    steps = torch.optim.AdamW(made.parameters(), lr=RATE, weight_decay=1e-4, fused=True)
    start, done, mean = time.perf_counter(), 0, 0.0
    while (share := (time.perf_counter() - start) / seconds) < 1:
        for group in steps.param_groups:
            group["lr"] = RATE * (0.505 + 0.5 * math.cos(math.pi * share))
        chosen = torch.randint(len(lessons["row"]), (BATCH,), device="cuda")
        known = lessons["known"][lessons["row"][chosen].long()].float()
        does = lessons["does"][chosen].float()
        does = does / does.sum(1, keepdim=True).clamp_min(1e-6)
        may = (lessons["may"][chosen][:, None] & bits) > 0
        with torch.autocast("cuda", dtype=torch.bfloat16):
            met = torch.relu(made.trunk(known) + made.hands(lessons["hand"][chosen].long()))
            weights = made.last(torch.relu(made.deep(torch.relu(made.mid(met)))))
        says = torch.log_softmax(weights.float().masked_fill(~may, -1e9), 1).masked_fill(~may, 0)
        apart = (does * (does.clamp_min(1e-6).log() - says)).sum(1)
        loss = (apart * lessons["weight"][chosen].float()).mean()
        steps.zero_grad(set_to_none=True)
        loss.backward()
        steps.step()
        done += 1
        mean += (float(loss.detach()) - mean) / min(done, 500) if done % 50 == 0 or done == 1 else 0.0
        if done % 2000 == 0:
            print(f"{done} steps, {mean:.4f} from what was solved, {100 * share:.0f} %", flush=True)
    content = pack({name: values.float().cpu().numpy() for name, values in made.state_dict().items()})
    out.write_bytes(content)
    report("Mus: a network was taught", steps=done, apart=round(mean, 5), bytes=len(content))


def main() -> None:
    """Solve, or learn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("solve", "learn"))
    parser.add_argument("lessons", type=Path)
    parser.add_argument("--seconds", type=float, default=170.0)
    parser.add_argument("--out", type=Path, default=Path("mus_match.npz"))
    args = parser.parse_args()
    if args.what == "solve":
        solve(args.lessons)
    else:
        learn(args.lessons, args.seconds, args.out)


if __name__ == "__main__":
    main()
