"""The page about writing a player shows a player that is checked, and the numbers that the rule has."""

from __future__ import annotations

from tests.docs.examples import files
from tests.docs.generated import DOCS

from korthus.bots.chair import FIRST_TURN, GRACE, OVERTIME

PAGE = (DOCS / "players.md").read_text(encoding="utf-8")


def test_the_player_of_the_page_is_the_example_whose_types_are_checked() -> None:
    example = DOCS.parent / "examples" / "clever.py"
    assert files(PAGE)["clever.py"] == example.read_text(encoding="utf-8"), "copy it into the page"


def test_the_rule_of_lost_turns_has_the_numbers_of_the_code() -> None:
    told = " ".join(PAGE.split())
    assert (GRACE, "a tenth of a second more" in told) == (0.1, True)
    assert (FIRST_TURN, "ten seconds for it" in told) == (10.0, True)
    assert (OVERTIME, "five seconds of overtime" in told) == (5.0, True)
