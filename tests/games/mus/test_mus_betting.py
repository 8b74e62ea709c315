"""Speaking, betting, answering, and what is counted."""

from __future__ import annotations

import pytest
from tests.games.mus.helpers import hand, mus, only, passes, play

from korthus.core.errors import GameOver, IllegalAction, InvalidAction
from korthus.core.protocol import CHANCE, Action
from korthus.games.mus.actions import ACCEPT, ASK_MUS, NO_MUS, ORDAGO, PASS, REFUSE, Deal, Discard, Envido
from korthus.games.mus.cards import RANKS
from korthus.games.mus.events import (
    BetAccepted,
    BetRefused,
    DeclarationMade,
    EnvidoMade,
    GameEnded,
    HandEnded,
    HandsShown,
    HandStarted,
    LanceStarted,
    OrdagoCalled,
    Passed,
    StonesScored,
)
from korthus.games.mus.legal import order
from korthus.games.mus.scoring import Lance, Reason
from korthus.games.mus.state import How, Phase, Settled

A = "R R C 1"  # a par and juego of 31
B = "R R S 1"  # the same, a little worse in grande and better in chica


def scored(events: tuple[object, ...]) -> list[tuple[int, str, str, int]]:
    return [(e.seat, str(e.lance), str(e.reason), e.stones) for e in events if isinstance(e, StonesScored)]


def texts(actions: tuple[Action, ...]) -> list[str]:
    return [str(action) for action in actions]


def test_U3_two_players() -> None:
    game = mus()
    assert (game.min_seats, game.max_seats) == (2, 2)
    assert game.new(2) == game.new()


def test_U6_four_cards_each() -> None:
    game = mus()
    state = game.new()
    assert game.to_act(state) == CHANCE
    state, events = game.apply(state, game.parse("deal R C S 7 1 1 4 5"))
    assert [" ".join(cards) for cards in state.hands] == ["R C S 7", "5 4 1 1"]
    assert only(events, HandStarted) == [HandStarted(number=1, mano=0, stones=(0, 0))]


def test_U7_lances_come_in_order() -> None:
    _, events = hand(A, B, passes(4))
    assert [event.lance for event in only(events, LanceStarted)] == [Lance.CHICA, Lance.PARES, Lance.JUEGO]
    _, events = hand("7 7 6 5", "R R 5 5", passes(4))
    assert [event.lance for event in only(events, LanceStarted)] == [Lance.CHICA, Lance.PARES, Lance.PUNTO]


def test_U11_the_mano_speaks_first_and_may_pass_or_bet_two_or_more() -> None:
    """Proves: UI-15."""
    game = mus()
    state = game.parse_state(f"cards 0: {A}; cards 1: {B}")
    assert game.to_act(state) == 0
    assert texts(game.legal_actions(state)) == [
        "pass", *(f"envido {amount}" for amount in range(2, 41)), "ordago",
    ]  # fmt: skip
    state, events = play(game, state, "envido 2")
    assert game.to_act(state) == 1
    assert events == (EnvidoMade(seat=0, lance=Lance.GRANDE, amount=2, stake=2, raised=False),)
    assert texts(game.legal_actions(state))[:3] == ["no quiero", "quiero", "envido 2"]


def test_U12_declarations_before_pares() -> None:
    """Proves: UI-18."""
    game = mus()
    state = game.parse_state(f"cards 0: {A}; cards 1: {B}; lance: chica; to act: 1")
    assert game.view(state, 0).pares is None
    state, events = play(game, state, "pass")
    assert [(e.seat, e.has, e.audience) for e in only(events, DeclarationMade)] == [
        (0, True, None),
        (1, True, None),
    ]
    assert state.lance is Lance.PARES
    assert game.view(state, None).pares == (True, True)
    assert game.view(state, None).juego is None


