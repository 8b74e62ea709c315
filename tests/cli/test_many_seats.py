"""More than ten at the table in the terminal: play, chooser, run, arena, review and the shelf."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.running import Korthus

from korthus.bots import warm
from korthus.cli import play as play_room
from korthus.locale import LANGUAGES, Translator

#: Seats, and the cards of the first round.
CROWDS = [(11, 4), (13, 4), (26, 2), (52, 1)]


@pytest.mark.parametrize(("seats", "cards"), CROWDS)
def test_KI11_a_person_plays_among_a_crowd(run_korthus: Korthus, seats: int, cards: int) -> None:
    words = ("--seats", str(seats), "--set", f"start_cards={cards}", "--seed", "3", "--vs", "easy")
    ran = run_korthus("play", "kachuful", *words, stdin="hint\nauto\n")
    assert ran.code == 0
    assert ran.out.count("(easy)") == seats - 1
    assert f"has room for 10 seats, not for {seats}" in " ".join(ran.out.split())
    assert "You bid" in ran.out


def test_KI11_nothing_is_compiled_for_a_crowd(run_korthus: Korthus, monkeypatch: pytest.MonkeyPatch) -> None:
    def compile_piece(piece: object) -> None:
        raise AssertionError(f"{piece} is compiled")

    monkeypatch.setattr(play_room, "cold", list)
    monkeypatch.setattr(warm, "compile_piece", compile_piece)
    words = ("--seats", "11", "--set", "start_cards=1", "--seed", "3", "--vs", "easy")
    assert run_korthus("play", "kachuful", *words, stdin="").code == 0


def test_KI11_the_menu_seats_as_many_as_the_cards_allow(run_korthus: Korthus) -> None:
    ran = run_korthus("play", stdin="kachuful\nstandard\n53\n8\n7\nrandom\nq\nn\nq\n")
    assert ran.out.count("[BAD_SEATS]") == ran.out.replace("\n", " ").count("[TOO_MANY_CARDS]") == 1
    assert ran.out.count("(random)") == 6
    ran = run_korthus("play", stdin="kachuful\nclamped\n13\nrandom\nq\nn\nq\n")
    assert ran.out.count("(random)") == 12


@pytest.mark.parametrize(("seats", "cards"), CROWDS)
def test_KI11_run_plays_and_verify_checks_a_crowd(
    run_korthus: Korthus, seats: int, cards: int, tmp_path: Path
) -> None:
    words = ("--seats", str(seats), "--set", f"start_cards={cards}", "--bots", "rules,random")
    ran = run_korthus("run", "kachuful", *words, "--seed", "1", "--records")
    assert ran.code == 0
    row = json.loads(ran.out.splitlines()[0])
    assert len(row["scores"]) == seats
    file = tmp_path / "record.json"
    file.write_text(json.dumps(row["record"]), encoding="utf-8")
    assert run_korthus("verify", str(file)).code == 0


@pytest.mark.parametrize(("seats", "cards"), CROWDS)
def test_KI11_the_arena_has_a_crowd(run_korthus: Korthus, seats: int, cards: int) -> None:
    words = ("--seats", str(seats), "--set", f"start_cards={cards}", "--hero", "rules", "--matches", "1")
    ran = run_korthus("arena", "kachuful", "--bots", "rules", "random", *words, "--seed", "1")
    assert ran.code == 0
    assert f"1 deal, {seats} games" in ran.out


@pytest.mark.parametrize(("seats", "cards"), CROWDS)
def test_KI11_simulate_refuses_a_crowd(run_korthus: Korthus, seats: int, cards: int) -> None:
    ran = run_korthus("simulate", "kachuful", "--seats", str(seats), "--set", f"start_cards={cards}")
    assert ran.code == 1
    assert "[TOO_MANY_TO_SIMULATE]" in ran.err


@pytest.mark.parametrize("language", LANGUAGES)
def test_KI11_the_shelf_says_how_far_the_cards_go(run_korthus: Korthus, language: str) -> None:
    said = Translator(language)("common.shelf.as_cards_go", least=2, most=52)
    assert said.startswith("2–52, ")
    shelf = run_korthus("games", "--lang", language).out
    assert set(said.split()) <= set(shelf.split())
    assert shelf.count("2–") == 1
