"""How the belief of the Mulle players was learnt: from what players who search did with the cards they had.

``python -m bench.learn_mulle --games 1500 --out FILE`` lets a player play against itself, tells every play
that it could have made in numbers (``bots/mulle/learnt.py``), and teaches a small network to say which one it
made. Without ``--out`` nothing is kept. PyTorch is needed: extra ``gpu``; a graphics card is used if there is
one. Prints one JSON line: what the network says about games it was not taught with, in nats a play, beside
what a player says who takes all plays for equally likely.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from bench.measure import report
from bench.strength_mulle import seated
from rich.console import Console
from rich.progress import track

from korthus.arena.duplicate import DuplicateChance
from korthus.bots.mulle.learnt import HIDDEN, NAMES, TOLD, tell
from korthus.bots.mulle.policy import ROOM, WIDE, chance_unseen
from korthus.bots.protocol import Budget
from korthus.core.chance import seed_bytes
from korthus.core.protocol import CHANCE
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.options import MulleRules
from korthus.kernels.mulle import kernel as mulle

Floats = npt.NDArray[np.float32]

#: Positions with more plays are left out.
MOST: Final = 48
#: Positions in a step of learning, and the rate of the first step.
BATCH, RATE = 4096, 4e-3
#: The last of this many equal parts of the plays is kept to judge the network by.
PARTS: Final = 12


class Seen(NamedTuple):
    """Some positions: what is told of each play, how many there are, and which was made."""

    told: Floats
    plays: npt.NDArray[np.int64]
    made: npt.NDArray[np.int64]


def play(simulations: int, preset: str | None, deal: int) -> Seen:
    """One omgång of a player against itself; it does not read, so that nothing learnt is learnt from."""
    game = Mulle(MulleRules.make(preset, omgangar=1))
    bots = [seated("strong:0", game, f"learn {deal}/{seat}") for seat in range(2)]
    chance, state = DuplicateChance(seed_bytes(f"learn {deal}")), game.new(2)
    told, plays, made = [], [], []
    wide = np.zeros(WIDE, dtype=np.int64)
    while (seat := game.to_act(state)) is not None:
        if seat == CHANCE:
            state = game.apply(state, game.draw(state, chance)).state
        else:
            view = game.view(state, seat)
            action: Any = bots[seat].choose(view, Budget(simulations=simulations))
            choices = game.choices(view)
            if 1 < len(choices) <= MOST:
                wide[: mulle.SIZE] = mulle.pack(game, state)
                codes = [mulle.encode(game, wide[: mulle.SIZE], each) for each in choices]
                unseen, row = chance_unseen(wide), np.zeros(TOLD)
                rows = np.zeros((MOST, TOLD), dtype=np.float32)
                for index, code in enumerate(codes):
                    tell(wide, wide[ROOM:], code, unseen, row)
                    rows[index] = row
                told.append(rows)
                plays.append(len(choices))
                made.append(choices.index(action))
            state = game.apply(state, action).state
    return Seen(np.stack(told), np.array(plays), np.array(made))


def teach(seen: Seen, epochs: int, console: Console) -> tuple[dict[str, Floats], float]:
    """The numbers of a network as ``learnt`` reads them, and its mean loss in games that it has not seen.

    The loss is minus the logarithm of the chance of what was played.
    """
    import torch

    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(1)
    told = torch.tensor(seen.told, dtype=torch.float16, device=device)
    plays, made = torch.tensor(seen.plays, device=device), torch.tensor(seen.made, device=device)
    hidden = torch.nn.Linear(TOLD, HIDDEN).to(device)
    out, direct = (torch.nn.Linear(wide, 1, bias=False).to(device) for wide in (HIDDEN, TOLD))
    numbers = (hidden.weight, hidden.bias, out.weight, direct.weight)

    def loss(some: Any) -> Any:
        rows = told[some].float()
        scores = (out(torch.relu(hidden(rows))) + direct(rows)).squeeze(-1)
        beyond = torch.arange(MOST, device=device) >= plays[some, None]
        return torch.nn.functional.cross_entropy(scores.masked_fill(beyond, -1e9), made[some])

    last = len(made) - len(made) // PARTS
    optimizer = torch.optim.Adam(numbers, lr=RATE)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * (last // BATCH + 1))
    for _ in track(range(epochs), "epochs", console=console):
        order = torch.randperm(last, device=device)
        for start in range(0, last, BATCH):
            optimizer.zero_grad()
            loss(order[start : start + BATCH]).backward()
            optimizer.step()
            schedule.step()
    with torch.no_grad():
        judged = float(loss(torch.arange(last, len(made), device=device)))
    of, bias, to_score, past = (each.detach().cpu().numpy().astype(np.float32) for each in numbers)
    return dict(zip(NAMES, (of.T, bias, to_score[0], past[0]), strict=True)), judged


def main() -> int:
    """Play, teach, write and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--first", type=int, default=1, help="the first deal")
    parser.add_argument("--simulations", type=int, default=2000)
    parser.add_argument("--preset", default=None)
    parser.add_argument("--epochs", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=None)
    args = parser.parse_args()
    console = Console(stderr=True)
    start = time.perf_counter()
    deals = range(args.first, args.first + args.games)
    with ProcessPoolExecutor(args.jobs) as pool:
        task = partial(play, args.simulations, args.preset)
        games = list(track(pool.map(task, deals), "games", total=args.games, console=console))
    seen = Seen(*(np.concatenate(column) for column in zip(*games, strict=True)))
    numbers, found = teach(seen, args.epochs, console)
    if args.out is not None:
        np.savez(args.out, **numbers)  # type: ignore[arg-type]
    last = len(seen.made) - len(seen.made) // PARTS
    report(
        "Mulle: chance given to what players who search play, nats a play",
        learnt=round(-found, 3),
        evenly=round(-float(np.log(seen.plays[last:]).mean()), 3),
        plays=len(seen.made),
        seconds=round(time.perf_counter() - start, 1),
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
