"""``korthus warm``: compile what is compiled, once, so that no game waits for it."""

from __future__ import annotations

from typing import Annotated

from korthus.bots.registry import bot_names
from korthus.bots.warm import cold, compiled_games, compiled_levels, pieces
from korthus.cli.command import command
from korthus.cli.compiling import compile_here
from korthus.cli.errors import Refused
from korthus.cli.options import option
from korthus.cli.setup import make_game
from korthus.cli.terminal import Terminal
from korthus.core.errors import unknown


@command("warm", examples=("korthus warm", "korthus warm mulle --level normal", "korthus warm --envs"))
def warm_command(
    terminal: Terminal,
    *games: Annotated[str, option("tools.warm.arg.games")],
    level: Annotated[str | None, option("tools.warm.arg.level")] = None,
    envs: Annotated[bool, option("tools.warm.arg.envs")] = False,
) -> None:
    """Compile the players that search, of some games or of all, and keep the code on disk, counting down.

    What is compiled already is not compiled again, and of players not even loaded. Environments are compiled
    only if they are asked for: who plays needs none.

    Raises:
        KorthusError: there is no such game or level.
    """
    chosen = tuple(make_game(name, None, ()).name for name in games) or compiled_games()
    wanted = pieces(chosen, level)
    if not wanted and level is not None:
        levels = compiled_levels(chosen[0])
        names = tuple(name for name in bot_names(chosen[0]) if name in levels)
        raise unknown(Refused("NOTHING_TO_COMPILE", level=repr(level)[:40], names=names), level, names)
    todo = cold(wanted)
    if not todo and not envs:
        terminal.say("tools.warm.already")
        return
    compile_here(terminal, todo, terminal.console)
    if envs:
        _compile_environments(terminal, [make_game(name, None, ()).name for name in games])
    terminal.say("tools.warm.done")


def _compile_environments(terminal: Terminal, names: list[str]) -> None:
    """Compile the environments of some games, or of all if none is named, with a line for each."""
    from korthus.envs.warm import compile_environment, compiled_environments  # loads the compiler

    for name in compiled_environments():
        if not names or name in names:
            terminal.say("tools.warm.environment", name=terminal.tr(f"{name}.title"))
            compile_environment(name)
