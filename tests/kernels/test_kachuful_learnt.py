"""The learnt Kachuful seat: what it goes by, that it is better than the sensible one, and how it learns."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from tests.kernels.test_kachuful_odds import TABLES, packed_for

from korthus.bots.kachuful.learnt import (
    CARD_CHOICE,
    CARD_MOMENT,
    NAMES,
    NUMBERS,
    SCORES,
    learnt_bid,
    learnt_card,
    likely_bid,
    likely_card,
    weigh_bids,
    weigh_cards,
)
from korthus.bots.kachuful.odds import ROOM, WIDE, best_bid
from korthus.core.chance import FairChance
from korthus.core.protocol import CHANCE
from korthus.games.kachuful import Bid, Kachuful, KachufulRules, Phase, Play
from korthus.kernels.kachuful import kernel as kachuful
from korthus.kernels.kachuful.layout import BID, CARDS, DEALER, HANDS, MAX_SEATS, TO_BID, TRUMP
from korthus.kernels.kachuful.legal import open_to_turn
from korthus.kernels.rng import stream
from korthus.learn.kachuful.learner import SENSIBLE, ahead, ahead_of
from korthus.learn.kachuful.net import SPARE, Net, add, beginner, chances_of
from korthus.learn.kachuful.reinforce import (
    ALWAYS,
    AT_ONCE,
    IN_TURN,
    deal_again,
    table,
    tables_of,
    tell_bids,
    tell_cards,
)


@pytest.mark.parametrize(("options", "seats"), TABLES)
def test_its_chances_are_those_of_legal_acts_and_hang_on_nothing_hidden(
    options: dict[str, Any], seats: int
) -> None:
    game, luck, rng, met = Kachuful(KachufulRules.make(None, **options)), random.Random(2), stream(5), 0
    state, chance = game.new(seats), FairChance.seeded(7)
    while (seat := game.to_act(state)) is not None:
        if seat == CHANCE:
            state = game.apply(state, game.draw(state, chance)).state
            continue
        choices = game.choices(game.view(state, seat))
        s = packed_for(game, state, seat)
        codes = [kachuful.encode(game, s, action) for action in choices]
        if len(choices) > 1:
            number = weigh_bids(s) if s[TO_BID] else weigh_cards(s, sum(1 << code for code in codes))
            chances = s[ROOM:WIDE].view(np.float64)[SCORES : SCORES + number].copy()
            assert number == len(choices)
            assert chances.min() >= 0
            assert chances.sum() == pytest.approx(1)
            # Other hands and other leavings in the room: nothing changes.
            s[HANDS : HANDS + MAX_SEATS] |= [0 if other == seat else 1 << 40 for other in range(MAX_SEATS)]
            s[ROOM:WIDE] = 77
            assert number == (
                weigh_bids(s) if s[TO_BID] else weigh_cards(s, sum(1 << code for code in codes))
            )
            assert s[ROOM:WIDE].view(np.float64)[SCORES : SCORES + number].tolist() == chances.tolist()
            # The codes are in order, as the chances are; what is likely is never impossible.
            order = sorted(range(number), key=lambda place: codes[place])
            for chance_of, place in zip(chances, order, strict=True):
                action, code = choices[place], codes[place]
                likely = likely_bid(s, action.count) if isinstance(action, Bid) else likely_card(s, 1 << code)
                assert likely == pytest.approx(np.log(0.9 * chance_of + 0.1 / number))
            met += 1
        code = BID + learnt_bid(s, rng) if s[TO_BID] else int(learnt_card(s, rng)).bit_length() - 1
        action = choices[codes.index(code)]
        assert isinstance(action, Bid | Play)
        state = game.apply(state, action if luck.random() < 0.8 else luck.choice(choices)).state
    assert met > 40


def test_it_chooses_by_the_squares_of_its_chances() -> None:
    game = Kachuful(KachufulRules.make(None))
    state = game.new(4)
    state = game.apply(state, game.draw(state, FairChance.seeded(3))).state
    seat = game.to_act(state)
    assert seat is not None
    s, rng, number = packed_for(game, state, seat), stream(9), 4_000
    weigh_bids(s)
    chances = s[ROOM:WIDE].view(np.float64)[SCORES : SCORES + 8] ** 2
    chances /= chances.sum()
    drawn = np.bincount([learnt_bid(s, rng) for _ in range(number)], minlength=8) / number
    assert np.abs(drawn - chances).max() < 5 * (0.25 / number) ** 0.5


def kept() -> tuple[Net, Net]:
    with np.load(NUMBERS) as numbers:
        card, bid = (Net(*(numbers[f"{kind}_{name}"] for name in NAMES)) for kind in ("card", "bid"))
    return card, bid


@pytest.mark.parametrize(
    ("cards", "scoring"), [(3, "10_plus_predicted"), (7, "10_plus_predicted"), (12, "point_per_trick")]
)
def test_it_is_ahead_of_the_sensible_seat(cards: int, scoring: str) -> None:
    assert ahead(kept(), cards, scoring, 2_000).low > 0.2


def test_a_choice_that_paid_becomes_more_likely_as_the_derivative_says() -> None:
    rng = np.random.default_rng(1)
    net = Net(*(values.astype(np.float64) for values in beginner(18, 16, 32, rng)))
    moment, choices = rng.standard_normal(18), rng.standard_normal((4, 16))
    hidden, chances = np.zeros((4 + SPARE, 32)), np.zeros(4)

    def worth() -> float:
        """What is climbed: the gain times the logarithm of the chance, and a little for being unsure."""
        chances_of(net, moment, choices, 4, hidden, chances)
        return float(0.7 * np.log(chances[2]) - 0.0015 * (chances * np.log(chances)).sum())

    worth()
    change = Net(*map(np.zeros_like, net))
    add(change, net, moment, choices, 4, hidden, chances, 2, 0.7)
    for values, slope in zip(net, change, strict=True):
        for place in rng.integers(values.size, size=6):
            before = values.flat[place]
            values.flat[place] = before + 1e-6
            more = worth()
            values.flat[place] = before - 1e-6
            less = worth()
            values.flat[place] = before
            assert (more - less) / 2e-6 == pytest.approx(slope.flat[place], abs=1e-5)


def test_nobody_is_ahead_of_itself_and_the_sensible_seat_is_a_network_too() -> None:
    for seats in (3, 4):
        assert ahead_of(SENSIBLE, SENSIBLE, (seats, 4, "medium"), 200).value == pytest.approx(0)
    game, state = Kachuful(KachufulRules.make(None)), Kachuful(KachufulRules.make(None)).new(4)
    state = game.apply(state, game.draw(state, FairChance.seeded(6))).state
    seat = game.to_act(state)
    assert seat is not None
    s, moment = packed_for(game, state, seat), np.zeros(CARD_MOMENT, np.float32)
    choices, hidden = np.zeros((28, CARD_CHOICE), np.float32), np.zeros((28 + SPARE, 128), np.float32)
    chances, number = np.zeros(28), tell_bids(s, moment, choices)
    net = SENSIBLE[1]
    chances_of(net, moment[: len(net.of_moment)], choices, number, hidden, chances)
    assert int(np.argmax(chances[:number])) == best_bid(s)


@pytest.mark.parametrize("bids", [True, False])
def test_what_is_learnt_is_what_is_played(bids: bool) -> None:
    game, state = Kachuful(KachufulRules.make(None)), Kachuful(KachufulRules.make(None)).new(4)
    state = game.apply(state, game.draw(state, FairChance.seeded(4))).state
    while bids is False and state.phase is Phase.BID:
        seat = game.to_act(state)
        assert seat is not None
        state = game.apply(state, game.choices(game.view(state, seat))[0]).state
    seat = game.to_act(state)
    assert seat is not None
    s = packed_for(game, state, seat)
    cards, moment, choices = (
        open_to_turn(s),
        np.zeros(CARD_MOMENT, np.float32),
        np.zeros((28, CARD_CHOICE), np.float32),
    )
    number = weigh_bids(s) if bids else weigh_cards(s, cards)
    played = s[ROOM:WIDE].view(np.float64)[SCORES : SCORES + number].copy()
    told = tell_bids(s, moment, choices) if bids else tell_cards(s, cards, moment, choices)
    net = kept()[bids]
    hidden, chances = np.zeros((28 + SPARE, len(net.bias)), np.float32), np.zeros(28)
    chances_of(net, moment[: len(net.of_moment)], choices, told, hidden, chances)
    assert told == number > 1
    assert chances[:number] == pytest.approx(played, abs=1e-5)


def test_no_deal_is_taught_twice_in_a_step_and_each_table_has_its_turn() -> None:
    turns = -(-len(IN_TURN) // AT_ONCE)
    met: set[int] = set()
    for step in range(turns):
        tables = tables_of(step)
        assert len(set(tables)) == len(tables) == len(ALWAYS) + AT_ONCE
        met |= set(tables)
    assert met == set(range(len(ALWAYS) + len(IN_TURN)))


def test_what_is_taught_has_every_trump_and_none() -> None:
    start, rng = table(4, 5, "medium"), stream(1)
    s, trumps, dealers = np.zeros_like(start), [], set()
    for deal in range(10):
        deal_again(start, 1, deal, s, rng)
        assert s[CARDS] == 5
        trumps.append(int(s[TRUMP]))
        dealers.add(int(s[DEALER]))
    assert trumps[:5] == trumps[5:]
    assert len(set(trumps)) == 5
    assert 0 in trumps
    assert len(dealers) == 4
