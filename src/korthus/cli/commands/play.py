"""``korthus play``: a game in the terminal, new or saved."""

from __future__ import annotations

from typing import Annotated

from korthus.cli.chooser import Chooser
from korthus.cli.command import command
from korthus.cli.opening import Wishes, new_game, resume_game
from korthus.cli.options import Memory, Preset, Seats, Settings, option
from korthus.cli.terminal import Terminal


@command(
    "play",
    examples=(
        "korthus play mulle --practice",
        "korthus play mulle --preset draft --set omgangar=1 --seed 7",
        "korthus play kachuful --seats 5 --seat 2 --name Eva --lang sv",
        "korthus play mus --vs human",
        "korthus play --resume",
    ),
    draws=True,
)
def play_command(
    terminal: Terminal,
    game: Annotated[str | None, option("common.cli.arg.game")] = None,
    /,
    *,
    preset: Preset = None,
    settings: Settings = (),
    seat: Annotated[int, option("common.cli.arg.seat")] = 1,
    vs: Annotated[str | None, option("common.cli.arg.vs")] = None,
    seats: Seats = None,
    seed: Annotated[str | None, option("common.cli.arg.seed")] = None,
    practice: Annotated[bool, option("common.cli.arg.practice")] = False,
    name: Annotated[str | None, option("common.cli.arg.name")] = None,
    memory: Memory = None,
    resume: Annotated[bool, option("common.cli.arg.resume")] = False,
) -> None:
    """Play a game that is named, go on with a saved one, or ask which.

    Raises:
        KorthusError: there is no such game, or a wish cannot be granted.
    """
    if resume:
        resume_game(terminal, game)
        return
    if game is None:
        Chooser(terminal).run()
        return
    wishes = Wishes(
        game=game,
        preset=preset,
        settings=settings,
        seat=seat,
        seats=seats,
        vs=vs,
        seed=seed,
        practice=practice,
        name=name,
        memory=memory,
    )
    new_game(terminal, wishes)
