"""What every game of korthus promises, and what its texts promise."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from korthus.core.description import Kind, shown
from korthus.core.errors import InvalidAction, InvalidState
from korthus.testing import check_game
from korthus_scopa import Scopa
from korthus_scopa.cards import DECK
from korthus_scopa.options import ScopaRules


@pytest.mark.parametrize("preset", ScopaRules.presets)
def test_the_kit_finds_nothing(preset: str) -> None:
    report = check_game(Scopa(ScopaRules.make(preset)), games=5, seed=1, thorough=0.2)
    assert report.different > 0


def test_every_hidden_hand_is_equally_likely() -> None:
    """Each unseen card is in the other hand as often as another: three of 33."""
    game, rng = Scopa(ScopaRules()), random.Random(7)
    state = game.apply(game.new(), game.parse("deal 1o 2o 3o 4c 5c 6c 7o 7c Re 2e")).state
    view = game.view(state, 0)
    seen = Counter(card for _ in range(3300) for card in game.sample(view, rng).hands[1])
    assert set(seen) == set(DECK) - set(view.hand) - set(view.table)
    assert all(220 < number < 380 for number in seen.values())  # 300 expected, 80 is five deviations


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("hand 0: 7o; hand 1: 7o", "CARD_TWICE"),
        ("hand 0: 9o", "UNKNOWN_CARD"),
        ("table: 7o", "BAD_COUNT"),
        ("last taker: 0", "BAD_LAST_TAKER"),
        ("scope 0: 1", "BAD_SCOPE"),
        ("points 0: -1", "BAD_NUMBER"),
        ("trump: o", "UNKNOWN_PART"),
    ],
)
def test_positions_that_cannot_be_are_refused(text: str, code: str) -> None:
    with pytest.raises(InvalidState) as refused:
        Scopa(ScopaRules()).parse_state(text)
    assert refused.value.code == code


@pytest.mark.parametrize(("text", "code"), [("take with 7o", "BAD_TEXT"), ("lay 8o", "UNKNOWN_CARD")])
def test_texts_that_are_no_action_are_refused(text: str, code: str) -> None:
    with pytest.raises(InvalidAction) as refused:
        Scopa(ScopaRules()).parse(text)
    assert refused.value.code == code


def test_faces_are_told_where_each_card_lies() -> None:
    """What the zones show together is every card and every hidden card, each once."""
    game = Scopa(ScopaRules())
    state = game.apply(game.new(), game.parse("deal 1o 2o 3o 4c 5c 6c 7o 7c Re 2e")).state
    view, open_cards, hidden = game.view(state, 0), 0, 0
    for part in shown(view, game.describe(), 2):
        if part.zone.kind in (Kind.CARDS, Kind.PILE):
            open_cards += sum(len(cards) for cards in part.values)
        elif part.zone.kind is Kind.HIDDEN:
            hidden += sum(part.values)
    assert open_cards + hidden - len(view.hand) == len(DECK)  # the own hand is shown and counted
