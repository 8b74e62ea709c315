"""The messages of the WebSocket, exactly as they travel. ``docs/web.md`` explains them."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from korthus.core.description import Description
from korthus.core.protocol import MAX_ACTION_TEXT, Action, Effect, Event, Outcome, View
from korthus.table.saved import MAX_ID
from korthus.web.coaching import Tip
from korthus.web.facts import GameFacts

#: More legal actions than this are not listed.
MAX_LISTED: Final = 250
#: How many notices a welcome holds; a longer story is in the record.
MAX_NOTICES: Final = 1_000

Language = Literal["en", "sv", "es"]
#: The client's own name for a message; it comes back as ``re``.
Id = Annotated[str, Meta(min_length=1, max_length=MAX_ID)] | Annotated[int, Meta(ge=0, lt=2**53)]
ActionText = Annotated[str, Meta(max_length=MAX_ACTION_TEXT)]


class ClosingCode:
    """Why the server closes a socket."""

    BAD_HELLO: Final = 4000
    TAKEN_OVER: Final = 4001
    BAD_TOKEN: Final = 4003
    NO_SUCH_TABLE: Final = 4004
    TOO_MANY: Final = 4008
    TOO_LARGE: Final = 4009
    TABLE_CLOSED: Final = 4010
    RESTART: Final = 1012


# -- from the client ----------------------------------------------------------------------------------


class _Request(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """A message from a client."""


class Hello(_Request, frozen=True, kw_only=True, tag="hello"):
    """Who I am, and the last notice that I have heard."""

    token: Annotated[str, Meta(max_length=64)] | None = None
    last: Annotated[int, Meta(ge=0, lt=2**31)] = 0
    lang: Language = "en"
    #: Whether sentences and labels are wanted.
    words: bool = True


class Asking(_Request, frozen=True, kw_only=True):
    """A message that is answered, by its id."""

    id: Id


class Act(Asking, frozen=True, kw_only=True, tag="act"):
    """Play an action that was meant for this version of the table."""

    version: Annotated[int, Meta(ge=0, lt=2**31)]
    text: ActionText


class Why(Asking, frozen=True, kw_only=True, tag="why"):
    """Would this be refused, and why?"""

    text: ActionText


class Describe(Asking, frozen=True, kw_only=True, tag="describe"):
    """What do my actions do, and what can I do now?"""


class Names(Asking, frozen=True, kw_only=True, tag="names"):
    """What hands would my cards make, put like this on the three boards?"""

    boards: Annotated[
        tuple[Annotated[tuple[Annotated[str, Meta(max_length=3)], ...], Meta(max_length=8)], ...],
        Meta(min_length=3, max_length=3),
    ]


class Hint(Asking, frozen=True, kw_only=True, tag="hint"):
    """What would a strong player do?"""


class Coach(Asking, frozen=True, kw_only=True, tag="coach"):
    """What can I do now, and what would it bring?"""


class Seed(Asking, frozen=True, kw_only=True, tag="seed"):
    """Mix my own seed into the shuffle."""

    seed: Annotated[str, Meta(max_length=256)]


class Start(Asking, frozen=True, kw_only=True, tag="start"):
    """Deal now."""


class Undo(Asking, frozen=True, kw_only=True, tag="undo"):
    """Take my last action back."""


class UndoAnswer(Asking, frozen=True, kw_only=True, tag="undo_answer"):
    """May another take back?"""

    agree: bool


class Auto(Asking, frozen=True, kw_only=True, tag="auto"):
    """Let the computer play this turn for me."""


class Resign(Asking, frozen=True, kw_only=True, tag="resign"):
    """I give the game up."""


class Watch(Asking, frozen=True, kw_only=True, tag="watch"):
    """At a table of computers only: let them wait, or play faster or slower."""

    paused: bool
    #: How much faster than usual they play.
    speed: Literal["half", "usual", "double", "fast"] = "usual"


class Fill(Asking, frozen=True, kw_only=True, tag="fill"):
    """Before the deal: let computers take the seats that nobody has."""

    level: Annotated[str, Meta(max_length=64)]


class DeclineAgain(Asking, frozen=True, kw_only=True, tag="decline_again"):
    """I do not want to play again at the table that the others have gone on to."""


class Chat(Asking, frozen=True, kw_only=True, tag="chat"):
    """Say something: one of the phrases, or words."""

    phrase: Annotated[int, Meta(ge=0, lt=100)] | None = None
    text: Annotated[str, Meta(max_length=1000)] | None = None


class Lang(Asking, frozen=True, kw_only=True, tag="lang"):
    """Speak this language from now on."""

    lang: Language


class Ping(Asking, frozen=True, kw_only=True, tag="ping"):
    """Are you there?"""


_Playing = Act | Why | Describe | Names | Hint | Coach | Seed | Start | Undo | UndoAnswer | DeclineAgain
Request = Hello | _Playing | Auto | Resign | Watch | Fill | Chat | Lang | Ping


class _OnlyId(msgspec.Struct):
    id: Any = None


decode_request: Final = msgspec.json.Decoder(Request).decode
_decode_id: Final = msgspec.json.Decoder(_OnlyId).decode


def id_of(raw: str) -> str | int | None:
    """The id of a message that cannot be read otherwise, if it has one."""
    try:
        found = _decode_id(raw).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    if isinstance(found, str) and 1 <= len(found) <= MAX_ID:
        return found
    return found if type(found) is int and 0 <= found < 2**53 else None


# -- to the client ------------------------------------------------------------------------------------


class _Reply(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """A message from the server."""


class NoticeOut(msgspec.Struct, frozen=True):
    """One thing that a seat is told."""

    sequence: int
    event: Event
    #: The sentence for it, if words are wanted and it needs saying.
    said: str | None


class ActionOut(msgspec.Struct, frozen=True, omit_defaults=True):
    """One legal action."""

    text: str
    action: Action
    label: str | None = None
    #: See ``Game.effect``; left out where the game has nothing to tell.
    effect: Effect | None = None
    #: The cards that it names, for the default table.
    cards: tuple[str, ...] = ()


class InsteadOut(msgspec.Struct, frozen=True):
    """Another computer player chose a seat's last action than the one that plays it."""

    level: str
    by: str
    #: ``late``: it took too long; ``failed``: it could not think; ``compiling``: it is not ready yet.
    why: str
    #: The version of the table that the action led to.
    version: int