@pytest.mark.parametrize(
    ("cards", "pares", "points", "is_juego"),
    [
        ("R R 7 7", "duples", 34, True),
        ("R R R R", "duples", 40, True),
        ("S S S 1", "medias", 31, True),
        ("R 7 7 4", "par", 28, False),
        ("R C S 1", None, 31, True),
    ],
)
def test_the_own_view_says_what_the_cards_make(
    cards: str, pares: str | None, points: int, *, is_juego: bool
) -> None:
    game = mus()
    state = game.parse_state(f"cards 0: {cards}; cards 1: {B}")
    holding = game.view(state, 0).holding
    assert holding is not None
    assert (holding.pares, holding.points, holding.is_juego) == (pares, points, is_juego)
    assert game.view(state, None).holding is None


def test_U13_nobody_has_juego_so_punto_is_played() -> None:
    game = mus()
    state = game.parse_state("cards 0: 7 7 6 5; cards 1: R R 5 5; lance: pares; to act: 1")
    state, events = play(game, state, "pass")
    assert state.lance is Lance.PUNTO
    assert [e.has for e in only(events, DeclarationMade)] == [False, False]
    assert game.view(state, 0).juego == (False, False)


def test_U14_refusing_grande_gives_the_deje_at_once() -> None:
    """Proves: UI-22."""
    game = mus()
    state = game.parse_state(f"cards 0: {A}; cards 1: {B}")
    state, events = play(game, state, "envido 7, no quiero")
    assert state.stones == (1, 0)
    refused = Settled(Lance.GRANDE, How.REFUSED, 0, 1)
    assert events[-3] == BetRefused(seat=1, lance=Lance.GRANDE, settled=refused)
    _, events = play(game, state, passes(3))
    assert [entry for entry in scored(events) if entry[1] == "grande"] == []


def test_U14_grande_and_chica_in_pass_pay_one_at_the_end() -> None:
    game = mus()
    state = game.parse_state("cards 0: R R R C; cards 1: S S S 7")
    state, _ = play(game, state, passes(2))
    assert state.stones == (0, 0)
    _, events = play(game, state, passes(2))
    assert scored(events)[:2] == [(0, "grande", "pass", 1), (1, "chica", "pass", 1)]


def test_U15_pares_in_pass_pay_their_value() -> None:
    _, events = hand("R R C C", "S S S 7", passes(4))
    assert (0, "pares", "value", 3) in scored(events)


def test_U15_a_refused_bet_on_juego_pays_deje_now_and_value_later() -> None:
    """Proves: U-17."""
    line = f"{passes(3)}, envido 2, no quiero"
    _, events = hand("R R R R", "R R R 1", line)
    assert [entry for entry in scored(events) if entry[1] == "juego"] == [
        (0, "juego", "deje", 1),
        (0, "juego", "value", 2),
    ]


def test_U16_a_refused_bet_on_punto_pays_two_in_all() -> None:
    _, events = hand("7 7 6 5", "R R 5 5", f"{passes(3)}, envido 2, no quiero")
    assert [entry for entry in scored(events) if entry[1] == "punto"] == [
        (0, "punto", "deje", 1),
        (0, "punto", "value", 1),
    ]


def test_U18_the_best_cards_win_an_accepted_bet_whoever_made_it() -> None:
    gained, events = hand("7 7 6 5", "R R 5 5", f"envido 6, quiero, {passes(3)}")
    assert (1, "grande", "stake", 6) in scored(events)
    accepted = Settled(Lance.GRANDE, How.ACCEPTED, 0, 6)
    assert only(events, BetAccepted) == [
        BetAccepted(seat=1, lance=Lance.GRANDE, settled=accepted, ordago=False)
    ]
    assert gained == (0, 6 + 1 + 3 + 1)


def test_U20_ordago_is_called() -> None:
    game = mus()
    state, events = play(game, game.parse_state(f"cards 0: {A}; cards 1: {B}"), "ordago")
    assert events == (OrdagoCalled(seat=0, lance=Lance.GRANDE),)
    assert game.legal_actions(state) == (REFUSE, ACCEPT)


def test_UI6_counting_stops_when_the_target_is_reached() -> None:
    # Both lack one stone: grande counts before chica, so A wins although B has chica, and nothing follows.
    game = mus()
    state = game.parse_state(f"cards 0: {A}; cards 1: {B}; stones: 39, 39")
    state, events = play(game, state, passes(4))
    assert game.outcome(state) is not None
    assert scored(events) == [(0, "grande", "pass", 1)]
    assert state.stones == (40, 39)
    assert events[-1] == GameEnded(seat=0, stones=(40, 39))


