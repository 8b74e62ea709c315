"""``korthus mus strategy``: what the solution says with a hand, and what each word is worth."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from rich import box
from rich.table import Table as Grid
from rich.text import Text

from korthus.cli.terminal import Terminal
from korthus.games.mus.scoring import Lance
from korthus.screens.mus.solution_words import holding, say
from korthus.solve.mus.explorer import Answer, ask
from korthus.solve.mus.line import Line, LineError, follow, hand_of, lance_of, menu_of, opening, words_of

#: Characters of a bar that means always.
_BAR: Final = 24
_EIGHTHS: Final = " ▏▎▍▌▋▊▉█"


def show_strategy(
    terminal: Terminal,
    *,
    hand: str,
    lance: str | None = None,
    history: str | None = None,
    mano: bool = False,
    postre: bool = False,
    menu: str = "plain",
) -> None:
    """Say what the solution does.

    Raises:
        LineError: the hand or the history cannot be, or it is the other's word.
        SolveError: no solution of that menu comes with korthus.
    """
    if mano and postre:
        raise LineError("BOTH_SEATS")
    line = _line(hand, lance, history, 1 if postre else 0, menu)
    with terminal.working(""):
        answer = ask(menu, line)
    _show(terminal, line, answer, menu)


def _line(hand: str, lance: str | None, history: str | None, seat: int, menu: str) -> Line:
    """The line that the options mean."""
    cards, bets = hand_of(hand), menu_of(menu)
    wanted = None if lance is None else lance_of(lance)
    if history is None:
        return opening(bets, cards, seat, wanted or Lance.GRANDE)
    before: tuple[str, ...] = ()
    if wanted is not None:
        steps = opening(bets, cards, seat, wanted).steps
        spoken = [step for step in steps if step.lance is not wanted or step.word.startswith(f"{wanted} ")]
        before = tuple(step.word for step in spoken)
    return follow(bets, cards, seat, (*before, *words_of(history)))


def _show(terminal: Terminal, line: Line, answer: Answer, menu: str) -> None:
    tr = terminal.tr
    key = "mus_strategy.you_mano" if line.seat == 0 else "mus_strategy.you_postre"
    terminal.say(key, hand=" ".join(line.cards), holding=holding(line.cards, tr))
    if line.steps:
        terminal.say("mus_strategy.so_far", words=_told(terminal, line))
    else:
        terminal.say("mus_strategy.nothing_said")
    assert line.lance is not None
    grid = Grid(box=box.SIMPLE_HEAD, header_style="quiet", pad_edge=False)
    grid.add_column(tr("mus_strategy.word"))
    if answer.reached:
        grid.add_column(tr("mus_strategy.chance"), justify="right")
        grid.add_column("", width=_BAR)
    grid.add_column(tr("mus_strategy.value"), justify="right")
    for option in answer.options:
        style = "lingon" if option.action == "ordago" else "brass"
        often = [Text(f"{100 * option.chance:.0f} %"), Text(bar(option.chance), style=style)]
        grid.add_row(
            say(option.action, tr, answers=line.answers),
            *(often if answer.reached else []),
            Text(tr.written(f"{option.value:+.2f}"), style="number"),
        )
    terminal.show("")
    terminal.say("mus_strategy.your_word", lance=line.lance)
    terminal.show(grid)
    if not answer.reached:
        terminal.say("mus_strategy.never")
    terminal.say("mus_strategy.explained")
    terminal.say("mus_strategy.source", menu=menu, exploitability=tr.figure(answer.exploitability, 4))


def _told(terminal: Terminal, line: Line) -> str:
    """What was said, lance by lance."""
    tr = terminal.tr
    parts = []
    for lance, steps in groupby(line.steps, key=lambda step: step.lance):
        words = [
            tr(
                "mus_strategy.says" if step.seat == line.seat else "mus_strategy.other_says",
                word=say(step.word, tr, answers=step.answers),
            )
            for step in steps
        ]
        parts.append(f"{lance}: {', '.join(words)}")
    return "; ".join(parts)


def bar(share: float) -> str:
    """A bar in eighths of a character; what is done at all is never quite nothing.

    >>> bar(0.5)
    '████████████'
    """
    eighths = max(round(share * _BAR * 8), int(share > 0))
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()
