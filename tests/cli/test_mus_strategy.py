"""``korthus mus strategy``: the solution asked from the command line."""

from __future__ import annotations

import re

import pytest
from tests.cli.running import Korthus

from korthus.cli.mus.strategy import bar
from korthus.games.mus.cards import Hand
from korthus.games.mus.game import Mus
from korthus.games.mus.scoring import Lance
from korthus.locale import LANGUAGES, catalogue
from korthus.solve.mus.explorer import ask
from korthus.solve.mus.hand_game import MusHand
from korthus.solve.mus.line import (
    REASONS,
    LineError,
    Turn,
    follow,
    hand_of,
    lances_of,
    menu_of,
    opening,
    words_of,
)


def figures(out: str) -> dict[str, tuple[int, float]]:
    """The rows of the table: word, per cent, worth."""
    rows = re.findall(r"^ (\S.*?) +(\d+) % .*?([+-]\d+\.\d\d) *$", out, re.MULTILINE)
    return {word: (int(often), float(worth)) for word, often, worth in rows}


def test_the_first_word_of_the_hand(run_korthus: Korthus) -> None:
    ran = run_korthus("mus", "strategy", "--hand", "R R 7 1")
    assert ran.code == 0
    assert "You are the mano with R R 7 1: par, punto 28." in ran.out
    found = figures(ran.out)
    assert list(found) == ["Paso", "Envido 2"]
    assert sum(often for often, _ in found.values()) in (99, 100, 101)
    # What is mixed is worth the same, or it would not be mixed.
    assert all(0 < often < 100 for often, _ in found.values())
    assert found["Paso"][1] == pytest.approx(found["Envido 2"][1], abs=0.02)


def test_an_answer_in_a_later_lance(run_korthus: Korthus) -> None:
    ran = run_korthus(
        "mus", "strategy", "--hand", "7 7 6 5", "--lance", "pares", "--history", "envido 2", "--postre"
    )
    assert ran.code == 0
    assert "Your word on pares" in ran.out
    assert "the other “Pares sí”, the other “Envido 2”" in re.sub(r"\s+", " ", ran.out)
    for word in ("No quiero", "Quiero", "2 más"):
        assert f" {word} " in ran.out


def test_a_place_the_solution_never_comes_to_has_values_but_no_mix(run_korthus: Korthus) -> None:
    # Two kings do not pass grande when they speak last and the mano has passed.
    ran = run_korthus("mus", "strategy", "--hand", "RR71", "--lance", "chica", "--postre")
    assert ran.code == 0
    assert " %" not in ran.out
    assert "would not have come here" in ran.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_every_language(run_korthus: Korthus, language: str) -> None:
    ran = run_korthus("mus", "strategy", "--hand", "S S 7 4", "--lance", "juego", "--lang", language)
    assert ran.code == 0
    heading = catalogue(language)["mus_strategy.your_word"].format(lance="juego")
    assert re.sub(r"\[.*?\]", "", heading) in ran.out


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--hand", "R R 7"], "BAD_HAND"),
        (["--hand", "R R 7 1 1"], "BAD_HAND"),
        (["--hand", "R R 8 1"], "BAD_HAND"),
        (["--hand", "RR71", "--menu", "huge"], "NO_SUCH_MENU"),
        (["--hand", "RR71", "--menu", "rich"], "NO_MENU"),
        (["--hand", "RR71", "--lance", "medium"], "NO_SUCH_LANCE"),
        (["--hand", "RR71", "--lance", "juego"], "NO_JUEGO"),
        (["--hand", "SS74", "--lance", "punto"], "NO_PUNTO"),
        (["--hand", "RC74", "--lance", "pares"], "NO_PARES"),
        (["--hand", "RR71", "--history", "banana"], "BAD_WORD"),
        (["--hand", "RR71", "--history", "quiero"], "NOT_SAID_NOW"),
        (["--hand", "RR71", "--history", "pares no"], "NOT_SAID_NOW"),
        (["--hand", "RR71", "--history", "envido 3"], "NOT_SAID_NOW"),
        (["--hand", "RR71", "--history", "ordago"], "NOT_SAID_NOW"),
        (["--hand", "RR71", "--history", "paso"], "NOT_YOUR_WORD"),
        (["--hand", "RR71", "--history", "paso,paso,paso,paso,pares no,juego si"], "NOT_YOUR_WORD"),
        (["--hand", "RR71", "--history", "paso,paso,paso,paso,pares no,juego si,paso"], "NOTHING_MORE"),
        (["--hand", "RR71", "--history", "paso,paso,paso,paso,pares no,juego si,juego si"], "NOTHING_MORE"),
        (["--hand", "RR71", "--mano", "--postre"], "BOTH_SEATS"),
    ],
)
def test_what_cannot_be_is_refused_with_its_code(run_korthus: Korthus, words: list[str], code: str) -> None:
    ran = run_korthus("mus", "strategy", *words)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.rstrip().endswith(f"[{code}]")
    assert len(ran.err.splitlines()) == 1
    swedish = run_korthus("mus", "strategy", *words, "--lang", "sv")
    assert swedish.err != ran.err


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_can_be_said(language: str) -> None:
    for code, reason in REASONS.items():
        text = catalogue(language)[f"mus_strategy.error.{code}"]
        assert set(re.findall(r"{(\w+)}", text)) == set(re.findall(r"{(\w+)}", reason))
        assert (text == reason) == (language == "en")


