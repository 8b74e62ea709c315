"""The stand-alone command ``eight_cards_cli.py``."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.patience import PATIENCE

SCRIPT = Path(__file__).parents[2] / "eight_cards_cli.py"


def run(*arguments: str, lines: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SCRIPT), *arguments],
        input=lines,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        timeout=PATIENCE,
        check=False,
    )


SUITS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}


def hands_of(output: str) -> list[list[str]]:
    """The hands that were shown, as card codes."""
    return [
        [rank.replace("10", "T") + SUITS[suit] for rank, suit in re.findall(r"(10|[2-9JQKA])([♠♥♦♣])", line)]
        for line in output.splitlines()
        if line.startswith("Your hand")
    ]


def split(hand: list[str]) -> str:
    return f"{' '.join(hand[:4])} / {' '.join(hand[4:6])} / {' '.join(hand[6:])}"


def whole_hand(seed: str, *arguments: str) -> tuple[str, subprocess.CompletedProcess[str]]:
    """What to type for a whole hand, and what comes of it. The second hand is shown after the first."""
    first = hands_of(run("--seed", seed, *arguments).stdout)[0]
    second = hands_of(run("--seed", seed, *arguments, lines=split(first) + "\n").stdout)[1]
    lines = f"{split(first)}\nplace {split(second)}\n"
    return lines, run("--seed", seed, *arguments, lines=lines)


def test_E22_a_hand_from_the_deal_to_the_chips() -> None:
    """Proves: E-21, EI-25."""
    _, done = whole_hand("1")
    assert (done.returncode, done.stderr) == (0, "")
    for board in "ABC":
        assert f"Flop {board}:" in done.stdout
        assert f"Turn and river {board}:" in done.stdout
        assert re.search(rf"Board {board} \((PLO|NLHE), 3[34]\)", done.stdout)
    paid = re.search(r"Paid out: Player 1 (\d+), Player 2 (\d+)", done.stdout)
    assert paid is not None
    assert int(paid[1]) + int(paid[2]) in (100, 200)
    assert [len(hand) for hand in hands_of(done.stdout)] == [8, 8]


def test_E22_the_same_seed_deals_the_same_hand() -> None:
    """Proves: E-6."""
    assert run("--seed", "7").stdout == run("--seed", "7").stdout
    assert hands_of(run("--seed", "7").stdout) != hands_of(run("--seed", "8").stdout)
    assert hands_of(run().stdout) != hands_of(run().stdout)
    assert run("--seed", "7").stdout.splitlines()[0] == "--seed 7"


def test_E22_bad_input_is_refused_and_asked_for_again() -> None:
    """Proves: E-19."""
    lines, done = whole_hand("1")
    first = hands_of(done.stdout)[0]
    bad = [
        "hello",
        "",
        " ".join(first[:3]) + " / " + " ".join(first[3:6]) + " / " + " ".join(first[6:]),
        " ".join(first[:4]) + " / " + " ".join(first[4:6]),
        "x" * 100_000,
    ]
    again = run("--seed", "1", lines="\n".join(bad) + "\n" + lines)
    assert again.returncode == 0
    for code in ("UNKNOWN_CARD", "UNKNOWN_ACTION", "BAD_SPLIT", "COUNT", "TOO_LONG"):
        assert f"[{code}]" in again.stdout
    assert again.stdout.splitlines()[-4:] == done.stdout.splitlines()[-4:]


def test_EI10_odd_chips_are_player_1s_unless_asked_otherwise() -> None:
    from eight_cards_cli import read_arguments

    assert read_arguments([]).odd_chips == "p1_default"
    assert read_arguments(["--odd-chips", "nearest_to_button"]).odd_chips == "nearest_to_button"


def test_E22_names_language_and_number_of_hands() -> None:
    _, done = whole_hand("4", "--name", "Ada", "--name", "[b]Bo")
    assert "Ada" in done.stdout
    assert "[b]Bo" in done.stdout
    assert "Player" not in done.stdout
    assert "Player 2" in run("--name", "Ada").stdout
    assert "Din hand" in run("--lang", "sv").stdout
    assert run("--hands", "0").returncode == 2


def test_E22_an_input_that_ends_early_is_said() -> None:
    done = run("--seed", "1")
    assert done.returncode == 1
    assert done.stderr == "The input ended before the hand did.\n"


def test_EI25_without_the_package_one_sentence_says_what_to_do(tmp_path: Path) -> None:
    alone = tmp_path / "eight_cards_cli.py"
    alone.write_text(SCRIPT.read_text(encoding="utf-8"), encoding="utf-8")
    done = subprocess.run(  # -S and -I: no site-packages, so nothing but the standard library
        [sys.executable, "-I", "-S", str(alone), "--seed", "1"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert "pip install" in done.stderr


@pytest.mark.parametrize("arguments", [["--odd-chips", "nobody"], ["--lang", "xx"], ["--hands", "many"]])
def test_E22_bad_arguments_are_refused(arguments: list[str]) -> None:
    assert run(*arguments).returncode == 2
