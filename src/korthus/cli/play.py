"""Playing at a terminal: one table, from where it stands to the end of its game.

What a person types is a number of the list shown last, a move in notation, or one of a few words (help,
hint, undo, …). Nothing that is typed ends the game except leaving it, and the table is saved after every
action, so a terminal that dies loses nothing.
"""

from __future__ import annotations

import math
import random
import shlex
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import Final

from korthus.bots.advice import Adviser
from korthus.bots.chair import Fault, for_players
from korthus.bots.driver import BotDriver
from korthus.bots.protocol import Bot, LearningBot
from korthus.bots.random import RandomBot
from korthus.bots.registry import make_bot, plain_player
from korthus.bots.warm import Piece, cold, pieces
from korthus.cli.commands.shelf import rules_command, title
from korthus.cli.compiling import compile_here, players_pieces
from korthus.cli.errors import Refused
from korthus.cli.folders import file_trouble, path_of
from korthus.cli.hints import show_advice
from korthus.cli.opponents import automatic_player, strongest_player
from korthus.cli.result import show_result
from korthus.cli.saves import Keeping, SaveFile
from korthus.cli.seals import keep_closing, keep_seal
from korthus.cli.stand_in import Background, Seated
from korthus.cli.stopping import Terminated
from korthus.cli.terminal import Leave, Terminal
from korthus.cli.turn import Turn
from korthus.cli.words import Word, read_word, says, spellings
from korthus.core.cards import Card
from korthus.core.errors import KorthusError
from korthus.core.protocol import Action
from korthus.core.spans import Text, marked
from korthus.core.styles import Style
from korthus.kernels.code_folders import Trouble
from korthus.kernels.stamps import where
from korthus.locale import LANGUAGES
from korthus.screens.drawing import Grid
from korthus.screens.load import screen_of
from korthus.table.events import ShuffleRevealed, TableEvent, UndoDone
from korthus.table.table import Table

#: How many lines of news are never too many, and how many lines a table and its question take about.
_NEWS: Final = 5
_TABLE: Final = 20


class _Left(Exception):
    """The person has left the table and has been told what became of it."""


