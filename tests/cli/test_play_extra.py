"""What ``make play`` installs is enough for the terminal, the page and every player.

The tests themselves run with all extras, so they are blind to what is lacking without these.
"""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

import pytest
from tests.examples.fresh import ROOT, Fresh
from tests.support.libraries import link_packages, packages_of
from tests.web.client import Api
from tests.web.server import QUICK, ServerProcess
from tests.web.support import SHORT, in_loop, play_on

#: Plays with every player of every game, asks each for hints, and looks back on a game; in one process, so
#: that compiled code is loaded once.
PLAY = """
import random

import korthus
from korthus.arena.review.review import review
from korthus.bots.advice import Adviser
from korthus.bots.driver import BotDriver
from korthus.bots.protocol import Budget
from korthus.bots.registry import bot_names, make_bot
from korthus.core.chance import seed_bytes
from korthus.table import Player, Table

MOMENT = Budget(simulations=2)
SHORT = {
    "mulle": {"omgangar": 1, "ronder_nominal": 2},
    "kachuful": {"start_cards": 2, "total_rounds": 2},
    "eight": {"hands": 1},
}


def play(game, level, seed):
    seats = max(2, game.min_seats)
    table = Table(game, [Player(level)] * seats, server_seed=seed_bytes(seed))
    table.start()
    bots = {seat: make_bot(level, game, seat) for seat in range(seats)}
    driver = BotDriver(table, bots, MOMENT)
    while (seat := table.to_act) is not None:
        if isinstance(bots[seat], Adviser):
            assert bots[seat].hint(table.view(seat), MOMENT)
        driver.step()
    return table.record()


for info in korthus.catalogue():
    presets = info.presets if info.name == "mus" else info.presets[:1]
    for preset in presets:
        game = korthus.game(info.name, preset, **SHORT.get(info.name, {}))
        for level in bot_names(info.name):
            record = play(game, level, 7)
            print(info.name, preset, level, flush=True)
    review(record, level=level, budget=Budget(simulations=10), replays=2)
    print(info.name, "review", flush=True)
"""


@pytest.fixture(scope="module")
def player(tmp_path_factory: pytest.TempPathFactory) -> Fresh:
    """The environment of somebody who has installed ``korthus[play]``."""
    folder = tmp_path_factory.mktemp("play")
    wanted = [
        line
        for project in (ROOT, ROOT / "packages" / "house")
        for line in tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
        if not line.startswith("korthus==")
    ]
    return Fresh(folder / "venv", link_packages(packages_of(wanted), folder / "libraries"))


def test_every_player_plays_advises_and_looks_back_with_the_libraries_of_play(
    player: Fresh, tmp_path: Path
) -> None:
    told = player.run("python", "-c", PLAY, home=tmp_path)
    assert told.returncode == 0, told.stdout[-500:] + told.stderr[-3000:]


def test_a_game_that_counts_is_rated_with_the_libraries_of_play(player: Fresh, tmp_path: Path) -> None:
    @in_loop
    async def play_and_ask(url: str) -> None:
        async with Api(url) as api:
            person = (await api.post("/api/me", {})).json()["player"]
            code, tokens = await api.open_for_two("kachuful", options=SHORT["kachuful"], player=person)
            async with api.socket(code, tokens[0]) as one, api.socket(code, tokens[1]) as other:
                await one.wait_for(lambda: bool(one.state["started"]))
                await other.wait_for(lambda: bool(other.state["started"]))
                await play_on([one, other], random.Random(1))
            known = await api.get("/api/me", headers={"Authorization": f"Bearer {person}"})
            assert known.status_code == 200, known.text
            assert len(known.json()["stats"]["by_game"]["kachuful"]["ratings"]) == 1
            paired = await api.post("/api/pair", {"game": "kachuful", "name": "Anna", "player": person})
            assert paired.status_code == 201, paired.text

    with ServerProcess(tmp_path, *QUICK, python=player.python) as server:
        play_and_ask(server.url)
