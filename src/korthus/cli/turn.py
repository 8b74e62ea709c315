"""One turn of a person: the question that is open, and what a typed line means for it."""

from __future__ import annotations

from korthus.cli.choices import Node, flat, stepped
from korthus.cli.errors import Refused
from korthus.cli.lists import show_choices
from korthus.cli.terminal import Terminal
from korthus.core.errors import TooManyActions
from korthus.core.protocol import Action, AnyGame, View
from korthus.core.spans import Part, Text, text
from korthus.screens.base import QuickScreen, Screen


class Turn:
    """A seat's turn: which choices there are, and which list was shown last. Numbers refer to that list."""

    def __init__(self, terminal: Terminal, game: AnyGame, screen: Screen, view: View, seat: int) -> None:
        self.seat = seat
        self.view = view
        #: Set when the turn is over, or when the table has changed under it.
        self.done = False
        self._terminal = terminal
        self._game = game
        self._screen = screen
        #: None if there are too many to list.
        self._actions: tuple[Action, ...] | None
        try:
            self._actions = game.choices(view)
        except TooManyActions:
            self._actions = None
        self._first = self._node = Node()
        self._notation = False
        self._shown = 0
        self.restart()

    def restart(self) -> None:
        """Back to the first question, in the language of the moment."""
        self._first = stepped(self._actions or (), self.view, self._screen, self._terminal.tr)
        self._ask(self._first)

    def whole_list(self) -> None:
        """Ask with every legal action in one list."""
        if self._first.counted:
            self._ask(flat(self._actions or (), self.view, self._screen, self._terminal.tr), notation=True)
        else:  # the numbers of the list are what is chosen (a bid), and stay so
            self._ask(self._first, notation=True)

    def _ask(self, node: Node, *, notation: bool = False) -> None:
        self._node, self._notation, self._shown = node, notation, 0

    def show(self, lead: Part = "") -> None:
        """Show the open question, after some words, and its choices.

        Called again, it goes on with the next page, if there is one.
        """
        if self._actions is None:
            self._terminal.say("common.play.type_a_move")
            return
        if self._shown >= len(self._node.children):
            self._shown = 0
        if self._shown == 0:
            question = self._node.question or self._terminal.tr.text("common.play.choose")
            self._terminal.show(text(lead, " ", question) if lead else text(question))
        self._shown = show_choices(
            self._terminal, self._node, notation=self._notation, first=self._shown, example=self.example
        )

    def show_again(self) -> None:
        """Show the choices from the first on, because something else was shown since."""
        self._shown = 0
        self.show()

    @property
    def example(self) -> str:
        """One of the legal moves in notation."""
        return str(self._actions[len(self._actions) // 2]) if self._actions else ""

    def read(self, line: str) -> Action | None:
        """The action that a line means; None if it chose a step and the next question is open now.

        Raises:
            InvalidAction: it can be read neither as a choice nor as a move.
            Refused: it is a number that is not in the list.
        """
        child = self._node.find(line)
        if child is None and not line.isdecimal():
            child = self._first.find(line)  # another card after all
        if child is not None:
            if child.action is None:
                self._ask(child)
            return child.action
        if line.isdecimal():
            return self._absent(line)
        if isinstance(self._screen, QuickScreen):
            quick = self._screen.quick(line, self._actions or ())
            if quick is not None:
                return quick
        action: Action = self._game.parse(line)
        return action

    def _absent(self, number: str) -> Action:
        """What a number means that is not in the list: a bid, if the list is one of bids, so that the rules
        can say what is wrong with it.
        """
        if self._node.children and not self._node.counted:
            like = self._node.children[0]
            if like.action is not None:
                action: Action = self._game.parse(str(like.action).replace(like.key, number))
                return action
        raise Refused("NO_SUCH_CHOICE", text=number[:20])

    def describe(self, action: Action) -> Text:
        """What an action does, in words."""
        return self._screen.action(action, self.view, self._terminal.tr)
