"""What a card may take, against brute force over every set of piles."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.mulle.table import At, mulle, playout

from korthus import IllegalAction, TooManyActions
from korthus.core.cards import DECK, Card
from korthus.games.mulle import packing
from korthus.games.mulle.actions import Capture
from korthus.games.mulle.cards import HAND_VALUE, TABLE_VALUE, TEXT
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.layout import base_of
from korthus.games.mulle.scoring import mulles_in
from korthus.games.mulle.state import NOBODY, MulleState, Pile, Side

MORE = "; hand 1: KL K"


def groupable(values: list[int], target: int) -> bool:
    """Whether values can be split into groups of one sum: straight from the definition."""
    if not values:
        return True
    first, *rest = sorted(values, reverse=True)
    return any(
        first + sum(partners) == target
        and groupable(list((Counter(rest) - Counter(partners)).elements()), target)
        for size in range(len(rest) + 1)
        for partners in set(combinations(rest, size))
    )


def brute_captures(game: Mulle, table: tuple[Pile, ...], card: Card, seat: int) -> set[Capture]:
    """Every capture that the rules allow, by trying every set of piles."""
    rules, value = game.rules, HAND_VALUE[card]
    twins = [pile for pile in table if pile.owner == NOBODY and pile.cards == (card,)]
    own = any(pile.owner == seat and pile.value == value for pile in table)
    if (
        value < 14
        and len(twins) == 1
        and (rules.identical_rule == "exclusive" or (rules.identical_rule != "off" and not own))
    ):
        return {Capture(card, (card,))}

    def usable(pile: Pile) -> bool:
        if (
            pile.owner != NOBODY
            and not pile.locked
            and rules.open_build_capture_by == "owner"
            and pile.owner != seat
        ):
            return False
        if value >= 14 and rules.special_capture == "builds_only":
            return pile.owner != NOBODY and pile.value == value
        if pile.owner == NOBODY or pile.value == value:
            return True
        return rules.builds_in_sums == "all" or (rules.builds_in_sums == "open" and not pile.locked)

    piles = [pile for pile in table if usable(pile)]
    valid = [
        chosen
        for size in range(1, len(piles) + 1)
        for chosen in combinations(range(len(piles)), size)
        if groupable([piles[place].value for place in chosen], value)
    ]
    if rules.capture_choice == "maximum":
        most = max(map(len, valid), default=0)
        valid = [chosen for chosen in valid if len(chosen) == most]
    elif rules.capture_choice == "maximal":
        valid = [chosen for chosen in valid if not any(set(chosen) < set(other) for other in valid)]
    elif own:
        build = next(place for place, pile in enumerate(piles) if pile.owner == seat and pile.value == value)
        valid = [chosen for chosen in valid if build in chosen]
    return {as_capture(card, [piles[place] for place in chosen]) for chosen in valid}


def as_capture(card: Card, piles: list[Pile]) -> Capture:
    bases = [base_of(pile) for pile in piles]
    return Capture(
        card,
        tuple(sorted((base for base in bases if isinstance(base, Card)), key=DECK.index)),
        tuple(sorted(base for base in bases if isinstance(base, int))),
        tuple(base for base in bases if isinstance(base, tuple)),
    )


@st.composite
def tables(draw: st.DrawFn) -> tuple[tuple[Pile, ...], tuple[Card, ...]]:
    """A table of up to nine piles with some builds, and a small hand, from two decks."""
    order = draw(st.randoms(use_true_random=False))
    pack = list(DECK * 2)
    order.shuffle(pack)
    low = draw(st.booleans())
    if low:
        pack.sort(key=lambda card: TABLE_VALUE[card] > 6)
        head = pack[:56]
        order.shuffle(head)
        pack[:56] = head
    piles = [Pile((pack.pop(0),), 0) for _ in range(draw(st.integers(0, 7)))]
    piles = [Pile(pile.cards, TABLE_VALUE[pile.cards[0]]) for pile in piles]
    values = draw(st.lists(st.integers(2, 16), unique=True, max_size=3))
    for value in values:
        cards = tuple(pack.pop(0) for _ in range(draw(st.integers(2, 3))))
        piles.append(Pile(cards, value, draw(st.integers(0, 1)), draw(st.booleans())))
    if draw(st.booleans()):
        pair = (pack.pop(0), pack.pop(0))
        piles.append(Pile(pair, sum(TABLE_VALUE[card] for card in pair)))
    order.shuffle(piles)
    return tuple(piles), tuple(sorted(pack[:3], key=DECK.index))


OPTIONS = st.fixed_dictionaries(
    {
        "capture_choice": st.sampled_from(["maximum", "maximal", "free"]),
        "builds_in_sums": st.sampled_from(["open", "none", "all"]),
        "identical_rule": st.sampled_from(["exclusive_unless_own_build", "exclusive", "off"]),
        "special_capture": st.sampled_from(["builds_only", "any_sum"]),
        "open_build_capture_by": st.sampled_from(["anyone", "owner"]),
    }
)


@pytest.mark.no_cover
@settings(max_examples=120)
@given(tables(), OPTIONS)
def test_MI19_captures_are_exactly_the_sets_that_brute_force_finds(
    position: tuple[tuple[Pile, ...], tuple[Card, ...]], options: dict[str, str]
) -> None:
    """Proves: M-9, M-12, M-47, MI-13, MI-20, MI-22, MI-24, M.3-C."""
    table, hand = position
    game = mulle(**options)
    state = MulleState((Side(hand), Side((Card.CK,))), table, 0, 1, 1)
    legal = [action for action in game.legal_actions(state) if isinstance(action, Capture)]
    for card in set(hand):
        expected = brute_captures(game, table, card, 0)
        assert {action for action in legal if action.card == card} == expected
        for size in range(1, min(4, len(table)) + 1):
            for chosen in combinations(table, size):
                action = as_capture(card, list(chosen))
                if action in expected:
                    game.apply(state, action)
                else:
                    with pytest.raises(IllegalAction):
                        game.apply(state, action)


@settings(max_examples=150)
@given(st.integers(2, 16), st.lists(st.integers(1, 15), max_size=13))
def test_M12_largest_packings_are_exact(target: int, values: list[int]) -> None:
    small = [value for value in values if value < target]
    valid = {
        tuple(sorted(chosen))
        for size in range(len(small) + 1)
        for chosen in set(combinations(sorted(small), size))
        if sum(chosen) % target == 0 and groupable(list(chosen), target)
    }
    most = max(map(len, valid))
    expected = sorted(packing.pack_counts(chosen) for chosen in valid if len(chosen) == most)
    counts = packing.pack_counts(small)
    assert list(packing.largest_packings(target, counts)) == expected
    assert set(packing.all_packings(target, counts)) == {
        packing.pack_counts(chosen) for chosen in valid if chosen
    }
    full = {
        packing.pack_counts(chosen)
        for chosen in valid
        if not any(Counter(chosen) < Counter(other) for other in valid)
    }
    assert set(packing.full_packings(target, counts)) == full
    for chosen in valid:
        used = packing.pack_counts(chosen)
        assert packing.packs(target, used)
        assert packing.can_grow(target, used, counts - used) == (used not in full)


@settings(max_examples=40)
@given(st.integers(9, 13), st.randoms(use_true_random=False), st.integers(25, 60))
def test_M12_both_searches_agree_on_tables_too_large_for_brute_force(
    target: int, order: random.Random, piles: int
) -> None:
    """The walk over groups needs no bound and the search of leftovers does: they must agree."""
    pack = [value for value in range(1, 14) for _ in range(8)]
    order.shuffle(pack)
    small = [value for value in pack[:piles] if value < target]
    few = [value for value in small if value >= target // 2] + [
        value for value in small if value < target // 2
    ][:5]
    counts = packing.pack_counts(few)
    groups = [group for group in packing._GROUPS[target] if packing.fits(group, counts)]
    by_groups = next(found for found in packing._combine(counts, groups) if found is not None)
    by_leftovers = next(found for found in packing._leave_least(target, counts) if found is not None)
    assert by_groups == by_leftovers == packing.largest_packings(target, counts)


def test_M12_a_table_of_a_hundred_piles_is_answered() -> None:
    """All 96 cards laid down: the largest set has every pile that fits."""
    game = mulle()
    pack = [card for card in DECK for _ in range(2)]
    random.Random(4).shuffle(pack)
    table = tuple(Pile((card,), TABLE_VALUE[card]) for card in pack[:96])
    state = MulleState((Side((Card.C5,)), Side()), table, 0, 1, 6)
    counts = packing.pack_counts(pile.value for pile in table if pile.value < 5)
    (first, *_) = packing.largest_packings(5, counts)
    assert packing.packs(5, first)
    view = game.view(state, 0)
    picked = [game.pick(view, random.Random(seed)) for seed in range(20)]
    takes = [action for action in picked if isinstance(action, Capture)]
    assert takes
    for action in picked:
        game.apply(state, action)
    fives = sum(pile.value == 5 for pile in table)
    assert {len(action.piles) for action in takes} == {packing.size(first) + fives}


def test_MI19_too_many_captures_are_refused_not_shortened() -> None:
    game = mulle(capture_choice="free")
    table = tuple(Pile((card,), TABLE_VALUE[card]) for card in DECK if TABLE_VALUE[card] < 12)
    state = MulleState((Side((Card.C9, Card.CQ)), Side((Card.CK,))), table, 0, 1, 6)
    with pytest.raises(TooManyActions) as caught:
        game.legal_actions(state)
    assert caught.value.code == "TOO_MANY_ACTIONS"
    with pytest.raises(TooManyActions):
        game.choices(game.view(state, 0))
    game.apply(state, game.parse("capture KL Q: KL 10, RU 2"))
    with pytest.raises(IllegalAction, match="BAD_SUM"):
        game.apply(state, game.parse("capture KL Q: KL 10, RU 3"))
    for seed in range(30):
        game.apply(state, game.pick(game.view(state, 0), random.Random(seed)))


def test_MI19_full_sets_are_judged_one_by_one_where_they_are_too_many() -> None:
    game = mulle(capture_choice="maximal")
    table = tuple(Pile((card,), TABLE_VALUE[card]) for card in DECK * 2 if TABLE_VALUE[card] in (3, 4, 7, 8))
    state = MulleState((Side((Card.CJ,)), Side((Card.CK,))), table, 0, 1, 6)
    game.apply(state, Capture(Card.CJ, tuple(sorted((pile.cards[0] for pile in table), key=DECK.index))))
    with pytest.raises(IllegalAction, match="MORE_TO_CAPTURE"):
        game.apply(state, game.parse("capture KL J: KL 3, KL 8"))


def test_M13_ties_are_offered_separately() -> None:
    """Proves: MI-19, M-53."""
    here = At("table: KL 4, RU 4, HJ 5; hand: SP 9" + MORE)
    assert here.plays("capture", "SP 9") == ["KL 4, HJ 5", "RU 4, HJ 5"]


def test_X2_exchanging_identical_cards_is_one_capture() -> None:
    """Proves: M-1."""
    here = At("table: KL 4, KL 4, HJ 5; hand: SP 9, SP 7; hand 1: KL K")
    assert here.plays("capture", "SP 9") == ["KL 4, HJ 5"]
    assert here.plays("build", "SP 9") == []
    assert here.after("capture SP 9: KL 4, HJ 5") == ["KL 4"]


def test_MI22_ones_own_build_is_taken_together_with_the_twin() -> None:
    text = "table: HJ 9, [9 of 0: KL 4 + RU 5]; hand: HJ 9" + MORE
    here = At(text)
    assert here.plays("capture", "HJ 9") == ["HJ 9, [9]"]
    assert here.do("capture HJ 9: HJ 9, [9]").state.sides[0].mulles == (Card.H9,)
    assert At(text, identical_rule="exclusive").plays("capture", "HJ 9") == ["HJ 9"]
    assert At(text.replace("of 0", "of 1")).plays("capture", "HJ 9") == ["HJ 9"]
    assert At(text.replace("of 0", "of 1"), identical_rule="off").plays("capture", "HJ 9") == ["HJ 9, [9]"]
    assert here.plays("discard", "HJ 9") == []


def test_MI22_the_twin_rule_does_not_force_a_capture_and_sees_only_singles() -> None:
    here = At("table: HJ 9, KL 2; hand: HJ 9" + MORE)
    assert here.plays("discard", "HJ 9") == [""]
    inside = At("table: [11 of 1: HJ 9 + KL 2], KL 9; hand: HJ 9" + MORE)
    assert inside.plays("capture", "HJ 9") == ["KL 9"]


def test_MI21_exactly_one_twin_matters_with_more_decks() -> None:
    text = "table: HJ 9, HJ 9, KL 9; hand: HJ 9" + MORE
    here = At(text, decks=3)
    assert here.plays("capture", "HJ 9") == ["KL 9, HJ 9, HJ 9"]
    assert mulles_in(here.game.rules, [Card.H9] * 4 + [Card.C9]) == (Card.H9, Card.H9)
    assert mulles_in(here.game.rules, [Card.H9] * 6) == (Card.H9,) * 3


def test_M10_special_cards_take_builds_only() -> None:
    """Proves: MI-24, M-8."""
    here = At("table: RU 10, KL 10, KL 2, HJ A, RU 6, KL 4; hand: RU 10, SP 2, SP A" + MORE)
    for card in ("RU 10", "SP 2", "SP A"):
        assert here.plays("capture", card) == []
        assert here.refusal(f"capture {card}: KL 10") == "BUILDS_ONLY"
    free = At("table: RU 10, KL 6; hand: RU 10" + MORE, special_capture="any_sum")
    assert free.plays("capture", "RU 10") == ["KL 6, RU 10"]
    table = At("table: HJ A, SP 2, RU 10; hand: KL K, KL J" + MORE)
    assert table.plays("capture", "KL K") == ["RU 10, HJ A, SP 2"]


def test_M8_values_on_the_table_and_in_the_hand() -> None:
    assert {TEXT[card] for card in DECK if HAND_VALUE[card] != TABLE_VALUE[card]} == {
        "KL A",
        "RU A",
        "HJ A",
        "SP A",
        "SP 2",
        "RU 10",
    }
    assert [TABLE_VALUE[card] for card in (Card.SA, Card.S2, Card.DT, Card.HJ, Card.HQ, Card.HK)] == [
        1,
        2,
        10,
        11,
        12,
        13,
    ]
    assert [HAND_VALUE[card] for card in (Card.SA, Card.S2, Card.DT, Card.C2, Card.CT)] == [14, 15, 16, 2, 10]


def test_MI20_locked_builds_are_taken_whole_only() -> None:
    """Proves: M-30, M-60."""
    text = "table: [3 of 1{}: KL A + RU 2], HJ 4; hand: SP 7, SP 3" + MORE
    assert At(text.format("")).plays("capture", "SP 7") == ["HJ 4, [3]"]
    locked = At(text.format(" locked"))
    assert locked.plays("capture", "SP 7") == []
    assert locked.refusal("capture SP 7: HJ 4, [3]") == "LOCKED_IN_SUM"
    assert locked.plays("capture", "SP 3") == ["[3]"]
    assert At(text.format(""), builds_in_sums="none").plays("capture", "SP 7") == []
    assert At(text.format(" locked"), builds_in_sums="all").plays("capture", "SP 7") == ["HJ 4, [3]"]


def test_MI13_an_open_build_can_be_kept_for_its_owner() -> None:
    text = "table: [7 of 1: KL 5 + RU 2]; hand: SP 7" + MORE
    assert At(text).plays("capture", "SP 7") == ["[7]"]
    kept = At(text, open_build_capture_by="owner")
    assert kept.refusal("capture SP 7: [7]") == "NOT_OWNER"
    assert At(text.replace("of 1", "of 1 locked"), open_build_capture_by="owner").plays(
        "capture", "SP 7"
    ) == ["[7]"]


def test_MI45_plain_piles_are_taken_whole_and_never_built_on() -> None:
    """Proves: M-64."""
    here = At("table: (KL 9 + RU 7), (KL Q + HJ K), RU 2, KL A; hand: KL 3, HJ 5" + MORE)
    assert here.refusal("build KL 3 on (KL 9 + RU 7)") == "PILE_NOT_BUILDABLE"
    assert here.plays("capture", "KL 3") == ["KL A, RU 2"]
    assert here.refusal("capture KL 3: (KL Q + HJ K)") == "BAD_SUM"
    small = At("table: (KL A + RU 3), (KL A + RU 3), HJ A; hand: HJ 5, HJ 4" + MORE)
    assert small.plays("capture", "HJ 5") == ["HJ A, (KL A + RU 3)"]
    assert small.plays("capture", "HJ 4") == ["(KL A + RU 3), (KL A + RU 3)"]


def test_MI27_a_mulle_must_be_taken_in_one_go() -> None:
    here = At("table: HJ 9; taken 0: RU 9, KL 9; hand: SP 9" + MORE)
    assert here.do("capture SP 9: HJ 9").state.sides[0].mulles == ()


def test_MI23_rank_can_make_a_mulle() -> None:
    rules = mulle(mulle_identity="rank", special_mulle_value="hand").rules
    assert mulles_in(rules, (Card.C9, Card.H9, Card.D4)) == (Card.C9,)
    assert mulles_in(rules, (Card.C2, Card.S2, Card.D2)) == (Card.S2,)
    assert mulles_in(mulle().rules, (Card.C9, Card.H9, Card.D4)) == ()


def test_M61_the_cases_of_the_draft() -> None:
    """A twin, two alike with a third of the rank, and a card of double value. Proves: MI-44."""
    assert At("table: KL 9; hand: KL 9" + MORE, "draft").do("capture KL 9: KL 9").state.sides[0].mulles == (
        Card.C9,
    )
    assert At("table: SP 5, SP 5; hand: HJ 10" + MORE, "draft").do("capture HJ 10: SP 5, SP 5").state.sides[
        0
    ].mulles == (Card.S5,)


def test_M62_one_of_a_mulle_is_registered_and_all_cards_are_taken() -> None:
    side = At("table: SP 9; hand: SP 9" + MORE).do("capture SP 9: SP 9").state.sides[0]
    assert side.mulles == (Card.S9,)
    assert side.taken == (Card.S9, Card.S9)
    assert side.intake == 2
    apart = At("table: SP 9; hand: SP 9" + MORE, mulle_card_counts_intake=False)
    assert apart.do("capture SP 9: SP 9").state.sides[0].intake == 1


def test_M3C_a_capture_names_piles_that_are_there() -> None:
    here = At("table: KL 4, HJ 5; hand: SP 9" + MORE)
    assert here.refusal("capture SP 9: KL 4, KL 4, HJ 5") == "TOO_FEW_PILES"
    assert here.refusal("capture SP 9: [9]") == "NO_SUCH_PILE"
    assert here.refusal("capture SP 9: (KL 4 + HJ 5)") == "NO_SUCH_PILE"
    assert here.refusal("capture SP 8: KL 4") == "CARD_NOT_IN_HAND"
    assert here.refusal("capture SP 9: KL 4") == "BAD_SUM"
    with pytest.raises(IllegalAction, match="BAD_SUM"):
        here.game.apply(here.state, Capture(Card.S9))


def test_M3R_a_free_capture_may_not_leave_its_own_build_behind() -> None:
    here = At("table: KL 9, [9 of 0: KL 4 + RU 5]; hand: HJ 9" + MORE, capture_choice="free")
    assert here.plays("capture", "HJ 9") == ["KL 9, [9]", "[9]"]
    assert here.refusal("capture HJ 9: KL 9") == "CARD_RESERVED"


@pytest.mark.parametrize("preset", ["complete", "draft"])
def test_MI19_every_listed_capture_of_real_games_is_as_brute_force_says(preset: str) -> None:
    game = mulle(preset, omgangar=1)
    checked = 0
    for seed in range(4):
        for state, _, _ in playout(game, seed):
            actor = game.to_act(state)
            if actor not in (0, 1) or len(state.table) > 9:
                continue
            legal = [action for action in game.legal_actions(state) if isinstance(action, Capture)]
            for card in set(state.sides[actor].hand):
                expected = brute_captures(game, state.table, card, actor)
                assert {action for action in legal if action.card == card} == expected
                checked += 1
    assert checked > 200