@pytest.mark.parametrize("menu", ["plain", "ordago"])
@pytest.mark.parametrize("cards", ["RR71", "SS74", "RC54", "RCS1", "4411", "RRRR"])
def test_lines_are_those_of_the_engine(menu: str, cards: str) -> None:
    """Walk every line of two words a lance: the engine offers the same words to the same seat."""
    solved = MusHand(menu_of(menu))
    game = Mus(solved.rules)
    mine = hand_of(cards)
    other = hand_of("7 6 5 4")
    for seat in (0, 1):
        pair: tuple[Hand, Hand] = (mine, other) if seat == 0 else (other, mine)
        state = game.apply(game.new(), game.parse("deal " + " ".join((*pair[0], *pair[1])))).state
        line = follow(menu_of(menu), mine, seat, ())
        turns = 0
        while line.turn is not Turn.OVER:
            if line.turn is Turn.DECLARE:
                # 7 6 5 4 has neither pares nor juego.
                line = follow(menu_of(menu), mine, seat, (*line.words, f"{line.lance} no"))
                continue
            assert game.to_act(state) == line.to_act
            assert tuple(map(str, game.legal_actions(state))) == line.choices
            word = line.choices[turns % 2 if turns < 3 else 0]
            turns += 1
            state = game.apply(state, game.parse(word)).state
            line = follow(menu_of(menu), mine, seat, (*line.words, word))
        assert game.to_act(state) is None


def test_a_declaration_left_out_is_that_of_the_own_cards() -> None:
    menu, cards = menu_of("plain"), hand_of("RR71")
    short = follow(menu, cards, 0, words_of("paso, paso / paso, paso / envido 2"))
    whole = follow(menu, cards, 0, words_of("paso; paso; paso; paso; pares sí; envido"))
    assert short == whole
    assert short.lance is Lance.PARES
    assert (short.to_act, short.answers) == (1, True)
    without = follow(menu, hand_of("RCS1"), 0, words_of("paso, paso, paso, paso, juego sí"))
    assert (without.words[4:], without.lance) == (("pares no", "juego si"), Lance.JUEGO)


def test_openings_come_to_every_lance_of_a_hand() -> None:
    menu = menu_of("ordago")
    for text in ("RR71", "SS74", "RC54", "RCS1"):
        cards = hand_of(text)
        for seat in (0, 1):
            for lance in lances_of(cards):
                line = opening(menu, cards, seat, lance)
                assert (line.lance, line.to_act, line.is_mine) == (lance, seat, True)


def test_a_line_that_is_not_mine_cannot_be_asked_about() -> None:
    with pytest.raises(LineError, match="not your word"):
        ask("plain", follow(menu_of("plain"), hand_of("RR71"), 1, ()))


def test_bars_are_never_quite_empty_nor_too_long() -> None:
    assert bar(0.0) == ""
    assert bar(0.0001) == "▏"
    assert bar(1.0) == "█" * 24
