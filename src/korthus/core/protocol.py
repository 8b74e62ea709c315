"""What every game keeps: a pure function from state and action to the next state and events.

    apply(state, action) -> Step(state, events)

States, actions, events and views are frozen ``msgspec`` structs, so saving, sending and comparing come
for free. Chance is a player (``CHANCE``) whose actions are deals; a state never holds what is still undealt.
A face of the house (terminal, page, bot, runner) works with ``view``, ``choices`` and events only.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import StrEnum
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar

import msgspec

from korthus.core.chance import Chance
from korthus.core.description import Description, derive
from korthus.core.errors import (
    GameOver,
    IllegalAction,
    InvalidAction,
    InvalidOptions,
    InvalidState,
    NotYourTurn,
)
from korthus.core.rules import Rules

#: The actor of a state in which cards are to be dealt.
CHANCE: Final = -1

#: The longest text of an action, and of a position, that is looked at.
MAX_ACTION_TEXT: Final = 2_000
#: Room for the scores of 500 rounds among 52.
MAX_STATE_TEXT: Final = 120_000


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is the case at one moment, hidden cards included. For tables and rules only."""


class Action(msgspec.Struct, frozen=True, tag=True):
    """Something a seat (or chance) does. ``str(action)`` is its text, which ``Game.parse`` reads back."""

    #: What it does, in English with fields in braces ("Take {cards} with {card}"), for faces that do not know
    #: the game. Made from its name and fields if empty.
    says: ClassVar[str] = ""


class VerbAction(Action, frozen=True):
    """An action whose text is a verb and then its fields, in order, with spaces between them."""

    verb: ClassVar[str]

    def __str__(self) -> str:
        words = [self.verb]
        for name in self.__struct_fields__:
            value = getattr(self, name)
            words += map(str, value if isinstance(value, tuple) else (value,))
        return " ".join(words)


