"""What players of Mulle who search did with the plays that they had: positions to learn from."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from korthus.arena.duplicate import DuplicateChance
from korthus.bots.mulle.learnt import TOLD, tell
from korthus.bots.mulle.policy import ROOM, WIDE, chance_unseen
from korthus.bots.protocol import Bot, Budget
from korthus.bots.registry import make_bot
from korthus.core.chance import seed_bytes
from korthus.core.protocol import CHANCE
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.options import MulleRules
from korthus.kernels.mulle import kernel as mulle
from korthus.learn.brings import Arrays

#: Positions with more plays are left out.
MOST: Final = 48


def played(simulations: int, deal: int) -> Arrays:
    """One omgång of ``strong`` against itself.

    For each position with a choice: ``told`` has what is told of each play (``bots/mulle/learnt``), ``plays``
    how many there were, ``made`` which was made. The players read nothing (``reads`` 0), so that nothing
    learnt is learnt from.
    """
    game = Mulle(MulleRules.make(None, omgangar=1))
    bots = [_no_reader(game, f"learn {deal}/{seat}") for seat in range(2)]
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
    return {"told": np.stack(told), "plays": np.array(plays), "made": np.array(made)}


def _no_reader(game: Mulle, seed: str) -> Bot:
    """A ``strong`` that weighs no hands by what the other played."""
    bot = make_bot("strong", game, seed)
    kind: type[Bot] = type(bot.name, (type(bot),), {"reads": 0})
    return kind(game, bot.rng)
