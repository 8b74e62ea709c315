"""Texts and drawings in a terminal, and read back from what Rich has laid out."""

from __future__ import annotations

import io

import pytest
from tests.support.drawing import drawn

from korthus.cli.drawn import laid_out, line, shown
from korthus.cli.paper import Paper
from korthus.cli.theme import LOOKS
from korthus.core.spans import Part, Span, Text, marked, text
from korthus.core.styles import Style
from korthus.screens.drawing import Column, Drawing, Ends, Frame, Grid

HOSTILE = ("[red]x[/red]", "[/]", "[bold", "\\[x]", "x\\", ":smile:", "<soft>x</>", "{n}")


def coloured(part: Part) -> str:
    out = io.StringIO()
    Paper(file=out, width=80, force_terminal=True, color_system="truecolor").print(line(part))
    return out.getvalue()


def test_every_style_has_a_look_of_its_own_meaning() -> None:
    assert set(LOOKS) == set(Style)
    for style in Style:
        assert coloured(marked(style, "x")).startswith("\x1b["), style


def test_what_stands_in_a_mark_keeps_its_own_colour_and_the_outer_weight() -> None:
    inner = coloured(marked(Style.SOFT, marked(Style.HEARTS, "10♥")))
    assert inner.startswith("\x1b[2;38;2;")
    assert coloured(marked(Style.HEARTS, "10♥")).startswith("\x1b[38;2;")


@pytest.mark.parametrize("words", HOSTILE)
def test_every_block_shows_words_as_they_are(words: str) -> None:
    name = marked(Style.NAME, words)
    blocks: Drawing = (words, name, Ends(text(words), name), Grid(((words, name),)), Frame(name, (words,)))
    assert drawn(blocks).count(words) == 8
    assert laid_out(blocks, 80).plain.count(words) == 8


def test_columns_keep_their_widths_and_sides() -> None:
    columns = (Column(right=True, style=Style.STRONG), Column(most=5, wraps=False), Column(least=6), Column())
    grid = Grid((("1", "a long name", "x", "end"), ("10", "Bo", "y", "")), columns)
    assert [row.rstrip() for row in drawn(grid).splitlines()] == [" 1  a lo…  x       end", "10  Bo     y"]


def test_a_cell_that_wraps_goes_on_below() -> None:
    rows = drawn(Grid((("one two three", "x"),), (Column(most=7), Column())), 40).splitlines()
    assert [row.split() for row in rows] == [["one", "two", "x"], ["three"]]


def test_what_was_laid_out_still_knows_its_styles() -> None:
    heart, soft = marked(Style.HEARTS, "10♥"), marked(Style.SOFT, "of ", marked(Style.STRONG, "3"))
    found = laid_out(
        ("", Grid(((heart, soft),), (Column(), Column(style=Style.NAME))), text("end  "), ""), 40
    )
    assert found.plain == "10♥  of 3\nend"
    assert Span("10♥", (Style.HEARTS,)) in found.spans
    assert Span("of ", (Style.NAME, Style.SOFT)) in found.spans
    assert Span("3", (Style.NAME, Style.SOFT, Style.STRONG)) in found.spans


def test_a_frame_is_soft_around_what_it_holds() -> None:
    found = laid_out((Frame(text("table"), (marked(Style.CLUBS, "9♣"),)),), 20)
    first, middle, last = found.plain.splitlines()
    assert "table" in first
    assert middle.strip("│ ") == "9♣"
    assert len(first) == len(middle) == len(last) == 20
    assert Span("9♣", (Style.CLUBS,)) in found.spans


def test_nothing_laid_out_is_nothing() -> None:
    assert laid_out((), 40) == Text()
    assert laid_out(("", "  "), 40) == Text()
    assert shown("x") == line("x")
