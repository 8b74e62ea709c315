"""Sessions, omgångar, ronder and what they score."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from tests.games.mulle.table import At, mulle, playout

from korthus import CHANCE, FairChance, IllegalAction, InvalidOptions
from korthus.core.cards import DECK, Card, Rank, Suit
from korthus.games.mulle.actions import Deal, Discard
from korthus.games.mulle.cards import HAND_VALUE, TABLE_VALUE
from korthus.games.mulle.events import (
    BuildLeft,
    GameEnded,
    HandDealt,
    LeftoversTaken,
    OmgangEnded,
    OmgangStarted,
    RondEnded,
    RondStarted,
    StarterDrawn,
    TabbeScored,
)
from korthus.games.mulle.game import Mulle
from korthus.games.mulle.options import MulleRules
from korthus.games.mulle.scoring import bonus_points, intake_points, mulle_points, side_score, total, totals
from korthus.games.mulle.state import MulleState, Score, Side


def test_M1_two_decks_for_two_players() -> None:
    """Proves: X-1, X-2."""
    game = mulle()
    assert Counter(game.deck()) == Counter(dict.fromkeys(DECK, 2))
    assert (game.min_seats, game.max_seats) == (2, 2)
    with pytest.raises(InvalidOptions, match="FIXED_SEATS"):
        game.new(3)


def test_M4_eight_on_the_table_and_eight_each() -> None:
    """Proves: M-3, M-6, M-41, M-42, M-54, MI-1, MI-2."""
    game = mulle(omgangar=1)
    deals = [(state, step) for state, action, step in playout(game, 1) if isinstance(action, Deal)]
    assert [len(action.cards) for _, action, _ in playout(game, 1) if isinstance(action, Deal)] == [24] + [
        16
    ] * 5
    first = deals[0][1].state
    assert [len(pile.cards) for pile in first.table] == [1] * 8
    assert [len(side.hand) for side in first.sides] == [8, 8]
    for before, step in deals[1:]:
        assert step.state.table == before.table
        assert [len(side.hand) for side in step.state.sides] == [8, 8]
    turns = [action for _, action, _ in playout(game, 1) if not isinstance(action, Deal)]
    assert len(turns) == 96


def test_MI2_seven_ronder_are_six() -> None:
    """Proves: M-3."""
    rules = mulle("draft").rules
    assert (rules.ronder_nominal, rules.ronder) == (7, 6)
    game = mulle("draft", omgangar=1)
    ended = [
        event for _, _, step in playout(game, 3) for event in step.events if isinstance(event, RondEnded)
    ]
    assert [event.rond for event in ended] == [1, 2, 3, 4, 5, 6]


def test_M2_a_session_has_the_chosen_number_of_omgangar() -> None:
    """Proves: MI-3, M-40."""
    assert mulle().rules.omgangar == mulle("draft").rules.omgangar == 2
    game = mulle(omgangar=3)
    ended = [
        event for _, _, step in playout(game, 1) for event in step.events if isinstance(event, OmgangEnded)
    ]
    assert [event.omgang for event in ended] == [1, 2, 3]
    for number, event in enumerate(ended, start=1):
        assert event.totals == totals(game.rules, [each.scores for each in ended[:number]])


def test_M5_the_starter_alternates() -> None:
    """Proves: MI-47."""
    started = [
        event
        for _, _, step in playout(mulle(omgangar=3), 1)
        for event in step.events
        if isinstance(event, OmgangStarted)
    ]
    assert [event.starter for event in started] == [0, 1, 0]
    for state, action, step in playout(mulle(first_starter=1, omgangar=2), 2):
        if isinstance(action, Deal):
            assert step.state.turn == step.state.starter == (1 if step.state.omgang == 1 else 0)
        else:
            assert step.state.turn != state.turn or not step.state.sides[0].hand


def test_MI47_chance_can_draw_the_starter() -> None:
    game = mulle(first_starter="random")
    drawn = set()
    for seed in range(12):
        state = game.new()
        assert game.to_act(state) == CHANCE
        deal = game.draw(state, FairChance.seeded(seed))
        assert game.parse(str(deal)) == deal
        step = game.apply(state, deal)
        assert isinstance(step.events[0], StarterDrawn)
        drawn.add(step.state.starter)
        with pytest.raises(IllegalAction, match="BAD_DEAL"):
            game.apply(state, Deal((), 2))
    assert drawn == {0, 1}


def test_M6_one_card_leaves_the_hand_each_turn() -> None:
    for preset in ("complete", "draft"):
        for state, action, step in playout(mulle(preset, omgangar=1), 5):
            if isinstance(action, Deal):
                continue
            seat = state.turn
            assert Counter(state.sides[seat].hand) - Counter(step.state.sides[seat].hand) == Counter(
                [action.card]
            )
            assert state.sides[1 - seat].hand == step.state.sides[1 - seat].hand


def test_M37_intake_points() -> None:
    """Proves: MI-4, MI-26, M-63."""
    complete, draft = mulle().rules, mulle("draft").rules
    assert intake_points(complete, DECK * 2) == 42
    assert intake_points(draft, DECK * 2) == 40
    assert intake_points(complete, [Card.SA]) == 3
    assert intake_points(draft, [Card.SA]) == 2
    for card in DECK:
        expected = 0
        if card.suit is Suit.SPADES or card.rank is Rank.ACE:
            expected = 1
        if card in (Card.S2, Card.DT):
            expected = 2
        if card is Card.SA:
            expected = 3
        assert intake_points(complete, [card]) == expected


def test_M15_mulle_points_are_the_rank() -> None:
    """Proves: MI-25."""
    rules = mulle().rules
    assert sum(mulle_points(rules, card) for card in DECK) == 416
    assert [mulle_points(rules, card) for card in (Card.SA, Card.HK, Card.HQ, Card.HJ, Card.S2, Card.DT)] == [
        14,
        13,
        12,
        11,
        2,
        10,
    ]
    hand = mulle(special_mulle_value="hand").rules
    assert [mulle_points(hand, card) for card in (Card.SA, Card.S2, Card.DT, Card.C2)] == [14, 15, 16, 2]


def test_M21_reservation_cards_per_value() -> None:
    """The computed facts: how many cards of the pack take each value."""
    takes = Counter(HAND_VALUE[card] for card in mulle().deck())
    assert takes == {2: 6, **dict.fromkeys([*range(3, 10), 11, 12, 13, 14], 8), 10: 6, 15: 2, 16: 2}


@pytest.mark.parametrize(("scope", "bonus"), [("omgang", 20), ("rond", 4), ("session", 0)])
def test_MI5_the_span_of_the_bonus(scope: str, bonus: int) -> None:
    """Thirty in an omgång, of which twenty-two in the current rond."""
    rules = MulleRules.make(bonus_scope=scope)
    side = Side(intake=30, intake_before_rond=8, rond_bonus=0)
    assert side_score(rules, side).bonus == bonus
    assert total(MulleRules.make(bonus_scope="session"), [Score(5, 1, 15, 0), Score(0, 0, 10, 0)]) == 6 + 10


def test_MI5_rond_bonuses_add_up() -> None:
    game = mulle(bonus_scope="rond", omgangar=1, spade_ace_intake=10)
    for seed in range(6):
        expected = [0, 0]
        before = [0, 0]
        for _, _, step in playout(game, seed):
            for event in step.events:
                if isinstance(event, RondEnded):
                    for seat in (0, 1):
                        gained = event.scores[seat].intake - before[seat]
                        expected[seat] += bonus_points(gained)
                        before[seat] = event.scores[seat].intake
                if isinstance(event, OmgangEnded):
                    assert [score.bonus for score in event.scores] == expected


def test_MI6_intake_is_not_in_the_total() -> None:
    score = [Score(28, 2, 24, 8)]
    assert total(mulle().rules, score) == 38
    assert total(mulle(intake_in_total=True).rules, score) == 62


def test_MI7_tabbe_on_the_last_play() -> None:
    """Proves: M-36."""
    last = "omgang: 2; rond: 6; sheet: 1 0 0 0 / 2 0 0 0; table: KL 8; hand: HJ 8"
    step = At(last).do("capture HJ 8: KL 8")
    assert any(isinstance(event, TabbeScored) for event in step.events)
    step = At(last, tabbe_on_last_play=False).do("capture HJ 8: KL 8")
    assert not any(isinstance(event, TabbeScored) for event in step.events)
    earlier = At(last.replace("rond: 6", "rond: 5"), tabbe_on_last_play=False).do("capture HJ 8: KL 8")
    assert any(isinstance(event, TabbeScored) for event in earlier.events)


def test_MI8_leftovers() -> None:
    last = "omgang: 1; rond: 6; table: SP A, SP 4, SP 4; hand: HJ K; last capturer: 1"
    state, events = At(last).do("discard HJ K")
    assert [(event.seat, len(event.cards)) for event in events if isinstance(event, LeftoversTaken)] == [
        (-1, 4)
    ]
    assert state.table == ()
    assert len(state.left) == 4
    assert state.sheet == ((Score(0, 0, 0, 0), Score(0, 0, 0, 0)),)
    state, events = At(last, leftovers="last_capturer").do("discard HJ K")
    assert state.left == ()
    assert state.sheet[0][1] == Score(0, 0, 5, 0)  # intake only: no mulle, no tabbe
    nobody = At(last.replace("; last capturer: 1", ""), leftovers="last_capturer").do("discard HJ K").state
    assert len(nobody.left) == 4


def test_M43_builds_that_are_left_give_a_warning() -> None:
    """Proves: MI-9."""
    here = At("rond: 1; table: [7 of 1 locked trotta: KL 7 + HJ 7]; hand: HJ K")
    state, events = here.do("discard HJ K")
    assert [(event.value, event.owner) for event in events if isinstance(event, BuildLeft)] == [(7, 1)]
    assert here.game.to_act(state) == CHANCE
    assert state.table[0].value == 7
    dealt = here.game.apply(state, here.game.draw(state, FairChance.seeded(1))).state
    assert dealt.table == state.table


def test_MI46_the_draft_reports_the_difference() -> None:
    game = mulle("draft")
    *_, (_, _, step) = playout(game, 8)
    outcome = game.outcome(step.state)
    assert outcome is not None
    first, second = outcome.scores
    assert [part["net"] for part in outcome.breakdown] == [first - second, second - first]
    assert "net" not in mulle_outcome(mulle(), 8)[0]


def mulle_outcome(game: Mulle, seed: int) -> tuple[dict[str, int], ...]:
    *_, (_, _, step) = playout(game, seed)
    outcome = game.outcome(step.state)
    assert outcome is not None
    return outcome.breakdown


def test_M39_the_breakdown_adds_up() -> None:
    """Proves: M-40."""
    for options in ({}, {"bonus_scope": "session"}, {"bonus_scope": "rond", "intake_in_total": True}):
        game = mulle(**options)
        *_, (_, _, step) = playout(game, 4)
        outcome = game.outcome(step.state)
        assert outcome is not None
        for points, parts in zip(outcome.scores, outcome.breakdown, strict=True):
            counted = parts["mulle"] + parts["tabbe"] + parts["bonus"]
            counted += parts["intake"] if game.rules.intake_in_total else 0
            assert counted == points


def test_MI48_equal_points_are_a_draw() -> None:
    last = "omgang: 2; rond: 6; sheet: 4 0 0 0 / 4 0 0 0; table: KL 8; hand: HJ K"
    here = At(last)
    state, events = here.do("discard HJ K")
    assert [event.winners for event in events if isinstance(event, GameEnded)] == [(0, 1)]
    outcome = here.game.outcome(state)
    assert outcome is not None
    assert outcome.winners == (0, 1)
    assert here.game.outcome(here.state) is None


def test_M41_a_new_omgang_starts_clean() -> None:
    game = mulle()
    for state, action, step in playout(game, 2):
        if isinstance(action, Deal) and state.omgang == 1 and step.state.omgang == 2:
            assert all(side == Side(hand=side.hand) for side in step.state.sides)
            assert len(step.state.table) == 8
            assert step.state.left == ()
            return
    raise AssertionError("there was no second omgång")


def test_M42_hands_are_told_to_their_seats_only() -> None:
    """Proves: X-5."""
    game = mulle()
    state = game.new()
    step = game.apply(state, game.draw(state, FairChance.seeded(1)))
    dealt = [event for event in step.events if isinstance(event, HandDealt)]
    assert [(event.audience, event.seat) for event in dealt] == [(0, 0), (1, 1)]
    assert [event.cards for event in dealt] == [side.hand for side in step.state.sides]
    assert all(
        event.audience is None for event in step.events if isinstance(event, OmgangStarted | RondStarted)
    )


def test_M4_a_deal_must_come_from_the_pack() -> None:
    game = mulle()
    state = game.new()
    deal = game.draw(state, FairChance.seeded(1))
    assert isinstance(deal, Deal)
    for bad in (Deal(deal.cards[:-1]), Deal((deal.cards[0],) * 24), Deal(deal.cards, 1), Deal((), 0)):
        with pytest.raises(IllegalAction, match="BAD_DEAL"):
            game.apply(state, bad)
    dealt = game.apply(state, deal).state
    with pytest.raises(IllegalAction, match="NO_DEAL_NOW"):
        game.apply(dealt, deal)
    with pytest.raises(IllegalAction, match="DEAL_FIRST"):
        game.apply(state, Discard(Card.C2))


def test_M40_cumulative_points_and_conservation() -> None:
    """Every card is somewhere, exactly twice. Proves: MI-52."""
    for preset in ("complete", "draft"):
        game = mulle(preset)
        for _, action, step in playout(game, 6, random.Random(1)):
            cards = Counter(game.located(step.state))
            assert max(cards.values()) <= 2
            expected = 8 + 16 * step.state.rond
            assert sum(cards.values()) == expected, action


def test_M3C_the_order_of_piles_is_age() -> None:
    """Changed builds move to the end; a new single is the youngest."""
    here = At("table: KL 4, HJ 9, RU 2; hand: HJ 3, RU 7; hand 1: KL K")
    assert here.after("build HJ 3 on KL 4") == ["HJ 9", "RU 2", "[7 of 0: KL 4 + HJ 3]"]
    assert here.after("discard HJ 3") == ["KL 4", "HJ 9", "RU 2", "HJ 3"]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"omgangar": 0}, "BAD_OPTION"),
        ({"omgangar": "many"}, "BAD_OPTION"),
        ({"capture_choice": "most"}, "BAD_OPTION"),
        ({"decks": 1, "hand_size": 20, "table_cards": 20}, "TOO_FEW_CARDS"),
        ({"deck": ("2c", "2c")}, "DECK_TWICE"),
        ({"colour": "red"}, "UNKNOWN_OPTION"),
    ],
)
def test_M2_options_are_checked_when_the_rules_are_made(options: dict[str, object], code: str) -> None:
    with pytest.raises(InvalidOptions) as caught:
        mulle(None, **options)
    assert caught.value.code == code


def test_M58_presets_are_option_sets() -> None:
    """The table of presets. Proves: MI-43, MI-44."""
    complete, draft = mulle().rules, mulle("draft").rules
    assert complete.changed() == {}
    assert draft.changed() == {
        "ronder_nominal": 7,
        "spade_ace_intake": 2,
        "discard_rule": "only_if_card_cannot_capture",
        "trotta_enabled": False,
        "feed_enabled": False,
        "consolidation": "two_card_all",
        "consolidate_own_locked": True,
        "lock": "always",
        "settlement": "net",
    }


def test_M47_a_small_pack_plays_too() -> None:
    """Fewer cards give fewer ronder, and everything else is the same."""
    deck = [card for card in DECK if TABLE_VALUE[card] <= 3]
    game = mulle(deck=deck, hand_size=3, table_cards=4, omgangar=1)
    assert game.rules.ronder == (24 - 4) // 6
    *_, (_, _, step) = playout(game, 1)
    assert isinstance(step.state, MulleState)
    assert game.outcome(step.state) is not None