def test_UI6_dejes_count_before_the_showdown() -> None:
    game = mus()
    state = game.parse_state(f"cards 0: {A}; cards 1: {B}; stones: 39, 39")
    state, events = play(game, state, "pass, pass, pass, envido 2, no quiero")
    assert state.stones == (39, 40)
    assert game.to_act(state) is None
    assert only(events, HandsShown) == []


def test_UI7_accepted_bets_add_the_value_of_the_winning_hand() -> None:
    _, events = hand("R R C C", "S S S 7", f"{passes(2)}, envido 2, quiero, {passes(1)}")
    assert (0, "pares", "stake", 2) in scored(events)
    assert (0, "pares", "value", 3) in scored(events)
    punto = f"{passes(3)}, envido 2, quiero"
    _, events = hand("7 7 6 5", "R R 5 5", punto)
    assert [e for e in scored(events) if e[1] == "punto"] == [
        (1, "punto", "stake", 2),
        (1, "punto", "value", 1),
    ]
    _, events = hand("7 7 6 5", "R R 5 5", punto, punto_bonus_on_accept=False)
    assert [e for e in scored(events) if e[1] == "punto"] == [(1, "punto", "stake", 2)]
    _, events = hand(A, B, f"envido 2, quiero, {passes(3)}")
    assert [e for e in scored(events) if e[1] == "grande"] == [(0, "grande", "stake", 2)]


@pytest.mark.parametrize(
    ("line", "deje"),
    [
        ("envido 9, no quiero", 1),
        ("ordago, no quiero", 1),
        ("envido 2, envido 2, no quiero", 2),
        ("envido 5, ordago, no quiero", 5),
        ("envido 2, envido 3, envido 5, no quiero", 5),
    ],
)
def test_UI8_what_a_refusal_costs(line: str, deje: int) -> None:
    game = mus()
    state, events = play(game, game.parse_state(f"cards 0: {A}; cards 1: {B}"), line)
    assert [e.settled.stones for e in only(events, BetRefused)] == [deje]
    assert sum(state.stones) == deje
    literal = mus(deje_after_raise="one")
    state, _ = play(literal, literal.parse_state(f"cards 0: {A}; cards 1: {B}"), line)
    assert sum(state.stones) == 1


def test_UI9_a_refused_raise_pays_the_last_raiser_deje_and_own_value() -> None:
    _, events = hand("R R C C", "S S 7 6", f"{passes(2)}, envido 2, envido 3, no quiero, {passes(1)}")
    assert [e for e in scored(events) if e[1] == "pares"] == [
        (1, "pares", "deje", 2),
        (1, "pares", "value", 1),
    ]


def test_UI10_one_juego_means_no_punto_and_nobodys_pares_pay_nothing() -> None:
    """Proves: UI-11."""
    _, events = hand("R C S 7", "7 6 5 4", passes(2))
    assert [e.lance for e in only(events, LanceStarted)] == [Lance.CHICA]
    assert scored(events) == [
        (0, "grande", "pass", 1),
        (1, "chica", "pass", 1),
        (0, "juego", "value", 2),
    ]


def test_UI11_a_side_is_one_player_and_takes_the_own_value_only() -> None:
    # B also has pares, but only A's duples count.
    gained, _ = hand("R R C C", "C C S S", passes(4))
    assert gained == (1 + 3 + 2, 1)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("envido 1", "BET_TOO_SMALL"),
        ("envido 0", "BET_TOO_SMALL"),
        ("envido 41", "STAKE_TOO_HIGH"),
        ("envido 2, envido 1", "RAISE_TOO_SMALL"),
        ("envido 30, envido 11", "STAKE_TOO_HIGH"),
        ("ordago, envido 2", "ONLY_ANSWER"),
        ("ordago, ordago", "ONLY_ANSWER"),
        ("quiero", "NO_BET"),
        ("no quiero", "NO_BET"),
        ("mus", "NO_MUS_NOW"),
        ("no mus", "NO_MUS_NOW"),
        ("discard R", "NO_DISCARD_NOW"),
    ],
)
def test_UI15_bets_outside_the_limits(line: str, code: str) -> None:
    game = mus()
    with pytest.raises(IllegalAction) as refusal:
        play(game, game.parse_state(f"cards 0: {A}; cards 1: {B}"), line)
    assert refusal.value.code == code


