"""Building, absorption, merging, locking and reservation."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.mulle.table import At, made, mulle, playout
from tests.games.mulle.test_capture import groupable, tables

from korthus.core.cards import DECK, Card
from korthus.games.mulle.actions import Build, Discard, Trotta
from korthus.games.mulle.cards import HAND_VALUE, TABLE_VALUE
from korthus.games.mulle.events import BuildLocked, BuildMade
from korthus.games.mulle.gather import absorbed
from korthus.games.mulle.scoring import intake_points
from korthus.games.mulle.state import NOBODY, Pile

MORE = "; hand 1: KL K, HJ K"


def test_M17_a_build_has_an_owner_and_a_value() -> None:
    """Proves: M-18, M-27."""
    here = At("table: KL 4; hand: HJ 3, RU 7" + MORE)
    pile = made(here.do("build HJ 3 on KL 4"))
    assert (pile.value, pile.owner, pile.locked, pile.trotta) == (7, 0, False, False)


def test_M19_when_building_is_refused() -> None:
    """Proves: M.3-B."""
    assert At("table: KL 4; hand: RU 7" + MORE).refusal("build HJ 3 on KL 4") == "CARD_NOT_IN_HAND"
    assert At("table: KL 4; hand: HJ 3" + MORE).refusal("build HJ 3 on KL 5") == "NO_SUCH_PILE"
    assert At("table: KL 4; hand: HJ 3" + MORE).refusal("build HJ 3 on [4] up") == "NO_SUCH_PILE"
    plain = At("table: (KL 2 + KL 3); hand: HJ 3, HJ 8" + MORE)
    assert plain.refusal("build HJ 3 on (KL 2 + KL 3)") == "PILE_NOT_BUILDABLE"
    locked = At("table: [5 of 1 locked: KL 2 + KL 3]; hand: HJ 3, HJ 8" + MORE)
    assert locked.refusal("build HJ 3 on [5] up") == "BUILD_LOCKED"
    mine = At("table: [5 of 0 locked: KL 2 + KL 3]; hand: HJ 3, HJ 8" + MORE)
    assert mine.refusal("build HJ 3 on [5] up") == "BUILD_LOCKED"
    theirs = At("table: [5 of 1: KL 2 + KL 3]; hand: HJ 3, HJ 8" + MORE, open_build_modifiable_by="owner")
    assert theirs.refusal("build HJ 3 on [5] up") == "NOT_OWNER"
    assert theirs.plays("build", "HJ 3") == []
    high = At("table: HJ 9; hand: KL 8, RU 10" + MORE)
    assert high.refusal("build KL 8 on HJ 9") == "VALUE_OUT_OF_RANGE"
    has = At("table: [8 of 1: KL 6 + KL 2], RU 5; hand: HJ 3, HJ 8" + MORE)
    assert has.refusal("build HJ 3 on RU 5") == "OPPONENT_HAS_VALUE"
    assert At("table: RU 5; hand: HJ 3" + MORE).refusal("build HJ 3 on RU 5") == "NO_RESERVATION"
    reserved = At("table: [3 of 0 locked: KL 2 + KL A], RU 5; hand: HJ 3, HJ 8" + MORE)
    assert reserved.refusal("build HJ 3 on RU 5") == "CARD_RESERVED"


def test_MI32_building_down_needs_a_build() -> None:
    text = "table: RU 5; hand: HJ 3, HJ 2" + MORE
    assert At(text).refusal("build HJ 3 on RU 5 down") == "NO_DOWN_FROM_SINGLE"
    down = At(text, down_from_single=True)
    assert down.plays("build", "HJ 3") == ["on RU 5 down"]
    assert made(down.do("build HJ 3 on RU 5 down")).value == 2


def test_MI31_the_range_of_building_down() -> None:
    """Proves: M-22, M-24, MI-15."""
    zero = At("table: [5 of 1: KL 2 + KL 3]; hand: HJ 5, HJ 4, SP 5, RU 9" + MORE)
    assert zero.refusal("build HJ 5 on [5] down") == "VALUE_OUT_OF_RANGE"
    assert zero.refusal("build HJ 4 on [5] down") == "VALUE_OUT_OF_RANGE"
    past = At("table: [5 of 1: KL 2 + KL 3]; hand: HJ 9, HJ 4" + MORE)
    assert made(past.do("build HJ 9 on [5] down")).value == 4
    same = At("table: [4 of 1: KL 2 + RU 2]; hand: HJ 8, HJ 4" + MORE)
    pile = made(same.do("build HJ 8 on [4] down"))
    assert (pile.value, pile.owner, pile.locked) == (4, 0, False)
    with pytest.raises(AssertionError):
        same.do("build HJ 8 on [4] up")


def test_MI30_a_reserved_card_may_rebuild_its_own_build() -> None:
    here = At("table: [7 of 0: KL 4 + HJ 3]; hand: RU 7, SP A; holds 0: 7" + MORE)
    pile = made(here.do("build RU 7 on [7] up"))
    assert (pile.value, pile.owner) == (14, 0)


def test_M20_a_sole_card_is_bound_to_its_build() -> None:
    """Proves: MI-28."""
    here = At("table: [7 of 0: KL 4 + HJ 3], RU 2; hand: RU 7, HJ 9; holds 0: 7" + MORE)
    assert here.refusal("build RU 7 on RU 2") == "CARD_RESERVED"
    assert here.refusal("discard RU 7") == "CARD_RESERVED"
    assert here.plays("capture", "RU 7") == ["[7]"]
    two = At("table: [7 of 0: KL 4 + HJ 3], RU 2; hand: RU 7, SP 7, HJ 9; holds 0: 7" + MORE)
    assert made(two.do("build RU 7 on RU 2")).value == 9


def test_M3R_a_build_that_is_drawn_in_needs_its_card_no_more() -> None:
    """The 7-build goes into the new 10-build, so the last 7 may be played."""
    here = At("table: [7 of 0: KL 4 + HJ 3], RU 3, KL 3; hand: HJ 7, HJ 10; holds 0: 7" + MORE)
    step = here.do("build HJ 7 on RU 3")
    assert made(step).value == 10
    assert len(made(step).cards) == 5
    assert step.state.sides[0].holds == (10,)
    stays = At("table: [7 of 0 locked: KL 4 + HJ 3], RU 3, KL 3; hand: HJ 7, HJ 10; holds 0: 7" + MORE)
    assert stays.refusal("build HJ 7 on RU 3") == "CARD_RESERVED"


def test_M25_absorption_packs_to_the_declared_value() -> None:
    """Proves: MI-15, MI-16."""
    here = At("table: RU 5, KL 4, HJ 4, SP 6, KL 2, HJ 9; hand: SP 3, HJ 8" + MORE)
    pile = made(here.do("build SP 3 on RU 5"))
    assert sorted(TABLE_VALUE[card] for card in pile.cards) == [2, 3, 4, 4, 5, 6]
    assert (pile.value, pile.locked) == (8, True)


def test_M26_three_card_piles_are_not_absorbed() -> None:
    """Proves: M-51."""
    here = At("table: RU 5, [6 of 1: KL 2 + RU 3 + HJ A], KL 2; hand: SP 3, HJ 8" + MORE)
    assert made(here.do("build SP 3 on RU 5")).cards == (Card.D5, Card.S3)
    two = At("table: RU 5, [6 of 1: KL 2 + RU 4], HJ 2; hand: SP 3, HJ 8" + MORE)
    assert len(made(two.do("build SP 3 on RU 5")).cards) == 5
    none = At("table: RU 5, [6 of 1: KL 2 + RU 4], HJ 2; hand: SP 3, HJ 8" + MORE, absorb_builds="none")
    assert made(none.do("build SP 3 on RU 5")).cards == (Card.D5, Card.S3)


def test_MI16_a_build_counts_with_its_value_and_locked_ones_stay() -> None:
    table = "table: RU 5, [6 of 1{}: KL 9 + RU 3], HJ 2; hand: SP 3, HJ 8" + MORE
    assert len(made(At(table.format("")).do("build SP 3 on RU 5")).cards) == 5
    assert len(made(At(table.format(" locked")).do("build SP 3 on RU 5")).cards) == 2
    own = At(table.format(" locked").replace("of 1", "of 0"), consolidate_own_locked=True)
    assert len(made(own.do("build SP 3 on RU 5")).cards) == 5


def test_M29_building_to_a_value_of_ones_own_merges_and_locks() -> None:
    """Proves: MI-17, M-28."""
    here = At("table: [8 of 0: KL 6 + KL 2 + HJ 8], RU 5, SP 6, RU 2; hand: SP 3, RU 8; holds 0: 8" + MORE)
    step = here.do("build SP 3 on RU 5")
    pile = made(step)
    assert len(pile.cards) == 7
    assert pile.locked
    assert step.state.table == (pile,)
    assert any(isinstance(event, BuildLocked) for event in step.events)


def test_M27_growing_or_revaluing_does_not_lock() -> None:
    """Proves: MI-51."""
    here = At("table: [6 of 0: KL 4 + KL 2]; hand: SP 3, RU 9, HJ 6; holds 0: 6" + MORE)
    pile = made(here.do("build SP 3 on [6] up"))
    assert (pile.value, pile.locked, len(pile.cards)) == (9, False, 3)
    again = At("table: [9 of 0: KL 4 + KL 2 + SP 3]; hand: HJ 4, RU K, HJ 9; holds 0: 9" + MORE)
    pile = made(again.do("build HJ 4 on [9] up"))
    assert (pile.value, pile.locked, len(pile.cards)) == (13, False, 4)


def test_MI12_whoever_lays_the_card_owns_the_result() -> None:
    pile = made(At("table: [6 of 1: KL 4 + KL 2]; hand: SP 3, RU 9" + MORE).do("build SP 3 on [6] up"))
    assert pile.owner == 0


def test_MI40_what_the_draft_consolidates() -> None:
    """Proves: M-59, MI-41, MI-42, M-60."""
    text = (
        "table: RU 10, (KL 9 + RU 7), [5 of 0 locked: KL 2 + KL 3], [6 of 1 locked: HJ 2 + HJ 4], KL 5;"
        " hand: SP 6, RU 10" + MORE
    )
    pile = made(At(text, "draft").do("build SP 6 on RU 10"))
    assert (pile.value, pile.locked) == (16, True)
    assert pile.cards == (Card.DT, Card.S6, Card.C9, Card.D7, Card.C2, Card.C3)
    equal = made(At(text, "draft", consolidation="two_card_equal").do("build SP 6 on RU 10"))
    assert equal.cards == (Card.DT, Card.S6, Card.C9, Card.D7)
    none = made(At(text, consolidation="none").do("build SP 6 on RU 10"))
    assert none.cards == (Card.DT, Card.S6)
    assert not none.locked


def test_MI41_the_draft_always_locks() -> None:
    assert made(At("table: RU 5; hand: SP 3, HJ 8" + MORE, "draft").do("build SP 3 on RU 5")).locked
    assert not made(At("table: RU 5; hand: SP 3, HJ 8" + MORE).do("build SP 3 on RU 5")).locked


def test_MI18_ties_go_by_cards_pairs_intake_and_age() -> None:
    def drawn(table: str, hand: str = "SP 3, HJ 8") -> list[str]:
        step = At(f"table: RU 5, {table}; hand: {hand}" + MORE).do("build SP 3 on RU 5")
        event = next(event for event in step.events if isinstance(event, BuildMade))
        return [card.value for pile in event.joined for card in pile.cards]

    assert drawn("KL 2, [2 of 1: RU A + HJ A], HJ 6") == ["Ad", "Ah", "6h"]  # most cards
    assert drawn("KL 5, RU 5, HJ 3") == ["5d", "3h"]  # another RU 5 lies in the build already
    assert drawn("KL 6, SP 6, HJ 2") == ["6s", "2h"]  # a spade counts for intake
    assert drawn("RU 6, KL 6, HJ 2") == ["6d", "2h"]  # the oldest


@pytest.mark.no_cover
@settings(max_examples=200)
@given(tables(), st.integers(2, 16), st.integers(0, 3))
def test_MI18_absorption_is_what_brute_force_prefers(
    position: tuple[tuple[Pile, ...], tuple[Card, ...]], value: int, seed: int
) -> None:
    """Proves: M-25, M-26."""
    table, hand = position
    rules = mulle().rules
    eligible = [
        place
        for place, pile in enumerate(table)
        if len(pile.cards) <= 2 and not pile.locked and pile.value <= value
    ]
    core = tuple(random.Random(seed).sample([*hand, *DECK], 2))
    best: tuple[tuple[int, int, int], tuple[int, ...]] | None = None
    for size in range(len(eligible), -1, -1):
        for places in combinations(eligible, size):
            if groupable([table[place].value for place in places], value):
                cards = [card for place in places for card in table[place].cards]
                pairs = sum(number // 2 for number in Counter([*cards, *core]).values())
                found = ((-len(cards), -pairs, -intake_points(rules, cards)), places)
                if best is None or found < best:
                    best = found
        if best is not None:
            break
    assert best is not None
    assert absorbed(rules, table, eligible, value, core) == best[1]


@pytest.mark.parametrize("preset", ["complete", "draft"])
def test_M3R_reservations_hold_in_every_game(preset: str) -> None:
    """After a build, trotta or discard the actor can still take what he could take before.

    Proves: M-20, M-32, M-35, MI-9, MI-28, MI-29.
    """
    game = mulle(preset, omgangar=1)
    for seed in range(12):
        for state, action, step in playout(game, seed):
            if not isinstance(action, Build | Trotta | Discard):
                continue
            seat = state.turn
            before = {HAND_VALUE[card] for card in state.sides[seat].hand}
            after = {HAND_VALUE[card] for card in step.state.sides[seat].hand}
            own_before = {pile.value for pile in state.table if pile.owner == seat}
            own_after = {pile.value for pile in step.state.table if pile.owner == seat}
            assert own_before & before & own_after <= after
            assert set(step.state.sides[seat].holds) <= after
            if isinstance(action, Build) and step.state.table:
                assert action.value in after
            values = [pile.value for pile in step.state.table if pile.owner != NOBODY]
            assert len(values) == len(set(values))
            if not any(side.hand for side in step.state.sides):
                assert all(pile.trotta for pile in step.state.table if pile.owner != NOBODY)


def test_M59_the_draft_draws_in_every_pair_each_time() -> None:
    game = mulle("draft", omgangar=1)
    built = 0
    for seed in range(10):
        for state, action, step in playout(game, seed):
            if isinstance(action, Build) and step.state.table:
                built += 1
                assert step.state.table[-1].locked
                others = [pile for pile in step.state.table[:-1] if pile.owner in (NOBODY, state.turn)]
                assert not any(len(pile.cards) == 2 for pile in others)
    assert built > 30
