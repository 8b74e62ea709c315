"""Every play of Mulle has an id. Captures share one if they differ in which equal card moves, or if there are
more than places: then all that are left have the last place.

Of those that share one, the one that brings most stands for all.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.envs.mulle_tables import (
    BEYOND,
    WORST,
    faded,
    scorings,
    some_games,
    states,
    table_of,
    tables,
)

from korthus.core.cards import Card, in_order
from korthus.core.errors import TooManyActions
from korthus.core.protocol import CHANCE
from korthus.envs.mulle.captures import _best, _largest_kinds
from korthus.envs.mulle.encoding import MulleEncoding
from korthus.games.mulle.actions import Capture, Discard, MulleAction, Trotta
from korthus.games.mulle.cards import HAND_VALUE, TABLE_VALUE
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.scoring import mulle_points
from korthus.games.mulle.state import MulleState, Pile, Side
from korthus.kernels.mulle.layout import FACE

MOVES = 5_000
CROWDED_MOVES = 600
MOST_LOOKED_AT = 60


def some_legal(game: Mulle, state: MulleState, known: Iterable[MulleAction]) -> Sequence[MulleAction]:
    """All legal actions; if there are very many, some of them and those that are known."""
    rng = random.Random(f"{state.table}")
    try:
        legal = game.legal_actions(state)
    except TooManyActions:
        view = game.view(state, state.turn)
        return [*known, *(game.pick(view, rng) for _ in range(20))]
    assert {*known} <= {*legal}
    return legal if len(legal) <= MOST_LOOKED_AT else [*known, *rng.sample(legal, MOST_LOOKED_AT)]


def gained(game: Mulle, state: MulleState, seat: int) -> tuple[int, int]:
    """Points of mulles and intake of a seat."""
    side = state.sides[seat]
    return sum(mulle_points(game.rules, card) for card in side.mulles), side.intake


def check(game: Mulle, encoding: MulleEncoding, state: MulleState) -> tuple[int, int]:
    """Hold the ids of a position against its legal actions; how many actions share one, and how many of these
    have the last place only because there are more than places.

    Of very many actions some are looked at, those that stand for an id among them.
    """
    actor = game.to_act(state)
    for seat in (0, 1):
        if seat != actor:
            assert encoding.ids(game.view(state, seat)) == {}
    if actor is None or actor == CHANCE:
        return 0, 0
    view = game.view(state, actor)
    ids = encoding.ids(view)
    assert np.flatnonzero(encoding.mask(view)).tolist() == sorted(ids)
    maximum = game.rules.capture_choice == "maximum"
    listed = True
    try:
        game.legal_actions(state)
    except TooManyActions:
        listed = False
    shared = folded = 0
    reached = set()
    for action in some_legal(game, state, cast("Iterable[MulleAction]", ids.values())):
        number = encoding.id_of(view, action)
        reached.add(number)
        stands = ids[number]
        if stands == action:
            continue
        shared += 1
        assert isinstance(action, Capture)
        assert isinstance(stands, Capture)
        own, other = game.apply(state, action).state, game.apply(state, stands).state
        if faded(own) != faded(other):
            folded += 1
            face = FACE[action.card]
            assert action.card == stands.card
            if not listed and not maximum:
                continue  # what is not among the largest is not looked at
            assert number == encoding._ids.captures[face] + encoding._ids.rooms[face] - 1, "the last place"
        assert gained(game, own, actor) <= gained(game, other, actor), "the one that brings most stands"
        if gained(game, own, actor) == gained(game, other, actor):
            assert game.sort_key(stands) < game.sort_key(action), "the first of those that bring as much"
    assert reached == ids.keys()
    return shared, folded


def test_every_legal_action_of_random_games_has_an_id() -> None:
    """Both presets, and options of every kind; captures are never shared in games of the usual size.

    Where any sum may be taken, large tables have more kinds of captures than places, and share the last.
    """
    rng = random.Random("ids")
    moves = 0
    for game in some_games("ids"):
        encoding = MulleEncoding(game)
        usual = game.rules.hand_size <= 8 and game.rules.table_cards <= 8
        for state in states(game, rng):
            shared, folded = check(game, encoding, state)
            assert folded == 0 or game.rules.capture_choice == "free"
            if usual and game.rules.capture_choice == "maximum" and game.rules.decks <= 2:
                assert shared == 0
            moves += 1
        if moves >= MOVES:
            break


def test_crowded_tables_have_ids_also_where_nothing_can_be_listed() -> None:
    rng = random.Random("crowded ids")
    options: tuple[dict[str, object], ...] = (
        {},
        {"builds_in_sums": "all", "identical_rule": "off"},
        {"special_capture": "any_sum"},
    )
    moves = shared = refused = 0
    while moves < CROWDED_MOVES:
        for each in options:
            game = Mulle(MulleRules.make(omgangar=1, **each))
            encoding = MulleEncoding(game)
            for state in states(game, rng, throwing=0.95):
                shared += check(game, encoding, state)[0]
                moves += 1
                actor = game.to_act(state)
                if actor is not None and actor != CHANCE:
                    try:
                        game.legal_actions(state)
                    except TooManyActions:
                        refused += 1
    assert shared > 0, "no captures had to share an id"
    assert refused > 0, "no position had more captures than are listed"


@settings(max_examples=150, deadline=None)
@given(tables(), st.sampled_from(("maximum", "maximal")), st.booleans(), scorings())
def test_tables_of_all_kinds_have_ids(
    state: MulleState, choice: str, any_sum: bool, scoring: dict[str, object]
) -> None:
    """Plain piles too, which no play leads to."""
    special = "any_sum" if any_sum else "builds_only"
    game = Mulle(MulleRules.make(capture_choice=choice, special_capture=special, **scoring))
    if game.quick(state):
        check(game, MulleEncoding(game), state)


@pytest.mark.parametrize(("card", "singles", "builds"), WORST, ids=lambda each: str(each))
def test_the_most_sets_of_values_have_room(
    card: Card, singles: dict[int, int], builds: tuple[int, ...]
) -> None:
    game = Mulle(MulleRules.make())
    encoding = MulleEncoding(game)
    state = table_of(game, (card,), singles, builds)
    view = game.view(state, 0)
    found = [action for action in encoding.ids(view).values() if isinstance(action, Capture)]
    kinds = {(tuple(sorted(TABLE_VALUE[each] for each in action.singles)), action.builds) for action in found}
    assert 1 < len(found) == len(kinds) < encoding._ids.rooms[FACE[card]]
    check(game, encoding, state)


def test_few_captures_have_an_id_each_and_many_one_for_each_set_of_values() -> None:
    game = Mulle(MulleRules.make())
    encoding = MulleEncoding(game)
    few = game.parse_state("hand 0: HJ 9; hand 1: HJ 2; table: KL 4, RU 4, SP 4, HJ 5; to act: 0")
    view = game.view(few, 0)
    first = encoding.id_of(view, Capture(Card.H9, (Card.C4, Card.H5)))
    assert encoding.text(first) == "capture HJ 9: number 1"
    assert encoding.ids(view) == {
        FACE[Card.H9]: Discard(Card.H9),
        52 + FACE[Card.H9]: Trotta(Card.H9),
        first: Capture(Card.H9, (Card.C4, Card.H5)),
        first + 1: Capture(Card.H9, (Card.D4, Card.H5)),
        first + 2: Capture(Card.H9, (Card.H5, Card.S4)),
    }
    many = table_of(game, (Card.H9,), {4: 8, 5: 4})
    view = game.view(many, 0)
    captures = [action for action in game.legal_actions(many) if isinstance(action, Capture)]
    assert len(captures) == 19
    assert max(gained(game, game.apply(many, action).state, 0) for action in captures) == (18, 2)
    fives = (Card.C5, Card.C5, Card.D5, Card.D5)
    assert encoding.ids(view) == {
        FACE[Card.H9]: Discard(Card.H9),
        52 + FACE[Card.H9]: Trotta(Card.H9),
        first: Capture(Card.H9, in_order((Card.C4, Card.C4, Card.S4, Card.S4, *fives))),
    }


def test_a_build_that_is_taken_too_counts_for_what_a_capture_brings() -> None:
    """Of seven fours three go with the threes; the four of hearts makes a mulle with the one in the build."""
    game = Mulle(MulleRules.make())
    encoding = MulleEncoding(game)
    fours = (*(Card.C4, Card.D4, Card.S4) * 2, Card.H4)
    threes = (Card.C3, Card.D3, Card.S3)
    piles = [Pile((card,), TABLE_VALUE[card]) for card in (*fours, *threes)]
    sides = (Side(hand=(Card.C7,)), Side(hand=(Card.C2,)))
    table = (*piles, Pile((Card.H3, Card.H4), 7, 1))
    state = MulleState(sides=sides, table=table, omgang=1, rond=game.rules.ronder)
    (found,) = [each for each in encoding.ids(game.view(state, 0)).values() if isinstance(each, Capture)]
    assert found == Capture(Card.C7, in_order((*threes, Card.H4, Card.S4, Card.S4)), (7,))
    check(game, encoding, state)


def test_a_build_and_a_single_of_its_value_are_not_alike() -> None:
    """They are worth the same, but taking the one leaves another table than taking the other."""
    game = Mulle(MulleRules.make(identical_rule="off"))
    encoding = MulleEncoding(game)
    state = table_of(game, (Card.HK,), {6: 8, 7: 4}, builds=(6,))
    view = game.view(state, 0)
    with_build = [each for each in encoding.ids(view).values() if isinstance(each, Capture) and each.builds]
    without = [each for each in encoding.ids(view).values() if isinstance(each, Capture) and not each.builds]
    assert len(game.legal_actions(state)) > encoding._ids.rooms[FACE[Card.HK]]
    assert (len(with_build), len(without)) == (1, 1)


@pytest.mark.parametrize("scoring", [{}, {"mulle_identity": "rank"}, {"identical_rule": "off"}], ids=str)
def test_where_there_are_more_sets_of_values_than_places_those_that_are_left_share_the_last(
    scoring: dict[str, object],
) -> None:
    """Each of six open builds can be taken for one of the singles of its value."""
    game = Mulle(MulleRules.make(**scoring))
    encoding = MulleEncoding(game)
    card, singles, builds = BEYOND
    state = table_of(game, (card,), singles, builds)
    view = game.view(state, 0)
    found = [action for action in encoding.ids(view).values() if isinstance(action, Capture)]
    room = encoding._ids.rooms[FACE[card]]
    assert len(found) == room == 16
    assert sorted(found[:-1], key=game.sort_key) == found[:-1]
    assert check(game, encoding, state)[1] > 0
    layout = game.layout(view)
    left = {_best(layout, card, kind) for kind in _largest_kinds(layout, HAND_VALUE[card])}
    assert len(left) > room
    reached: Counter[int] = Counter()
    brought = []
    for keys in left:
        action = layout.capture(card, keys)
        number = encoding.id_of(view, action)
        reached[number] += 1
        if encoding.ids(view)[number] == found[-1]:
            brought.append(gained(game, game.apply(state, action).state, 0))
    assert sorted(reached.values()) == [1] * (room - 1) + [len(left) - room + 1]
    assert gained(game, game.apply(state, found[-1]).state, 0) == max(brought)


def test_where_any_sum_may_be_taken_the_largest_captures_have_the_places() -> None:
    game = Mulle(MulleRules.make(capture_choice="free"))
    encoding = MulleEncoding(game)
    state = table_of(game, (Card.HK,), {1: 3, 2: 3, 3: 3, 4: 2, 5: 2, 8: 2, 10: 1})
    view = game.view(state, 0)
    found = [action for action in encoding.ids(view).values() if isinstance(action, Capture)]
    assert len(found) == encoding._ids.rooms[FACE[Card.HK]]
    for action in found:
        game.apply(state, action)
    listed = MulleEncoding(Mulle(MulleRules.make())).ids(view).values()
    assert any(isinstance(action, Capture) and action in found for action in listed)
    assert check(game, encoding, state)[1] > 0
    few = table_of(game, (Card.HK,), dict.fromkeys(range(1, 11), 1))
    assert game.legal_actions(few), "here all captures are listed"
    assert check(game, encoding, few)[1] > 0


@pytest.mark.parametrize(
    ("options", "number"),
    [({}, 3826), ({"special_capture": "any_sum"}, 4012), ({"down_from_single": True}, 5938)],
    ids=str,
)
def test_ids_are_as_many_as_the_docs_say(options: dict[str, object], number: int) -> None:
    game = Mulle(MulleRules.make(**options))
    encoding = MulleEncoding(game)
    assert encoding.actions == number
    texts = [encoding.text(each) for each in range(number)]
    assert len(set(texts)) == number
    view = game.view(game.parse_state("hand 0: HJ 9; hand 1: HJ 2; table: KL 4; to act: 0"), 0)
    for each, text in enumerate(texts):
        if not text.startswith("capture"):
            assert encoding.id_of(view, game.parse(text)) == each
