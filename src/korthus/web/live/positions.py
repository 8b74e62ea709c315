"""A position without a table: what can be seen and done in it, and what a move leads to.

Whoever asks brings the position and knows all of it, so nothing is hidden here: it is for looking things up
(the analysis table), not for a game between people. Nothing is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from korthus.core.chance import MAX_SEAT_SEED, FairChance
from korthus.core.description import Description, cards_of
from korthus.core.errors import TooManyActions
from korthus.core.protocol import CHANCE, MAX_ACTION_TEXT, Action, AnyGame, Event, Outcome, View, visible
from korthus.core.record import Record
from korthus.table import Replay
from korthus.web.bounds import MAX_SEATS
from korthus.web.facts import GameFacts
from korthus.web.pages.tables import described
from korthus.web.pages.words import speaker, translator
from korthus.web.settings import STATIC
from korthus.web.socket.wire import MAX_LISTED, ActionOut, NoticeOut

#: The longest position that is read, in letters: a sheet of a hundred rounds fits.
MAX_POSITION: Final = 20_000
#: Deals that may follow one another before a seat is to act.
_MOST_DEALS: Final = 64


class PositionWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which position is looked at, and what is done in it."""

    game: Annotated[str, Meta(max_length=60)]
    preset: Annotated[str, Meta(max_length=60)] | None = None
    options: dict[str, Any] = {}
    #: In the game's notation; empty for the beginning of a game.
    position: Annotated[str, Meta(max_length=MAX_POSITION)] = ""
    #: Seats of a game that begins; None for the fewest.
    seats: Annotated[int, Meta(ge=1, le=MAX_SEATS)] | None = None
    #: An action of the seat to act, or a deal that is written out, as text.
    move: Annotated[str, Meta(max_length=MAX_ACTION_TEXT)] | None = None
    #: Deals that are due are drawn by this seed; without one they are left open.
    seed: Annotated[str, Meta(max_length=MAX_SEAT_SEED)] | None = None


class _Position(GameFacts, frozen=True, kw_only=True):
    """Where one looks: the game, its rules, and the position in the game's notation, in full."""

    position: str


class PositionOut(_Position, frozen=True, kw_only=True):
    """A position, after the move if there was one."""

    #: A seat, -1 where cards are to be dealt, None when the game is over.
    to_act: int | None
    #: What each seat sees, what a spectator sees, and every hand.
    views: list[View]
    open: View
    hands: list[Any]
    #: The legal actions of the seat to act; None if they are too many to list.
    actions: list[ActionOut] | None
    #: What the seat that moved was told; without a move, nothing.
    notices: list[NoticeOut]
    outcome: Outcome | None
    description: Description | None


class StepOut(_Position, frozen=True, kw_only=True):
    """A position of a finished game, to look into, and a move in it as a table points at it."""

    #: The seat to act; None where nobody is.
    seat: int | None
    move: ActionOut | None


def step_of(record: Record, at: int, move: str | None, language: str) -> StepOut:
    """The position of a finished game before its action number ``at``, counted from 0.

    Raises:
        InvalidAction: the move is none of this game.
        IllegalAction: it is not legal there.
    """
    replay = Replay(record)
    replay.goto(min(at, len(replay)))
    game, state = replay.game, replay.state
    actor = game.to_act(state)
    seat = None if actor == CHANCE else actor
    asked = None
    if move is not None and seat is not None:
        action = game.parse(move)
        game.apply(state, action, seat=seat)  # only what is possible can be pointed at
        asked = pointed(game, game.view(state, seat), action, language)
    return StepOut(**_fields_of(game, record.preset, state), seat=seat, move=asked)


def _fields_of(game: AnyGame, preset: str | None, state: Any) -> dict[str, Any]:
    """The fields of ``_Position``."""
    return {
        "game": game.name,
        "preset": preset,
        "options": game.rules.changed(),
        "position": game.format_state(state),
    }


def pointed(game: AnyGame, view: View, action: Action, language: str) -> ActionOut:
    """An action as a table points at it: what it is called, what it does, and the cards it names."""
    cards = tuple(card.value for card in cards_of(action, game.deck()))
    label = speaker(game, language).label(action, view)
    return ActionOut(str(action), action, label, game.effect(view, action), cards)


def state_of(game: AnyGame, wish: PositionWish) -> Any:
    """The state of a wish, before its move.

    Raises:
        InvalidState: the text is no position of this game.
        InvalidOptions: the game cannot be played by that many.
    """
    return game.parse_state(wish.position) if wish.position.strip() else game.new(wish.seats)


def look_at(game: AnyGame, wish: PositionWish, language: str) -> PositionOut:
    """What a wish asks for.

    Raises:
        KorthusError: the game, the position or the move is refused.
    """
    state = state_of(game, wish)
    mover = game.to_act(state)
    events: list[Event] = []
    if wish.move is not None:
        state, told = game.apply(state, game.parse(wish.move))
        events += told
    if wish.seed is not None:
        state, dealt = _deal(game, state, wish.seed)
        events += dealt
    seats = range(game.seats(state))
    views: list[Any] = [game.view(state, seat) for seat in seats]
    actor = game.to_act(state)
    return PositionOut(
        **_fields_of(game, wish.preset, state),
        to_act=actor,
        views=views,
        open=game.view(state, None),
        hands=[getattr(view, "hand", ()) for view in views],
        actions=[] if actor is None or actor == CHANCE else actions_in(game, views[actor], language),
        notices=notices_for(game, events, None if mover in (None, CHANCE) else mover, len(seats), language),
        outcome=game.outcome(state),
        description=described(STATIC, game),
    )


def _deal(game: AnyGame, state: Any, seed: str) -> tuple[Any, list[Event]]:
    """Draw whatever is due, by a seed."""
    chance = FairChance.seeded(seed)
    events: list[Event] = []
    for _ in range(_MOST_DEALS):
        if game.to_act(state) != CHANCE:
            break
        state, told = game.apply(state, game.draw(state, chance))
        events += told
    return state, events


def actions_in(game: AnyGame, view: View, language: str) -> list[ActionOut] | None:
    """The legal actions of the seat that has a view, as a table draws them; None if they are too many."""
    try:
        choices: Sequence[Action] = game.choices(view)
    except TooManyActions:
        return None
    if len(choices) > MAX_LISTED:
        return None
    say = speaker(game, language)
    deck = () if described(STATIC, game) is None else game.deck()
    return [
        ActionOut(
            str(action),
            action,
            say.label(action, view),
            game.effect(view, action),
            tuple(card.value for card in cards_of(action, deck)),
        )
        for action in choices
    ]


def notices_for(
    game: AnyGame, events: Sequence[Event], seat: int | None, seats: int, language: str
) -> list[NoticeOut]:
    """What a seat is told of some events, in words; seats are called by their numbers."""
    say, tr = speaker(game, language).sentence, translator(language)
    names = [tr("web.seat", n=number + 1) for number in range(seats)]
    return [
        NoticeOut(number, event, say(event, names, seat))
        for number, event in enumerate(visible(events, seat), 1)
    ]
