"""Trotta, feeding and throwing."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.mulle.table import At, made, mulle, table_text

from korthus.core.cards import DECK, Card
from korthus.games.mulle.cards import TABLE_VALUE
from korthus.games.mulle.events import BuildMade, Discarded
from korthus.games.mulle.gather import pairs_summing
from korthus.games.mulle.scoring import intake_points
from korthus.games.mulle.state import Pile

MORE = "; hand 1: KL K, HJ K"


def test_MI33_there_must_be_something_to_gather() -> None:
    assert At("table: KL 5, HJ 3; hand: SP 7" + MORE).refusal("trotta SP 7") == "NOTHING_TO_TROTTA"
    assert At("table: KL 4; hand: SP 8" + MORE).refusal("trotta SP 8") == "NOTHING_TO_TROTTA"
    assert made(At("table: KL 5, HJ 2; hand: SP 7" + MORE).do("trotta SP 7")).cards == (
        Card.C5,
        Card.H2,
        Card.S7,
    )
    assert made(At("table: KL 4, HJ 4; hand: SP 8" + MORE).do("trotta SP 8")).value == 8


def test_M31_trotta_gathers_singles_pairs_and_two_card_piles() -> None:
    """Proves: M-32, M.3-T."""
    here = At("table: HJ 7, (KL 5 + RU 2), KL 4, RU 3, SP 4, (KL A + RU A + HJ 5); hand: SP 7" + MORE)
    step = here.do("trotta SP 7")
    pile = made(step)
    assert set(pile.cards) == {Card.H7, Card.C5, Card.D2, Card.D3, Card.S4, Card.S7}
    assert (pile.owner, pile.locked, pile.trotta) == (0, True, True)
    assert table_text(step.state)[:-1] == ["KL 4", "(KL A + RU A + HJ 5)"]


def test_MI34_trotta_joins_the_build_of_its_value() -> None:
    big = "table: [7 of 1{}: KL 5 + RU 2 + HJ 7], KL 7; hand: SP 7, KL 2" + MORE
    pile = made(At(big.format("")).do("trotta SP 7"))
    assert (pile.owner, len(pile.cards), pile.locked) == (0, 5, True)
    assert made(At(big.format(" locked")).do("trotta SP 7")).owner == 0
    own_only = At(big.format(""), trotta_joins="own")
    assert own_only.refusal("trotta SP 7") == "OPPONENT_HAS_VALUE"
    small = At("table: [7 of 1: KL 5 + RU 2]; hand: SP 7, KL 2" + MORE, trotta_joins="own")
    assert made(small.do("trotta SP 7")).owner == 0
    locked = At("table: [7 of 1 locked: KL 5 + RU 2]; hand: SP 7, KL 2" + MORE, trotta_joins="own")
    assert locked.refusal("trotta SP 7") == "OPPONENT_HAS_VALUE"


def test_MI35_surplus_singles_stay() -> None:
    here = At("table: KL 3, KL 4, HJ 4; hand: SP 7" + MORE)
    assert here.after("trotta SP 7") == ["HJ 4", "[7 of 0 locked trotta: KL 3 + KL 4 + SP 7]"]


def test_MI36_a_build_counts_with_its_value() -> None:
    here = At("table: [4 of 1 locked: HJ 4 + KL 4]; hand: SP 8, SP 4" + MORE)
    assert here.refusal("trotta SP 8") == "NOTHING_TO_TROTTA"
    assert len(made(here.do("trotta SP 4")).cards) == 3


def test_MI37_an_ace_makes_a_dead_build() -> None:
    text = "table: KL A, RU A; hand: SP A" + MORE
    assert At(text).refusal("trotta SP A") == "DEAD_BUILD"
    assert made(At(text, allow_dead_builds=True).do("trotta SP A")).value == 1


def test_MI29_a_reserved_card_is_not_trottad() -> None:
    text = "table: [7 of 0: KL 5 + RU 2], HJ 7; hand: SP 7, KL 2" + MORE
    assert At(text).refusal("trotta SP 7") == "CARD_RESERVED"
    free = At(text, trotta_respects_reservation=False)
    step = free.do("trotta SP 7")
    assert step.state.sides[0].holds == ()
    special = At("table: [16 of 0: RU 9 + KL 7], HJ 10; hand: RU 10, KL 2" + MORE)
    assert special.refusal("trotta RU 10") == "CARD_RESERVED"


def test_MI43_the_draft_has_no_trotta_and_no_feed() -> None:
    text = "table: HJ 7, [7 of 0 locked: KL 5 + RU 2]; hand: KL 7, SP 7" + MORE
    assert At(text, "draft").refusal("trotta SP 7") == "TROTTA_OFF"
    loose = At("table: [10 of 0 locked: KL 5 + RU 5]; hand: RU 10, KL 2" + MORE, "draft", discard_rule="free")
    assert loose.after("discard RU 10") == ["[10 of 0 locked: KL 5 + RU 5]", "RU 10"]


def test_M34_feeding_is_automatic_and_locks() -> None:
    """Proves: MI-34, MI-38."""
    here = At("table: [7 of 0: KL 5 + RU 2], HJ 7; hand: SP 7, KL 7" + MORE)
    step = here.do("discard SP 7")
    assert [event.how for event in step.events if isinstance(event, BuildMade)] == ["feed"]
    assert table_text(step.state) == ["HJ 7", "[7 of 0 locked: KL 5 + RU 2 + SP 7]"]
    theirs = At("table: [7 of 1: KL 5 + RU 2]; hand: SP 7, KL 7" + MORE)
    assert theirs.after("discard SP 7") == ["[7 of 1: KL 5 + RU 2]", "SP 7"]
    special = At("table: [10 of 0: KL 5 + RU 5]; hand: RU 10, KL 10" + MORE)
    assert special.after("discard RU 10") == ["[10 of 0 locked: KL 5 + RU 5 + RU 10]"]
    fourteen = At("table: [14 of 0: KL K + RU A]; hand: HJ A, SP A" + MORE)
    assert fourteen.after("discard HJ A") == ["[14 of 0: KL K + RU A]", "HJ A"]


def test_M33_throwing_is_free() -> None:
    """Proves: MI-39, MI-50, M.3-D."""
    here = At("table: HJ 7; hand: SP 7" + MORE)
    step = here.do("discard SP 7")
    assert isinstance(step.events[0], Discarded)
    draft = At("table: HJ 7, RU 3; hand: SP 7, SP 3, KL 2" + MORE, "draft")
    assert draft.refusal("discard SP 7") == "CAPTURE_AVAILABLE"
    assert draft.plays("discard", "KL 2") == [""]


def test_MI50_an_owner_can_be_made_to_take() -> None:
    text = "table: [9 of 0: KL 5 + RU 4], HJ 7; hand: SP 7, SP 9, KL 2" + MORE
    assert At(text).plays("discard", "KL 2") == [""]
    strict = At(text, trail_restriction=True)
    assert strict.refusal("discard KL 2") == "OWNER_MUST_CAPTURE"


@settings(max_examples=120)
@given(
    st.lists(st.sampled_from([card for card in DECK if TABLE_VALUE[card] < 9]), max_size=9),
    st.integers(2, 13),
)
def test_MI35_pairs_are_what_brute_force_prefers(cards: list[Card], value: int) -> None:
    """Proves: MI-18."""
    rules = mulle().rules
    table = tuple(Pile((card,), TABLE_VALUE[card]) for card in cards)
    core = (Card.C2,)

    def paired(places: tuple[int, ...]) -> bool:
        if not places:
            return True
        first, *rest = places
        return any(
            table[first].value + table[other].value == value
            and paired(tuple(place for place in rest if place != other))
            for other in rest
        )

    def rank(places: tuple[int, ...]) -> tuple[int, int, int, tuple[int, ...]]:
        taken = [table[place].cards[0] for place in places]
        twins = sum(number // 2 for number in Counter([*core, *taken]).values())
        return (-len(places), -twins, -intake_points(rules, taken), places)

    best = min(
        rank(places)
        for size in range(0, len(table) + 1, 2)
        for places in combinations(range(len(table)), size)
        if paired(places)
    )
    assert pairs_summing(rules, table, range(len(table)), value, core) == best[3]
