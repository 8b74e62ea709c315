"""A small network that says which play a good player makes, taught with PyTorch."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from korthus.bots.mulle.learnt import HIDDEN, NAMES, TOLD
from korthus.learn.brings import Arrays, Work
from korthus.learn.mulle.positions import MOST

#: Positions in a step of learning: at ``MOST`` plays each, 40 MB of what is told of them, once in the half
#: precision in which it is kept and once in the single precision in which it is learnt.
BATCH: Final = 4096
#: Adam's rate in the first step; it falls to 0 as a cosine does. The usual 0.001 is for batches of about 256;
#: for larger ones it grows with the square root of their size.
RATE: Final = 1e-3 * math.sqrt(BATCH / 256)
#: The last of this many equal parts of the positions is kept to judge the network by.
PARTS: Final = 12
#: What Adam remembers of each table: running means, of squares too, and how many steps.
_MEMORY: Final = ("exp_avg", "exp_avg_sq", "step")


class BeliefLearner:
    """See ``Learner``. A round is an epoch: every position once, in an order of its own."""

    def __init__(self, samples: Arrays, work: Work) -> None:
        import torch

        self._torch: Any = torch
        self._device, self._seed = work.device, work.seed
        torch.manual_seed(work.seed)
        self._told = torch.tensor(samples["told"], dtype=torch.float16, device=work.device)
        self._plays, self._made = (
            torch.tensor(samples[name], device=work.device) for name in ("plays", "made")
        )
        self._positions = len(samples["made"])
        self._taught = self._positions - self._positions // PARTS
        self._even = float(np.log(samples["plays"][self._taught :]).mean()) if self._judged else 0.0
        self._hidden = torch.nn.Linear(TOLD, HIDDEN).to(work.device)
        self._out, self._direct = (
            torch.nn.Linear(wide, 1, bias=False).to(work.device) for wide in (HIDDEN, TOLD)
        )
        #: In the order of ``NAMES``.
        self._tables = (self._hidden.weight, self._hidden.bias, self._out.weight, self._direct.weight)
        self._optimizer = torch.optim.Adam(self._tables, lr=RATE)
        self._steps = work.rounds * (self._taught // BATCH + 1)
        self._epoch = self._step = 0

    @property
    def _judged(self) -> int:
        """Positions that are not taught, for ``judge``."""
        return self._positions - self._taught

    def advance(self) -> None:
        """See ``Learner.advance``."""
        order = np.random.default_rng((self._seed, self._epoch)).permutation(self._taught)
        shuffled = self._torch.tensor(order, device=self._device)
        for start in range(0, self._taught, BATCH):
            for group in self._optimizer.param_groups:
                group["lr"] = RATE * (1 + math.cos(math.pi * self._step / self._steps)) / 2
            self._optimizer.zero_grad()
            self._loss(shuffled[start : start + BATCH]).backward()
            self._optimizer.step()
            self._step += 1
        self._epoch += 1

    def judge(self) -> dict[str, float]:
        """Minus the logarithm of the chance that it gives to what was played, in nats a play, in positions
        that it was not taught with; and the same for whoever takes all plays for equally likely.
        """
        if not self._judged:
            return {}
        with self._torch.no_grad():
            found = float(self._loss(self._torch.arange(self._taught, self._positions, device=self._device)))
        return {"loss": round(found, 4), "loss_evenly": round(self._even, 4)}

    def _loss(self, some: Any) -> Any:
        torch = self._torch
        rows = self._told[some].float()
        scores = (self._out(torch.relu(self._hidden(rows))) + self._direct(rows)).squeeze(-1)
        beyond = torch.arange(MOST, device=self._device) >= self._plays[some, None]
        return torch.nn.functional.cross_entropy(scores.masked_fill(beyond, -1e9), self._made[some])

    def state(self) -> Arrays:
        """See ``Learner.state``."""
        kept: Arrays = {"epoch": np.array(self._epoch), "step": np.array(self._step)}
        for name, table in zip(NAMES, self._tables, strict=True):
            kept[name] = table.detach().cpu().numpy()
            for part in _MEMORY if self._step else ():
                kept[f"{name} {part}"] = self._optimizer.state[table][part].cpu().numpy()
        return kept

    def restore(self, state: Arrays) -> None:
        """See ``Learner.restore``.

        Raises:
            KeyError: it lacks something.
            ValueError: a table of it has another size.
        """
        self._epoch, self._step = int(state["epoch"]), int(state["step"])
        for name, table in zip(NAMES, self._tables, strict=True):
            if state[name].shape != tuple(table.shape):
                raise ValueError(f"the table {name} has another size")
            with self._torch.no_grad():
                table.copy_(self._torch.tensor(state[name]))
            for part in _MEMORY if self._step else ():
                value = self._torch.tensor(state[f"{name} {part}"])
                self._optimizer.state[table][part] = value if part == "step" else value.to(self._device)

    def numbers(self) -> Arrays:
        """See ``Learner.numbers``."""
        of, bias, out, direct = (table.detach().cpu().numpy().astype(np.float32) for table in self._tables)
        return dict(zip(NAMES, (of.T, bias, out[0], direct[0]), strict=True))

    def close(self) -> None:
        """See ``Learner.close``: it has no threads of its own."""