class View(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What one seat may know; ``seat`` is None for a spectator.

    A view is built by naming what is shown. It has everything needed to know the seat's legal actions.
    """

    seat: int | None
    #: A seat, ``CHANCE``, or None when the game is over.
    to_act: int | None


class Event(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A fact that has come about, and who may know it: everybody (None), or one seat."""

    #: What has come about, in English with fields in braces ("{seat} takes {cards} with {card}."), for faces
    #: that do not know the game; a seat is filled in as its name. Made from its name and fields if empty.
    says: ClassVar[str] = ""

    audience: int | None = None

    def foreseen_by(self, seat: int) -> bool:
        """Whether the seat whose action caused it could tell beforehand: it follows from the action and from
        what that seat saw. Where the others' hidden cards have a say, it does not; no by default.
        """
        return False


class Foreseen(Event, frozen=True, kw_only=True):
    """An event that always follows from the action that causes it and from what its seat saw before."""

    def foreseen_by(self, seat: int) -> bool:
        return True


class Effect(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """What an action does, as far as the seat that may do it can tell: for whoever shows or explains it.

    Small, because there is one for each listed action: it names things of the view by their indices there.
    """


class Outcome(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a game ended. ``winners`` has more than one seat in a tie."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    #: Seats from first to last; seats that share a place stand together.
    ranking: tuple[tuple[int, ...], ...]
    #: What each seat's score is made of.
    breakdown: tuple[dict[str, int], ...]
    #: The seat that gave the game up, where it did not come to its end by the rules.
    resigned: int | None = None


def rank_scores(scores: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Seats grouped by score, highest first.

    >>> rank_scores([3, 9, 3])
    ((1,), (0, 2))
    """
    return tuple(
        tuple(seat for seat, each in enumerate(scores) if each == score)
        for score in sorted(set(scores), reverse=True)
    )


S = TypeVar("S", bound=State)
#: Covariant, so that every game is an ``AnyGame``, which gives back an ``Action``. Where it is a parameter
#: the checker has to look away: an action of another game is refused when it is played.
A = TypeVar("A", bound=Action, covariant=True)
V = TypeVar("V", bound=View)
R = TypeVar("R", bound=Rules)


class Step(NamedTuple, Generic[S]):
    """What an action leads to."""

    state: S
    events: tuple[Event, ...]


def visible(events: Sequence[Event], seat: int | None) -> tuple[Event, ...]:
    """The events that a seat (None: a spectator) may know."""
    return tuple(event for event in events if event.audience is None or event.audience == seat)


class Game(ABC, Generic[R, S, A, V]):
    """A game under certain rules. Games are values: equal rules, equal games."""

    name: ClassVar[str]
    #: Where it stands in lists of games: those with a smaller number come first.
    shelf: ClassVar[int] = 100
    #: Bumped when the same actions would lead elsewhere than before; written into every record.
    rules_version: ClassVar[int] = 1
    min_seats: ClassVar[int] = 2
    max_seats: ClassVar[int] = 2
    #: Whether ``new`` may refuse a number of seats in between, because the cards are not enough for it.
    cards_limit_seats: ClassVar[bool] = False
    #: The option that says how long a game is, if people should be asked for it before they begin.
    length_option: ClassVar[str | None] = None
    rules_type: ClassVar[type[Rules]]
    state_type: ClassVar[type[State]]
    view_type: ClassVar[type[View]]
    action_types: ClassVar[tuple[type[Action], ...]]
    #: The one of ``action_types`` that chance plays.
    deal_type: ClassVar[type[Action]]
    event_types: ClassVar[tuple[type[Event], ...]]

    def __init__(self, rules: R) -> None:
        if not isinstance(rules, self.rules_type):
            raise InvalidOptions(
                "WRONG_RULES", "{game} takes {type} as rules.", game=self.name, type=self.rules_type.__name__
            )
        self.rules: R = rules

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.rules == self.rules

    def __hash__(self) -> int:
        return hash((type(self), self.rules))

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.rules.changed().items())
        return f"korthus.game({self.name!r}{options})"

    # -- playing -----------------------------------------------------------------------------------

    def new(self, seats: int | None = None) -> S:
        """The first state; nothing is dealt yet.

        Raises:
            InvalidOptions: the game cannot be played by that many.
        """
        count = self.min_seats if seats is None else seats
        if type(count) is not int or not self.min_seats <= count <= self.max_seats:
            if self.min_seats == self.max_seats:
                raise InvalidOptions(
                    "FIXED_SEATS",
                    "{game} is for {least} players, not {seats}.",
                    game=self.name,
                    least=self.min_seats,
                    seats=repr(seats)[:40],
                )
            raise InvalidOptions(
                "BAD_SEATS",
                "{game} is for {least} to {most} players, not {seats}.",
                game=self.name,
                least=self.min_seats,
                most=self.max_seats,
                seats=repr(seats)[:40],
            )
        return self._new(count)

    def to_act(self, state: S) -> int | None:
        """Whose turn it is: a seat, ``CHANCE``, or None when the game is over.

        Raises:
            InvalidState: that is not a state of this game.
        """
        # Written out here, in ``legal_actions`` and in ``apply``, which run at every move: a call costs time.
        if type(state) is not self.state_type:
            raise self._not_my_state()
        return self._to_act(state)

    def seats(self, state: S) -> int:
        """How many play in a state.

        Raises:
            InvalidState: that is not a state of this game.
        """
        self._check_state(state)
        return self._seats(state)

    def legal_actions(self, state: S) -> tuple[A, ...]:
        """What the seat to act may do: sorted by ``sort_key``, no duplicates, empty unless a seat is to act.

        Raises:
            TooManyActions: there are too many to list (only in games that say so).
        """
        if type(state) is not self.state_type:
            raise self._not_my_state()
        actor = self._to_act(state)
        if actor is None or actor == CHANCE:
            return ()
        return self._legal_actions(state)

    def apply(
        self,
        state: S,
        action: A,  # type: ignore[misc]  # see ``A``
        *,
        seat: int | None = None,
    ) -> Step[S]:
        """The state after an action, and the events it caused. Checked; the given state never changes.

        Args:
            seat: who acts. If given, it must be that seat's turn; deals are then refused.

        Raises:
            GameOver: nothing more can be played.
            NotYourTurn: ``seat`` is not to act.
            InvalidAction: that is no action of this game.
            IllegalAction: the rules do not allow it now.
        """
        if type(state) is not self.state_type:
            raise self._not_my_state()
        actor = self._to_act(state)
        if actor is None:
            raise GameOver()
        if seat is not None and seat != actor:
            raise NotYourTurn(seat, actor)
        if type(action) not in self.action_types:
            raise InvalidAction("WRONG_ACTION", "That is not an action of {game}.", game=self.name)
        if (type(action) is self.deal_type) != (actor == CHANCE):
            if actor == CHANCE:
                raise IllegalAction("DEAL_FIRST", "The cards must be dealt first.")
            raise IllegalAction("NO_DEAL_NOW", "No cards are dealt now.")
        return self._apply(state, action)

    def draw(self, state: S, chance: Chance) -> A:
        """At a chance node: the deal that ``chance`` gives.

        Raises:
            IllegalAction: no deal is due.
        """
        if self.to_act(state) != CHANCE:
            raise IllegalAction("NO_DEAL_NOW", "No cards are dealt now.")
        return self._draw(state, chance)

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None while it goes on.

        Raises:
            InvalidState: that is not a state of this game.
        """
        return self._outcome(state) if self.to_act(state) is None else None

    def standing(self, state: S) -> Sequence[float] | None:
        """The points of each seat so far, in the unit of ``Outcome.scores``, from what everybody knows.

        None if only the end of a game counts, which is the default. A game of several rounds should say it:
        then players without thoughts of their own look ahead to the end of the round, not of the game, and a
        review shows how the points went.
        """
        return None

    # -- what a seat knows -------------------------------------------------------------------------

    def view(self, state: S, seat: int | None) -> V:
        """What a seat, or a spectator (None), may know.

        Raises:
            InvalidState: that is not a state of this game, or there is no such seat.
        """
        self._check_state(state)
        if seat is not None and (type(seat) is not int or not 0 <= seat < self._seats(state)):
            raise InvalidState("NO_SUCH_SEAT", "There is no seat {seat}.", seat=repr(seat)[:40])
        return self._view(state, seat)

    def choices(self, view: V) -> tuple[A, ...]:
        """The legal actions of the seat that has this view, from the view alone: empty if it is not to act.

        Equal to ``legal_actions`` of any state that has this view. Bots and clients use this.

        Raises:
            InvalidState: that is not a view of this game.
        """
        self._check_view(view)
        if view.seat is None or view.seat != view.to_act:
            return ()
        return self._choices(view)

    def effect(self, view: V, action: A) -> Effect | None:  # type: ignore[misc]  # see ``A``
        """What one of ``choices(view)`` does, from the view alone; None where a game has nothing to tell.

        Faces draw and name an action by it, and compute nothing themselves. Legality is not looked at.
        """
        if type(view) is not self.view_type:
            raise InvalidState("WRONG_VIEW", "That is not a view of {game}.", game=self.name)
        return self._effect(view, action)

    def quick(self, position: S | V) -> bool:
        """Whether listing and playing actions in a position takes a moment only (some ten milliseconds).

        Where it may not, whoever serves many does it elsewhere.
        """
        return True

    def pick(self, view: V, rng: random.Random) -> A:
        """One legal action at random: uniform over ``choices``, where a game has no reason against it."""
        return rng.choice(self.choices(view))

    def sample(self, view: V, rng: random.Random) -> S:
        """A full state that this view allows.

        Drawn from the distribution of deals that fit every public fact, with the seat's own cards as they
        are. What is inferred from *how* others choose is not used, only what the rules make certain.

        Raises:
            InvalidState: that is not a view of this game.
        """
        self._check_view(view)
        return self._sample(view, rng)

    def describe(self) -> Description:
        """Which field of a view is whose cards, pile or number, for faces that do not know the game.

        Derived from the types and names of the view's fields; a game that knows better says so.
        """
        return derive(self.view_type, self.deck())

    # -- text and JSON -----------------------------------------------------------------------------

    def parse(self, text: str) -> A:
        """The action of a text. ``parse(str(action)) == action``; some shorter ways of writing are read too.

        Raises:
            InvalidAction: the text names no action.
        """
        if not isinstance(text, str):
            raise InvalidAction("WRONG_TYPE", "Actions and positions are written as text.")
        if len(text) > MAX_ACTION_TEXT:
            raise InvalidAction("TOO_LONG", "That is too long.")
        return self._parse(" ".join(text.split()))

    @abstractmethod
    def format_state(self, state: S) -> str:
        """The position as text, in full: ``parse_state`` gives the same state back."""

    def parse_state(self, text: str) -> S:
        """The position of a text. Parts that are left out take their first value (nothing taken, no points).

        Raises:
            InvalidState: the text is no position of this game.
        """
        if not isinstance(text, str):
            raise InvalidState("WRONG_TYPE", "Actions and positions are written as text.")
        if len(text) > MAX_STATE_TEXT:
            raise InvalidState("TOO_LONG", "That is too long.")
        return self._parse_state(text)

    def decode_state(self, raw: bytes | str) -> S:
        """The state of its JSON (as ``msgspec.json.encode`` writes it)."""
        return self._decode(raw, self.state_type, InvalidState)  # type: ignore[no-any-return]

    def decode_view(self, raw: bytes | str) -> V:
        """The view of its JSON."""
        return self._decode(raw, self.view_type, InvalidState)  # type: ignore[no-any-return]

    def decode_action(self, raw: bytes | str) -> A:
        """The action of its JSON."""
        return self._decode(raw, self.action_types, InvalidAction)  # type: ignore[no-any-return]

    def decode_event(self, raw: bytes | str) -> Event:
        """The event of its JSON."""
        return self._decode(raw, self.event_types, InvalidState)  # type: ignore[no-any-return]

    def _decode(self, raw: bytes | str, kind: Any, error: type[InvalidState] | type[InvalidAction]) -> Any:
        try:
            if isinstance(kind, tuple):
                union = kind[0]
                for each in kind[1:]:
                    union |= each
                kind = union
            return msgspec.json.decode(raw, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, TypeError, RecursionError):
            raise error("BAD_JSON", "That is not JSON of {game}.", game=self.name) from None

    def sort_key(self, action: A) -> Any:  # type: ignore[misc]  # see ``A``
        """The order of ``legal_actions``. Equal keys mean equal actions."""
        return str(action)

    # -- what the conformance kit asks -------------------------------------------------------------

    @abstractmethod
    def deck(self) -> tuple[StrEnum, ...]:
        """Every card of the game, copies included."""

    @abstractmethod
    def located(self, state: S) -> tuple[StrEnum, ...]:
        """Every card that lies somewhere in this state (hands, table, taken, burnt); the rest is undealt."""

    def chips(self, state: S) -> int | None:
        """The sum of all chips at the table, if the game has chips that must be conserved."""
        return None

    # -- what all games check ----------------------------------------------------------------------

    def _not_my_state(self) -> InvalidState:
        return InvalidState("WRONG_STATE", "That is not a state of {game}.", game=self.name)

    def _check_state(self, state: S) -> None:
        if type(state) is not self.state_type:
            raise self._not_my_state()

    def _check_view(self, view: V) -> None:
        if type(view) is not self.view_type:
            raise InvalidState("WRONG_VIEW", "That is not a view of {game}.", game=self.name)

    # -- what a game fills in: what comes in here has been checked ---------------------------------

    @abstractmethod
    def _new(self, seats: int) -> S: ...

    @abstractmethod
    def _to_act(self, state: S) -> int | None: ...

    def _seats(self, state: S) -> int:
        """How many play; a game for various numbers of seats says it by its state."""
        if self.min_seats != self.max_seats:
            raise NotImplementedError(f"{type(self).__name__} does not say how many seats a state has")
        return self.min_seats

    @abstractmethod
    def _legal_actions(self, state: S) -> tuple[A, ...]: ...

    @abstractmethod
    def _choices(self, view: V) -> tuple[A, ...]: ...

    def _effect(self, view: V, action: A) -> Effect | None:  # type: ignore[misc]  # see ``A``
        return None

    @abstractmethod
    def _apply(self, state: S, action: A) -> Step[S]: ...  # type: ignore[misc]  # see ``A``

    @abstractmethod
    def _draw(self, state: S, chance: Chance) -> A: ...

    @abstractmethod
    def _outcome(self, state: S) -> Outcome:
        """The outcome of a state in which the game is over."""

    @abstractmethod
    def _view(self, state: S, seat: int | None) -> V: ...

    @abstractmethod
    def _sample(self, view: V, rng: random.Random) -> S: ...

    @abstractmethod
    def _parse(self, text: str) -> A: ...

    @abstractmethod
    def _parse_state(self, text: str) -> S: ...


#: A game of any kind, where a face does not care which.
AnyGame = Game[Any, Any, Action, Any]
