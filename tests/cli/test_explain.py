"""``korthus explain`` on worked positions of every game."""

from __future__ import annotations

import re

import pytest
from tests.cli.running import Korthus

MW_10 = "table: [6 of 1: SP 4 + RU 2]; hand 0: HJ 3, KL 9, KL 3; hand 1: SP K; to act: 0"

POSITIONS = {
    "mulle": "table: KL 9, SP 4, HJ 5, RU 6, SP 3, KL 2; hand 0: HJ 9; hand 1: SP K; to act: 0",
    "kachuful": "seats: 2; round: 1; hand 0: DJ DQ H9 HQ S7 SA; hand 1: C10 CJ H5 H6 S3; bids: 0 0; "
    "tricks: C5 C2; trick: C6",
    "mus": "phase: bet; mano: 0; to act: 0; cards 0: R R C 1; cards 1: R R S 1; lance: grande",
}


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("game", POSITIONS)
@pytest.mark.parametrize("language", ["en", "sv", "es"])
def test_a_position_is_drawn_and_its_actions_are_listed(
    game: str, language: str, run_korthus: Korthus
) -> None:
    ran = run_korthus("explain", game, POSITIONS[game], "--lang", language)
    assert ran.code == 0, ran.err
    assert re.search(r"^\s*1  ", ran.out, re.MULTILINE)
    assert not ran.err


def test_MW2_lists_exactly_one_capture(run_korthus: Korthus) -> None:
    ran = run_korthus("explain", "mulle", POSITIONS["mulle"])
    captures = [line for line in ran.out.splitlines() if re.match(r"\s*\d+  capture ", line)]
    assert len(captures) == 1
    assert "KL 2" not in captures[0]


def test_MW2_shows_what_the_capture_leads_to(run_korthus: Korthus) -> None:
    ran = run_korthus(
        "explain", "mulle", POSITIONS["mulle"], "--play", "capture HJ 9: KL 9, SP 4, HJ 5, RU 6, SP 3"
    )
    assert ran.code == 0, ran.err
    position = flat(ran.out.split("Position:")[1])
    assert "table: KL 2;" in position
    assert "intake 0: 2" in position


def test_MW10_both_directions_are_legal_and_refused_for_owners_only(run_korthus: Korthus) -> None:
    listed = run_korthus("explain", "mulle", MW_10).out
    assert "build HJ 3 on [6] up" in listed
    assert "build HJ 3 on [6] down" in listed
    words = ("explain", "mulle", MW_10, "--play", "build HJ 3 on [6] up")
    assert "[9 of 0" in flat(run_korthus(*words).out)
    refused = run_korthus(*words, "--set", "open_build_modifiable_by=owner")
    assert refused.code == 1
    assert refused.err.strip().endswith("[NOT_OWNER]")


def test_MW5_says_why_in_the_language_asked_for(run_korthus: Korthus) -> None:
    position = "table: RU 5, KL 8; hand 0: SP 3, RU 2; hand 1: SP K; to act: 0"
    sentences = set()
    for language in ("en", "sv", "es"):
        ran = run_korthus("explain", "mulle", position, "--play", "build SP 3 on RU 5", "--lang", language)
        assert ran.code == 1
        assert ran.err.strip().endswith("[NO_RESERVATION]")
        sentences.add(ran.err)
    assert len(sentences) == 3


def test_a_deal_can_be_played_too(run_korthus: Korthus) -> None:
    ran = run_korthus("explain", "mus", "phase: deal", "--play", "deal R R C 1 R R S 1")
    assert ran.code == 0, ran.err
    assert "Cards are to be dealt." in ran.out
    assert "cards 1: R R S 1" in flat(ran.out)
    assert run_korthus("explain", "mus", "phase: deal", "--play", "pass").err.endswith("[DEAL_FIRST]\n")


def test_the_end_of_a_game_shows_the_result(run_korthus: Korthus) -> None:
    position = (
        "phase: bet; mano: 1; to act: 0; cards 0: R R C 1; cards 1: 4 4 S 1; lance: grande; bet: ordago by 1"
    )
    ran = run_korthus("explain", "mus", position, "--play", "quiero")
    assert ran.code == 0, ran.err
    assert "The game is over." in ran.out
    assert "Anna wins." in ran.out
    assert "phase: over" in flat(ran.out)


def test_many_actions_are_cut_short_unless_all_are_wanted(run_korthus: Korthus) -> None:
    short = run_korthus("explain", "mus", POSITIONS["mus"])
    assert "--all" in short.out
    full = run_korthus("explain", "mus", POSITIONS["mus"], "--all")
    assert "envido 40" in full.out
    assert "--all" not in full.out


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("poker", "x"), "UNKNOWN_GAME"),
        (("mulle", "colour: red"), "UNKNOWN_PART"),
        (("mulle", "x" * 1_000_000), "TOO_LONG"),
        (("mulle", POSITIONS["mulle"], "--play", "x" * 1_000_000), "TOO_LONG"),
        (("mulle", POSITIONS["mulle"], "--play", "discard KL 9"), "CARD_NOT_IN_HAND"),
        (("mulle", POSITIONS["mulle"], "--preset", "nobody"), "UNKNOWN_PRESET"),
        (("mulle", POSITIONS["mulle"], "--set", "omgangar"), "BAD_SETTING"),
        (("mulle", POSITIONS["mulle"], "--set", "omgangar=many"), "BAD_OPTION"),
        (("kachuful", "hand 0: C2 C2"), None),
    ],
)
def test_refusals_are_one_sentence_with_a_code(
    words: tuple[str, ...], code: str | None, run_korthus: Korthus
) -> None:
    ran = run_korthus("explain", *words)
    assert ran.code == 1
    assert re.search(r" \[[A-Z_]+\]\n$", ran.err)
    assert ran.err.count("\n") == 1
    assert len(ran.err) < 1000
    if code is not None:
        assert f"[{code}]" in ran.err
