"""``korthus explain``: any position that can be written, drawn, with what can be done in it and why not."""

from __future__ import annotations

from typing import Annotated, Final

from rich.table import Table

from korthus.cli.command import command
from korthus.cli.drawn import line
from korthus.cli.options import GameName, Preset, Settings, option
from korthus.cli.result import show_result
from korthus.cli.setup import NAMES, make_game
from korthus.cli.terminal import Terminal
from korthus.core.errors import KorthusError, TooManyActions
from korthus.core.protocol import CHANCE, Action, AnyGame, State, Step, View, visible
from korthus.core.spans import marked
from korthus.core.styles import Style
from korthus.screens.base import Screen
from korthus.screens.load import screen_of

#: How many actions are listed unless all are asked for.
SHOWN: Final = 40


@command(
    "explain",
    examples=(
        "korthus explain mulle 'table: KL 9, SP 4, HJ 5; hand 0: HJ 9; to act: 0'",
        "korthus explain mulle 'table: KL 9; hand 0: HJ 9; to act: 0' --play 'discard HJ 9'",
    ),
    draws=True,
)
def explain_command(
    terminal: Terminal,
    game: GameName,
    position: Annotated[str, option("common.cli.arg.position")],
    /,
    *,
    play: Annotated[str | None, option("common.cli.arg.play")] = None,
    preset: Preset = None,
    settings: Settings = (),
    everything: Annotated[bool, option("common.cli.arg.all", "--all")] = False,
) -> None:
    """Draw a position and list its legal actions; with ``play``, show what that action leads to.

    Raises:
        KorthusError: the game, the position or the action is refused.
    """
    played = make_game(game, preset, settings)
    screen = screen_of(played)
    state = played.parse_state(position)
    _draw(terminal, played, screen, state)
    if play is None:
        _list(terminal, played, screen, state, everything)
        return
    try:
        action = played.parse(play)
        step = played.apply(state, action)
    except KorthusError:
        _list(terminal, played, screen, state, everything)
        raise
    _tell(terminal, played, screen, state, action, step)


def _tell(
    terminal: Terminal, game: AnyGame, screen: Screen, state: State, action: Action, step: Step[State]
) -> None:
    """What an action in ``state`` led to."""
    seat = _seat(game, state)
    terminal.say("common.explain.played", action=str(action), player=_who(terminal, game, state))
    for event in visible(step.events, seat):
        sentence = screen.event(event, terminal.tr, NAMES, seat)
        if sentence is not None:
            terminal.show("  " + sentence)
    terminal.blank()
    _draw(terminal, game, screen, step.state, seat=seat)
    outcome = game.outcome(step.state)
    if outcome is not None:
        show_result(terminal, game.name, outcome, NAMES[: len(outcome.scores)], ())
    terminal.say("common.explain.position", position=game.format_state(step.state))


def _seat(game: AnyGame, state: State) -> int | None:
    """Whose eyes to look through: the seat to act, or nobody's."""
    actor = game.to_act(state)
    return None if actor == CHANCE else actor


def _who(terminal: Terminal, game: AnyGame, state: State) -> str:
    seat = _seat(game, state)
    return terminal.tr("common.chance") if seat is None else NAMES[seat]


def _draw(terminal: Terminal, game: AnyGame, screen: Screen, state: State, seat: int | None = None) -> None:
    """The position as ``seat`` sees it, or the seat to act."""
    view: View = game.view(state, _seat(game, state) if seat is None else seat)
    terminal.show(screen.table(view, terminal.tr, NAMES[: game.seats(state)]))
    actor = game.to_act(state)
    if actor is None:
        terminal.say("common.end.over")
    elif actor == CHANCE:
        terminal.say("common.explain.deal")
    else:
        terminal.say("common.explain.to_act", player=NAMES[actor], seat=actor + 1)


def _list(terminal: Terminal, game: AnyGame, screen: Screen, state: State, everything: bool) -> None:
    try:
        actions: tuple[Action, ...] = game.legal_actions(state)
    except TooManyActions as error:
        terminal.refuse(error)
        return
    if not actions:
        return
    view: View = game.view(state, game.to_act(state))
    terminal.say("common.explain.actions", n=len(actions))
    shown = actions if everything else actions[:SHOWN]
    rows = [(str(action), screen.action(action, view, terminal.tr)) for action in shown]
    beside = max(len(notation) for notation, _ in rows) <= terminal.console.width // 2
    grid = Table.grid(padding=(0, 2))
    grid.add_column(justify="right", style="number")
    for number, (notation, label) in enumerate(rows, 1):
        if beside:
            grid.add_row(str(number), line(notation), line(label))
        else:
            grid.add_row(str(number), line(notation, "\n", marked(Style.SOFT, label)))
    terminal.show(grid)
    if len(shown) < len(actions):
        terminal.say("common.explain.more", n=len(actions) - len(shown))
