"""Eight Cards as numbers: every placement has one id, and a row says what the view says and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from korthus.core.cards import DECK, Card, in_order
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE
from korthus.envs.eight.encoding import EightEncoding
from korthus.games.eight.actions import Place, PlaceCard, TakeBack
from korthus.games.eight.boards import NO_CARDS, Three
from korthus.games.eight.game import EightCards
from korthus.games.eight.legal import placements
from korthus.games.eight.options import EightRules
from korthus.games.eight.state import EightState

ALTERNATING: dict[str, object] = {"assignment": "alternating", "hands": 2}
TABLES: tuple[dict[str, object], ...] = (
    {"hands": 2},
    {"hands": 2, "hidden_placement": False},
    {"assignment": "simultaneous", "hands": 2},
    {"assignment": "simultaneous", "hands": 2, "hidden_placement": False},
    {**ALTERNATING},
    {**ALTERNATING, "hidden_placement": False},
    {**ALTERNATING, "take_backs": 0},
    {**ALTERNATING, "take_backs": 3, "hidden_placement": False},
    {"bankroll": 1, "ante": 1, "hands": None},
    {"bankroll": 7, "ante": 3, "hands": None, "sweep_source": "house"},
)


def game_of(options: dict[str, object]) -> EightCards:
    return EightCards(EightRules.make(**options))


def states(game: EightCards, seed: str) -> Iterator[EightState]:
    """Every state of one random game."""
    rng = random.Random(seed)
    chance = FairChance.seeded(seed)
    state = game.new()
    yield state
    while (actor := game.to_act(state)) is not None:
        if actor == CHANCE:
            action = game.draw(state, chance)
        else:
            action = game.pick(game.view(state, actor), rng)
        state = game.apply(state, action).state
        yield state


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_every_legal_action_has_one_id(options: dict[str, object]) -> None:
    game = game_of(options)
    encoding = EightEncoding(game)
    kinds: set[type] = set()
    for state in states(game, str(options)):
        actor = game.to_act(state)
        for seat in (0, 1):
            view = game.view(state, seat)
            ids = encoding.ids(view)
            mask = encoding.mask(view)
            assert sorted(ids) == np.flatnonzero(mask).tolist()
            if seat != actor:
                assert not ids
                continue
            legal = game.legal_actions(state)
            assert set(ids.values()) == set(legal)
            assert len(ids) == len(legal)
            assert [encoding.id_of(view, action) for action in legal[::97]] == [
                next(number for number, each in ids.items() if each == action) for action in legal[::97]
            ]
            kinds.update(type(action) for action in legal)
    if options.get("assignment") == "alternating":
        assert kinds >= {PlaceCard} | ({TakeBack} if options.get("take_backs", 1) else set())
    else:
        assert kinds == {Place}


def test_splits_are_made_when_asked_for() -> None:
    game = game_of({})
    encoding = EightEncoding(game)
    state = next(each for each in states(game, "lazy") if game.to_act(each) == 0)
    view = game.view(state, 0)
    ids = encoding.ids(view)
    assert tuple(ids.values()) == placements(view.hand, None)
    assert len(ids) == encoding.actions == 1260
    with pytest.raises(KeyError):
        ids[1260]
    assert encoding.text(0) == "place A: 1 2 3 4, B: 5 6, C: 7 8"
    assert encoding.text(1259) == "place A: 3 4, B: 1 2, C: 5 6 7 8"
    texts = {encoding.text(number) for number in range(encoding.actions)}
    assert len(texts) == encoding.actions


def test_texts_of_cards_placed_one_by_one_are_those_of_the_actions() -> None:
    game = game_of(ALTERNATING)
    encoding = EightEncoding(game)
    texts = [encoding.text(number) for number in range(encoding.actions)]
    assert len(set(texts)) == encoding.actions == 209
    for number, text in enumerate(texts):
        action = game.parse(text)
        assert encoding.id_of(game.view(game.new(), 0), action) == number


def cards_of(plane: np.ndarray) -> tuple[Card, ...]:
    """The cards of a plane of 52, as sure as it has only 0 and 1."""
    assert set(np.unique(plane)) <= {0, 1}
    return tuple(DECK[place] for place in np.flatnonzero(plane))


def three_of(planes: np.ndarray) -> Three:
    a, b, c = (cards_of(plane) for plane in planes)
    return (a, b, c)


def sorted_three(three: Three | None) -> Three:
    a, b, c = (in_order(cards) for cards in three or NO_CARDS)
    return (a, b, c)


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_a_row_can_be_read_back(options: dict[str, object]) -> None:
    game = game_of(options)
    encoding = EightEncoding(game)
    for state in states(game, f"read {options}"):
        for seat in (0, 1):
            view = game.view(state, seat)
            row = encoding.observe(view)
            part = encoding.named(row)
            assert cards_of(part["hand"]) == view.hand
            assert three_of(part["boards"]) == sorted_three(view.boards)
            assert three_of(part["placed"]) == sorted_three(view.placed[seat])
            assert part["counts"].tolist() == [
                list(view.counts[each] or (0, 0, 0)) for each in (seat, 1 - seat)
            ]
            assert part["locked"].tolist() == [view.locked[seat], view.locked[1 - seat]]
            assert part["plo"].tolist() == [view.plo is not None and view.plo.number == n for n in range(3)]
            for place, each in enumerate((seat, 1 - seat)):
                assert part["won"][place].tolist() == [each in winners for winners in view.winners]
            total = sum(view.bankrolls) + view.pot
            chips = (view.bankrolls[seat], view.bankrolls[1 - seat], view.pot)
            assert (part["chips"] @ (100, 1)).tolist() == [each * 10_000 // total for each in chips]
            assert part["number"] @ (100, 1) == view.number
            assert part["hands_left"] @ (100, 1) == game.rules.longest - view.number
            assert part["dealer"] == (view.dealer == seat)
            assert part["turn"] == (view.to_act == seat)
            assert part["phase"].sum() == 1
            if not game.rules.hidden_placement:
                assert three_of(part["theirs"]) == sorted_three(view.placed[1 - seat])
            if game.rules.assignment == "alternating":
                assert [cards_of(part["shown"][0]), cards_of(part["shown"][1])] == [
                    in_order(view.shown[seat]),
                    in_order(view.shown[1 - seat]),
                ]
            for field in encoding.fields:
                inside = part[field.name]
                assert inside.shape == field.shape
                assert inside.min() >= field.low
                assert inside.max() <= field.high


def test_hidden_cards_do_not_change_a_row() -> None:
    """Another hand of the opponent, and another hidden placement: the row stays the same."""
    game = game_of({"hands": 1})
    encoding = EightEncoding(game)
    rng = random.Random("hidden")
    other_worlds = 0
    for state in states(game, "hidden"):
        actor = game.to_act(state)
        if actor is None or actor == CHANCE:
            continue
        view = game.view(state, actor)
        row = encoding.observe(view)
        for _ in range(20):
            world = game.sample(view, rng)
            other_worlds += world != state
            assert np.array_equal(encoding.observe(game.view(world, actor)), row)
    assert other_worlds
