"""The optional mus: asking, discarding, drawing, and a stock that runs out (UI-2)."""

from __future__ import annotations

import pytest
from tests.games.mus.helpers import mus, only, play

from korthus.core.chance import FairChance
from korthus.core.errors import IllegalAction, InvalidAction
from korthus.core.protocol import CHANCE
from korthus.games.mus.actions import Deal, Discard, MusAction
from korthus.games.mus.cards import RANKS, Rank
from korthus.games.mus.events import (
    CardsDealt,
    CardsDiscarded,
    CardsReceived,
    DiscardKept,
    LanceStarted,
    MusCut,
    MusWanted,
    StockReshuffled,
)
from korthus.games.mus.game import Mus
from korthus.games.mus.scoring import Lance
from korthus.games.mus.state import MusState, Phase

START = "cards 0: R C 7 1; cards 1: S 6 5 4"


def ready(**options: object) -> tuple[Mus, MusState]:
    game = mus("mus", **options)
    return game, game.parse_state(START)


def test_UI2_off_by_default() -> None:
    game = mus()
    assert game.rules.mus_phase is False
    state, _ = play(game, game.new(), "deal R C 7 1 S 6 5 4")
    assert state.phase is Phase.BET


def test_UI2_the_mano_is_asked_first_and_one_no_is_enough() -> None:
    game, state = ready()
    assert (state.phase, game.to_act(state)) == (Phase.MUS, 0)
    assert [str(action) for action in game.legal_actions(state)] == ["mus", "no mus"]
    cut, events = play(game, state, "no mus")
    assert (cut.phase, cut.lance, cut.turn) == (Phase.BET, Lance.GRANDE, 0)
    assert events == (MusCut(seat=0), LanceStarted(lance=Lance.GRANDE))
    asked, events = play(game, state, "mus")
    assert events == (MusWanted(seat=0),)
    assert (asked.phase, asked.turn) == (Phase.MUS, 1)
    cut, _ = play(game, asked, "no mus")
    assert (cut.phase, cut.turn) == (Phase.BET, 0)
    both, _ = play(game, asked, "mus")
    assert (both.phase, both.turn) == (Phase.DISCARD, 0)


def test_UI2_discards_are_secret_and_their_number_is_public() -> None:
    game, state = ready()
    state, _ = play(game, state, "mus, mus")
    assert len(game.legal_actions(state)) == 15
    state, events = play(game, state, "discard 7 1")
    assert events == (
        CardsDiscarded(seat=0, count=2, held=2),
        DiscardKept(audience=0, seat=0, cards=(Rank.SEVEN, Rank.ACE)),
    )
    assert (state.phase, state.turn) == (Phase.DISCARD, 1)
    assert game.view(state, 0).discards == (Rank.SEVEN, Rank.ACE)
    assert game.view(state, 1).discards == ()
    assert game.view(state, 1).discarded == (2, 0)
    state, _ = play(game, state, "discard S 6 5 4")
    assert (state.phase, game.to_act(state)) == (Phase.REDRAW, CHANCE)


def test_UI2_the_mano_draws_first_and_both_are_asked_again() -> None:
    game, state = ready()
    state, _ = play(game, state, "mus, mus, discard 7 1, discard S 6 5 4")
    assert game.view(state, None).stock == 32
    state, events = play(game, state, "deal R 1")
    assert events[0] == CardsDealt(seat=0, count=2, held=4)
    assert only(events, CardsReceived)[0].audience == 0
    assert " ".join(state.hands[0]) == "R R C 1"
    state, _ = play(game, state, "deal 4 R 4 7")
    assert (state.phase, state.turn, state.redeals) == (Phase.MUS, 0, 1)
    assert " ".join(state.hands[1]) == "R 7 4 4"
    state, _ = play(game, state, "no mus")
    assert state.phase is Phase.BET


