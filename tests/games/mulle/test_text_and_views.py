"""Mulle in writing, what seats know, and bad input."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from math import comb

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.mulle.table import At, mulle, playout

from korthus import InvalidAction, InvalidState, KorthusError, NotYourTurn
from korthus.core.cards import DECK, Card
from korthus.games.mulle.actions import Build, Capture, Deal, Discard, Trotta, base_text
from korthus.games.mulle.cards import HAND_VALUE, TABLE_VALUE, TEXT, read_card
from korthus.games.mulle.sample import _ways, complete, sample
from korthus.locale import LANGUAGES, Translator


def test_M7_cards_are_written_as_suit_and_rank() -> None:
    """Proves: X-1."""
    assert TEXT[Card.C5] == "KL 5"
    assert TEXT[Card.S2] == "SP 2"
    assert TEXT[Card.DT] == "RU 10"
    assert TEXT[Card.HA] == "HJ A"
    for card in DECK:
        for text in (TEXT[card], TEXT[card].replace(" ", "").lower(), card.value, card.value.upper()):
            assert read_card(text) is card
    for junk in ("", "SP 1", "XX 4", "SP 11", "1s", "T", "SP"):
        assert read_card(junk) is None


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("take hj9: kl 9, sp4 , HJ 5", Capture(Card.H9, (Card.C9, Card.H5, Card.S4))),
        ("CAPTURE HJ 9: [7], (KL A + RU A)", Capture(Card.H9, (), (7,), ((Card.CA, Card.DA),))),
        ("bygg KL 3 på [6] ner", Build(Card.C3, 6, True)),
        ("build KL 3 on [6] up", Build(Card.C3, 6)),
        ("build KL 3 on HJ 4", Build(Card.C3, Card.H4)),
        ("trotta SP 4", Trotta(Card.S4)),
        ("släng HJ Q", Discard(Card.HQ)),
        ("SLANG HJ Q", Discard(Card.HQ)),
        ("bygg KL 3 pa [6] upp", Build(Card.C3, 6)),
        ("llevarse hj9: kl 9", Capture(Card.H9, (Card.C9,))),
        ("construir KL 3 sobre [6] abajo", Build(Card.C3, 6, True)),
        ("construir KL 3 sobre [6] arriba", Build(Card.C3, 6)),
        ("tirar HJ Q", Discard(Card.HQ)),
        ("deal KL 3, HJ 4", Deal((Card.C3, Card.H4))),
    ],
)
def test_M7_actions_can_be_written_loosely(text: str, action: object) -> None:
    game = mulle()
    assert game.parse(text) == action
    assert game.parse(str(action)) == action


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "UNKNOWN_ACTION"),
        ("fly KL 3", "UNKNOWN_ACTION"),
        ("capture KL 3", "NO_PILES"),
        ("capture KL 3: KL 99", "UNKNOWN_CARD"),
        ("capture KL 3: [x]", "UNKNOWN_PILE"),
        ("capture KL 3: [1234]", "UNKNOWN_PILE"),
        ("build KL 3", "NO_BASE"),
        ("trotta", "UNKNOWN_CARD"),
        ("discard joker", "UNKNOWN_CARD"),
        ("deal starter 7", "NO_SUCH_SEAT"),
        ("discard " + "K" * 1_000_000, "TOO_LONG"),
    ],
)
def test_M51_unreadable_actions_are_refused(text: str, code: str) -> None:
    with pytest.raises(InvalidAction) as caught:
        mulle().parse(text)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("cards: KL 3", "UNKNOWN_PART"),
        ("table: KL 3; table: KL 4", "TWICE"),
        ("hand: KL 3; hand 0: KL 4", "TWICE"),
        ("table: KL 33", "UNKNOWN_CARD"),
        ("table: KL 3, KL 3, KL 3; hand: HJ 4", "TOO_MANY_COPIES"),
        ("table: [7 of 0: KL 3 + HJ 4], [7 of 1: RU 3 + SP 4]; hand: HJ 4", "TWO_BUILDS"),
        ("table: [17 of 0: KL 3 + HJ 4]; hand: HJ 4", "BAD_BUILD"),
        ("table: [7 of 0 trotta: KL 3 + HJ 4]; hand: HJ 4", "TROTTA_LOCKED"),
        ("table: (KL 3); hand: HJ 4", "BAD_PILE"),
        ("hand: KL 2, KL 3, KL 4, KL 5, KL 6, KL 7, KL 8, KL 9, KL 10", "HAND_TOO_LARGE"),
        ("hand: KL 2; mulles 0: KL 3", "BAD_MULLES"),
        ("hand: KL 2; holds 0: 7", "BAD_HOLDS"),
        ("hand: KL 2; holds 0: x", "HOLDS_VALUES"),
        ("hand: KL 2; tabbe 0: -1", "OUT_OF_RANGE"),
        ("hand: KL 2; rond: 1" + "0" * 30, "BAD_NUMBER"),
        ("hand: KL 2; rond: 9", "BAD_ROND"),
        ("hand: KL 2; omgang: 9", "BAD_ROND"),
        ("hand: KL 2; rond: 0", "CARDS_OUTSIDE_ROND"),
        ("table: KL 2; rond: 6", "SHEET_BEHIND"),
        ("hand 1: KL 2", "NO_CARDS"),
        ("hand: KL 2; to act: 4", "BAD_SEAT_NUMBER"),
        ("hand: KL 2; sheet: 1 2 3", "BAD_SHEET"),
        ("hand: KL 2; table: " + ", ".join(TEXT[card] for card in DECK), "TOO_MANY_CARDS"),
        ("hand: " + "x" * 1_000_000, "TOO_LONG"),
    ],
)
def test_M52_impossible_positions_are_refused(text: str, code: str) -> None:
    with pytest.raises(InvalidState) as caught:
        mulle().parse_state(text)
    assert caught.value.code == code


@pytest.mark.parametrize("language", LANGUAGES)
def test_M51_refusals_show_words_that_are_read_in_each_language(language: str) -> None:
    tr = Translator(language)
    for text, action in (("capture KL 3", Capture), ("build KL 3", Build)):
        example = tr.error(refused(text)).partition(": ")[2]
        assert type(mulle().parse(example.rstrip("."))) is action
    said = tr.error(refused("dance"))
    verbs = [tr("mulle.do.take"), tr("mulle.do.build.key"), tr("mulle.do.trotta"), tr("mulle.do.throw")]
    if language != "en":  # English names the words of the notation
        assert all(verb in said for verb in verbs)
    for verb in verbs:
        with pytest.raises(InvalidAction) as caught:
            mulle().parse(verb)
        assert caught.value.code in ("NO_PILES", "NO_BASE", "UNKNOWN_CARD")


def refused(text: str) -> InvalidAction:
    """How a text is refused."""
    with pytest.raises(InvalidAction) as caught:
        mulle().parse(text)
    return caught.value


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("captur HJ 9", "capture"),
        ("byg KL 3", "bygg"),
        ("slag HJ Q", "släng"),
        ("construr KL 3", "construir"),
    ],
)
def test_M51_a_mistyped_verb_is_offered_as_it_is_written(typed: str, meant: str) -> None:
    assert refused(typed).meant == meant
    assert Translator("sv").error(refused(typed)).endswith(f" Menade du {meant}?")


def test_M52_positions_survive_writing_and_reading() -> None:
    """Proves: M-57."""
    for preset in ("complete", "draft"):
        game = mulle(preset)
        for _, _, step in playout(game, 9):
            assert game.parse_state(game.format_state(step.state)) == step.state
    assert mulle(first_starter="random").parse_state("starter: -1; omgang: 0").starter == -1


JUNK = st.one_of(
    st.none(),
    st.integers(),
    st.text(max_size=4),
    st.booleans(),
    st.lists(st.integers(), max_size=2),
    st.tuples(st.integers()),
    st.sampled_from(DECK),
    st.tuples(st.sampled_from(DECK)),
)


@settings(max_examples=200)
@given(JUNK, JUNK, JUNK, JUNK)
def test_M35_junk_in_an_action_is_refused_with_a_code(a: object, b: object, c: object, d: object) -> None:
    here = At("table: KL 4, HJ 5; hand: SP 9; hand 1: KL K")
    legal = here.game.legal_actions(here.state)
    for action in (Capture(a, b, c, d), Build(a, b, c), Trotta(a), Discard(a), Deal(a, b)):  # type: ignore[arg-type]
        if action in legal:
            continue
        with pytest.raises(KorthusError) as caught:
            here.game.apply(here.state, action)
        assert caught.value.code


def test_M35_wrong_seats_and_types_are_refused() -> None:
    here = At("table: KL 4, HJ 5; hand: SP 9; hand 1: KL K")
    with pytest.raises(NotYourTurn):
        here.game.apply(here.state, Discard(Card.S9), seat=1)
    with pytest.raises(InvalidAction, match="WRONG_ACTION"):
        here.game.apply(here.state, "discard SP 9")  # type: ignore[arg-type]
    with pytest.raises(InvalidState, match="WRONG_STATE"):
        here.game.apply("nonsense", Discard(Card.S9))  # type: ignore[arg-type]
    for seat in (2, -1, True, "0"):
        with pytest.raises(InvalidState, match="NO_SUCH_SEAT"):
            here.game.view(here.state, seat)  # type: ignore[arg-type]


def test_X5_a_view_shows_ones_own_hand_only() -> None:
    here = At("table: KL 4; hand: SP 9, HJ 2; hand 1: KL K, RU 7")
    for seat, hidden in ((0, ["Kc", "7d"]), (1, ["9s", "2h"]), (None, ["Kc", "7d", "9s", "2h"])):
        raw = msgspec.json.encode(here.game.view(here.state, seat)).decode()
        assert not any(f'"{code}"' in raw for code in hidden)


def test_X5_what_a_build_says_about_a_hand() -> None:
    """Who built to seven holds a seven, also after the other has taken the build."""
    here = At("table: KL 4; hand: HJ 3, RU 7, HJ 9; hand 1: SP 7, KL K, HJ K")
    state = here.do("build HJ 3 on KL 4").state
    assert state.sides[0].holds == (7,)
    state = here.game.apply(state, here.game.parse("capture SP 7: [7]")).state
    assert state.sides[0].holds == (7,)
    for seed in range(20):
        world = here.game.sample(here.game.view(state, 1), random.Random(seed))
        assert any(HAND_VALUE[card] == 7 for card in world.sides[0].hand)
    state = here.game.apply(state, here.game.parse("discard RU 7")).state
    assert state.sides[0].holds == ()


@pytest.mark.no_cover
@pytest.mark.parametrize("seat", [0, None])
def test_X5_sampled_hands_are_uniform_given_what_is_known(seat: int | None) -> None:
    """A chi-square over every hidden deal of a small pack."""
    deck = [Card.C2, Card.D2, Card.H3, Card.C3, Card.D4, Card.C5, Card.H5]
    game = mulle(deck=deck, decks=1, hand_size=2, table_cards=1)
    hands = "hand 0: KL 2, RU 2; hand 1: HJ 3, RU 4"
    state = game.parse_state(f"table: KL 5; {hands}; holds 1: 3" + ("; holds 0: 2" if seat is None else ""))
    view = game.view(state, seat)
    unseen = [
        card for card in deck if card is not Card.C5 and (seat is None or card not in state.sides[0].hand)
    ]
    deals: set[tuple[tuple[Card, ...], tuple[Card, ...]]]
    if seat is None:
        deals = {
            (first, second)
            for first in combinations(sorted(unseen), 2)
            for second in combinations(sorted(set(unseen) - set(first)), 2)
            if any(TABLE_VALUE[card] == 2 for card in first)
            and any(TABLE_VALUE[card] == 3 for card in second)
        }
    else:
        mine = tuple(sorted(state.sides[0].hand))
        deals = {
            (mine, second)
            for second in combinations(sorted(unseen), 2)
            if any(TABLE_VALUE[card] == 3 for card in second)
        }
    rng = random.Random(7)
    samples = 400 * len(deals)
    seen: Counter[tuple[tuple[Card, ...], ...]] = Counter()
    for _ in range(samples):
        world = game.sample(view, rng)
        assert game.view(world, seat) == view
        seen[tuple(tuple(sorted(side.hand)) for side in world.sides)] += 1
    assert set(seen) == deals
    chi = sum((seen[deal] - 400) ** 2 / 400 for deal in deals)
    freedom = len(deals) - 1
    assert chi < freedom + 4 * (2 * freedom) ** 0.5


def test_X5_the_number_of_hidden_hands_is_counted_exactly() -> None:
    assert _ways(((8, 0, 0), (8, 0, 0)), (3, 0)) == comb(16, 3)
    assert _ways(((8, 1, 0), (8, 0, 0)), (3, 0)) == comb(16, 3) - comb(8, 3)
    game = mulle()
    for state, _, _ in playout(game, 3):
        for seat in (0, 1, None):
            view = game.view(state, seat)
            assert game.view(sample(game.rules, view, random.Random(1)), seat) == view


@pytest.mark.parametrize("seat", [0, 1, None])
def test_X5_a_view_and_the_hidden_hands_are_the_state(seat: int | None) -> None:
    game = mulle(omgangar=2, ronder_nominal=2, bonus_scope="rond")
    for _, _, step in playout(game, 4):
        hidden = {other: side.hand for other, side in enumerate(step.state.sides) if other != seat}
        assert complete(game.rules, game.view(step.state, seat), hidden) == step.state


def test_M7_a_view_names_piles_as_actions_do() -> None:
    table = "table: KL 9, [7 of 0: KL 4 + HJ 3], (KL 2 + KL 3), KL 9; hand: RU 7, SP A; holds 0: 7"
    assert At(table).game.view(At(table).state, 1).called == ("KL 9", "[7]", "(KL 2 + KL 3)", "KL 9")
    game, alike = mulle(omgangar=1), 0
    for state, action, _ in playout(game, 6):
        view = game.view(state, None)
        same = dict(zip(view.called, view.table, strict=True))
        for name, pile in zip(view.called, view.table, strict=True):
            assert msgspec.structs.replace(pile, trotta=False) == msgspec.structs.replace(
                same[name], trotta=False
            )
        alike += len(view.table) - len(same)
        piles = action.piles if isinstance(action, Capture) else ()
        based = (action.base,) if isinstance(action, Build) else ()
        assert {base_text(each) for each in (*piles, *based)} <= {*view.called}
    assert alike


def test_M15_a_view_says_what_the_mulles_of_one_card_score_together() -> None:
    game = mulle(decks=4)
    taken = "KL 9, KL 9, KL 9, KL 9, SP 2, SP 2"
    state = game.parse_state(f"hand: HJ 4; taken 0: {taken}; mulles 0: KL 9, SP 2, KL 9")
    side = game.view(state, 1).sides[0]
    assert side.mulle_sums == ((Card.C9, 2, 18), (Card.S2, 1, 2))
    assert side.score.mulle == 18 + 2
