"""``korthus`` alone: choose a game and play."""

from __future__ import annotations

from korthus.cli.chooser import Chooser
from korthus.cli.command import command
from korthus.cli.terminal import Terminal


@command(
    "",
    about="common.cli.about",
    examples=(
        "korthus",
        "korthus play mulle",
        "korthus explain mulle 'table: KL 9, SP 4, HJ 5; hand 0: HJ 9; to act: 0'",
        "korthus run eight --games 10 --seed 7",
    ),
    draws=True,
)
def choose_command(terminal: Terminal) -> None:
    """Show the menu until the person leaves."""
    Chooser(terminal).run()
