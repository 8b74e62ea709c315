"""A game that brings no numbers gets them from its view's fields and its action texts."""

from __future__ import annotations

import copy
import pickle
from enum import StrEnum
from typing import Literal

import msgspec
import numpy as np
import pytest
from tests.envs.courses import GAMES, course
from tests.support.high_card import HighCard, HighCardRules
from tests.support.scopa import scopa

from korthus.core.protocol import CHANCE
from korthus.envs.brings import encoding_of
from korthus.envs.codec import ROOM, SEAT_NAMES, Coder
from korthus.envs.default import IDS, DefaultEncoding, number_of
from korthus.envs.errors import EnvError
from korthus.envs.parts import LARGEST, Deck, Part


class Suit(StrEnum):
    """Two cards are a deck."""

    ONE = "1"
    TWO = "2"


class Colour(StrEnum):
    """Words."""

    RED = "red"
    BLUE = "blue"


class Thing(msgspec.Struct, frozen=True, tag=True):
    """Something in a list."""

    seat: int
    card: Suit


class Other(msgspec.Struct, frozen=True, tag=True):
    """Something else."""

    worth: int


class Everything(msgspec.Struct, frozen=True):
    """A field of every kind."""

    number: int
    maybe: int | None
    yes: bool
    colour: Colour | None
    way: Literal["up", "down"]
    dealer: int | None
    cards: tuple[Suit, ...]
    things: tuple[Thing, ...]
    either: Thing | Other
    pair: tuple[int, int, int]
    mixed: tuple[Suit, int]
    name: str


CODER = Coder("test", Deck.of((Suit.ONE, Suit.ONE, Suit.TWO)), 3, frozenset(), SEAT_NAMES)
VALUE = Everything(
    number=7,
    maybe=None,
    yes=True,
    colour=Colour.BLUE,
    way="down",
    dealer=0,
    cards=(Suit.ONE, Suit.ONE),
    things=(Thing(1, Suit.TWO),),
    either=Other(5),
    pair=(10, 11, 12),
    mixed=(Suit.TWO, 3),
    name="Anna",
)


def put(part: Part, value: object, seat: int) -> dict[str, np.ndarray]:
    """A value in the cells of a part, by their names."""
    cells = {field.name: np.zeros(field.shape, dtype=np.float32) for field in part.fields}
    part.put(value, tuple(cells.values()), (), seat)
    return cells


def test_every_kind_of_field_has_its_cells() -> None:
    cells = put(CODER.struct(Everything), VALUE, seat=1)
    assert cells["number"] == 7
    assert cells["maybe.known"].tolist() == [0]
    assert cells["maybe"] == 0
    assert cells["yes"] == 1
    assert cells["colour"].tolist() == [0, 1]
    assert cells["way"].tolist() == [1, 0], "the values of a literal come in the order of the alphabet"
    assert cells["dealer"].tolist() == [0, 0, 1], "seat 0 is two places after seat 1 at a table of three"
    assert cells["cards"].tolist() == [2, 0]
    assert cells["things.how_many"] == 1
    assert cells["things.seat"][0].tolist() == [1, 0, 0]
    assert cells["things.card"][:2].tolist() == [[0, 1], [0, 0]]
    assert cells["either.known"].tolist() == [0, 1]
    assert cells["either.1.worth"] == 5
    assert cells["either.0.card"].tolist() == [0, 0]
    assert cells["pair"].tolist() == [11, 12, 10], "as many as the seats: the own one comes first"
    assert cells["mixed.0"].tolist() == [0, 1]
    assert cells["mixed.1"] == 3
    assert cells["name"].sum() == 1


def test_of_a_long_list_the_last_ones_are_shown() -> None:
    many = (*[Thing(0, Suit.ONE)] * ROOM, Thing(0, Suit.TWO))
    cells = put(CODER.struct(Everything), msgspec.structs.replace(VALUE, things=many), seat=0)
    assert cells["things.how_many"] == ROOM + 1
    assert cells["things.card"].argmax(axis=1).tolist() == [0] * (ROOM - 1) + [1]


