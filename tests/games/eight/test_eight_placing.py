"""Placing all eight cards at once: sequential and simultaneous."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.eight.helpers import (
    FIRST_PLACES,
    SECOND,
    SECOND_PLACES,
    cards,
    dealt,
    game,
    of_kind,
    place,
    play,
    refused,
)

from korthus.core.cards import DECK, in_order
from korthus.core.errors import InvalidAction, NotYourTurn
from korthus.core.protocol import visible
from korthus.games.eight.actions import Lock, Place, PlaceCard, TakeBack
from korthus.games.eight.boards import BOARDS, Board, Kind, all_cards, counts_of
from korthus.games.eight.events import (
    AssignLocked,
    AssignPlaced,
    AssignReturned,
    AssignRevealed,
    BoardKindLocked,
)
from korthus.games.eight.state import Phase


def test_E3_the_first_player_has_1260_placements_and_the_second_420() -> None:
    rules = game()
    state = dealt(rules)
    first = rules.legal_actions(state)
    assert len(first) == len(set(first)) == len({str(action) for action in first}) == 1260
    assert list(first) == sorted(first, key=rules.sort_key)
    state = play(rules, state, FIRST_PLACES).state
    second = rules.legal_actions(state)
    assert len(second) == len(set(second)) == 420
    assert list(second) == sorted(second, key=rules.sort_key)
    assert {counts_of(action.boards) for action in second if isinstance(action, Place)} == {(4, 2, 2)}
    assert 1260 * 420 == 529_200


def test_E3_every_listed_placement_can_be_played() -> None:
    rules = game()
    state = dealt(rules)
    for action in rules.legal_actions(state)[::37]:
        assert isinstance(action, Place)
        after = rules.apply(state, action).state
        assert after.placed[0] == action.boards
        assert after.hands[0] == ()


@given(st.lists(st.sampled_from("ABC"), min_size=8, max_size=8))
def test_E19_a_split_is_played_exactly_if_it_is_4_2_2(letters: list[str]) -> None:
    rules = game()
    state = dealt(rules)
    groups = [
        [card for card, at in zip(state.hands[0], letters, strict=True) if at == name] for name in "ABC"
    ]
    action = Place.of(*groups)
    if sorted(map(len, groups)) == [2, 2, 4]:
        assert action in rules.legal_actions(state)
        rules.apply(state, action)
    else:
        assert refused(rules, state, action).code == "BAD_SPLIT"


def test_E7_the_first_board_with_four_cards_is_plo() -> None:
    """Proves: EI-1, EI-2."""
    rules = game()
    state, events = play(rules, dealt(rules), "place As 9d / 2s 6d / Ac 4h 8c 2h")
    assert state.plo is Board.C
    kinds = [(event.board, event.kind, event.audience) for event in of_kind(events, BoardKindLocked)]
    assert kinds == [(Board.A, Kind.NLHE, None), (Board.B, Kind.NLHE, None), (Board.C, Kind.PLO, None)]
    assert rules.view(state, 1).plo is Board.C
    assert rules.view(state, None).plo is Board.C


def test_EI5_in_sequential_mode_submission_is_locking() -> None:
    rules = game()
    state, events = play(rules, dealt(rules), FIRST_PLACES)
    assert state.locked == (True, False)
    assert [event.player for event in of_kind(events, AssignLocked)] == [0]
    with pytest.raises(NotYourTurn):
        rules.apply(state, rules.parse(FIRST_PLACES), seat=0)
    assert refused(rules, state, "take As").code == "WRONG_MODE"


def test_EI6_a_hidden_placement_shows_counts_only_until_both_have_locked() -> None:
    """Proves: E-10."""
    rules = game()
    state, events = play(rules, dealt(rules), FIRST_PLACES)
    public = of_kind(visible(events, 1), AssignPlaced)
    assert [(event.board, event.cards, event.partial_counts) for event in public] == [
        (Board.A, None, (4, 0, 0)),
        (Board.B, None, (4, 2, 0)),
        (Board.C, None, (4, 2, 2)),
    ]
    own = [event for event in of_kind(visible(events, 0), AssignPlaced) if event.cards]
    assert [set(event.cards or ()) for event in own] == [
        set(cards("As 9d 8c 2h")),
        set(cards("2s 6d")),
        set(cards("Ac 4h")),
    ]
    assert rules.view(state, 1).placed[0] is None
    assert rules.view(state, 1).counts[0] == (4, 2, 2)
    state, events = play(rules, state, SECOND_PLACES)
    for seat in (0, 1, None):
        revealed = of_kind(visible(events, seat), AssignRevealed)
        assert {event.player: event.cards for event in revealed} == dict(enumerate(state.placed))
        assert rules.view(state, seat).placed == state.placed


def test_EI6_an_open_placement_shows_the_cards_at_once() -> None:
    rules = game(hidden_placement=False)
    state, events = play(rules, dealt(rules), FIRST_PLACES)
    seen = of_kind(visible(events, None), AssignPlaced)
    assert tuple(event.cards for event in seen) == state.placed[0]
    assert rules.view(state, 1).placed[0] == state.placed[0]
    _, events = play(rules, state, SECOND_PLACES)
    assert not of_kind(events, AssignRevealed)


def test_EI23_the_first_failure_is_reported() -> None:
    rules = game()
    after = play(rules, dealt(rules), FIRST_PLACES).state
    with pytest.raises(NotYourTurn) as caught:  # not even the junk inside is looked at
        rules.apply(after, Place((), (), ()), seat=0)
    assert caught.value.code == "NOT_YOUR_TURN"
    # Each of these also fails everything that is looked at later.
    assert refused(rules, after, place("As 9s 9s", "5s", "")).code == "NOT_OWN_CARD"
    assert refused(rules, after, place("9s 9s 5s", "7d", "")).code == "DUPLICATE"
    assert refused(rules, after, place("9s 5s 7d", "7c", "8d 8h Ks")).code == "COUNT"
    assert refused(rules, after, place("9s 5s", "7d 7c 8d", "8h Ks Qd")).code == "BAD_SPLIT"
    assert refused(rules, after, place("9s 5s", "7d 7c 8d 8h", "Ks Qd")).code == "WRONG_PLO_BOARD"


def test_E19_cards_are_unique_over_both_hands() -> None:
    rules = game()
    error = refused(rules, dealt(rules), place("As 9d 8c 2h", "2s 6d", "Ac Ks"))
    assert (error.code, error.params) == ("NOT_OWN_CARD", {"card": "Ks"})


JUNK: list[Any] = [
    Place([], [], []),  # type: ignore[arg-type]
    Place("As", "Kd", "2c"),  # type: ignore[arg-type]
    Place(("As", "9d", "8c", "2h"), ("2s", "6d"), ("Ac", "4h")),  # type: ignore[arg-type]
    Place(([],), ({},), (None,)),  # type: ignore[arg-type]
    Place(1, 2, 3),  # type: ignore[arg-type]
    Place((True, 1), (), ()),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("junk", JUNK)
@pytest.mark.parametrize("preset", ["standard", "simultaneous"])
def test_E19_junk_is_no_placement(junk: Any, preset: str) -> None:
    rules = game(preset)
    error = refused(rules, dealt(rules), junk)
    assert isinstance(error, InvalidAction)
    assert error.code == "BAD_CARDS"


def test_E19_the_order_within_a_board_has_no_meaning() -> None:
    rules = game()
    state = dealt(rules)
    one, other = place("As 9d 8c 2h", "2s 6d", "Ac 4h"), place("2h 8c 9d As", "6d 2s", "4h Ac")
    assert rules.apply(state, one) == rules.apply(state, other)
    assert str(one) == str(other)


@pytest.mark.parametrize("action", [PlaceCard(DECK[0], Board.A), TakeBack(DECK[0]), Lock()])
@pytest.mark.parametrize("preset", ["standard", "simultaneous"])
def test_EI2_single_cards_are_for_alternating_placement(preset: str, action: Any) -> None:
    rules = game(preset)
    error = refused(rules, dealt(rules), action)
    assert (error.code, error.params) == ("WRONG_MODE", {"assignment": rules.rules.assignment})


# -- simultaneous ----------------------------------------------------------------------------------


@pytest.mark.parametrize("hidden", [True, False])
def test_EI4_the_first_of_two_simultaneous_placements_says_only_ready(hidden: bool) -> None:
    rules = game("simultaneous", hidden_placement=hidden)
    seen = set()
    for text in (FIRST_PLACES, "place As 9d / 2s 6d / Ac 4h 8c 2h"):
        state, events = play(rules, dealt(rules), text)
        for seat in (1, None):
            assert visible(events, seat) == (AssignLocked(player=0),)
            view = rules.view(state, seat)
            assert (view.placed[0], view.counts[0], view.plo, view.locked) == (
                None,
                None,
                None,
                (True, False),
            )
            seen.add(view)
        assert len(of_kind(visible(events, 0), AssignPlaced)) == 3
        assert rules.view(state, 0).placed[0] == state.placed[0]
        assert len(rules.legal_actions(state)) == 1260
    assert len(seen) == 2  # one view of seat 1 and one of the spectators, whatever was placed


@pytest.mark.parametrize("hidden", [True, False])
def test_EI4_the_start_players_board_stands_and_the_other_places_again(hidden: bool) -> None:
    rules = game("simultaneous", hidden_placement=hidden)
    ready = play(rules, dealt(rules), FIRST_PLACES).state
    state, events = play(rules, ready, "place 9s 5s / 7d 7c 8d 8h / Ks Qd")
    assert state.plo is Board.A
    assert state.hands[1] == in_order(cards(SECOND))
    assert rules.to_act(state) == 1
    assert state.locked == (True, False)
    public, own = of_kind(events, AssignReturned)
    assert (public.player, public.code, public.cards, public.audience) == (1, "WRONG_PLO_BOARD", None, None)
    assert own.audience == 1
    assert set(own.cards or ()) == set(cards(SECOND))
    assert [event.kind for event in of_kind(events, BoardKindLocked)] == [Kind.PLO, Kind.NLHE, Kind.NLHE]
    shown = [event.cards for event in of_kind(visible(events, None), AssignPlaced)]
    assert shown == ([None] * 3 if hidden else list(state.placed[0]))
    assert refused(rules, state, "place 9s 5s / 7d 7c 8d 8h / Ks Qd").code == "WRONG_PLO_BOARD"
    assert len(rules.legal_actions(state)) == 420
    state, events = play(rules, state, SECOND_PLACES)
    assert state.phase is Phase.RUNOUT
    assert len(of_kind(events, AssignRevealed)) == (2 if hidden else 0)
    assert not of_kind(events, BoardKindLocked)


def test_EI4_the_same_board_locks_both() -> None:
    rules = game("simultaneous")
    ready = play(rules, dealt(rules), FIRST_PLACES).state
    state, events = play(rules, ready, SECOND_PLACES)
    assert state.phase is Phase.RUNOUT
    assert state.plo is Board.A
    assert len(of_kind(events, BoardKindLocked)) == 3
    assert {event.player for event in of_kind(events, AssignRevealed)} == {0, 1}
    for seat in (0, 1):
        assert sorted(all_cards(state.placed[seat])) == sorted(all_cards(dealt_placed(events, seat)))


def dealt_placed(events: Any, seat: int) -> Any:
    (revealed,) = [event for event in of_kind(events, AssignRevealed) if event.player == seat]
    assert len(revealed.cards) == len(BOARDS)
    return revealed.cards
