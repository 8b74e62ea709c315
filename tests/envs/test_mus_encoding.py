"""Mus as numbers: every legal action has one id, and a row says what the view says."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.envs.checked import check_numbers
from tests.envs.courses import course

from korthus.envs.brings import encoding_of
from korthus.envs.mus.encoding import DISCARDS, HOWS, KINDS, MusEncoding
from korthus.games.mus.cards import PACK, RANKS, counts
from korthus.games.mus.game import Mus
from korthus.games.mus.options import MusRules
from korthus.games.mus.scoring import LANCES
from korthus.games.mus.state import MusState, Phase

RULES = st.fixed_dictionaries(
    {
        "target_stones": st.sampled_from([40, 35, 30, None]),
        "mus_phase": st.booleans(),
        "max_mus": st.sampled_from([None, 1, 10]),
        "ordago": st.booleans(),
        "min_raise": st.sampled_from([1, 2, 5]),
        "max_raises": st.sampled_from([None, 0, 2]),
        "bets": st.sampled_from([None, (2, 5, 11)]),
        "deck": st.sampled_from([PACK, (2, 1, 1, 1, 1, 1, 1, 2), (40,) * 8]),
    }
)


def moments(options: dict[str, Any], seed: int) -> Iterator[tuple[Mus, MusState]]:
    """States of a random game under any rules, whoever is to act."""
    game = Mus(MusRules.make(**options))
    for moment in course(game, 2, seed):
        yield game, moment.state


@settings(max_examples=60)
@given(RULES, st.integers(0, 2**32))
def test_every_legal_action_has_one_id_and_every_number_its_range(options: dict[str, Any], seed: int) -> None:
    for game, state in moments(options, seed):
        encoding = encoding_of(game)
        for seat in (0, 1):
            check_numbers(encoding, game.view(state, seat))


@settings(max_examples=40)
@given(RULES, st.integers(0, 2**32))
def test_a_row_says_what_the_view_says(options: dict[str, Any], seed: int) -> None:
    pick = random.Random(seed)
    for game, state in moments(options, seed):
        seat = pick.randrange(2)
        order = (seat, 1 - seat)
        view = game.view(state, seat)
        encoding = encoding_of(game)
        seen = {name: part.tolist() for name, part in encoding.named(encoding.observe(view)).items()}
        assert tuple(seen["hand"]) == counts(view.hand)
        assert seen["mano"] == [view.mano == seat]
        for told, said in ((seen["pares"], view.pares), (seen["juego"], view.juego)):
            assert told == [[0, 0] if said is None else [said[each], not said[each]] for each in order]
        ended = {result.lance: result for result in view.settled}
        for place, lance in enumerate(LANCES):
            result = ended.get(lance)
            assert seen["how"][place] == [result is not None and result.how is how for how in HOWS]
            assert seen["settled_stones"][place] == (0 if result is None else result.stones)
            assert seen["settled_by"][place] == [result is not None and result.seat == each for each in order]
        bet = view.bet
        assert seen["bet"] == ([0, 0, 0] if bet is None else [bet.stake, bet.before, bet.raises])
        assert seen["bettor"] == [bet is not None and bet.seat == each for each in order]
        if view.holding is not None:
            assert seen["kind"] == [view.holding.pares == kind for kind in KINDS]
            assert seen["points"] == [view.holding.points]
        if game.rules.mus_phase:
            assert tuple(seen["discards"]) == counts(view.discards)
            assert seen["discarded"] == [view.discarded[each] for each in order]
            assert seen["stock"] == [view.stock]


def test_ids_are_words_and_then_discards() -> None:
    with_mus, without = MusEncoding(Mus(MusRules(mus_phase=True)), 2), MusEncoding(Mus(MusRules()), 2)
    assert without.actions == 44
    assert [without.text(each) for each in (0, 1, 2, 3, 4, 43)] == [
        "pass",
        "no quiero",
        "quiero",
        "ordago",
        "envido 1",
        "envido 40",
    ]
    assert with_mus.actions == 46 + len(DISCARDS) == 540
    assert [with_mus.text(each) for each in (43, 44, 45, 46, 54, 539)] == [
        "envido 40",
        "mus",
        "no mus",
        "discard R",
        "discard R R",
        "discard 1 1 1 1",
    ]


def test_a_row_of_a_position_reads_as_expected() -> None:
    game = Mus(MusRules())
    encoding = encoding_of(game)
    state = next(
        moment.state
        for seed in range(100)
        for moment in course(game, 2, seed)
        if moment.state.phase is Phase.BET and moment.state.bet is not None and len(moment.state.settled) == 3
    )
    seat = state.turn
    view = game.view(state, seat)
    seen = {name: part.tolist() for name, part in encoding.named(encoding.observe(view)).items()}
    assert seen["phase"] == [0, 0, 1]
    assert seen["lance"] == [lance is state.lance for lance in LANCES]
    assert seen["bettor"] == [0, 1]
    assert sum(seen["hand"]) == 4
    assert len(seen["hand"]) == len(RANKS)
    assert seen["needs"] == [40 - view.stones[each] for each in (seat, 1 - seat)]
    assert sum(map(sum, seen["how"])) == 3


def test_what_the_other_holds_makes_no_difference() -> None:
    game = Mus(MusRules(mus_phase=True))
    encoding = encoding_of(game)
    rng = random.Random(1)
    for seed in range(5):
        for moment in course(game, 2, seed):
            seat = game.to_act(moment.state)
            if seat is not None and seat >= 0:
                view = game.view(moment.state, seat)
                other = game.view(game.sample(view, rng), seat)
                assert np.array_equal(encoding.observe(view), encoding.observe(other))
