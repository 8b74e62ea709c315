"""The clauses of RULES.md, one by one."""

from __future__ import annotations

from typing import Any

import pytest

from korthus.core.chance import FairChance
from korthus.core.errors import IllegalAction
from korthus.core.protocol import CHANCE
from korthus_scopa import Scopa, events, scoring
from korthus_scopa.cards import DECK, Card, in_order
from korthus_scopa.options import ScopaRules
from korthus_scopa.state import ScopaState


def scopa(preset: str = "standard", **options: Any) -> Scopa:
    return Scopa(ScopaRules.make(preset, **options))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(code) for code in text.split())


def position(hand: str, table: str) -> ScopaState:
    """Seat 0 is to play with this hand at this table; seat 1 has as many cards."""
    mine = in_order(cards(hand))
    return ScopaState(hands=(mine, cards("5e 6e 7e")[: len(mine)]), table=cards(table))


def texts(game: Scopa, state: ScopaState) -> list[str]:
    return [str(action) for action in game.legal_actions(state)]


def last_card(card: str, table: str, taken: str) -> ScopaState:
    """The dealer, seat 1, holds the last card of a deal and has taken this; all else seat 0 has taken."""
    named = cards(f"{card} {table} {taken}")
    rest = tuple(card for card in DECK if card not in named)
    return ScopaState(
        hands=((), cards(card)),
        table=cards(table),
        taken=(rest, in_order(cards(taken))),
        last_taker=0,
    )


def test_S1_forty_cards_of_four_suits() -> None:
    assert len(set(DECK)) == 40
    assert all(sum(card.suit == suit for card in DECK) == 10 for suit in "oceb")


def test_S2_court_cards_count_eight_nine_and_ten() -> None:
    assert [Card(rank + "o").number for rank in "1234567SCR"] == list(range(1, 11))


def test_S3_the_deal_changes_hands() -> None:
    game = scopa()
    assert game.view(ScopaState(), 0).dealer == 1
    assert game.view(ScopaState(deals=1), 0).dealer == 0
    assert scopa(first_dealer=0).view(ScopaState(), 0).dealer == 0


def test_S4_the_table_gets_cards_only_with_the_first_hands() -> None:
    game, chance = scopa(), FairChance.seeded("S-4")
    state, sizes = game.new(), []
    while state.deals == 0:
        if game.to_act(state) == CHANCE:
            deal = game.draw(state, chance)
            sizes.append(len(deal.cards))  # type: ignore[union-attr]
            state = game.apply(state, deal).state
        else:
            state = game.apply(state, game.legal_actions(state)[0]).state
    assert sizes == [10, 6, 6, 6, 6, 6]


def test_S5_three_kings_on_the_table_are_dealt_again_by_the_same_seat() -> None:
    game = scopa()
    deal = game.parse("deal 1o 2o 3o 4o 5o 6o Ro Rc Re 7o")
    state, told = game.apply(game.new(), deal)
    assert told[-1] == events.Misdealt()
    assert game.to_act(state) == CHANCE
    assert game.view(state, 0).misdealt
    after = game.apply(state, game.parse("deal 1o 2o 3o 4o 5o 6o Ro Rc 7c 7o")).state
    assert (game.to_act(after), game.view(after, 0).dealer, game.view(after, 0).stock) == (0, 1, 30)
    kept = scopa(redeal_kings=False)
    assert kept.to_act(kept.apply(kept.new(), deal).state) == 0


def test_S6_the_dealers_opponent_begins_and_seats_take_turns() -> None:
    game = scopa()
    state = position("1o 2o 3o", "Ro Rc 7o 7c")
    assert game.to_act(state) == 0
    assert game.to_act(game.apply(state, game.parse("lay 1o")).state) == 1


def test_S7_only_hands_are_hidden() -> None:
    view = scopa().view(position("1o 2o 3o", "Ro Rc 7o 7c"), None)
    assert (view.hand, view.hand_sizes, view.table) == ((), (3, 3), cards("Ro Rc 7o 7c"))


def test_S8_a_card_takes_its_number_or_a_sum() -> None:
    game = scopa()
    assert texts(game, position("7o", "7c 2o Rc")) == ["take 7c with 7o"]
    assert texts(game, position("7o", "3c 2o 2e 5b")) == [
        "take 2e 5b with 7o",
        "take 2o 3c 2e with 7o",
        "take 2o 5b with 7o",
    ]


def test_S8_card_and_catch_go_to_the_pile() -> None:
    game = scopa()
    state, told = game.apply(position("7o 1c", "3c 4o Rb"), game.parse("take 4o 3c with 7o"))
    assert state.taken == (cards("4o 7o 3c"), ())
    assert state.table == cards("Rb")
    assert told == (events.CardsTaken(seat=0, card=Card("7o"), cards=cards("4o 3c")),)


def test_S9_a_single_card_goes_before_a_sum() -> None:
    state = position("7o", "7c 3o 4o")
    assert texts(scopa(), state) == ["take 7c with 7o"]
    assert texts(scopa(single_card_first=False), state) == ["take 3o 4o with 7o", "take 7c with 7o"]


def test_S9_among_equal_cards_the_player_chooses() -> None:
    assert texts(scopa(), position("7o", "7c 7b")) == ["take 7b with 7o", "take 7c with 7o"]


def test_S10_a_card_that_can_take_must_take() -> None:
    game = scopa()
    state = position("7o 2c", "7c Ro")
    assert texts(game, state) == ["lay 2c", "take 7c with 7o"]
    for text, code in (
        ("lay 7o", "MUST_TAKE"),
        ("take Ro with 7o", "CANNOT_TAKE"),
        ("take 7c with 2c", "CANNOT_TAKE"),
        ("lay 5b", "NOT_IN_HAND"),
    ):
        with pytest.raises(IllegalAction) as refused:
            game.apply(state, game.parse(text))
        assert refused.value.code == code


