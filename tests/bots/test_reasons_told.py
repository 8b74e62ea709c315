"""Reasons are true at every table: what an option switches off is not given as one."""

from __future__ import annotations

from typing import Any

import pytest

import korthus
from korthus.bots.advice import Reason
from korthus.bots.mulle.reasons import reasons as mulle_reasons
from korthus.bots.mus.model import ways
from korthus.bots.mus.reasons import reasons as mus_reasons
from korthus.games.mulle.actions import Play
from korthus.games.mulle.game import Mulle
from korthus.games.mus.actions import ORDAGO
from korthus.games.mus.game import Mus


def told(position: str, action: str, **options: Any) -> dict[str, Reason]:
    """Why a play of Mulle is good or bad, the other's hand being known."""
    game = korthus.game("mulle", **options)
    assert isinstance(game, Mulle)
    state = game.parse_state(position)
    play = game.parse(action)
    assert isinstance(play, Play)
    view, other = game.view(state, state.turn), state.sides[1 - state.turn]
    found = mulle_reasons(game, view, play, other.hand)
    return {reason.key.removeprefix("mulle.advice."): reason for reason in found}


BUILD = "rond: 2; table: [7 of 0: HJ 4 + KL 3]; hand: HJ 9, KL Q, RU 7; hand 1: KL 7, RU 6, HJ 8"


@pytest.mark.parametrize(("who", "is_told"), [("anyone", True), ("owner", False)])
def test_a_build_that_only_its_owner_may_take_is_not_left_to_the_other(who: str, is_told: bool) -> None:
    found = told(BUILD, "discard HJ 9", open_build_capture_by=who)
    assert ("leaves_build" in found) == is_told
    fresh = "rond: 2; table: HJ 4; hand: KL 3, RU 7, KL Q; hand 1: KL 7, RU 6, HJ 8"
    assert ("leaves_build" in told(fresh, "build KL 3 on HJ 4", open_build_capture_by=who)) == is_told
    # A locked one can be taken by both.
    assert "leaves_build" in told(fresh, "build KL 3 on HJ 4", open_build_capture_by=who, lock="always")


def test_a_twin_is_gone_where_no_other_copy_makes_a_mulle() -> None:
    position = "rond: 2; table: ; hand: HJ 9, KL Q; hand 1: KL 7, RU 6; taken 0: HJ 9, RU 9"
    assert "twin_gone" in told(position, "discard HJ 9")
    assert "twin_gone" not in told(position, "discard HJ 9", decks=3)
    assert "twin_gone" not in told(position, "discard HJ 9", mulle_identity="rank")


@pytest.mark.parametrize(("target", "key"), [(40, "ordago"), (None, "ordago_single")])
def test_ordago_wins_the_match_or_forty_stones(target: int | None, key: str) -> None:
    game = korthus.game("mus", target_stones=target)
    assert isinstance(game, Mus)
    view = game.view(game.parse_state("lance: grande; cards 0: R R R 1; cards 1: 7 6 5 4"), 0)
    first, *_ = mus_reasons(game.rules, view, ways(game.rules.deck), ORDAGO)
    assert first.key == f"mus.advice.{key}"
    assert first.params.get("stones") == (None if target else 40)
