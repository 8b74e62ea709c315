"""What a game sends to its table in the page is typed from its rules."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Literal

import msgspec
import pytest
from tools.wire.__main__ import Writer, files

from korthus.core.protocol import Effect


class Colour(StrEnum):
    """A colour."""

    RED = "red"
    BLACK = "black"


class Suit(StrEnum):
    """A letter."""

    HEARTS = "h"
    SPADES = "s"


class Card(msgspec.Struct, tag="CARD"):
    """A card.

    This says more about it.
    """

    suit: Suit
    colour: Colour | None
    seats: tuple[int, int]
    above: tuple[Suit | None, ...]
    named: tuple[Suit, int]
    way: Literal["up", "down"] = "up"


class Takes(Effect, frozen=True):
    """What is left out where it is usual."""

    cards: tuple[Card, ...]
    all: bool = False


CARD = """/** A card. */
type Card = {
  type: "CARD";
  suit: string;
  colour: Colour | null;
  seats: number[];
  above: (string | null)[];
  named: [string, number];
  way: "down" | "up";
};
"""
TAKES = """/** What is left out where it is usual. */
type Takes = { type: "Takes"; cards: Card[]; all?: boolean };
"""


def test_a_struct_is_written_with_everything_inside_it() -> None:
    writer = Writer()
    assert writer.struct(Takes) == "Takes"
    assert writer.written == {
        "Takes": TAKES,
        "Card": CARD,
        "Colour": '/** A colour. */\ntype Colour = "red" | "black";\n',
    }


@pytest.mark.parametrize("path", sorted(files()), ids=lambda path: path.parent.name)
def test_the_files_are_what_the_rules_say(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == files()[path], "run python -m tools.wire"
