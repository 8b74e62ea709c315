"""The tree of questions behind the numbered lists."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from korthus.cli.choices import Node, flat, stepped
from korthus.cli.lists import in_columns
from korthus.cli.theme import THEME
from korthus.core.protocol import Action
from korthus.core.spans import Text, text
from korthus.locale import Translator
from korthus.screens.base import Choice
from korthus.screens.drawing import Drawing

TR = Translator("en")


class Do(Action, frozen=True):
    """An action whose text is its path."""

    path: str

    def __str__(self) -> str:
        return self.path


class PlainScreen:
    """Knows no steps."""

    def table(self, view: Any, tr: Translator, names: Any) -> Drawing:
        return ("table",)

    def event(self, event: Any, tr: Translator, names: Any, seat: int | None) -> Text | None:
        return None

    def action(self, action: Action, view: Any, tr: Translator) -> Text:
        return text(f"do {action}")

    def help(self, view: Any, tr: Translator) -> Text:
        return text("help")


class PathScreen(PlainScreen):
    """One step per word."""

    def steps(self, action: Action, view: Any, tr: Translator) -> tuple[Choice, ...]:
        words = str(action).split("/")
        return tuple(Choice(word, word.upper(), f"step {place}?") for place, word in enumerate(words))


def tree(*paths: str) -> Node:
    return stepped([Do(path) for path in paths], None, PathScreen(), TR)


def chosen(node: Node | None) -> str:
    assert node is not None
    return str(node.action)


def test_a_screen_without_steps_gives_one_list() -> None:
    root = stepped([Do("x"), Do("y")], None, PlainScreen(), TR)
    assert [str(child.label) for child in root.children] == ["do x", "do y"]
    assert chosen(root.find("2")) == "y"
    assert chosen(root.find("Y")) == "y"
    assert root.find("3") is None
    assert root.find("0") is None
    assert root.find("z") is None


def test_steps_share_their_beginning_and_single_ways_are_folded() -> None:
    root = tree("h9/take", "h9/build/up", "h9/build/down", "c2/discard")
    assert str(root.question) == "step 0?"
    assert [(child.key, child.leaves()) for child in root.children] == [("h9", 3), ("c2", 1)]
    nine = root.find("1")
    assert nine is not None
    assert nine.action is None
    assert str(nine.question) == "step 1?"
    build = nine.find("build")
    assert build is not None
    assert str(build.question) == "step 2?"
    assert [chosen(child) for child in build.children] == ["h9/build/up", "h9/build/down"]
    two = root.find("c2")
    assert chosen(two) == "c2/discard"
    assert two is not None
    assert str(two.label) == "C2 · DISCARD"


def test_choices_are_listed_by_their_order() -> None:
    root = Node()
    for key, order in (("c", 2), ("a", 0), ("d", 2), ("b", 1)):
        root.child(key, key.upper(), order)
    assert [child.key for child in root.children] == ["a", "b", "c", "d"]
    assert [root.number(place) for place in range(4)] == ["1", "2", "3", "4"]


def test_a_first_question_with_one_answer_is_not_asked() -> None:
    root = tree("b/x", "b/y")
    assert str(root.question) == "step 1?"
    assert [child.key for child in root.children] == ["x", "y"]


def test_the_only_choice_is_still_shown() -> None:
    root = tree("pass")
    assert [str(child.label) for child in root.children] == ["PASS"]
    assert chosen(root.find("1")) == "pass"


def test_numeric_keys_are_what_is_typed() -> None:
    root = tree("0", "1", "3")
    assert [root.number(place) for place in range(3)] == ["0", "1", "3"]
    assert chosen(root.find("3")) == "3"
    assert root.find("2") is None


def test_words_of_a_key_may_be_typed_in_any_order_and_case() -> None:
    root = tree("As Kd", "Kh Qs")
    assert chosen(root.find("kd, AS")) == "As Kd"
    assert chosen(root.find("QS + kh")) == "Kh Qs"


def test_an_endless_number_is_no_choice() -> None:
    assert tree("a", "b").find("9" * 5000) is None


def test_flat_keeps_the_order() -> None:
    actions = [Do(str(number)) for number in range(1260)]
    assert [child.action for child in flat(actions, None, PlainScreen(), TR).children] == actions


def test_short_lines_share_rows_and_long_ones_do_not() -> None:
    short = [(str(number), "card") for number in range(1, 9)]
    long = [(str(number), "a rather long sentence about a move " * 2) for number in range(1, 9)]
    assert len(_rows(short)) == 2
    assert len(_rows(long)) >= 8
    assert all(len(row) <= 80 for row in _rows(short) + _rows(long))


def _rows(entries: list[tuple[str, str]]) -> list[str]:
    console = Console(width=80, color_system=None, force_terminal=False, theme=THEME)
    with console.capture() as capture:
        console.print(in_columns(entries, 80))
    return capture.get().splitlines()
