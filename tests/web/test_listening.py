"""A computer player at a web table is the one of the arena: same seed, same cards, same actions."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.web.client import Api
from tests.web.inside import inside
from tests.web.support import in_loop

import korthus
from korthus.arena.match import Pace, play_game
from korthus.bots.chair import for_players
from korthus.bots.protocol import Bot, Budget
from korthus.bots.registry import bot_names, bot_types, make_bot
from korthus.core.chance import FairChance, seed_bytes
from korthus.core.protocol import Action, AnyGame, Event, View
from korthus.table import Player, Table
from korthus.web.bots.line import Person
from korthus.web.bots.pool import Choice
from korthus.web.bots.thoughts import Asked, Choose, Chosen
from korthus.web.bots.worker import answer
from korthus.web.live.known_games import spec_of

#: Short games in which players have something to remember.
OPTIONS: dict[str, dict[str, Any]] = {
    "eight": {},
    "kachuful": {"start_cards": 4},
    "mulle": {"omgangar": 1, "decks": 1},
    "mus": {"target_stones": 30},
}
#: Who else sits there. In Kachuful it is remembered what kind of players they have been.
COMPANY: dict[str, list[list[str]]] = {
    "kachuful": [["random"], ["rules", "rules"], ["random", "easy", "rules"]],
}
TABLES = [
    (game, [level, *others])
    for game in OPTIONS
    for level in bot_names(game)
    for others in COMPANY.get(game, [["random"]])
]
SEED = 11


class Watched(Bot):
    """A player whose actions are written down."""

    name = "watched"

    def __init__(self, bot: Bot, played: list[str]) -> None:
        super().__init__(bot.game, bot.rng)
        self._bot = bot
        self._played = played

    def choose(self, view: View, budget: Budget | None = None) -> Action:
        action = self._bot.choose(view, budget)
        self._played.append(str(action))
        return action

    def observe(self, events: Sequence[Event]) -> None:
        self._bot.observe(events)

    def restart(self) -> None:
        self._bot.restart()


def _in_the_arena(game: AnyGame, levels: Sequence[str]) -> list[str]:
    played: list[str] = []
    bots = [Watched(make_bot(level, game, f"seat {seat}"), played) for seat, level in enumerate(levels)]
    play_game(game, bots, FairChance(seed_bytes(SEED), ()), None, [Pace() for _ in bots])
    return played


def _on_the_web(game: AnyGame, levels: Sequence[str]) -> list[str]:
    """Each turn is asked of a worker that knows nothing but the question."""
    table = Table(game, [Player(level, level) for level in levels], server_seed=seed_bytes(SEED))
    table.start()
    played: list[str] = []
    while (seat := table.to_act) is not None:
        told = [msgspec.Raw(msgspec.json.encode(event)) for event in for_players(table.told(seat))]
        asked = Asked(spec_of(game), msgspec.Raw(msgspec.json.encode(table.view(seat))), told)
        question = msgspec.json.encode(Choose(asked, levels[seat], f"seat {seat}"))
        chosen = answer(msgspec.json.decode(question, type=Choose), lambda _: None)
        assert isinstance(chosen, Chosen)
        played.append(chosen.text)
        table.submit(seat, chosen.text)
    return played


@pytest.mark.parametrize(("name", "levels"), TABLES, ids=str)
def test_a_player_of_the_page_is_the_player_of_the_arena(
    name: str, levels: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for level in set(levels):
        kind = bot_types(name)[level]
        if kind.default_budget != Budget():
            monkeypatch.setattr(kind, "default_budget", Budget(simulations=20))  # by no clock
    game = korthus.game(name, **OPTIONS[name])
    played = _in_the_arena(game, levels)
    assert len(played) > 4
    assert _on_the_web(game, levels) == played


@in_loop
async def test_a_table_tells_its_players_what_their_seats_were_told(tmp_path: Path) -> None:
    asked: list[tuple[tuple[Event, ...], str]] = []
    async with inside(tmp_path) as (url, services), Api(url) as api:

        async def choose(
            game: AnyGame, view: View, level: str, person: Person, *, told: tuple[Event, ...], seed: str
        ) -> Choice:
            asked.append((told, seed))
            return Choice(str(game.pick(view, random.Random(1))), level)

        services.bots.choose = choose  # type: ignore[method-assign, assignment]
        seats = [{"kind": "me", "name": "A"}, {"kind": "bot", "level": "random"}]
        opened = await api.open_table("mus", seats, preset="single_hand")
        async with api.socket(opened["code"], opened["token"]) as anna:
            await anna.wait_for(lambda: anna.my_turn or anna.state["over"])
            while len(asked) < 2 and not anna.state["over"]:
                await anna.act("pass")
                await anna.wait_for(lambda: anna.my_turn or anna.state["over"])
        live = await services.live_tables.get(opened["code"])
        heard = for_players(live.table.told(1))
        assert asked
        for told, seed in asked:
            assert told == heard[: len(told)]
            assert told
            assert seed == live.luck_of(1) != live.luck_of(0)
