"""Computer players in their processes: they answer, they are replaced when stuck, and they see views only."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.arena.reviewed import at_random, play
from tests.support.patience import PATIENCE
from tests.web.support import in_loop

import korthus
from korthus.arena.review.data import decode_review
from korthus.bots.registry import bot_names, plain_player
from korthus.core.chance import seed_bytes
from korthus.core.protocol import AnyGame, View
from korthus.table import Player, Table
from korthus.web.bots.line import UNASKED
from korthus.web.bots.pool import BotPool, NotReady, WorkerFailed, _Worker, quick_level, usual_level
from korthus.web.bots.thoughts import Advise, Advised, Asked, Choose, Chosen, GameSpec, Progress
from korthus.web.bots.worker import answer
from korthus.web.live.known_games import kept_game, make_game, spec_of
from korthus.web.pages.metrics import Metrics

GAMES = ("mulle", "kachuful", "mus", "eight")


def first_turn(game: str) -> tuple[AnyGame, View, list[str]]:
    """A game, the view of who begins, and what may be played."""
    playing = korthus.game(game)
    table = Table(playing, [Player("Anna"), Player("Bo")], server_seed=seed_bytes(1))
    table.start()
    seat = table.to_act
    assert seat is not None
    return playing, table.view(seat), [str(action) for action in table.choices(seat)]


def _asked(game: AnyGame, view: View) -> Asked:
    return Asked(spec_of(game), msgspec.Raw(msgspec.json.encode(view)), [])


@pytest.mark.parametrize("game", GAMES)
def test_a_worker_answers_from_a_view(game: str) -> None:
    playing, view, legal = first_turn(game)
    asked = _asked(playing, view)
    chosen = answer(Choose(asked, quick_level(game), "7"), lambda _: None)
    assert isinstance(chosen, Chosen)
    assert chosen.text in legal
    again = answer(Choose(asked, quick_level(game), "7"), lambda _: None)
    assert again == chosen, "the same seed gives the same play"
    advised = answer(Advise(asked, quick_level(game), "7"), lambda _: None)
    assert isinstance(advised, Advised)
    assert 1 <= len(advised.thoughts) <= 5
    assert all(thought.text in legal for thought in advised.thoughts)


@in_loop
async def test_a_stuck_worker_is_replaced_and_somebody_answers() -> None:
    game, view, legal = first_turn("mulle")
    metrics = Metrics()
    pool = BotPool(1, 0.01, metrics)
    choice = await pool.choose(game, view, "strongest")
    assert choice.text in legal
    assert (choice.by, choice.why) == ("random", "late"), "it does not pass for the strongest"
    assert metrics.value("bot_failures", "late") == 3, "the strong one, the quick one and the plain one"
    assert metrics.value("bot_failures", "random") == 1
    with pytest.raises(WorkerFailed):
        await pool.advise(game, view)
    await pool.close()


@in_loop
async def test_a_worker_that_dies_or_refuses_is_survived() -> None:
    game, view, legal = first_turn("mulle")
    metrics = Metrics()
    pool = BotPool(1, PATIENCE, metrics)
    assert (await pool.choose(game, view, "random")).text in legal
    pool._workers[0]._helper.process.kill()  # type: ignore[union-attr]  # it has just answered, so it is there
    assert (await pool.choose(game, view, "random")).text in legal
    choice = await pool.choose(game, view, "no such level")
    assert choice.text in legal
    assert (choice.by, choice.why) == ("easy", "failed")
    assert metrics.value("bot_failures", "refused") == 1
    assert metrics.value("bot_answers") == 3
    unfinished = Table(game, [Player("Anna"), Player("Bo")], server_seed=seed_bytes(1)).record()
    with pytest.raises(WorkerFailed):
        await pool.review(unfinished, pool.reviews.join(UNASKED), lambda _: None)
    await pool.close()


@in_loop
async def test_a_review_comes_as_it_is_thought_and_its_worker_is_ready_for_the_next() -> None:
    game = korthus.game("kachuful", start_cards=2, schedule="descending", total_rounds=1)
    record = play(game, 2, 1, at_random(game))
    metrics = Metrics()
    pool = BotPool(1, PATIENCE, metrics)
    pool.expect_review("kachuful")
    for _ in range(2):
        told: list[Progress] = []
        whole = decode_review(await pool.review(record, pool.reviews.join(UNASKED), told.append, PATIENCE))
        assert told, "the first decision is told as soon as it has been looked at"
        assert len(decode_review(bytes(told[0].review)).decisions) == 1 < len(whole.decisions)
        assert [each.done for each in told] == sorted(each.done for each in told)
    assert metrics.value("bot_workers_started") == 1
    await pool.close()


@in_loop
async def test_who_loses_interest_does_not_cost_the_worker() -> None:
    game, view, legal = first_turn("mulle")
    metrics = Metrics()
    pool = BotPool(1, PATIENCE, metrics)
    for _ in range(3):
        asking = asyncio.create_task(pool.choose(game, view, "random"))
        await asyncio.sleep(0.05)
        asking.cancel()
    choice = await pool.choose(game, view, "random")
    assert choice.text in legal
    assert (choice.by, choice.why) == ("random", None)
    assert metrics.value("bot_workers_started") == 1
    await pool.close()


def test_every_game_has_somebody_to_stand_in() -> None:
    for game in GAMES:
        assert usual_level(game) in bot_names(game)
        assert quick_level(game) in bot_names(game)
        assert plain_player(game) in bot_names(game)
        assert plain_player(game) != "random"


def test_games_are_made_once() -> None:
    made = make_game("mulle", None, {"omgangar": 1})
    assert made is make_game("mulle", None, {"omgangar": 1})
    assert made.changed == {"omgangar": 1}
    kept = kept_game("mulle", None, made.changed, made.game.rules_version)
    assert kept == made.game
    assert spec_of(kept) == GameSpec("mulle", {"omgangar": 1}, made.game.rules_version)


#: Stands for a worker that says that it compiles before it answers.
COMPILING = """
import sys
sys.stdin.readline()
print('{"type":"getting_ready","compiles":true}')
print('{"type":"chosen","text":"done"}', flush=True)
sys.stdin.readline()
"""


@in_loop
async def test_a_worker_that_compiles_is_not_late(monkeypatch: pytest.MonkeyPatch) -> None:
    game, view, _ = first_turn("mulle")
    start = asyncio.create_subprocess_exec

    async def stub(*_: object, **streams: Any) -> asyncio.subprocess.Process:
        return await start(sys.executable, "-c", COMPILING, **streams)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", stub)
    monkeypatch.setattr("korthus.web.bots.pool._COMPILED_WITHIN", 10 * PATIENCE)
    worker = _Worker(Metrics())
    question = Choose(_asked(game, view), "normal", "1")
    async with asyncio.timeout(PATIENCE) as limit:
        before = limit.when()
        assert before is not None
        assert await worker._ask(question, None, limit, PATIENCE) == Chosen("done")
        after = limit.when()
    assert after is not None
    assert after > before + PATIENCE, "it has more time"
    await worker.close()


#: Stands for a worker that compiles until a file is there, unless it is asked for a player that needs none.
COMPILES_FOR_LONG = """
import json, sys, time
from pathlib import Path
for line in sys.stdin:
    level = json.loads(line)["level"]
    if level != "rules" and not Path(sys.argv[1]).exists():
        print('{"type":"getting_ready","compiles":true}', flush=True)
        while not Path(sys.argv[1]).exists():
            time.sleep(0.01)
    print(json.dumps({"type": "chosen", "text": level}), flush=True)
