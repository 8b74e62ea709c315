"""What a view shows, as derived from its types and as read from a view."""

from __future__ import annotations

from enum import StrEnum

import msgspec
import pytest
from tests.support.high_card import HighCard, HighCardRules, Play

import korthus
from korthus.core.cards import DECK, Card
from korthus.core.chance import FairChance
from korthus.core.description import (
    DRAWN,
    Description,
    Kind,
    Whose,
    Zone,
    cards_of,
    deck_of,
    derive,
    label_of,
    shown,
)
from korthus.core.protocol import View

GAME = HighCard(HighCardRules())


def zones(description: Description) -> dict[str, tuple[Whose, Kind]]:
    return {zone.field: (zone.whose, zone.kind) for zone in description.zones}


def test_a_game_that_says_nothing_is_described_by_its_types() -> None:
    description = GAME.describe()
    assert description.deck == "french"
    assert zones(description) == {
        "round": (Whose.TABLE, Kind.NUMBER),
        "hand": (Whose.MINE, Kind.CARDS),
        "counts": (Whose.SEATS, Kind.HIDDEN),
        "tricks": (Whose.SEATS, Kind.NUMBER),
        "leader": (Whose.TABLE, Kind.MARK),
        "table": (Whose.TABLE, Kind.CARDS),
        "taken": (Whose.TABLE, Kind.PILE),
    }
    assert [zone.label for zone in description.zones][:2] == ["Round", "Hand"]


class Side(msgspec.Struct, frozen=True):
    taken: tuple[Card, ...]
    points: int


class Played(msgspec.Struct, frozen=True):
    seat: int
    card: Card


class Mood(StrEnum):
    GOOD = "good"


class Coin(StrEnum):
    SEVEN = "7o"


class WideView(View, frozen=True, kw_only=True):
    sides: tuple[Side, Side]
    trick: tuple[Played, ...]
    turned: Card | None
    mood: Mood | None
    schedule: tuple[int, ...]
    shown: tuple[tuple[Card, ...], ...]
    sheet: tuple[Side, ...]


VIEW = WideView(
    seat=0,
    to_act=1,
    sides=(Side((Card.C2,), 3), Side((), 4)),
    trick=(Played(1, Card.H9),),
    turned=None,
    mood=Mood.GOOD,
    schedule=(1, 2, 3),
    shown=((Card.S2,), ()),
    sheet=(),
)


def test_structs_and_options_are_looked_into() -> None:
    assert zones(derive(WideView, DECK)) == {
        "sides.taken": (Whose.SEATS, Kind.PILE),
        "sides.points": (Whose.SEATS, Kind.NUMBER),
        "trick": (Whose.TABLE, Kind.CARDS),
        "turned": (Whose.TABLE, Kind.CARDS),
        "mood": (Whose.TABLE, Kind.TEXT),
        "schedule": (Whose.SEATS, Kind.NUMBER),
        "shown": (Whose.SEATS, Kind.CARDS),
        "sheet": (Whose.TABLE, Kind.CARDS),
    }


def test_a_view_is_read_by_its_description() -> None:
    found = {each.zone.field: each for each in shown(VIEW, derive(WideView, DECK), 2)}
    assert found["sides.taken"].values == ((Card.C2,), ())
    assert found["sides.points"].values == (3, 4)
    assert found["turned"].values == (None,)
    assert found["mood"].values == (Mood.GOOD,)
    assert cards_of(found["trick"].values, DECK) == (Card.H9,)


def test_a_tuple_that_has_no_entry_for_each_seat_belongs_to_the_table() -> None:
    (schedule,) = (each for each in shown(VIEW, derive(WideView, DECK), 2) if each.zone.field == "schedule")
    assert (schedule.zone.whose, schedule.zone.kind) == (Whose.TABLE, Kind.TEXT)
    assert schedule.values == ((1, 2, 3),)


def test_the_cards_of_an_action_are_found_in_its_fields() -> None:
    assert cards_of(Play(Card.S9), GAME.deck()) == (Card.S9,)
    assert cards_of(Played(1, Card.H9), DECK) == (Card.H9,)
    assert cards_of({Card.C2: [Card.C3], "x": Mood.GOOD}, DECK) == (Card.C2, Card.C3)


def test_decks_are_known_by_their_codes() -> None:
    assert deck_of(DECK) == "french"
    assert deck_of(tuple(Coin)) == "spanish"
    assert deck_of(tuple(Mood)) is None
    assert {deck: len(codes) for deck, codes in DRAWN.items()} == {"french": 52, "spanish": 40}


def test_labels_are_words() -> None:
    assert label_of("cards_in_hand") == "Cards in hand"
    assert label_of("TrickWon") == "Trick won"


@pytest.mark.parametrize("name", [info.name for info in korthus.catalogue()])
def test_every_game_can_be_read_by_its_description(name: str) -> None:
    game = korthus.game(name)
    state = game.new()
    state = game.apply(state, game.draw(state, FairChance.seeded("Kiruna"))).state
    for seat in (0, None):
        view = game.view(state, seat)
        read = shown(view, game.describe(), game.min_seats)
        assert {each.zone.field for each in read} == {zone.field for zone in game.describe().zones}
        (hand,) = (each for each in read if each.zone.field == "hand")
        assert hand.values == (view.hand,)


def test_a_description_travels_as_json() -> None:
    description = Description("french", ("9h",), (Zone("hand", Whose.MINE, Kind.CARDS, "Hand"),))
    assert msgspec.json.decode(msgspec.json.encode(description), type=Description) == description