class SeatedOut(msgspec.Struct, frozen=True):
    """Who sits in a seat, or sat there."""

    seat: int
    name: str | None
    bot: str | None


class PlayerOut(SeatedOut, frozen=True, kw_only=True):
    """Who sits in a seat, and how things are there."""

    present: bool
    taken: bool
    #: How long an absent person is still waited for, in milliseconds.
    absent_ms: int | None = None
    #: Whether a bot plays this turn for the person.
    standing_in: bool = False
    instead: InsteadOut | None = None
    #: Whether the person of this seat does not want to play again.
    declined: bool = False


class WatchOut(msgspec.Struct, frozen=True):
    """How a table of computers only is watched."""

    paused: bool
    speed: str


class AgainOut(msgspec.Struct, frozen=True):
    """The players go on at another table, and which of them asked first."""

    seat: int
    code: str


class ChatOut(_Reply, frozen=True, kw_only=True, tag="chat"):
    """Somebody said something."""

    seat: int | None
    name: str
    text: str


class TableFacts(GameFacts, frozen=True, kw_only=True):
    """What everybody may know of a table."""

    code: str
    practice: bool
    #: Whether somebody can know every hand and card to come, because the table goes on with a record.
    known_cards: bool
    clock: int | None
    started: bool
    over: bool
    players: list[PlayerOut]
    spectators: int
    commitment: str
    outcome: Outcome | None
    version: int
    #: The tournament of which this is a game.
    tournament: str | None
    #: Whether cards and result stay hidden from all others, because other tables play the same cards.
    held_back: bool


