"""Lines in and words out, through a pipe."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.table import Table as Grid

from korthus.cli import paper
from korthus.cli.terminal import Leave, Terminal
from korthus.cli.words import Word, read_word, says, spellings
from korthus.core.errors import IllegalAction
from korthus.core.spans import marked
from korthus.core.styles import Style
from korthus.locale import LANGUAGES, Translator
from korthus.locale.language import preferred


def terminal(text: str, language: str = "en") -> tuple[Terminal, io.StringIO]:
    out = io.StringIO()
    return Terminal(language, stdin=io.StringIO(text), stdout=out), out


def test_lines_are_stripped_and_written_back() -> None:
    term, out = terminal("  one \r\ntwo")
    assert term.ask() == "one"
    assert term.ask() == "two"
    assert out.getvalue().splitlines() == [">   one ", "> two"]
    with pytest.raises(Leave):
        term.ask()


def test_a_hostile_line_is_refused_and_the_next_one_read() -> None:
    term, out = terminal("x" * 1_000_000 + "\n" + "é" * 3000 + "\nnext\n")
    assert term.ask() == "next"
    assert out.getvalue().count("[TOO_LONG]") == 2
    assert len(out.getvalue()) < 2_000


def test_what_is_filled_in_is_no_markup() -> None:
    term, out = terminal("")
    term.say("common.play.your_turn", player="[red]Bo[/red] [/]")
    assert out.getvalue() == "Your turn, [red]Bo[/red] [/].\n"


def test_what_people_write_is_no_picture_and_no_style() -> None:
    """Rich would read ``:b:`` and ``:smile:`` as pictures, ``[bold]`` as a style, and fail at ``[/]``."""
    out = io.StringIO()
    terminal = Terminal(stdin=io.StringIO("a:b:c\n"), stdout=out)
    terminal.say("common.play.saved", file="/tmp/a:b:c/:smile:.json")
    terminal.show("[bold]x:b:y[/]", marked(Style.NAME, "[b]u:b:v"))
    grid = Grid()
    grid.add_row("p:b:q[/]")
    terminal.show(grid)
    terminal.ask()
    for text in ("/tmp/a:b:c/:smile:.json", "[bold]x:b:y[/]", "[b]u:b:v", "p:b:q[/]", "> a:b:c"):
        assert text in out.getvalue()
    assert terminal.lines_of(":b:" * 40) == 2


def test_everything_is_written_on_the_paper() -> None:
    """A console of Rich's own, its status line and ``Text.from_markup`` read more into people's text."""
    allowed = {"paper.py": {"Console("}, "terminal.py": {"console.status("}}
    wrong = r"\bConsole\(|\bfrom_markup\(|\bconsole\.status\(|rich\.markup|\[/\]|markup=True"
    files = sorted(Path(paper.__file__).parent.rglob("*.py"))
    assert len(files) > 40
    for file in files:
        found = set(re.findall(wrong, file.read_text("utf-8")))
        assert found <= allowed.get(file.name, set()), file.name


def test_a_refusal_has_sentence_and_code_in_the_language_of_the_moment() -> None:
    term, out = terminal("")
    error = IllegalAction("GAME_OVER", "The game is over.")
    term.refuse(error)
    term.speak("sv")
    term.refuse(error)
    assert out.getvalue().splitlines() == ["The game is over. [GAME_OVER]", "Partiet är slut. [GAME_OVER]"]


def test_a_pipe_gets_no_control_characters() -> None:
    term, out = terminal("\n")
    term.fresh()
    term.hide()
    term.ask()
    assert "\x1b" not in out.getvalue()
    assert not term.live


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_unambiguous_and_english_always_works(language: str) -> None:
    tr = Translator(language)
    owners: dict[str, Word] = {}
    for word in Word:
        for spelling in spellings(word, tr):
            assert owners.setdefault(spelling, word) is word
            assert read_word(spelling.upper(), tr) == (word, "")
        assert read_word(str(word), tr) == (word, "")


def test_only_some_words_take_more() -> None:
    tr = Translator("sv")
    assert read_word("spara /tmp/x y", tr) == (Word.SAVE, "/tmp/x y")
    assert read_word("språk es", tr) == (Word.LANG, "es")
    assert read_word("tips nu", tr) is None
    assert read_word("KL 9", tr) is None
    assert read_word("", tr) is None


def test_yes_and_no() -> None:
    assert says("no", " Nej", Translator("sv"))
    assert says("yes", "sí", Translator("es"))
    assert not says("no", "nope", Translator("en"))


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "es"}, "es"),
        ({"LANG": "sv-SE"}, "sv"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "es_MX.UTF-8", "LANG": "sv_SE"}, "es"),
        ({"LC_ALL": "", "LANG": "sv_SE"}, "sv"),
    ],
)
def test_the_language_of_the_environment(environ: dict[str, str], language: str) -> None:
    assert preferred(environ) == language
