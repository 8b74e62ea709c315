"""What can be typed after a command: options and arguments that several commands have, each written once.

An option that one command has stands in the signature of that command. The help of an option is a key of the
catalogue until ``korthus.cli.app`` puts it into a language.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from korthus.locale.language import Language


def option(key: str, *names: str, **settings: Any) -> Parameter:
    """An option or argument with the help of a key; its names are made of the parameter's unless given."""
    return Parameter(
        name=names or None, help=key, negative=(), show_default=False, show_choices=False, **settings
    )


# -- every command, and those that draw ------------------------------------------------------------

Lang = Annotated[Language | None, option("common.cli.arg.lang")]
Ascii = Annotated[bool, option("common.cli.arg.ascii", "--ascii")]

# -- a game and its rules --------------------------------------------------------------------------

GameName = Annotated[str, option("common.cli.arg.game_only")]
Preset = Annotated[str | None, option("common.cli.arg.preset")]
Settings = Annotated[tuple[str, ...], option("common.cli.arg.set", "--set")]
Seats = Annotated[int | None, option("common.cli.arg.seats")]

# -- many games ------------------------------------------------------------------------------------

Games = Annotated[int, option("common.cli.arg.games")]
BatchSeed = Annotated[int | None, option("common.cli.arg.batch_seed")]
Jobs = Annotated[int, option("common.cli.arg.jobs")]
BudgetMs = Annotated[float | None, option("tools.arena.arg.budget_ms")]
Simulations = Annotated[int | None, option("tools.arena.arg.simulations")]
Ray = Annotated[str | None, option("common.cli.arg.ray")]

# -- files -----------------------------------------------------------------------------------------

RecordFile = Annotated[Path, option("common.cli.arg.record")]
Memory = Annotated[Path | None, option("common.cli.arg.memory")]
