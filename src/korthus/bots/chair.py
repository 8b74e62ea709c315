"""A computer player's chair: what its seat is told, luck for each turn, and what happens if it loses one.

A player is the same wherever it plays: in the arena, at a terminal, or at a web table, where it is made anew
for each turn. So its luck of a turn comes from its seed and from how much it has been told, and from nothing
that lives on between turns.

The rule of lost turns (docs/players.md tells it to people). A player loses its turn if it raises anything, if
what it gives back is no legal action, or if it is too late. A turn may take the budget in seconds and
``GRACE`` more; what it takes beyond that comes off the ``OVERTIME`` that a player has in a game, and when
that is used up the turn is lost. A turn in which code of the house is loaded or compiled is not held against
it, nor is the first turn of a kind of player in a process, though one from elsewhere has ``FIRST_TURN`` for
it and no more. For a lost turn an action at random is played, as the player ``random`` chooses one; the turn
is counted with its reason, and the game goes on.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, NamedTuple, TypeVar

import msgspec

from korthus.bots.alarm import Again, TooLate, call_within
from korthus.bots.faults import said_of
from korthus.bots.outside import cannot_be_used, is_of_the_house, written
from korthus.bots.protocol import Bot, Budget
from korthus.core.errors import InvalidAction, KorthusError
from korthus.core.kept_words import Told, told_of
from korthus.core.phrases import Phrase
from korthus.core.protocol import Action, AnyGame, Event, View
from korthus.kernels.code_folders import watch
from korthus.table import Notice, TableEvent, UndoDone

T = TypeVar("T")
Why = Literal["raised", "illegal", "late"]

#: Seconds above its budget that a turn may take.
GRACE: Final = 0.1
#: Seconds beyond that for all turns of a game together: now and then a computer does something else.
OVERTIME: Final = 5.0
#: Seconds that the first turn of a player from elsewhere may take, and any turn from the moment at which it
#: loads kept code of the house.
FIRST_TURN: Final = 10.0
#: Seconds for a turn in which code of the house is compiled, which is not thinking.
_COMPILING: Final = 300.0
#: The longest text of an action that is told, in characters.
_LONGEST: Final = 80
#: The kinds of players that have had a turn by the clock in this process: their code is loaded.
_ready: Final[set[type[Bot]]] = set()


class Fault(NamedTuple):
    """Why a player has lost a turn."""

    #: It raised something, gave back what is no legal action, or took too long.
    why: Why
    #: What went wrong: a phrase, but of something raised what Python says, and the line.
    said: str


class LostTurns(msgspec.Struct, frozen=True, omit_defaults=True):
    """The turns that the player in a seat lost for one reason, with the fields of its ``Fault``."""

    seat: int
    why: Why
    said: str
    turns: int
    #: What is said, to be said in another language; None for what Python says.
    told: Told | None = None

    def words(self) -> str:
        """What is said, as a phrase if it is one."""
        value = None if self.told is None else self.told.value()
        return value if isinstance(value, Phrase) else self.said


class Losses:
    """Counts the turns that are lost in a game."""

    def __init__(self) -> None:
        self._turns: Counter[tuple[int, Fault]] = Counter()

    def add(self, seat: int, fault: Fault) -> None:
        """Count a turn of a seat."""
        self._turns[seat, fault] += 1

    def all(self) -> tuple[LostTurns, ...]:
        """All of them, by seat and reason."""
        return tuple(
            LostTurns(seat, why, str(said), turns, told_of(said) if isinstance(said, Phrase) else None)
            for (seat, (why, said)), turns in self._turns.items()
        )


class Chair:
    """A player for one game. The first number of the player's luck is the seed of all its turns."""

    def __init__(self, bot: Bot, tell: Callable[[Fault], None] | None = None) -> None:
        """Seat a player.

        Args:
            tell: hears of each turn that it loses. Without one nobody would know: then the rule is not
                applied, and what the player raises is raised.

        Raises:
            InvalidOptions: the player fails before the game begins.
        """
        self.bot = bot
        self._game = bot.game
        self._tell = tell
        self._seed = bot.rng.getrandbits(64)
        #: How many events the player has been told.
        self._heard = 0
        #: Seconds that the last turn took.
        self.thought = 0.0
        self._overtime = OVERTIME
        try:
            bot.restart()
        except KorthusError:
            raise
        except (Exception, SystemExit) as error:  # anything can happen in somebody else's code
            raise cannot_be_used(written(bot), said_of(error)) from error

    def hear(self, events: Sequence[Event]) -> None:
        """Tell the player what its seat has been told since it last acted."""
        if events:
            self._heard += len(events)
            self.bot.observe(tuple(events))

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        """What the player does in its turn, for whoever deals with a player that fails."""
        self.bot.rng.seed(f"{self._seed} {self._heard}")
        return self.bot.choose(view, budget)

    def choose_legally(self, view: View, budget: Budget | None = None) -> Action:
        """The same, where the action is sent on as a text: one of a player from elsewhere is judged first.

        Raises:
            KorthusError: it is not legal.
        """
        action = self.choose(view, budget)
        judge(self.bot, view, action, random.Random(self._seed))
        return action

    def take_turn(
        self, news: Sequence[Event], view: View, play: Callable[[Action], T], budget: Budget | None = None
    ) -> T:
        """Have the player hear the news, choose and play, or lose its turn by the rule.

        Args:
            play: plays an action; raises KorthusError if it is not legal, and nothing has happened.

        Returns:
            what ``play`` gives back.
        """
        if self._tell is None:
            return play(self._think(news, view, budget))
        try:
            action = self._think(news, view, budget)
        except TooLate as late:
            self._tell(Fault("late", late.args[0] if late.args else ""))
        except (Exception, SystemExit) as error:  # anything can happen in somebody else's code
            self._tell(Fault("raised", said_of(error)))
        else:
            try:
                return play(_checked(self._game, action))
            except KorthusError as error:
                given = _written(action)
                self._tell(
                    Fault("illegal", Phrase("tools.lost.given", "{action}: {why}", action=given, why=error))
                )
        luck = random.Random(f"{self._seed} {self._heard} lost")
        instead: Action = self._game.pick(view, luck)
        return play(instead)

    def hear_the_end(self, news: Sequence[Event]) -> None:
        """Tell the player how the game ended. If it raises something, that is told like a lost turn."""
        try:
            self.hear(news)
        except (Exception, SystemExit) as error:
            if self._tell is None:
                raise
            self._tell(Fault("raised", said_of(error)))

    def _think(self, news: Sequence[Event], view: View, budget: Budget | None) -> Action:
        """What the player chooses.

        Raises:
            TooLate: it took too long.
        """
        began = time.perf_counter()
        try:
            if self._tell is None or budget is None or budget.seconds is None:
                self.hear(news)
                return self.choose(view, budget)
            return self._in_time(news, view, budget)
        finally:
            self.thought = time.perf_counter() - began

    def _in_time(self, news: Sequence[Event], view: View, budget: Budget) -> Action:
        """What the player chooses within its time.

        Raises:
            TooLate: it chose nothing; the phrase says how long it had.
        """
        allowed, kind = _allowed(budget), type(self.bot)
        excused = kind not in _ready
        _ready.add(kind)
        limit = _first_limit(kind, allowed, self._overtime) if excused else allowed + self._overtime
        compiled = False

        def work(again: Again) -> Action:
            def excuse(compiles: bool) -> None:
                nonlocal compiled, excused, limit
                excused, compiled = True, compiled or compiles
                gone = time.perf_counter() - began
                limit = max(limit, gone + (_COMPILING if compiled else FIRST_TURN))
                again(limit - gone)

            watch(excuse)
            self.hear(news)
            return self.choose(view, budget)

        late, began = True, time.perf_counter()
        try:
            action = call_within(limit, work)
            late = False
        except TooLate:
            pass
        finally:
            watch(lambda _: None)
            took = time.perf_counter() - began
            if not excused:
                self._overtime = max(0.0, self._overtime - max(0.0, took - allowed))
        if late or took > limit:  # compiled code does not hear the alarm
            raise TooLate(
                Phrase("tools.lost.unready", "more than {limit} s to get ready", limit=round(limit))
                if excused
                else Phrase(
                    "tools.lost.overtime",
                    "more than {limit} ms, overtime used up",
                    limit=round(1000 * allowed),
                )
            )
        return action