def test_UI15_the_stake_cap_ends_the_raising() -> None:
    game = mus(ordago=False, target_stones=30)
    state, _ = play(game, game.parse_state(f"cards 0: {A}; cards 1: {B}"), "envido 28")
    assert texts(game.legal_actions(state)) == ["no quiero", "quiero", "envido 2"]
    state, _ = play(game, state, "envido 2")
    assert game.legal_actions(state) == (REFUSE, ACCEPT)


def test_UI15_menus_and_limits_on_raises() -> None:
    game = mus(bets=(5, 2), raises=(5, 2), max_raises=1)
    start = game.parse_state(f"cards 0: {A}; cards 1: {B}")
    assert texts(game.legal_actions(start)) == ["pass", "envido 2", "envido 5", "ordago"]
    raised, _ = play(game, start, "envido 2")
    assert texts(game.legal_actions(raised)) == ["no quiero", "quiero", "envido 2", "envido 5", "ordago"]
    last, _ = play(game, raised, "envido 5")
    assert texts(game.legal_actions(last)) == ["no quiero", "quiero", "ordago"]
    for state, amount, code in (
        (start, 3, "NOT_OFFERED"),
        (raised, 3, "NOT_OFFERED"),
        (last, 2, "NO_MORE_RAISES"),
    ):
        with pytest.raises(IllegalAction) as refusal:
            game.apply(state, Envido(amount))
        assert refusal.value.code == code
    silent = mus(bets=(), ordago=False)
    assert silent.legal_actions(silent.parse_state(f"cards 0: {A}; cards 1: {B}")) == (PASS,)


def test_UI15_the_least_raise_is_an_option() -> None:
    game = mus(min_raise=1)
    state, _ = play(game, game.parse_state(f"cards 0: {A}; cards 1: {B}"), "envido 2, envido 1")
    assert state.bet is not None
    assert (state.bet.stake, state.bet.before) == (3, 2)


def test_UI16_an_accepted_ordago_is_decided_by_its_lance_alone() -> None:
    game = mus()
    state = game.parse_state(f"cards 0: {A}; cards 1: {B}; lance: chica; stones: 30, 3")
    state, events = play(game, state, "ordago, quiero")
    assert state.phase is Phase.OVER
    assert state.stones == (30, 40)
    assert [type(event) for event in events[1:]] == [
        BetAccepted,
        HandsShown,
        StonesScored,
        HandEnded,
        GameEnded,
    ]
    assert only(events, StonesScored)[0].reason is Reason.ORDAGO
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.winners == (1,)


def test_UI16_ordago_can_be_a_raise_and_can_be_switched_off() -> None:
    game = mus()
    state, _ = play(game, game.parse_state(f"cards 0: {A}; cards 1: {B}"), "envido 4, ordago, no quiero")
    assert state.stones == (0, 4)
    without = mus(ordago=False)
    start = without.parse_state(f"cards 0: {A}; cards 1: {B}")
    assert ORDAGO not in without.legal_actions(start)
    with pytest.raises(IllegalAction, match="NO_ORDAGO"):
        without.apply(start, ORDAGO)


def test_UI16_in_a_single_hand_ordago_is_off_or_worth_forty() -> None:
    assert mus("single_hand").rules.ordago is False
    gained, _ = hand(A, B, "ordago, quiero", preset="single_hand", ordago=True)
    assert gained == (40, 0)
    # A deje that was taken before stands.
    gained, _ = hand(A, B, "envido 2, no quiero, ordago, quiero", preset="single_hand", ordago=True)
    assert gained == (1, 40)


