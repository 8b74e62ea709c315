"""``korthus warm``: compile what is compiled, once, so that no game waits for it."""

from __future__ import annotations

from typing import Final

import korthus
from korthus.bots.advice import Adviser
from korthus.bots.protocol import Budget
from korthus.bots.registry import bot_names, make_bot
from korthus.cli.terminal import Terminal
from korthus.core.protocol import CHANCE

#: Presets that need code of their own: in Mus cards can be changed.
_PRESETS: Final[dict[str, tuple[str | None, ...]]] = {"mus": (None, "mus")}
#: Who plays the games: Kachuful's search knows two kinds of players.
_PLAYERS: Final = ("random", "rules")
#: Who looks on. The strongest of Mus follows a solution, with code of its own.
_LEVELS: Final = ("strong", "strongest")
#: A moment's thought uses the same code as a long one.
_MOMENT: Final = Budget(simulations=1)


def warm_command(terminal: Terminal) -> None:
    """Compile the kernels and the players that search, and keep the code on disk, with a line for each."""
    from korthus.kernels.warm import KERNELS, warm  # loads the compiler, which no other command needs

    terminal.say("tools.warm.start", n=len(KERNELS))
    for name in warm():
        terminal.say("tools.warm.kernel", game=terminal.tr(f"{name}.title"))
        let_think(name)
    terminal.say("tools.warm.done")


def let_think(name: str) -> None:
    """Let a game's searching players think for a moment wherever a seat can choose in whole games.

    The last rond of Mulle and the last tricks of Kachuful are solved by other code than the first ones.
    """
    for preset in _PRESETS.get(name, (None,)):
        for player in _PLAYERS:
            if player in bot_names(name):
                _look_on(name, preset, player)


def _look_on(name: str, preset: str | None, player: str) -> None:
    game, chance = korthus.game(name, preset), korthus.FairChance.seeded(1)
    hosts = [make_bot(player, game, seat) for seat in range(game.min_seats)]
    guests = [make_bot(level, game, 1) for level in _LEVELS]
    state = game.new()
    while (seat := game.to_act(state)) is not None:
        if seat == CHANCE:
            state = game.apply(state, game.draw(state, chance)).state
            continue
        view = game.view(state, seat)
        if len(game.choices(view)) > 1:
            for guest in guests:
                guest.choose(view, _MOMENT)
                assert isinstance(guest, Adviser)
                guest.advise(view, _MOMENT)
        state = game.apply(state, hosts[seat].choose(view)).state
