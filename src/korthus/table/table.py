"""A table: one game, its players, and the only place where an action becomes a fact.

Terminal, runner and server all use this one object. It has no threads, no clock, no I/O and no luck of its
own: whoever opens a table gives it a seed (``secrets.token_bytes(32)`` for people, ``seed_bytes(7)`` for a
game that can be repeated).

>>> from korthus.core.chance import seed_bytes
>>> import korthus
>>> table = Table(korthus.game("kachuful"), [Player("Anna"), Player("Bo")], server_seed=seed_bytes(7))
>>> table.start()
>>> receipt = table.submit(table.to_act, table.choices(table.to_act)[0], version=table.version)
>>> receipt.version
2
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from korthus.core.chance import SCHEME, FairChance
from korthus.core.errors import GameOver, IllegalAction, InvalidAction, InvalidState, StaleVersion
from korthus.core.protocol import CHANCE, Action, AnyGame, Event, Outcome, State, Step, View
from korthus.core.record import OutcomeEntry, Record, closing_hash
from korthus.table.events import (
    GivenUp,
    SeedAdded,
    SeedHeldBack,
    ShuffleCommitted,
    ShuffleRevealed,
    UndoDone,
)
from korthus.table.line import Done, Line
from korthus.table.notices import Listener, Notice, NoticeBoard
from korthus.table.reopen import package_entry
from korthus.table.resigning import resigned_outcome
from korthus.table.saved import (
    MAX_ID,
    Acted,
    Entry,
    Resigned,
    SavedTable,
    Seeded,
    Started,
    Undone,
    load_saved,
)
from korthus.table.seats import Player
from korthus.table.seeds import Seeds
from korthus.table.take_back import reveals


class Receipt(NamedTuple):
    """The answer to an accepted action: the table's version after it, and what the seat was told of it."""

    version: int
    notices: tuple[Notice, ...]
    #: Whether this message had been accepted before, so that nothing was done now.
    repeated: bool = False


