"""One game being played by numbers: whose turn it is, what a seat sees, and what an action id does.

Every environment for a single game stands on this. Chance is played by itself, with the luck that it is
given; what everybody is told is kept, so that information states can be asked for.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Protocol

import numpy as np

from korthus.core.draws import Luck
from korthus.core.errors import InvalidOptions
from korthus.core.protocol import CHANCE, Action, AnyGame, Event, Game, View
from korthus.envs.brings import encoding_of
from korthus.envs.encoding import Encoding, Mask, Row
from korthus.envs.errors import refusal_of
from korthus.envs.information import Heard, Told, nothing_told, tell
from korthus.envs.rewards import Points, gained, points
from korthus.games.catalogue import game_with


class Happened(NamedTuple):
    """An action of a seat or of chance, and the events that it caused."""

    actor: int
    action: Action
    events: tuple[Event, ...]


class Played(Protocol):
    """A game being played, on the rules or on its kernel."""

    #: A seat, or None when the game is over.
    to_act: int | None

    @property
    def game(self) -> AnyGame: ...

    @property
    def seats(self) -> int: ...

    @property
    def encoding(self) -> Encoding: ...

    @property
    def state(self) -> Any: ...

    def begin(self, rng: random.Random) -> None: ...

    def view(self, seat: int | None) -> View: ...

    def observe(self, seat: int) -> Row: ...

    def mask(self, seat: int) -> Mask: ...

    def step(self, action_id: int) -> Points: ...

    def heard(self, seat: int) -> Heard: ...


def game_for(game: str | AnyGame, preset: str | None, options: Mapping[str, object]) -> AnyGame:
    """A game by name, with ``preset`` and ``options`` as for ``korthus.game``; or the game that is given.

    Raises:
        InvalidOptions: there is no such game, it cannot be played so, or options come with a game that
            has its own already.
    """
    if not isinstance(game, Game):
        return game_with(game, preset, options)
    if preset is not None or options:
        raise InvalidOptions(
            "BAD_OPTION",
            "{option} cannot be {value}; it takes {values}.",
            option="game",
            value=f"{game.name}, made already,",
            values="a name beside options",
        )
    return game


def episode_of(game: AnyGame, seats: int | None, *, compiled: bool) -> Played:
    """A game to be played: on the rules, or ``compiled`` on its kernel.

    Raises:
        InvalidOptions: it cannot be played by that many, or has no compiled code for these rules.
    """
    if not compiled:
        return Episode(game, seats)
    from korthus.envs.compiled_episode import CompiledEpisode  # loads the compiler

    return CompiledEpisode(game, seats)


class Episode:
    """A game from ``begin`` to its end."""

    def __init__(self, game: AnyGame, seats: int | None = None) -> None:
        """Raises InvalidOptions if the game cannot be played by that many."""
        self.game: Final = game
        self._first: Final = game.new(seats)
        self.seats: Final[int] = game.seats(self._first)
        self.encoding: Final[Encoding] = encoding_of(game, self.seats)
        self._start: Final = points(game, self._first)
        self.begin(random.Random(0))

    def begin(self, rng: random.Random) -> None:
        """Begin a new game; all its cards come from ``rng``."""
        self._luck = Luck(rng)
        self._told = nothing_told(self.seats)
        self._points = self._start
        #: What has happened since the last time that somebody asked what was told.
        self._news: list[Happened] = []
        self._arrive(self._first)

    def _arrive(self, state: Any) -> None:
        """Come to a state, and deal where a deal is due."""
        game = self.game
        while (actor := game.to_act(state)) == CHANCE:
            deal = game.draw(state, self._luck)
            state, events = game.apply(state, deal)
            self._news.append(Happened(CHANCE, deal, events))
        #: Hidden cards included: not for players.
        self.state = state
        #: A seat, or None when the game is over.
        self.to_act: int | None = actor
        self._view: View | None = None
        self._ids: Mapping[int, Action] | None = None

    def view(self, seat: int | None) -> View:
        """What a seat, or a spectator, may know."""
        if seat is not None and seat == self.to_act and self._view is not None:
            return self._view
        view: View = self.game.view(self.state, seat)
        if seat == self.to_act:
            self._view = view
        return view

    @property
    def ids(self) -> Mapping[int, Action]:
        """The legal actions of the seat to act by their ids; empty when the game is over."""
        if self._ids is None:
            self._ids = {} if self.to_act is None else self.encoding.ids(self.view(self.to_act))
        return self._ids

    def observe(self, seat: int) -> Row:
        """What a seat sees, as a flat row."""
        return self.encoding.observe(self.view(seat))

    def mask(self, seat: int) -> Mask:
        """1 for each legal id of a seat; zeros if it is not to act."""
        made = np.zeros(self.encoding.actions, dtype=np.int8)
        if seat == self.to_act:
            made[list(self.ids)] = 1
        return made

    def step(self, action_id: int) -> Points:
        """Take an action; what it, and what chance did after it, has brought each seat.

        Raises:
            EnvError: the id is not legal now; nothing has changed.
            GameOver: nothing more can be played.
        """
        action = self.ids.get(action_id)
        if action is None or self.to_act is None:
            raise refusal_of(action_id, sorted(self.ids))
        return self.play(action)

    def play(self, action: Action) -> Points:
        """Take an action of the seat to act that has no id at hand, as players choose them.

        Raises:
            KorthusError: the rules do not allow it; nothing has changed.
        """
        actor = self.to_act
        state, events = self.game.apply(self.state, action, seat=actor)
        self._news.append(Happened(CHANCE if actor is None else actor, action, events))
        self._arrive(state)
        before, self._points = self._points, points(self.game, self.state)
        return gained(before, self._points)

    @property
    def told(self) -> Told:
        """What each seat has been told so far, and last what everybody has."""
        for actor, action, events in self._news:
            self._told = tell(self._told, actor, action, events)
        self._news.clear()
        return self._told

    def heard(self, seat: int) -> Heard:
        """What a seat has been told so far, its own actions included."""
        return self.told[seat]
