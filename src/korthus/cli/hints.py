"""What a computer player would do, and why: one action, or the best three with what each is worth."""

from __future__ import annotations

import math

from korthus.bots.advice import Advice, Reason
from korthus.cli.terminal import Terminal
from korthus.cli.turn import Turn
from korthus.core.spans import Style, Text, joined, marked, text
from korthus.locale import Translator
from korthus.screens.drawing import Column, Grid

#: How many actions are shown.
_BEST = 3
#: Number, worth, what it does and why.
_COLUMNS = (
    Column(right=True, style=Style.NUMBER, wraps=False),
    Column(right=True, wraps=False),
    Column(),
)


def show_advice(terminal: Terminal, turn: Turn, bot: str, advice: tuple[Advice, ...]) -> None:
    """Show the best actions, each with its expected result and the facts behind it."""
    tr = terminal.tr
    terminal.say("common.play.advice", bot=bot)
    rows = []
    for number, each in enumerate(advice[:_BEST], 1):
        words = [turn.describe(each.action), marked(Style.SOFT, str(each.action))]
        words += [_said(reason, tr) for reason in each.reasons]
        rows.append((f"{number}.", worth(each), joined("  ", words)))
    terminal.show(Grid(tuple(rows), _COLUMNS))


def worth(advice: Advice) -> Text:
    """The value with its standard error, as far as they are known."""
    if not math.isfinite(advice.value):
        return marked(Style.SOFT, "–")
    value = marked(Style.STRONG, f"{advice.value:+.2f}")
    if not math.isfinite(advice.error):
        return value
    return text(value, " ", marked(Style.SOFT, f"± {advice.error:.2f}"))


def _said(reason: Reason, tr: Translator) -> Text:
    return tr.text(reason.key, **reason.params)