def test_a_number_that_cannot_be_told_is_refused() -> None:
    part = CODER.struct(Everything)
    with pytest.raises(EnvError, match="number is 16777217") as refused:
        put(part, msgspec.structs.replace(VALUE, number=LARGEST + 1), seat=0)
    assert refused.value.code == "BEYOND_BOUNDS"


class Strange(msgspec.Struct, frozen=True):
    """A field that is no tuple and no value."""

    table: dict[str, int]


def test_a_field_that_cannot_be_put_into_numbers_is_named() -> None:
    with pytest.raises(EnvError, match="table of test cannot be put into numbers"):
        CODER.struct(Strange)


@pytest.mark.parametrize("name", GAMES)
def test_observations_keep_their_bounds_in_any_game(name: str) -> None:
    game, seats = GAMES[name]
    encoding = DefaultEncoding(game, seats)
    low = np.concatenate([np.full(field.size, field.low) for field in encoding.fields])
    high = np.concatenate([np.full(field.size, field.high) for field in encoding.fields])
    for moment in course(game, seats):
        for seat in range(seats):
            row = encoding.observe(game.view(moment.state, seat))
            assert row.shape == (encoding.size,)
            assert (low <= row).all()
            assert (row <= high).all()
            turn = encoding.named(row)["to_act"]
            actor = game.to_act(moment.state)
            expected = seats + 1 if actor is None else seats if actor == CHANCE else (actor - seat) % seats
            assert turn.argmax() == expected
            assert turn.sum() == 1


@pytest.mark.parametrize("name", GAMES)
def test_each_legal_action_has_one_id_of_its_own(name: str) -> None:
    game, seats = GAMES[name]
    encoding = DefaultEncoding(game, seats)
    for moment in course(game, seats):
        actor = game.to_act(moment.state)
        for seat in range(seats):
            view = game.view(moment.state, seat)
            ids = encoding.ids(view)
            assert sorted(map(str, ids.values())) == sorted(map(str, game.choices(view)))
            assert bool(ids) == (seat == actor)
            mask = encoding.mask(view)
            assert mask.shape == (IDS,)
            assert np.flatnonzero(mask).tolist() == sorted(ids)


def test_texts_keep_their_ids_and_of_two_that_collide_the_second_takes_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = HighCard(HighCardRules(hand=3))
    encoding = DefaultEncoding(game, 2)
    state = next(moment.state for moment in course(game, 2) if len(game.legal_actions(moment.state)) == 3)
    view = game.view(state, game.to_act(state))
    texts = [str(action) for action in game.choices(view)]
    assert {place: str(action) for place, action in encoding.ids(view).items()} == {
        number_of(text, IDS): text for text in texts
    }
    monkeypatch.setattr("korthus.envs.default.number_of", lambda text, ids: ids - 1)
    assert [str(encoding.ids(view)[place]) for place in (IDS - 1, 0, 1)] == texts


def test_more_legal_actions_than_ids_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = scopa()
    encoding = DefaultEncoding(game, 2)
    monkeypatch.setattr(encoding, "actions", 2)
    view = next(
        game.view(moment.state, game.to_act(moment.state))
        for moment in course(game)
        if len(game.legal_actions(moment.state)) > 2
    )
    with pytest.raises(EnvError, match="3 legal actions and only 2 ids"):
        encoding.ids(view)


def test_a_game_that_brings_none_gets_it_and_it_can_be_copied() -> None:
    game = scopa()
    encoding = encoding_of(game)
    assert type(encoding) is DefaultEncoding
    view = game.view(game.new(), 0)
    for same in (copy.deepcopy(encoding), pickle.loads(pickle.dumps(encoding))):
        assert same.fields == encoding.fields
        assert (same.observe(view) == encoding.observe(view)).all()
    assert "has the number 7" in encoding.text(7)