def test_UI2_the_number_of_changes_is_limited() -> None:
    game, state = ready(max_mus=1)
    state, events = play(game, state, "mus, mus, discard 7, discard 4, deal R, deal 4")
    assert (state.phase, state.lance, state.redeals) == (Phase.BET, Lance.GRANDE, 1)
    assert events[-1] == LanceStarted(lance=Lance.GRANDE)
    endless = mus("mus", max_mus=None)
    again, _ = play(
        endless,
        endless.parse_state(f"{START}; redeals: 99"),
        "mus, mus, discard 7, discard 4, deal R, deal 4",
    )
    assert (again.phase, again.redeals) == (Phase.MUS, 100)


def test_UI2_a_stock_that_ends_in_the_middle_gives_what_it_has_then_the_discards() -> None:
    # Ten cards: eight dealt, two in the stock.
    game = mus("mus", deck=(3, 1, 1, 1, 1, 1, 1, 1))
    state, _ = play(game, game.new(), "deal R C 7 1 S 6 5 4, mus, mus, discard C 7 1, discard S 6")
    seen: list[tuple[Rank, ...]] = []

    class Watch:
        def draw(self, pool: tuple[Rank, ...], count: int) -> tuple[Rank, ...]:
            seen.append(pool)
            assert count <= len(pool)
            return pool[:count]

    first = game.draw(state, Watch())  # type: ignore[arg-type]  # a Chance for ranks only
    assert first == Deal((Rank.REY, Rank.REY))
    state, events = game.apply(state, first)
    assert only(events, StockReshuffled) == []
    assert game.view(state, None).stock == 0
    second = game.draw(state, Watch())  # type: ignore[arg-type]
    assert "".join(seen[1]) == "CS761"
    state, events = game.apply(state, second)
    assert only(events, StockReshuffled) == [StockReshuffled(count=5)]
    assert state.discards == ((), ())
    assert " ".join(state.hands[0]) == "R R R C"
    assert (state.phase, game.view(state, None).stock) == (Phase.REDRAW, 4)
    state, _ = game.apply(state, game.draw(state, FairChance.seeded(1)))
    assert state.phase is Phase.MUS
    assert sorted(map(len, state.hands)) == [4, 4]


@pytest.mark.parametrize(
    ("line", "action", "code"),
    [
        ("mus, mus", "discard R R", "NOT_IN_HAND"),
        ("mus, mus", "discard 4", "NOT_IN_HAND"),
        ("mus, mus", "discard R R R R R", "NOT_IN_HAND"),
        ("mus, mus", "pass", "DISCARD_FIRST"),
        ("mus, mus", "mus", "DISCARD_FIRST"),
        ("mus", "discard R", "NO_DISCARD_NOW"),
        ("mus", "envido 2", "MUS_FIRST"),
        ("no mus", "mus", "NO_MUS_NOW"),
    ],
)
def test_UI2_what_cannot_be_done_while_cards_are_changed(line: str, action: str, code: str) -> None:
    game, state = ready()
    state, _ = play(game, state, line)
    with pytest.raises(IllegalAction) as refusal:
        game.apply(state, game.parse(action))
    assert refusal.value.code == code


@pytest.mark.parametrize(
    "action",
    [
        Discard(()),
        Discard(RANKS[::-1]),
        Discard(["R"]),  # type: ignore[arg-type]  # junk on purpose
        Discard(("R",)),  # type: ignore[arg-type]
        Discard(None),  # type: ignore[arg-type]
    ],
)
def test_UI2_junk_discards(action: MusAction) -> None:
    game, state = ready()
    state, _ = play(game, state, "mus, mus")
    with pytest.raises(InvalidAction):
        game.apply(state, action)


def test_UI2_a_deal_must_come_from_the_stock() -> None:
    game, state = ready()
    state, _ = play(game, state, "mus, mus, discard 7 1, discard S 6 5 4")
    for cards in ("deal R", "deal R R R", "deal R R R R"):
        with pytest.raises(IllegalAction, match="BAD_DEAL"):
            play(game, state, cards)