class Play:
    """A game going on at a terminal."""

    def __init__(
        self,
        terminal: Terminal,
        table: Table,
        keeping: Keeping,
        rng: random.Random,
        memory: Path | None = None,
        *,
        waits: bool = False,
    ) -> None:
        """Seat the players of a table.

        Args:
            rng: the luck of the computer players.
            waits: whether the game waits for players that are compiled; otherwise others play for them.
            memory: where the one that learns keeps what it knows.

        Raises:
            InvalidOptions: the memory holds something else.
            Refused: there is a memory, but nobody who learns, or more than one.
        """
        self.terminal = terminal
        self.table = table
        self.game = table.game
        self.screen = screen_of(table.game)
        self.names = tuple(player.name for player in table.players)
        self._keeping = keeping
        #: What was said last about where the table is kept.
        self._told_trouble: tuple[str, Path | None] | None = None
        self._rng = rng
        bots = {
            seat: self._make_bot(player.bot)
            for seat, player in enumerate(table.players)
            if player.bot is not None
        }
        self._learners = [bot for bot in bots.values() if isinstance(bot, LearningBot)]
        self._memory = memory
        self._teach()
        self._bots = tuple(bots.values())
        #: What has to be compiled before anybody plays.
        self._awaited: list[Piece] = []
        #: Whether the game waits for the compiler.
        self._waits = waits or not terminal.attended or where().trouble is Trouble.MEMORY
        self._background = self._compile()
        #: The players who have been asked in a person's seat, and got ready for it.
        self._asked: set[str] = set()
        #: What was said while somebody thought; a screen that is wiped must not take it along.
        self._asides: list[Text] = []
        seated = {seat: self._seated(seat, bot) for seat, bot in bots.items()}
        self._driver = BotDriver(table, seated, tell=self._say_lost)
        self._people = tuple(seat for seat in range(table.seats) if seat not in bots)
        #: How many notices each person has read, and what all of them together have (None).
        self._read: dict[int | None, int] = dict.fromkeys((None, *self._people), 0)
        #: The person before the screen, where several share it.
        self._looking: int | None = None
        #: Whether nothing but the introduction has been shown.
        self._introduced = True
        self._does = self._words()

    def _words(self) -> dict[Word, Callable[[Turn, str], None]]:
        """What each word that a person may type at the table does."""
        return {
            Word.HELP: self._help,
            Word.HINT: self._hint,
            Word.AUTO: self._auto,
            Word.UNDO: self._undo,
            Word.LIST: self._list,
            Word.MORE: self._more,
            Word.BACK: self._back,
            Word.VIEW: self._view,
            Word.LOG: self._log,
            Word.RULES: self._rules,
            Word.LANG: self._lang,
            Word.SAVE: self._save,
            Word.QUIT: self._quit,
        }

    def _teach(self) -> None:
        """Give the player that learns what it knew, if it has a memory."""
        if self._memory is None:
            return
        if len(self._learners) != 1:
            raise Refused("ONE_LEARNER", count=len(self._learners))
        with file_trouble(self._memory):
            if self._memory.exists():
                self._learners[0].load(self._memory)

    def run(self) -> None:
        """Play until the game is over or everybody has left; it is saved, or they are told."""
        try:
            self._keep()
            if self._keeping.trouble is None:
                self.terminal.say("common.play.saves")
            self._wait()
            self._say_notes()
            while (seat := self.table.to_act) is not None:
                if seat in self._people:
                    self._person_acts(seat)
                else:
                    with self._thinking(seat):
                        self._driver.step()
                self._keep()
        except (Leave, KeyboardInterrupt) as gone:
            self.terminal.blank()
            self._say_kept()
            if isinstance(gone, Terminated):
                raise
        except _Left:
            pass
        else:
            self._end()
        finally:
            if self._background is not None:
                self._background.close()

    def _compile(self) -> Background | None:
        """See to it that the computer players get compiled: before the first move, or during the game."""
        todo = cold(players_pieces(self.game, self.table.seats, (bot.name for bot in self._bots)))
        if not todo:
            return None
        if self._waits:
            self._awaited = todo
            return None
        return self._all_in_background()

    def _all_in_background(self) -> Background:
        return Background(self.game.name, cold(pieces((self.game.name,), at_random=False)))

    def _wait(self) -> None:
        """Compile what is awaited. On a terminal the table is shown meanwhile; what is typed is no move."""
        if not self._awaited:
            return
        live = self.terminal.live
        if live and len(self._people) == 1:
            self.terminal.blank()
            self._show_table(self._people[0])
        compile_here(self.terminal, self._awaited, self.terminal.console if live else None)
        self.terminal.forget_typed()
        if live:
            self.terminal.fresh()

    def _seated(self, seat: int, bot: Bot) -> Seated:
        return Seated(bot, partial(self._say_instead, seat), self._background)

    def _say_instead(self, seat: int, key: str, **params: object) -> None:
        """Say who plays for a computer player, and why; it is called what the table calls it."""
        tr = self.terminal.tr
        who = {"player": self.names[seat], "level": self.table.players[seat].bot}
        said = {name: tr.phrase(value) if isinstance(value, str) else value for name, value in params.items()}
        words = tr.text(f"common.play.instead.{key}", **who, **said)
        if self.terminal.live:
            self._asides.append(words)
        else:
            self.terminal.show(words)

    def _say_lost(self, seat: int, fault: Fault) -> None:
        """Say that nobody who stands in could play either; the whole reason may name cards of the hand."""
        trouble = self.terminal.tr(f"tools.lost.{fault.why}")
        self._say_instead(seat, "failed", by=RandomBot.name, trouble=trouble)

    def _left(self, level: str) -> float | None:
        """Seconds until a level is compiled, about; None if it is."""
        return None if self._background is None else self._background.left(level)

    def _adviser_left(self, name: str) -> float | None:
        """Seconds until a player can be asked in a person's seat, about; None if it can be now.

        It gets ready for it if need be: before it answers, where the game waits for players.
        """
        if self._background is None and name not in self._asked:
            self._asked.add(name)
            todo = cold(players_pieces(self.game, self.table.seats, [name]))
            if todo and self._waits:
                compile_here(self.terminal, todo, self.terminal.console if self.terminal.live else None)
            elif todo:
                self._background = self._all_in_background()
        return self._left(name)

    def _say_notes(self) -> None:
        """Say what is different about a computer player under these rules, and about the cards."""
        known = self._bots if self._background is None else ()  # asking them loads the compiler
        notes = dict.fromkeys(bot.note_at(self.table.seats) for bot in known)
        for note in filter(None, notes):
            self.terminal.say("common.play.bot_note", note=self.terminal.tr.phrase(note))
        if not self.terminal.has_suits and any(isinstance(card, Card) for card in self.game.deck()):
            self.terminal.say("common.play.suit_letters")

    def _keep(self) -> None:
        """Save the table. If its place cannot be written, say so when it changes and play on."""
        keeping = self._keeping
        keeping.keep(self.table)
        if keeping.trouble is None:
            self._told_trouble = None
            return
        news = (keeping.trouble.reason, keeping.file)
        if news != self._told_trouble:
            self._told_trouble = news
            self.terminal.refuse(keeping.trouble)
            if keeping.file is None:
                self.terminal.say("common.play.not_kept")
            else:
                self.terminal.say("common.play.kept_elsewhere", file=str(keeping.file))

    def _say_kept(self) -> None:
        """Say where the table is, as whoever leaves it must know."""
        keeping = self._keeping
        if keeping.file is None:
            self.terminal.say("common.play.lost")
            if keeping.trouble is not None:
                self.terminal.refuse(keeping.trouble)
        elif keeping.usual:
            self.terminal.say("common.play.kept")
            self.terminal.say("common.play.kept_file", file=str(keeping.file))
        else:
            self.terminal.say("common.play.kept_at", file=shlex.quote(str(keeping.file)))

    # -- turns -------------------------------------------------------------------------------------

    def _make_bot(self, name: str) -> Bot:
        return make_bot(name, self.game, random.Random(self._rng.getrandbits(64)))

    def _thinking(self, seat: int) -> AbstractContextManager[object]:
        """On a terminal, a line that says who is thinking, for as long as it takes."""
        if not self.terminal.live:
            return nullcontext()
        words = self.terminal.tr.text("common.play.thinking", player=self.names[seat])
        return self.terminal.working(words)

    def _person_acts(self, seat: int) -> None:
        if len(self._people) > 1 and seat != self._looking:
            self._looking = None
            self._hand_over(seat)
        self._looking = seat
        turn = Turn(self.terminal, self.game, self.screen, self.table.view(seat), seat)
        self._draw(turn)
        while not turn.done:
            try:
                self._hear(turn, self.terminal.ask())
            except KorthusError as error:
                self.terminal.refuse(error)

    def _hand_over(self, seat: int) -> None:
        """Wipe the screen if cards have been shown, and wait until the next person sits before it."""
        if not self._introduced:
            self.terminal.hide()
        self.terminal.say("common.play.pass", player=self.names[seat])
        self.terminal.ask()

    def _hear(self, turn: Turn, line: str) -> None:
        word = read_word(line, self.terminal.tr)
        if word is not None:
            self._does[word[0]](turn, word[1])
        elif not line:
            turn.restart()
            turn.show()
        else:
            action = turn.read(line)
            if action is None:
                turn.show()
            else:
                self._submit(turn, action)

    def _submit(self, turn: Turn, action: Action) -> None:
        told = {seat: len(self.table.told(seat)) for seat in (None, turn.seat)}
        self.table.submit(turn.seat, action, self.table.version)
        self._read |= told
        turn.done = True

    # -- drawing -----------------------------------------------------------------------------------

    def _draw(self, turn: Turn) -> None:
        """A fresh screen (the first is below the introduction): what happened, the table, the question."""
        if self._introduced:
            self.terminal.blank()
            self._introduced = False
        else:
            self.terminal.fresh()
        self._show_news(turn.seat)
        self.terminal.show(*self._asides)
        self._asides.clear()
        self._show_table(turn.seat)
        turn.show(self.terminal.tr.text("common.play.your_turn", player=self.names[turn.seat]))

    def _show_table(self, seat: int | None) -> None:
        self.terminal.show(self.screen.table(self.table.view(seat), self.terminal.tr, self.names))

    def _show_news(self, seat: int | None) -> None:
        """What a seat has been told since its last turn.

        On a terminal a long story has a screen of its own, so that the table is not pushed out of sight.
        """
        lines = self._lines(seat, self._read[seat])
        self.terminal.show(*lines)
        if self._pause_after(max(0, self.terminal.lines_of(*lines) - _NEWS) + _TABLE):
            self.terminal.fresh()

    def _pause_after(self, lines: int) -> bool:
        """Wait for Enter on a terminal if that many lines would not fit into it; whether that was so."""
        if not self.terminal.live or lines < self.terminal.console.height:
            return False
        self.terminal.say("common.play.go_on")
        self.terminal.ask()
        return True

    def _lines(self, seat: int | None, after: int = 0) -> list[Text]:
        """What a seat was told after a sequence number, as sentences."""
        lines: list[Text] = []
        for notice in self.table.told(seat, after=after):
            event = notice.event
            if isinstance(event, UndoDone):
                lines.append(self.terminal.tr.text("common.play.undone"))
            elif not isinstance(event, TableEvent):
                sentence = self.screen.event(event, self.terminal.tr, self.names, seat)
                if sentence is not None:
                    lines.append(sentence)
        return lines

    # -- words -------------------------------------------------------------------------------------

    def _help(self, turn: Turn, _: str) -> None:
        tr = self.terminal.tr
        rules = self.screen.help(turn.view, tr)
        self.terminal.show(rules)
        self._pause_after(self.terminal.lines_of(rules) + len(Word) + 4)
        self.terminal.blank()
        self.terminal.show(marked(Style.HEADING, tr("common.help.title")))
        rows = [(marked(Style.STRONG, "1, 2, …"), tr.text("common.help.number"))]
        for word in Word:
            if word is not Word.UNDO or self.table.practice:
                rows.append((marked(Style.STRONG, spellings(word, tr)[0]), tr.text(f"common.help.{word}")))
        self.terminal.show(Grid(tuple(rows)))
        self.terminal.say("common.help.notation", example=turn.example)

    def _hint(self, turn: Turn, _: str) -> None:
        name = strongest_player(self.game.name)
        left = self._adviser_left(name)
        if left is not None:
            raise Refused("ADVISER_COMPILES", seconds=math.ceil(left))
        bot = self._told(turn, name)
        if not isinstance(bot, Adviser):
            self._advise(turn, name, "common.play.hint")
            return
        with self._thinking(turn.seat):
            advice = bot.hint(turn.view)
        show_advice(self.terminal, turn, name, advice)
        self.terminal.blank()
        turn.show_again()  # numbers mean the list shown last

    def _auto(self, turn: Turn, _: str) -> None:
        name = automatic_player(self.game.name)
        if self._adviser_left(name) is not None:
            name = plain_player(self.game.name)
        self._submit(turn, self._advise(turn, name, "common.play.auto"))

    def _advise(self, turn: Turn, name: str, key: str) -> Action:
        """Ask a computer player in this seat, and say what it would do."""
        bot = self._told(turn, name)
        with self._thinking(turn.seat):
            action = bot.choose(turn.view)
        self.terminal.say(key, bot=name, label=turn.describe(action), action=str(action))
        return action

    def _told(self, turn: Turn, name: str) -> Bot:
        """A computer player that knows what the seat knows."""
        bot = self._make_bot(name)
        bot.observe(for_players(self.table.told(turn.seat)))
        return bot

    def _undo(self, turn: Turn, _: str) -> None:
        told = len(self.table.told(turn.seat))
        self.table.undo(turn.seat)
        self._read[turn.seat] = told  # what was taken back is no news any more
        turn.done = True

    def _list(self, turn: Turn, _: str) -> None:
        turn.whole_list()
        turn.show()

    def _more(self, turn: Turn, _: str) -> None:
        turn.show()

    def _back(self, turn: Turn, _: str) -> None:
        turn.restart()
        turn.show()

    def _view(self, turn: Turn, _: str) -> None:
        turn.restart()
        self._draw(turn)

    def _log(self, turn: Turn, _: str) -> None:
        lines = self._lines(turn.seat)
        self.terminal.show(*lines or [self.terminal.tr.text("common.play.quiet_so_far")])

    def _rules(self, turn: Turn, _: str) -> None:
        rules_command(self.terminal, self.game.name)

    def _lang(self, turn: Turn, language: str) -> None:
        if language.lower() not in LANGUAGES:
            raise Refused("NO_SUCH_LANGUAGE", languages=tuple(LANGUAGES))
        self.terminal.speak(language.lower())
        self._view(turn, "")

    def _save(self, turn: Turn, name: str) -> None:
        if name:
            file = path_of(name)
            SaveFile(file).keep(self.table)
            self.terminal.say("common.play.saved", file=str(file))
            return
        self._told_trouble = None  # whoever asks is told again
        self._keep()
        if self._keeping.trouble is None:
            self.terminal.say("common.play.saved", file=str(self._keeping.file))

    def _quit(self, turn: Turn, _: str) -> None:
        self.terminal.say("common.play.keep")
        if says("no", self.terminal.ask(), self.terminal.tr):
            self._keeping.drop()
            self.terminal.say("common.play.dropped")
            raise _Left
        self._keeping.keep(self.table)
        if self._keeping.file is None:
            assert self._keeping.trouble is not None, "what is not kept has a reason"
            self.terminal.refuse(self._keeping.trouble)
            raise Refused("NOT_KEPT")
        self._say_kept()
        raise _Left

    # -- the end -----------------------------------------------------------------------------------

    def _end(self) -> None:
        """Write the record; show the last news, the table, the result and where the record lies."""
        try:
            record = self._keeping.finish(self.table)
            trouble = self._keeping.trouble
        except Refused as error:
            record, trouble = self._keeping.file, error
        self._driver.tell_the_end()
        seat = self._people[0] if len(self._people) == 1 else None
        self.terminal.fresh()
        self._show_news(seat)
        self._show_table(seat)
        outcome = self.table.outcome
        assert outcome is not None, "a game that is over has an outcome"
        self.terminal.say("common.end.over")
        show_result(self.terminal, self.game.name, outcome, self.names, self._people)
        for bot in self._learners:
            self.terminal.say("common.end.learned", bot=bot.name, report=bot.report())
            self._remember(bot)
        for notice in self.table.told(None):
            if isinstance(notice.event, ShuffleRevealed):
                self.terminal.say("common.end.seed", seed=notice.event.server_seed)
                self.terminal.say("common.end.closing", closing=notice.event.closing)
        if trouble is not None:
            self.terminal.refuse(trouble)
        if record is None:
            self.terminal.say("common.end.no_record")
        else:
            self.terminal.say("common.end.record", file=str(record))
            self.terminal.say("common.end.verify")
            try:
                keep_closing(self.table, record)
            except Refused:
                self.terminal.say("common.end.note_closing")

    def _remember(self, bot: LearningBot) -> None:
        """Keep what a bot knows, if there is a place for it."""
        if self._memory is None:
            return
        try:
            with file_trouble(self._memory):
                bot.save(self._memory)
        except Refused as error:
            self.terminal.refuse(error)


def introduce(terminal: Terminal, table: Table) -> None:
    """Say what is played, by whom, and the seal of the shuffle."""
    players = " · ".join(
        player.name if player.bot is None else f"{player.name} ({player.bot})" for player in table.players
    )
    terminal.say("common.play.opened", game=title(terminal, table.game.name), players=players)
    terminal.say("common.play.commitment", commitment=table.commitment)
    try:
        keep_seal(table)
    except Refused:  # why, is said where the table cannot be saved either
        terminal.say("common.play.note_seal")
    terminal.say("common.play.hint_line")
    if table.practice:
        terminal.say("common.play.practice")
