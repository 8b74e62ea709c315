"""Actions and positions as text."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.mus.helpers import mus

import korthus
from korthus.core.chance import FairChance
from korthus.core.errors import InvalidAction, InvalidState
from korthus.core.protocol import CHANCE
from korthus.games.mus.actions import (
    ACCEPT,
    ASK_MUS,
    NO_MUS,
    ORDAGO,
    PASS,
    REFUSE,
    Deal,
    Discard,
    Envido,
    MusAction,
)
from korthus.games.mus.cards import Rank
from korthus.games.mus.scoring import Lance
from korthus.games.mus.state import Bet, How, Phase, Settled

HANDS = "cards 0: R R C 1; cards 1: R R S 1"  # both have pares and juego
LOW = "cards 0: 7 6 5 4; cards 1: S 6 5 1"  # nobody has either
ROOT = Path(korthus.__file__).parents[2]


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("pass", PASS),
        ("PASO", PASS),
        ("  no   quiero ", REFUSE),
        ("refuse", REFUSE),
        ("Quiero", ACCEPT),
        ("accept", ACCEPT),
        ("envido 2", Envido(2)),
        ("envido", Envido(2)),
        ("bet 12", Envido(12)),
        ("raise 3", Envido(3)),
        ("ordago", ORDAGO),
        ("Órdago", ORDAGO),
        ("mus", ASK_MUS),
        ("no mus", NO_MUS),
        ("corto", NO_MUS),
        ("discard 7 r", Discard((Rank.REY, Rank.SEVEN))),
        ("discard 3 2", Discard((Rank.REY, Rank.ACE))),
        ("deal 1 R", Deal((Rank.ACE, Rank.REY))),
    ],
)
def test_actions_are_read(text: str, action: MusAction) -> None:
    game = mus()
    assert game.parse(text) == action
    assert game.parse(str(action)) == action


@pytest.mark.parametrize(
    "text",
    ["", "bet", "envido x", "envido -2", "envido 2 2", "envido ²", "envido ٣", "envido 9999999999", "discard",
     "discard 8", "deal R X", "mus mus", "fold 2", "R" * 1000, "x" * 10**6],
)  # fmt: skip
def test_texts_that_name_no_action(text: str) -> None:
    with pytest.raises(InvalidAction):
        mus().parse(text)


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.sampled_from(["standard", "mus", "single_hand"]), st.integers(2, 41))
def test_positions_read_back(seed: int, preset: str, width: int) -> None:
    game = mus(preset)
    chance, rng = FairChance.seeded(seed), random.Random(seed)
    state = game.new()
    while (actor := game.to_act(state)) is not None:
        assert game.parse_state(game.format_state(state)) == state
        if actor == CHANCE:
            action = game.draw(state, chance)
        else:
            action = rng.choice(game.legal_actions(state)[:width])
        state = game.apply(state, action).state
    assert game.parse_state(game.format_state(state)) == state


def test_short_positions_take_first_values() -> None:
    game = mus()
    assert game.parse_state("") == game.new()
    state = game.parse_state(f"{HANDS}; lance: juego")
    assert (state.phase, state.turn, state.lance) == (Phase.BET, 0, Lance.JUEGO)
    assert state.settled == tuple(
        Settled(lance, How.PASS) for lance in (Lance.GRANDE, Lance.CHICA, Lance.PARES)
    )
    punto = game.parse_state(f"{LOW}; lance: punto")
    assert punto.settled[-1] == Settled(Lance.PARES, How.NOBODY)
    assert game.parse_state(f"{HANDS}; bet: 5 by 0").bet == Bet(0, 5, 0, 0, False)
    assert game.parse_state(f"{HANDS}; bet: 5 by 1 over 2").bet == Bet(1, 5, 2, 1, False)
    assert game.parse_state(f"{HANDS}; bet: ordago by 1 over 6 raises 2").bet == Bet(1, 40, 6, 2, True)
    assert game.parse_state("hand: 4").mano == 1
    assert game.parse_state("mano: 1").number == 2
    assert game.parse_state("tally 0: grande 3, punto 1").stones == (4, 0)
    told = game.parse_state(f"{HANDS}; lance: chica; settled: grande refused 2 by 1; stones: 0, 2")
    assert told.settled == (Settled(Lance.GRANDE, How.REFUSED, 1, 2),)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("colour: red", "UNKNOWN_PART"),
        ("cards 0: R R C 8; cards 1: R R S 1", "UNKNOWN_CARD"),
        ("cards 0: C C C C; cards 1: C R S 1", "TOO_MANY_CARDS"),
        ("cards 0: R R C; cards 1: R R S 1", "BAD_HANDS"),
        ("cards 0: R R C 1", "BAD_HANDS"),
        (f"phase: deal; {HANDS}", "BAD_HANDS"),
        ("phase: bet", "BAD_HANDS"),
        (f"phase: lunch; {HANDS}", "UNKNOWN_PHASE"),
        (f"phase: mus; {HANDS}", "NO_MUS_PHASE"),
        (f"{HANDS}; discards 0: 4", "NO_MUS_PHASE"),
        (f"{HANDS}; redeals: 1", "BAD_REDEALS"),
        (f"{HANDS}; redeals: x", "BAD_NUMBER"),
        (f"{HANDS}; lance: tute", "UNKNOWN_LANCE"),
        (f"{HANDS}; lance: punto", "SETTLED_OTHERWISE"),
        (f"{LOW}; lance: pares", "SETTLED_OTHERWISE"),
        (f"{LOW}; lance: juego", "SETTLED_OTHERWISE"),
        (f"{HANDS}; lance: pares; settled: grande pass", "SETTLED_BEFORE"),
        (f"{HANDS}; lance: chica; settled: chica pass", "SETTLED_BEFORE"),
        (f"{HANDS}; lance: chica; settled: grande pass, chica pass", "SETTLED_BEFORE"),
        (f"{HANDS}; lance: chica; settled: grande nobody", "SETTLED_OTHERWISE"),
        (f"{HANDS}; lance: chica; settled: grande accepted", "BAD_SETTLED"),
        (f"{HANDS}; lance: chica; settled: grande accepted 2", "BAD_SETTLED"),
        (f"{HANDS}; lance: chica; settled: grande won", "BAD_SETTLED"),
        (f"{HANDS}; lance: chica; settled: ???", "BAD_SETTLED"),
        (f"{LOW}; lance: punto; settled: grande pass, chica pass, pares pass", "SETTLED_OTHERWISE"),
        (
            f"phase: over; stones: 40, 0; {HANDS}; lance: grande; settled: chica pass, grande pass",
            "SETTLED_ORDER",
        ),
        (f"{HANDS}; bet: 2", "BAD_BET"),
        (f"{HANDS}; bet: 1 by 0", "BET_IMPOSSIBLE"),
        (f"{HANDS}; bet: 41 by 0", "BET_IMPOSSIBLE"),
        (f"{HANDS}; bet: 3 by 0 over 2", "BET_IMPOSSIBLE"),
        (f"{HANDS}; bet: 5 by 0 over 1", "BET_IMPOSSIBLE"),
        (f"{HANDS}; bet: 5 by 0 over 2 raises 0", "BET_IMPOSSIBLE"),
        ("bet: 2 by 0", "BETTING_ONLY"),
        (f"phase: over; stones: 40, 0; {HANDS}; lance: grande; bet: 2 by 0", "BET_AFTER_END"),
        (f"{HANDS}; to act: 2", "BAD_ACTOR"),
        (f"{HANDS}; bet: 2 by 0; to act: 0", "BAD_ACTOR"),
        ("to act: 0", "BAD_ACTOR"),
        ("mano: 2", "BAD_MANO"),
        ("hand: 0", "BAD_MANO"),
        ("hand: 2; mano: 0", "BAD_MANO"),
        ("stones: 40, 0", "BAD_STONES"),
        (f"phase: over; {HANDS}", "BAD_STONES"),
        (f"phase: over; stones: 40, 40; {HANDS}", "BAD_STONES"),
        ("stones: five", "TWO_STONES"),
        ("stones: 1, 1; tally 0: grande 2", "TALLY_TOO_HIGH"),
        ("tally 0: grande", "BAD_TALLY"),
        ("tally 0: tute 3", "UNKNOWN_LANCE"),
        ("shown 0: R R C 1; shown 1: R R S 1", "SHOWN_TOO_EARLY"),
        ("hand: 2; shown 0: R R C 1", "SHOWN_TOO_EARLY"),
        ("hand: 2; shown 0: C C C C; shown 1: C R R R", "SHOWN_TOO_EARLY"),
        (f"{HANDS}; shown 0: R R C 1; shown 1: R R S 1", "SHOWN_TOO_EARLY"),
    ],
)
def test_positions_that_cannot_be(text: str, code: str) -> None:
    with pytest.raises(InvalidState) as refusal:
        mus().parse_state(text)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"phase: redraw; {HANDS}", "BAD_HANDS"),
        ("phase: discard; cards 0: R R C; cards 1: R R S", "MANO_DISCARDS_FIRST"),
        (f"{HANDS}; redeals: 11", "BAD_REDEALS"),
        (f"{HANDS}; phase: mus; lance: grande", "BETTING_ONLY"),
    ],
)
def test_positions_that_cannot_be_with_mus(text: str, code: str) -> None:
    with pytest.raises(InvalidState) as refusal:
        mus("mus").parse_state(text)
    assert refusal.value.code == code


def test_positions_that_cannot_be_in_a_single_hand() -> None:
    single = mus("single_hand")
    for text, code in (
        (f"{HANDS}; bet: ordago by 0", "BET_IMPOSSIBLE"),
        (f"{HANDS}; hand: 2", "ONE_HAND_MANO"),
    ):
        with pytest.raises(InvalidState) as refusal:
            single.parse_state(text)
        assert refusal.value.code == code
    over = single.parse_state(f"phase: over; {HANDS}; stones: 3, 3; lance: grande; settled: grande pass")
    outcome = single.outcome(over)
    assert outcome is not None
    assert outcome.winners == (0, 1)


def test_UI1_the_artefact_of_the_source_is_nowhere() -> None:
    artefact = "windy" + "gridworld"
    places = [
        *ROOT.glob("src/korthus/games/mus/*"),
        *ROOT.glob("src/korthus/locale/*/mus.json"),
        *ROOT.glob("src/korthus/screens/mus/*.py"),
        ROOT / "src/korthus/bots/mus/players.py",
        ROOT / "docs/mus.md",
    ]
    read = [place.read_text(encoding="utf-8").lower() for place in places if place.is_file()]
    assert len(read) > 15
    assert not [text for text in read if artefact in text]


def test_U21_the_original_rules_are_credited() -> None:
    link = "https://www.nhfournier.es/en/como-jugar/mus/"
    for place in ("src/korthus/games/mus/RULES.md", "docs/mus.md"):
        assert link in (ROOT / place).read_text(encoding="utf-8")