class Welcome(_Reply, TableFacts, frozen=True, kw_only=True, tag="welcome"):
    """Everything that a client needs to begin, or to go on."""

    seat: int | None
    sequence: int
    view: View | None
    actions: list[ActionOut] | None
    to_act: int | None
    notices: list[NoticeOut]
    deadline: int | None
    chat: list[ChatOut]
    phrases: list[str]
    undo_asked: int | None
    #: What counts in the outcome and what does not, a sentence each; empty while the game goes on.
    outcome_about: list[str]
    #: Whether the server cannot write just now. It tries again by itself.
    cannot_write: bool
    #: What the default table draws the game by; None where it has a table of its own.
    description: Description | None
    again: AgainOut | None
    #: None where a person plays.
    watch: WatchOut | None


class Update(_Reply, frozen=True, kw_only=True, tag="update"):
    """The position has changed."""

    version: int
    sequence: int
    notices: list[NoticeOut]
    view: View | None
    actions: list[ActionOut] | None
    to_act: int | None
    deadline: int | None
    outcome: Outcome | None
    #: What counts in the outcome and what does not, a sentence each; empty while the game goes on.
    outcome_about: list[str]


class TableNews(_Reply, frozen=True, kw_only=True, tag="table"):
    """Who is here has changed."""

    players: list[PlayerOut]
    spectators: int
    started: bool
    undo_asked: int | None
    deadline: int | None
    #: Whether the server cannot write just now. It tries again by itself.
    cannot_write: bool
    again: AgainOut | None
    #: None where a person plays.
    watch: WatchOut | None
    #: As in ``TableFacts``.
    held_back: bool


class Ok(_Reply, frozen=True, kw_only=True, tag="ok"):
    """Done."""

    re: Id


class ActOk(Ok, frozen=True, kw_only=True, tag="ok"):
    """The action stands."""

    version: int
    #: Whether it had been accepted before, so that nothing was done now.
    repeated: bool


class WhyOk(Ok, frozen=True, kw_only=True, tag="ok"):
    """Whether an action is legal, and if not, why."""

    legal: bool
    code: str | None
    reason: str | None


class DescribeOk(Ok, frozen=True, kw_only=True, tag="ok"):
    """Each action's text with what it does, and the rules of the moment."""

    labels: dict[str, str]
    help: str


class NamesOk(Ok, frozen=True, kw_only=True, tag="ok"):
    """The name of the hand on each board; None where there is none yet."""

    names: list[str | None]


class AdviceOut(msgspec.Struct, frozen=True):
    """What one action is worth, in the game's own unit; ``error`` is None where it is not known."""

    text: str
    action: Action
    label: str
    value: float
    error: float | None
    reasons: list[str]
    #: The chance to win the game, where that is what counts now and orders the actions.
    chance: float | None


class HintOk(Ok, frozen=True, kw_only=True, tag="ok"):
    """The best actions, the best first."""

    advice: list[AdviceOut]
    #: What their values count: ``points``, ``stones`` or ``chips``.
    unit: str


class CoachOk(Ok, frozen=True, kw_only=True, tag="ok"):
    """What the coach says; see ``Coaching``."""

    now: str
    tips: list[Tip]


class Waiting(_Reply, frozen=True, kw_only=True, tag="waiting"):
    """The answer waits in line, and comes later: place 1 is the next."""

    re: Id
    place: int


class Refused(_Reply, frozen=True, kw_only=True, tag="refused"):
    """Nothing was done, and why."""

    re: Id | None
    code: str
    reason: str


class Moved(_Reply, frozen=True, kw_only=True, tag="moved"):
    """The seat was taken over by another device."""


class Trouble(_Reply, frozen=True, kw_only=True, tag="error"):
    """The socket is about to be closed, and why."""

    code: str
    reason: str


encode: Final = msgspec.json.Encoder().encode