def judge(bot: Bot, view: View, action: Action, luck: random.Random) -> None:
    """See that what a player from elsewhere chose is legal; what one of the house chose is taken as it is.

    Legality follows from the view, so it is tried in any position that the view allows.

    Raises:
        KorthusError: it is not legal.
    """
    if not is_of_the_house(type(bot)):
        world = bot.game.sample(view, luck)
        bot.game.apply(world, _checked(bot.game, action), seat=view.seat)


def _checked(game: AnyGame, action: Action) -> Action:
    """An action whose fields have the types that they should have: the rules rely on that.

    Raises:
        InvalidAction: it is something else.
    """
    try:
        if isinstance(action, game.action_types):
            msgspec.json.decode(msgspec.json.encode(action), type=type(action))
            return action
    except (msgspec.ValidationError, TypeError, ValueError, RecursionError):
        pass
    raise InvalidAction("WRONG_ACTION", "That is not an action of {game}.", game=game.name)


def _allowed(budget: Budget | None) -> float:
    """The seconds that a turn may take without overtime; without a budget in seconds, any number."""
    return float("inf") if budget is None or budget.seconds is None else budget.seconds + GRACE


def _first_limit(kind: type[Bot], allowed: float, overtime: float) -> float:
    """The seconds after which the first turn of a kind of player in this process is interrupted."""
    return max(allowed + overtime, _COMPILING if is_of_the_house(kind) else FIRST_TURN)


def _written(action: object) -> str:
    """What a player gave back as text, though not at any length; its type if it cannot be written."""
    try:
        return str(action)[:_LONGEST]
    except Exception:  # of an action with fields of other types
        return type(action).__name__


def for_players(notices: Iterable[Notice]) -> tuple[Event, ...]:
    """What of a seat's notices is told to a computer player.

    How the cards are shuffled is no business of a player; that something was taken back is.
    """
    return tuple(
        event for _, event in notices if not isinstance(event, TableEvent) or isinstance(event, UndoDone)
    )
