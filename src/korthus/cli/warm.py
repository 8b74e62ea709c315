"""``korthus warm``: compile what is compiled, once, so that no game waits for it."""

from __future__ import annotations

from typing import Final

import korthus
from korthus.bots.protocol import Budget
from korthus.bots.registry import bot_names, make_bot
from korthus.cli.terminal import Terminal

#: Positions that need code of their own, besides the first one of a game.
_POSITIONS: Final = {
    # The last rond of Mulle is solved, not searched.
    "mulle": ("omgang: 1; rond: 6; table: KL 9, SP 4; hand 0: HJ 9, RU 5; hand 1: KL 2, HJ 4",),
    "kachuful": (),
    "mus": (),
    "eight": (),
}
#: Presets that need code of their own: in Mus cards can be changed.
_PRESETS: Final[dict[str, tuple[str | None, ...]]] = {"mus": (None, "mus")}
_LEVEL: Final = "strong"


def warm_command(terminal: Terminal) -> None:
    """Compile the kernels and the players that search, and keep the code on disk, with a line for each."""
    from korthus.kernels.warm import KERNELS, warm  # loads the compiler, which no other command needs

    terminal.say("tools.warm.start", n=len(KERNELS))
    for name in warm():
        terminal.say("tools.warm.kernel", game=terminal.tr(f"{name}.title"))
        _think(name)
    terminal.say("tools.warm.done")


def _think(name: str) -> None:
    """Let a game's searching player think for a moment."""
    if _LEVEL not in bot_names(name):
        return
    for preset in _PRESETS.get(name, (None,)):
        game = korthus.game(name, preset)
        start = game.new()
        states = [game.apply(start, game.draw(start, korthus.FairChance.seeded(1))).state]
        states += [game.parse_state(position) for position in _POSITIONS[name]]
        for state in states:
            seat = game.to_act(state)
            make_bot(_LEVEL, game, 1).choose(game.view(state, seat), Budget(simulations=1))
