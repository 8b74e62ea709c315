"""A game and a player of other packages are everywhere as soon as they are installed."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.examples.fresh import EXAMPLES, ROOT, Fresh
from tests.support.patience import PATIENCE
from tests.web.server import QUICK, ServerProcess


def test_the_wheels_hold_rules_and_no_script(wheels: dict[str, Path]) -> None:
    names = zipfile.ZipFile(wheels["scopa"]).namelist()
    assert "korthus_scopa/RULES.md" in names
    assert not [name for name in names if name.endswith((".js", ".css", ".html"))]


def test_the_player_has_forty_lines() -> None:
    (module,) = (EXAMPLES / "my_bot" / "src").rglob("*.py")
    assert len(module.read_text().splitlines()) <= 40


@pytest.mark.parametrize("name", ["scopa", "my_bot"])
def test_the_packages_own_tests_pass(fresh: Fresh, tmp_path: Path, name: str) -> None:
    done = fresh.run(
        "python", "-m", "pytest", "-q", "-p", "no:cacheprovider", str(EXAMPLES / name), home=tmp_path
    )
    assert done.returncode == 0, done.stdout


def test_the_lists_have_them(fresh: Fresh, tmp_path: Path) -> None:
    assert re.search(r"^ *scopa +Scopa: ", fresh.korthus("games", home=tmp_path), re.MULTILINE)
    assert "my_bot" in fresh.korthus("bots", "scopa", home=tmp_path)
    assert "my_bot" in fresh.korthus("bots", "mus", home=tmp_path)
    options = fresh.korthus("options", "scopa", "--lang", "sv", home=tmp_path)
    assert "redeal_kings = true" in options
    assert "Ett ess tar hela bordet." in options


def test_the_rules_are_those_of_the_package(fresh: Fresh, tmp_path: Path) -> None:
    told = " ".join(fresh.korthus("rules", "scopa", home=tmp_path).split())
    assert "S-12 Who takes all that lies on the table has made a scopa" in told
    assert "**" not in told


def test_the_runner_plays_it_and_the_record_is_true(fresh: Fresh, tmp_path: Path) -> None:
    lines = fresh.korthus(
        "run", "scopa", "--preset", "short", "--games", "2", "--seed", "5", "--records", home=tmp_path
    )
    for line in lines.splitlines():
        record = json.loads(line)["record"]
        (tmp_path / "game.json").write_text(json.dumps(record))
        assert max(record["outcome"]["scores"]) >= 5
        fresh.korthus("verify", "game.json", home=tmp_path)
    record["actions"][3]["text"] = record["actions"][4]["text"]
    (tmp_path / "forged.json").write_text(json.dumps(record))
    assert fresh.run("korthus", "verify", "forged.json", home=tmp_path).returncode == 1


def test_the_player_enters_the_arena_by_name(fresh: Fresh, tmp_path: Path) -> None:
    words = (
        "--bots",
        "my_bot",
        "random",
        "--matches",
        "2",
        "--simulations",
        "6",
        "--seed",
        "1",
        "--jobs",
        "1",
    )
    said = fresh.korthus("arena", "scopa", *words, "--set", "target=1", home=tmp_path)
    assert "my_bot v random" in said
    said = fresh.korthus("arena", "kachuful", *words, "--set", "start_cards=2", home=tmp_path)
    assert "my_bot v random" in said


def _got(address: str) -> Any:
    return httpx.get(address, timeout=PATIENCE).json()


def test_the_server_offers_it(fresh: Fresh, tmp_path: Path) -> None:
    with ServerProcess(tmp_path, *QUICK, python=fresh.python) as server:
        games = {game["name"]: game for game in _got(f"{server.url}/api/games")}
        words = _got(f"{server.url}/api/locale/es")
        rules = _got(f"{server.url}/api/rules/scopa")
    assert list(games) == ["mulle", "kachuful", "mus", "eight", "scopa"]
    assert {level["name"] for level in games["scopa"]["levels"]} >= {"random", "my_bot"}
    assert [option["name"] for option in games["scopa"]["options"]][:2] == ["target", "single_card_first"]
    assert words["scopa.title"] == "Scopa"
    assert words["web_home.option.scopa.ace_takes_all"] == "Un as se lleva toda la mesa."
    assert (rules["title"], rules["deck"]) == ("Scopa", "spanish")
    assert rules["sections"][1]["title"] == "Cards"


def test_the_page_about_packages_counts_right() -> None:
    def lines(*files: Path) -> int:
        return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)

    package = EXAMPLES / "scopa"
    code = sorted((package / "src").rglob("*.py"))
    described = [file for file in code if file.name == "description.py"]
    told = (ROOT / "docs" / "packages.md").read_text(encoding="utf-8")
    counted = [int(number) for number in re.findall(r"^\|[^|]+\| (\d+) \|$", told, re.MULTILINE)]
    assert counted == [
        lines(*code) - lines(*described),
        lines(*described),
        lines(*(package / "tests").glob("*.py")),
        lines(*(package / "src").rglob("*.json")),
        lines(package / "pyproject.toml"),
        0,
    ]
