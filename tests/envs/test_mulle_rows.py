"""A row of Mulle says what the view says, in the ranges it names, and nothing that the seat cannot see."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from tests.envs.mulle_tables import some_games, states, tables

from korthus.core.cards import Card
from korthus.core.protocol import CHANCE
from korthus.envs.encoding import Row
from korthus.envs.mulle.encoding import MulleEncoding
from korthus.games.mulle.cards import SUIT_CODES, TABLE_VALUE
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.state import MulleState
from korthus.games.mulle.view import MulleView

MOVES = 1_500


def cards_of(planes: Row) -> Counter[Card]:
    """The cards of planes of 13 values by four suits, one for each copy."""
    suits = tuple(SUIT_CODES)
    assert all((more <= less).all() for less, more in pairwise(planes))
    copies = planes.sum(axis=0)
    found = {card: int(copies[TABLE_VALUE[card] - 1, suits.index(card.suit)]) for card in Card}
    return Counter({card: number for card, number in found.items() if number})


def check_cards(game: Mulle, view: MulleView, part: dict[str, Row]) -> None:
    assert view.seat is not None
    own, other = view.sides[view.seat], view.sides[1 - view.seat]
    assert cards_of(part["hand"]) == Counter(view.hand)
    assert [cards_of(plane) for plane in part["taken"]] == [Counter(own.taken), Counter(other.taken)]
    singles = [pile.cards[0] for pile in view.table if pile.is_single]
    assert cards_of(part["singles"]) == Counter(singles)
    on_table = Counter(card for pile in view.table for card in pile.cards)
    seen = Counter(view.hand) + Counter(own.taken) + Counter(other.taken) + Counter(view.left) + on_table
    assert cards_of(part["unseen"]) == Counter(game.deck()) - seen
    assert part["unseen"].sum() == view.stock + other.cards_in_hand
    for card in Card:
        place = (TABLE_VALUE[card] - 1, tuple(SUIT_CODES).index(card.suit))
        inside = [pile.value for pile in view.table if pile.is_build for each in pile.cards if each is card]
        found = part["built"][:, place[0], place[1]].tolist()
        assert found == sorted(inside) + [0] * (len(found) - len(inside))
        older = [number for number, pile in enumerate(view.table, start=1) if pile.cards == (card,)]
        older = [number for number in older if not view.table[number - 1].is_build]
        assert part["single_places"][place] == (older[0] if older else 0)


def check_builds(view: MulleView, part: dict[str, Row]) -> None:
    builds = {pile.value: (number, pile) for number, pile in enumerate(view.table, 1) if pile.is_build}
    for value in range(1, 17):
        at = value - 1
        number, pile = builds.get(value, (0, None))
        assert part["build_places"][at] == number
        assert part["build_sizes"][at] == (0 if pile is None else len(pile.cards))
        assert part["locked"][at] == (pile is not None and pile.locked)
        assert part["trotta"][at] == (pile is not None and pile.trotta)
        for place, seat in enumerate((view.seat, 1 - (view.seat or 0))):
            assert part["builds"][place, at] == (pile is not None and pile.owner == seat)


def check_numbers(view: MulleView, part: dict[str, Row]) -> None:
    assert view.seat is not None
    for place, seat in enumerate((view.seat, 1 - view.seat)):
        side = view.sides[seat]
        assert (np.flatnonzero(part["holds"][place]) + 1).tolist() == list(side.holds)
        assert part["in_hand"][place] == side.cards_in_hand
        assert part["tabbar"][place] == side.tabbe
        assert part["intake"][place] == side.intake
        assert part["rond_intake"][place] == side.intake - side.intake_before_rond
        assert part["mulle_points"][place] @ (100, 1) == sum(points for *_, points in side.mulle_sums)
        assert part["rond_bonus"][place] @ (100, 1) == side.rond_bonus
        assert part["totals"][place] @ (100, 1) == view.totals[seat]
        assert part["last_capturer"][place] == (view.last_capturer == seat)
        written = sum(line[seat].intake for line in view.sheet)
        under_way = side.intake if view.omgang > len(view.sheet) else 0
        assert part["all_intake"][place] @ (100, 1) == written + under_way
    assert part["stock"] == view.stock
    assert part["rond"] == view.rond
    assert part["ronder_left"] == view.ronder - view.rond
    assert part["omgang"] == view.omgang
    assert part["omgangar_left"] == view.omgangar - view.omgang
    assert part["starter"] == (view.starter == view.seat)
    assert part["turn"] == (view.to_act == view.seat)


def check(game: Mulle, encoding: MulleEncoding, state: MulleState) -> dict[str, Row]:
    """Hold the rows of both seats against their views; what the seat to act sees."""
    parts = {}
    for seat in (0, 1):
        view = game.view(state, seat)
        part = encoding.named(encoding.observe(view))
        check_cards(game, view, part)
        check_builds(view, part)
        check_numbers(view, part)
        if view.to_act == seat:
            parts = part
    return parts


def test_rows_of_random_games_can_be_read_back() -> None:
    rng = random.Random("rows")
    moves = 0
    for game in some_games("rows"):
        encoding = MulleEncoding(game)
        for state in states(game, rng):
            check(game, encoding, state)
            for seat in (0, 1):
                part = encoding.named(encoding.observe(game.view(state, seat)))
                for field in encoding.fields:
                    inside = part[field.name]
                    assert inside.shape == field.shape
                    assert inside.min() >= field.low, field
                    assert inside.max() <= field.high, field
            moves += 1
        if moves >= MOVES:
            break


@settings(max_examples=100, deadline=None)
@given(tables())
def test_rows_of_tables_of_all_kinds_can_be_read_back(state: MulleState) -> None:
    game = Mulle(MulleRules.make())
    part = check(game, MulleEncoding(game), state)
    assert part["turn"] == 1


def test_hidden_cards_do_not_change_a_row() -> None:
    """Other worlds that the view allows give the same row and the same ids."""
    game = Mulle(MulleRules.make(omgangar=1))
    encoding = MulleEncoding(game)
    rng = random.Random("hidden")
    other_worlds = 0
    for state in states(game, rng):
        actor = game.to_act(state)
        if actor is None or actor == CHANCE:
            continue
        view = game.view(state, actor)
        row, ids = encoding.observe(view), encoding.ids(view)
        for _ in range(3):
            world = game.sample(view, rng)
            other_worlds += world != state
            assert np.array_equal(encoding.observe(game.view(world, actor)), row)
            assert encoding.ids(game.view(world, actor)) == ids
    assert other_worlds