class Table:
    """A game being played.

    ``version`` counts the changes of the position and never goes back. An action that names the version it
    was meant for is refused when the table has moved on.
    """

    def __init__(
        self,
        game: AnyGame,
        players: Sequence[Player],
        *,
        server_seed: bytes,
        preset: str | None = None,
        practice: bool = False,
    ) -> None:
        """Open a table; its commitment is public from now on, and cards come with ``start``.

        Args:
            server_seed: 32 bytes that nobody knows before the game is over.
            preset: the name of the preset that the game was made from, for the record.
            practice: whether actions may be taken back.

        Raises:
            InvalidOptions: the game cannot be played by that many, or the seed does not have 32 bytes.
        """
        self._seeds = Seeds(server_seed, len(players))
        self.game = game
        self.players = tuple(players)
        self.preset = preset
        self.practice = practice
        #: The package that brought the game when the table was opened.
        self.package = package_entry(game)
        self.version = 0
        self._state: State = game.new(len(self.players))
        self._chance: FairChance | None = None
        #: Whether the seed stays secret although the game is over.
        self.held_back = False
        #: The seat that gave the game up.
        self._resigned: int | None = None
        self._line = Line()
        self._journal: list[Entry | _Message] = []
        self._receipts: dict[tuple[int, str], Receipt] = {}
        self._board = NoticeBoard(len(self.players))
        self._board.post([ShuffleCommitted(scheme=SCHEME, commitment=self.commitment)])

    # -- what anybody may ask ----------------------------------------------------------------------

    @property
    def seats(self) -> int:
        """How many seats the table has."""
        return len(self.players)

    @property
    def commitment(self) -> str:
        """What was published about the shuffle before the first card."""
        return self._seeds.commitment

    @property
    def started(self) -> bool:
        """Whether the first cards have been dealt."""
        return self._chance is not None

    @property
    def to_act(self) -> int | None:
        """The seat to act; None before the start and after the end."""
        return self.game.to_act(self._state) if self.started and self._resigned is None else None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._resigned is not None or self.game.to_act(self._state) is None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if self._resigned is not None:
            return resigned_outcome(self.game, self._state, self._resigned)
        return self.game.outcome(self._state)

    @property
    def moves(self) -> int:
        """How many actions the seats have played, not counting deals and what was taken back."""
        return self._line.moves

    def view(self, seat: int | None) -> View:
        """What a seat, or a spectator (None), may know. Nobody is to act in a game that was given up.

        Raises:
            InvalidState: there is no such seat.
        """
        self._check_seat(seat)
        view: View = self.game.view(self._state, seat)
        return view if self._resigned is None else replace(view, to_act=None)

    def choices(self, seat: int) -> tuple[Action, ...]:
        """The legal actions of a seat; empty when it is not to act.

        Raises:
            InvalidState: there is no such seat.
            TooManyActions: there are too many to list.
        """
        return self.game.choices(self.view(seat)) if self.started and self._resigned is None else ()

    def told(self, seat: int | None, *, after: int = 0) -> tuple[Notice, ...]:
        """What a seat or the spectators have been told, after a given sequence number."""
        self._check_seat(seat)
        return self._board.since(seat, after)

    def listen(
        self, tell: Callable[[Notice], None], *, seat: int | None = None, after: int | None = None
    ) -> Listener:
        """Have ``tell`` called with each notice for a seat, or for spectators, from now on.

        With ``after`` it first hears everything that came after that sequence number (0: all of it). Notices
        are handed over when an action is wholly done. If a listener raises, the action stands and the others
        hear of it; then an ``ExceptionGroup`` comes out of the call that caused the notice.
        """
        self._check_seat(seat)
        return self._board.listen(tell, seat, after)

    # -- playing -----------------------------------------------------------------------------------

    def add_seed(self, seat: int, seed: str) -> None:
        """Mix a seat's own seed into the shuffle: once per seat, and before the first card.

        Raises:
            IllegalAction: the cards are dealt, or the seat has added a seed before.
            InvalidAction: the seed is empty, too long or no text.
            InvalidState: there is no such seat.
        """
        self._check_seat(seat, spectators=False)
        if self.started:
            raise IllegalAction("ALREADY_STARTED", "The cards are dealt already.")
        self._seeds.add(seat, seed)
        self._journal.append(Seeded(seat, seed))
        self._board.post([SeedAdded(seat=seat)])
        self._board.deliver()

    def hold_back(self) -> None:
        """Keep the seed secret beyond the end of the game, until ``release``: others play the same cards.

        Raises:
            GameOver: the seed is known already.
        """
        if self.over:
            raise GameOver()
        self.held_back = True

    def release(self) -> None:
        """Keep the seed secret no longer than the game; if that is over, it is revealed now."""
        if not self.held_back:
            return
        self.held_back = False
        if self.over:
            self._tell_seed()
            self._board.deliver()

    def start(self) -> None:
        """Deal the first cards. From now on no seed can be added.

        Raises:
            IllegalAction: the table has started.
        """
        if self.started:
            raise IllegalAction("ALREADY_STARTED", "The cards are dealt already.")
        chance = self._seeds.chance()
        line, state, events = self._deals(self._state, [], chance)
        self._chance = chance
        self._commit(Started(), line, state, events)

    def submit(
        self,
        seat: int,
        action: Action | str,
        version: int | None = None,
        *,
        id: str | None = None,
        step: Step[State] | None = None,
    ) -> Receipt:
        """Play an action, given as a value or as text; deals that are due then follow at once.

        Args:
            version: the version of the table it is meant for. If given, it must be the present one.
            id: the client's own name for this message. A message with an id that the seat has used for an
                accepted action does nothing and gets the first answer again.
            step: what the game says the action leads to from here, if that was worked out elsewhere.

        Raises:
            StaleVersion: the table has moved on.
            NotYourTurn, GameOver, InvalidAction, IllegalAction: as ``Game.apply`` says.
            InvalidState: there is no such seat.
        """
        self._check_seat(seat, spectators=False)
        if id is not None:
            if not isinstance(id, str) or not 1 <= len(id) <= MAX_ID or not id.isprintable():
                raise InvalidAction(
                    "BAD_ID", "A message needs an id of 1 to {limit} printable signs.", limit=MAX_ID
                )
            if (seat, id) in self._receipts:
                return self._receipts[seat, id]._replace(repeated=True)
        self._check_version(version)
        chance = self._check_started()
        self._check_not_given_up()
        played: Action = self.game.parse(action) if isinstance(action, str) else action
        before = self._state
        state, events = self.game.apply(before, played, seat=seat) if step is None else step
        done = Done(seat, played, before, reveals(events, seat))
        line, state, more = self._deals(state, [done], chance)
        told = self._board.count(seat)
        self._commit(_Message(seat, played, id), line, state, [*events, *more], deliver=False)
        receipt = Receipt(self.version, self._board.since(seat, told))
        if id is not None:
            self._receipts[seat, id] = receipt
        self._board.deliver()
        return receipt

    def check(self, seat: int, action: Action | str) -> None:
        """Whether a seat could play an action now; nothing is done.

        Raises:
            KorthusError: it could not, as ``submit`` says.
        """
        self._check_seat(seat, spectators=False)
        self._check_started()
        self._check_not_given_up()
        played: Action = self.game.parse(action) if isinstance(action, str) else action
        self.game.apply(self._state, played, seat=seat)

    def resign(self, seat: int) -> None:
        """Give the game up for a seat: it is over, and everybody else has won.

        Raises:
            IllegalAction: the cards are not dealt yet.
            GameOver: there is nothing left to give up.
            InvalidState: there is no such seat.
        """
        self._check_seat(seat, spectators=False)
        self._check_started()
        if self.over:
            raise GameOver()
        self._resigned = seat
        self._commit(Resigned(seat), (), self._state, [GivenUp(seat=seat)])

    def _check_started(self) -> FairChance:
        """The chance that the cards are dealt by.

        Raises:
            IllegalAction: nothing is dealt yet.
        """
        if self._chance is None:
            raise IllegalAction("NOT_STARTED", "The cards are not dealt yet.")
        return self._chance

    def _check_not_given_up(self) -> None:
        if self._resigned is not None:
            raise GameOver()

    def undo(self, seat: int | None = None, version: int | None = None, *, agreed: bool = False) -> Receipt:
        """Take back everything through the last action of a seat (None: of any seat).

        In a practice game that is free. Deals that came after the action go back too; when the same deal
        comes up again, it brings the same cards. The version goes up all the same, and the record forgets
        what was taken back.

        Args:
            agreed: whether the others have agreed to it, as they must where it is no practice game. Then only
                what ``check_take_back`` allows can go back.

        Raises:
            IllegalAction: this is no practice game, or there is nothing of that seat's to take back.
            StaleVersion: the table has moved on.
            InvalidState: there is no such seat.
        """
        self._check_seat(seat)
        self._check_version(version)
        if not self.practice and agreed and seat is not None:
            self.check_take_back(seat)
        return self._go_back(seat, agreed)

    def _go_back(self, seat: int | None, agreed: bool) -> Receipt:
        """Take back what was found to be allowed, now or when it was written down."""
        if not self.practice and (not agreed or seat is None):
            raise IllegalAction(
                "NOT_PRACTICE", "Taking back is for practice games; in the terminal --practice starts one."
            )
        self._check_not_given_up()
        back = self._line.go_back(seat)
        self._state = back[0].before
        self.version += 1
        self._journal.append(Undone(seat, agreed))
        told = self._board.count(seat)
        self._board.post([UndoDone(seat=seat, taken_back=len(back), left=len(self._line))])
        receipt = Receipt(self.version, self._board.since(seat, told))
        self._board.deliver()
        return receipt

    def check_take_back(self, seat: int) -> None:
        """Whether a seat may take its last action back; see ``Line.check_take_back``.

        Raises:
            IllegalAction: it may not.
            InvalidState: there is no such seat.
        """
        self._check_seat(seat, spectators=False)
        self._line.check_take_back(seat, over=self.over)

    def _deals(
        self, state: State, line: list[Done], chance: FairChance
    ) -> tuple[list[Done], State, list[Event]]:
        """Play the deals that are due in ``state``. Nothing of the table changes."""
        events: list[Event] = []
        number = self._line.deals
        while self.game.to_act(state) == CHANCE:
            # The number of a draw is its place in the line, so a deal that was taken back comes again.
            chance.draws = number
            deal = self.game.draw(state, chance)
            line.append(Done(CHANCE, deal, state))
            state, told = self.game.apply(state, deal)
            events.extend(told)
            number += 1
        return line, state, events

    def _commit(
        self,
        entry: Entry | _Message,
        line: Sequence[Done],
        state: State,
        events: Sequence[Event],
        *,
        deliver: bool = True,
    ) -> None:
        self._line.extend(line)
        self._state = state
        self.version += 1
        self._journal.append(entry)
        self._board.post(events)
        if self.over:
            self._tell_seed()
        if deliver:
            self._board.deliver()

    def _tell_seed(self) -> None:
        """At the end: reveal the seed, or promise the record that will have it."""
        closing = closing_hash(self._plain_record(with_seed=True))
        if self.held_back:
            self._board.post([SeedHeldBack(closing=closing)])
        else:
            seeds = self._seeds
            told = ShuffleRevealed(server_seed=seeds.secret, seat_seeds=seeds.of_seats, closing=closing)
            self._board.post([told])

    def _check_seat(self, seat: int | None, *, spectators: bool = True) -> None:
        if seat is None and spectators:
            return
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise InvalidState("NO_SUCH_SEAT", "There is no seat {seat}.", seat=repr(seat)[:40])

    def _check_version(self, version: int | None) -> None:
        if version is None:
            return
        if type(version) is not int:
            raise InvalidAction("BAD_VERSION", "A version is a whole number.")
        if version != self.version:
            raise StaleVersion(version, self.version)

    # -- writing down ------------------------------------------------------------------------------

    def record(self) -> Record:
        """The game so far. The server's seed is in it only when the game is over and it is not held back.

        Deals are in it too, with cards that are still hidden: show the record of a game in progress to nobody
        who plays in it.
        """
        if not self.over or self.held_back:
            return self._plain_record(with_seed=False)
        record = self._plain_record(with_seed=True)
        return replace(record, closing=closing_hash(record))

    def _plain_record(self, *, with_seed: bool) -> Record:
        """The record without its closing hash."""
        outcome = self.outcome
        return Record(
            game=self.game.name,
            preset=self.preset,
            options=self.game.rules.changed(),
            rules_version=self.game.rules_version,
            package=self.package,
            seats=tuple(player.entry for player in self.players),
            shuffle=self._seeds.entry(with_secret=with_seed),
            actions=self._line.entries,
            outcome=None
            if outcome is None
            else OutcomeEntry(scores=tuple(outcome.scores), winners=tuple(outcome.winners)),
            resigned=self._resigned,
        )

    @property
    def quick(self) -> bool:
        """Whether the next action is judged in a moment; see ``Game.quick``."""
        return self.game.quick(self._state)

    def whole_state(self) -> State:
        """The state as it is, to work out a ``step`` from. **Private**: it holds every card that is dealt."""
        return self._state

    def position(self) -> str:
        """The whole position as text. **Private**: it names every card that is dealt."""
        return self.game.format_state(self._state)

    def save(self) -> bytes:
        """Everything, as JSON, for ``load``. **Private**: it holds the secret seed."""
        return msgspec.json.encode(
            SavedTable(
                game=self.game.name,
                preset=self.preset,
                options=self.game.rules.changed(),
                rules_version=self.game.rules_version,
                package=self.package,
                players=self.players,
                practice=self.practice,
                server_seed=self._seeds.secret,
                journal=tuple(
                    entry.acted() if isinstance(entry, _Message) else entry for entry in self._journal
                ),
            )
        )

    @classmethod
    def load(cls, raw: bytes | str, *, game: AnyGame | None = None) -> Table:
        """The table that was saved: same position, version, notices and receipts, and the same cards to come.

        Args:
            game: the game, if it is not in the catalogue.

        Raises:
            InvalidRecord: that is not a saved table, or the rules do not lead where it says.
        """
        return load_saved(cls, raw, game)

    @property
    def last_entry(self) -> Entry:
        """What was done last, as a log keeps it; ``repeat`` does it again at a table that has come as far.

        Raises:
            IllegalAction: nothing was done yet.
        """
        if not self._journal:
            raise IllegalAction("NOT_STARTED", "The cards are not dealt yet.")
        entry = self._journal[-1]
        return entry.acted() if isinstance(entry, _Message) else entry

    def sit(self, seat: int, player: Player) -> None:
        """Give a seat to a player: from now on the record and the sentences have this name.

        Raises:
            InvalidState: there is no such seat.
        """
        self._check_seat(seat, spectators=False)
        self.players = (*self.players[:seat], player, *self.players[seat + 1 :])

    def repeat(self, entry: Entry, step: Step[State] | None = None) -> None:
        """Do what an entry of a journal says; ``step`` as for ``submit``.

        Raises:
            KorthusError: it cannot be done here and now.
        """
        match entry:
            case Seeded(seat, seed):
                self.add_seed(seat, seed)
            case Started():
                self.start()
            case Acted(seat, text, id):
                self.submit(seat, text, id=id, step=step)
            case Resigned(seat):
                self.resign(seat)
            case Undone(seat, agreed):
                self._check_seat(seat)
                self._go_back(seat, agreed)  # it stands, even if it would be refused today


class _Message(NamedTuple):
    """A journal entry whose text is made only when it is asked for."""

    seat: int
    action: Action
    id: str | None

    def acted(self) -> Acted:
        return Acted(self.seat, str(self.action), self.id)
