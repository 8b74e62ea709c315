"""A record played again: any step of it, forward and back, through anybody's eyes."""

from __future__ import annotations

from typing import NamedTuple

from korthus.core.errors import InvalidRecord, KorthusError
from korthus.core.protocol import CHANCE, Action, AnyGame, Event, State, View, visible
from korthus.core.record import ActionEntry, Record
from korthus.table.reopen import reopen_game


class Shown(NamedTuple):
    """One step: the action that was played, the events it caused, and the state after it."""

    action: Action | None
    events: tuple[Event, ...]
    state: State


class Replay:
    """The steps of a record. Step 0 is before the first action, step n after action n.

    The rules are checked while reading. Whether the deals follow from the seeds, ``verify`` says.
    """

    def __init__(self, record: Record, *, game: AnyGame | None = None) -> None:
        """Play a record; ``game`` stands in for the catalogue.

        Raises:
            InvalidRecord: the game cannot be set up, or an action is refused; ``step`` says which.
        """
        self.record = record
        self.game = game_of(record, game=game)
        self.names = tuple(seat.name for seat in record.seats)
        try:
            self._steps = [Shown(None, (), self.game.new(len(record.seats)))]
        except KorthusError as error:
            raise InvalidRecord.of(error) from None
        for entry in record.actions:
            try:
                self._steps.append(play_entry(self.game, self._steps[-1].state, entry))
            except KorthusError as error:
                step = len(self._steps)
                raise InvalidRecord(
                    "DOES_NOT_REPLAY",
                    "Step {step}, {text}, is refused: {trouble}",
                    step=step,
                    text=repr(entry.text)[:80],
                    trouble=error,
                ) from None
        self.step = 0

    def __len__(self) -> int:
        """The number of the last step."""
        return len(self._steps) - 1

    def goto(self, step: int) -> None:
        """Show a step; numbers beyond an end mean that end."""
        self.step = max(0, min(step, len(self)))

    def forward(self) -> bool:
        """Show the next step; whether there was one."""
        before = self.step
        self.goto(before + 1)
        return self.step != before

    def back(self) -> bool:
        """Show the step before; whether there was one."""
        before = self.step
        self.goto(before - 1)
        return self.step != before

    @property
    def state(self) -> State:
        """The whole state at this step, hidden cards included."""
        return self._steps[self.step].state

    @property
    def states(self) -> tuple[State, ...]:
        """The whole state at each step, hidden cards included."""
        return tuple(step.state for step in self._steps)

    @property
    def actor(self) -> int | None:
        """Who played the action that led here: a seat, ``CHANCE``, or None at step 0."""
        if self.step == 0:
            return None
        seat = self.record.actions[self.step - 1].seat
        return CHANCE if seat == "deal" else seat

    @property
    def action(self) -> Action | None:
        """The action that led here."""
        return self._steps[self.step].action

    def events(self, seat: int | None) -> tuple[Event, ...]:
        """What a seat, or a spectator, was told at this step."""
        return visible(self._steps[self.step].events, seat)

    def all_events(self) -> tuple[Event, ...]:
        """Everything that happened at this step, private facts included."""
        return self._steps[self.step].events

    def view(self, seat: int | None) -> View:
        """This step as a seat, or a spectator, saw it.

        Raises:
            InvalidState: there is no such seat.
        """
        view: View = self.game.view(self.state, seat)
        return view


def game_of(record: Record, *, game: AnyGame | None = None) -> AnyGame:
    """The game of a record; see ``reopen_game``."""
    return reopen_game(
        record.game, record.options, record.preset, record.rules_version, game=game, package=record.package
    )


def play_entry(game: AnyGame, state: State, entry: ActionEntry) -> Shown:
    """What an entry of a record leads to.

    Raises:
        KorthusError: it cannot be read, or is not allowed now, or is another seat's turn.
    """
    action = game.parse(entry.text)
    step = game.apply(state, action, seat=CHANCE if entry.seat == "deal" else entry.seat)
    return Shown(action, step.events, step.state)
