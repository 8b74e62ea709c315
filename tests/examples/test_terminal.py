"""Scopa in the terminal: chosen, played to the end, explained, looked back on, and saved."""

from __future__ import annotations

import json
from pathlib import Path

from tests.examples.fresh import Fresh

#: Seat 0 may take the single seven only, for it goes before three and four.
POSITION = "hand 0: 7o 2c 1e; hand 1: 5e 6e Rb; table: 3c 4b 7c Se"


def test_a_whole_game_through_a_pipe(fresh: Fresh, tmp_path: Path) -> None:
    words = ("play", "scopa", "--set", "target=1", "--vs", "random", "--seed", "3", "--name", "Anna")
    # A deal has 18 turns of one's own; a draw at the target is played on, so there are some for more deals.
    told = fresh.korthus(*words, home=tmp_path, stdin="1\n" * 90)
    assert "The game is over." in told
    (record,) = (tmp_path / ".local/share/korthus/records").glob("scopa-*.json")
    assert json.loads(record.read_text())["package"]["name"] == "korthus-scopa"
    fresh.korthus("verify", str(record), home=tmp_path)
    shown = fresh.korthus("replay", str(record), home=tmp_path)
    assert "Points to win 1" in shown


def test_it_is_on_the_menu(fresh: Fresh, tmp_path: Path) -> None:
    # The fifth game, the usual preset, a random opponent, one action, and away.
    told = fresh.korthus(home=tmp_path, stdin="5\nshort\nrandom\n1\nquit\n")
    assert "Take cards from the table" in told
    assert "Points to win 5" in told


def test_a_position_is_explained(fresh: Fresh, tmp_path: Path) -> None:
    told = fresh.korthus("explain", "scopa", POSITION, home=tmp_path)
    assert "3 legal actions" in told
    assert "take 7c with 7o" in told
    told = fresh.korthus("explain", "scopa", POSITION, "--play", "take 7c with 7o", home=tmp_path)
    assert "taken 0: 7o 7c" in told


def test_a_game_is_looked_back_on(fresh: Fresh, tmp_path: Path) -> None:
    line = fresh.korthus("run", "scopa", "--set", "target=1", "--seed", "4", "--records", home=tmp_path)
    (tmp_path / "game.json").write_text(json.dumps(json.loads(line)["record"]))
    words = ("--simulations", "4", "--replays", "0", "--json", "review.json")
    fresh.korthus("review", "game.json", *words, home=tmp_path)
    assert json.loads((tmp_path / "review.json").read_text())


def test_a_saved_game_whose_package_is_gone_says_so(fresh: Fresh, tmp_path: Path) -> None:
    words = ("play", "scopa", "--vs", "random", "--seed", "3")
    fresh.korthus(*words, home=tmp_path, stdin="1\nsave\n")
    bare = Fresh(tmp_path / "venv")
    menu = bare.korthus(home=tmp_path, stdin="q\n")
    assert "scopa" in menu
    refused = bare.run("korthus", "play", "--resume", home=tmp_path)
    assert refused.returncode == 1
    assert "came with the package korthus-scopa 0.1.0" in " ".join(refused.stderr.split())
    assert "Traceback" not in refused.stderr
