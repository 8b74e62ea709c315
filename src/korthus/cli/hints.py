"""What a computer player would do, and why: one action, or the best three with what each is worth."""

from __future__ import annotations

import math

from korthus.bots.advice import Advice, Reason
from korthus.cli.terminal import Terminal
from korthus.cli.turn import Turn
from korthus.core.spans import Text, joined, marked, text
from korthus.core.styles import Style
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
    to_win = advice[0].chance is not None
    terminal.say("common.play.advice.to_win" if to_win else "common.play.advice", bot=bot)
    rows = []
    for number, each in enumerate(advice[:_BEST], 1):
        words = [turn.describe(each.action), marked(Style.SOFT, str(each.action))]
        words += [_said(reason, tr) for reason in each.reasons]
        rows.append((f"{number}.", worth(each, tr), joined("  ", words)))
    terminal.show(Grid(tuple(rows), _COLUMNS))


def worth(advice: Advice, tr: Translator) -> Text:
    """The chance to win where that counts, else the value with its standard error, as far as it is known."""
    if advice.chance is not None:
        return marked(Style.STRONG, f"{100 * advice.chance:.0f} %")
    if not math.isfinite(advice.value):
        return marked(Style.SOFT, "–")
    value = marked(Style.STRONG, tr.written(f"{advice.value:+.2f}"))
    if not math.isfinite(advice.error):
        return value
    return text(value, " ", marked(Style.SOFT, tr.written(f"± {advice.error:.2f}")))


def _said(reason: Reason, tr: Translator) -> Text:
    return tr.text(reason.key, **reason.params)
