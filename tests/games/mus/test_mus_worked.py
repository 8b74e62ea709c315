"""The worked positions of the rules brief. A is seat 0 and mano."""

from __future__ import annotations

from tests.games.mus.helpers import hand, only, passes

from korthus.games.mus.events import BetRefused, DeclarationMade, LanceStarted, StonesScored
from korthus.games.mus.scoring import Lance, Reason


def scored(events: tuple[object, ...]) -> list[tuple[int, str, int]]:
    return [(e.seat, str(e.lance), e.stones) for e in events if isinstance(e, StonesScored)]


def test_UW1_all_pass_with_ties() -> None:
    """Proves: UI-3, U-14, U-15."""
    gained, events = hand("R R C 1", "R R S 1", passes(4))
    assert gained == (5, 1)
    assert scored(events) == [(0, "grande", 1), (1, "chica", 1), (0, "pares", 1), (0, "juego", 3)]


def test_UW2_all_pass_into_punto() -> None:
    """Proves: U-16."""
    gained, events = hand("7 7 6 5", "R R 5 5", passes(4))
    assert gained == (0, 6)
    assert scored(events) == [(1, "grande", 1), (1, "chica", 1), (1, "pares", 3), (1, "punto", 1)]


def test_UW3_a_refused_bet_on_pares_pays_deje_and_value_to_the_worse_hand() -> None:
    """Proves: U-15, U-17."""
    gained, events = hand("7 7 6 5", "R R 5 5", f"{passes(2)}, envido 2, no quiero, {passes(1)}")
    assert gained == (2, 3)
    assert scored(events) == [
        (0, "pares", 1),
        (1, "grande", 1),
        (1, "chica", 1),
        (0, "pares", 1),
        (1, "punto", 1),
    ]
    assert [e.reason for e in only(events, StonesScored)][:1] == [Reason.DEJE]


def test_UW4_one_seat_alone_has_pares() -> None:
    """Proves: UI-10, U-12."""
    gained, events = hand("R C 7 1", "4 4 4 1", passes(3))
    assert gained == (2, 3)
    assert scored(events) == [(0, "grande", 1), (1, "chica", 1), (1, "pares", 2), (0, "punto", 1)]
    assert Lance.PARES not in [event.lance for event in only(events, LanceStarted)]
    assert [(e.seat, str(e.lance), e.has) for e in only(events, DeclarationMade)] == [
        (0, "pares", False),
        (1, "pares", True),
        (0, "juego", False),
        (1, "juego", False),
    ]


def test_UW5_a_refused_raise_pays_the_stake_before_it() -> None:
    """Proves: UI-8, UI-22."""
    line = f"envido 2, envido 3, envido 5, no quiero, {passes(2)}"
    gained, events = hand("R C 6 4", "S S 6 4", line)
    assert [(e.seat, e.settled.stones) for e in only(events, BetRefused)] == [(1, 5)]
    assert [entry for entry in scored(events) if entry[1] == "grande"] == [(0, "grande", 5)]
    literal, _ = hand("R C 6 4", "S S 6 4", line, deje_after_raise="one")
    assert gained[0] - literal[0] == 4
    assert gained[1] == literal[1]


def test_UW6_an_accepted_bet_on_juego_adds_the_value_of_the_winner() -> None:
    """Proves: UI-7, U-18."""
    gained, events = hand("R R 6 6", "R R R R", f"{passes(3)}, envido 4, quiero")
    assert [entry for entry in scored(events) if entry[1] == "juego"] == [(0, "juego", 4), (0, "juego", 2)]
    assert [entry for entry in scored(events) if entry[1] == "pares"] == [(1, "pares", 3)]
    # Grande goes to the four kings, chica to the sixes.
    assert gained == (1 + 6, 1 + 3)