def test_UI17_the_mano_may_answer_a_bet_made_after_passing() -> None:
    game = mus()
    state = game.parse_state(f"cards 0: {A}; cards 1: {B}")
    state, events = play(game, state, "pass, envido 2")
    assert only(events, Passed) == [Passed(seat=0, lance=Lance.GRANDE, settled=None)]
    assert game.to_act(state) == 0
    assert {"quiero", "no quiero", "envido 2"} <= set(texts(game.legal_actions(state)))
    # To pass on a bet is to refuse it: another word for a listed action, and the very same step.
    assert PASS not in game.legal_actions(state)
    assert game.apply(state, PASS) == game.apply(state, game.parse("no quiero"))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("pass, pass", 2),
        ("pass, envido 2, quiero", 3),
        ("envido 2, envido 3, quiero", 3),
        ("envido 2, ordago, no quiero", 3),
    ],
)
def test_the_last_word_of_a_lance_brings_how_it_is_settled(line: str, words: int) -> None:
    game = mus()
    state, events = play(game, game.parse_state(f"cards 0: {A}; cards 1: {B}"), line)
    said = [getattr(event, "settled", None) for event in events if getattr(event, "lance", None)]
    assert len(said) > words, "the next lance has begun"
    assert tuple(said[:words]) == (*[None] * (words - 1), *game.view(state, None).settled)


def test_UI21_a_deje_can_end_the_match_in_the_middle_of_a_hand() -> None:
    game = mus()
    state = game.parse_state(f"cards 0: {A}; cards 1: {B}; stones: 39, 12")
    state, events = play(game, state, "envido 2, no quiero")
    assert state.phase is Phase.OVER
    assert state.shown is None
    assert game.view(state, 1).shown is None
    assert [type(event) for event in events[1:]] == [BetRefused, StonesScored, HandEnded, GameEnded]
    with pytest.raises(GameOver):
        game.apply(state, PASS)


def test_UI22_the_stone_in_pass_needs_a_lance_without_a_bet() -> None:
    gained, _ = hand("R C 6 4", "S S 6 4", f"envido 2, no quiero, {passes(2)}")
    plain, _ = hand("R C 6 4", "S S 6 4", passes(3))
    assert gained[0] == plain[0]  # the deje replaces the stone in pass


@pytest.mark.parametrize(
    "action",
    [
        Envido("2"),  # type: ignore[arg-type]  # junk on purpose, here and below
        Envido(True),
        Envido(2.0),  # type: ignore[arg-type]
        Envido([]),  # type: ignore[arg-type]
        Envido(None),  # type: ignore[arg-type]
        Envido("x" * 100_000),  # type: ignore[arg-type]
        "envido 2",
        None,
        object(),
    ],
)
def test_junk_is_refused_narrowly(action: Action) -> None:
    game = mus()
    with pytest.raises(InvalidAction):
        game.apply(game.parse_state(f"cards 0: {A}; cards 1: {B}"), action)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "cards",
    [
        (),
        (RANKS[0],) * 8,
        (RANKS[0],) * 7,
        (RANKS[1],) * 6 + (RANKS[0],) * 2,
        [RANKS[0]] * 8,
        ("R",) * 8,
        None,
        ([],) * 8,
        7,
    ],
)
def test_deals_that_cannot_be(cards: tuple[object, ...]) -> None:
    game = mus(deck=(7, 5, 0, 0, 0, 0, 0, 0))
    with pytest.raises((IllegalAction, InvalidAction)) as refusal:
        game.apply(game.new(), Deal(cards))  # type: ignore[arg-type]
    assert refusal.value.code in ("BAD_DEAL", "UNKNOWN_ACTION")


def test_every_action_has_its_place_in_the_order() -> None:
    actions = (
        PASS,
        REFUSE,
        ACCEPT,
        Envido(2),
        Envido(10),
        ORDAGO,
        ASK_MUS,
        NO_MUS,
        Discard(RANKS[:1]),
        Deal(RANKS),
    )
    places = [order(action) for action in actions]
    assert places == sorted(places)
    assert len(set(places)) == len(places)
