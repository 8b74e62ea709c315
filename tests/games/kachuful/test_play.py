"""The game: deal, bid, follow suit, tricks, rounds, totals."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.kachuful.test_rules import brute_force_winner

from korthus.core.cards import DECK, Card, Suit
from korthus.core.chance import FairChance
from korthus.core.errors import (
    GameOver,
    IllegalAction,
    InvalidAction,
    InvalidState,
    KorthusError,
    NotYourTurn,
)
from korthus.core.protocol import CHANCE, Event, visible
from korthus.games.kachuful import (
    Bid,
    Deal,
    Kachuful,
    KachufulRules,
    KachufulState,
    Phase,
    Play,
    ScoringVariant,
)
from korthus.games.kachuful.errors import REASONS
from korthus.games.kachuful.events import (
    BidMade,
    CardPlayed,
    CardsDealt,
    GameEnded,
    HandDealt,
    RoundScored,
    RoundStarted,
    TrickWon,
)
from korthus.games.kachuful.rules import calculate_score, get_trump_suit

GAME = Kachuful(KachufulRules())
Trace = list[tuple[KachufulState, Any, tuple[Event, ...]]]


def make(**options: Any) -> Kachuful:
    return Kachuful(KachufulRules.make(None, **options))


def playout(game: Kachuful, seats: int, seed: int) -> tuple[Trace, KachufulState]:
    """A random game: each state with the action played in it and the events, and the last state."""
    rng, chance = random.Random(seed), FairChance.seeded(seed)
    state, trace = game.new(seats), []
    while (actor := game.to_act(state)) is not None:
        action = game.draw(state, chance) if actor == CHANCE else rng.choice(game.legal_actions(state))
        step = game.apply(state, action)
        trace.append((state, action, step.events))
        state = step.state
    return trace, state


def play(game: Kachuful, state: KachufulState, *texts: str) -> KachufulState:
    for text in texts:
        state = game.apply(state, game.parse(text)).state
    return state


def refusal(game: Kachuful, state: KachufulState, action: Any) -> str:
    with pytest.raises(IllegalAction) as refused:
        game.apply(state, action)
    assert refused.value.reason == REASONS[refused.value.code].format(**refused.value.params)
    return refused.value.code


DEALT = "deal S2 S3 S4 H5 H6 H7 C8 C9 C10"  # three seats, three cards; seat 1 left of dealer 0 gets S2 H5 C8
THREE = make(start_cards=3)


def test_KI24_one_card_at_a_time_from_the_left_of_the_dealer() -> None:
    state = play(THREE, THREE.new(3), DEALT)
    assert state.hands[1] == (Card.C8, Card.H5, Card.S2)
    assert state.hands[2] == (Card.C9, Card.H6, Card.S3)
    assert state.hands[0] == (Card.CT, Card.H7, Card.S4)
    assert THREE.to_act(state) == 1


def test_KI24_each_round_has_a_fresh_deck() -> None:
    for seed in range(5):
        trace, _ = playout(GAME, 7, seed)
        for state, action, _ in trace:
            if isinstance(action, Deal):
                assert GAME.located(state) == ()
                assert len(set(action.cards)) == len(action.cards) == 7 * GAME.setup(7).cards(state.round)


@pytest.mark.parametrize(
    "cards",
    [
        (),
        DECK[:8],
        DECK[:10],
        (*DECK[:8], DECK[0]),
        list(DECK[:9]),
        "23456789T",
        ("2c",) * 9,
        (*DECK[:8], None),
        (*DECK[:8], []),
        None,
        9,
    ],
)
def test_KI24_bad_deals_are_refused(cards: Any) -> None:
    assert refusal(THREE, THREE.new(3), Deal(cards)) == "BAD_DEAL"


def test_K20_bids_in_turn_the_dealer_last() -> None:
    state = play(THREE, THREE.new(3), DEALT)
    seats = []
    for _ in range(3):
        seats.append(THREE.to_act(state))
        state = play(THREE, state, "bid 0")
    assert seats == [1, 2, 0]
    assert state.phase is Phase.PLAY


def test_KI6_the_dealer_may_not_make_it_even() -> None:
    """Proves: K-14, KI-25."""
    state = play(THREE, THREE.new(3), DEALT, "bid 0", "bid 1")
    assert THREE.legal_actions(state) == (Bid(0), Bid(1), Bid(3))
    assert refusal(THREE, state, Bid(2)) == "DEALER_BID"
    assert THREE.view(state, 0).barred_bid == 2
    assert THREE.view(play(THREE, THREE.new(3), DEALT), 1).barred_bid is None
    free = make(start_cards=3, dealer_restriction=False)
    assert len(free.legal_actions(state)) == 4
    assert free.apply(state, Bid(2)).state.bids == (2, 0, 1)


@pytest.mark.parametrize("count", [-1, 4, True, 1.0, "1", None, [1], 10**50, float("nan")])
def test_KI7_junk_bids(count: Any) -> None:
    """Proves: K-13."""
    state = play(THREE, THREE.new(3), DEALT)
    with pytest.raises(IllegalAction, match="Bid must be 0 to 3") as refused:
        THREE.apply(state, Bid(count))
    assert refused.value.code == "BID_RANGE"


def test_KI13_who_leads() -> None:
    for leader, seat in (("left_of_dealer", 1), ("dealer", 0), ("highest_bidder", 2)):
        game = make(start_cards=3, first_leader=leader)
        state = play(game, game.new(3), DEALT, "bid 0", "bid 2", "bid 2")  # of two twos, seat 2 came first
        assert (game.to_act(state), state.leader) == (seat, seat)
    game = make(start_cards=3, first_leader="highest_bidder")
    state = play(game, game.new(3), DEALT, "bid 0", "bid 0", "bid 0")
    assert state.leader == 1


def test_KI12_follow_suit_if_able() -> None:
    state = play(THREE, THREE.new(3), DEALT, "bid 0", "bid 0", "bid 0", "play H5")
    assert THREE.legal_actions(state) == (Play(Card.H6),)
    assert refusal(THREE, state, Play(Card.S3)) == "MUST_FOLLOW"
    free = make(start_cards=3, must_follow=False)
    assert len(free.legal_actions(state)) == 3
    assert free.apply(state, Play(Card.S3)).state.trick == (Card.H5, Card.S3)
    assert free.view(free.apply(state, Play(Card.S3)).state, 0).voids == ((), (), ())


def test_KI12_no_duty_to_trump_and_trump_may_be_led() -> None:
    game = make(start_cards=2)  # round 1: spades are trump
    state = play(game, game.new(2), "deal S2 SA D3 H4", "bid 0", "bid 0")
    assert game.legal_actions(state) == (Play(Card.D3), Play(Card.S2))
    state = play(game, state, "play D3")
    assert game.legal_actions(state) == (Play(Card.H4), Play(Card.SA))


def test_KI14_the_winner_leads_next() -> None:
    """Proves: KW-3."""
    game = GAME
    state = game.parse_state(
        "round: 3; seats: 4; won: 1 1 1 1; leader: 3; hand 3: HA; hand 0: HK; hand 1: C2; hand 2: SA"
    )
    step = game.apply(play(game, state, "HA", "HK", "C2"), Play(Card.SA))
    cards = (Card.HA, Card.HK, Card.C2, Card.SA)
    assert TrickWon(1, 3, cards, (1, 2, 1, 1), (-1, -2, -1, -1)) in step.events
    assert step.state.sheet[-1].won == (1, 2, 1, 1)


def test_KW4_a_round_without_trump() -> None:
    game = GAME
    state = game.parse_state(
        "round: 5; seats: 4; won: 0 0 0 2; leader: 0; hand 0: D5; hand 1: D2; hand 2: SA; hand 3: HA"
    )
    after = play(game, state, "D5", "D2", "SA", "HA")
    assert after.sheet[-1].won == (1, 0, 0, 2)


@pytest.mark.parametrize("card", ["HA", "Ah", None, 3, [], Suit.HEARTS])
def test_junk_cards(card: Any) -> None:
    state = play(THREE, THREE.new(3), DEALT, "bid 0", "bid 0", "bid 0")
    with pytest.raises(InvalidAction, match="BAD_CARDS"):
        THREE.apply(state, Play(card))


def test_refusals_have_codes() -> None:
    new = THREE.new(3)
    dealt = play(THREE, new, DEALT)
    playing = play(THREE, dealt, "bid 0", "bid 0", "bid 0")
    assert refusal(THREE, dealt, Play(Card.S2)) == "BID_FIRST"
    assert refusal(THREE, playing, Bid(0)) == "BIDDING_OVER"
    assert refusal(THREE, playing, Play(Card.HA)) == "NOT_IN_HAND"
    with pytest.raises(IllegalAction, match="DEAL_FIRST"):
        THREE.apply(new, Bid(0))
    with pytest.raises(IllegalAction, match="NO_DEAL_NOW"):
        THREE.apply(dealt, Deal(DECK[:9]))
    with pytest.raises(NotYourTurn):
        THREE.apply(dealt, Bid(0), seat=0)
    junk: Any = "bid 0"
    with pytest.raises(InvalidAction):
        THREE.apply(dealt, junk)
    _, over = playout(THREE, 3, 1)
    with pytest.raises(GameOver):
        THREE.apply(over, Bid(0))
    assert THREE.legal_actions(over) == THREE.legal_actions(new) == ()


def test_K19_the_deal_goes_round() -> None:
    trace, _ = playout(make(starting_dealer=1), 3, 7)
    started = [event for _, _, events in trace for event in events if isinstance(event, RoundStarted)]
    assert [event.dealer for event in started] == [(1 + number) % 3 for number in range(13)]
    assert [event.trump for event in started] == [get_trump_suit(number) for number in range(1, 14)]
    assert [event.cards for event in started] == [7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7]


def test_events_tell_each_seat_its_own_cards_only() -> None:
    step = THREE.apply(THREE.new(3), THREE.parse(DEALT))
    assert step.events[1] == CardsDealt(3)
    for seat in (None, 0, 1, 2):
        hands = [event for event in visible(step.events, seat) if isinstance(event, HandDealt)]
        assert [event.seat for event in hands] == ([] if seat is None else [seat])
        assert all(event.cards == step.state.hands[event.seat] for event in hands)


def test_K32_a_whole_small_game() -> None:
    """Proves: K-7, K-23, K-24. Two seats, two rounds, every event."""
    game = make(start_cards=2, total_rounds=2)
    assert game.setup(2).schedule == (2, 2)
    state = game.new(2)
    events: list[Event] = []
    for text in (
        "deal S2 HA S3 HK",  # dealer 0: seat 1 has S2 S3, seat 0 has HA HK; spades are trump
        "bid 2",
        "bid 1",
        "play S3",
        "play HA",
        "play S2",
        "play HK",
        "deal D2 CA D3 CK",  # dealer 1: seat 0 has D2 D3, seat 1 has CA CK; diamonds are trump
        "bid 1",
        "bid 0",
        "play D2",
        "play CA",
        "play D3",
        "play CK",
    ):
        step = game.apply(state, game.parse(text))
        state = step.state
        events += step.events
    assert [event for event in events if isinstance(event, RoundScored)] == [
        RoundScored(1, (1, 2), (0, 2), (0, 12), (0, 12), 2, (False, True), (1,)),
        RoundScored(2, (1, 0), (2, 0), (0, 10), (0, 22), 2, (False, True), (1,)),
    ]
    assert events[-1] == GameEnded((1,), (0, 22))
    assert [type(event) for event in events[:6]] == [
        RoundStarted,
        CardsDealt,
        HandDealt,
        HandDealt,
        BidMade,
        BidMade,
    ]
    assert events[4:6] == [BidMade(1, 2, needs=(None, 2)), BidMade(0, 1, needs=(1, 2))]
    assert events[6:9] == [
        CardPlayed(1, Card.S3),
        CardPlayed(0, Card.HA),
        TrickWon(1, 1, (Card.S3, Card.HA), won=(0, 1), needs=(1, 1)),
    ]
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.scores, outcome.winners, outcome.ranking) == ((0, 22), (1,), ((1,), (0,)))
    assert outcome.breakdown[0] == {"points": 0, "exact_hits": 0, "deviation": 2}
    assert outcome.breakdown[1] == {"points": 22, "exact_hits": 2, "deviation": 0}


@pytest.mark.parametrize("seats", [2, 4])
def test_bids_and_tricks_bring_what_each_seat_needs(seats: int) -> None:
    game = make(total_rounds=3)
    trace, last = playout(game, seats, 5)
    states = [*(state for state, _, _ in trace[1:]), last]
    told = [
        (event.needs, game.view(after, None).needs)
        for (_, _, events), after in zip(trace, states, strict=True)
        for event in events
        if isinstance(event, BidMade | TrickWon) and after.phase in (Phase.BID, Phase.PLAY)
    ]
    assert len(told) > 3 * seats
    assert all(needs == seen for needs, seen in told)


def test_K24_ties_are_broken_by_accuracy_or_shared() -> None:
    """Proves: KI-17, KI-18. Both measures, and co-winners."""
    game = make(start_cards=2, total_rounds=3, dealer_restriction=False, scoring="medium")
    shared = game.outcome(
        game.parse_state("seats: 3; round: 4; scores: 1/1 1/1 0/0, 1/0 1/0 0/1, 1/0 1/0 1/2")
    )
    assert shared is not None
    assert (shared.winners, shared.ranking) == ((0, 1), ((0, 1), (2,)))
    kept_zero = game.outcome(
        game.parse_state("seats: 3; round: 4; scores: 1/1 1/1 1/0, 0/0 1/0 0/1, 1/0 1/0 1/2")
    )
    assert kept_zero is not None
    assert kept_zero.scores == (10, 10, 0)
    assert kept_zero.ranking == ((0,), (1,), (2,))
    text = "seats: 3; round: 4; scores: 1/1 1/1 0/0, 0/0 0/1 1/0, 2/0 0/0 0/2"
    by_hits = game.outcome(game.parse_state(text))
    closer = make(
        start_cards=2,
        total_rounds=3,
        dealer_restriction=False,
        scoring="medium",
        bid_accuracy="total_deviation",
    )
    by_distance = closer.outcome(closer.parse_state(text))
    assert by_hits is not None
    assert by_distance is not None
    assert by_hits.scores == by_distance.scores == (10, 10, 0)
    assert (by_hits.winners, by_distance.winners) == ((0, 1), (1,))


def test_KI16_equal_cards_are_offered_once() -> None:
    game = make(decks=2, start_cards=3)
    state = play(game, game.new(2), "deal HA H2 HA S3 D4 S3", "bid 0", "bid 0")
    assert state.hands[1] == (Card.D4, Card.HA, Card.HA)
    assert game.legal_actions(state) == (Play(Card.D4), Play(Card.HA))
    assert game.choices(game.view(state, 1)) == game.legal_actions(state)
    after = play(game, state, "play HA")
    assert after.hands[1] == (Card.D4, Card.HA)


def test_KI16_the_first_of_two_equal_cards_wins_the_trick() -> None:
    game = make(decks=2, start_cards=1)
    state = play(game, game.new(2), "deal HA HA", "bid 0", "bid 0", "play HA", "play HA")
    assert state.sheet[0].won == (0, 1)


def test_view_shows_what_a_seat_may_know() -> None:
    state = play(
        THREE, THREE.new(3), DEALT, "bid 1", "bid 0", "bid 0", "play C8", "play C9", "play C10", "play H7"
    )
    view = THREE.view(state, 2)
    assert view.hand == (Card.H6, Card.S3)
    assert view.hand_sizes == (1, 2, 2)
    assert (view.bids, view.won, view.leader, view.dealer) == ((0, 1, 0), (1, 0, 0), 0, 0)
    assert [(each.seat, each.card) for each in view.trick] == [(0, Card.H7)]
    assert view.last_trick is not None
    assert (view.last_trick.leader, view.last_trick.winner) == (1, 0)
    assert [view.played(seat) for seat in range(3)] == [(Card.CT, Card.H7), (Card.C8,), (Card.C9,)]
    assert (view.round, view.cards, view.schedule) == (1, 3, (3, 2, 1, 2, 3))
    assert [(each.seat, each.card) for each in view.last_played] == [
        (1, Card.C8),
        (2, Card.C9),
        (0, Card.CT),
    ]
    assert (view.winning, view.needs, view.bid_sum, view.ahead) == (0, (-1, 1, 0), 1, ())
    assert [view.ruffs(card) for card in (Card.H6, Card.S3, Card.C2)] == [None, True, False]
    assert THREE.view(state, None).hand == ()
    assert THREE.view(THREE.new(3), 0).last_trick is None
    over = THREE.view(playout(THREE, 3, 2)[1], 1)
    assert (over.cards, over.trump, over.dealer, over.to_act) == (0, None, None, None)
    assert (over.winning, over.last_played, over.needs) == (None, (), (None, None, None))
    assert over.ahead == tuple(seat for seat in range(3) if over.totals[seat] == max(over.totals))
    assert over.totals == tuple(sum(line.points[seat] for line in over.sheet) for seat in range(3))
    bad: Any
    for bad in (3, -1, True, "0"):
        with pytest.raises(InvalidState, match="NO_SUCH_SEAT"):
            THREE.view(state, bad)


def test_view_shows_voids() -> None:
    game = make(start_cards=2)
    state = play(game, game.new(3), "deal D2 C3 D4 D5 H6 D7", "bid 0", "bid 0", "bid 0", "play D2", "play C3")
    assert game.view(state, 0).voids == ((), (), (Suit.DIAMONDS,))


def test_outcome_waits_for_the_end() -> None:
    trace, over = playout(THREE, 3, 3)
    assert all(THREE.outcome(state) is None for state, _, _ in trace)
    assert THREE.outcome(over) is not None


OPTIONS = st.fixed_dictionaries(
    {
        "scoring": st.sampled_from(ScoringVariant),
        "start_cards": st.integers(1, 5),
        "schedule": st.sampled_from(["spec", "zigzag", "descending"]),
        "must_follow": st.booleans(),
        "first_leader": st.sampled_from(["left_of_dealer", "highest_bidder", "dealer"]),
        "dealer_restriction": st.booleans(),
        "bid_accuracy": st.sampled_from(["exact_hits", "total_deviation"]),
        "decks": st.integers(1, 2),
        "starting_dealer": st.integers(0, 1),
    }
)


@settings(max_examples=40)
@given(OPTIONS, st.integers(2, 10), st.integers(0, 10**6))
def test_K32_every_game_keeps_the_rules(options: dict[str, Any], seats: int, seed: int) -> None:
    """Proves: K-14, K-21, K-23, KI-12, KI-21, KI-25. An independent referee follows whole random games."""
    game = make(**options)
    trace, over = playout(game, seats, seed)
    rules = game.rules
    hands: list[list[Card]] = []
    trick: list[tuple[int, Card]] = []
    won: Counter[int] = Counter()
    scores = [0] * seats
    for state, action, events in trace:
        trump = get_trump_suit(state.round).suit
        match action:
            case Deal(cards=cards):
                dealer = (rules.starting_dealer + state.round - 1) % seats
                hands = [
                    [card for at, card in enumerate(cards) if (dealer + 1 + at) % seats == seat]
                    for seat in range(seats)
                ]
                won.clear()
            case Bid(count=count):
                bids = [bid for bid in state.bids if bid is not None] + [count]
                if len(bids) == seats and rules.dealer_restriction:
                    assert sum(bids) != len(hands[0])
            case Play(card=card):
                seat = game.to_act(state)
                assert seat is not None
                if trick and rules.must_follow:
                    suits = {each.suit for each in hands[seat]}
                    assert card.suit is trick[0][1].suit or trick[0][1].suit not in suits
                hands[seat].remove(card)
                trick.append((seat, card))
        assert Counter(game.located(state)) <= Counter(game.deck())
        for event in events:
            match event:
                case TrickWon(seat=winner):
                    played = [card for _, card in trick]
                    assert len(played) == seats
                    assert trick[brute_force_winner(played, played[0].suit, trump)][0] == winner
                    won[winner] += 1
                    trick.clear()
                case RoundScored() as scored:
                    assert scored.won == tuple(won[seat] for seat in range(seats))
                    assert sum(scored.won) == game.setup(seats).cards(state.round)
                    for seat in range(seats):
                        points = calculate_score(scored.bids[seat], scored.won[seat], rules.scoring)
                        assert scored.points[seat] == points
                        scores[seat] += points
                    assert scored.totals == tuple(scores)
    outcome = game.outcome(over)
    assert outcome is not None
    assert outcome.scores == tuple(scores)
    assert all(scores[seat] == max(scores) for seat in outcome.winners)
    assert len(over.sheet) == game.setup(seats).total_rounds


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(0, 60))
def test_K31_an_action_is_legal_exactly_when_it_is_accepted(seed: int, depth: int) -> None:
    """Proves: KI-6, KI-12. Over all bids and all 52 cards."""
    trace, _ = playout(THREE, 3, seed)
    state = trace[depth % len(trace)][0]
    if THREE.to_act(state) == CHANCE:
        return
    legal = set(THREE.legal_actions(state))
    actions: list[Bid | Play] = [*map(Bid, range(-1, 6)), *map(Play, DECK)]
    for action in actions:
        try:
            THREE.apply(state, action)
        except KorthusError:
            assert action not in legal
        else:
            assert action in legal
