"""``korthus`` without a command: a menu of games, and the few questions before one begins."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from rich.table import Table as Grid

import korthus
from korthus.bots.registry import bot_names
from korthus.cli.commands.shelf import preset_words, rules_command, title
from korthus.cli.errors import Refused
from korthus.cli.lists import in_columns
from korthus.cli.opening import HUMAN, Wishes, new_game, resume_game, usual_seats
from korthus.cli.opponents import usual_opponent
from korthus.cli.saves import game_of_file, saved_games_in_sight
from korthus.cli.stopping import Terminated
from korthus.cli.terminal import Leave, Terminal
from korthus.cli.words import Word, read_word
from korthus.core.errors import KorthusError
from korthus.core.protocol import AnyGame
from korthus.core.spans import Part, Text, marked, text
from korthus.core.styles import Style
from korthus.games.catalogue import GameInfo
from korthus.locale import LANGUAGES, Translator
from korthus.web.pages.words import about_level


class _Back(Exception):
    """The person wants the menu again."""


class Chooser:
    """The menu, and what it remembers between games."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self._games = korthus.catalogue()
        self._practice = False

    def run(self) -> None:
        """Show the menu until the person leaves."""
        try:
            while self._once():
                pass
        except Terminated:
            raise
        except (Leave, KeyboardInterrupt):
            self.terminal.blank()
        self.terminal.say("common.menu.goodbye")

    def _once(self) -> bool:
        """One round of the menu; False when the person leaves."""
        saved = saved_games_in_sight()[:1]
        self._show(saved)
        answer = self.terminal.ask().lower()
        try:
            word = read_word(answer, self.terminal.tr)
            if word is not None and word[0] is Word.QUIT:
                return False
            if word is not None and word[0] is Word.HELP:
                self.terminal.say("common.menu.help")
            else:
                self._do(answer, saved)
        except _Back:
            pass
        except KorthusError as error:
            self.terminal.refuse(error)
        return True

    def _show(self, saved: Sequence[Path]) -> None:
        tr = self.terminal.tr
        self.terminal.blank()
        self.terminal.say("common.menu.title")
        self.terminal.blank()
        self._show_games()
        self.terminal.blank()
        entries = []
        if saved:
            when = datetime.fromtimestamp(saved[0].stat().st_mtime)
            game = title(self.terminal, game_of_file(saved[0]))
            entries.append(("c", tr("common.menu.continue", game=game, when=f"{when:%Y-%m-%d %H:%M}")))
        state = tr("common.menu.on" if self._practice else "common.menu.off")
        entries += [
            ("p", tr("common.menu.practice", state=state)),
            ("r", tr("common.menu.rules")),
            ("l", tr("common.menu.language", language=tr("common.language"))),
            ("q", tr("common.menu.leave")),
        ]
        self.terminal.show(in_columns(entries, self.terminal.console.width, most=1))

    def _show_games(self) -> None:
        grid = Grid.grid(padding=(0, 2, 0, 0))
        grid.add_column(style="number")
        grid.add_column(style="bold", no_wrap=True)
        grid.add_column()
        for number, info in enumerate(self._games, 1):
            tagline = self.terminal.tr(f"{info.name}.tagline")
            grid.add_row(str(number), title(self.terminal, info.name), tagline)
        self.terminal.show(grid)

    def _do(self, answer: str, saved: Sequence[Path]) -> None:
        match answer:
            case "":
                return
            case "c" if saved:
                resume_game(self.terminal, str(saved[0]))
            case "p":
                self._practice = not self._practice
            case "r":
                self._read_rules()
            case "l":
                self._change_language()
            case _:
                self._play(self._game(answer))

    def _game(self, answer: str) -> GameInfo:
        """The game that an answer means: its number, or the beginning of its name."""
        for number, info in enumerate(self._games, 1):
            if answer == str(number) or info.name.startswith(answer):
                return info
        raise Refused("NO_SUCH_ANSWER", text=answer[:20])

    def _play(self, info: GameInfo) -> None:
        preset = self._preset(info)
        settings = self._length(info, preset)
        seats = self._seats(info, korthus.game(info.name, preset))
        opponent = self._opponent(info)
        new_game(
            self.terminal,
            Wishes(
                game=info.name,
                preset=preset,
                settings=settings,
                seats=seats,
                vs=opponent,
                practice=self._practice,
            ),
        )

    def _preset(self, info: GameInfo) -> str:
        default = info.presets[0]
        if len(info.presets) == 1:
            return default
        self.terminal.say("common.menu.which_preset", default=default)
        entries = [
            (name, _entry(name, marked(Style.SOFT, preset_words(self.terminal, info.name, name))))
            for name in info.presets
        ]
        return self._pick(entries, default)

    def _length(self, info: GameInfo, preset: str) -> tuple[str, ...]:
        """How long a session is, for a game that asks: the setting, or none for the usual length."""
        option = info.length_option
        if option is None:
            return ()
        default = getattr(korthus.game(info.name, preset).rules, option)
        self.terminal.say(f"{info.name}.menu.{option}", default=default)
        while True:
            answer = self._answer("common.menu.help_number")
            if not answer:
                return ()
            try:
                korthus.game(info.name, preset, **{option: answer})
            except KorthusError as error:
                self.terminal.refuse(error)
            else:
                return (f"{option}={answer}",)

    def _seats(self, info: GameInfo, game: AnyGame) -> int:
        default = usual_seats(info.min_seats, info.max_seats)
        if info.min_seats == info.max_seats:
            return default
        self.terminal.say("common.menu.how_many", least=info.min_seats, most=info.max_seats, default=default)
        while True:
            answer = self._answer("common.menu.help_number")
            if not answer:
                return default
            if not (answer.isdecimal() and len(answer) < 4):
                self.terminal.refuse(Refused("NO_SUCH_ANSWER", text=answer[:20]))
                continue
            try:
                game.new(int(answer))
            except KorthusError as error:
                self.terminal.refuse(error)
            else:
                return int(answer)

    def _opponent(self, info: GameInfo) -> str:
        default = usual_opponent(info.name)
        self.terminal.say("common.menu.which_opponent", default=default)
        entries = [
            (name, _entry(name, about_level(info.name, name, self.terminal.tr)))
            for name in bot_names(info.name)
        ]
        human = self.terminal.tr("common.menu.human")
        return self._pick([*entries, (HUMAN, _entry(HUMAN, human))], default)

    def _read_rules(self) -> None:
        self.terminal.say("common.menu.which_game")
        self._show_games()
        rules_command(self.terminal, self._game(self._answer()).name)
        if self.terminal.live:
            self.terminal.say("common.menu.enter")
            self.terminal.ask()

    def _change_language(self) -> None:
        self.terminal.say("common.menu.which_language")
        entries = [(code, text(f"{code}  {Translator(code)('common.language')}")) for code in LANGUAGES]
        self.terminal.speak(self._pick(entries, self.terminal.tr.language))

    # -- answers -----------------------------------------------------------------------------------

    def _answer(self, help_key: str = "common.menu.help_question") -> str:
        """A line in lower case; ``back`` and ``quit`` lead to the menu, and ``?`` tells what can be typed."""
        while True:
            answer = self.terminal.ask().lower()
            word = read_word(answer, self.terminal.tr)
            if word is not None and word[0] in (Word.BACK, Word.QUIT):
                raise _Back
            if word is None or word[0] is not Word.HELP:
                return answer
            self.terminal.say(help_key)

    def _pick(self, entries: Sequence[tuple[str, Text]], default: str) -> str:
        """One of some named things, by number or name; nothing means the default."""
        lines = [(str(number), label) for number, (_, label) in enumerate(entries, 1)]
        self.terminal.show(in_columns(lines, self.terminal.console.width, most=1))
        while True:
            answer = self._answer()
            if not answer:
                return default
            for number, (name, _) in enumerate(entries, 1):
                if answer in (str(number), name):
                    return name
            self.terminal.refuse(Refused("NO_SUCH_ANSWER", text=answer[:20]))


def _entry(name: str, about: Part) -> Text:
    return text(marked(Style.NAME, name), "  ", about)