def test_S11_an_ace_takes_the_whole_table_and_makes_no_scopa() -> None:
    game = scopa("assi")
    state = position("1o 2c", "7c Ro 3b")
    assert texts(game, state) == ["lay 2c", "take Ro 7c 3b with 1o"]
    after, told = game.apply(state, game.parse("take Ro 7c 3b with 1o"))
    assert (after.table, after.scope) == ((), (0, 0))
    assert [type(event) for event in told] == [events.CardsTaken]
    assert texts(game, position("1o", "7c 1b")) == ["take 1b with 1o"]
    assert texts(game, position("1o", "")) == ["lay 1o"]
    assert texts(scopa(), position("1o", "7c Ro 3b")) == ["lay 1o"]


def test_S11_an_ace_that_takes_an_ace_may_sweep() -> None:
    game = scopa("assi")
    assert game.apply(position("1o 2c", "1b"), game.parse("take 1b with 1o")).state.scope == (1, 0)


def test_S12_clearing_the_table_is_a_scopa() -> None:
    game = scopa()
    state, told = game.apply(position("7o 2c", "3c 4o"), game.parse("take 4o 3c with 7o"))
    assert state.scope == (1, 0)
    assert told[-1] == events.ScopaMade(seat=0)


def test_S12_not_with_the_last_card_of_a_deal() -> None:
    game = scopa()
    told = game.apply(last_card("7o", "7c", "2b 2c"), game.parse("take 7c with 7o")).events
    assert [type(event) for event in told] == [events.CardsTaken, events.DealScored]


def test_S13_the_rest_goes_to_the_last_taker() -> None:
    game = scopa()
    told = game.apply(last_card("7o", "Rc", "2b 2c"), game.parse("lay 7o")).events
    assert told[1] == events.RestTaken(seat=0, cards=cards("Rc 7o"))
    assert isinstance(told[2], events.DealScored)
    assert told[2].settebello == (1, 0)


def halves(first: tuple[Card, ...]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    return first, tuple(card for card in DECK if card not in first)


def test_S14_more_than_twenty_cards() -> None:
    assert scoring.score(ScopaRules(), halves(DECK[:21]), (0, 0)).cards == (1, 0)
    assert scoring.score(ScopaRules(), halves(DECK[:20]), (0, 0)).cards == (0, 0)


def test_S15_more_than_five_coins() -> None:
    assert scoring.score(ScopaRules(), halves(cards("1o 2o 3o 4o")), (0, 0)).coins == (0, 1)
    assert scoring.score(ScopaRules(), halves(cards("1o 2o 3o 4o 5o")), (0, 0)).coins == (0, 0)


def test_S16_primiera_is_the_best_card_of_each_suit() -> None:
    assert scoring.primiera(cards("7o Ro 6c 1e 5b 4b")) == 21 + 18 + 16 + 15
    assert scoring.primiera(cards("So Cc Re 2b")) == 10 + 10 + 10 + 12


def test_S16_who_lacks_a_suit_has_no_primiera() -> None:
    assert scoring.primiera(cards("7o 7c 7e 6o 6c")) == 0
    assert scoring.score(ScopaRules(), (cards("7o 7c 7e"), cards("So Sc Se Sb")), (0, 0)).primiera == (0, 1)


def test_S17_settebello_is_a_point() -> None:
    assert scoring.score(ScopaRules(), halves(cards("7o")), (0, 0)).settebello == (1, 0)


@pytest.mark.parametrize(
    ("held", "points"),
    [
        ("1o 2o", 0),
        ("1o 2o 3o", 3),
        ("1o 2o 3o 5o", 3),
        ("1o 2o 3o 4o 5o 7o", 5),
        ("2o 3o 4o", 0),
        ("1c 2c 3c", 0),
    ],
)
def test_S18_napola_counts_the_coins_in_a_row(held: str, points: int) -> None:
    assert scoring.napola(cards(held)) == points
    assert scoring.score(ScopaRules(napola=True), (cards(held), ()), (0, 0)).napola == (points, 0)
    assert scoring.score(ScopaRules(), (cards(held), ()), (0, 0)).napola == (0, 0)


def test_S19_each_scopa_is_a_point() -> None:
    points = scoring.score(ScopaRules(), halves(DECK[:20]), (3, 1))
    assert points.scope == (3, 1)
    assert points.total(0) + points.total(1) == 4 + sum(
        sum(pair) for pair in (points.cards, points.coins, points.settebello, points.primiera)
    )


@pytest.mark.parametrize(
    ("points", "winner"), [((11, 10), 0), ((10, 9), None), ((12, 12), None), ((11, 13), 1), ((0, 0), None)]
)
def test_S20_eleven_points_and_more_than_the_other(points: tuple[int, int], winner: int | None) -> None:
    game = scopa()
    state = ScopaState(deals=4, points=points)
    assert scoring.winner(game.rules, points) == winner
    assert game.to_act(state) == (CHANCE if winner is None else None)
    outcome = game.outcome(state)
    assert (None if outcome is None else outcome.winners) == (None if winner is None else (winner,))


def test_S20_the_last_deal_tells_who_has_won() -> None:
    game = scopa(target=1)
    told = game.apply(last_card("7b", "Rc", "2b 2c"), game.parse("lay 7b")).events
    assert told[-1] == events.GameEnded(winner=0, totals=(4, 0))
