"""What a computer player would do, and why: one action, or the best three with what each is worth."""

from __future__ import annotations

import math

from rich.markup import escape
from rich.table import Table as Grid

from korthus.bots.advice import Advice, Reason
from korthus.cli.terminal import Terminal
from korthus.cli.turn import Turn
from korthus.locale import Translator

#: How many actions are shown.
_BEST = 3


def show_advice(terminal: Terminal, turn: Turn, bot: str, advice: tuple[Advice, ...]) -> None:
    """Show the best actions, each with its expected result and the facts behind it."""
    tr = terminal.tr
    terminal.say("common.play.advice", bot=bot)
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(justify="right", style="number", no_wrap=True)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column()
    for place, each in enumerate(advice[:_BEST], 1):
        words = [turn.describe(each.action), f"[quiet]{escape(str(each.action))}[/]"]
        words += [_said(reason, tr) for reason in each.reasons]
        grid.add_row(f"{place}.", worth(each), "  ".join(words))
    terminal.show(grid)


def worth(advice: Advice) -> str:
    """The value with its standard error, as far as they are known."""
    if not math.isfinite(advice.value):
        return "[quiet]–[/]"
    if not math.isfinite(advice.error):
        return f"[brass]{advice.value:+.2f}[/]"
    return f"[brass]{advice.value:+.2f}[/] [quiet]± {advice.error:.2f}[/]"


def _said(reason: Reason, tr: Translator) -> str:
    return escape(tr(reason.key, **reason.params))
