"""``korthus solve`` and ``korthus equity``: what is typed, what is shown and what is left behind."""

from __future__ import annotations

import re
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from tests.cli.running import Korthus

from korthus.cli.mus import solve as command
from korthus.cli.mus import sweep
from korthus.locale import LANGUAGES, catalogue
from korthus.solve.core import checkpoint
from korthus.solve.core.errors import REASONS
from korthus.solve.mus import solution
from korthus.solve.mus.hand_game import MusHand

NINE = (4, 0, 0, 2, 0, 0, 2, 1)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pack of nine cards, so that a solve takes no time."""
    monkeypatch.setattr(command, "MusHand", partial(MusHand, deck=NINE))
    monkeypatch.setattr(sweep, "PACK", NINE)


@pytest.mark.usefixtures("small")
def test_a_solve_shows_its_value_and_bounds(run_korthus: Korthus) -> None:
    ran = run_korthus("solve", "mus", "--target", "0.05")
    assert ran.code == 0
    assert ran.err == ""
    assert re.search(r"iteration 20 · exploitability \d\.\d{6} · \d+\.\d\d a second", ran.out)
    [value] = re.findall(r"to the mano: ([+-]\d\.\d+) stones", ran.out)
    low, high = (float(found) for found in re.findall(r"([+-]\d\.\d{6}) and ([+-]\d\.\d{6})", ran.out)[0])
    assert low <= float(value) <= high
    assert high - low <= 0.1
    assert "iterations in" in ran.out


@pytest.mark.usefixtures("small")
def test_a_folder_is_not_overwritten(run_korthus: Korthus, tmp_path: Path) -> None:
    (tmp_path / checkpoint.NAME).write_bytes(b"precious")
    ran = run_korthus("solve", "mus", "--out", str(tmp_path))
    assert ran.code == 1
    assert "FOLDER_EXISTS" in ran.err
    assert (tmp_path / checkpoint.NAME).read_bytes() == b"precious"


def test_the_whole_pack_a_few_iterations(run_korthus: Korthus, tmp_path: Path) -> None:
    folder = tmp_path / "plain"
    ran = run_korthus("solve", "mus", "--target", "0.9", "--out", str(folder))
    assert ran.code == 0
    assert "1,477,800 information sets" in ran.out
    found, hand, strategy = solution.read(folder)
    assert found.information_sets == hand.game.information_sets == 1_477_800
    assert strategy.at(0, 0, 0, 0).sum() == pytest.approx(1)
    assert (folder / solution.BLUEPRINT).stat().st_size < 3_000_000


@pytest.mark.usefixtures("small")
def test_players_are_judged_in_one_table(run_korthus: Korthus) -> None:
    ran = run_korthus("solve", "mus", "--against", "random", "rules", "montecarlo", "--simulations", "1")
    assert ran.code == 0
    rows = re.findall(r"^ *(random|rules|montecarlo) +(\d+\.\d{6})", ran.out, re.MULTILINE)
    assert [name for name, _ in rows] == ["random", "rules", "montecarlo"]
    assert all(float(loss) > 0 for _, loss in rows)
    words = ("solve", "mus", "--against", "random", "rules", "--simulations", "1")
    assert run_korthus(*words, "--jobs", "2").out == run_korthus(*words).out


@pytest.mark.usefixtures("small")
def test_several_menus_and_algorithms_are_one_table(run_korthus: Korthus) -> None:
    ran = run_korthus("solve", "mus", "--menu", "plain,ordago", "--algorithm", "dcfr,cfr+", "--target", "0.1")
    assert ran.code == 0
    row = r"^ *(plain|ordago) +(dcfr|cfr\+) +([+-]\S+) +([+-]\S+) +([+-]\S+) +\d+"
    rows = re.findall(row, ran.out, re.MULTILINE)
    assert [each[:2] for each in rows] == [*product(("plain", "ordago"), ("dcfr", "cfr+"))]
    for _, _, value, low, high in rows:
        assert float(low) <= float(value) <= float(high) <= float(low) + 0.2


def test_reference_values(run_korthus: Korthus) -> None:
    ran = run_korthus("solve", "mus", "--reference", "--target", "0.9")
    assert ran.code == 0
    assert "8457068/2691663975" in ran.out
    assert "50695427/538332795" in ran.out
    assert "16914136/2691663975" in ran.out


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("solve", "mulle"), "NOT_SOLVABLE"),
        (("solve", "mus", "--menu", "feast"), "NO_MENU"),
        (("solve", "mus", "--algorithm", "guess"), "NO_ALGORITHM"),
        (("solve", "mus", "--target", "0"), "BAD_TARGET"),
        (("solve", "mus", "--target", "nan"), "BAD_TARGET"),
        (("solve", "mus", "--device", "abacus"), "NO_DEVICE"),
        (("solve", "mus", "--resume"), "NOTHING_TO_RESUME"),
        (("solve", "mus", "--reference", "--menu", "plain,ordago"), "ONE_MENU"),
        (("solve", "mus", "--against", "random", "--algorithm", "dcfr,cfr+"), "ONE_MENU"),
        (("solve", "mus", "--algorithm", "dcfr,cfr+", "--jobs", "0"), "BAD_JOBS"),
        (("solve", "mus", "--against", "nobody"), "UNKNOWN_BOT"),
        (("solve", "mus", "--against", "random", "--out", "nowhere"), "NO_SOLUTION"),
        (("equity", "mulle", "1", "2"), "NOT_SOLVABLE"),
        (("equity", "mus", "40", "0"), "BAD_SCORE"),
        (("equity", "mus", "1", "2", "--solution", "nowhere"), "NO_SOLUTION"),
    ],
)
def test_what_cannot_be_done_is_refused(run_korthus: Korthus, words: tuple[str, ...], code: str) -> None:
    ran = run_korthus(*words)
    assert ran.code == 1
    assert f"[{code}]" in ran.err


def test_the_chance_to_win_from_a_score(run_korthus: Korthus) -> None:
    ran = run_korthus("equity", "mus", "37", "38")
    assert ran.code == 0
    chances = [float(found) for found in re.findall(r"(\d+\.\d\d) %", ran.out)]
    assert len(chances) == 2
    assert all(0 < chance < 100 for chance in chances)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_can_be_said(language: str) -> None:
    texts = catalogue(language)
    said = {key.removeprefix("solve.error."): text for key, text in texts.items() if "solve.error." in key}
    assert said.keys() == REASONS.keys()
    if language == "en":
        assert said == REASONS
