#!/usr/bin/env python3
"""Eight Cards for two people at one keyboard: ``python eight_cards_cli.py --seed 1``.

Deals eight cards each and three flops, asks both players for their 4/2/2, runs the boards out and prints what
each board and the whole hand paid. A thin launcher: all rules are those of the korthus package. Odd chips go
to player 1 unless ``--odd-chips`` says otherwise.
"""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from korthus.cli.terminal import Terminal
    from korthus.core.chance import Chance
    from korthus.core.protocol import Action, AnyGame


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; gives the exit status."""
    options = read_arguments(arguments)
    try:
        import korthus
        from korthus.cli.terminal import Leave, Terminal
        from korthus.core.chance import FairChance
        from korthus.core.spans import marked
        from korthus.core.styles import Style
    except ModuleNotFoundError as missing:
        print(
            f"eight_cards_cli needs the korthus package, and {missing.name} cannot be imported: "
            "run `python -m pip install -e .` in this folder first.",
            file=sys.stderr,
        )
        return 1
    game = korthus.game("eight", "document_cli", hands=options.hands, odd_chips_rule=options.odd_chips)
    names = [*options.name[:2], *("Player 1", "Player 2")[len(options.name) :]]
    seed = options.seed if options.seed is not None else secrets.token_hex(4)
    terminal = Terminal(options.lang, ascii_only=options.ascii)
    terminal.show(marked(Style.SOFT, f"--seed {seed}"))
    try:
        play(terminal, game, names, FairChance.seeded(seed))
    except Leave:
        print("The input ended before the hand did.", file=sys.stderr)
        return 1
    return 0


def read_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(description="Eight Cards for two people at one keyboard.")
    parser.add_argument("--seed", help="deal the same cards every time; a number or any word")
    parser.add_argument("--name", action="append", default=[], help="a player's name; give it twice")
    parser.add_argument("--hands", type=int, default=1, choices=range(1, 101), metavar="N", help="1 to 100")
    parser.add_argument(
        "--odd-chips", default="p1_default", choices=("p1_default", "nearest_to_button", "button")
    )
    parser.add_argument("--ascii", action="store_true", help="letters for suits, and no sign beyond ASCII")
    parser.add_argument("--lang", default="en", choices=("en", "sv", "es"))
    return parser.parse_args(arguments)


def play(terminal: Terminal, game: AnyGame, names: Sequence[str], chance: Chance) -> None:
    """The session, from the first card to the last chip."""
    from korthus.core.protocol import CHANCE, visible
    from korthus.screens.eight.screen import SCREEN

    state = game.new()
    while (actor := game.to_act(state)) is not None:
        if actor == CHANCE:
            step = game.apply(state, game.draw(state, chance))
        else:
            terminal.fresh()
            terminal.show(SCREEN.table(game.view(state, actor), terminal.tr, names))
            step = game.apply(state, ask(terminal, game, state, names[actor]), seat=actor)
            terminal.hide()
        for event in visible(step.events, None):
            words = SCREEN.event(event, terminal.tr, names, None)
            if words is not None:
                terminal.show(words)
        state = step.state


def ask(terminal: Terminal, game: AnyGame, state: object, name: str) -> Action:
    """A placement that the rules accept; every refusal says why."""
    from korthus.core.errors import KorthusError

    while True:
        line = terminal.ask(f"{name}, 4/2/2 (As 9d 8c 2h / 2s 6d / Ac 4h) >")
        try:
            action = game.parse(line if line.lower().startswith("place") else f"place {line}")
            game.apply(state, action)
        except KorthusError as error:
            terminal.refuse(error)
        else:
            return action


if __name__ == "__main__":
    sys.exit(main())