"""


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The file that says that the workers have compiled."""
    start = asyncio.create_subprocess_exec
    file = tmp_path / "compiled"

    async def stub(*_: object, **streams: Any) -> asyncio.subprocess.Process:
        return await start(sys.executable, "-c", COMPILES_FOR_LONG, str(file), **streams)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", stub)
    return file


@pytest.mark.parametrize("workers", [1, 2])
@in_loop
async def test_while_workers_compile_a_plain_player_answers_at_all_tables(
    compiled: Path, workers: int
) -> None:
    game, view, _ = first_turn("kachuful")
    metrics = Metrics()
    pool = BotPool(workers, PATIENCE, metrics, patience=0.0)
    for _ in range(workers + 2):
        assert await pool.choose(game, view, "normal") == ("rules", "rules", "compiling")
    assert await pool.choose(game, view, "rules") == ("rules", "rules", None), "it plays its own level"
    assert not metrics.value("bot_failures", "late")
    compiled.touch()
    async with asyncio.timeout(PATIENCE):
        while pool._moves.patience.over:
            await asyncio.sleep(0.01)
    assert await pool.choose(game, view, "normal") == ("normal", "normal", None), "by those who compiled"
    assert metrics.value("bot_workers_started") == workers + 1
    await pool.close()


@in_loop
async def test_who_waits_in_line_does_not_wait_for_workers_that_compile(compiled: Path) -> None:
    game, view, _ = first_turn("kachuful")
    pool = BotPool(1, PATIENCE, Metrics(), patience=0.1)
    choices = await asyncio.gather(*(pool.choose(game, view, "normal") for _ in range(3)))
    assert choices == [("rules", "rules", "compiling")] * 3
    await pool.close()


@in_loop
async def test_a_hint_from_an_adviser_that_compiles_is_not_ready(compiled: Path) -> None:
    game, view, _ = first_turn("kachuful")
    pool = BotPool(1, PATIENCE, Metrics(), patience=0.0)
    for _ in range(2):
        with pytest.raises(NotReady) as caught:
            await pool.advise(game, view)
        assert caught.value.seconds > 0
    await pool.close()
