"""The table as text and as a picture: what the terminal shows, without the terminal's library."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest
from tests.envs.courses import GAMES, course
from tests.support.drawing import drawn

from korthus.core.spans import marked, text
from korthus.core.styles import Style
from korthus.envs.layout import laid_out
from korthus.envs.picture import COLUMNS, LINES, rgb, svg
from korthus.envs.rendering import table_lines, table_text
from korthus.locale import Translator
from korthus.screens.drawing import Column, Ends, Frame, Grid
from korthus.screens.load import screen_of

OF_THE_HOUSE = [name for name in GAMES if name not in ("scopa", "high card")]
NAMES = ("Anna", "Bo", "Cy")


def lines(*blocks: object, width: int = 80) -> list[str]:
    """A drawing in plain lines."""
    return [line.plain for line in laid_out(blocks, width)]  # type: ignore[arg-type]


@pytest.mark.parametrize("name", OF_THE_HOUSE)
def test_a_table_reads_as_in_the_terminal(name: str) -> None:
    game, seats = GAMES[name]
    compared = 0
    for number, moment in enumerate(course(game, seats)):
        if number % 5 == 0:
            seat = game.to_act(moment.state)
            view = game.view(moment.state, seat if seat is not None and seat >= 0 else 0)
            drawing = screen_of(game).table(view, Translator("en"), NAMES[:seats])
            theirs = [line.rstrip() for line in drawn(drawing).rstrip("\n").split("\n")]
            assert table_text(game, view, NAMES[:seats]).rstrip("\n").split("\n") == theirs
            compared += 1
    assert compared > 1


def test_grids_have_columns_as_wide_as_their_cells() -> None:
    grid = Grid((("a", "bb", "1"), ("ccc", "d", "22")), (Column(), Column(), Column(right=True)))
    assert lines(grid) == ["a    bb   1", "ccc  d   22"]


def test_what_is_too_wide_is_wrapped_or_cut() -> None:
    assert lines("one two three four", width=9) == ["one two", "three", "four"]
    assert lines("x" * 12, width=5) == ["xxxxx", "xxxxx", "xx"]
    assert lines(Grid((("ab", "one two three"),)), width=11) == ["ab  one two", "    three"]
    assert lines(Grid((("ab", "one two three"),), (Column(), Column(wraps=False))), width=11) == [
        "ab  one tw…"
    ]
    assert lines("a\n\nb") == ["a", "", "b"]
    assert lines("") == [""]


def test_frames_and_ends_are_as_wide_as_they_are_asked_to_be() -> None:
    assert lines(Frame(text("T"), ("inside",)), width=12) == ["╭─ T ──────╮", "│ inside   │", "╰──────────╯"]
    assert lines(Ends(text("left"), text("right")), width=12) == ["left   right"]


def test_styles_stay_with_their_signs() -> None:
    (line,) = laid_out((marked(Style.CARD, "9♥") + " and more",), 40)
    assert [(span.text, span.styles) for span in line.spans] == [("9♥", (Style.CARD,)), (" and more", ())]


@pytest.mark.parametrize("name", OF_THE_HOUSE)
def test_a_picture_shows_the_table(name: str) -> None:
    game, seats = GAMES[name]
    moments = list(course(game, seats))
    pictures = [
        rgb(table_lines(game, game.view(moment.state, 0), NAMES[:seats]))
        for moment in (moments[2], moments[-1])
    ]
    for picture in pictures:
        assert picture.dtype == np.uint8
        assert picture.shape[2] == 3
        assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 20, "something is drawn"
    assert pictures[0].shape == pictures[1].shape
    assert (pictures[0] != pictures[1]).any()


def test_a_long_table_makes_the_picture_higher() -> None:
    few, many = (rgb([text("a line")] * count) for count in (1, LINES + 4))
    assert few.shape[1] == many.shape[1]
    assert few.shape[0] < many.shape[0]


def test_the_picture_as_svg_has_its_texts_and_is_always_the_same() -> None:
    table = [
        text("Anna plays ", marked(Style.CARD, marked(Style.HEARTS, "10♥"))),
        text("─" * COLUMNS),
        text("▒▒ █░"),
    ]
    drawing = svg(table)
    words = "".join(ElementTree.fromstring(drawing).itertext())
    assert "Anna" in words
    assert "10♥" in words
    assert "▒" not in words, "backs and bars are drawn"
    assert drawing == svg(table)
