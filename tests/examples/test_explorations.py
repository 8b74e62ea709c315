"""The explorations run, at a size for tests, and say what they found."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest
from examples.explorations import being_first, eight_sweep, kachuful_scoring
from examples.explorations.trying import ROOT, games_until_sure, interval, main, play, tell
from PIL import Image

MODULES = (eight_sweep, kachuful_scoring, being_first)
ROWS = {
    "eight_sweep": len(eight_sweep.POTS) * len(eight_sweep.HANDS),
    "kachuful_scoring": len(kachuful_scoring.SCORINGS) * len(kachuful_scoring.OTHERS),
    "being_first": sum(len(place.players) for place in being_first.PLACES),
}


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.EXPLORATION.name)
def test_it_plays_draws_and_tells(
    module: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)  # a player of one's own is looked for in the working folder
    exploration = module.EXPLORATION
    main(exploration, module.__doc__, ["--quick", "--jobs", "1", "--out", str(tmp_path)])
    figures = json.loads((tmp_path / exploration.figures.name).read_text())
    assert len(figures["rows"]) == ROWS[exploration.name]
    told = capsys.readouterr().out
    assert told.strip() == tell(exploration, figures)
    assert len(told.splitlines()) == len(figures["rows"]) + 4
    assert figures["seconds"] > 0
    assert told.splitlines()[-1].startswith(f"Played in {figures['seconds']:.0f} s by one process")
    assert exploration.tell(figures) == tell(exploration, {"rows": figures["rows"]}), (
        "figures of which that was not kept"
    )
    for row in figures["rows"]:
        for figure in row.values():
            if isinstance(figure, dict):
                assert figure["low"] <= figure["value"] <= figure["high"]
    with Image.open(tmp_path / exploration.picture) as picture:
        assert picture.width > 500


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.EXPLORATION.name)
def test_the_docs_show_the_full_size(module: Any) -> None:
    exploration = module.EXPLORATION
    assert len(json.loads(exploration.figures.read_text())["rows"]) == ROWS[exploration.name]
    page = (ROOT / "docs" / "explorations.md").read_text(encoding="utf-8")
    assert f"](img/{exploration.picture})" in page
    assert f"python -m examples.explorations.{exploration.name}\n" in page


def test_the_same_deals_whatever_a_sweep_pays() -> None:
    """What a player that does not count the bonus wins on the boards does not depend on it."""
    played = [play("", "eight", ("equity", "rules"), 6, 1, hands=1, sweep_multiplier=pots) for pots in (1, 4)]
    boards = [[side["boards"] for line in lines for side in line.breakdown or ()] for lines in played]
    assert boards[0] == boards[1]


def test_how_long_until_it_is_sure() -> None:
    values = [1.0, 3.0] * 50
    assert games_until_sure(values) == pytest.approx((1.645 * stdev(values) / fmean(values)) ** 2)
    assert games_until_sure([-1.0, 1.0] * 50) is None


def test_a_figure_with_its_interval() -> None:
    assert interval({"value": -0.041, "low": -0.1, "high": 0.02}) == "−0.04 [−0.10, 0.02]"
    assert interval({"value": 0.5, "low": 0.4, "high": 0.6}, 0, 100) == "50 [40, 60]"
