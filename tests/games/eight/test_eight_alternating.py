"""Placing card by card."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.games.eight.helpers import FIRST_PLACES, cards, dealt, game, of_kind, play, refused, walk

from korthus.core.cards import Card
from korthus.core.errors import InvalidAction, NotYourTurn
from korthus.core.protocol import visible
from korthus.games.eight.actions import Place, PlaceCard, TakeBack
from korthus.games.eight.boards import Board, counts_of
from korthus.games.eight.effect import Puts
from korthus.games.eight.events import (
    AssignLocked,
    AssignPlaced,
    AssignReturned,
    AssignRevealed,
    AssignTakenBack,
    BoardKindLocked,
)
from korthus.games.eight.state import EightState, Phase

#: Both put three cards on different boards; seat 0 is to place the fourth.
THREE_EACH = ("put As A", "put 9s C", "put 9d A", "put 5s C", "put 8c A", "put 7d C")


def test_E9_players_place_one_card_in_turn() -> None:
    rules = game("alternating")
    state = dealt(rules)
    turns = []
    for text in THREE_EACH:
        turns.append(rules.to_act(state))
        state = play(rules, state, text).state
    assert turns == [0, 1, 0, 1, 0, 1]
    with pytest.raises(NotYourTurn):
        rules.apply(state, PlaceCard(Card.C7, Board.A), seat=1)


@pytest.mark.parametrize("hidden", [True, False])
def test_EI3_the_first_fourth_card_fixes_plo_and_a_third_card_elsewhere_returns(hidden: bool) -> None:
    """Proves: E-7."""
    rules = game("alternating", hidden_placement=hidden)
    state = play(rules, dealt(rules), *THREE_EACH).state
    assert state.plo is None
    state, events = play(rules, state, "put 2h A")
    assert state.plo is Board.A
    assert len(of_kind(events, BoardKindLocked)) == 3
    returned = of_kind(events, AssignReturned)
    assert [(event.player, event.board, event.partial_counts) for event in returned] == [
        (1, Board.C, (0, 0, 2))
    ] * len(returned)
    assert [event.cards for event in returned] == ([None, cards("7d")] if hidden else [cards("7d")])
    assert all(event.code == "WRONG_PLO_BOARD" for event in returned)
    assert Card.D7 in state.hands[1]
    assert state.placed[1] == ((), (), cards("9s 5s"))
    assert state.shown == ((), () if hidden else cards("7d"))


def test_EI3_nothing_returns_from_the_same_board() -> None:
    rules = game("alternating")
    state = play(
        rules, dealt(rules), "put As A", "put 9s A", "put 9d A", "put 5s A", "put 8c A", "put 7d A"
    ).state
    state, events = play(rules, state, "put 2h A")
    assert not of_kind(events, AssignReturned)
    assert counts_of(state.placed[1]) == (3, 0, 0)


def test_EI3_a_third_card_lies_on_one_board_only() -> None:
    rules = game("alternating")
    state = play(rules, dealt(rules), *THREE_EACH).state
    state = play(rules, state, "put 2h B", "put 7c B", "put 2s B", "put 8d B").state
    error = refused(rules, state, "put 6d B")
    assert (error.code, error.params) == ("BAD_SPLIT", {"a": 3, "b": 3, "c": 0})
    assert {action.board for action in rules.legal_actions(state) if isinstance(action, PlaceCard)} == {
        Board.A,
        Board.C,
    }


def full_boards() -> EightState:
    """Seat 0 has all eight down, seat 1 seven; seat 1 is to act."""
    rules = game("alternating")
    return rules.parse_state(
        "board a: Qs Js Ts; board b: Ah Kh Qh; board c: 2c 3h 5d; dealer: 1; to act: 1; plo: A;"
        "placed 0: A As 9d 8c 2h, B 2s 6d, C Ac 4h; placed 1: A 9s 5s 7d 7c, B 8d 8h, C Ks; hand 1: Qd"
    )


def test_E21_a_third_card_on_a_holdem_board_is_refused() -> None:
    rules = game("alternating")
    state = full_boards()
    for board in "AB":
        assert refused(rules, state, f"put Qd {board}").code == "BAD_SPLIT"
    assert rules.legal_actions(state)[0] == PlaceCard(Card.DQ, Board.C)


def test_EI5_cards_may_be_taken_back_until_the_player_locks() -> None:
    rules = game("alternating")
    state = play(rules, full_boards(), "put Qd C").state
    assert rules.to_act(state) == 0
    state, events = play(rules, state, "take As")
    assert rules.to_act(state) == 0  # the turn goes on
    assert state.plo is Board.A  # a fixed kind is final
    assert [(event.cards, event.audience) for event in of_kind(events, AssignTakenBack)] == [
        (None, None),
        (cards("As"), 0),
    ]
    assert state.taken == (1, 0)
    assert refused(rules, state, "lock").code == "COUNT"
    state = play(rules, state, "put As A", "take Qd", "put Qd C").state
    state, events = play(rules, state, "lock")
    assert of_kind(events, AssignLocked) == [AssignLocked(player=0)]
    assert rules.to_act(state) == 1
    state, events = play(rules, state, "take 9s", "put 9s A")
    assert rules.to_act(state) == 1  # the other has locked, so there is nobody to wait for
    state, events = play(rules, state, "lock")
    assert state.phase is Phase.RUNOUT
    assert len(of_kind(events, AssignRevealed)) == 2


def test_EI5_take_backs_may_have_a_number() -> None:
    rules = game("alternating", take_backs=1)
    state = play(rules, dealt(rules), "put As A", "put 9s A", "take As", "put As B", "put 5s A").state
    assert refused(rules, state, "take As").code == "NO_TAKE_BACKS"
    assert not any(isinstance(action, TakeBack) for action in rules.legal_actions(state))
    assert refused(rules, state, "take Kd").code == "NOT_PLACED"


def test_EI6_what_lay_face_up_stays_known() -> None:
    rules = game("alternating", hidden_placement=False)
    state = play(rules, dealt(rules), "put As A", "put 9s A").state
    assert rules.view(state, 1).placed[0] == (cards("As"), (), ())
    state, events = play(rules, state, "take As")
    assert [(event.cards, event.audience) for event in of_kind(events, AssignTakenBack)] == [
        (cards("As"), None)
    ]
    assert rules.view(state, 1).shown == (cards("As"), ())
    assert play(rules, state, "put As B").state.shown == ((), ())


def test_EI6_a_hidden_card_in_turn_shows_its_board_only() -> None:
    rules = game("alternating")
    state, events = play(rules, dealt(rules), "put As A")
    (public,) = of_kind(visible(events, 1), AssignPlaced)
    assert (public.board, public.cards, public.count, public.partial_counts) == (Board.A, None, 1, (1, 0, 0))
    view = rules.view(state, 1)
    assert (view.placed[0], view.counts[0], view.hand_sizes) == (None, (1, 0, 0), (7, 8))


def test_EI2_whole_placements_are_not_for_alternating_placement() -> None:
    rules = game("alternating")
    assert refused(rules, dealt(rules), FIRST_PLACES).code == "WRONG_MODE"


JUNK: list[Any] = [
    PlaceCard("As", "A"),  # type: ignore[arg-type]
    PlaceCard(Card.SA, "A"),  # type: ignore[arg-type]
    PlaceCard([], None),  # type: ignore[arg-type]
    TakeBack({}),  # type: ignore[arg-type]
    TakeBack("As"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("junk", JUNK)
def test_E19_junk_is_no_card(junk: Any) -> None:
    rules = game("alternating")
    error = refused(rules, dealt(rules), junk)
    assert isinstance(error, InvalidAction)


def test_E19_only_own_cards_are_placed() -> None:
    rules = game("alternating")
    assert refused(rules, dealt(rules), "put Ks A").code == "NOT_OWN_CARD"


@pytest.mark.parametrize("hidden", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_EI3_there_is_always_a_legal_action_and_the_end_comes(seed: int, hidden: bool) -> None:
    rules = game("alternating", hands=2, hidden_placement=hidden)
    for steps, (before, _) in enumerate(walk(rules, seed), 1):
        legal = rules.legal_actions(before)
        assert bool(legal) == (before.phase is Phase.PLACE)
        assert list(legal) == sorted(set(legal), key=rules.sort_key)
        assert not any(isinstance(action, Place) for action in legal)
        for three in before.placed:
            assert sorted(counts_of(three))[1] <= 2
        # At most 8 cards, 8 taken back and 1 returned for each seat, 2 locks, 4 deals.
        assert steps <= 2 * (2 * (8 + 8 + 8 + 1) + 2 + 4)


@pytest.mark.parametrize("hidden", [True, False])
def test_EI1_a_card_says_whether_it_settles_the_kinds_and_sends_one_back(hidden: bool) -> None:
    rules = game("alternating", hidden_placement=hidden, hands=2)
    seen = Counter[tuple[bool, bool]]()
    for seed in range(12):
        for before, _ in walk(rules, seed):
            actor = rules.to_act(before)
            if actor not in (0, 1):
                continue
            view = rules.view(before, actor)
            for action in rules.choices(view):
                if not isinstance(action, PlaceCard):
                    assert rules.effect(view, action) is None
                    continue
                found = rules.effect(view, action)
                assert isinstance(found, Puts)
                events = rules.apply(before, action).events
                kinds = [event for event in events if isinstance(event, BoardKindLocked)]
                back = {event.board for event in events if isinstance(event, AssignReturned)}
                assert found.omaha == bool(kinds)
                assert back == ({found.returns} if found.returns else set())
                seen[found.omaha, found.returns is not None] += 1
    assert all(seen[each] for each in ((False, False), (True, False), (True, True)))
