"""Events on the wire, and an engine that does nothing but answer."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from tests.games.eight.helpers import FIRST_PLACES, SECOND_PLACES, deal, dealt, game, play, walk

from korthus.core.protocol import Event, visible
from korthus.games.eight.events import BoardKindLocked, BoardResult, HandResult
from korthus.games.eight.options import EightRules

#: The names and fields of the source document.
DOCUMENT = {
    "HAND_STARTED": {"dealer"},
    "CARDS_DEALT": {"to", "count"},
    "FLOP_DEALT": {"board", "cards"},
    "ASSIGN_PLACED": {"player", "board", "cards", "partial_counts"},
    "ASSIGN_LOCKED": {"player"},
    "BOARD_KIND_LOCKED": {"board", "kind"},
    "TURN_RIVER_DEALT": {"board", "turn", "river"},
    "BOARD_RESULT": {"board", "kind", "winner_ids", "hand_desc", "subpot"},
    "HAND_RESULT": {"payouts"},
}


def wire(event: Event) -> dict[str, Any]:
    decoded: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(event))
    return decoded


@pytest.mark.parametrize("preset", EightRules.presets)
def test_E18_the_documents_events_keep_their_names_and_fields(preset: str) -> None:
    rules = game(preset, hands=3)
    seen: dict[str, set[str]] = {}
    for _, step in walk(rules, 4):
        for event in step.events:
            raw = wire(event)
            seen.setdefault(raw["type"], set()).update(raw)
            assert rules.decode_event(msgspec.json.encode(event)) == event
    for name, fields in DOCUMENT.items():
        assert fields <= seen[name], name


def test_E18_a_hand_tells_its_story_in_order() -> None:
    """Proves: E-21."""
    rules = game(hands=1)
    _, events = play(
        rules, dealt(rules), FIRST_PLACES, SECOND_PLACES, deal("3s 4d"), deal("Jh Th"), deal("Kd Kc")
    )
    assert [wire(event)["type"] for event in visible(events, None)] == [
        *["ASSIGN_PLACED"] * 3,
        *["BOARD_KIND_LOCKED"] * 3,
        "ASSIGN_LOCKED",
        *["ASSIGN_PLACED"] * 3,
        "ASSIGN_LOCKED",
        *["ASSIGN_REVEALED"] * 2,
        *["TURN_RIVER_DEALT", "BOARD_RESULT"] * 3,
        "HAND_RESULT",
        "SESSION_ENDED",
    ]


@pytest.mark.parametrize("preset", EightRules.presets)
def test_E18_the_kinds_of_the_boards_bring_the_splits_that_are_left(preset: str) -> None:
    rules = game(preset, hands=3)
    told = 0
    for before, step in walk(rules, 4):
        for event in step.events:
            if isinstance(event, BoardKindLocked):
                told += 1
                assert rules.view(before, None).splits != event.splits
                assert rules.view(step.state, None).splits == event.splits
    assert told == 3 * 3


@pytest.mark.parametrize("remainder", ["runout_order", "odd_chip_player"])
def test_E18_what_lies_in_the_pot_is_told_to_the_end_of_the_hand(remainder: str) -> None:
    rules = game(hands=3, ante=35, thirds_remainder=remainder)
    between, after = [], []
    for _, step in walk(rules, 4):
        pots = [
            (type(event), event.pot) for event in step.events if isinstance(event, BoardResult | HandResult)
        ]
        if pots:
            assert pots[-1][1] == rules.view(step.state, None).pot
        between += [pot for kind, pot in pots[:-1] if kind is BoardResult]
        after += [pot for kind, pot in pots if kind is HandResult]
    assert between == [1 if remainder == "odd_chip_player" else 0] * 3
    assert after == [0] * 3


def test_E17_the_engine_emits_events_and_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    for preset in EightRules.presets:
        assert any(step.events for _, step in walk(game(preset, hands=2), 3))
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("preset", EightRules.presets)
@pytest.mark.parametrize("hidden", [True, False])
def test_E17_everything_survives_json(preset: str, hidden: bool) -> None:
    rules = game(preset, hands=2, hidden_placement=hidden)
    for before, step in walk(rules, 6):
        assert rules.decode_state(msgspec.json.encode(before)) == before
        for seat in (0, 1, None):
            view = rules.view(step.state, seat)
            assert rules.decode_view(msgspec.json.encode(view)) == view
        for action in rules.legal_actions(before)[:5]:
            assert rules.decode_action(msgspec.json.encode(action)) == action
