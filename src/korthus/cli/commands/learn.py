"""``korthus learn``: the lessons of a game at the terminal, one position after the other."""

from __future__ import annotations

from typing import Annotated

from korthus.cli.command import command
from korthus.cli.commands.shelf import title as title_of
from korthus.cli.options import GameName, option
from korthus.cli.setup import make_game
from korthus.cli.terminal import Leave, Terminal
from korthus.cli.turn import Turn
from korthus.cli.words import Word, read_word, spellings
from korthus.core.errors import KorthusError
from korthus.core.protocol import View, visible
from korthus.core.spans import Text, marked, text
from korthus.core.styles import Style
from korthus.lessons.brings import lessons_of
from korthus.lessons.course import begin, lesson_of, move, names_at
from korthus.lessons.errors import LessonError
from korthus.lessons.lesson import Lesson
from korthus.screens.load import screen_of
from korthus.screens.marked import read_refusal


@command("learn", examples=("korthus learn mulle", "korthus learn mus --lesson 5"), draws=True)
def learn_command(
    terminal: Terminal,
    game: GameName,
    /,
    *,
    lesson: Annotated[int, option("lessons.cli.lesson")] = 1,
) -> None:
    """Go through the lessons of a game, from the first or from another.

    Raises:
        InvalidOptions: there is no such game.
        LessonError: it has no lessons, or not as many.
    """
    name = make_game(game, None, ()).name
    lessons = lessons_of(name)
    if not lessons:
        raise LessonError("NO_LESSONS", game=name)
    lesson_of(name, lesson)  # refuses a number that is not there
    tr = terminal.tr
    words = {f"word_{word}": spellings(word, tr)[0] for word in (Word.HINT, Word.LIST, Word.QUIT)}
    terminal.say("lessons.cli.intro", **words)
    try:
        for number in range(lesson, len(lessons) + 1):
            _Learning(terminal, name, number, lessons[number - 1]).play()
            if number < len(lessons):
                terminal.say("lessons.cli.next")
                _until_enter(terminal)
        terminal.say("lessons.cli.end", game=name)
    except Leave:
        terminal.say("lessons.cli.left")


def _until_enter(terminal: Terminal) -> None:
    word = read_word(terminal.ask(), terminal.tr)
    if word is not None and word[0] is Word.QUIT:
        raise Leave


class _Learning:
    """One lesson at the terminal."""

    def __init__(self, terminal: Terminal, game: str, number: int, lesson: Lesson) -> None:
        self._terminal = terminal
        self._number = number
        self._moment = begin(game, lesson)
        self._screen = screen_of(self._moment.game)
        self._names = names_at(self._moment, terminal.tr("lessons.cli.you"))
        self._game = game

    def play(self) -> None:
        """Ask until every goal is met.

        Raises:
            Leave: the person goes.
        """
        terminal, words = self._terminal, self._moment.lesson.words(self._terminal.tr.language)
        count = len(lessons_of(self._game))
        terminal.fresh()
        place = {"number": self._number, "count": count}
        title = terminal.tr("lessons.place", game=title_of(terminal, self._game), **place)
        terminal.show(text(marked(Style.SOFT, title), "  ", marked(Style.STRONG, words.title)))
        while not self._moment.is_done:
            terminal.show(text(words.task))
            self._show_table()
            self._move()
        self._show_table()
        terminal.show(marked(Style.STRONG, words.why))

    @property
    def _view(self) -> View:
        view: View = self._moment.game.view(self._moment.state, self._moment.seat)
        return view

    def _show_table(self) -> None:
        self._terminal.show(self._screen.table(self._view, self._terminal.tr, self._names))

    def _move(self) -> None:
        """Ask until a move is taken."""
        terminal, moment = self._terminal, self._moment
        turn = Turn(terminal, moment.game, self._screen, self._view, moment.seat)
        turn.show()
        while self._moment is moment:
            line = terminal.ask()
            word = read_word(line, terminal.tr)
            try:
                if word is not None:
                    self._do(word[0], turn)
                elif line and (action := turn.read(line)) is not None:
                    self._moment = move(moment, str(action))
                else:
                    turn.show()
            except KorthusError as error:
                terminal.refuse(error)
        self._tell()

    def _do(self, word: Word, turn: Turn) -> None:
        """What a word asks for: the whole list of actions, leaving, and for anything else the hint."""
        if word is Word.QUIT:
            raise Leave
        if word is Word.LIST:
            turn.whole_list()
            turn.show()
            return
        self._terminal.show(self._hint(turn))

    def _hint(self, turn: Turn) -> Text:
        moment = self._moment
        assert moment.hint is not None
        notation = marked(Style.SOFT, moment.hint)
        if moment.step is not None and moment.step.refused:
            return text(self._terminal.tr.text("lessons.hint.try_this"), " ", notation)
        return text(turn.describe(moment.game.parse(moment.hint)), "  ", notation)

    def _tell(self) -> None:
        """What came of the move."""
        terminal, moment = self._terminal, self._moment
        if moment.refusal is not None:
            terminal.say("lessons.because", reason=read_refusal(moment.refusal, terminal.tr))
        for event in visible(moment.events[-1], moment.seat):
            sentence = self._screen.event(event, terminal.tr, self._names, moment.seat)
            if sentence is not None:
                terminal.show("  " + sentence)
