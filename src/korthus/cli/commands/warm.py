"""``korthus warm``: compile what is compiled, once, so that no game waits for it."""

from __future__ import annotations

from typing import Annotated

from korthus.bots.warm import cold, compiled_games, compiled_levels, pieces
from korthus.cli.command import command
from korthus.cli.compiling import compile_here
from korthus.cli.errors import Refused
from korthus.cli.options import option
from korthus.cli.setup import make_game
from korthus.cli.terminal import Terminal


@command("warm", examples=("korthus warm", "korthus warm mulle --level normal"))
def warm_command(
    terminal: Terminal,
    *games: Annotated[str, option("tools.warm.arg.games")],
    level: Annotated[str | None, option("tools.warm.arg.level")] = None,
) -> None:
    """Compile the players that search, of some games or of all, and keep the code on disk, counting down.

    What is compiled already is not compiled again, and not even loaded.

    Raises:
        KorthusError: there is no such game or level.
    """
    chosen = tuple(make_game(name, None, ()).name for name in games) or compiled_games()
    wanted = pieces(chosen, level)
    if not wanted and level is not None:
        levels = ", ".join(compiled_levels(chosen[0]))
        raise Refused("NOTHING_TO_COMPILE", level=repr(level)[:40], names=levels)
    todo = cold(wanted)
    if not todo:
        terminal.say("tools.warm.already")
        return
    compile_here(terminal, todo, terminal.console)
    terminal.say("tools.warm.done")
