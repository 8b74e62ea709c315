"""How a game ended: who won, and what each score is made of."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.table import Table as Grid

from korthus.cli.drawn import line
from korthus.cli.terminal import Terminal
from korthus.core.protocol import Outcome
from korthus.core.spans import marked
from korthus.core.styles import Style


def show_result(
    terminal: Terminal, game: str, outcome: Outcome, names: Sequence[str], people: Sequence[int]
) -> None:
    """Say who won, and show the break-down; ``people`` are the seats of the persons at the terminal."""
    tr = terminal.tr
    winners = [names[seat] for seat in outcome.winners]
    if len(winners) > 1:
        terminal.say("common.end.shared", players=_listed(winners, tr("common.and")))
    elif winners and outcome.winners[0] in people and len(people) == 1:
        terminal.say("common.end.you_win", player=winners[0])
    elif winners:
        terminal.say("common.end.winner", player=winners[0])
    grid = Grid(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    grid.add_column("")
    for name in names:
        grid.add_column(name, justify="right")
    for part in dict.fromkeys(part for each in outcome.breakdown for part in each):
        key = f"{game}.breakdown.{part}"
        label = tr(key) if tr.has(key) else part.replace("_", " ")
        grid.add_row(label, *(str(each.get(part, 0)) for each in outcome.breakdown))
    grid.add_section()
    grid.add_row(
        tr("common.end.total"), *(line(marked(Style.STRONG, str(score))) for score in outcome.scores)
    )
    terminal.show(grid)


def _listed(words: Sequence[str], last: str) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
