"""The line that is being played: every action since the start that was not taken back, deals among them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from korthus.core.errors import IllegalAction
from korthus.core.protocol import CHANCE, Action, State
from korthus.core.record import ActionEntry


class Done(NamedTuple):
    """One action of the line, and the state before it."""

    seat: int
    action: Action
    before: State
    #: Whether something hidden came to light by it.
    revealed: bool = False


class Line:
    """What was done at a table, in order."""

    def __init__(self) -> None:
        self._done: list[Done] = []
        #: How many of them are deals.
        self.deals = 0

    @property
    def moves(self) -> int:
        """How many actions the seats have played, not counting deals."""
        return len(self._done) - self.deals

    @property
    def entries(self) -> tuple[ActionEntry, ...]:
        """The line as a record has it."""
        return tuple(
            ActionEntry(seat="deal" if done.seat == CHANCE else done.seat, text=str(done.action))
            for done in self._done
        )

    def __len__(self) -> int:
        return len(self._done)

    def extend(self, more: Iterable[Done]) -> None:
        """Go on with some actions."""
        for done in more:
            self._done.append(done)
            self.deals += done.seat == CHANCE

    def go_back(self, seat: int | None) -> list[Done]:
        """Take away, and return, everything from the last action of a seat on (None: of any seat).

        Raises:
            IllegalAction: there is none.
        """
        last = len(self._done) - 1
        while last >= 0 and (self._done[last].seat == CHANCE or seat not in (None, self._done[last].seat)):
            last -= 1
        if last < 0:
            raise IllegalAction("NOTHING_TO_UNDO", "There is nothing of yours to take back.")
        back = self._done[last:]
        del self._done[last:]
        self.deals -= sum(done.seat == CHANCE for done in back)
        return back

    def check_take_back(self, seat: int, *, over: bool) -> None:
        """Whether the last action is this seat's, and nothing hidden came to light by it (``take_back``).

        Raises:
            IllegalAction: it is not (``NOTHING_TO_UNDO``, ``OTHERS_ACTED``), something did (``REVEALED``), or
                the game is over and the seed is known (``GAME_OVER``).
        """
        if not any(done.seat == seat for done in self._done):
            raise IllegalAction("NOTHING_TO_UNDO", "There is nothing of yours to take back.")
        if over:
            raise IllegalAction("GAME_OVER", "The game is over.")
        last = self._done[-1]
        if last.seat == CHANCE or (last.seat == seat and last.revealed):
            raise IllegalAction(
                "REVEALED", "Something hidden has come to light since; that cannot be taken back."
            )
        if last.seat != seat:
            raise IllegalAction("OTHERS_ACTED", "Somebody else has acted since.")
