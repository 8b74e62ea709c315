"""Options are data: checked when they are made, described in words, read from a command line."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import partial
from typing import Annotated, Any, ClassVar, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from korthus.core.errors import InvalidOptions
from korthus.core.rules import Option, Rules, describe_type


class Sauce(StrEnum):
    """Something to choose from."""

    GREEN = "green"
    RED = "red"


class Dinner(Rules, frozen=True):
    """A rules type with one field of each kind."""

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "plain": {},
        "feast": {"courses": 7, "guests": ("Anna", "Bo")},
    }

    courses: Annotated[int, Meta(ge=1, le=9, description="How many.", extra={"source": "D-1"})] = 3
    sauce: Annotated[Sauce, Meta(description="Which.")] = Sauce.GREEN
    bread: bool = True
    size: Literal["small", "large"] = "small"
    limit: Annotated[Annotated[int, Meta(ge=1)] | None, Meta(extra={"source": "D-2"})] = None
    guests: tuple[str, ...] = ()
    pair: tuple[int, int] = (1, 2)
    tip: int = 0

    def check(self) -> None:
        if self.courses > 5 and not self.guests:
            raise InvalidOptions("TOO_MUCH", "More than 5 courses need guests.")


def test_the_first_preset_is_the_default() -> None:
    assert Dinner.make() == Dinner() == Dinner.make("plain")
    assert Dinner.make("feast").courses == 7
    assert Dinner.make("feast", courses=8).guests == ("Anna", "Bo")


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        ("courses", "4", 4),
        ("sauce", "red", Sauce.RED),
        ("bread", "false", False),
        ("bread", "0", False),
        ("size", "large", "large"),
        ("limit", "none", None),
        ("limit", "None", None),
        ("limit", "12", 12),
        ("guests", "Anna,Bo", ("Anna", "Bo")),
        ("guests", ["Anna"], ("Anna",)),
        ("pair", "3,4", (3, 4)),
        ("pair", [3, 4], (3, 4)),
    ],
)
def test_values_are_read_from_text(option: str, text: object, value: object) -> None:
    assert getattr(Dinner.make(None, **{option: text}), option) == value


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("courses", 0, "courses cannot be 0; it takes a whole number from 1 to 9."),
        ("courses", "many", "courses cannot be 'many'; it takes a whole number from 1 to 9."),
        ("courses", True, "courses cannot be True; it takes a whole number from 1 to 9."),
        ("courses", 2.5, "courses cannot be 2.5; it takes a whole number from 1 to 9."),
        ("sauce", "blue", "sauce cannot be 'blue'; it takes green or red."),
        ("bread", "perhaps", "bread cannot be 'perhaps'; it takes true or false."),
        ("size", "huge", "size cannot be 'huge'; it takes large or small."),
        ("limit", 0, "limit cannot be 0; it takes a whole number from 1 or none."),
        ("guests", 7, "guests cannot be 7; it takes a list of text."),
        ("pair", (1, 2, 3), "pair cannot be (1, 2, 3); it takes 2 values, each a whole number."),
        ("tip", None, "tip cannot be None; it takes a whole number."),
    ],
)
def test_a_bad_value_is_answered_by_what_would_work(option: str, value: object, sentence: str) -> None:
    chosen: dict[str, Any] = {option: value}
    for make in (partial(Dinner.make, None), Dinner):
        with pytest.raises(InvalidOptions) as caught:
            make(**chosen)
        assert caught.value.code == "BAD_OPTION"
        assert caught.value.reason == sentence
        assert caught.value.params["option"] == option


def test_an_impossible_combination_is_refused() -> None:
    with pytest.raises(InvalidOptions, match=r"More than 5 courses need guests. \[TOO_MUCH\]"):
        Dinner.make(courses=6)


def test_unknown_names_are_refused() -> None:
    with pytest.raises(InvalidOptions, match="There is no preset 'brunch'; there are plain and feast"):
        Dinner.make("brunch")
    with pytest.raises(InvalidOptions, match="There is no option 'wine'; there are courses, sauce"):
        Dinner.make(wine="red")
    with pytest.raises(InvalidOptions) as caught:
        Dinner.make(None, courses="9" * 1_000_000)
    assert len(caught.value.reason) < 200


def test_options_describe_themselves() -> None:
    options = {option.name: option for option in Dinner.options()}
    assert [*options] == ["courses", "sauce", "bread", "size", "limit", "guests", "pair", "tip"]
    assert options["courses"] == Option("courses", 3, "a whole number from 1 to 9", "How many.", "D-1")
    assert options["bread"] == Option("bread", True, "true or false", "", "")
    assert options["limit"].source == "D-2"
    assert options["guests"].default == ()


def test_only_what_was_changed_is_written_down() -> None:
    assert Dinner().changed() == {}
    assert Dinner.make("feast").changed() == {"courses": 7, "guests": ("Anna", "Bo")}
    assert Dinner(sauce=Sauce.RED).changed() == {"sauce": "red"}


def test_unknown_fields_of_a_saved_game_are_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"wine": 1}', type=Dinner)


def test_a_saved_bad_value_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"courses": 99}', type=Dinner)


def test_other_types_are_called_text() -> None:
    assert describe_type(str) == "text"
    assert describe_type(tuple[Sauce, ...]) == "a list of green or red"


@given(st.integers(1, 5), st.sampled_from(Sauce), st.booleans(), st.none() | st.integers(1))
def test_rules_survive_json_and_text(courses: int, sauce: Sauce, bread: bool, limit: int | None) -> None:
    rules = Dinner(courses=courses, sauce=sauce, bread=bread, limit=limit)
    assert msgspec.json.decode(msgspec.json.encode(rules), type=Dinner) == rules
    assert Dinner.make(None, **rules.changed()) == rules
    assert Dinner.make(None, **{name: str(value) for name, value in rules.changed().items()}) == rules
